package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/agentstest"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/web"
)

// aguiFrame is an event of AG-UI, as far as these tests look.
type aguiFrame struct {
	Type    string
	Code    string
	Delta   any
	Outcome struct{ Type string }
}

// agui posts a run and hands each of its events to see, until it ends or see has enough.
func (h *house) agui(path, body string, see func(aguiFrame) (enough bool)) {
	h.t.Helper()
	ctx, cancel := context.WithCancel(h.context())
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "POST", h.url+path, strings.NewReader(body))
	h.must(err)
	res, err := http.DefaultClient.Do(req)
	h.must(err)
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, web.MaxBody)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var f aguiFrame
		h.must(json.Unmarshal([]byte(data), &f))
		if see(f) {
			return
		}
	}
	h.must(lines.Err())
}

// aguiTypes is a whole run as the types of its events; the end with what it says.
func (h *house) aguiTypes(path, body string) (types []string) {
	h.t.Helper()
	h.agui(path, body, func(f aguiFrame) bool {
		types = append(types, strings.TrimSpace(f.Type+" "+f.Outcome.Type+f.Code))
		return false
	})
	return types
}

func aguiRun(thread, run, text string) string {
	body, err := json.Marshal(map[string]any{
		"threadId": thread, "runId": run, "messages": []map[string]any{{"id": "user-" + run, "role": "user", "content": text}},
		"state": map[string]any{"status": "posted state counts for nothing"}, "tools": []any{}, "context": []any{}, "unheard": 1,
		"forwardedProps": map[string]any{"ui_context": json.RawMessage(withBuilder("t1"))},
	})
	if err != nil {
		panic(err)
	}
	return string(body)
}

func TestWhatIsNoInputIsRefusedBeforeTheStream(t *testing.T) {
	h := open(t, setting{})
	for _, row := range []struct {
		body   string
		status int
		code   schemas.Code
		field  string
	}{
		{`{`, 400, web.CodeInvalidJSON, ""},
		{`{"threadId":"t","threadId":"u"}`, 400, web.CodeInvalidJSON, ""},
		{``, 400, web.CodeInvalidID, "threadId"},
		{`{"threadId":"","runId":"r"}`, 400, web.CodeInvalidID, "threadId"},
		{`{"threadId":0,"runId":"r"}`, 422, web.CodeInvalidRequest, "threadId"},
		{`{"threadId":null,"runId":"r"}`, 400, web.CodeInvalidID, "threadId"},
		{`{"threadId":"a\nb","runId":"r"}`, 400, web.CodeInvalidID, "threadId"},
		{`{"threadId":"` + strings.Repeat("x", 201) + `","runId":"r"}`, 400, web.CodeInvalidID, "threadId"},
		{`{"threadId":"t","runId":"\u202e"}`, 400, web.CodeInvalidID, "runId"},
		{`{"threadId":"t","runId":"r","messages":{}}`, 422, web.CodeInvalidRequest, "messages"},
		{`{"threadId":"t","runId":"r","messages":[{"role":"user","content":"Hello"}]}`, 400, web.CodeInvalidID, "messages.0.id"},
		{`{"threadId":"t","runId":"r","resume":[{"interruptId":7}]}`, 422, web.CodeInvalidRequest, "resume.0.interruptId"},
		{`{"threadId":"t","runId":"r","forwardedProps":{"ui_context":[]}}`, 400, web.CodeInvalidContext, "ui_context"},
		{`{"threadId":"t","runId":"r","context":[{"description":"ui_context","value":"{"}]}`, 400, web.CodeInvalidContext, "ui_context"},
	} {
		for _, path := range []string{"/v1/agui", "/v1/agui/replay"} {
			status, kind, answer := h.raw("POST", path, row.body)
			var p web.Problem
			h.must(json.Unmarshal([]byte(answer), &p))
			if status != row.status || kind != "application/problem+json" || p.Code != row.code || p.Field != row.field {
				t.Errorf("%s %s: %d %s %s", path, row.body, status, kind, answer)
			}
		}
	}
	if status, _, _ := h.raw("POST", "/v1/agui", aguiRun("t", "r", "Hello"), "Origin", "https://elsewhere.example"); status != 403 {
		t.Errorf("a page of another origin is answered %d", status)
	}
	if got := h.records(bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary}); len(got) != 0 {
		t.Errorf("the book has %d records of sessions", len(got))
	}
}

func TestAThreadIsTheSessionThatItNamesOrTheOneOfItsKey(t *testing.T) {
	h := open(t, setting{model: builderSays(agentstest.Answer{Text: "One."}, agentstest.Answer{Text: "Two."})})
	var keyed struct{ Session schemas.SessionID }
	h.call("POST", "/v1/sessions", map[string]string{"idempotency_key": "my thread"}, &keyed)
	h.aguiTypes("/v1/agui", aguiRun("my thread", "run 1", "Hello"))
	named := h.session()
	h.aguiTypes("/v1/agui", aguiRun(string(named), "run 2", "Hello"))
	got := map[schemas.SessionID]int{}
	for _, r := range h.records(bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary}) {
		if _, ok := r.Event.(schemas.TurnRequested); ok {
			got[schemas.SessionID(r.Entity.ID)]++
		}
	}
	if diff := cmp.Diff(map[schemas.SessionID]int{keyed.Session: 1, named: 1, worker.SessionID("local", "my thread"): 1}, got); diff != "" {
		t.Errorf("turns by session (-want +got):\n%s", diff)
	}
}

// B14: a client that goes away is no stop. The same run finds its turn again, whole.
func TestAClientThatGoesAwayStopsNothing(t *testing.T) {
	hold := make(chan struct{})
	h := open(t, setting{model: builderSays(agentstest.Answer{Text: "Here I am.", Hold: hold})})
	body := aguiRun("thread", "run", "Hello")
	h.agui("/v1/agui", body, func(f aguiFrame) bool { return f.Type == "STEP_STARTED" })

	replayed := make(chan []string, 1)
	begun := make(chan struct{})
	go func() { // meanwhile, a reload joins the turn that runs
		var types []string
		h.agui("/v1/agui/replay", `{"threadId":"thread","runId":"reload","messages":[]}`, func(f aguiFrame) bool {
			if types = append(types, f.Type); f.Type == "STEP_STARTED" {
				close(begun)
			}
			return false
		})
		replayed <- types
	}()
	<-begun
	if got, want := h.aguiTypes("/v1/agui", aguiRun("thread", "another", "And me?")), []string{"RUN_STARTED", "STATE_SNAPSHOT", "MESSAGES_SNAPSHOT", "RUN_ERROR turn_running"}; !cmp.Equal(got, want) {
		t.Errorf("a second message while the first is at work: %v", got)
	}
	close(hold)
	rest := []string{"TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "STATE_DELTA", "STEP_FINISHED"}
	if diff := cmp.Diff(append([]string{"RUN_STARTED", "STATE_SNAPSHOT", "STEP_STARTED", "CUSTOM"}, append(rest, "RUN_FINISHED")...), <-replayed); diff != "" {
		t.Errorf("the reload (-want +got):\n%s", diff)
	}
	whole := append([]string{"RUN_STARTED", "STATE_SNAPSHOT", "MESSAGES_SNAPSHOT", "STATE_DELTA", "STEP_STARTED", "STATE_DELTA", "CUSTOM"}, append(rest, "RUN_FINISHED success")...)
	if diff := cmp.Diff(whole, h.aguiTypes("/v1/agui", body)); diff != "" {
		t.Errorf("the same run again (-want +got):\n%s", diff)
	}
	for _, r := range h.records(bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary}) {
		if _, ok := r.Event.(schemas.CancelRequested); ok {
			t.Error("the turn was stopped")
		}
	}
}

// B10: the same run ten times at once is one turn, and ten answers.
func TestTheSameRunTenTimesAtOnceIsOneTurn(t *testing.T) {
	h := open(t, setting{model: builderSays(agentstest.Answer{Text: "Here I am."})})
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			text := ""
			h.agui("/v1/agui", aguiRun("thread", "run", "Hello"), func(f aguiFrame) bool {
				if f.Type == "TEXT_MESSAGE_CONTENT" {
					text += f.Delta.(string)
				}
				return f.Type == "RUN_FINISHED" || f.Type == "RUN_ERROR"
			})
			if text != "Here I am." {
				t.Errorf("told %q", text)
			}
		})
	}
	all.Wait()
	turns := 0
	for _, r := range h.records(bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary}) {
		if _, ok := r.Event.(schemas.TurnRequested); ok {
			turns++
		}
	}
	if turns != 1 {
		t.Errorf("%d turns", turns)
	}
}

func TestTheCapabilitiesOfAGUI(t *testing.T) {
	h := open(t, setting{})
	status, kind, body := h.raw("GET", "/v1/agui/capabilities", "")
	if status != 200 || kind != "application/json" {
		t.Errorf("answered %d %s", status, kind)
	}
	same(t, "the capabilities", body, `{
		"identity": {"name": "turnbook", "type": "turnbook", "version": "1.2.3", "description": "Agents that write playbooks, turn by turn, and ask before they delete."},
		"transport": {"streaming": true, "websocket": false, "httpBinary": false, "pushNotifications": false, "resumable": true},
		"tools": {"supported": true, "parallelCalls": false, "clientProvided": false},
		"output": {"structuredOutput": false, "supportedMimeTypes": ["text/plain"]},
		"state": {"snapshots": true, "deltas": true, "memory": false, "persistentState": true},
		"multiAgent": {"supported": true, "delegation": true, "handoffs": true, "subagents": [{"name": "step-writer"}, {"name": "module-writer"}]},
		"reasoning": {"supported": false, "streaming": false, "encrypted": false},
		"execution": {"codeExecution": false, "sandboxed": false},
		"humanInTheLoop": {"supported": true, "approvals": true, "interventions": false, "feedback": false, "interrupts": true, "approveWithEdits": false},
		"custom": {"protocolVersion": "1.0", "run": "/v1/agui", "replay": "/v1/agui/replay", "cancel": "/v1/turns/{turn}/cancel", "uiContext": "forwardedProps.ui_context"}
	}`)
}
