package workspaces

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"turnbook/agents"
	"turnbook/agents/checkout"
	"turnbook/agents/definitions"
	"turnbook/agents/filetools"
	"turnbook/agents/launch"
	"turnbook/agents/turn"
	"turnbook/schemas"
)

// Playbooks are what the tool playbook reads.
type Playbooks interface {
	// Titles are the playbooks that there are.
	Titles(ctx context.Context, v schemas.VendorID) ([]PlaybookTitle, error)
	// Markdown is a playbook as a document; ok is false where there is none.
	Markdown(ctx context.Context, v schemas.VendorID, id schemas.PlaybookID) (text string, ok bool, err error)
}

// A PlaybookTitle names a playbook.
type PlaybookTitle struct {
	ID    schemas.PlaybookID `json:"id"`
	Title string             `json:"title"`
}

// tools are an agent's tools with what they are. What is not known here is left out.
func (s *Service) tools(ctx context.Context, w *Workspace, a schemas.AgentResolved) []agents.Tool {
	known := filetools.Tools(a.Tools, a.PlanFile)
	place := launch.Place{Shares: true}
	if view := s.view(ctx, w); view.Catalog != nil {
		place.Runnable = launch.Usable(view.Catalog, s.o.Config, launch.SubAgent)
		if a.PlanLike { // who plans sends out explorers only
			place.Runnable = slices.DeleteFunc(place.Runnable, func(d definitions.Agent) bool { return d.ID != launch.Explore })
		}
	}
	known = append(append(known, launch.Tools(place)...), playbookTool)
	var out []agents.Tool
	for _, name := range a.Tools {
		if i := slices.IndexFunc(known, func(t agents.Tool) bool { return t.Name == name }); i >= 0 {
			out = append(out, known[i])
		}
	}
	return out
}

// RunTool carries out a tool of a workspace's agent.
func (s *Service) RunTool(ctx context.Context, v schemas.VendorID, e turn.RunTool, cut <-chan struct{}) (schemas.ToolReturned, error) {
	u := &use{s: s, at: place{v, e.Delegation.Workspace}, e: e, cut: cut}
	switch e.Tool {
	case "task":
		return u.task(ctx)
	case "task_await":
		return u.await(ctx)
	case "task_list":
		return u.list(ctx)
	case "task_stop":
		return u.stop(ctx)
	case "agent_report":
		return u.report(ctx)
	case "playbook":
		return u.playbook(ctx)
	}
	return u.file(ctx)
}

// A use is one tool call under way.
type use struct {
	s   *Service
	at  place
	e   turn.RunTool
	cut <-chan struct{}
}

func no(code schemas.Code, text string) schemas.ToolReturned {
	return schemas.ToolReturned{Code: code, Result: text}
}

// said is a result as JSON, for a model to read.
func said(v any) (schemas.ToolReturned, error) {
	raw, err := json.Marshal(v)
	return schemas.ToolReturned{Result: string(raw)}, err
}

// file carries out a tool on the checkout's files. A checkout that can't be reached is
// told to the model, which can say so; it is no breakdown of the turn.
func (u *use) file(ctx context.Context) (schemas.ToolReturned, error) {
	w, err := u.s.Workspace(ctx, u.at.vendor, u.at.id)
	if err != nil {
		return schemas.ToolReturned{}, err
	}
	files, err := u.s.o.Checkouts.Files(ctx, w.Place())
	var gone *checkout.UnreachableError
	if errors.As(err, &gone) {
		return no(schemas.CodeUnreachable, gone.Error()), nil
	}
	if err != nil {
		return no(schemas.CodeUnreachable, "the checkout can't be opened: "+err.Error()), nil
	}
	defer files.Close()
	env := filetools.Env{Call: string(u.e.Call), Files: files, Shell: u.s.shell(u.at, w)}
	if plan := u.e.Agent.PlanFile; plan != "" {
		folder, err := u.s.planFolder(plan)
		if err != nil {
			return schemas.ToolReturned{}, err
		}
		defer folder.Close()
		env.Plan, env.PlanFiles, env.PlanName = plan, folder, filepath.Base(plan)
	}
	r := filetools.Run(ctx, env, u.e.Tool, u.e.Args)
	out := schemas.ToolReturned{Code: r.Code, Result: r.Text}
	for _, c := range r.Changed {
		out.Changed = append(out.Changed, schemas.FileChange{Path: c.Path, Op: string(c.Op), Before: c.Before, After: c.After, Size: int(c.Size)})
	}
	return out, ctx.Err()
}

// task launches delegated work, and waits for it unless it is to run behind the agent's
// back.
func (u *use) task(ctx context.Context) (schemas.ToolReturned, error) {
	t, bad := launch.ParseTask(u.e.Args)
	if bad != nil {
		return no(schemas.CodeInvalidLaunch, bad.Error()), nil
	}
	ask := launch.Ask{Task: t, Owner: u.at.id, ByPlanner: u.e.Agent.PlanLike, Turn: u.e.Turn, Call: u.e.Call}
	c := Caller{
		Vendor: u.at.vendor, Actor: "agent/" + string(u.e.Agent.Agent), Turn: u.e.Turn, Call: u.e.Call,
		Live: definitions.AI{Model: u.e.Delegation.Model.Value, ThinkingLevel: u.e.Delegation.Thinking.Value},
	}
	l, err := u.s.Launch(ctx, c, ask)
	var refused *launch.Refusal
	switch {
	case errors.As(err, &refused):
		return no(refused.Code, refused.Error()), nil
	case err != nil:
		return schemas.ToolReturned{}, err
	case t.Background:
		return said(pendingOf(l, "You are told when it has come to its end; go on with something else, or end your turn."))
	}
	return u.foreground(ctx, l)
}

// A pending is a delegated turn that goes on.
type pending struct {
	Status    schemas.HandleStatus `json:"status"`
	ID        string               `json:"task_id"`
	Workspace schemas.WorkspaceID  `json:"workspace_id"`
	Kind      schemas.HandleKind   `json:"handle_kind"`
	Note      string               `json:"note"`
}

func pendingOf(l Launched, note string) pending {
	id := string(l.Handle)
	if l.Kind == schemas.AgentTask {
		id = string(l.Workspace)
	}
	return pending{Status: l.Status, ID: id, Workspace: l.Workspace, Kind: l.Kind, Note: note}
}

// foreground waits for a launch's result. Where the wait is given up, the owner is woken
// later, and that is in the book before the agent is told.
func (u *use) foreground(ctx context.Context, l Launched) (schemas.ToolReturned, error) {
	id := string(l.Handle)
	rows, err := u.s.Await(ctx, u.at, u.e.Delegation.Handle, launch.Await{IDs: []string{id}, Timeout: u.s.o.Wait, MinCompleted: 1}, u.cut)
	if err != nil {
		return schemas.ToolReturned{}, err
	}
	row := rows[0]
	if !schemas.HandleStatus(row.Status).Active() {
		out, err := said(row)
		if row.Status != string(schemas.HandleCompleted) {
			out.Code = row.Code
			if out.Code == "" {
				out.Code = schemas.CodeNotRun
			}
		}
		return out, err
	}
	reason, note := reasonToDetach(u.cut)
	if err := u.s.detach(ctx, u.at.vendor, l.Handle, reason); err != nil {
		return schemas.ToolReturned{}, err
	}
	l.Status = schemas.HandleStatus(row.Status)
	return said(pendingOf(l, note+" You are told when it has come to its end."))
}

func (u *use) await(ctx context.Context) (schemas.ToolReturned, error) {
	a, bad := launch.ParseAwait(u.e.Args)
	if bad != nil {
		return no(schemas.CodeInvalidArguments, bad.Error()), nil
	}
	rows, err := u.s.Await(ctx, u.at, u.e.Delegation.Handle, a, u.cut)
	if err != nil {
		return schemas.ToolReturned{}, err
	}
	return said(map[string]any{"results": rows})
}

func (u *use) list(ctx context.Context) (schemas.ToolReturned, error) {
	l, bad := launch.ParseList(u.e.Args)
	if bad != nil {
		return no(schemas.CodeInvalidArguments, bad.Error()), nil
	}
	rows, err := u.s.List(ctx, u.at, l)
	if err != nil {
		return schemas.ToolReturned{}, err
	}
	return said(map[string]any{"tasks": rows})
}

func (u *use) stop(ctx context.Context) (schemas.ToolReturned, error) {
	t, bad := launch.ParseStop(u.e.Args)
	if bad != nil {
		return no(schemas.CodeInvalidArguments, bad.Error()), nil
	}
	rows, err := u.s.Stop(ctx, u.at, t.IDs, "agent/"+string(u.e.Agent.Agent))
	if err != nil {
		return schemas.ToolReturned{}, err
	}
	return said(map[string]any{"results": rows})
}

// report tells a sub-agent's parent something on the way.
func (u *use) report(ctx context.Context) (schemas.ToolReturned, error) {
	t, bad := launch.ParseReport(u.e.Args)
	if bad != nil {
		return no(schemas.CodeInvalidArguments, bad.Error()), nil
	}
	refused, err := u.s.progress(ctx, u.at, u.e.Call, t.Text)
	if err != nil || refused != nil {
		return no(schemas.CodeInvalidScope, fmt.Sprint(refused)), err
	}
	return schemas.ToolReturned{Result: "told"}, nil
}
