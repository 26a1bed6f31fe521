package web

import (
	"context"

	"turnbook/projections"
	"turnbook/schemas"
)

type moduleQuery struct {
	ID      string `path:"id" doc:"the playbook"`
	Module  string `path:"module" doc:"the module"`
	Session string `query:"session" doc:"lay this session's unflushed steps over the saved tree"`
}

type moduleAnswer struct {
	Standing
	projections.ModuleTree
}

// getOutline is a playbook without its tasks: what a screen needs to make room for them.
func (r *rest) getOutline(ctx context.Context, in *playbookQuery, _ none) (playbookAnswer, error) {
	return r.playbookRead(ctx, in, func(id schemas.PlaybookID, session schemas.SessionID) (projections.PlaybookTree, projections.AsOf, error) {
		return r.o.Store.PlaybookPart(ctx, r.o.Vendor, id, session, projections.Part{Activity: true})
	})
}

// getModule is one module as of a position: who follows the log goes on from its cursor,
// for this module alone.
func (r *rest) getModule(ctx context.Context, in *moduleQuery, _ none) (moduleAnswer, error) {
	id, err := schemas.ParseID[schemas.PlaybookID]("playbook", in.ID)
	if err != nil {
		return moduleAnswer{}, err
	}
	module, err := schemas.ParseID[schemas.ModuleID]("module", in.Module)
	if err != nil {
		return moduleAnswer{}, err
	}
	session, err := parseID[schemas.SessionID]("session", in.Session)
	if err != nil {
		return moduleAnswer{}, err
	}
	fresh := r.fresh(ctx)
	tree, asOf, err := r.o.Store.ModuleTree(ctx, r.o.Vendor, id, module, session)
	return moduleAnswer{r.standing(asOf), tree}, orBehind(fresh, err)
}
