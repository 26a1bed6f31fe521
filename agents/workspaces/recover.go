package workspaces

import (
	"context"
	"errors"
	"slices"

	"turnbook/agents/handles"
	"turnbook/agents/launch"
	"turnbook/agents/turn"
	"turnbook/schemas"
)

// recover makes good what a crash left half done (workspace-turns.md 6.7). The engine
// resumes the turns themselves; here, what stands beside them is brought in line: ends
// that nobody settled, messages that were not sent, disposable workspaces, outcomes that
// nobody was told of. One that can't be mended blocks nobody else.
func (s *Service) recover(ctx context.Context) {
	for _, v := range s.book.vendors() {
		hs, err := s.Handles(ctx, v)
		if err != nil {
			s.lg.Error("delegated turns not recovered", "vendor", v, "err", err)
			continue
		}
		for _, h := range hs {
			if err := s.recoverHandle(ctx, v, h); err != nil {
				s.lg.Error("delegated turn not recovered", "handle", h.ID, "err", err)
			}
		}
		s.report("slots", place{vendor: v}, s.startQueued(ctx, v))
		for _, owner := range owners(hs) {
			s.stir(place{v, owner})
		}
	}
}

func owners(hs []*handles.Handle) []schemas.WorkspaceID {
	var out []schemas.WorkspaceID
	for _, h := range hs {
		if !slices.Contains(out, h.Launched.Owner) {
			out = append(out, h.Launched.Owner)
		}
	}
	return out
}

// vendors are those that have workspaces.
func (b *book) vendors() []schemas.VendorID {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []schemas.VendorID
	for e := range b.folds {
		if !slices.Contains(out, e.Vendor) {
			out = append(out, e.Vendor)
		}
	}
	slices.Sort(out)
	return out
}

func (s *Service) recoverHandle(ctx context.Context, v schemas.VendorID, h *handles.Handle) error {
	at := place{v, h.Launched.Workspace}
	if h.Ended() && h.Launched.Disposable {
		s.dispose(ctx, v, h)
	}
	if h.Status == schemas.HandleQueued && h.Launched.Kind == schemas.AgentTask {
		return nil // it waits for a slot
	}
	var seen sessionView
	if err := s.session(ctx, at, func(x sessionView) { seen = x }); err != nil {
		return err
	}
	switch status, known := seen.turns[h.Launched.Turn]; {
	case !known && h.Active():
		return ignoreSettled(s.dispatch(ctx, v, h))
	case !known, status == schemas.TurnQueued, status == schemas.TurnRunning:
		return nil
	case seen.continues(h.ID):
		return s.seeAgain(ctx, at, h.ID, seen)
	}
	// Its turns' ends may have been missed; told again they change nothing.
	for _, id := range seen.endedFor(h.ID) {
		if err := s.endedOnce(ctx, at, id, true); err != nil {
			return err
		}
	}
	return nil
}

// seeAgain brings back a handle whose next turn is at work: the crash may have come before
// its start was heard of.
func (s *Service) seeAgain(ctx context.Context, at place, h schemas.HandleID, seen sessionView) error {
	for id, d := range seen.under {
		if d.Handle == h && seen.turns[id] == schemas.TurnRunning {
			_, err := s.decide(ctx, at.vendor, h, handles.Seen{Turn: id, Ended: seen.order})
			return err
		}
	}
	return nil
}

// startTask makes a waiting sub-agent's checkout, gives it its slot, and has its message
// sent. One that can't be started is settled, with the reason; one that was stopped
// meanwhile is left alone.
func (s *Service) startTask(ctx context.Context, v schemas.VendorID, h *handles.Handle) error {
	no, err := s.checkOutTask(ctx, v, h)
	if err != nil {
		return err
	}
	if no != nil {
		_, err := s.decide(ctx, v, h.ID, handles.Unsent{Code: no.Code, Error: no.Detail})
		return err
	}
	_, err = s.decide(ctx, v, h.ID, handles.Accepted{Turn: h.Launched.Turn})
	if over := (*handles.Refused)(nil); errors.As(err, &over) {
		return nil
	}
	if err == nil {
		s.aside(func(ctx context.Context) {
			s.report("start", place{v, h.Launched.Workspace}, ignoreSettled(s.dispatch(ctx, v, h)))
		})
	}
	return err
}

// checkOutTask makes a waiting sub-agent's checkout, where it is to have one of its own.
func (s *Service) checkOutTask(ctx context.Context, v schemas.VendorID, h *handles.Handle) (*launch.Refusal, error) {
	w, err := s.Workspace(ctx, v, h.Launched.Workspace)
	if err != nil || w.Shared || w.Checkout.Path != "" {
		return nil, err
	}
	e := w.WorkspaceCreated
	if no := (&launching{s: s}).checkOut(ctx, &e); no != nil {
		return no, nil
	}
	st, err := s.o.Checkouts.Status(ctx, (&Workspace{WorkspaceCreated: e}).Place())
	if err != nil {
		s.lg.Warn("head of a new checkout not read", "workspace", w.ID, "err", err)
	}
	return nil, s.provisioned(ctx, v, w.ID, e.Checkout.Path, st.Head)
}

// ignoreSettled passes over that a message was not taken: its handle is settled with the
// reason.
func ignoreSettled(err error) error {
	if no := (*launch.Refusal)(nil); errors.As(err, &no) {
		return nil
	}
	return err
}

// provisioned records that a checkout is there, once.
func (s *Service) provisioned(ctx context.Context, v schemas.VendorID, id schemas.WorkspaceID, path, head string) error {
	_, err := s.book.append(ctx, s, workspaceEntity(v, id), system, func(f fold) ([]schemas.Event, error) {
		if f.(*Workspace).Provisioned {
			return nil, nil
		}
		return []schemas.Event{schemas.WorkspaceProvisioned{Path: path, Head: head}}, nil
	})
	return err
}

// recoverUnreported asks a sub-agent that ended without its report for it, once behind
// each turn.
func (s *Service) recoverUnreported(ctx context.Context, at place, id schemas.TurnID, o turn.Outcome) error {
	if o.Delegation.Handle == "" {
		return nil
	}
	h, err := s.Handle(ctx, at.vendor, o.Delegation.Handle)
	if err != nil || !h.Active() || h.Recoveries == 0 || h.Launched.Workspace != at.id {
		return err
	}
	return s.tell(ctx, at, schemas.FromRecovery, recoveryText(o), "recovery."+string(id), h.ID, []string{string(h.ID)}, false)
}

func recoveryText(o turn.Outcome) string {
	if o.PlanLike {
		return "Your turn ended without a plan. Write it into the plan file, and call propose_plan."
	}
	if o.Stop == schemas.StopRoundsExhausted || o.Failure == schemas.CodeModelCut {
		return "Your turn was ended before you were done. Finish with what you have, and give your report as your last message."
	}
	return "Your turn ended without a report. Say what you found or did, as your last message."
}
