package workspaces

import (
	"context"
	"errors"
	"slices"

	"turnbook/agents/handles"
	"turnbook/agents/turn"
	"turnbook/schemas"
)

// Happened hears what was appended to a workspace's session: turns that started and
// turns that ended. What follows is done aside, since the session is still held.
func (s *Service) Happened(v schemas.VendorID, id schemas.WorkspaceID, records []schemas.Record) {
	at := place{v, id}
	for _, r := range records {
		switch r.Event.(type) {
		case schemas.TurnStarted:
			s.aside(func(ctx context.Context) { s.report("turn start", at, s.started(ctx, at, r.Turn)) })
		case schemas.TurnEnded:
			s.aside(func(ctx context.Context) { s.report("turn end", at, s.ended(ctx, at, r.Turn)) })
		}
	}
}

// report tells of what broke aside; the next start makes it good. What only ended with the
// program is not told.
func (s *Service) report(what string, at place, err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		s.lg.Error("event of a workspace not followed up", "type", what, "workspace", at.id, "err", err)
	}
}

// started saves the agent that a workspace's turn runs under, and brings back a handle
// that was taken for gone.
func (s *Service) started(ctx context.Context, at place, id schemas.TurnID) error {
	var v sessionView
	if err := s.session(ctx, at, func(seen sessionView) { v = seen }); err != nil {
		return err
	}
	d, found := v.under[id]
	if !found {
		var o turn.Outcome
		o, found = v.outcomes[id]
		d = o.Delegation
	}
	if !found {
		return nil
	}
	err := s.remember(ctx, at, id, d, v)
	if err == nil && d.Handle != "" {
		_, err = s.decide(ctx, at.vendor, d.Handle, handles.Seen{Turn: id, Ended: v.order})
	}
	return err
}

// remember saves what a workspace's turn runs under, where it is no override and no later
// turn has saved its own.
func (s *Service) remember(ctx context.Context, at place, id schemas.TurnID, d schemas.Delegation, v sessionView) error {
	saved, ok := handles.Saved(id, d)
	if !ok {
		return nil
	}
	_, err := s.book.append(ctx, s, workspaceEntity(at.vendor, at.id), system, func(f fold) ([]schemas.Event, error) {
		w := f.(*Workspace)
		had, ok := w.Choices[saved.Agent]
		same := ok && w.Saved == saved.Agent && had.Model == saved.Model && had.ThinkingLevel == saved.Thinking
		if same || w.savedBy != "" && v.began(id, w.savedBy) {
			return nil, nil
		}
		return []schemas.Event{saved}, nil
	})
	return err
}

// ended tells the handles of a workspace that a turn of it ended, then looks after its
// owners and after the workspace itself.
func (s *Service) ended(ctx context.Context, at place, id schemas.TurnID) error {
	return s.endedOnce(ctx, at, id, false)
}

// endedOnce is ended, of a turn that is heard of as it ends or that is found in history.
func (s *Service) endedOnce(ctx context.Context, at place, id schemas.TurnID, recovered bool) error {
	var (
		o     turn.Outcome
		v     sessionView
		known bool
	)
	if err := s.session(ctx, at, func(seen sessionView) { v = seen; o, known = seen.outcomes[id] }); err != nil || !known {
		return err
	}
	if o.Ran {
		// A crash may have come between its start and what was to be saved of it.
		if err := s.remember(ctx, at, id, o.Delegation, v); err != nil {
			return err
		}
	}
	hs, err := s.Handles(ctx, at.vendor)
	if err != nil {
		return err
	}
	for _, h := range hs {
		if h.Launched.Workspace != at.id {
			continue
		}
		for _, turn := range append(v.unheard(h, id), id) {
			if err := s.tellEnd(ctx, at, h, turn, v, hs, recovered); err != nil {
				return err
			}
		}
	}
	if o.Stop == schemas.StopCancelled && o.Ran {
		if err := s.interruptBelow(ctx, at); err != nil {
			return err
		}
	}
	if len(v.endedSince(id)) == 0 { // behind any other end something came already
		if err := errors.Join(s.handOn(ctx, at, id, o), s.nudge(ctx, at, id, v, o), s.recoverUnreported(ctx, at, id, o)); err != nil {
			return err
		}
	}
	s.stir(at)
	return nil
}

// tellEnds tells the handles of a workspace of the ends that they were not told of yet.
func (s *Service) tellEnds(ctx context.Context, at place) error {
	var v sessionView
	if err := s.session(ctx, at, func(seen sessionView) { v = seen }); err != nil {
		return err
	}
	hs, err := s.Handles(ctx, at.vendor)
	for _, h := range hs {
		if h.Launched.Workspace != at.id {
			continue
		}
		for _, turn := range v.unheard(h, "") {
			err = errors.Join(err, s.tellEnd(ctx, at, h, turn, v, hs, false))
		}
	}
	return err
}

// tellEnd tells a handle that a turn of its workspace ended.
func (s *Service) tellEnd(ctx context.Context, at place, h *handles.Handle, id schemas.TurnID, v sessionView, all []*handles.Handle, recovered bool) error {
	o := v.outcomes[id]
	in := handles.Ended{Turn: id, Stop: o.Stop, Code: o.Failure, Error: o.Closing, Report: o.Report, Later: s.later(at, h, id, v, all)}
	in.Later.Recovered = recovered
	_, err := s.decide(ctx, at.vendor, h.ID, in)
	return err
}

// later is what is known beside a turn's end. It is heard of when it has ended, and the
// turns behind it may have ended too by then: their order counts, not who is heard first.
func (s *Service) later(at place, h *handles.Handle, id schemas.TurnID, v sessionView, all []*handles.Handle) handles.Later {
	o, since := v.outcomes[id], v.endedSince(id)
	l := handles.Later{
		Correlated: o.Delegation.Handle == h.ID,
		Continues:  v.continues(h.ID),
		NewInput:   v.busy || len(since) > 0,
		Waiting:    s.awaited(at.vendor, h.ID),
	}
	if !l.Correlated {
		// A turn that ended before the handle's own says nothing of it, nor does a message
		// that was taken back.
		l.Older = !o.Ran || !slices.Contains(v.order, h.Launched.Turn) || slices.Contains(since, h.Launched.Turn)
	}
	if l.Correlated {
		l.Followed = slices.ContainsFunc(since, func(x schemas.TurnID) bool { return v.outcomes[x].Delegation.Handle == h.ID })
		l.Blocked = slices.ContainsFunc(all, func(x *handles.Handle) bool { return x.Launched.Owner == at.id && x.Blocks() })
		if h.Launched.Kind == schemas.AgentTask {
			l.Unreported = o.Stop != schemas.StopPlanProposed && (o.Report == "" || o.PlanLike)
		}
	}
	return l
}

// settled follows a handle's end: waiters are there already, by the book's change; a
// disposable workspace goes, a queued sub-agent gets the slot, and the owner is told.
func (s *Service) settled(_ context.Context, v schemas.VendorID, id schemas.HandleID) {
	s.aside(func(ctx context.Context) {
		h, err := s.Handle(ctx, v, id)
		if err != nil {
			s.lg.Error("settled turn not found", "handle", id, "err", err)
			return
		}
		if h.Ended() && h.Launched.Disposable {
			s.dispose(ctx, v, h)
		}
		s.report("slots", place{v, h.Launched.Owner}, s.startQueued(ctx, v))
		s.stir(place{v, h.Launched.Owner})
	})
}

// dispose takes a settled turn's workspace away. What fails is recorded, and changes
// nothing of the outcome.
func (s *Service) dispose(ctx context.Context, v schemas.VendorID, h *handles.Handle) {
	w, err := s.Workspace(ctx, v, h.Launched.Workspace)
	if err == nil && !w.Removed {
		err = s.remove(ctx, place{v, w.ID}, *w, h.ID, system)
	}
	if err != nil {
		s.lg.Warn("disposable workspace not removed", "workspace", h.Launched.Workspace, "err", err)
	}
}

// nudge asks a workspace whose turn ended to wait for the work that it has to wait for,
// once behind each turn.
func (s *Service) nudge(ctx context.Context, at place, id schemas.TurnID, v sessionView, o turn.Outcome) error {
	mine, err := s.owned(ctx, at)
	if err != nil {
		return err
	}
	text, about := handles.Nudge(mine, handles.TurnEnd{Interrupted: o.Stop == schemas.StopCancelled, Waiting: v.busy, Nudges: v.nudges})
	if text == "" {
		return nil
	}
	return s.tell(ctx, at, schemas.FromNudge, text, "nudge."+string(id), o.Delegation.Handle, about, false)
}

// tell sends a message of the program's own into a workspace. A workspace that is busy,
// or gone, is left alone.
func (s *Service) tell(ctx context.Context, at place, from schemas.Origin, text, key string, goesOn schemas.HandleID, about []string, queue bool) error {
	w, err := s.Workspace(ctx, at.vendor, at.id)
	if err != nil || w.gone() {
		return err
	}
	d := s.ownDelegation(w, from)
	d.Handle, d.About = goesOn, about
	if from == schemas.FromMonitor {
		d.Dispatch = schemas.AtToolEnd
	}
	return ignoreBusy(s.send(ctx, at.vendor, d, text, key, queue))
}
