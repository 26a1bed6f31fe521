package worker

import (
	"context"

	"turnbook/agents"
	"turnbook/agents/documents"
	"turnbook/schemas"
)

// TakeLock gives a user a playbook's edit lock for a while; again, to renew it. A
// [*documents.Refusal] says who has it. takeOver takes it from whoever has it.
func (rt *Runtime) TakeLock(ctx context.Context, v schemas.VendorID, user schemas.UserID, id schemas.PlaybookID, takeOver bool) (schemas.EditLockTaken, error) {
	var taken schemas.EditLockTaken
	err := rt.live(ctx, v, user, id, func(w agents.World) (schemas.Event, *documents.Refusal) {
		e, no := documents.TakeLock(w, id, user, takeOver)
		taken, _ = e.(schemas.EditLockTaken)
		return e, no
	})
	return taken, err
}

// ReleaseLock lets go of a playbook's edit lock.
func (rt *Runtime) ReleaseLock(ctx context.Context, v schemas.VendorID, user schemas.UserID, id schemas.PlaybookID) error {
	return rt.live(ctx, v, user, id, func(w agents.World) (schemas.Event, *documents.Refusal) {
		return documents.ReleaseLock(w, id, user), nil
	})
}

// Publish brings a draft into force.
func (rt *Runtime) Publish(ctx context.Context, v schemas.VendorID, user schemas.UserID, id schemas.PlaybookID) error {
	return rt.live(ctx, v, user, id, func(w agents.World) (schemas.Event, *documents.Refusal) { return documents.Publish(w, id, user) })
}

// Archive takes a playbook out of use.
func (rt *Runtime) Archive(ctx context.Context, v schemas.VendorID, user schemas.UserID, id schemas.PlaybookID) error {
	return rt.live(ctx, v, user, id, func(w agents.World) (schemas.Event, *documents.Refusal) { return documents.Archive(w, id, user) })
}

// live writes one event of a playbook's life, as decided on it as it stands.
func (rt *Runtime) live(ctx context.Context, v schemas.VendorID, user schemas.UserID, id schemas.PlaybookID, decide func(agents.World) (schemas.Event, *documents.Refusal)) error {
	by := draftBy{key: rt.o.NewID(), actor: "user/" + string(user)}
	_, _, err := rt.appendTo(ctx, playbookEntity(v, id), by.key, func(w agents.World, _ uint64) ([]schemas.Draft, error) {
		e, no := decide(w)
		switch {
		case no != nil:
			return nil, no
		case e == nil:
			return nil, nil
		}
		return []schemas.Draft{by.draft(e, schemas.Subject{Playbook: id})}, nil
	})
	return err
}
