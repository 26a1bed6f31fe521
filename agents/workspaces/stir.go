package workspaces

import (
	"context"
	"errors"
	"slices"

	"turnbook/agents/handles"
	"turnbook/agents/turn"
	"turnbook/schemas"
)

// A stir is one look after an owner under way. Only one is; what comes meanwhile makes
// it look again.
type stir struct{ again bool }

// stir looks after an owner: which outcomes it is to be told of, now.
func (s *Service) stir(at place) {
	s.mu.Lock()
	if now, ok := s.stirring[at]; ok {
		now.again = true
		s.mu.Unlock()
		return
	}
	if s.work == nil {
		s.mu.Unlock()
		return
	}
	s.stirring[at] = &stir{}
	s.mu.Unlock()
	s.aside(func(ctx context.Context) {
		for {
			s.report("outcomes", at, s.attend(ctx, at))
			s.mu.Lock()
			now := s.stirring[at]
			if !now.again || ctx.Err() != nil {
				delete(s.stirring, at)
				s.mu.Unlock()
				return
			}
			now.again = false
			s.mu.Unlock()
		}
	})
}

// attend tells an owner of outcomes, if it is the moment (workspace-turns.md 2.12).
func (s *Service) attend(ctx context.Context, at place) error {
	mine, err := s.owned(ctx, at)
	if err != nil {
		return err
	}
	owner := handles.Owner{}
	w, err := s.Workspace(ctx, at.vendor, at.id)
	var no *Refusal
	switch {
	case errors.As(err, &no):
		owner.Gone = true
	case err != nil:
		return err
	default:
		owner.Gone = w.gone()
	}
	if err := s.session(ctx, at, func(v sessionView) { owner.Busy, owner.Interrupted, owner.Told = v.busy, v.stopped, v.told }); err != nil {
		return err
	}
	wake := handles.Attention(mine, owner)
	for id, noted := range wake.Mark {
		if _, err := s.decide(ctx, at.vendor, id, noted); err != nil {
			return err
		}
	}
	for _, h := range wake.Drop {
		if _, err := s.decide(ctx, at.vendor, h.ID, handles.OwnerGone{}); err != nil {
			return err
		}
	}
	switch {
	case wake.Do == handles.DoSend:
		return s.wake(ctx, at, wake)
	case wake.Do == handles.DoNothing && !owner.Busy && !slices.ContainsFunc(mine, (*handles.Handle).Blocks):
		return s.conclude(ctx, at)
	}
	return nil
}

// conclude looks again at a delegated turn that was put off for work of its own. That has
// ended, and nothing more comes: the end of its last turn is its own end.
func (s *Service) conclude(ctx context.Context, at place) error {
	h, err := s.goesOn(ctx, at)
	if err != nil || h == nil || h.Deferred[len(h.Deferred)-1].Reason != handles.DeferredBlocking {
		return err
	}
	var ids []schemas.TurnID
	if err := s.session(ctx, at, func(v sessionView) { ids = v.endedFor(h.ID) }); err != nil || len(ids) == 0 {
		return err
	}
	return s.endedOnce(ctx, at, ids[len(ids)-1], false)
}

// wake sends the one message that speaks of all outcomes, then notes that it was sent. A
// crash between the two is seen by the message itself.
func (s *Service) wake(ctx context.Context, at place, w handles.Wake) error {
	// What its last turn was put off for says whom the message goes on with.
	if err := s.tellEnds(ctx, at); err != nil {
		return err
	}
	key := "wake." + idOf("o", w.About...)
	goesOn := schemas.HandleID("")
	if h, err := s.goesOn(ctx, at); err != nil {
		return err
	} else if h != nil {
		goesOn = h.GoesOn()
	}
	err := s.tellOrFail(ctx, at, schemas.FromOutcome, w.Text, key, goesOn, w.About)
	var busy *turn.Refused
	if errors.As(err, &busy) {
		return nil // it began a turn meanwhile; its end looks again
	}
	if err != nil {
		return err
	}
	id := turn.TurnID(schemas.SessionID(at.id), key)
	for _, h := range w.Tell {
		if _, err := s.decide(ctx, at.vendor, h.ID, handles.Notified{Generation: h.Generation(), Turn: id}); err != nil {
			return err
		}
	}
	return nil
}

// goesOn is the delegated turn that runs in a workspace and was put off; nil for none.
func (s *Service) goesOn(ctx context.Context, at place) (*handles.Handle, error) {
	hs, err := s.Handles(ctx, at.vendor)
	for _, h := range hs {
		if h.Launched.Workspace == at.id && h.GoesOn() != "" {
			return h, err
		}
	}
	return nil, err
}

func (s *Service) tellOrFail(ctx context.Context, at place, from schemas.Origin, text, key string, goesOn schemas.HandleID, about []string) error {
	w, err := s.Workspace(ctx, at.vendor, at.id)
	if err != nil {
		return err
	}
	d := s.ownDelegation(w, from)
	d.Handle, d.About = goesOn, about
	return s.send(ctx, at.vendor, d, text, key, false)
}

// ignoreBusy passes over that a session was busy: whoever ends its turn looks again.
func ignoreBusy(err error) error {
	var busy *turn.Refused
	if errors.As(err, &busy) && busy.Code == schemas.CodeTurnRunning {
		return nil
	}
	return err
}

// changed hears what other processes wrote: owners of what settled are looked after.
func (s *Service) changed(records []schemas.Record) {
	for _, r := range records {
		if _, ok := r.Event.(schemas.HandleSettled); !ok {
			continue
		}
		s.aside(func(ctx context.Context) {
			if h, err := s.Handle(ctx, r.Vendor, schemas.HandleID(r.Entity.ID)); err == nil {
				s.stir(place{r.Vendor, h.Launched.Owner})
			}
		})
	}
}
