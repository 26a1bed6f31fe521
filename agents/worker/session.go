package worker

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"turnbook/agents/turn"
	"turnbook/bus"
	"turnbook/schemas"
)

// session folds one session and is its only writer in this process.
type session struct {
	rt     *Runtime
	entity schemas.Entity
	poked  chan struct{} // holds one token when something was appended

	mu    sync.Mutex
	state *turn.Session // nil where it must be folded
	cut   chan struct{} // closed when a message waits that cuts the running turn; nil where no tool looks

	attending chan struct{} // holds one token while somebody runs its effects
}

// conflicts is how often a decision is taken anew when somebody else appended.
const conflicts = 8

func (s *session) idle() bool {
	return len(s.attending) == 0
}

// load folds the session if it isn't. mu must be held.
func (s *session) load(ctx context.Context) error {
	if s.state != nil {
		return nil
	}
	s.state = turn.NewSession(s.entity)
	return s.foldNews(ctx)
}

// catchUp folds what others appended since the fold. mu must be held.
func (s *session) catchUp(ctx context.Context) error {
	if s.state == nil {
		return s.load(ctx)
	}
	last, err := s.rt.o.Log.Last(ctx, s.entity)
	if err != nil || last == s.state.Seq {
		return err
	}
	return s.foldNews(ctx)
}

// foldNews folds what the log has beyond the state. On an error there is no state.
func (s *session) foldNews(ctx context.Context) error {
	state := s.state
	s.state = nil
	q := bus.Of(s.entity)
	q.After = schemas.Position{Seq: state.Seq, Index: endOfMessage}
	for r, err := range s.rt.o.Log.Read(ctx, q) {
		if err != nil {
			return fmt.Errorf("fold session %s: %w", s.entity.ID, err)
		}
		if r.Err != nil {
			return fmt.Errorf("fold session %s at %d: %w", s.entity.ID, r.Seq, r.Err)
		}
		if err := state.Evolve(r); err != nil {
			return fmt.Errorf("fold session %s at %d: %w", s.entity.ID, r.Seq, err)
		}
	}
	s.state = state
	return nil
}

// knows says whether a turn is in the book.
func (s *session) knows(ctx context.Context, id schemas.TurnID) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.load(ctx); err != nil {
		return false, err
	}
	if _, known := s.state.Turns[id]; known {
		return true, nil
	}
	// Another process may have appended it since the fold.
	if err := s.catchUp(ctx); err != nil {
		return false, err
	}
	_, known := s.state.Turns[id]
	return known, nil
}

// decide lets the engine decide on an input and appends what follows. When somebody
// else appended meanwhile, it folds anew and decides again.
func (s *session) decide(ctx context.Context, in turn.Input) ([]schemas.Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for range conflicts {
		if err := s.load(ctx); err != nil {
			return nil, err
		}
		records, err := s.decideOnce(ctx, in)
		if !errors.Is(err, bus.ErrConflict) {
			return records, err
		}
	}
	return nil, fmt.Errorf("session %s: %d decisions in a row were overtaken: %w", s.entity.ID, conflicts, bus.ErrConflict)
}

func (s *session) decideOnce(ctx context.Context, in turn.Input) ([]schemas.Record, error) {
	playbooks := turn.Documents(s.state, in)
	if _, answer := in.(turn.Answer); answer {
		if err := s.rt.books.current(ctx, s.entity.Vendor, playbooks); err != nil {
			return nil, err
		}
	}
	w, release, err := s.rt.books.world(ctx, s.entity.Vendor, playbooks)
	if err != nil {
		return nil, err
	}
	w.Now = s.rt.now()
	drafts, refused := turn.Decide(s.state, w, in)
	release()
	var no *turn.Refused
	if refused != nil && !errors.As(refused, &no) {
		s.state = nil
		return nil, refused
	}
	if len(drafts) == 0 {
		return nil, refused
	}
	records, err := s.rt.o.Log.Append(ctx, s.entity, s.state.Seq, w.Now, drafts...)
	if err != nil {
		// Decide has folded what is not in the book.
		s.state = nil
		return nil, err
	}
	s.state.Settle(records[0].Seq)
	s.rt.tell(s, records)
	select {
	case s.poked <- struct{}{}:
	default:
	}
	return records, refused
}

// next is what the session waits for.
func (s *session) next(ctx context.Context) ([]turn.Effect, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.load(ctx); err != nil {
		return nil, err
	}
	return turn.Next(s.state), nil
}
