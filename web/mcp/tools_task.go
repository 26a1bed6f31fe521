package mcp

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"turnbook/projections"
	"turnbook/schemas"
)

type taskArgs struct {
	Project    string     `json:"project,omitempty" jsonschema:"the project to work on, of list_projects; its owner workspace asks"`
	Owner      string     `json:"owner_workspace_id,omitempty" jsonschema:"the workspace that asks, in place of a project"`
	Kind       string     `json:"kind,omitempty" jsonschema:"workspace, the default, or subagent"`
	Agent      string     `json:"agentId,omitempty" jsonschema:"the agent to run under: that one, or the launch fails; without it exec"`
	Prompt     string     `json:"prompt" jsonschema:"the whole order, with all that must be known"`
	Title      string     `json:"title" jsonschema:"what people read"`
	Background bool       `json:"run_in_background,omitempty" jsonschema:"return at once; false, the default, waits for the end"`
	Model      string     `json:"model,omitempty" jsonschema:"a model instead of the one that is set up"`
	Thinking   string     `json:"thinking,omitempty" jsonschema:"off, low, medium, high, xhigh, max, or a number from 0"`
	Workspace  *workspace `json:"workspace,omitempty" jsonschema:"where it runs"`
	Key        string     `json:"idempotency_key,omitempty" jsonschema:"the same call again, after a broken connection, finds the same task"`
}

type workspace struct {
	Mode       string `json:"mode,omitempty" jsonschema:"new, the default, or existing"`
	ID         string `json:"workspaceId,omitempty" jsonschema:"of mode existing: the workspace"`
	Branch     string `json:"branchName,omitempty" jsonschema:"of mode new: the branch to make or take"`
	Trunk      string `json:"trunkBranch,omitempty" jsonschema:"of mode new: the branch to begin at"`
	Dispatch   string `json:"queueDispatchMode,omitempty" jsonschema:"behind a running turn: tool-end or turn-end"`
	Disposable bool   `json:"disposable,omitempty" jsonschema:"of mode new: remove the workspace when the task has come to its end"`
}

// order is the arguments as the REST interface takes them. Whether the caller waits is not
// among them: that is between it and this server.
func (a taskArgs) order() map[string]any {
	task := map[string]any{"kind": "workspace", "prompt": a.Prompt, "title": a.Title}
	for name, text := range map[string]string{"kind": a.Kind, "agentId": a.Agent, "model": a.Model, "thinking": a.Thinking} {
		if text != "" {
			task[name] = text
		}
	}
	if a.Workspace != nil {
		task["workspace"] = a.Workspace
	}
	body := map[string]any{"project": a.Project, "owner_workspace_id": a.Owner, "task": task}
	if a.Key != "" {
		body["idempotency_key"] = a.Key
	}
	return body
}

// A task is what a caller is told of a delegated turn.
type task struct {
	ID        schemas.HandleID     `json:"task_id"`
	Status    schemas.HandleStatus `json:"status"`
	Title     string               `json:"title,omitempty"`
	Agent     schemas.AgentID      `json:"agent_id,omitempty"`
	Workspace schemas.WorkspaceID  `json:"workspace_id,omitempty"`
	Turn      schemas.TurnID       `json:"turn_id,omitempty"`
	Reason    schemas.SettleReason `json:"reason,omitempty"`
	Code      schemas.Code         `json:"code,omitempty"`
	Error     string               `json:"error,omitempty"`
	Report    string               `json:"report_markdown,omitempty"`
	Note      string               `json:"note,omitempty"`
}

func taskOf(h projections.Handle) task {
	t := task{
		ID: h.ID, Status: h.Status, Title: h.Title, Agent: h.Agent, Workspace: h.Workspace, Turn: h.Turn,
		Reason: h.Reason, Code: h.Code, Error: h.Error, Report: h.Report,
	}
	if h.Status.Active() {
		t.Note = "It goes on. Wait for it with task_await."
	}
	return t
}

type tasks struct {
	Tasks []task `json:"tasks"`
}

func handlePath(id string) string { return "/v1/handles/" + url.PathEscape(id) }

func (s *server) taskTools(out *sdk.Server) {
	add(out, changes, "task", "Launch a turn in a workspace of a project: a checkout with a branch of its own. It runs under the agent that is named, or fails before "+
		"anything is made. Waits for its end and gives its report; with run_in_background it returns at once.", s.task)
	add(out, reads, "task_await", "Wait for tasks and get their reports. A report is kept: asking again gives it again.", s.taskAwait)
	add(out, reads, "task_list", "List tasks with their status; those at work, unless all is set.", s.taskList)
	add(out, changes, "task_retry", "Send the message of a task once more that failed, was lost or was overtaken: under the same agent, in the same workspace. "+
		"Waits for its end as task does.", s.taskRetry)
	add(out, changes, "task_stop", "Stop tasks. Their workspaces and files stay; nothing is taken back.", s.taskStop)
}

func (s *server) task(ctx context.Context, r *sdk.CallToolRequest, a taskArgs) (any, error) {
	var launched struct {
		ID schemas.HandleID `json:"handle_id"`
	}
	if err := s.call.Call(ctx, http.MethodPost, "/v1/handles", a.order(), &launched); err != nil {
		return nil, err
	}
	return s.launched(ctx, r, string(launched.ID), a.Background)
}

type retryArgs struct {
	ID         string `json:"task_id" jsonschema:"what to try again"`
	Background bool   `json:"run_in_background,omitempty" jsonschema:"return at once; false, the default, waits for the end"`
}

func (s *server) taskRetry(ctx context.Context, r *sdk.CallToolRequest, a retryArgs) (any, error) {
	if err := s.call.Call(ctx, http.MethodPost, handlePath(a.ID)+"/retry", nil, nil); err != nil {
		return nil, err
	}
	return s.launched(ctx, r, a.ID, a.Background)
}

// launched waits for a task's end, or says how it stands where the caller goes on.
func (s *server) launched(ctx context.Context, r *sdk.CallToolRequest, id string, background bool) (task, error) {
	longest := longestWait
	if background {
		longest = 0
	}
	return s.end(ctx, r, id, longest)
}

// end waits for a task's end.
func (s *server) end(ctx context.Context, r *sdk.CallToolRequest, id string, longest time.Duration) (task, error) {
	var h projections.Handle
	err := wait(ctx, r, longest, func(seconds int) (bool, string, error) {
		err := s.call.Call(ctx, http.MethodGet, handlePath(id)+"?wait="+strconv.Itoa(seconds), nil, &h)
		state := fmt.Sprintf("%s: %s", h.Title, h.Status)
		if h.Progress != "" {
			state += ": " + h.Progress
		}
		return !h.Status.Active(), state, err
	})
	return taskOf(h), err
}

type awaitArgs struct {
	IDs     []string `json:"task_ids" jsonschema:"what to wait for"`
	Timeout *int     `json:"timeout_secs,omitempty" jsonschema:"the longest wait for all of them; 600, the most there is, by default, 0 to look once"`
}

func (s *server) taskAwait(ctx context.Context, r *sdk.CallToolRequest, a awaitArgs) (any, error) {
	longest := longestWait
	if a.Timeout != nil {
		longest = time.Duration(*a.Timeout) * time.Second
	}
	if len(a.IDs) == 0 {
		return nil, &badInput{"task_ids", "name at least one task; task_list tells which there are"}
	}
	if longest < 0 || longest > longestWait {
		return nil, &badInput{"timeout_secs", fmt.Sprintf("give 0 to %d", int(longestWait.Seconds()))}
	}
	out, end := tasks{Tasks: []task{}}, time.Now().Add(longest)
	for _, id := range a.IDs {
		t, err := s.end(ctx, r, id, max(time.Until(end), 0))
		if err != nil {
			return nil, err
		}
		out.Tasks = append(out.Tasks, t)
	}
	return out, nil
}

type listArgs struct {
	All bool `json:"all,omitempty" jsonschema:"those that have come to their end too"`
}

func (s *server) taskList(ctx context.Context, _ *sdk.CallToolRequest, a listArgs) (any, error) {
	var list struct {
		Handles []projections.Handle `json:"handles"`
	}
	if err := s.call.Call(ctx, http.MethodGet, "/v1/handles", nil, &list); err != nil {
		return nil, err
	}
	out := tasks{Tasks: []task{}}
	for _, h := range list.Handles {
		if a.All || h.Status.Active() {
			t := taskOf(h)
			t.Report, t.Note = "", ""
			out.Tasks = append(out.Tasks, t)
		}
	}
	return out, nil
}

type stopArgs struct {
	IDs []string `json:"task_ids" jsonschema:"what to stop"`
}

// A stopped is what became of a task that was to be stopped.
type stopped struct {
	ID     string `json:"task_id"`
	Status string `json:"status"`
	Note   string `json:"note,omitempty"`
}

func (s *server) taskStop(ctx context.Context, _ *sdk.CallToolRequest, a stopArgs) (any, error) {
	out := struct {
		Tasks []stopped `json:"tasks"`
	}{[]stopped{}}
	for _, id := range a.IDs {
		var row stopped
		if err := s.call.Call(ctx, http.MethodPost, handlePath(id)+"/stop", nil, &row); err != nil {
			return nil, err
		}
		out.Tasks = append(out.Tasks, row)
	}
	return out, nil
}
