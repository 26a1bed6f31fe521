package workspaces

import (
	"context"
	"errors"
	"fmt"

	"turnbook/agents/handles"
	"turnbook/agents/turn"
	"turnbook/schemas"
)

// Retry sends the message of a delegated turn once more, whose end was a guess: it failed,
// was lost or was overtaken. It runs under the same agent, as strictly and with the same
// model; its end is the handle's next one, and its owner is told of that as of any. From its
// return on the handle is at work. Asked twice behind one end it is one turn. The error is a
// [*Refusal] where nothing can be tried.
func (s *Service) Retry(ctx context.Context, v schemas.VendorID, id schemas.HandleID) (Launched, error) {
	if err := s.admission.enter(ctx); err != nil {
		return Launched{}, err
	}
	defer s.admission.leave()
	h, err := s.Handle(ctx, v, id)
	if err != nil {
		return Launched{}, err
	}
	key := fmt.Sprintf("retry.%s.%d", h.ID, h.Generation())
	try := turn.TurnID(schemas.SessionID(h.Launched.Workspace), key)
	var seen sessionView
	if err := s.session(ctx, place{v, h.Launched.Workspace}, func(x sessionView) { seen = x }); err != nil {
		return Launched{}, err
	}
	if _, again := seen.turns[try]; !again {
		if err := s.try(ctx, v, h, key, seen); err != nil {
			return Launched{}, err
		}
	}
	if _, err := s.decide(ctx, v, h.ID, handles.Seen{Turn: try, Ended: seen.order}); err != nil {
		return Launched{}, err
	}
	if h, err = s.Handle(ctx, v, id); err != nil {
		return Launched{}, err
	}
	l := launchedOf(h)
	l.Turn = try
	return l, nil
}

// try sends a handle's message once more, where that may be.
func (s *Service) try(ctx context.Context, v schemas.VendorID, h *handles.Handle, key string, seen sessionView) error {
	if err := s.mayRetry(ctx, v, h, seen); err != nil {
		return err
	}
	w, err := s.Workspace(ctx, v, h.Launched.Workspace)
	if err != nil {
		return err
	}
	d, text := delegationOf(h), h.Launched.Prompt
	if w.Agent != "" && w.Agent != h.Launched.Agent { // what failed is a plan that was carried out
		if d, err = s.execDelegation(ctx, place{v, w.ID}, h); err != nil {
			return err
		}
		text = handOnText
	}
	d.Origin = schemas.FromRetry
	return s.send(ctx, v, d, text, key, false)
}

// mayRetry says whether a try of a handle's turn may begin. The error is a [*Refusal] where
// it may not.
func (s *Service) mayRetry(ctx context.Context, v schemas.VendorID, h *handles.Handle, seen sessionView) error {
	var no *handles.Refused
	if err := h.MayRetry(); errors.As(err, &no) {
		return refuse(no.Code, "task %s can't be tried again: %s", h.PublicID(), no.Detail)
	}
	w, err := s.Workspace(ctx, v, h.Launched.Workspace)
	switch {
	case err != nil:
		return err
	case w.gone():
		return refuse(schemas.CodeWorkspaceArchived, "workspace %s is archived or removed; nothing runs there", w.ID)
	case seen.busy:
		return refuse(schemas.CodeTurnRunning, "a turn runs in workspace %s; try again when it has ended", w.ID)
	}
	free, err := s.slotFree(ctx, v)
	if err == nil && !free {
		err = refuse(schemas.CodeLimitReached, "%d delegated turns are at work, and no more may be; try again when one has ended", s.o.Config.Parallel())
	}
	return err
}
