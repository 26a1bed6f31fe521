package web_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/schemas"
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
	for _, route := range []string{"/v1/sessions/{id}/messages", "/v1/turns/{id}/dossier", "/v1/import", "/v1/query", "/v1/queries/{name}", "/v1/export", "/healthz",
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
