package workspaces

import (
	"context"

	"turnbook/agents/handles"
	"turnbook/agents/launch"
	"turnbook/schemas"
)

// An admission lets one launch in at a time. Limits and names are counted in it, and it is
// held until what was counted is in the book: git is asked in it and checkouts are made,
// and nothing is sent but a retry, whose message is its record.
type admission chan struct{}

// enter waits for whoever is in there, or gives up with ctx.
func (a admission) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err // else a free admission would be taken now and then
	}
	select {
	case a <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (a admission) leave() { <-a }

// enter admits and records a launch. It returns the handle whose message is to be sent;
// none where the same command came before, or the launch waits for a slot.
func (l *launching) enter(ctx context.Context) (*handles.Handle, error) {
	if err := l.s.admission.enter(ctx); err != nil {
		return nil, err
	}
	defer l.s.admission.leave()
	if _, err := l.s.Handle(ctx, l.c.Vendor, l.handle); err == nil {
		return nil, nil
	}
	v, err := l.admit(ctx)
	if err != nil {
		return nil, err
	}
	return l.carryOut(ctx, v)
}

// startQueued starts sub-agents that wait for a slot, oldest first. Each is sent on its
// own: one whose workspace is slow to take its message holds up nobody else's.
func (s *Service) startQueued(ctx context.Context, v schemas.VendorID) error {
	if err := s.admission.enter(ctx); err != nil {
		return err
	}
	defer s.admission.leave()
	hs, err := s.Handles(ctx, v)
	if err != nil {
		return err
	}
	for _, h := range hs {
		if h.Status != schemas.HandleQueued || h.Launched.Kind != schemas.AgentTask {
			continue
		}
		free, err := s.slotFree(ctx, v)
		if err != nil || !free {
			return err
		}
		if err := s.startTask(ctx, v, h); err != nil {
			return err
		}
	}
	return nil
}

// slotFree says whether one more delegated turn may run.
func (s *Service) slotFree(ctx context.Context, v schemas.VendorID) (bool, error) {
	all, err := s.held(ctx, v)
	return launch.Slots(all) < s.o.Config.Parallel(), err
}

// held are the delegated turns of all owners, as a launch counts them.
func (s *Service) held(ctx context.Context, v schemas.VendorID) ([]launch.Held, error) {
	hs, err := s.Handles(ctx, v)
	var all []launch.Held
	for _, h := range hs {
		all = append(all, launch.Held{
			Handle: h.ID, Kind: h.Launched.Kind, Owner: h.Launched.Owner, Workspace: h.Launched.Workspace,
			Status: h.Status, Created: h.Launched.CreatedWorkspace, Waits: s.waiting(h.ID),
		})
	}
	return all, err
}
