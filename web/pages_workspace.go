package web

import (
	"context"
	"net/http"
	"slices"

	"github.com/a-h/templ"

	"turnbook/projections"
	"turnbook/schemas"
)

// workspaceView is what the page of one workspace shows.
type workspaceView struct {
	workspaceCard
	Project projections.Project // zero where it is not in the tables
	Turns   []workTurn          // the last ones, the latest last
	Earlier bool                // there are turns before
	Plan    string              // the plan that waits for a yes; "" for none
	Tree    []*treeNode
	Cursor  string
}

// open says whether somebody can write here.
func (v workspaceView) open() bool { return v.Status == projections.WorkspaceActive }

// turnsOfAWorkspace is how many turns the page shows; those before are on pages of their
// own.
const turnsOfAWorkspace = 15

func (p *pages) workspace(r *http.Request) (templ.Component, error) {
	ctx, id := r.Context(), schemas.WorkspaceID(r.PathValue("id"))
	if _, _, err := p.store.Workspace(ctx, p.vendor, id); err != nil {
		return nil, err
	}
	var v workspaceView
	cards, asOf, err := p.workspaceCards(ctx)
	if err != nil {
		return nil, err
	}
	v.workspaceCard = cards[slices.IndexFunc(cards, func(c workspaceCard) bool { return c.ID == id })]
	v.Cursor = cursorOf(asOf)
	projects, _, err := p.store.Projects(ctx, p.vendor)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(projects, func(x projections.Project) bool { return x.ID == v.workspaceCard.Project }); i >= 0 {
		v.Project = projects[i]
	}
	handles, _, err := p.store.Handles(ctx, p.vendor)
	if err != nil {
		return nil, err
	}
	v.Tree = treeOf(id, v.Title, handles)
	if p.workspaces != nil && v.open() {
		if v.Plan, err = p.workspaces.Proposed(ctx, p.vendor, id); err != nil {
			return nil, err
		}
	}
	return workspacePage(&v), p.readConversation(ctx, &v)
}

// readConversation reads the last turns of a workspace.
func (p *pages) readConversation(ctx context.Context, v *workspaceView) error {
	turns, _, err := p.store.Turns(ctx, projections.TurnFilter{Vendor: p.vendor, Session: schemas.SessionID(v.ID), Limit: turnsOfAWorkspace + 1})
	if err != nil {
		return err
	}
	v.Earlier = len(turns) > turnsOfAWorkspace
	turns, _ = firstOf(turns, turnsOfAWorkspace)
	slices.Reverse(turns)
	for _, t := range turns {
		w, err := p.readWork(ctx, t)
		if err != nil {
			return err
		}
		v.Turns = append(v.Turns, w)
	}
	return nil
}
