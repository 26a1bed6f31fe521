package schemas

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"turnbook/schemas/canon"
)

func TestAWrongFieldIsNamed(t *testing.T) {
	for raw, field := range map[string]string{
		`{"page":1}`:                            "page",
		`{"is_playbook_editor_route":"true"}`:   "is_playbook_editor_route",
		`{"is_draft_active":0}`:                 "is_draft_active",
		`{"builder_mounts":"2"}`:                "builder_mounts",
		`{"builder_mounts":1.5}`:                "builder_mounts",
		`{"builder_mounts":1e400}`:              "builder_mounts",
		`{"loaded_task":42}`:                    "loaded_task",
		`{"loaded_task":[]}`:                    "loaded_task",
		`{"loaded_task":{"id":1,"context":{}}}`: "loaded_task.context",
		`{"contribution":[]}`:                   "contribution",
		`[]`:                                    "",
		`"x"`:                                   "",
		`{`:                                     "",
		`{"a":1,"a":2}`:                         "",
		`{"a":"\ud800"}`:                        "",
		`{"page":"x"} {}`:                       "",
		strings.Repeat("[", canon.MaxDepth+1):   "",
		`{"page":` + strings.Repeat("[", 10) + `}`: "",
	} {
		u, err := ParseUIContext([]byte(raw))
		var e *ContextError
		if !errors.As(err, &e) || e.Field != field || e.Err == nil || !u.Equal(UIContext{}) {
			t.Errorf("%.60s: %v", raw, err)
		}
	}
	_, err := ParseUIContext([]byte(`{"builder_mounts":"2"}`))
	if want := "ui_context.builder_mounts: it is a JSON string; give a int"; err.Error() != want {
		t.Errorf("%v; want %s", err, want)
	}
}

func TestNothingIsTheEmptyContext(t *testing.T) {
	for _, raw := range []string{"", "null", " null ", "{}", " { } "} {
		u, err := ParseUIContext([]byte(raw))
		if err != nil || !u.Equal(UIContext{}) || string(u.JSON()) != "{}" {
			t.Errorf("%q: %s, %v", raw, u.JSON(), err)
		}
	}
	all := MustUIContext(`{"page":null,"is_playbook_editor_route":null,"playbook_id":null,"is_draft_active":null,"current_task_id":null,"builder_mounts":null,"loaded_task":null,"contribution":null}`)
	_, open := all.OpenTaskID()
	_, canvas := all.PlaybookID()
	_, loaded := all.LoadedTask()
	if all.Page() != "" || all.EditorRoute() || canvas || all.DraftActive() || open || all.BuilderMounted() || loaded || all.Contribution() != "" || all.AIAuthorable() {
		t.Errorf("null says something: %s", all.JSON())
	}
}

func TestUnknownFieldsAreKeptAndNotInterpreted(t *testing.T) {
	raw := `{"CURRENT_TASK_ID":7,"Is_Playbook_Editor_Route":true,"Page":"task","a":{"n":9007199254740993,"x":1.50,"y":-0},"b":[null,"<\u2028>",{}],"page":"library"}`
	u := MustUIContext(raw)
	if want := strings.Replace(raw, `\u2028`, "\u2028", 1); string(u.JSON()) != want {
		t.Errorf("kept as %s", u.JSON())
	}
	if _, open := u.OpenTaskID(); open || u.Page() != "library" || u.EditorRoute() {
		t.Error("a field that differs in case was interpreted")
	}
	data, err := json.Marshal(ViewContextChanged{UIContext: u})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Decode("view.context-changed", data)
	if err != nil || !e.(ViewContextChanged).UIContext.Equal(u) {
		t.Errorf("%v, %v", e, err)
	}
}

func TestEqualityIsByCanonicalForm(t *testing.T) {
	a := MustUIContext(`{"page":"task","current_task_id":42,"x":{"b":1,"a":2}}`)
	if b := MustUIContext(`{ "x":{"a":2,"b":1}, "current_task_id":42,"p\u0061ge":"task"}`); !a.Equal(b) {
		t.Error("order and spelling matter")
	}
	for _, other := range []string{
		`{"page":"task","current_task_id":"42","x":{"b":1,"a":2}}`,
		`{"page":"task","current_task_id":42.0,"x":{"b":1,"a":2}}`,
		`{"page":"task","current_task_id":42,"x":{"b":1,"a":2},"y":null}`,
	} {
		if a.Equal(MustUIContext(other)) {
			t.Errorf("equal to %s", other)
		}
	}
	one, two := MustUIContext(`{"current_task_id":9007199254740993}`), MustUIContext(`{"current_task_id":9007199254740992}`)
	if one.Equal(two) {
		t.Error("digits are lost")
	}
}

func TestALargeContextIsReadWhole(t *testing.T) {
	for _, size := range []int{900 << 10, 1 << 20, 12 << 17} {
		raw := `{"current_task_id":42,"host":"` + strings.Repeat("ä", size/2) + `"}`
		u, err := ParseUIContext([]byte(raw))
		if err != nil || string(u.JSON()) != raw {
			t.Fatalf("%d bytes: %v", size, err)
		}
		message, records, blobs, err := EncodeBatch(session, "", someTime, []Draft{{ID: "k/0", Event: SessionContextChanged{UIContext: u}}}, BatchLimits{Spill: 256 << 10, Max: 8 << 20, Message: 1 << 20})
		if err != nil || len(blobs) != 1 || len(message) > 1000 {
			t.Fatalf("%d bytes: %d in the message, %d blobs, %v", size, len(message), len(blobs), err)
		}
		same(t, "large", records, DecodeBatch(session, 0, message, inMemory(blobs)))
	}
}

func TestDeepestContextCanBeStored(t *testing.T) {
	deepest := `{"x":` + strings.Repeat("[", canon.MaxDepth-1) + strings.Repeat("]", canon.MaxDepth-1) + `}`
	message, records, _, err := EncodeBatch(session, "", someTime, []Draft{{ID: "k/0", Event: SessionContextChanged{UIContext: MustUIContext(deepest)}}}, BatchLimits{})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "deepest", records, DecodeBatch(session, 0, message, nil))
	if indented := strings.ReplaceAll(string(records[0].Stored), `,"`, ` ,"`); !VerifyHash([]byte(indented)) {
		t.Error("the deepest context can't be verified")
	}
}

func TestEveryRoutableContextHasAPlaceToWrite(t *testing.T) {
	for context, want := range map[TaskContext]FlushPath{
		InPlaybook: UpdateStepsFromDraft, InLibraryModule: UpdateLibrarySteps, InLibraryTask: UpdateLibrarySteps,
		"": "", "TEMPLATE": "", "playbook": "",
	} {
		path, ok := FlushPathOf(context)
		if path != want || ok != (want != "") {
			t.Errorf("%s: %s, %v", context, path, ok)
		}
		// A draft of its own admits PLAYBOOK; the others need nothing but a path.
		ui, err := json.Marshal(map[string]any{"playbook_id": "p1", "is_draft_active": true, "loaded_task": map[string]any{"id": 0, "context": context, "playbook_id": "p1"}})
		if err != nil {
			t.Fatal(err)
		}
		if MustUIContext(string(ui)).AIAuthorable() != ok {
			t.Errorf("%s: authorable without a path, or the other way round", context)
		}
	}
}

func TestAPlaybookTaskIsAuthorableInItsOwnDraftOnly(t *testing.T) {
	for raw, want := range map[string]bool{
		`{"playbook_id":"p1","is_draft_active":true,"loaded_task":{"id":1,"context":"PLAYBOOK","playbook_id":"p1"}}`:  true,
		`{"playbook_id":7,"is_draft_active":true,"loaded_task":{"id":1,"context":"PLAYBOOK","playbook_id":"7"}}`:      true,
		`{"playbook_id":"p1","is_draft_active":false,"loaded_task":{"id":1,"context":"PLAYBOOK","playbook_id":"p1"}}`: false,
		`{"playbook_id":"p1","is_draft_active":true,"loaded_task":{"id":1,"context":"PLAYBOOK","playbook_id":"p2"}}`:  false,
		`{"is_draft_active":true,"loaded_task":{"id":1,"context":"PLAYBOOK"}}`:                                        false,
		`{"playbook_id":"p1","is_draft_active":true,"loaded_task":{"id":"","context":"PLAYBOOK","playbook_id":"p1"}}`: false,
		`{"loaded_task":{"id":1,"context":"LIBRARY_MODULE"}}`:                                                         true,
		`{}`: false,
	} {
		if got := MustUIContext(raw).AIAuthorable(); got != want {
			t.Errorf("%s: %v", raw, got)
		}
	}
}
