package worker

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"

	"turnbook/agents"
	"turnbook/agents/turn"
	"turnbook/bus"
	"turnbook/schemas"
)

// A WhatIf takes decisions of turns again under a change, session by session. It writes
// nothing and calls no model, and what it holds is one session and a few documents,
// however large the book.
type WhatIf struct {
	log    bus.Log
	past   *past
	change Change
}

// NewWhatIf is a what-if on a log. The error is as [Change.Check] has it.
func NewWhatIf(lg *slog.Logger, log bus.Log, c Change) (*WhatIf, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return &WhatIf{log: log, past: newPast(lg, log), change: c}, nil
}

// Session takes the chosen turns of a session again, in the order in which they ended.
// Each turn is asked on its own: what was recorded before it stands, also where an
// earlier turn would have gone another way. A turn that has not ended comes last, with as
// many decisions as there are.
func (w *WhatIf) Session(ctx context.Context, e schemas.Entity, chosen func(schemas.TurnID) bool) iter.Seq2[Retaken, error] {
	return func(yield func(Retaken, error) bool) {
		r := &retaker{WhatIf: w, chosen: chosen, recorded: turn.NewSession(e), turns: make(map[schemas.TurnID]*Retaken)}
		for message, err := range messagesOf(ctx, w.log, e) {
			if err == nil {
				err = r.message(ctx, message)
			}
			if err != nil {
				yield(Retaken{}, err)
				return
			}
			for _, id := range r.over() {
				if !yield(*r.turns[id], nil) {
					return
				}
				delete(r.turns, id)
			}
		}
		for _, t := range r.recorded.Queue {
			if left, ok := r.turns[t.ID]; ok && !yield(*left, nil) {
				return
			}
		}
		if t := r.recorded.Running; t != nil && r.turns[t.ID] != nil {
			yield(*r.turns[t.ID], nil)
		}
	}
}

// Redecide is [Redecide] with the documents that the what-if has at hand.
func (w *WhatIf) Redecide(ctx context.Context, e schemas.Entity) (decisions int, diffs []Difference, err error) {
	return redecide(ctx, w.past, e)
}

// messagesOf are the messages of a boundary, each whole. A record that can't be read is
// an error.
func messagesOf(ctx context.Context, log bus.Log, e schemas.Entity) iter.Seq2[[]schemas.Record, error] {
	return func(yield func([]schemas.Record, error) bool) {
		var message []schemas.Record
		for r, err := range log.Read(ctx, bus.Of(e)) {
			if err == nil {
				err = r.Err
			}
			if err != nil {
				yield(nil, fmt.Errorf("read %s at %d: %w", e, r.Seq, err))
				return
			}
			if message = append(message, r); !r.Last {
				continue
			}
			if !yield(message, nil) {
				return
			}
			message = nil
		}
	}
}

// retaker goes through one session.
type retaker struct {
	*WhatIf
	chosen   func(schemas.TurnID) bool
	recorded *turn.Session // as the book has it
	same     *turn.Session // equal to recorded, to be decided on; nil where it must be made
	other    *turn.Session // as it would be for the turn in otherTurn; nil where it is as recorded
	turn     schemas.TurnID
	turns    map[schemas.TurnID]*Retaken // chosen ones that have not ended
}

// message takes the decisions of one message again, once for each chosen turn in it, and
// folds it as it is.
func (r *retaker) message(ctx context.Context, message []schemas.Record) error {
	for _, id := range turnsOf(message) {
		if !r.chosen(id) {
			continue
		}
		if r.turns[id] == nil {
			r.turns[id] = &Retaken{Session: schemas.SessionID(r.recorded.Entity.ID), Turn: id}
		}
		if r.turns[id].Unknown != nil || message[0].Seq < r.change.From {
			continue
		}
		if err := r.retake(ctx, message, r.turns[id]); err != nil {
			return fmt.Errorf("decide turn %s again at %d: %w", id, message[0].Seq, err)
		}
	}
	// Who was not decided on falls behind.
	if r.same != nil && r.same.Seq != message[0].Seq {
		r.same = nil
	}
	if r.other != nil && r.other.Seq != message[0].Seq {
		if fold(r.other, message) != nil {
			r.other = nil // it has gone too far to take in what the book has
		}
	}
	return fold(r.recorded, message)
}

func fold(s *turn.Session, message []schemas.Record) error {
	for _, r := range message {
		if err := s.Evolve(r); err != nil {
			return err
		}
	}
	return nil
}

// over are the chosen turns that have ended.
func (r *retaker) over() (ids []schemas.TurnID) {
	for id := range r.turns {
		switch r.recorded.Turns[id].Status {
		case schemas.TurnCompleted, schemas.TurnCancelled, schemas.TurnFailed:
			ids = append(ids, id)
			if r.turn == id {
				r.other, r.turn = nil, ""
			}
		}
	}
	return ids
}

// retake takes one message's decisions of one turn again.
func (r *retaker) retake(ctx context.Context, message []schemas.Record, t *Retaken) error {
	s := r.stateFor(t.Turn)
	in, basis, ok, err := turn.RecordedInput(message, func(b schemas.Basis) (turn.Timeline, error) {
		return timelineOf(ctx, r.log, r.recorded, message[0], b)
	})
	if err != nil || !ok {
		return err
	}
	if len(r.change.Context) > 0 {
		if in, err = s.Suppose(t.Turn, in, r.change.screen); err != nil {
			return err
		}
	}
	w, err := r.world(ctx, s, in, message[0], basis)
	if err != nil {
		return err
	}
	drafts, err := turn.Decide(s, w, in)
	if no := (*turn.Refused)(nil); err != nil && !errors.As(err, &no) {
		return err
	}
	seq := message[0].Seq
	decided := draftsOf(drafts, t.Turn)
	t.compare(recordsOf(message, t.Turn), decided)
	s.Settle(seq)
	switch {
	case t.Unknown != nil:
		r.same, r.other, r.turn = nil, nil, ""
	case len(compare(message, drafts)) == 0 && len(r.change.Context) == 0:
		r.same, r.other, r.turn = s, nil, ""
	default:
		r.same, r.other, r.turn = nil, s, t.Turn
	}
	return nil
}

// stateFor is the state that a turn's next decision is taken on, free to be folded.
func (r *retaker) stateFor(id schemas.TurnID) *turn.Session {
	switch {
	case r.other != nil && r.turn == id:
		return r.other
	case r.same != nil && r.same.Seq == r.recorded.Seq:
		s := r.same
		r.same = nil
		return s
	}
	return r.recorded.Clone()
}

// world is the changed world of a decision: its basis, and the documents that only the
// changed screen speaks of, as they stood before it.
func (r *retaker) world(ctx context.Context, s *turn.Session, in turn.Input, first schemas.Record, basis schemas.Basis) (agents.World, error) {
	w, err := r.past.world(ctx, first.Vendor, basis)
	if err != nil {
		return w, err
	}
	w.Now = first.Time
	if len(r.change.Context) > 0 {
		for _, id := range turn.Documents(s, in) {
			e := playbookEntity(first.Vendor, id)
			if _, known := w.Basis[e.String()]; known {
				continue
			}
			if _, err := schemas.ParseID[schemas.PlaybookID]("playbook_id", string(id)); err != nil {
				continue // a context may name anything
			}
			k, err := r.past.at(ctx, e, first.Seq-1)
			if err != nil {
				return w, err
			}
			w.Playbooks[id], w.Basis[e.String()] = k.playbook, k.seq
		}
	}
	return r.change.world(w)
}

// turnsOf are the turns that a message has events of, in their order.
func turnsOf(message []schemas.Record) (ids []schemas.TurnID) {
	seen := make(map[schemas.TurnID]bool, 2)
	for _, r := range message {
		if r.Turn != "" && !seen[r.Turn] {
			seen[r.Turn] = true
			ids = append(ids, r.Turn)
		}
	}
	return ids
}
