package projections

import (
	"context"

	"turnbook/schemas"
)

// An Interrupt is a row of the table interrupts: a card.
type Interrupt struct {
	Vendor      schemas.VendorID   `json:"vendor"`
	ID          schemas.CardID     `json:"id"`
	Turn        schemas.TurnID     `json:"turn_id"`
	Session     schemas.SessionID  `json:"session_id"`
	Status      schemas.CardStatus `json:"status"`
	Tool        string             `json:"tool"`
	Call        schemas.CallID     `json:"call_id"`
	Playbook    schemas.PlaybookID `json:"playbook_id"`
	Task        schemas.TaskID     `json:"task_id"`
	Targets     JSON               `json:"targets"`
	Cascade     JSON               `json:"cascade"`
	Fingerprint string             `json:"fingerprint"`
	RaisedSeq   uint64             `json:"raised_seq"`
	AnsweredSeq uint64             `json:"answered_seq"`
	AnsweredBy  string             `json:"answered_by"`
	Reason      string             `json:"reason"`
	RaisedAt    Stamp              `json:"raised_at"`
	SettledAt   Stamp              `json:"settled_at"`
}

func (i *Interrupt) fields() []any {
	return []any{
		&i.Vendor, &i.ID, &i.Turn, &i.Session, &i.Status, &i.Tool, &i.Call, &i.Playbook, &i.Task, &i.Targets, &i.Cascade,
		&i.Fingerprint, &i.RaisedSeq, &i.AnsweredSeq, &i.AnsweredBy, &i.Reason, &i.RaisedAt, &i.SettledAt,
	}
}

type cardKey struct {
	vendor schemas.VendorID
	id     schemas.CardID
}

func keepInterrupts() *kept[cardKey, Interrupt, *Interrupt] {
	return keep[cardKey, Interrupt]("interrupts", "vendor = ? AND id = ?", func(k cardKey) []any {
		return []any{string(k.vendor), string(k.id)}
	})
}

// RaisedCard is a card as it is raised in a session, by the event of a record.
func RaisedCard(r schemas.Record, session schemas.SessionID, e schemas.InterruptRaised) Interrupt {
	return Interrupt{
		Vendor: r.Vendor, ID: e.Card, Turn: r.Turn, Session: session, Status: schemas.CardOpen, Tool: e.Tool, Call: e.Call,
		Playbook: e.Playbook, Task: e.Task, Targets: jsonOf(e.Targets), Cascade: jsonOf(e.Cascade), Fingerprint: e.Fingerprint,
		RaisedSeq: r.Seq, RaisedAt: StampOf(r.Time),
	}
}

// interrupt takes in what happens to cards. A turn waits while its card is open.
func (f *fold) interrupt(s *Session, t *Turn, r *rec) error {
	switch e := r.Event.(type) {
	case schemas.InterruptRaised:
		t.Status = schemas.TurnAwaitingAnswer
		f.interrupts.add(cardKey{r.Vendor, e.Card}, RaisedCard(r.Record, s.ID, e))
		return nil
	case schemas.InterruptAnswered:
		t.Status = schemas.TurnRunning
		status := schemas.CardConfirmed
		if e.Decision == schemas.Decline {
			status = schemas.CardDeclined
		}
		return f.settleCard(r, e.Card, status, func(i *Interrupt) { i.AnsweredSeq, i.AnsweredBy = r.Seq, r.Actor })
	case schemas.InterruptStale:
		if err := f.settleCard(r, e.Card, schemas.CardStale, func(*Interrupt) {}); err != nil {
			return err
		}
		return f.decision(r, e.Ladder, t.Hops, true)
	case schemas.InterruptSuperseded:
		return f.settleCard(r, e.Card, schemas.CardSuperseded, func(i *Interrupt) { i.Reason = e.Reason })
	default:
		return &misplacedError{Type: r.Type, Entity: r.Entity}
	}
}

func (f *fold) settleCard(r *rec, id schemas.CardID, status schemas.CardStatus, change func(*Interrupt)) error {
	i, err := f.interrupts.at(f.w, cardKey{r.Vendor, id})
	if err != nil {
		return err
	}
	if i == nil {
		return &StrayError{What: "card", ID: string(id)}
	}
	i.Status, i.SettledAt = status, r.at
	change(i)
	return nil
}

// A CardFilter says which cards to list. The zero value is all of every vendor.
type CardFilter struct {
	Vendor  schemas.VendorID   // "" for every vendor
	Session schemas.SessionID  // "" for every session
	Turn    schemas.TurnID     // "" for every turn
	Status  schemas.CardStatus // "" for every status
	Limit   int                // at most so many; 0 for all
}

// Interrupts lists cards, the latest first.
func (s *Store) Interrupts(ctx context.Context, f CardFilter) ([]Interrupt, AsOf, error) {
	text, args := f.query()
	return list[Interrupt](ctx, s, text, args...)
}

func (f CardFilter) query() (string, []any) {
	var c conditions
	c.and("+vendor = ?", f.Vendor, f.Vendor != "")
	c.and("session_id = ?", f.Session, f.Session != "")
	c.and("turn_id = ?", f.Turn, f.Turn != "")
	c.and("status = ?", f.Status, f.Status != "")
	return c.query("SELECT * FROM interrupts", "raised_seq DESC, id", f.Limit)
}

// Interrupt finds one card. The error is a [*NotFoundError] where it is not in the
// book.
func (s *Store) Interrupt(ctx context.Context, vendor schemas.VendorID, id schemas.CardID) (Interrupt, AsOf, error) {
	all, asOf, err := list[Interrupt](ctx, s, "SELECT * FROM interrupts WHERE vendor = ? AND id = ?", vendor, id)
	if err == nil && len(all) == 0 {
		err = &NotFoundError{What: "card", ID: string(id)}
	}
	if err != nil {
		return Interrupt{}, asOf, err
	}
	return all[0], asOf, nil
}
