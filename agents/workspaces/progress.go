package workspaces

import (
	"context"
	"errors"

	"turnbook/agents/handles"
	"turnbook/schemas"
)

// progress records what a sub-agent tells on its way, and tells its parent: once for each
// call. A parent that is busy reads it when its turn has ended; one that did not ask for
// the work is not set to any by it.
func (s *Service) progress(ctx context.Context, at place, call schemas.CallID, text string) (refused, err error) {
	w, err := s.Workspace(ctx, at.vendor, at.id)
	if err != nil {
		return nil, err
	}
	if w.Parent == "" {
		return refuse(schemas.CodeInvalidScope, "there is nobody to report to: your last message is your answer"), nil
	}
	records, err := s.decide(ctx, at.vendor, w.Handle, handles.Progress{Call: call, Text: text})
	var no *handles.Refused
	if errors.As(err, &no) {
		return no, nil
	}
	if err != nil || len(records) == 0 {
		return nil, err
	}
	if h, err := s.Handle(ctx, at.vendor, w.Handle); err != nil || h.Unattended() {
		return nil, err
	}
	parent := place{at.vendor, w.Parent}
	message := "Sub-agent " + string(w.ID) + " (" + w.Title + ") tells on its way:\n\n" + text
	goesOn := schemas.HandleID("")
	if h, err := s.goesOn(ctx, parent); err == nil && h != nil {
		goesOn = h.ID
	}
	return nil, s.tell(ctx, parent, schemas.FromProgress, message, "progress."+string(call), goesOn, []string{string(w.Handle)}, true)
}

// detach has the owner of a delegated turn woken for it, since it waits no more.
func (s *Service) detach(ctx context.Context, v schemas.VendorID, h schemas.HandleID, reason string) error {
	_, err := s.decide(ctx, v, h, handles.Detach{Reason: reason})
	return err
}

// reasonToDetach is why a wait was given up.
func reasonToDetach(cut <-chan struct{}) (reason, note string) {
	select {
	case <-cut:
		return handles.MessageWaiting, "A message waits for you, so you do not wait any more."
	default:
		return handles.WaitExceeded, "It takes longer than you wait."
	}
}
