package workspaces

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"turnbook/agents"
	"turnbook/agents/handles"
	"turnbook/agents/launch"
	"turnbook/schemas"
)

// planFile is the file that a planner may edit in a workspace: outside its checkout, so
// that no branch carries it.
func (s *Service) planFile(p *Project, w *Workspace) string {
	return filepath.Join(s.o.Data, "plans", filepath.Base(string(p.ID)), string(w.ID)+".md")
}

// Resolve says under which agent a workspace's turn runs. A checkout that is to be made on
// first use is made here; one that can't be reached fails what was named, and nothing
// else.
func (s *Service) Resolve(ctx context.Context, v schemas.VendorID, id schemas.TurnID, d schemas.Delegation) (schemas.AgentResolved, error) {
	w, err := s.Workspace(ctx, v, d.Workspace)
	if err != nil {
		return schemas.AgentResolved{}, err
	}
	if no := s.mayBegin(ctx, v, id, d); no != nil {
		return *no, nil
	}
	p, err := s.Project(ctx, v, w.Project)
	if err != nil {
		return schemas.AgentResolved{}, err
	}
	if w.Checkout.Kind == schemas.SSHCheckout {
		if err := s.provision(ctx, v, w); err != nil {
			return refusedTurn(d.Agent, schemas.CodeUnreachable, fmt.Sprintf("the checkout on %s can't be made: %v", w.Checkout.Host, err)), nil
		}
	}
	start := launch.Start{
		Asked: d.Agent, Strict: d.Strict, Pin: d.Pin, Child: w.Parent != "", Identity: w.Agent, Depth: w.Depth,
		PlanFile: s.planFile(p, w), Own: s.view(ctx, w),
	}
	if start.Child {
		if parent, err := s.Workspace(ctx, v, w.Parent); err == nil {
			start.Parent = s.view(ctx, parent)
		}
		if h, err := s.Handle(ctx, v, w.Handle); err == nil && h.Launched.Agent == w.Agent { // not where a plan was handed on
			start.Pin = h.Launched.Pin
		}
	}
	if start.Own.Catalog != nil {
		if err := s.judge(ctx, v, w, start.Own.Catalog); err != nil {
			return schemas.AgentResolved{}, err
		}
	}
	return launch.Resolve(start, s.o.Config), nil
}

// mayBegin asks the handle whether its turn may begin: one that was stopped meanwhile must
// not.
func (s *Service) mayBegin(ctx context.Context, v schemas.VendorID, id schemas.TurnID, d schemas.Delegation) *schemas.AgentResolved {
	if d.Handle == "" || d.Origin != schemas.FromLaunch {
		return nil
	}
	_, err := s.decide(ctx, v, d.Handle, handles.Accepted{Turn: id})
	var no *handles.Refused
	if !errors.As(err, &no) {
		return nil
	}
	r := refusedTurn(d.Agent, no.Code, no.Detail)
	return &r
}

func refusedTurn(agent schemas.AgentID, code schemas.Code, detail string) schemas.AgentResolved {
	l := schemas.Ladder{Rule: "begin/1", Outcome: string(code)}
	l.Try("may_begin", detail, false)
	return schemas.AgentResolved{Asked: agent, Tools: []string{}, Code: code, Detail: detail, Ladder: l}
}

// provision makes a checkout on another host, once.
func (s *Service) provision(ctx context.Context, v schemas.VendorID, w *Workspace) error {
	if err := s.o.Checkouts.Provision(ctx, w.Place()); err != nil {
		return err
	}
	if w.Provisioned {
		return nil
	}
	st, err := s.o.Checkouts.Status(ctx, w.Place())
	if err != nil {
		return err
	}
	return s.provisioned(ctx, v, w.ID, w.Checkout.Path, st.Head)
}

// A place description is what an agent is told of where it works.
type surroundings struct {
	Project   string `json:"project"`
	Workspace string `json:"workspace"`
	Title     string `json:"title"`
	Branch    string `json:"branch,omitempty"`
	Folder    string `json:"folder,omitempty"`
	PlanFile  string `json:"plan_file,omitempty"`
	HasPlan   bool   `json:"plan_file_is_there,omitempty"`
}

// Furnish adds what the tools are, and where the agent works, and says which model is
// asked.
func (s *Service) Furnish(ctx context.Context, v schemas.VendorID, d schemas.Delegation, a schemas.AgentResolved, r *agents.Request) (agents.Casting, error) {
	w, err := s.Workspace(ctx, v, d.Workspace)
	if err != nil {
		return agents.Casting{}, err
	}
	p, err := s.Project(ctx, v, w.Project)
	if err != nil {
		return agents.Casting{}, err
	}
	r.Tools = s.tools(ctx, w, a)
	_, there := s.readPlan(a.PlanFile)
	r.Data = append(r.Data, agents.NewData("workspace", surroundings{
		Project: p.Name, Workspace: w.Name, Title: w.Title, Branch: w.Checkout.Branch, Folder: w.Checkout.Sub,
		PlanFile: a.PlanFile, HasPlan: there,
	}))
	if s.o.Playbooks != nil {
		titles, err := s.o.Playbooks.Titles(ctx, v)
		if err != nil {
			return agents.Casting{}, err
		}
		r.Data = append(r.Data, agents.NewData("playbooks", titles))
	}
	return s.casting(d, a), s.addPlan(ctx, v, w, a, r)
}
