package web_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/web/client"
)

func TestTheLibraryIsEditedByHand(t *testing.T) {
	h := open(t, setting{})
	edit := func(body string) (out struct {
		Seq    uint64
		Module schemas.ModuleID `json:"module_id"`
		Task   schemas.TaskID   `json:"task_id"`
	}) {
		t.Helper()
		h.call("POST", "/v1/library/edits", json.RawMessage(body), &out)
		return out
	}
	add := `{"op":"add_module","title":"Leaving","after_module_id":"lm","idempotency_key":"k1"}`
	made := edit(add)
	if again := edit(add); again != made || made.Module == "" {
		t.Errorf("the same edit again answers %+v, first %+v", again, made)
	}
	wantProblem(t, h.c.Call(h.context(), "POST", "/v1/library/edits", json.RawMessage(`{"op":"add_module","title":"Staying","idempotency_key":"k1"}`), nil),
		client.Problem{Status: 409, Code: schemas.CodeKeyConflict, At: made.Seq})
	edit(`{"op":"rename_module","module_id":"lm","title":"Security \"first\" <b>"}`)
	edit(`{"op":"move_module","module_id":"` + string(made.Module) + `"}`)
	loose := edit(`{"op":"add_task","title":"Return the badge"}`)
	edit(`{"op":"add_task","task_id":"keys","title":"Return the keys","description":"all of them"}`)
	edit(`{"op":"rename_task","task_id":"lt","title":"Enrol"}`)
	edit(`{"op":"move_task","task_id":"` + string(loose.Task) + `","module_id":"lm","after_task_id":"lt"}`)
	edit(`{"op":"archive_task","task_id":"keys"}`)
	edit(`{"op":"archive_module","module_id":"` + string(made.Module) + `"}`)

	h.refused("POST", "/v1/library/edits", map[string]string{"op": "rename_task", "task_id": "keys", "title": "X"}, 409, schemas.CodeArchived)
	h.refused("POST", "/v1/library/edits", map[string]string{"op": "rename_module", "module_id": "x", "title": "X"}, 404, schemas.CodeUnknownModule)
	h.refused("POST", "/v1/library/edits", map[string]string{"op": "rename_task", "task_id": "x", "title": "X"}, 404, schemas.CodeUnknownTask)
	h.refused("POST", "/v1/library/edits", map[string]string{"op": "add_module", "module_id": "lm", "title": "X"}, 422, schemas.CodeInvalidArguments)
	h.refused("POST", "/v1/library/edits", map[string]string{"op": "link_module", "module_id": "lm"}, 422, schemas.CodeInvalidArguments)
	h.refused("POST", "/v1/library/edits", map[string]string{"op": "rename_task", "task_id": " ", "title": "X"}, 400, "INVALID_ID")

	type task struct {
		ID, Title string
		Archived  bool
	}
	type module struct {
		ID, Title string
		Archived  bool
		Tasks     []task
	}
	var tree struct {
		Modules []module
		Tasks   []task
	}
	shared := module{"lm", `Security "first" <b>`, false, []task{{"lt", "Enrol", false}, {string(loose.Task), "Return the badge", false}}}
	h.call("GET", "/v1/library", nil, &tree)
	if diff := cmp.Diff([]module{{string(made.Module), "Leaving", true, []task{}}, shared}, tree.Modules); diff != "" {
		t.Errorf("modules (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]task{{"keys", "Return the keys", true}}, tree.Tasks); diff != "" {
		t.Errorf("tasks on their own (-want +got):\n%s", diff)
	}
	h.call("GET", "/v1/playbooks/p1", nil, &tree)
	if diff := cmp.Diff(shared, tree.Modules[1]); diff != "" {
		t.Errorf("a playbook that links it shows (-want +got):\n%s", diff)
	}
	for _, r := range h.records(bus.Query{Vendor: vendor, Kind: schemas.LibraryBoundary})[1:] {
		if r.Actor != "user/local" {
			t.Errorf("%s is of %s", r.Type, r.Actor)
		}
	}
	var check struct{ Equal bool }
	if h.call("POST", "/v1/check", nil, &check); !check.Equal {
		t.Error("the tables are not what the log says")
	}
}
