package web_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web/client"
)

// A handAnswer is what an edit by hand is answered.
type handAnswer struct {
	Seq   uint64
	Event string
	Steps []schemas.StepID
	Undo  string
}

const t1 = "/v1/tasks/t1/steps"

// hand edits a task by hand.
func (h *house) hand(path, body string) (out handAnswer) {
	h.t.Helper()
	h.call("POST", path, json.RawMessage(body), &out)
	return out
}

// savedTree is a task's saved steps, as the interface tells them.
func (h *house) savedTree(task string) string {
	h.t.Helper()
	var out struct{ Steps json.RawMessage }
	h.call("GET", "/v1/tasks/"+task, nil, &out)
	return string(out.Steps)
}

func TestStepsAreEditedByHandAndTheEditIsTakenBackAndDoneAgain(t *testing.T) {
	h := open(t, setting{})
	before := h.savedTree("t1")
	ask := `{"changes":[
		{"op":"add","kind":"DECISION","title":"Is it \"new\" <b>?","place":{"after_id":"old"},"step_id":"fork"},
		{"op":"move","step_id":"old","place":{"parent_id":"fork","branch":"yes"}},
		{"op":"add","kind":"FORM","title":"Serial","place":{"after_id":"fork"}}
	],"idempotency_key":"k1"}`
	status, kind, answer := h.raw("POST", t1+"/edits", ask)
	if status != 201 || !strings.HasPrefix(kind, "application/json") {
		t.Fatalf("%d %s %s", status, kind, answer)
	}
	var edit handAnswer
	h.must(json.Unmarshal([]byte(answer), &edit))
	minted := schemas.StepID(strings.TrimSuffix(edit.Event, "/0") + ".3")
	same(t, "the answer", answer, fmt.Sprintf(`{"seq":%d,"event":%q,"steps":["fork","old",%q],"undo":%q}`, h.head(), edit.Event, minted, edit.Event))
	after := h.savedTree("t1")
	same(t, "the steps", after, fmt.Sprintf(`[
		{"id":"fork","kind":"DECISION","title":"Is it \"new\" <b>?","description":"","form":null,"saved":true,"changed":false,"branches":[
			{"name":"yes","steps":[{"id":"old","kind":"INSTRUCTION","title":"Unpack it","description":"","form":null,"saved":true,"changed":false}]},{"name":"no","steps":[]}]},
		{"id":%q,"kind":"FORM","title":"Serial","description":"","form":null,"saved":true,"changed":false}]`, minted))

	// The same again is the same; another ask under its key is none.
	head := h.head()
	if _, _, again := h.raw("POST", t1+"/edits", ask); again != answer || h.head() != head {
		t.Errorf("the same edit again answers %s, first %s", again, answer)
	}
	taken := client.Problem{Status: 409, Code: schemas.CodeKeyConflict, At: edit.Seq}
	wantProblem(t, h.c.Call(h.context(), "POST", t1+"/edits", json.RawMessage(strings.Replace(ask, "Serial", "Number", 1)), nil), taken)
	wantProblem(t, h.c.Call(h.context(), "POST", t1+"/undo", map[string]string{"event": edit.Event, "idempotency_key": "k1"}, nil), taken)
	if elsewhere := h.hand("/v1/tasks/t2/steps/edits", `{"changes":[{"op":"add","kind":"EMAIL","title":"Ask"}],"idempotency_key":"k1"}`); elsewhere.Event == edit.Event {
		t.Error("one key of two tasks is one edit")
	}

	undoBody := fmt.Sprintf(`{"event":%q,"idempotency_key":"k2"}`, edit.Undo)
	undo := h.hand(t1+"/undo", undoBody)
	if diff := cmp.Diff(handAnswer{undo.Seq, undo.Event, []schemas.StepID{minted, "old", "fork"}, undo.Event}, undo); diff != "" {
		t.Errorf("the undo answers (-want +got):\n%s", diff)
	}
	same(t, "undone", h.savedTree("t1"), before)
	if again := h.hand(t1+"/undo", undoBody); !cmp.Equal(again, undo) {
		t.Errorf("the same undo again answers %+v, first %+v", again, undo)
	}
	h.refused("POST", t1+"/undo", map[string]string{"event": edit.Undo}, 409, schemas.CodeUndoStale)
	h.hand(t1+"/undo", fmt.Sprintf(`{"event":%q}`, undo.Undo))
	same(t, "done again", h.savedTree("t1"), after)

	pending := h.life("p1").Pending
	want := []schemas.Activity{{What: "playbook.imported", Size: 1}, {What: "playbook.steps-edited", Size: 3}, {What: "playbook.steps-edited", Size: 1}, {What: "playbook.steps-edited", Size: 3}, {What: "playbook.steps-edited", Size: 3}}
	for i := range pending {
		if pending[i].User != "local" {
			t.Errorf("line %d is of %q", i, pending[i].User)
		}
		pending[i].Seq, pending[i].User = 0, ""
	}
	if diff := cmp.Diff(want, pending); diff != "" {
		t.Errorf("pending (-want +got):\n%s", diff)
	}
	var check struct{ Equal bool }
	if h.call("POST", "/v1/check", nil, &check); !check.Equal {
		t.Error("the tables are not what the log says")
	}
}

func TestAnEditByHandThatIsRefusedIsToldWhy(t *testing.T) {
	h := open(t, setting{})
	add := `{"changes":[{"op":"add","kind":"INSTRUCTION","title":"N"}]}`
	head := h.head()
	for _, c := range []struct {
		path, body string
		status     int
		code       schemas.Code
	}{
		{"/v1/tasks/nobody/steps/edits", add, 404, schemas.CodeUnknownTask},
		{"/v1/tasks/lt/steps/edits", `{"playbook_id":"p1","changes":[{"op":"add","kind":"INSTRUCTION","title":"N"}]}`, 409, schemas.CodeLinkedModule},
		{t1 + "/edits", `{"changes":[]}`, 422, schemas.CodeInvalidArguments},
		{t1 + "/edits", `{"changes":[{"op":"add","kind":"INSTRUCTION","title":" "}]}`, 422, schemas.CodeInvalidArguments},
		{t1 + "/edits", `{"changes":[{"op":"update","step_id":"x","title":"X"}]}`, 404, schemas.CodeUnknownStep},
		{t1 + "/edits", `{"changes":[{"op":"add","kind":"FORM","title":"N","place":{"parent_id":"old","branch":"yes"}}]}`, 422, schemas.CodeNotBranchable},
		{t1 + "/edits", `{"changes":[{"op":"add","step_id":" ","kind":"FORM","title":"N"}]}`, 400, "INVALID_ID"},
		{t1 + "/edits", `{"changes":{"op":"add"}}`, 422, "INVALID_REQUEST"},
		{t1 + "/undo", `{}`, 422, "INVALID_REQUEST"},
		{t1 + "/undo", `{"event":"import/0"}`, 404, schemas.CodeUnknownEdit},
		{t1 + "/undo", `{"event":"nobody"}`, 404, schemas.CodeUnknownEdit},
	} {
		h.refused("POST", c.path, json.RawMessage(c.body), c.status, c.code)
	}
	if got := h.head() - head; got != 8 {
		t.Errorf("%d refusals are recorded, want the 8 of the gate: what is no command at all is none", got)
	}
	h.hand(t1+"/edits", `{"changes":[{"op":"add","kind":"DECISION","title":"Fork","step_id":"fork"},{"op":"add","kind":"EMAIL","title":"In","step_id":"in","place":{"parent_id":"fork","branch":"yes"}}]}`)
	h.refused("POST", t1+"/edits", json.RawMessage(`{"changes":[{"op":"remove","step_ids":["fork"]}]}`), 409, schemas.CodeUnseenSteps)
	h.hand(t1+"/edits", `{"changes":[{"op":"remove","step_ids":["fork"],"cascade_ids":["in"]}]}`)

	_, err := h.rt.TakeLock(t.Context(), vendor, "bea", "p1", false)
	h.must(err)
	_, _, problem := h.raw("POST", t1+"/edits", add)
	same(t, "the problem", problem, fmt.Sprintf(`{"status":409,"title":"Conflict","detail":"bea is editing this playbook","code":"LOCKED","ladder":{
		"rule":"hand-edit/1","outcome":"LOCKED","basis":{"playbook/p1":%d,"library/library":%d,"vendor/acme":1},"rungs":[
			{"name":"exists","input":"p1","held":true},{"name":"not_archived","input":"draft","held":true},{"name":"draft","input":"draft","held":true},{"name":"free_or_own","input":"bea","held":false}]}}`, h.head()-1, head+1))
	h.must(h.rt.ReleaseLock(t.Context(), vendor, "bea", "p1"))
	h.call("POST", "/v1/playbooks/p1/publish", nil, nil)
	h.refused("POST", t1+"/edits", json.RawMessage(add), 409, schemas.CodeNotEditable)
	h.call("POST", "/v1/playbooks/p1/archive", nil, nil)
	h.refused("POST", t1+"/edits", json.RawMessage(add), 409, schemas.CodeArchived)
	h.must(h.store.WaitFor(h.context(), h.head()))
	refusals, _, err := h.store.Refusals(h.context(), projections.LedgerFilter{Vendor: vendor, Limit: 1})
	if err != nil || len(refusals) != 1 || refusals[0].Code != schemas.CodeArchived || refusals[0].Turn != "" || refusals[0].Task != "t1" {
		t.Errorf("the ledger's last is %+v: %v", refusals, err)
	}
	var check struct{ Equal bool }
	if h.call("POST", "/v1/check", nil, &check); !check.Equal {
		t.Error("the tables are not what the log says")
	}
}

func TestATaskOfTheLibraryIsEditedByHandAndItsPlaybooksShowIt(t *testing.T) {
	h := open(t, setting{})
	edit := h.hand("/v1/tasks/lt/steps/edits", `{"changes":[{"op":"add","kind":"INSTRUCTION","title":"Scan the code","step_id":"scan"}]}`)
	r := h.records(bus.Query{Vendor: vendor, Types: []string{"library.steps-edited"}})
	if len(r) != 1 || r[0].Draft.ID != edit.Event || r[0].Subject != (schemas.Subject{Task: "lt"}) || r[0].Actor != "user/local" {
		t.Errorf("in the log %+v", r)
	}
	var tree struct {
		Modules []struct {
			ID    string
			Tasks []struct{ Steps []struct{ ID string } }
		}
	}
	h.call("GET", "/v1/playbooks/p1", nil, &tree)
	if m := tree.Modules[1]; m.ID != "lm" || len(m.Tasks[0].Steps) != 1 || m.Tasks[0].Steps[0].ID != "scan" {
		t.Errorf("the playbook shows %+v", m)
	}
	h.hand("/v1/tasks/lt/steps/undo", fmt.Sprintf(`{"event":%q}`, edit.Undo))
	same(t, "undone", h.savedTree("lt"), `[]`)
}

// Every view of a playbook sees what a person edits by hand, in its own tasks and in
// those of the modules that it links; so does a view that asks for one task alone.
func TestOtherViewsSeeWhatIsEditedByHand(t *testing.T) {
	h := open(t, setting{})
	editor, task := h.tab(""), h.tab("")
	editor.shows(onEditor)
	h.must(editor.s.Subscribe(h.context(), client.Subscribe{Ref: "e", Session: h.session(), Playbook: "p1"}))
	task.raw(`{"type":"subscribe","ref":"t","task":"t1"}`)
	editor.next("caught_up")
	task.next("caught_up")
	edit := h.hand(t1+"/edits", `{"changes":[{"op":"update","step_id":"old","title":"Unbox it"}]}`)
	h.hand(t1+"/undo", fmt.Sprintf(`{"event":%q}`, edit.Undo))
	h.hand("/v1/tasks/lt/steps/edits", `{"changes":[{"op":"add","kind":"UPLOAD","title":"Scan"}]}`)
	edits := h.records(bus.Query{Vendor: vendor, Types: []string{"playbook.steps-edited", "library.steps-edited"}})
	if len(edits) != 3 {
		t.Fatalf("%d edits in the log, want 3", len(edits))
	}
	for i, got := range editor.events("library.steps-edited") {
		same(t, "the editor's frame", got, h.frame("e", edits[i], nil))
	}
	for _, r := range edits[:2] {
		same(t, "the task's frame", string(task.next("event").Raw), h.frame("t", r, nil))
	}
}
