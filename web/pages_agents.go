package web

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/a-h/templ"

	"turnbook/agents/definitions"
	"turnbook/agents/launch"
	"turnbook/agents/workspaces"
	"turnbook/projections"
	"turnbook/schemas"
)

// agentsView is what the page of a workspace's agents shows.
type agentsView struct {
	Workspaces []projections.Workspace // those that can be looked at
	Here       projections.Workspace   // the one that is looked at; zero for none
	Agents     []agentCard
	Files      []fileVerdict
	Trouble    string // why the checkout can't be looked at; "" where it can
}

// agentCard is an agent with what it may do, and whether it may be named.
type agentCard struct {
	agentRow
	Chain []schemas.DefinitionRef // from the file that won to its last base
}

// fileVerdict is what became of one agent file.
type fileVerdict struct {
	definitions.Verdict
}

// repair is what would make a refused file right; "" for none.
func (f fileVerdict) repair() string {
	if f.Problem == nil {
		return ""
	}
	return f.Problem.Fix
}

// stateName is a verdict in a word.
func (f fileVerdict) stateName() string {
	switch f.State {
	case definitions.Loaded:
		return "In use"
	case definitions.Shadowed:
		return "Shadowed"
	case definitions.Refused:
		return "Refused"
	case definitions.Ignored:
		return "Passed over"
	}
	return shown(string(f.State))
}

func (p *pages) agents(r *http.Request) (templ.Component, error) {
	ctx := r.Context()
	list, _, err := p.store.Workspaces(ctx, p.vendor)
	if err != nil {
		return nil, err
	}
	var v agentsView
	asked := schemas.WorkspaceID(r.URL.Query().Get("workspace"))
	for _, w := range list {
		if w.Status == projections.WorkspaceRemoved {
			continue
		}
		v.Workspaces = append(v.Workspaces, w)
		if w.ID == asked || asked == "" && (v.Here.ID == "" || w.Kind == schemas.LocalCheckout && v.Here.Kind != w.Kind) {
			v.Here = w // unasked, a project's own folder
		}
	}
	if asked != "" && v.Here.ID == "" {
		return nil, &projections.NotFoundError{What: "workspace", ID: string(asked)}
	}
	if v.Here.ID == "" || p.workspaces == nil {
		return agentsPage(v), nil
	}
	catalog, picks, err := p.workspaces.Agents(ctx, p.vendor, v.Here.ID)
	if no := (*workspaces.Refusal)(nil); errors.As(err, &no) {
		v.Trouble = no.Detail
		return agentsPage(v), nil
	}
	if err != nil {
		return nil, err
	}
	v.fill(catalog, picks)
	return agentsPage(v), nil
}

func (v *agentsView) fill(catalog *definitions.Catalog, picks []launch.Pick) {
	for _, x := range catalog.Verdicts {
		v.Files = append(v.Files, fileVerdict{x})
	}
	for _, pick := range picks {
		card := agentCard{agentRow: rowOfAgent(pick)}
		if pick.Agent.ID != "" {
			pin := launch.PinOf(pick.Agent)
			card.Chain = append([]schemas.DefinitionRef{pin.DefinitionRef}, pin.Chain...)
		}
		v.Agents = append(v.Agents, card)
	}
}

// place is where in a file something is: "line 3, column 8"; "" for nowhere.
func (f fileVerdict) place() string {
	if f.Problem == nil || f.Problem.Line == 0 {
		return ""
	}
	return "line " + strconv.Itoa(f.Problem.Line) + ", column " + strconv.Itoa(f.Problem.Column)
}

// agentsLink leads to the agents of a workspace.
func agentsLink(w schemas.WorkspaceID) templ.SafeURL {
	return templ.SafeURL("/agents?workspace=" + url.QueryEscape(string(w)))
}
