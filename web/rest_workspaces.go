package web

import (
	"context"
	"net/http"

	"turnbook/agents/launch"
	"turnbook/agents/workspaces"
	"turnbook/projections"
	"turnbook/schemas"
)

type projectPath struct {
	ID string `path:"id" doc:"the project"`
}

type workspacePath struct {
	ID string `path:"id" doc:"the workspace"`
}

type projectList struct {
	Standing
	Projects []projections.Project `json:"projects"`
}

type registration struct {
	Path    string `json:"path" doc:"a folder of a git repository on the host of the service: its root, or a sub-project"`
	Name    string `json:"name,omitempty" doc:"what people call it; without it, the folder's name"`
	Host    string `json:"host,omitempty" doc:"where its new workspaces are made over ssh, [user@]host[:port]; without it, on the host of the service"`
	Trusted bool   `json:"trusted" doc:"whether turns may be launched in it"`
}

type registered struct {
	ID      schemas.ProjectID   `json:"id"`
	Name    string              `json:"name"`
	Path    string              `json:"path"`
	Trusted bool                `json:"trusted"`
	Owner   schemas.WorkspaceID `json:"owner_workspace_id" doc:"the workspace to launch from"`
}

type trust struct {
	Trusted bool `json:"trusted"`
}

type workspaceList struct {
	Standing
	Workspaces []projections.Workspace `json:"workspaces"`
}

type workspaceAnswer struct {
	Standing
	projections.Workspace
}

type agentRow struct {
	ID       string       `json:"id"`
	Name     string       `json:"name,omitempty"`
	About    string       `json:"description,omitempty"`
	Scope    string       `json:"scope,omitempty"`
	Source   string       `json:"source,omitempty"`
	Tools    []string     `json:"tools" doc:"what it may use"`
	PlanLike bool         `json:"plan_like" doc:"whether it plans, and another carries out"`
	Pickable bool         `json:"pickable" doc:"whether a launch may name it"`
	Runnable bool         `json:"runnable" doc:"whether it can be spawned as a sub-agent"`
	Code     schemas.Code `json:"code,omitempty" doc:"why it can't be named"`
	Reason   string       `json:"reason,omitempty" doc:"why it can't be named, in words"`
}

type agentList struct {
	Agents []agentRow                    `json:"agents"`
	Files  []projections.AgentDefinition `json:"files" doc:"the verdict on every file, in the order of precedence"`
}

type workspaceMessage struct {
	Text     string           `json:"text" doc:"what is wanted"`
	Agent    string           `json:"agent_id,omitempty" doc:"the agent; without it, the saved one"`
	Model    string           `json:"model,omitempty"`
	Thinking string           `json:"thinking,omitempty"`
	Key      string           `json:"idempotency_key,omitempty" doc:"makes a repetition the same turn"`
	Queue    bool             `json:"queue,omitempty" doc:"wait behind a running turn"`
	Dispatch schemas.Dispatch `json:"dispatch,omitempty" doc:"behind a running turn: tool-end cuts it behind its next tool call, turn-end (the default) waits"`
}

type planAnswer struct {
	Workspace schemas.WorkspaceID `json:"workspace_id"`
	Markdown  string              `json:"markdown" doc:"the plan, as it was proposed"`
}

type archive struct {
	Archived bool `json:"archived"`
}

func (r *rest) workspaces() {
	serve(r, route{http.MethodGet, "/v1/projects", "listProjects", 0, "List projects, by name"}, r.listProjects)
	serve(r, route{http.MethodPost, "/v1/projects", "registerProject", 0, "Register a git repository as a project; the same folder again changes its trust and host"}, r.registerProject)
	serve(r, route{http.MethodPut, "/v1/projects/{id}/trust", "trustProject", 0, "Say whether turns may be launched in a project"}, r.trustProject)
	serve(r, route{http.MethodGet, "/v1/workspaces", "listWorkspaces", 0, "List workspaces, the latest first"}, r.listWorkspaces)
	serve(r, route{http.MethodGet, "/v1/workspaces/{id}", "getWorkspace", 0, "A workspace as it stands"}, r.getWorkspace)
	serve(r, route{http.MethodGet, "/v1/workspaces/{id}/status", "getWorkspaceStatus", 0, "What git says of a workspace's checkout now: branch, commits ahead of its base, files that differ"}, r.workspaceStatus)
	serve(r, route{http.MethodGet, "/v1/workspaces/{id}/agents", "listAgents", 0, "The agents that a workspace's checkout has, and the verdict on every agent file"}, r.listAgents)
	serve(r, route{http.MethodPost, "/v1/workspaces/{id}/messages", "sendToWorkspace", http.StatusAccepted, "Send a message into a workspace: a turn under its saved agent, or the one named"}, r.sendToWorkspace)
	serve(r, route{http.MethodGet, "/v1/workspaces/{id}/plan", "getPlan", 0, "The plan that was proposed last in a workspace, and waits to be approved"}, r.getPlan)
	serve(r, route{http.MethodPost, "/v1/workspaces/{id}/plan/approve", "approvePlan", http.StatusAccepted, "Approve the plan that was proposed last: it is carried out under exec"}, r.approvePlan)
	serve(r, route{http.MethodPut, "/v1/workspaces/{id}/archived", "archiveWorkspace", 0, "Take a workspace out of use, or back into it"}, r.archiveWorkspace)
	serve(r, route{http.MethodDelete, "/v1/workspaces/{id}", "removeWorkspace", 0, "Take a workspace's checkout away; its conversation stays"}, r.removeWorkspace)
}

// errNoWorkspaces is a server that runs no workspaces.
func errNoWorkspaces() error {
	return problem(CodeUnavailable, "this server runs no workspaces")
}

// service is what runs workspaces.
func (s *Server) service() (*workspaces.Service, error) {
	if s.o.Workspaces == nil {
		return nil, errNoWorkspaces()
	}
	return s.o.Workspaces, nil
}

func (r *rest) listProjects(ctx context.Context, _ *none, _ none) (projectList, error) {
	r.settle(ctx)
	list, asOf, err := r.o.Store.Projects(ctx, r.o.Vendor)
	return projectList{r.standing(asOf), all(list)}, err
}

func (r *rest) registerProject(ctx context.Context, _ *none, b registration) (registered, error) {
	s, err := r.service()
	if err != nil {
		return registered{}, err
	}
	p, err := s.Register(ctx, r.o.Vendor, workspaces.Registration{Path: b.Path, Name: b.Name, Host: b.Host, Trusted: b.Trusted, By: r.o.User})
	if err != nil {
		return registered{}, err
	}
	return registered{ID: p.ID, Name: p.Name, Path: p.Path, Trusted: p.Trusted, Owner: p.Owner}, nil
}

func (r *rest) trustProject(ctx context.Context, in *projectPath, b trust) (registered, error) {
	id, err := schemas.ParseID[schemas.ProjectID]("project", in.ID)
	if err != nil {
		return registered{}, err
	}
	s, err := r.service()
	if err != nil {
		return registered{}, err
	}
	if err := s.SetTrust(ctx, r.o.Vendor, id, b.Trusted, r.o.User); err != nil {
		return registered{}, err
	}
	p, err := s.Project(ctx, r.o.Vendor, id)
	if err != nil {
		return registered{}, err
	}
	return registered{ID: p.ID, Name: p.Name, Path: p.Path, Trusted: p.Trusted, Owner: p.Owner}, nil
}

func (r *rest) listWorkspaces(ctx context.Context, _ *none, _ none) (workspaceList, error) {
	r.settle(ctx)
	list, asOf, err := r.o.Store.Workspaces(ctx, r.o.Vendor)
	return workspaceList{r.standing(asOf), all(list)}, err
}

func (r *rest) getWorkspace(ctx context.Context, in *workspacePath, _ none) (workspaceAnswer, error) {
	id, err := schemas.ParseID[schemas.WorkspaceID]("workspace", in.ID)
	if err != nil {
		return workspaceAnswer{}, err
	}
	r.settle(ctx)
	w, asOf, err := r.o.Store.Workspace(ctx, r.o.Vendor, id)
	return workspaceAnswer{r.standing(asOf), w}, missingAs(err, schemas.CodeUnknownWorkspace)
}

func (r *rest) listAgents(ctx context.Context, in *workspacePath, _ none) (agentList, error) {
	s, id, err := r.workspaceOf(in)
	if err != nil {
		return agentList{}, err
	}
	_, picks, err := s.Agents(ctx, r.o.Vendor, id)
	if err != nil {
		return agentList{}, err
	}
	out := agentList{Agents: []agentRow{}}
	for _, p := range picks {
		out.Agents = append(out.Agents, rowOfAgent(p))
	}
	r.settle(ctx)
	files, _, err := r.o.Store.AgentDefinitions(ctx, r.o.Vendor, id)
	out.Files = all(files)
	return out, err
}

func rowOfAgent(p launch.Pick) agentRow {
	row := agentRow{ID: string(p.ID), Tools: []string{}, Pickable: p.OK(), Runnable: p.SubAgent == nil}
	if p.Refusal != nil {
		row.Code, row.Reason = p.Refusal.Code, p.Refusal.Detail
	}
	if a := p.Agent; a.ID != "" {
		policy := a.Policy()
		row.Name, row.About, row.Scope, row.Source = a.Matter.Name, a.Matter.Description, string(a.Scope), a.Source
		row.Tools, row.PlanLike = all(policy.Tools), policy.PlanLike
	}
	return row
}

// workspaceOf is the service with the workspace of an address.
func (r *rest) workspaceOf(in *workspacePath) (*workspaces.Service, schemas.WorkspaceID, error) {
	id, err := schemas.ParseID[schemas.WorkspaceID]("workspace", in.ID)
	if err != nil {
		return nil, "", err
	}
	s, err := r.service()
	return s, id, err
}

func (r *rest) sendToWorkspace(ctx context.Context, in *workspacePath, b workspaceMessage) (accepted, error) {
	s, id, err := r.workspaceOf(in)
	if err != nil {
		return accepted{}, err
	}
	turn, err := s.Say(ctx, workspaces.Message{
		Vendor: r.o.Vendor, Workspace: id, Text: b.Text, Agent: b.Agent, Model: b.Model, Thinking: b.Thinking,
		Key: b.Key, Queue: b.Queue, Dispatch: b.Dispatch,
	})
	return accepted{Turn: turn}, err
}

func (r *rest) getPlan(ctx context.Context, in *workspacePath, _ none) (planAnswer, error) {
	s, id, err := r.workspaceOf(in)
	if err != nil {
		return planAnswer{}, err
	}
	text, err := s.Plan(ctx, r.o.Vendor, id)
	return planAnswer{id, text}, err
}

func (r *rest) approvePlan(ctx context.Context, in *workspacePath, _ none) (accepted, error) {
	s, id, err := r.workspaceOf(in)
	if err != nil {
		return accepted{}, err
	}
	turn, err := s.ApprovePlan(ctx, r.o.Vendor, id)
	return accepted{Turn: turn}, err
}

func (r *rest) archiveWorkspace(ctx context.Context, in *workspacePath, b archive) (archive, error) {
	s, id, err := r.workspaceOf(in)
	if err != nil {
		return archive{}, err
	}
	return b, s.Archive(ctx, r.o.Vendor, id, b.Archived, r.o.User)
}

func (r *rest) removeWorkspace(ctx context.Context, in *workspacePath, _ none) (workspaceAnswer, error) {
	s, id, err := r.workspaceOf(in)
	if err != nil {
		return workspaceAnswer{}, err
	}
	if err := s.Remove(ctx, r.o.Vendor, id, r.o.User); err != nil {
		return workspaceAnswer{}, err
	}
	return r.getWorkspace(ctx, in, none{})
}
