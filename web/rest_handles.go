package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"turnbook/agents/launch"
	"turnbook/agents/workspaces"
	"turnbook/projections"
	"turnbook/schemas"
)

type handlePath struct {
	ID string `path:"id" doc:"the delegated turn"`
}

type handleAsked struct {
	ID   string `path:"id" doc:"the delegated turn"`
	Wait int    `query:"wait" minimum:"0" maximum:"60" doc:"wait for its end, so many seconds at the longest; without it, answer at once"`
}

type handleList struct {
	Standing
	Handles []projections.Handle `json:"handles"`
}

type handleAnswer struct {
	Standing
	projections.Handle
	Outcomes  []projections.Attention `json:"outcomes" doc:"its ends, and what its owner was told of them"`
	Decisions []projections.Decision  `json:"decisions" doc:"all that was checked when it was launched"`
}

type launchBody struct {
	Project string          `json:"project,omitempty" doc:"the project to launch from: its owner workspace asks"`
	Owner   string          `json:"owner_workspace_id,omitempty" doc:"the workspace to launch from, in place of a project"`
	Task    json.RawMessage `json:"task" doc:"the arguments of the tool task: kind, agentId, prompt, title, workspace, …"`
	Key     string          `json:"idempotency_key,omitempty" doc:"makes a repetition find the first one's handle"`
}

type launched struct {
	Handle    schemas.HandleID     `json:"handle_id"`
	Kind      schemas.HandleKind   `json:"kind"`
	Workspace schemas.WorkspaceID  `json:"workspace_id"`
	Turn      schemas.TurnID       `json:"turn_id"`
	Status    schemas.HandleStatus `json:"status"`
}

type awaitBody struct {
	Owner   string   `json:"owner_workspace_id" doc:"the workspace whose delegated work it is"`
	IDs     []string `json:"task_ids,omitempty" doc:"what to wait for; without it, everything that is at work"`
	Timeout int      `json:"timeout_secs,omitempty" doc:"the longest wait, at most 60; 0 to look once"`
	Min     int      `json:"min_completed,omitempty" doc:"return when so many have come to their end; 1 by default"`
}

type awaitedList struct {
	Results []workspaces.Awaited `json:"results"`
}

func (r *rest) handles() {
	serve(r, route{http.MethodGet, "/v1/handles", "listHandles", 0, "List delegated turns, the latest first"}, r.listHandles)
	serve(r, route{http.MethodPost, "/v1/handles", "launchTurn", http.StatusAccepted, "Launch a turn in a workspace, under the agent that is named or not at all"}, r.launchTurn)
	serve(r, route{http.MethodPost, "/v1/handles/await", "awaitHandles", 0, "Wait for delegated turns"}, r.awaitHandles)
	serve(r, route{http.MethodGet, "/v1/handles/{id}", "getHandle", 0, "A delegated turn: the agent that was asked for, the definition that won, and how it ended"}, r.getHandle)
	serve(r, route{http.MethodPost, "/v1/handles/{id}/stop", "stopHandle", 0, "Stop a delegated turn; its workspace stays"}, r.stopHandle)
	serve(r, route{http.MethodPost, "/v1/handles/{id}/retry", "retryHandle", http.StatusAccepted, "Send the message of a delegated turn once more that failed, was lost or overtaken; under the same agent, in the same workspace"}, r.retryHandle)
}

func (r *rest) listHandles(ctx context.Context, _ *none, _ none) (handleList, error) {
	r.settle(ctx)
	list, asOf, err := r.o.Store.Handles(ctx, r.o.Vendor)
	return handleList{r.standing(asOf), all(list)}, err
}

// getHandle tells of a delegated turn, where wanted when it has come to its end. Its
// owner is told of that whoever else looked.
func (r *rest) getHandle(ctx context.Context, in *handleAsked, _ none) (handleAnswer, error) {
	id, err := schemas.ParseID[schemas.HandleID]("handle", in.ID)
	if err != nil {
		return handleAnswer{}, err
	}
	var h projections.Handle
	var asOf projections.AsOf
	r.settle(ctx)
	err = r.await(ctx, in.Wait, func() (over bool, err error) {
		h, asOf, err = r.o.Store.Handle(ctx, r.o.Vendor, id)
		return !h.Status.Active(), err
	})
	if err != nil {
		return handleAnswer{}, missingAs(err, schemas.CodeUnknownHandle)
	}
	outcomes, err := r.o.Store.Outcomes(ctx, r.o.Vendor, id)
	if err != nil {
		return handleAnswer{}, err
	}
	decisions, _, err := r.o.Store.DecisionsAt(ctx, r.o.Vendor, h.CreatedSeq)
	return handleAnswer{r.standing(asOf), h, all(outcomes), all(decisions)}, err
}

func (r *rest) launchTurn(ctx context.Context, _ *none, b launchBody) (launched, error) {
	s, err := r.service()
	if err != nil {
		return launched{}, err
	}
	owner, err := r.ownerOf(ctx, s, b)
	if err != nil {
		return launched{}, err
	}
	task, bad := launch.ParseTask(b.Task)
	if bad != nil {
		return launched{}, bad
	}
	if b.Key != "" {
		if _, err := schemas.ParseID[string]("idempotency_key", b.Key); err != nil {
			return launched{}, err
		}
	}
	caller := workspaces.Caller{Vendor: r.o.Vendor, Actor: "user/" + string(r.o.User), Key: b.Key}
	l, err := s.Launch(ctx, caller, launch.Ask{Task: task, Owner: owner})
	return launched{l.Handle, l.Kind, l.Workspace, l.Turn, l.Status}, err
}

// ownerOf is the workspace that a launch is asked from.
func (r *rest) ownerOf(ctx context.Context, s *workspaces.Service, b launchBody) (schemas.WorkspaceID, error) {
	switch {
	case b.Owner != "":
		return schemas.ParseID[schemas.WorkspaceID]("owner_workspace_id", b.Owner)
	case b.Project != "":
		id, err := schemas.ParseID[schemas.ProjectID]("project", b.Project)
		if err != nil {
			return "", err
		}
		p, err := s.Project(ctx, r.o.Vendor, id)
		if err != nil {
			return "", err
		}
		return p.Owner, nil
	}
	p := problem(CodeInvalidRequest, "give project or owner_workspace_id: who launches it")
	p.Field = "project"
	return "", p
}

// maxWait is the longest that a request waits, in seconds.
const maxWait = 60

func (r *rest) awaitHandles(ctx context.Context, _ *none, b awaitBody) (awaitedList, error) {
	s, err := r.service()
	if err != nil {
		return awaitedList{}, err
	}
	owner, err := schemas.ParseID[schemas.WorkspaceID]("owner_workspace_id", b.Owner)
	if err != nil {
		return awaitedList{}, err
	}
	if b.Timeout < 0 || b.Timeout > maxWait {
		p := problem(CodeInvalidRequest, "timeout_secs: give 0 to %d", maxWait)
		p.Field = "timeout_secs"
		return awaitedList{}, p
	}
	rows, err := s.AwaitFor(ctx, r.o.Vendor, owner, launch.Await{
		IDs: b.IDs, Timeout: time.Duration(b.Timeout) * time.Second, MinCompleted: max(b.Min, 1),
	})
	return awaitedList{all(rows)}, err
}

func (r *rest) stopHandle(ctx context.Context, in *handlePath, _ none) (workspaces.Stopped, error) {
	id, err := schemas.ParseID[schemas.HandleID]("handle", in.ID)
	if err != nil {
		return workspaces.Stopped{}, err
	}
	s, err := r.service()
	if err != nil {
		return workspaces.Stopped{}, err
	}
	return s.Interrupt(ctx, r.o.Vendor, id, "user/"+string(r.o.User))
}

func (r *rest) retryHandle(ctx context.Context, in *handlePath, _ none) (launched, error) {
	id, err := schemas.ParseID[schemas.HandleID]("handle", in.ID)
	if err != nil {
		return launched{}, err
	}
	s, err := r.service()
	if err != nil {
		return launched{}, err
	}
	l, err := s.Retry(ctx, r.o.Vendor, id)
	return launched{l.Handle, l.Kind, l.Workspace, l.Turn, l.Status}, err
}

// missingAs gives what is not in the book its own code.
func missingAs(err error, code schemas.Code) error {
	if missing := (*projections.NotFoundError)(nil); errors.As(err, &missing) {
		return problem(code, "%s", missing)
	}
	return err
}
