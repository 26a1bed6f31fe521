package taskbuilder_test

import (
	"strings"
	"testing"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/taskbuilder"
	"turnbook/schemas"
)

var (
	draft   = schemas.PlaybookImported{Title: "P", Modules: []schemas.Module{{ID: "m1", Title: "M", Tasks: []schemas.Task{{ID: "t1", Title: "T"}}}, {ID: "lm", Linked: "lm"}}}
	library = []schemas.Event{
		schemas.LibraryModuleAdded{Module: schemas.Module{ID: "lm", Title: "L", Tasks: []schemas.Task{{ID: "lt", Title: "LT"}}}},
		schemas.LibraryTaskAdded{Task: schemas.Task{ID: "loose", Title: "Loose"}},
	}
)

func TestTheTargetLadderFailsClosedInItsOrder(t *testing.T) {
	world := func(playbook, lib []schemas.Event, on bool) agents.World {
		w := agentstest.World(t, map[schemas.PlaybookID][]schemas.Event{"p1": append([]schemas.Event{draft}, playbook...)}, append(library[:len(library):len(library)], lib...))
		if on {
			w = agentstest.World(t, map[schemas.PlaybookID][]schemas.Event{"p1": append([]schemas.Event{draft}, playbook...)}, append(library[:len(library):len(library)], lib...), agentstest.CanBuild)
		}
		return w
	}
	none := []schemas.Event(nil)
	onCanvas := func(task string) string { return `{"playbook_id":"p1","current_task_id":` + task + `}` }
	for _, c := range []struct {
		name    string
		world   agents.World
		context string
		outcome string
		surface schemas.Surface
		from    string
		linked  bool
		rungs   int
	}{
		{"capability off, whatever else", world(none, none, false), `{}`, "CAPABILITY_OFF", "", "", false, 1},
		{"no builder open", world(none, none, true), `{"playbook_id":"p1"}`, "NO_TARGET", "", "", false, 2},
		{"a front end's nothing", world(none, none, true), onCanvas(`0`), "NO_TARGET", "", "", false, 2},
		{"an unknown task", world(none, none, true), onCanvas(`"gone"`), "HYDRATION_FAILED", "", "", false, 3},
		{"a task of a playbook that is not on screen", world(none, none, true), `{"current_task_id":"t1"}`, "HYDRATION_FAILED", "", "", false, 3},
		{"a draft", world(none, none, true), onCanvas(`"t1"`), "OK", schemas.SurfaceDraftPlaybook, "playbook", false, 5},
		{"the loaded task's playbook", world(none, none, true), `{"current_task_id":"t1","loaded_task":{"id":"t1","context":"PLAYBOOK","playbook_id":"p1"}}`, "OK", schemas.SurfaceDraftPlaybook, "playbook", false, 5},
		{"published", world([]schemas.Event{schemas.PlaybookPublished{}}, none, true), onCanvas(`"t1"`), "UNSUPPORTED_SURFACE", schemas.SurfaceUnsupported, "playbook", false, 4},
		{"an archived playbook", world([]schemas.Event{schemas.PlaybookArchived{}}, none, true), onCanvas(`"t1"`), "ARCHIVED", schemas.SurfaceDraftPlaybook, "playbook", false, 5},
		{"a linked task from inside the playbook", world(none, none, true), onCanvas(`"lt"`), "OK", schemas.SurfaceDraftPlaybook, "playbook", true, 5},
		{"the same task from the library", world(none, none, true), `{"page":"library_module","current_task_id":"lt"}`, "OK", schemas.SurfaceLibraryModule, "library", false, 5},
		{"whatever the payload claims", world(none, none, true), `{"page":"library_module","current_task_id":"lt","loaded_task":{"id":"lt","context":"PLAYBOOK"}}`, "OK", schemas.SurfaceLibraryModule, "library", false, 5},
		{"a library task on its own", world(none, none, true), `{"current_task_id":"loose"}`, "OK", schemas.SurfaceLibraryTask, "library", false, 5},
		{"an archived library module", world(none, []schemas.Event{schemas.LibraryModuleArchived{Module: "lm"}}, true), `{"current_task_id":"lt"}`, "ARCHIVED", schemas.SurfaceLibraryModule, "library", false, 5},
		{"an archived library task", world(none, []schemas.Event{schemas.LibraryTaskArchived{Task: "loose"}}, true), `{"current_task_id":"loose"}`, "ARCHIVED", schemas.SurfaceLibraryTask, "library", false, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			target, linked := taskbuilder.ResolveTarget(c.world, schemas.MustUIContext(c.context))
			if target.Ladder.Outcome != c.outcome || target.Surface != c.surface || target.ViewedFrom != c.from || linked != c.linked || len(target.Ladder.Rungs) != c.rungs {
				t.Errorf("resolved %+v (linked %v), want %+v", target, linked, c)
			}
			if target.OK() != (c.outcome == "OK") {
				t.Errorf("OK is %v for %s", target.OK(), c.outcome)
			}
			if target.Ladder.Held() != target.OK() {
				t.Errorf("the rungs disagree with the outcome: %+v", target.Ladder)
			}
		})
	}
}

func TestWithoutTheCapabilityThereIsStillAWayToHandBackAndNoneToWrite(t *testing.T) {
	names := func(can bool) (all string) {
		for _, tool := range taskbuilder.Tools(can) {
			all += tool.Name + " "
		}
		return all
	}
	if got := names(false); got != "return_to_router emit_suggest_replies update_progress " {
		t.Errorf("without: %s", got)
	}
	if got := names(true); got != "return_to_router emit_suggest_replies update_progress add_step update_step move_step remove_steps build_subtask get_task_builder_context write_form edit_form plan_form_edits list_step_templates get_step_template " {
		t.Errorf("with: %s", got)
	}
}

func TestNoToolOfTheBuilderTakesATaskOrACoordinate(t *testing.T) {
	for _, tool := range taskbuilder.Tools(true) {
		for _, key := range []string{"task_id", "module_index", "task_index", "playbook_id"} {
			if strings.Contains(string(tool.Arguments), key) {
				t.Errorf("%s takes %s", tool.Name, key)
			}
		}
	}
}
