package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/agentstest"
	"turnbook/agents/turn"
	"turnbook/bus"
	"turnbook/bus/bustest"
	"turnbook/schemas"
	"turnbook/web/client"
)

func TestAMessageBecomesATurnThatCanBeReadBack(t *testing.T) {
	h := open(t, setting{})
	session := h.session()
	id := h.ask(session, "Add a step to task 2 of module 1", onEditor)
	h.ended(id)

	var state struct {
		AsOf    struct{ Seq uint64 } `json:"as_of"`
		Cursor  string
		ID      schemas.TurnID
		Session schemas.SessionID `json:"session_id"`
		Status  schemas.TurnStatus
	}
	h.call("GET", "/v1/turns/"+string(id), nil, &state)
	if state.ID != id || state.Session != session || state.Status != schemas.TurnCompleted || state.AsOf.Seq != h.head() {
		t.Errorf("the turn reads %+v, the head is %d", state, h.head())
	}
	if !strings.HasPrefix(state.Cursor, h.log.Epoch()+".") {
		t.Errorf("the cursor is %q, the epoch %q", state.Cursor, h.log.Epoch())
	}

	// Events come as they are stored, over any number of pages.
	var got []string
	for after := ""; ; {
		var page struct {
			Events []json.RawMessage
			Next   string
		}
		h.call("GET", "/v1/turns/"+string(id)+"/events?limit=7&after="+after, nil, &page)
		for _, e := range page.Events {
			got = append(got, string(e))
		}
		if after = page.Next; after == "" {
			break
		}
	}
	var want []string
	for _, r := range h.records(bus.Query{Vendor: vendor, Turn: id}) {
		want = append(want, string(r.Stored))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (-stored +paged):\n%s", diff)
	}

	var dossier struct {
		Turn      struct{ ID schemas.TurnID }
		Decisions []struct {
			Rule  string
			Rungs []struct{ Name string }
		}
		Refusals, Drops []any
		Closing         string
	}
	h.call("GET", "/v1/turns/"+string(id)+"/dossier", nil, &dossier)
	if dossier.Turn.ID != id || len(dossier.Decisions) == 0 || len(dossier.Decisions[0].Rungs) == 0 || dossier.Refusals == nil || dossier.Drops == nil {
		t.Errorf("the dossier reads %+v", dossier)
	}
	var turns struct{ Turns []struct{ ID schemas.TurnID } }
	h.call("GET", "/v1/turns?session="+string(session)+"&limit=5", nil, &turns)
	if len(turns.Turns) != 1 || turns.Turns[0].ID != id {
		t.Errorf("the session's turns are %+v", turns)
	}
	var sessions struct {
		Sessions []struct{ ID schemas.SessionID }
	}
	h.call("GET", "/v1/sessions", nil, &sessions)
	if len(sessions.Sessions) != 1 || sessions.Sessions[0].ID != session {
		t.Errorf("the sessions are %+v", sessions)
	}
	var s struct {
		ID       schemas.SessionID
		Messages []struct{ Role, Text string }
		Running  any
	}
	h.call("GET", "/v1/sessions/"+string(session), nil, &s)
	if s.ID != session || len(s.Messages) == 0 || s.Messages[0].Text != "Add a step to task 2 of module 1" || s.Running != nil {
		t.Errorf("the session reads %+v", s)
	}
}

func TestDocumentsAreReadAndEdited(t *testing.T) {
	h := open(t, setting{})
	var made struct{ Playbook schemas.PlaybookID }
	for range 2 {
		h.call("POST", "/v1/playbooks", map[string]string{"title": " Fire drill ", "idempotency_key": "k1"}, &made)
	}
	var list struct {
		Playbooks []struct{ Title string }
	}
	h.call("GET", "/v1/playbooks", nil, &list)
	if len(list.Playbooks) != 2 || list.Playbooks[0].Title != "Fire drill" {
		t.Errorf("the playbooks are %+v", list)
	}
	var edit struct {
		Seq    uint64
		Module schemas.ModuleID `json:"module_id"`
		Task   schemas.TaskID   `json:"task_id"`
	}
	path := "/v1/playbooks/" + string(made.Playbook)
	h.call("POST", path+"/edits", map[string]string{"op": "add_module", "title": "Before", "idempotency_key": "k2"}, &edit)
	first := edit
	h.call("POST", path+"/edits", map[string]string{"op": "add_module", "title": "Before", "idempotency_key": "k2"}, &edit)
	if edit != first || edit.Module == "" {
		t.Errorf("the same edit again answers %+v, first %+v", edit, first)
	}
	h.call("POST", path+"/edits", map[string]string{"op": "add_task", "module_id": string(edit.Module), "title": "Ring the bell", "task_id": "t.1 *>"}, &edit)
	var tree struct {
		Modules []struct {
			ID    schemas.ModuleID
			Title string
			Tasks []struct {
				ID    schemas.TaskID
				Title string
			}
		}
	}
	h.call("GET", path, nil, &tree)
	if len(tree.Modules) != 1 || len(tree.Modules[0].Tasks) != 1 || tree.Modules[0].Tasks[0].ID != "t.1 *>" {
		t.Errorf("the tree is %+v", tree)
	}
	var task struct{ Title string }
	h.call("GET", "/v1/tasks/t.1%20*%3E", nil, &task)
	if task.Title != "Ring the bell" {
		t.Errorf("the task reads %+v", task)
	}
	var library struct{ Modules []struct{ Title string } }
	h.call("GET", "/v1/library", nil, &library)
	if len(library.Modules) != 1 || library.Modules[0].Title != "Security basics" {
		t.Errorf("the library reads %+v", library)
	}
	var got struct {
		Playbook schemas.PlaybookID
		Title    string
		Report   []schemas.ImportNote
	}
	h.call("POST", "/v1/import?name=drill.md&idempotency_key=k3", []byte("# Drill\n\n## One\n\n### Ring\n\n- Loudly\n"), &got)
	if got.Title != "Drill" || len(got.Report) == 0 {
		t.Errorf("the import answers %+v", got)
	}
}

func TestTablesAreQueriedCheckedAndDrawnAnew(t *testing.T) {
	h := open(t, setting{})
	var answer struct {
		Columns []string
		Rows    [][]any
	}
	h.call("POST", "/v1/query", map[string]any{"sql": "SELECT id, title FROM playbooks"}, &answer)
	if diff := cmp.Diff([][]any{{"p1", "Onboarding"}}, answer.Rows); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	var check struct{ Equal bool }
	h.call("POST", "/v1/check", nil, &check)
	if !check.Equal {
		t.Error("the tables are not what the log says")
	}
	check.Equal = false
	h.call("POST", "/v1/rebuild", map[string]bool{"diff": true}, &check)
	if !check.Equal {
		t.Error("drawn anew, the tables differ")
	}
	var tables struct {
		Tables []struct{ Name, About string }
	}
	h.call("GET", "/v1/tables", nil, &tables)
	if len(tables.Tables) < 15 || tables.Tables[0].About == "" {
		t.Errorf("the tables are %+v", tables)
	}
}

func TestTheServerTellsHowItIs(t *testing.T) {
	h := open(t, setting{})
	var health struct {
		Status, Version, Sync, Epoch string
		Head, Lag                    uint64
		Projections                  map[string]json.RawMessage
	}
	h.call("GET", "/readyz", nil, nil)
	h.call("GET", "/v1/playbooks", nil, nil) // which waits for the tables
	h.call("GET", "/healthz", nil, &health)
	if health.Status != "ok" || health.Version != "1.2.3" || health.Sync != "always" || health.Epoch != h.log.Epoch() || health.Head != h.head() || health.Lag != 0 {
		t.Errorf("health reads %+v", health)
	}
	same(t, "the position of the tables", string(health.Projections["as_of"]), fmt.Sprintf(`{"seq":%d,"idx":0}`, h.head()))
	status, kind, body := h.raw("GET", "/schemas/turn.ended.json", "")
	if status != 200 || kind != "application/schema+json" || !json.Valid([]byte(body)) {
		t.Errorf("the schema is answered with %d %s %s", status, kind, body)
	}
	status, _, body = h.raw("GET", "/openapi.json", "")
	var api struct {
		Paths map[string]map[string]any
	}
	if err := json.Unmarshal([]byte(body), &api); err != nil || status != 200 {
		t.Fatalf("the OpenAPI document is answered with %d: %v", status, err)
	}
	for _, route := range []string{"/v1/sessions/{id}/messages", "/v1/turns/{id}/dossier", "/v1/import", "/v1/query", "/healthz",
		"/v1/cards/{id}/answer", "/v1/turns/{id}/drops/apply", "/v1/playbooks/{id}/lock", "/v1/playbooks/{id}/publish"} {
		if api.Paths[route] == nil {
			t.Errorf("the OpenAPI document lacks %s", route)
		}
	}
	for name, want := range map[string]string{
		"openapi.json": "application/openapi+json", "openapi-3.0.json": "application/openapi+json",
		"openapi.yaml": "application/openapi+yaml", "openapi-3.0.yaml": "application/openapi+yaml",
	} {
		if status, kind, body := h.raw("GET", "/"+name, ""); status != 200 || kind != want || !strings.Contains(body, "getDossier") {
			t.Errorf("%s is answered with %d %s and %d bytes", name, status, kind, len(body))
		}
	}
}

// Each problem stands in the order: what is asked, what is answered. Its detail is
// words for people and is not compared.
func TestWhatComesToNothingIsAProblemWithItsCode(t *testing.T) {
	h := open(t, setting{})
	session := string(h.session())
	done := h.ask(schemas.SessionID(session), "What is a playbook?", onEditor)
	h.ended(done)
	big := `{"text":"x","ui_context":{"note":"` + strings.Repeat("a", 9<<20) + `"}}`
	long := strings.Repeat("x", 201)
	for name, c := range map[string]struct {
		method, path, body string
		header             []string
		want               string
	}{
		"a body that is no JSON":            {"POST", "/v1/sessions", `{`, nil, `{"status":400,"code":"INVALID_JSON"}`},
		"a member that stands twice":        {"POST", "/v1/sessions", `{"playbook_id":"a","playbook_id":"b"}`, nil, `{"status":400,"code":"INVALID_JSON"}`},
		"a lone surrogate":                  {"POST", "/v1/sessions/" + session + "/messages", `{"text":"\ud800"}`, nil, `{"status":400,"code":"INVALID_JSON"}`},
		"a member of the wrong kind":        {"POST", "/v1/sessions/" + session + "/messages", `{"text":7}`, nil, `{"status":422,"code":"INVALID_REQUEST","field":"text"}`},
		"an empty message":                  {"POST", "/v1/sessions/" + session + "/messages", `{"text":" "}`, nil, `{"status":422,"code":"INVALID_REQUEST","field":"text"}`},
		"a message above its limit":         {"POST", "/v1/sessions/" + session + "/messages", `{"text":"` + strings.Repeat("a", 1<<20+1) + `"}`, nil, `{"status":413,"code":"TOO_LARGE","size":1048577,"limit":1048576}`},
		"a body above the limit":            {"POST", "/v1/sessions/" + session + "/messages", big, nil, fmt.Sprintf(`{"status":413,"code":"TOO_LARGE","size":%d,"limit":8388608}`, len(big))},
		"a context of the wrong type":       {"POST", "/v1/sessions/" + session + "/messages", `{"text":"x","ui_context":{"builder_mounts":"two"}}`, nil, `{"status":400,"code":"INVALID_CONTEXT","field":"ui_context.builder_mounts"}`},
		"a session that was never opened":   {"POST", "/v1/sessions/nobody/messages", `{"text":"x"}`, nil, `{"status":404,"code":"UNKNOWN_SESSION"}`},
		"a session that is not in the book": {"GET", "/v1/sessions/nobody", "", nil, `{"status":404,"code":"NOT_FOUND"}`},
		"an id that is too long":            {"GET", "/v1/sessions/" + long, "", nil, `{"status":400,"code":"INVALID_ID","field":"session"}`},
		"an id with a control":              {"GET", "/v1/sessions/a%00b", "", nil, `{"status":400,"code":"INVALID_ID","field":"session"}`},
		"an id that ends in a blank":        {"POST", "/v1/sessions", `{"playbook_id":"p1 "}`, nil, `{"status":400,"code":"INVALID_ID","field":"playbook_id"}`},
		"a view that was never opened":      {"PUT", "/v1/views/v1/context", onEditor, nil, `{"status":404,"code":"UNKNOWN_VIEW"}`},
		"a message of no view":              {"POST", "/v1/sessions/" + session + "/messages", `{"text":"x","view_id":"v1"}`, nil, `{"status":404,"code":"UNKNOWN_VIEW"}`},
		"a turn that never was":             {"GET", "/v1/turns/t1", "", nil, `{"status":404,"code":"UNKNOWN_TURN","turn":"t1"}`},
		"the end of a turn that never was":  {"POST", "/v1/turns/t1/cancel", "", nil, `{"status":404,"code":"UNKNOWN_TURN","turn":"t1"}`},
		"events behind a cursor of old":     {"GET", "/v1/turns/" + string(done) + "/events?after=old.1.0", "", nil, `{"status":400,"code":"INVALID_CURSOR"}`},
		"events behind no cursor":           {"GET", "/v1/turns/" + string(done) + "/events?after=abc", "", nil, `{"status":400,"code":"INVALID_CURSOR"}`},
		"a limit that is no number":         {"GET", "/v1/turns?limit=many", "", nil, `{"status":422,"code":"INVALID_REQUEST","field":"limit"}`},
		"a status that is none":             {"GET", "/v1/turns?status=lost", "", nil, `{"status":422,"code":"INVALID_REQUEST","field":"status"}`},
		"a playbook that is not there":      {"GET", "/v1/playbooks/p9", "", nil, `{"status":404,"code":"NOT_FOUND"}`},
		"a playbook without a title":        {"POST", "/v1/playbooks", `{}`, nil, `{"status":422,"code":"INVALID_REQUEST","field":"title"}`},
		"a module after one that is gone":   {"POST", "/v1/playbooks/p1/edits", `{"op":"add_module","title":"x","after_module_id":"m9"}`, nil, `{"status":404,"code":"UNKNOWN_MODULE"}`},
		"a task in a linked module":         {"POST", "/v1/playbooks/p1/edits", `{"op":"add_task","title":"x","module_id":"lm"}`, nil, `{"status":409,"code":"LINKED_MODULE"}`},
		"an edit that there is not":         {"POST", "/v1/playbooks/p1/edits", `{"op":"explode","title":"x"}`, nil, `{"status":422,"code":"INVALID_ARGUMENTS"}`},
		"an edit of no playbook":            {"POST", "/v1/playbooks/p9/edits", `{"op":"rename_playbook","title":"x"}`, nil, `{"status":409,"code":"NOT_EDITABLE"}`},
		"an edit of two playbooks":          {"POST", "/v1/playbooks/p1/edits", `{"op":"rename_playbook","title":"x","playbook_id":"p2"}`, nil, `{"status":422,"code":"INVALID_REQUEST","field":"playbook_id"}`},
		"a task that is not there":          {"GET", "/v1/tasks/t9", "", nil, `{"status":404,"code":"NOT_FOUND"}`},
		"a file that is none of ours":       {"POST", "/v1/import?name=a.pdf", "%PDF-1.7", nil, `{"status":422,"code":"INVALID_FILE"}`},
		"a file that breaks off":            {"POST", "/v1/import?name=a.json", "{\n  \"type\": playbook\n}", nil, `{"status":422,"code":"INVALID_FILE","line":2}`},
		"SQL that writes":                   {"POST", "/v1/query", `{"sql":"DELETE FROM turns"}`, nil, `{"status":400,"code":"INVALID_QUERY","field":"sql"}`},
		"SQL with a limit below nothing":    {"POST", "/v1/query", `{"sql":"SELECT 1","limit":-1}`, nil, `{"status":422,"code":"INVALID_REQUEST","field":"limit"}`},
		"a schema of nothing":               {"GET", "/schemas/nothing.json", "", nil, `{"status":404,"code":"NOT_FOUND"}`},
		"a route that is none":              {"GET", "/v1/nothing", "", nil, `{"status":404,"code":"NOT_FOUND"}`},
		"a stream without a handshake":      {"GET", "/v1/stream", "", nil, `{"status":422,"code":"INVALID_REQUEST"}`},
		"a write from a page elsewhere":     {"POST", "/v1/sessions", `{}`, []string{"Origin", "https://evil.example"}, `{"status":403,"code":"FORBIDDEN"}`},
		"a read by another name":            {"GET", "/v1/sessions", ``, []string{"Host", "evil.example"}, `{"status":403,"code":"FORBIDDEN"}`},
		"a stream from a page elsewhere":    {"GET", "/v1/stream", ``, []string{"Origin", "https://evil.example", "Connection", "Upgrade", "Upgrade", "websocket"}, `{"status":403,"code":"FORBIDDEN"}`},
	} {
		t.Run(name, func(t *testing.T) {
			h := &house{t: t, url: h.url}
			status, kind, body := h.raw(c.method, c.path, c.body, c.header...)
			var got map[string]any
			if err := json.Unmarshal([]byte(body), &got); err != nil {
				t.Fatalf("%d %s is no JSON: %v", status, body, err)
			}
			if kind != "application/problem+json" || got["detail"] == "" || got["title"] != http.StatusText(status) || got["status"] != float64(status) {
				t.Errorf("answered with %d, %s: %s", status, kind, body)
			}
			for _, words := range []string{"detail", "title", "ladder", "column"} {
				delete(got, words)
			}
			brief, _ := json.Marshal(got)
			same(t, "the problem", string(brief), c.want)
		})
	}
}

func TestAViewsContextIsSetOverRESTToo(t *testing.T) {
	h := open(t, setting{})
	b := h.tab("")
	for _, body := range []string{`{"ui_context":` + onEditor + `}`, withBuilder("t1")} {
		if status, _, answer := h.raw("PUT", "/v1/views/"+string(b.view)+"/context", body); status != 200 {
			t.Errorf("%s is answered with %d %s", body, status, answer)
		}
	}
	want := []schemas.Event{
		schemas.ViewContextChanged{UIContext: schemas.MustUIContext(onEditor)},
		schemas.ViewContextChanged{UIContext: schemas.MustUIContext(withBuilder("t1"))},
	}
	got := eventsOf(h.records(bus.Query{Vendor: vendor, Types: []string{"view.context-changed"}}))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("contexts (-want +got):\n%s", diff)
	}
}

func TestIDsWithAwkwardCharactersNameOneThingEach(t *testing.T) {
	h := open(t, setting{})
	for _, id := range []string{"a.b", "a..b", ".a", "*", ">", "a b", "日本", "a%2Eb", "a/b"} {
		session, err := h.rt.OpenSession(t.Context(), vendor, schemas.UserID(id), schemas.PlaybookID(id), "k "+id)
		h.must(err)
		h.must(h.rt.ImportPlaybook(t.Context(), vendor, "local", schemas.PlaybookID(id), schemas.PlaybookImported{Title: "T " + id}, "k"))
		var tree struct {
			ID    string
			Title string
		}
		h.call("GET", "/v1/playbooks/"+url.PathEscape(id)+"?session="+string(session), nil, &tree)
		if tree.ID != id || tree.Title != "T "+id {
			t.Errorf("%q reads as %+v", id, tree)
		}
		b := h.tab("")
		h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Playbook: schemas.PlaybookID(id), Types: []string{"playbook.imported"}, From: h.log.Epoch() + ".0.0"}))
		b.next("caught_up")
		h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "t", Playbook: schemas.PlaybookID(id), Types: []string{"playbook.imported"}, From: h.log.Epoch() + ".0.0"}))
		for f := b.next("event"); ; f = b.next("event") {
			if want := `"source":"` + (schemas.Entity{Vendor: vendor, Kind: schemas.PlaybookBoundary, ID: id}).Source() + `"`; !strings.Contains(string(f.Event), want) {
				t.Errorf("%q: a stream got %s", id, f.Event)
			}
			if f.Ref == "t" {
				break
			}
		}
	}
}

func TestTwoMessagesAtOnceAreOneTurnAndOneConflict(t *testing.T) {
	hold := make(chan struct{})
	defer close(hold)
	said := make(chan struct{}, 9)
	model := agentstest.NewScript(map[string][]agentstest.Answer{"router": {{Hold: hold, Said: said}}})
	h := open(t, setting{model: model})
	session := string(h.session())
	type answer struct {
		status int
		body   string
	}
	answers := make(chan answer, 2)
	for _, text := range []string{"one", "two"} {
		go func() {
			status, _, body := h.raw("POST", "/v1/sessions/"+session+"/messages", `{"text":"`+text+`","ui_context":`+onEditor+`}`)
			answers <- answer{status, body}
		}()
	}
	a, b := <-answers, <-answers
	if a.status > b.status {
		a, b = b, a
	}
	var first struct{ Turn string }
	var second struct{ Code, Turn string }
	if err := json.Unmarshal([]byte(a.body), &first); err != nil || a.status != 202 {
		t.Fatalf("the first is answered with %+v", a)
	}
	if err := json.Unmarshal([]byte(b.body), &second); err != nil || b.status != 409 || second.Code != "TURN_RUNNING" || second.Turn != first.Turn {
		t.Errorf("the second is answered with %+v; turn %s runs", b, first.Turn)
	}
	<-said
	h.call("POST", "/v1/turns/"+first.Turn+"/cancel", map[string]string{"reason": "enough"}, nil)
	if end := h.ended(schemas.TurnID(first.Turn)); end.Status != schemas.TurnCancelled {
		t.Errorf("ended %+v", end)
	}
}

func TestOneMessageTenTimesIsOneTurn(t *testing.T) {
	h := open(t, setting{})
	session := h.session()
	var all sync.WaitGroup
	bodies := make([]string, 10)
	for i := range bodies {
		all.Go(func() {
			status, _, body := h.raw("POST", "/v1/sessions/"+string(session)+"/messages", `{"text":"What is here?","idempotency_key":"once","ui_context":`+onEditor+`}`)
			bodies[i] = fmt.Sprintf("%d %s", status, strings.TrimSpace(body))
		})
	}
	all.Wait()
	want := make([]string, 10)
	for i := range want {
		want[i] = fmt.Sprintf(`202 {"turn":"%s"}`, turn.TurnID(session, "once"))
	}
	if diff := cmp.Diff(want, bodies); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
	if n := len(h.records(bus.Query{Vendor: vendor, Types: []string{"turn.requested"}})); n != 1 {
		t.Errorf("%d turns were asked for", n)
	}
	status, _, body := h.raw("POST", "/v1/sessions/"+string(session)+"/messages", `{"text":"Something else","idempotency_key":"once"}`)
	if status != 409 || !strings.Contains(body, "KEY_CONFLICT") {
		t.Errorf("the key with other content is answered with %d %s", status, body)
	}
}

// Every row of the table in authoring.md section 1 comes through the door as it is.
func TestEveryCurrentTaskIDComesThrough(t *testing.T) {
	h := open(t, setting{})
	for _, raw := range []string{
		`null`, `false`, `true`, `{}`, `[]`, `0`, `-0`, `0.0`, `0e5`, `""`, `" "`, `"0"`, `7`, `-1`, `1e3`, `12.0`, `1.2e1`,
		`9007199254740993`, `107505301260286111`, `1e400`, `"NaN"`, `" t1 "`, `"a.b *>"`, `"日本"`,
	} {
		session := h.session()
		ui := `{"current_task_id":` + raw + `,"page":"task"}`
		id := h.ask(session, "What is here?", ui)
		h.ended(id)
		got := h.records(bus.Query{Vendor: vendor, Turn: id, Types: []string{"turn.requested"}})
		if len(got) != 1 {
			t.Fatalf("%s: %d turns were asked for", raw, len(got))
		}
		if have := string(got[0].Event.(schemas.TurnRequested).UIContext.JSON()); have != ui {
			t.Errorf("%s stands in the log as %s", ui, have)
		}
	}
}

func TestALargeContextIsKeptWhole(t *testing.T) {
	log, wakes := embedded(t)
	h := open(t, setting{log: log, wakes: wakes})
	for _, size := range []int{900 << 10, 1 << 20, 1_200_000, 5 << 20} {
		ui := `{"note":"` + strings.Repeat("n", size) + `","page":"task"}`
		id := h.ask(h.session(), "What is here?", ui)
		h.ended(id)
		got := h.records(bus.Query{Vendor: vendor, Turn: id, Types: []string{"turn.requested"}})
		if len(got) != 1 || string(got[0].Event.(schemas.TurnRequested).UIContext.JSON()) != ui {
			t.Errorf("a context of %d bytes is not in the log as it came", size)
		}
	}
}

// asked is a log that notes which turns are read, and where.
type asked struct {
	bus.Log
	mu      sync.Mutex
	queries []bus.Query
}

func (a *asked) Read(ctx context.Context, q bus.Query) iter.Seq2[schemas.Record, error] {
	if q.Turn != "" {
		a.mu.Lock()
		a.queries = append(a.queries, q)
		a.mu.Unlock()
	}
	return a.Log.Read(ctx, q)
}

func TestATurnThatWaitedIsReadWithoutWhatOthersWroteMeanwhile(t *testing.T) {
	log := &asked{Log: bus.Mem()}
	h := open(t, setting{log: log, told: true})
	a, other := bustest.NewAuthor(t, log, "a"), bustest.NewAuthor(t, log, "b")
	begin := a.Append(t, a.Session, "t", schemas.TurnRequested{Text: "delete it", Key: "k", Digest: "d"})
	other.Turn(t, 250)
	end := a.Append(t, a.Session, "t", schemas.TurnEnded{Status: schemas.TurnCompleted, Stop: schemas.StopEnd})
	var page struct{ Events []struct{ Type string } }
	h.call("GET", "/v1/turns/t/events", nil, &page)
	if diff := cmp.Diff([]struct{ Type string }{{"turn.requested"}, {"turn.ended"}}, page.Events); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	before := func(seq uint64) schemas.Position { return schemas.Position{Seq: seq, Index: -1} }
	want := []bus.Query{{Vendor: vendor, Turn: "t", After: before(begin), To: begin}, {Vendor: vendor, Turn: "t", After: before(end), To: end}}
	log.mu.Lock()
	defer log.mu.Unlock()
	if diff := cmp.Diff(want, log.queries); diff != "" {
		t.Errorf("reads of the log (-want +got):\n%s", diff)
	}
}
