package web

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"turnbook/projections"
	"turnbook/schemas"
)

// workspacesView is what the page of projects and workspaces shows.
type workspacesView struct {
	Projects []projectCard
	Off      bool      // this server runs no workspaces
	Now      time.Time // what "ago" counts from; zero for plain times
	Cursor   string
}

// projectCard is a project with its workspaces, those in use first.
type projectCard struct {
	projections.Project
	Workspaces []workspaceCard
}

// workspaceCard is a workspace, with what goes on in it.
type workspaceCard struct {
	projections.Workspace
	Running   projections.Turn   // its running turn; zero for none
	Last      projections.Handle // the delegated turn that ran here last; zero for none
	PlanWaits bool               // its plan waits for a person's yes
}

// agent is the agent of its next turn.
func (c workspaceCard) agent() string {
	return cmp.Or(string(c.Agent), string(c.SavedAgent), "exec")
}

// reported is what was reported last here: a report, or why there is none.
func (c workspaceCard) reported() string { return cmp.Or(c.Last.Report, c.Last.Error) }

func (p *pages) workspacesPage(r *http.Request) (templ.Component, error) {
	ctx := r.Context()
	projects, _, err := p.store.Projects(ctx, p.vendor)
	if err != nil {
		return nil, err
	}
	cards, asOf, err := p.workspaceCards(ctx)
	if err != nil {
		return nil, err
	}
	v := workspacesView{Off: p.workspaces == nil, Now: time.Now(), Cursor: cursorOf(asOf)}
	for _, project := range projects {
		card := projectCard{Project: project}
		for _, w := range cards {
			if w.Project == project.ID {
				card.Workspaces = append(card.Workspaces, w)
			}
		}
		slices.SortStableFunc(card.Workspaces, func(a, b workspaceCard) int {
			return cmp.Compare(shelfPlace(a.Status), shelfPlace(b.Status))
		})
		v.Projects = append(v.Projects, card)
	}
	return workspacesPage(v), nil
}

// shelfPlace puts what is in use before what is not.
func shelfPlace(status string) int {
	return slices.Index([]string{projections.WorkspaceActive, projections.WorkspaceArchived, projections.WorkspaceRemoved}, status)
}

// workspaceCards are all workspaces, the latest first.
func (p *pages) workspaceCards(ctx context.Context) ([]workspaceCard, projections.AsOf, error) {
	list, asOf, err := p.store.Workspaces(ctx, p.vendor)
	if err != nil {
		return nil, asOf, err
	}
	running, _, err := p.store.Turns(ctx, projections.TurnFilter{Vendor: p.vendor, Status: schemas.TurnRunning})
	if err != nil {
		return nil, asOf, err
	}
	handles, _, err := p.store.Handles(ctx, p.vendor)
	if err != nil {
		return nil, asOf, err
	}
	cards := make([]workspaceCard, 0, len(list))
	for _, w := range list {
		c := workspaceCard{Workspace: w}
		if i := slices.IndexFunc(running, func(t projections.Turn) bool { return string(t.Session) == string(w.ID) }); i >= 0 {
			c.Running = running[i]
		}
		if i := slices.IndexFunc(handles, func(h projections.Handle) bool { return h.Workspace == w.ID }); i >= 0 {
			c.Last = handles[i]
		}
		if c.Status == projections.WorkspaceActive && c.Running.ID == "" {
			if c.PlanWaits, err = p.planWaits(ctx, c.Last); err != nil {
				return nil, asOf, err
			}
		}
		cards = append(cards, c)
	}
	return cards, asOf, nil
}

// planWaits says whether the plan that a delegated turn ended with waits for a yes.
func (p *pages) planWaits(ctx context.Context, h projections.Handle) (bool, error) {
	if p.workspaces == nil || h.Reason != schemas.SettledPlan {
		return false, nil
	}
	plan, err := p.workspaces.Proposed(ctx, p.vendor, h.Workspace)
	return plan != "", err
}

// workTypes are the events that the pages of workspaces follow.
func workTypes() string {
	var out []string
	for _, t := range schemas.Types() {
		of, _, _ := strings.Cut(t, ".")
		if schemas.VisibilityOf(t) == schemas.Wire && slices.Contains([]string{"project", "workspace", "handle", "turn"}, of) {
			out = append(out, t)
		}
	}
	return strings.Join(out, " ")
}
