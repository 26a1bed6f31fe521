package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
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
	Index    int    // of the event in it; -1 where their numbers differ
	Recorded string // type and data, canonical; "" where there is none
	Decided  string
}

func (d Difference) String() string {
	return fmt.Sprintf("at %d.%d the book has %s; decided again it is %s", d.Seq, d.Index, d.Recorded, d.Decided)
}

// Redecide takes every decision of a session again, from its recorded inputs, in the
// world that it was taken in, and names what differs. decisions is how many were
// taken again.
func Redecide(ctx context.Context, lg *slog.Logger, log bus.Log, e schemas.Entity) (decisions int, diffs []Difference, err error) {
	re := &redecider{log: log, past: newPast(lg, log), state: turn.NewSession(e)}
	var message []schemas.Record
	for r, err := range log.Read(ctx, bus.Of(e)) {
		if err != nil {
			return decisions, diffs, fmt.Errorf("read %s: %w", e, err)
		}
		if r.Err != nil {
			return decisions, diffs, fmt.Errorf("read %s at %d: %w", e, r.Seq, r.Err)
		}
		message = append(message, r)
		if !r.Last {
			continue
		}
		differing, again, err := re.decideAgain(ctx, message)
		if err != nil {
			return decisions, diffs, err
		}
		if again {
			decisions++
		}
		diffs = append(diffs, differing...)
		message = nil
	}
	return decisions, diffs, nil
}

// RedecideAll is [Redecide] for every session of a log: nothing that it did may come
// out otherwise.
func RedecideAll(ctx context.Context, lg *slog.Logger, log bus.Log) (decisions int, diffs []Difference, err error) {
	seen := make(map[schemas.Entity]bool)
	for r, err := range log.Read(ctx, bus.Query{Kind: schemas.SessionBoundary}) {
		if err != nil {
			return decisions, diffs, fmt.Errorf("list sessions: %w", err)
		}
		seen[r.Entity] = true
	}
	for e := range seen {
		n, differing, err := Redecide(ctx, lg, log, e)
		if err != nil {
			return decisions, diffs, err
		}
		decisions += n
		diffs = append(diffs, differing...)
	}
	return decisions, diffs, nil
}

// redecider folds a session as the book has it, decision by decision.
type redecider struct {
	log   bus.Log
	past  *past
	state *turn.Session
	seen  []schemas.Record // all folded so far, to fold anew after a difference
}

func (re *redecider) decideAgain(ctx context.Context, message []schemas.Record) ([]Difference, bool, error) {
	first := message[0]
	in, basis, ok, err := turn.RecordedInput(message, func(b schemas.Basis) (turn.Timeline, error) {
		return re.timeline(ctx, first, b)
	})
	if err != nil {
		return nil, false, err
	}
	re.seen = append(re.seen, message...)
	if !ok {
		return nil, false, re.fold(message)
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
	diffs := compare(message, drafts)
	if len(diffs) == 0 {
		re.state.Settle(first.Seq)
		return nil, true, nil
	}
	re.state = turn.NewSession(re.state.Entity)
	return diffs, true, re.fold(re.seen)
}

func (re *redecider) fold(records []schemas.Record) error {
	for _, r := range records {
		if err := re.state.Evolve(r); err != nil {
			return err
		}
	}
	return nil
}

// timeline is what the origin view of the running turn showed, up to where the plan
// had read it.
func (re *redecider) timeline(ctx context.Context, first schemas.Record, b schemas.Basis) (turn.Timeline, error) {
	t := re.state.Running
	if t == nil {
		return nil, fmt.Errorf("worker: a plan at %d with no turn running", first.Seq)
	}
	if t.Request.View == "" {
		return turn.Timeline{{Context: t.Request.UIContext}}, nil
	}
	view := viewEntity(first.Vendor, t.Request.View)
	timeline, _, err := readTimeline(ctx, re.log, view, b[view.String()], t.Request.UIContext)
	return timeline, err
}

// compare names what differs between a message and the drafts of its decision.
func compare(message []schemas.Record, drafts []schemas.Draft) []Difference {
	var diffs []Difference
	for i := range max(len(message), len(drafts)) {
		d := Difference{Seq: message[0].Seq, Index: i}
		if i < len(message) {
			d.Recorded = outline(message[i].Draft)
		}
		if i < len(drafts) {
			d.Decided = outline(drafts[i])
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

// past folds documents to the positions that a decision had read.
type past struct {
	lg    *slog.Logger
	log   bus.Log
	books map[schemas.Entity]*book
}

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
		w.Basis[name] = seq
		switch e.Kind {
		case schemas.VendorBoundary:
			w.Flags = k.flags
		case schemas.LibraryBoundary:
			w.Library = k.library
		case schemas.PlaybookBoundary:
			w.Playbooks[schemas.PlaybookID(e.ID)] = k.playbook
		}
	}
	return w, nil
}

func (p *past) at(ctx context.Context, e schemas.Entity, seq uint64) (*book, error) {
	k, ok := p.books[e]
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
