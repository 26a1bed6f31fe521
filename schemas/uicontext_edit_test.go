package schemas_test

import (
	"encoding/json"
	"errors"
	"testing"

	"turnbook/schemas"
)

func TestAnEditPutsAValueWhereItPoints(t *testing.T) {
	before := `{"current_task_id":9007199254740993,"loaded_task":{"id":"42"},"tags":["a","b"]}`
	for _, c := range []struct{ pointer, value, want string }{
		{"/current_task_id", `0`, `{"current_task_id":0,"loaded_task":{"id":"42"},"tags":["a","b"]}`},
		{"/loaded_task/playbook_id", `"p2"`, `{"current_task_id":9007199254740993,"loaded_task":{"id":"42","playbook_id":"p2"},"tags":["a","b"]}`},
		{"/tags/1", `null`, `{"current_task_id":9007199254740993,"loaded_task":{"id":"42"},"tags":["a",null]}`},
		{"/a~1b~0c", `true`, `{"a/b~c":true,"current_task_id":9007199254740993,"loaded_task":{"id":"42"},"tags":["a","b"]}`},
	} {
		ui := schemas.MustUIContext(before)
		got, err := ui.Edit(schemas.ContextEdit{Pointer: c.pointer, Value: json.RawMessage(c.value)})
		if err != nil || string(got.JSON()) != c.want || string(ui.JSON()) != before {
			t.Errorf("%s = %s gives %s: %v", c.pointer, c.value, got.JSON(), err)
		}
	}
	for _, c := range []struct{ pointer, value string }{
		{"", `1`}, {"/", `1`}, {"current_task_id", `1`}, {"/tags/2", `1`}, {"/tags/-", `1`}, {"/nobody/x", `1`}, {"/page", `7`}, {"/page", `{`},
	} {
		var wrong *schemas.ContextError
		if got, err := schemas.MustUIContext(before).Edit(schemas.ContextEdit{Pointer: c.pointer, Value: json.RawMessage(c.value)}); !errors.As(err, &wrong) {
			t.Errorf("%s = %s gives %s: %v", c.pointer, c.value, got.JSON(), err)
		}
	}
}
