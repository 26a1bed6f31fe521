package steps_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/steps"
	"turnbook/agents/taskbuilder"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

var imported = schemas.PlaybookImported{Title: "Onboarding", Modules: []schemas.Module{
	{ID: "m1", Title: "First week", Tasks: []schemas.Task{
		{ID: "t1", Title: "Laptop", Steps: []schemas.Step{
			{ID: "old", Kind: schemas.Instruction, Title: "Unpack it"},
			{ID: "fork", Kind: schemas.Decision, Title: "Does it start?", Branches: []schemas.Branch{{Name: "yes"}, {Name: "no", Steps: []schemas.Step{{ID: "deep", Kind: schemas.Email, Title: "Tell IT"}}}}},
		}},
		{ID: "t2", Title: "Badge"},
	}},
	{ID: "lm", Linked: "lm"},
}}

var library = []schemas.Event{schemas.LibraryModuleAdded{Module: schemas.Module{ID: "lm", Title: "Security", Tasks: []schemas.Task{{ID: "lt", Title: "MFA"}}}}}

func world(t testing.TB, more ...schemas.Event) agents.World {
	return agentstest.World(t, map[schemas.PlaybookID][]schemas.Event{"p1": append([]schemas.Event{imported}, more...)}, library, agentstest.CanBuild)
}

// canvas is the site of a sub-agent at coordinates that were resolved to a task.
func canvas(w agents.World, module, task int, id schemas.TaskID) *steps.Site {
	tree, saved := treeOf(w, id)
	return steps.OnCanvas(w, "ann", schemas.Assignment{ModuleIndex: module, TaskIndex: task, Playbook: "p1", Task: id}, tree, saved)
}

func treeOf(w agents.World, id schemas.TaskID) (*document.Steps, func(schemas.StepID) bool) {
	tree := document.NewSteps(nil)
	if _, t, ok := w.Canvas("p1").Find(id); ok {
		tree = t.Steps
	}
	return tree, func(s schemas.StepID) bool { _, ok := tree.Step(s); return ok }
}

// builder is the site of the open builder's task on the playbook's canvas.
func builder(w agents.World, id schemas.TaskID) *steps.Site {
	target, linked := taskbuilder.ResolveTarget(w, schemas.MustUIContext(fmt.Sprintf(`{"playbook_id":"p1","current_task_id":%q}`, id)))
	tree, saved := treeOf(w, id)
	return steps.OnTask(target, linked, tree, saved)
}

func raw(format string, args ...any) json.RawMessage {
	return json.RawMessage(fmt.Sprintf(format, args...))
}

func TestPathAsLadderRefusesInItsOrderFirstHitWins(t *testing.T) {
	locked := schemas.EditLockTaken{User: "bob", Until: agentstest.Now.Add(time.Hour)}
	expired := schemas.EditLockTaken{User: "bob", Until: agentstest.Now}
	own := schemas.EditLockTaken{User: "ann", Until: agentstest.Now.Add(time.Hour)}
	here, there := `{"title":"X","module_index":0,"task_index":0}`, `{"title":"X","module_index":0,"task_index":1}`
	for _, c := range []struct {
		name  string
		world agents.World
		at    [2]int
		task  schemas.TaskID
		args  string
		want  schemas.Code
		rungs []string // names, with ! where it did not hold
	}{
		{"the own task", world(t), [2]int{0, 0}, "t1", here, "", []string{"editable", "assigned", "on_canvas", "module_own"}},
		{"no coordinates are the own task's", world(t), [2]int{0, 0}, "t1", `{"title":"X"}`, "", []string{"editable", "assigned", "on_canvas", "module_own"}},
		{"published", world(t, schemas.PlaybookPublished{}), [2]int{0, 0}, "t1", there, schemas.CodeNotEditable, []string{"!editable"}},
		{"archived", world(t, schemas.PlaybookArchived{}), [2]int{0, 0}, "t1", there, schemas.CodeNotEditable, []string{"!editable"}},
		{"locked by somebody else", world(t, locked), [2]int{0, 0}, "t1", there, schemas.CodeNotEditable, []string{"!editable"}},
		{"a lock that expired", world(t, expired), [2]int{0, 0}, "t1", here, "", []string{"editable", "assigned", "on_canvas", "module_own"}},
		{"an own lock", world(t, own), [2]int{0, 0}, "t1", here, "", []string{"editable", "assigned", "on_canvas", "module_own"}},
		{"another's coordinates", world(t), [2]int{0, 0}, "t1", there, schemas.CodeUnassigned, []string{"editable", "!assigned"}},
		{"another's, before its own is gone", world(t), [2]int{0, 0}, "gone", there, schemas.CodeUnassigned, []string{"editable", "!assigned"}},
		{"the task is gone", world(t), [2]int{0, 0}, "gone", here, schemas.CodeInvalidIndex, []string{"editable", "assigned", "!on_canvas"}},
		{"a linked module's task", world(t), [2]int{1, 0}, "lt", `{"title":"X"}`, schemas.CodeLinkedModule, []string{"editable", "assigned", "on_canvas", "!module_own"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := steps.Add(canvas(c.world, c.at[0], c.at[1], c.task), raw("%s", c.args), "new")
			if o.Code != c.want || (o.Event == nil) != o.Refused() {
				t.Errorf("came to %+v, want code %q", o, c.want)
			}
			var rungs []string
			for _, r := range o.Ladder.Rungs {
				name := r.Name
				if !r.Held {
					name = "!" + name
				}
				rungs = append(rungs, name)
			}
			if diff := cmp.Diff(c.rungs, rungs); diff != "" {
				t.Errorf("rungs (-want +got):\n%s", diff)
			}
			if o.Ladder.Rule != steps.CanvasWriteRule || o.Ladder.Basis["playbook/p1"] == 0 {
				t.Errorf("ladder %+v lacks its rule or basis", o.Ladder)
			}
		})
	}
}

func TestPathAChangesNothingThatWasSavedAndMayAddBelowIt(t *testing.T) {
	w := world(t)
	site := canvas(w, 0, 0, "t1")
	o := steps.Update(site, raw(`{"step_id":"old","title":"Throw it away"}`))
	if o.Code != schemas.CodePersisted || o.Ladder.Outcome != "PERSISTED" || o.Ladder.Rungs[4] != (schemas.Rung{Name: "step_unsaved", Input: "old"}) {
		t.Errorf("an update of a saved step came to %+v", o)
	}
	o = steps.Add(site, raw(`{"title":"Escalate","parent_id":"fork","branch":"no"}`), "new")
	want := schemas.StepAdded{StepAddress: schemas.CanvasAddress(0, 0), Step: "new", Kind: schemas.Instruction, Title: "Escalate", Place: schemas.Place{Parent: "fork", Branch: "no", After: "deep"}}
	if diff := cmp.Diff(schemas.StepEvent(want), o.Event); diff != "" {
		t.Errorf("nesting below a saved step (-want +got):\n%s", diff)
	}
}

func TestPathBWritesInFullButForALinkedModulesTask(t *testing.T) {
	title := "Unpack it with care"
	o := steps.Update(builder(world(t), "t1"), raw(`{"step_id":"old","title":%q}`, title))
	want := schemas.StepUpdated{StepAddress: schemas.TaskAddress("t1"), Step: "old", Title: &title}
	if diff := cmp.Diff(schemas.StepEvent(want), o.Event); diff != "" {
		t.Errorf("an update of a saved step (-want +got):\n%s", diff)
	}
	o = steps.Add(builder(world(t), "lt"), raw(`{"title":"X"}`), "new")
	if o.Code != schemas.CodeLinkedModule || o.Event != nil {
		t.Errorf("a linked module's task came to %+v", o)
	}
	o = steps.Add(builder(world(t, schemas.PlaybookPublished{}), "t1"), raw(`{"title":"X"}`), "new")
	if o.Code != schemas.CodeUnsupportedSurface || o.Event != nil {
		t.Errorf("a playbook published in mid-turn came to %+v", o)
	}
}

func TestAWriteCannotPointItselfElsewhere(t *testing.T) {
	w := world(t)
	for _, args := range []string{
		`{"title":"X","task_id":"t2"}`, `{"title":"X","module_index":0}`, `{"title":"X","address":{}}`, `{"title":"X","step_id":"mine"}`, `{"title":"X"} {"title":"Y"}`, `[]`, `"X"`, `{`,
	} {
		if o := steps.Add(builder(w, "t1"), raw("%s", args), "new"); o.Code != schemas.CodeInvalidArguments || o.Event != nil {
			t.Errorf("%s on path B came to %+v", args, o)
		}
	}
	if o := steps.Add(canvas(w, 0, 0, "t1"), raw(`{"title":"X","task_id":"t2"}`), "new"); o.Code != schemas.CodeInvalidArguments {
		t.Errorf("a task id on path A came to %+v", o)
	}
}

// The same ask down both paths, address keys stripped: the same bytes.
func TestBothPathsEmitTheSameBytesButForTheAddress(t *testing.T) {
	w := agentstest.World(t, map[schemas.PlaybookID][]schemas.Event{"p1": {imported}}, library, agentstest.CanBuild)
	asks := []string{
		`{"title":"Sign","kind":"APPROVAL"}`,
		`{"title":"Fill <in> \"it\" 👩🏽‍⚕️","description":"line\nline","kind":"FORM","after_id":""}`,
		`{"title":"Check","kind":"DECISION","branches":["a","b","c"],"parent_id":"fork","branch":"yes"}`,
		`{"title":"Scan","kind":"UPLOAD","after_id":"old"}`,
	}
	strip := func(o steps.Outcome) string {
		if o.Event == nil {
			t.Fatalf("refused: %+v", o)
		}
		encoded, err := json.Marshal(o.Event)
		if err != nil {
			t.Fatal(err)
		}
		var members map[string]json.RawMessage
		if err := json.Unmarshal(encoded, &members); err != nil {
			t.Fatal(err)
		}
		delete(members, "module_index")
		delete(members, "task_index")
		delete(members, "task_id")
		stripped, err := json.Marshal(members)
		if err != nil {
			t.Fatal(err)
		}
		return o.Event.EventType() + string(stripped)
	}
	for _, ask := range asks {
		a, b := strip(steps.Add(canvas(w, 0, 0, "t1"), raw("%s", ask), "new")), strip(steps.Add(builder(w, "t1"), raw("%s", ask), "new"))
		if a != b {
			t.Errorf("path A %s\npath B %s", a, b)
		}
	}
	// An update needs a step that neither path has saved.
	tree := document.NewSteps([]schemas.Step{{ID: "first", Kind: schemas.Form, Title: "f"}, {ID: "fresh", Kind: schemas.Instruction, Title: "x"}})
	unsaved := func(schemas.StepID) bool { return false }
	target, linked := taskbuilder.ResolveTarget(w, schemas.MustUIContext(`{"playbook_id":"p1","current_task_id":"t1"}`))
	onA := steps.OnCanvas(w, "ann", schemas.Assignment{Playbook: "p1", Task: "t1"}, tree, unsaved)
	onB := steps.OnTask(target, linked, tree, unsaved)
	ask := raw(`{"step_id":"fresh","title":"y","description":"","kind":"EMAIL"}`)
	same := func(a, b steps.Outcome) {
		t.Helper()
		if a, b := strip(a), strip(b); a != b {
			t.Errorf("path A %s\npath B %s", a, b)
		}
	}
	same(steps.Update(onA, ask), steps.Update(onB, ask))
	move := raw(`{"step_id":"fresh","after_id":""}`)
	same(steps.Move(onA, move), steps.Move(onB, move))
	form := raw(`{"step_id":"first","form":{"elements_map":{"n":{"type":"text","label":"Name"}},"order":["n"]}}`)
	same(steps.WriteForm(onA, steps.WriteFormTool, form), steps.WriteForm(onB, steps.WriteFormTool, form))
	plan, o := steps.PlanRemoval(onB, raw(`{"step_ids":["fresh"]}`))
	if plan.Asks || o.Refused() {
		t.Fatalf("a removal of what nobody saved came to %+v, %+v", plan, o)
	}
	same(steps.RemoveOne(onA, raw(`{"step_id":"fresh"}`)), steps.Remove(onB, plan, o))
}

func TestAFormIsWrittenWholeOrEditedAllOrNoneByBothPaths(t *testing.T) {
	tree := document.NewSteps([]schemas.Step{{ID: "f", Kind: schemas.Form, Title: "Details"}, {ID: "i", Kind: schemas.Instruction, Title: "x"}})
	unsaved := func(schemas.StepID) bool { return false }
	saved := func(schemas.StepID) bool { return true }
	w := world(t)
	target, linked := taskbuilder.ResolveTarget(w, schemas.MustUIContext(`{"playbook_id":"p1","current_task_id":"t1"}`))
	b := steps.OnTask(target, linked, tree, saved)
	a := steps.OnCanvas(w, "ann", schemas.Assignment{Playbook: "p1", Task: "t1"}, tree, unsaved)
	whole := raw(`{"step_id":"f","form":{"elements_map":{"n":{"type":"text","label":"Name"}},"order":["n"]}}`)
	for name, site := range map[string]*steps.Site{"A": a, "B": b} {
		o := steps.WriteForm(site, steps.WriteFormTool, whole)
		e, ok := o.Event.(schemas.FormWritten)
		if !ok || e.Step != "f" || string(e.Form) != `{"elements_map":{"n":{"label":"Name","type":"text"}},"order":["n"]}` {
			t.Errorf("path %s wrote %+v", name, o)
		}
	}
	if o := steps.WriteForm(steps.OnCanvas(w, "ann", schemas.Assignment{Playbook: "p1", Task: "t1"}, tree, saved), steps.WriteFormTool, whole); o.Code != schemas.CodePersisted {
		t.Errorf("the form of a saved step on path A came to %+v", o)
	}
	edit := raw(`{"step_id":"f","ops":[{"op":"add_element","id":"n","element":{"type":"text","label":"Name"}},{"op":"update_element","id":"x","change":{"label":"Y"}}]}`)
	if o := steps.WriteForm(b, steps.EditFormTool, edit); o.Code != schemas.CodeInvalidArguments || !strings.Contains(o.Detail, "/1") {
		t.Errorf("an edit of an element that isn't there came to %+v, want the index of the edit", o)
	}
	told, o := steps.PlanForm(b, raw(`{"step_id":"f","ops":[{"op":"add_element","id":"n","element":{"type":"text","label":"Name"}}]}`))
	if o.Refused() || o.Event != nil || !strings.Contains(told, `"label":"Name"`) {
		t.Errorf("a plan came to %q, %+v", told, o)
	}
	for _, args := range []string{`{"step_id":"i","form":{"elements_map":{},"order":[]}}`, `{"step_id":"f","form":{"elements_map":{"n":{}},"order":[]}}`, `{"step_id":"f"}`, `{"step_id":"f","ops":[]}`} {
		if o := steps.WriteForm(b, steps.WriteFormTool, raw("%s", args)); o.Code != schemas.CodeInvalidArguments {
			t.Errorf("write_form %s came to %+v", args, o)
		}
	}
}

func TestAPlaceIsANeighbour(t *testing.T) {
	w := world(t)
	for _, c := range []struct {
		args string
		want schemas.Place
		code schemas.Code
	}{
		{`{"title":"X"}`, schemas.Place{After: "fork"}, ""},
		{`{"title":"X","after_id":""}`, schemas.Place{}, ""},
		{`{"title":"X","after_id":"old"}`, schemas.Place{After: "old"}, ""},
		{`{"title":"X","after_id":"deep"}`, schemas.Place{Parent: "fork", Branch: "no", After: "deep"}, ""},
		{`{"title":"X","parent_id":"fork"}`, schemas.Place{Parent: "fork", Branch: "yes"}, ""},
		{`{"title":"X","parent_id":"fork","branch":"no","after_id":""}`, schemas.Place{Parent: "fork", Branch: "no"}, ""},
		{`{"title":"X","parent_id":"fork","branch":"no","after_id":"old"}`, schemas.Place{}, schemas.CodeUnknownStep},
		{`{"title":"X","parent_id":"fork","branch":"maybe"}`, schemas.Place{}, schemas.CodeNotBranchable},
		{`{"title":"X","parent_id":"old"}`, schemas.Place{}, schemas.CodeNotBranchable},
		{`{"title":"X","parent_id":"nobody"}`, schemas.Place{}, schemas.CodeUnknownStep},
		{`{"title":"X","after_id":"nobody"}`, schemas.Place{}, schemas.CodeUnknownStep},
	} {
		o := steps.Add(builder(w, "t1"), raw("%s", c.args), "new")
		if o.Code != c.code {
			t.Errorf("%s came to %+v, want code %q", c.args, o, c.code)
			continue
		}
		if c.code == "" && o.Event.(schemas.StepAdded).Place != c.want {
			t.Errorf("%s is at %+v, want %+v", c.args, o.Event.(schemas.StepAdded).Place, c.want)
		}
	}
}

func TestWhatAStepHoldsIsCheckedAndNamed(t *testing.T) {
	w := world(t)
	for _, c := range []struct{ args, want string }{
		{`{"title":" "}`, "title is empty"},
		{`{"title":"X","kind":"DANCE"}`, `kind "DANCE" is none of`},
		{`{"title":"X","kind":"FORM","branches":["a"]}`, "a step of kind FORM has no branches"},
		{`{"title":"X","kind":"DECISION","branches":["a","a"]}`, `branch "a" is named twice`},
		{`{"title":"X","kind":"DECISION","branches":[""]}`, "a branch has no name"},
		{`{"title":"` + strings.Repeat("x", steps.MaxTitle+1) + `"}`, "title has 262145 bytes; the limit is 262144"},
		{`{"title":"X","description":"` + strings.Repeat("x", steps.MaxDescription+1) + `"}`, "description has 1048577 bytes; the limit is 1048576"},
	} {
		o := steps.Add(builder(w, "t1"), raw("%s", c.args), "new")
		if o.Code != schemas.CodeInvalidArguments || !strings.HasPrefix(o.Detail, c.want) {
			t.Errorf("%.60s came to %s: %.100s; want %q", c.args, o.Code, o.Detail, c.want)
		}
	}
	for _, c := range []struct {
		args string
		code schemas.Code
	}{
		{`{"step_id":"old"}`, schemas.CodeInvalidArguments},
		{`{"title":"X"}`, schemas.CodeInvalidArguments},
		{`{"step_id":"nobody","title":"X"}`, schemas.CodeUnknownStep},
		{`{"step_id":"fork","kind":"EMAIL"}`, schemas.CodeInvalidArguments},
		{`{"step_id":"old","kind":"APPROVAL"}`, schemas.CodeInvalidArguments},
		{`{"step_id":"old","kind":"EMAIL"}`, ""},
	} {
		if o := steps.Update(builder(w, "t1"), raw("%s", c.args)); o.Code != c.code {
			t.Errorf("update %s came to %+v, want %q", c.args, o, c.code)
		}
	}
}
