package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"

	"turnbook/agents"
	"turnbook/agents/turn"
	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/schemas/canon"
	"turnbook/schemas/document"
)

// A Difference is a place where deciding again does not give what is in the book.
type Difference struct {
	Seq      uint64 // of the decision's message
	Index    int    // of the event in it
	Turn     schemas.TurnID
	Type     string // of the event
	Recorded string // type and data, canonical; "" where there is none
	Decided  string
}

func (d Difference) String() string {
	return fmt.Sprintf("at %d.%d the book has %s; decided again it is %s", d.Seq, d.Index, d.Recorded, d.Decided)
}

// Redecide takes every decision of a session again, from its recorded inputs, in the
// world that it was taken in, by the versions of the rules that were in force in it, and
// names what differs. decisions is how many were taken again.
func Redecide(ctx context.Context, lg *slog.Logger, log bus.Log, e schemas.Entity) (decisions int, diffs []Difference, err error) {
	return redecide(ctx, newPast(lg, log), e)
}

func redecide(ctx context.Context, p *past, e schemas.Entity) (decisions int, diffs []Difference, err error) {
	re := &redecider{past: p, recorded: turn.NewSession(e), state: turn.NewSession(e)}
	for message, err := range messagesOf(ctx, p.log, e) {
		if err != nil {
			return decisions, diffs, err
		}
		differing, again, err := re.decideAgain(ctx, message)
		if err != nil {
			return decisions, diffs, err
		}
		if again {
			decisions++
		}
		diffs = append(diffs, differing...)
	}
	return decisions, diffs, nil
}

// A Redecided is a session whose decisions were taken again.
type Redecided struct {
	Session   schemas.Entity
	Seq       uint64 // where it was opened
	Decisions int
	Diffs     []Difference
}

// RedecideEach is [Redecide] for every session of a vendor, or of all (""), in the order
// in which they were opened. It holds one session at a time.
func RedecideEach(ctx context.Context, lg *slog.Logger, log bus.Log, v schemas.VendorID) iter.Seq2[Redecided, error] {
	return func(yield func(Redecided, error) bool) {
		p := newPast(lg, log)
		for r, err := range Sessions(ctx, log, v) {
			var done Redecided
			if err == nil {
				done.Session, done.Seq = r.Entity, r.Seq
				done.Decisions, done.Diffs, err = redecide(ctx, p, r.Entity)
			}
			if !yield(done, err) || err != nil {
				return
			}
		}
	}
}

// Sessions are the records that opened the sessions of a vendor, or of all ("").
func Sessions(ctx context.Context, log bus.Log, v schemas.VendorID) iter.Seq2[schemas.Record, error] {
	opened := bus.Query{Vendor: v, Kind: schemas.SessionBoundary, Types: []string{schemas.SessionOpened{}.EventType()}}
	return func(yield func(schemas.Record, error) bool) {
		for r, err := range log.Read(ctx, opened) {
			if err != nil {
				err = fmt.Errorf("list sessions: %w", err)
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// RedecideAll is [Redecide] for every session of a log: nothing that it did may come
// out otherwise.
func RedecideAll(ctx context.Context, lg *slog.Logger, log bus.Log) (decisions int, diffs []Difference, err error) {
	for r, err := range RedecideEach(ctx, lg, log, "") {
		if err != nil {
			return decisions, diffs, err
		}
		decisions += r.Decisions
		diffs = append(diffs, r.Diffs...)
	}
	return decisions, diffs, nil
}

// redecider folds a session as the book has it, decision by decision.
type redecider struct {
	past     *past
	recorded *turn.Session // as the book has it
	state    *turn.Session // the same, to be decided on
}

func (re *redecider) decideAgain(ctx context.Context, message []schemas.Record) (diffs []Difference, again bool, err error) {
	first := message[0]
	in, basis, ok, err := turn.RecordedInput(message, func(b schemas.Basis) (turn.Timeline, error) {
		return timelineOf(ctx, re.past.log, re.recorded, first, b)
	})
	if err != nil {
		return nil, false, err
	}
	if !ok {
		return nil, false, errors.Join(fold(re.state, message), fold(re.recorded, message))
	}
	w, err := re.past.world(ctx, first.Vendor, basis)
	if err != nil {
		return nil, false, err
	}
	w.Now = first.Time
	drafts, err := turn.Decide(re.state, w, in)
	if err != nil {
		return nil, false, fmt.Errorf("decide again at %d: %w", first.Seq, err)
	}
	re.state.Settle(first.Seq)
	if err := fold(re.recorded, message); err != nil {
		return nil, false, err
	}
	if diffs = compare(message, drafts); len(diffs) > 0 {
		re.state = re.recorded.Clone() // on with what the book has
	}
	return diffs, true, nil
}

// timelineOf is what the origin view of the running turn showed, up to where the plan
// had read it.
func timelineOf(ctx context.Context, log bus.Log, s *turn.Session, first schemas.Record, b schemas.Basis) (turn.Timeline, error) {
	t := s.Running
	if t == nil {
		return nil, fmt.Errorf("worker: a plan at %d with no turn running", first.Seq)
	}
	if t.Request.View == "" {
		return turn.Timeline{{Context: t.Request.UIContext}}, nil
	}
	view := viewEntity(first.Vendor, t.Request.View)
	timeline, _, err := readTimeline(ctx, log, view, b[view.String()], t.Request.UIContext)
	return timeline, err
}

// compare names what differs between a message and the drafts of its decision.
func compare(message []schemas.Record, drafts []schemas.Draft) []Difference {
	var diffs []Difference
	for i := range max(len(message), len(drafts)) {
		d := Difference{Seq: message[0].Seq, Index: i}
		if i < len(message) {
			d.Recorded, d.Turn, d.Type = outline(message[i].Draft), message[i].Turn, message[i].Type
		}
		if i < len(drafts) {
			d.Decided = outline(drafts[i])
			if i >= len(message) {
				d.Turn, d.Type = drafts[i].Turn, drafts[i].Event.EventType()
			}
		}
		if d.Recorded != d.Decided {
			diffs = append(diffs, d)
		}
	}
	return diffs
}

// outline is all of a draft that a decision makes, as canonical text.
func outline(d schemas.Draft) string {
	raw, err := json.Marshal(d.Event)
	if err == nil {
		raw, err = canon.JSON(raw)
	}
	if err != nil {
		return fmt.Sprintf("%s that can't be written: %v", d.Event.EventType(), err)
	}
	return fmt.Sprintf("%s %s about %v by %s because of %s: %s", d.ID, d.Event.EventType(), d.Subject, d.Actor, d.Cause, bytes.TrimSpace(raw))
}

// past folds documents to the positions that a decision had read. It keeps the latest
// few of them, so that a long book costs no more memory than a short one.
type past struct {
	lg    *slog.Logger
	log   bus.Log
	books map[schemas.Entity]*book
	order []schemas.Entity // of books, by first use
}

// pastBooks is how many folded documents a past keeps.
const pastBooks = 64

func newPast(lg *slog.Logger, log bus.Log) *past {
	return &past{lg: lg, log: log, books: make(map[schemas.Entity]*book)}
}

// world is the world of a basis. Positions mostly grow from decision to decision, so
// a fold is carried on; one that is ahead is begun again.
func (p *past) world(ctx context.Context, v schemas.VendorID, basis schemas.Basis) (agents.World, error) {
	w := agents.World{Playbooks: make(map[schemas.PlaybookID]*document.Playbook), Basis: make(schemas.Basis)}
	for name, seq := range basis {
		e, err := schemas.ParseEntity(v, name)
		if err != nil {
			return w, err
		}
		if !isDocument(e.Kind) {
			continue
		}
		k, err := p.at(ctx, e, seq)
		if err != nil {
			return w, err
		}
		k.show(&w, e)
		w.Basis[name] = seq // nothing may have been written there since
	}
	return w, nil
}

func (p *past) at(ctx context.Context, e schemas.Entity, seq uint64) (*book, error) {
	k, ok := p.books[e]
	if !ok {
		p.makeRoom()
		p.order = append(p.order, e)
	}
	if !ok || k.seq > seq {
		k = &book{entity: e}
		p.books[e] = k
	}
	if seq == 0 {
		return k, k.blank()
	}
	b := &books{lg: p.lg, log: p.log}
	return k, b.foldTo(ctx, k, seq)
}

// makeRoom lets the document go that was folded first. Whoever holds it keeps it.
func (p *past) makeRoom() {
	if len(p.order) < pastBooks {
		return
	}
	delete(p.books, p.order[0])
	p.order = p.order[1:]
}
