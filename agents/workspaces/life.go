package workspaces

import (
	"context"
	"errors"

	"turnbook/agents/checkout"
	"turnbook/schemas"
)

// create records a workspace, once.
func (s *Service) create(ctx context.Context, v schemas.VendorID, id schemas.WorkspaceID, by actor, e schemas.WorkspaceCreated) error {
	_, err := s.book.append(ctx, s, workspaceEntity(v, id), by, func(f fold) ([]schemas.Event, error) {
		if f.(*Workspace).exists() {
			return nil, nil
		}
		return []schemas.Event{e}, nil
	})
	return err
}

// Archive takes a workspace out of use, or back into it. Nothing is launched in an
// archived one, and nobody is woken there.
func (s *Service) Archive(ctx context.Context, v schemas.VendorID, id schemas.WorkspaceID, archived bool, by schemas.UserID) error {
	w, err := s.Workspace(ctx, v, id)
	if err != nil {
		return err
	}
	if w.Checkout.Kind == schemas.LocalCheckout {
		return refuse(schemas.CodeInvalidLaunch, "workspace %s is its project's own folder; it can't be archived", id)
	}
	_, err = s.book.append(ctx, s, workspaceEntity(v, id), actor{name: "user/" + string(by)}, func(f fold) ([]schemas.Event, error) {
		switch is := f.(*Workspace).Archived; {
		case is == archived:
			return nil, nil
		case archived:
			return []schemas.Event{schemas.WorkspaceArchived{}}, nil
		}
		return []schemas.Event{schemas.WorkspaceUnarchived{}}, nil
	})
	s.stir(place{v, id})
	return err
}

// Remove takes a workspace's checkout away; its conversation stays in the book. It is
// refused while a turn runs there.
func (s *Service) Remove(ctx context.Context, v schemas.VendorID, id schemas.WorkspaceID, by schemas.UserID) error {
	w, err := s.Workspace(ctx, v, id)
	switch {
	case err != nil:
		return err
	case w.Checkout.Kind == schemas.LocalCheckout:
		return refuse(schemas.CodeInvalidLaunch, "workspace %s is its project's own folder; it is not taken away", id)
	case w.Removed:
		return nil
	}
	at := place{v, id}
	busy, err := s.busy(ctx, at)
	if err != nil {
		return err
	}
	if busy {
		return refuse(schemas.CodeTurnRunning, "a turn runs in workspace %s; stop it first", id)
	}
	return s.remove(ctx, at, *w, "", actor{name: "user/" + string(by)})
}

// remove takes a checkout away and records what came of it. A failure is recorded, and
// told to whoever asked.
func (s *Service) remove(ctx context.Context, at place, w Workspace, h schemas.HandleID, by actor) error {
	err := error(nil)
	if !w.shared() {
		err = s.o.Checkouts.Remove(ctx, w.Place())
	}
	left := ""
	var kept *checkout.LeftError
	if errors.As(err, &kept) {
		left, err = kept.Error(), nil
	}
	_, failed := s.book.append(ctx, s, workspaceEntity(at.vendor, at.id), by, func(f fold) ([]schemas.Event, error) {
		switch {
		case f.(*Workspace).Removed:
			return nil, nil
		case err != nil:
			return []schemas.Event{schemas.WorkspaceRemovalFailed{Handle: h, Reason: err.Error()}}, nil
		}
		return []schemas.Event{schemas.WorkspaceRemoved{Handle: h, Left: left}}, nil
	})
	return errors.Join(err, failed)
}

// shared says whether the checkout is another workspace's: a sub-agent's that works in
// its parent's.
func (w *Workspace) shared() bool { return w.Checkout.Kind == schemas.LocalCheckout || w.Shared }

// busy says whether a turn runs or waits in a workspace's session.
func (s *Service) busy(ctx context.Context, at place) (bool, error) {
	busy := false
	err := s.session(ctx, at, func(t sessionView) { busy = t.busy })
	return busy, err
}
