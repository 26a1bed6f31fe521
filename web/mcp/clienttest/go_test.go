package clienttest

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"turnbook/agents/offline"
	"turnbook/agents/vendortest"
)

// Versions of the protocol, one of each era.
const (
	newEra = "2026-07-28"
	oldEra = "2025-11-25"
)

// A way is how a client comes to the server.
type way struct {
	version string
	stdio   bool
}

var ways = map[string]way{
	"http, each request alone": {newEra, false}, "http, in a session": {oldEra, false},
	"stdio, new": {newEra, true}, "stdio, old": {oldEra, true},
}

// A caller is the client with what it was told and asked on the side.
type caller struct {
	*sdk.ClientSession
	t *testing.T

	mu       sync.Mutex
	progress []any
	asked    []string
}

// connect connects a client that answers questions with answer; nil for one that can't
// ask anybody.
func (h *house) connect(w way, answer *sdk.ElicitResult) *caller {
	h.t.Helper()
	c := &caller{t: h.t}
	o := &sdk.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.progress = append(c.progress, r.Params.ProgressToken)
	}}
	if answer != nil {
		o.ElicitationHandler = func(_ context.Context, r *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.asked = append(c.asked, r.Params.Message)
			return answer, nil
		}
	}
	var transport sdk.Transport = &sdk.StreamableClientTransport{Endpoint: h.url + "/mcp"}
	if w.stdio {
		transport = &sdk.CommandTransport{Command: exec.Command(program, "mcp", "--url", h.url)}
	}
	var err error
	c.ClientSession, err = sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, o).
		Connect(h.t.Context(), transport, &sdk.ClientSessionOptions{ProtocolVersion: w.version})
	h.must(err)
	h.t.Cleanup(func() { _ = c.Close() })
	return c
}

// call calls a tool, and gives its result with the structured content as text.
func (c *caller) call(name string, args map[string]any) (*sdk.CallToolResult, string) {
	c.t.Helper()
	p := &sdk.CallToolParams{Name: name, Arguments: args}
	p.SetProgressToken(0)
	r, err := c.CallTool(c.t.Context(), p)
	if err != nil {
		c.t.Fatalf("%s: %v", name, err)
	}
	raw, err := json.Marshal(r.StructuredContent)
	if err != nil {
		c.t.Fatal(err)
	}
	return r, string(raw)
}

// read reads a structured result.
func read[T any](t *testing.T, raw string) (out T) {
	t.Helper()
	if err := json.Unmarshal([]byte(raw), &out); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	return out
}

type task struct {
	ID        string `json:"task_id"`
	Status    string
	Agent     string `json:"agent_id"`
	Workspace string `json:"workspace_id"`
	Report    string `json:"report_markdown"`
}

type said struct {
	Session, Turn, Status string
	Messages              []string
	Cards                 []struct{ Card, Fingerprint string } `json:"open_cards"`
}

func TestATaskRunsUnderTheAgentThatIsNamedOnEveryWay(t *testing.T) {
	h := open(t)
	for name, w := range ways {
		t.Run(name, func(t *testing.T) {
			c := h.connect(w, nil)
			c.t = t
			if got := c.InitializeResult().ProtocolVersion; got != w.version {
				t.Errorf("they speak %s", got)
			}
			args := map[string]any{"project": h.project, "agentId": "exec", "prompt": "write NOTES.md: hello", "title": "Notes"}
			_, raw := c.call("task", args)
			got := read[task](t, raw)
			if got.Status != "completed" || got.Agent != "exec" || !strings.Contains(got.Report, "NOTES.md") {
				t.Errorf("the task is %s", raw)
			}
			var at struct{ Path string }
			h.must(h.rest.Call(t.Context(), "GET", "/v1/workspaces/"+got.Workspace, nil, &at))
			if text, err := os.ReadFile(filepath.Join(at.Path, "NOTES.md")); err != nil || !strings.Contains(string(text), "hello") {
				t.Errorf("in the checkout is %q, %v", text, err)
			}
			_, again := c.call("task_await", map[string]any{"task_ids": []string{got.ID}, "timeout_secs": 0})
			if want := `{"tasks":[` + raw + `]}`; !sameJSON(t, want, again) {
				t.Errorf("awaited again: %s", again)
			}
			c.mu.Lock()
			defer c.mu.Unlock()
			if len(c.progress) == 0 || slices.ContainsFunc(c.progress, func(token any) bool { return token != float64(0) }) {
				t.Errorf("progress was told for the tokens %v", c.progress)
			}
		})
	}
}

// A task that failed at its model is tried again, and waited for; one that is done is not.
func TestAFailedTaskIsTriedAgain(t *testing.T) {
	var down atomic.Bool
	behind := vendortest.OpenAI("k", offline.New(offline.Options{}))
	vendor := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if down.Load() {
			http.Error(w, `{"error":{"message":"no such model","type":"invalid_request_error"}}`, http.StatusBadRequest)
			return
		}
		behind.ServeHTTP(w, r)
	}))
	t.Cleanup(vendor.Close)
	h := start(t, []string{"OPENAI_API_KEY=k"}, "--model", "openai:m", "--model-url", vendor.URL+"/v1")
	c := h.connect(ways["http, each request alone"], nil)
	down.Store(true)
	_, raw := c.call("task", map[string]any{"project": h.project, "prompt": "write NOTES.md: hello", "title": "Notes"})
	failed := read[task](t, raw)
	if failed.Status != "error" {
		t.Fatalf("the task is %s", raw)
	}
	down.Store(false)
	_, raw = c.call("task_retry", map[string]any{"task_id": failed.ID})
	if got := read[task](t, raw); got.ID != failed.ID || got.Workspace != failed.Workspace || got.Status != "completed" || !strings.Contains(got.Report, "NOTES.md") {
		t.Errorf("tried again it is %s", raw)
	}
	if _, raw = c.call("task_retry", map[string]any{"task_id": failed.ID}); read[struct{ Code string }](t, raw).Code != "ALREADY_ENDED" {
		t.Errorf("tried once more it is %s", raw)
	}
}

func sameJSON(t *testing.T, a, b string) bool {
	t.Helper()
	return cmp.Equal(read[any](t, a), read[any](t, b))
}

func TestRefusalsAreToolErrorsWithTheirCode(t *testing.T) {
	h := open(t)
	c := h.connect(ways["http, each request alone"], nil)
	for _, r := range []struct {
		tool string
		args map[string]any
		code string
	}{
		{"task", map[string]any{"project": h.project, "agentId": "nobody", "prompt": "x", "title": "t"}, "UNKNOWN_AGENT"},
		{"task", map[string]any{"project": h.project, "prompt": "x", "title": "t", "workspace": map[string]any{"mode": "fork"}}, "INVALID_LAUNCH"},
		{"task", map[string]any{"project": "nowhere", "prompt": "x", "title": "t"}, "UNKNOWN_PROJECT"},
		{"task_await", map[string]any{"task_ids": []string{"wst_none"}}, "UNKNOWN_HANDLE"},
		{"task_await", map[string]any{"task_ids": []string{}}, "INVALID_ARGUMENTS"},
		{"task_await", map[string]any{"task_ids": []string{"x"}, "timeout_secs": 601}, "INVALID_ARGUMENTS"},
		{"task_stop", map[string]any{"task_ids": []string{"wst_none"}}, "UNKNOWN_HANDLE"},
		{"task_retry", map[string]any{"task_id": "wst_none"}, "UNKNOWN_HANDLE"},
		{"get_turn", map[string]any{"turn": "none"}, "UNKNOWN_TURN"},
		{"get_playbook", map[string]any{"playbook_id": "none"}, "NOT_FOUND"},
		{"answer_card", map[string]any{"card": "none", "decision": "confirm", "fingerprint": "f"}, "UNKNOWN_CARD"},
		{"query", map[string]any{"sql": "drop table turns"}, "INVALID_QUERY"},
	} {
		got, raw := c.call(r.tool, r.args)
		if code := read[struct{ Code string }](t, raw).Code; !got.IsError || code != r.code {
			t.Errorf("%s %v: %s, want %s", r.tool, r.args, raw, r.code)
		}
	}
}

func TestAnArgumentThatNobodyKnowsIsRefusedByEveryTool(t *testing.T) {
	h := open(t)
	c := h.connect(ways["http, in a session"], nil)
	var names []string
	for tool, err := range c.Tools(t.Context(), nil) {
		h.must(err)
		names = append(names, tool.Name)
		r, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: tool.Name, Arguments: map[string]any{"colour": "red"}})
		if err == nil && (!r.IsError || !strings.Contains(r.Content[0].(*sdk.TextContent).Text, "colour")) {
			t.Errorf("%s takes a colour: %+v", tool.Name, r)
		}
	}
	slices.Sort(names)
	want := []string{
		"answer_card", "get_playbook", "get_turn", "list_open_cards", "list_playbooks", "list_projects", "list_tables", "query",
		"send_message", "task", "task_await", "task_list", "task_retry", "task_stop",
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
}

func TestPlaybooksAreRead(t *testing.T) {
	h := open(t)
	c := h.connect(ways["stdio, old"], nil)
	_, list := c.call("list_playbooks", nil)
	_, tree := c.call("get_playbook", map[string]any{"playbook_id": "nurse-onboarding"})
	_, rows := c.call("query", map[string]any{"sql": "select id from playbooks where id = 'nurse-onboarding'"})
	r, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "turnbook://playbooks/nurse-onboarding"})
	h.must(err)
	for what, text := range map[string]string{"list": list, "tree": tree, "rows": rows, "resource": r.Contents[0].Text} {
		if !strings.Contains(text, "nurse-onboarding") {
			t.Errorf("%s: %s", what, text)
		}
	}
	if _, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "turnbook://playbooks/none"}); err == nil {
		t.Error("there is no such playbook")
	}
}
