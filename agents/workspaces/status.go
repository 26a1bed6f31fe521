package workspaces

import (
	"context"

	"turnbook/agents/checkout"
	"turnbook/agents/turn"
	"turnbook/schemas"
)

// Status is what git says of a workspace's checkout now. The error is a [*Refusal] where
// the checkout can't be looked at.
func (s *Service) Status(ctx context.Context, v schemas.VendorID, id schemas.WorkspaceID) (checkout.Status, error) {
	w, err := s.Workspace(ctx, v, id)
	if err != nil {
		return checkout.Status{}, err
	}
	if w.Removed {
		return checkout.Status{}, refuse(schemas.CodeUnreachable, "the checkout of workspace %s was removed", id)
	}
	if there, err := s.o.Checkouts.Reachable(ctx, w.Place()); !there {
		return checkout.Status{}, refuse(schemas.CodeUnreachable, "the checkout of workspace %s can't be looked at: %s", id, whyNot(err))
	}
	return s.o.Checkouts.Status(ctx, w.Place())
}

// Proposed is the plan that waits in a workspace for a person's yes; "" for none.
func (s *Service) Proposed(ctx context.Context, v schemas.VendorID, id schemas.WorkspaceID) (plan string, err error) {
	err = s.o.Runtime.Session(ctx, v, schemas.SessionID(id), func(st *turn.Session) { plan = st.LastPlan })
	return plan, err
}
