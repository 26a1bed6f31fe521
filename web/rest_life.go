package web

import (
	"context"
	"net/http"
	"time"

	"turnbook/agents"
	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// A lock says who edits a draft, and until when unless it is renewed.
type lock struct {
	User  schemas.UserID    `json:"user"`
	Until projections.Stamp `json:"until"`
	Since projections.Stamp `json:"since" doc:"who holds it has held it from then on"`
}

// lockOf is the edit lock that a playbook's row holds; nil for none, and for one whose
// time is up.
func lockOf(p projections.Playbook) *lock {
	if p.LockedBy == "" || !p.LockedUntil.Time().After(time.Now()) {
		return nil
	}
	return &lock{p.LockedBy, p.LockedUntil, p.LockedSince}
}

type lockBody struct {
	TakeOver bool `json:"take_over,omitempty" doc:"take it from whoever has it"`
}

type locked struct {
	User  schemas.UserID `json:"user" doc:"who edits: you"`
	Until time.Time      `json:"until" doc:"take it again before, to keep it"`
}

type lived struct {
	Playbook schemas.PlaybookID `json:"playbook"`
	Status   document.Status    `json:"status" doc:"draft, published or archived"`
}

func (r *rest) lives() {
	serve(r, route{http.MethodPut, "/v1/playbooks/{id}/lock", "takeLock", 0, "Take a draft's edit lock, or renew it"}, r.takeLock)
	serve(r, route{http.MethodDelete, "/v1/playbooks/{id}/lock", "releaseLock", 0, "Let go of a draft's edit lock; nothing where it is not yours"}, r.releaseLock)
	serve(r, route{http.MethodPost, "/v1/playbooks/{id}/publish", "publishPlaybook", 0, "Bring a draft into force"}, r.publish)
	serve(r, route{http.MethodPost, "/v1/playbooks/{id}/archive", "archivePlaybook", 0, "Take a playbook out of use"}, r.archive)
}

// known is a playbook of the book. The error is a [*Problem] where there is none.
func (r *rest) known(ctx context.Context, text string) (schemas.PlaybookID, document.Status, error) {
	id, err := schemas.ParseID[schemas.PlaybookID]("playbook", text)
	if err != nil {
		return "", "", err
	}
	var status document.Status
	err = r.o.Runtime.World(ctx, r.o.Vendor, []schemas.PlaybookID{id}, func(w agents.World) {
		if p := w.Playbook(id); p.Exists() {
			status = p.Status
		}
	})
	if err == nil && status == "" {
		err = &projections.NotFoundError{What: "playbook", ID: string(id)}
	}
	return id, status, err
}

func (r *rest) takeLock(ctx context.Context, in *playbookPath, b lockBody) (locked, error) {
	id, _, err := r.known(ctx, in.ID)
	if err != nil {
		return locked{}, err
	}
	taken, err := r.o.Runtime.TakeLock(ctx, r.o.Vendor, r.o.User, id, b.TakeOver)
	return locked{taken.User, taken.Until}, err
}

func (r *rest) releaseLock(ctx context.Context, in *playbookPath, _ none) (lived, error) {
	return r.live(ctx, in, r.o.Runtime.ReleaseLock)
}

func (r *rest) publish(ctx context.Context, in *playbookPath, _ none) (lived, error) {
	return r.live(ctx, in, r.o.Runtime.Publish)
}

func (r *rest) archive(ctx context.Context, in *playbookPath, _ none) (lived, error) {
	return r.live(ctx, in, r.o.Runtime.Archive)
}

// live does one thing to a playbook's life, and says how it stands then.
func (r *rest) live(ctx context.Context, in *playbookPath, do func(context.Context, schemas.VendorID, schemas.UserID, schemas.PlaybookID) error) (lived, error) {
	id, _, err := r.known(ctx, in.ID)
	if err == nil {
		err = do(ctx, r.o.Vendor, r.o.User, id)
	}
	if err != nil {
		return lived{}, err
	}
	id, status, err := r.known(ctx, in.ID)
	return lived{id, status}, err
}
