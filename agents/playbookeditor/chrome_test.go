package playbookeditor_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/playbookeditor"
	"turnbook/schemas"
)

func world(t *testing.T, flags ...schemas.Event) agents.World {
	return agentstest.World(t, map[schemas.PlaybookID][]schemas.Event{"p1": {schemas.PlaybookImported{Title: "P", Modules: []schemas.Module{
		{ID: "m1", Title: "One", Tasks: []schemas.Task{{ID: "t1", Title: "A"}, {ID: "t2", Title: "B"}}}, {ID: "m2", Title: "Two"}, {ID: "m3", Title: "Three"},
	}}}}, nil, flags...)
}

// People and models count; an edit names. What an index meant is fixed on the canvas
// that it was read from.
func TestIndexesBecomeNeighbours(t *testing.T) {
	canvas := world(t).Canvas("p1")
	for _, c := range []struct {
		tool, args string
		want       schemas.DocumentEdit
		code       schemas.Code
	}{
		{"rename_playbook", `{"title":"Q"}`, schemas.DocumentEdit{Op: schemas.RenamePlaybook, Title: "Q"}, ""},
		{"add_module", `{"title":"N"}`, schemas.DocumentEdit{Op: schemas.AddModule, Module: "new", Title: "N", AfterModule: "m3"}, ""},
		{"add_module", `{"title":"N","after_module_index":0}`, schemas.DocumentEdit{Op: schemas.AddModule, Module: "new", Title: "N", AfterModule: "m1"}, ""},
		{"add_module", `{"title":"N","after_module_index":3}`, schemas.DocumentEdit{}, schemas.CodeInvalidIndex},
		{"rename_module", `{"module_index":2,"title":"N"}`, schemas.DocumentEdit{Op: schemas.RenameModule, Module: "m3", Title: "N"}, ""},
		{"rename_module", `{"title":"N"}`, schemas.DocumentEdit{}, schemas.CodeInvalidArguments},
		{"rename_module", `{"module_index":-1,"title":"N"}`, schemas.DocumentEdit{}, schemas.CodeInvalidIndex},
		{"move_module", `{"module_index":0,"to_index":0}`, schemas.DocumentEdit{Op: schemas.MoveModule, Module: "m1"}, ""},
		{"move_module", `{"module_index":0,"to_index":1}`, schemas.DocumentEdit{Op: schemas.MoveModule, Module: "m1", AfterModule: "m2"}, ""},
		{"move_module", `{"module_index":0,"to_index":2}`, schemas.DocumentEdit{Op: schemas.MoveModule, Module: "m1", AfterModule: "m3"}, ""},
		{"move_module", `{"module_index":2,"to_index":1}`, schemas.DocumentEdit{Op: schemas.MoveModule, Module: "m3", AfterModule: "m1"}, ""},
		{"move_module", `{"module_index":2,"to_index":3}`, schemas.DocumentEdit{}, schemas.CodeInvalidIndex},
		{"move_module", `{"module_index":2}`, schemas.DocumentEdit{}, schemas.CodeInvalidIndex},
		{"add_task", `{"module_index":0,"title":"N","description":"d"}`, schemas.DocumentEdit{Op: schemas.AddTask, Module: "m1", Task: "new", Title: "N", Description: "d", AfterTask: "t2"}, ""},
		{"add_task", `{"module_index":1,"title":"N"}`, schemas.DocumentEdit{Op: schemas.AddTask, Module: "m2", Task: "new", Title: "N"}, ""},
		{"add_task", `{"module_index":0,"title":"N","after_task_index":0}`, schemas.DocumentEdit{Op: schemas.AddTask, Module: "m1", Task: "new", Title: "N", AfterTask: "t1"}, ""},
		{"add_task", `{"module_index":0,"title":"N","after_task_index":2}`, schemas.DocumentEdit{}, schemas.CodeInvalidIndex},
		{"rename_task", `{"module_index":0,"task_index":1,"title":"N"}`, schemas.DocumentEdit{Op: schemas.RenameTask, Task: "t2", Title: "N"}, ""},
		{"rename_task", `{"module_index":1,"task_index":0,"title":"N"}`, schemas.DocumentEdit{}, schemas.CodeInvalidIndex},
		{"move_task", `{"module_index":0,"task_index":0,"to_module_index":0}`, schemas.DocumentEdit{Op: schemas.MoveTask, Task: "t1", Module: "m1", AfterTask: "t2"}, ""},
		{"move_task", `{"module_index":0,"task_index":1,"to_module_index":0,"to_index":0}`, schemas.DocumentEdit{Op: schemas.MoveTask, Task: "t2", Module: "m1"}, ""},
		{"move_task", `{"module_index":0,"task_index":0,"to_module_index":1,"to_index":1}`, schemas.DocumentEdit{}, schemas.CodeInvalidIndex},
		{"move_task", `{"module_index":0,"task_index":0,"to_module_index":9}`, schemas.DocumentEdit{}, schemas.CodeInvalidIndex},
		{"add_task", `{"module_index":0.5,"title":"N"}`, schemas.DocumentEdit{}, schemas.CodeInvalidArguments},
		{"add_task", `{"module_index":0,"title":"N","steps":[]}`, schemas.DocumentEdit{}, schemas.CodeInvalidArguments},
		{"sing", `{}`, schemas.DocumentEdit{}, schemas.CodeUnknownTool},
	} {
		got, code, why := playbookeditor.ReadEdit(c.tool, json.RawMessage(c.args), canvas, "new")
		if code != c.code || (why == "") != (code == "") {
			t.Errorf("%s %s: %s %q, want %q", c.tool, c.args, code, why, c.code)
			continue
		}
		if code != "" {
			continue
		}
		c.want.Playbook = "p1"
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", c.tool, c.args, diff)
		}
	}
}

// Registration and prompt never disagree: both hang on the one flag.
func TestBuildTaskStepsAndItsPromptExistTogetherOrNotAtAll(t *testing.T) {
	for _, on := range []bool{false, true} {
		w := world(t)
		if on {
			w = world(t, agentstest.CanBuild)
		}
		r := playbookeditor.Request("c", w, nil, nil)
		offered := false
		for _, tool := range r.Tools {
			offered = offered || tool.Name == playbookeditor.BuildTaskSteps
			var schema struct {
				Type string `json:"type"`
			}
			if err := json.Unmarshal(tool.Arguments, &schema); err != nil || schema.Type != "object" {
				t.Errorf("the arguments of %s are no JSON Schema of an object: %v", tool.Name, err)
			}
		}
		if told := strings.Contains(r.System, playbookeditor.BuildTaskSteps); offered != on || told != on {
			t.Errorf("capability %v: offered %v, told %v", on, offered, told)
		}
	}
}
