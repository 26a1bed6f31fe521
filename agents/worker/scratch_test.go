package worker_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/schemas"
)

func task(title string) agentstest.Answer {
	return agentstest.Calls(agentstest.Call("1", "add_task", map[string]any{"title": title}))
}

func TestAPlaybookIsMadeFromScratchByModuleWorkersInAPoolOfTheirOwn(t *testing.T) {
	inBubble(t, map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.PlaybookEditor)},
		"playbook-editor": {
			agentstest.Calls(agentstest.Call("1", "create_playbook", map[string]any{"title": "Onboarding a nurse"})),
			agentstest.Calls(agentstest.Call("1", "write_modules", map[string]any{"modules": []map[string]string{{"title": "Before"}, {"title": "First day"}, {"title": "After", "brief": "short"}}})),
			{Text: "Made."},
		},
		"module-writer": {task("A"), task("B"), task("C"), task("D")},
	}, func(h *house, script *agentstest.Script, session schemas.SessionID) {
		id, end := h.ask(session, "make a playbook for onboarding a nurse", schemas.MustUIContext(`{"page":"playbooks"}`))
		if want := (schemas.TurnEnded{Status: schemas.TurnCompleted, Stop: schemas.StopEnd, Closing: "4 built, 0 left unchanged."}); end != want {
			t.Errorf("ended %+v, want %+v", end, want)
		}
		made := schemas.PlaybookID(string(id) + ".m.2")
		var modules []string
		tasks := 0
		err := h.rt.World(h.t.Context(), vendor, []schemas.PlaybookID{made}, func(w agents.World) {
			for _, m := range w.Playbook(made).Modules {
				modules = append(modules, m.Title)
				tasks += len(m.Tasks)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"Before", "First day", "After"}, modules); diff != "" || tasks != 4 {
			t.Errorf("%d tasks, modules (-want +got):\n%s", tasks, diff)
		}
		atWork, most := 0, 0
		for _, line := range h.story(id) {
			switch line {
			case "turn.lane-started":
				atWork++
				most = max(most, atWork)
			case "turn.lane-ended":
				atWork--
			}
		}
		if most != 2 {
			t.Errorf("%d module workers at once, want 2", most)
		}
		for _, r := range script.Asked {
			if r.Agent != "module-writer" {
				continue
			}
			for _, tool := range r.Tools {
				if strings.Contains(string(tool.Arguments), "module_index") {
					t.Errorf("a module worker's %s takes a module", tool.Name)
				}
			}
		}
	})
}

func TestPathBsRowsFollowFromTheTreeAndNotFromTheModel(t *testing.T) {
	add := func(title, kind string) agentstest.Answer {
		return agentstest.Calls(agentstest.Call("1", "add_step", map[string]any{"title": title, "kind": kind}))
	}
	inBubble(t, map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.TaskBuilder)},
		"task-builder": {
			agentstest.Calls(agentstest.Call("1", "update_progress", map[string]any{"title": "Two steps", "rows": []string{"done", "done", "done"}})),
			add("Call", "INSTRUCTION"), add("Details", "FORM"),
			agentstest.Calls(agentstest.Call("1", "emit_suggest_replies", map[string]any{"replies": []string{"Go on", " ", "Stop"}})),
			{Text: "Done."},
		},
	}, func(h *house, _ *agentstest.Script, session schemas.SessionID) {
		id, end := h.ask(session, "two steps", withBuilder("t1"))
		if end.Closing != "2 built, 1 left unchanged." {
			t.Errorf("ended %+v", end)
		}
		step := func(n string) schemas.RowID { return schemas.RowID(string(id) + ".m." + n) }
		want := []schemas.RowChanged{
			{Row: step("4"), Title: "Call", Status: schemas.RowDone},
			{Row: step("6"), Title: "Details", Status: schemas.RowPending, Detail: "its form has no question yet"},
			{Row: step("6"), Title: "Details", Status: schemas.RowUnchanged, Detail: "its form has no question yet"},
		}
		if diff := cmp.Diff(want, events[schemas.RowChanged](h, id)); diff != "" {
			t.Errorf("rows (-want +got):\n%s", diff)
		}
		if got := events[schemas.ProgressTitled](h, id); len(got) != 1 || got[0].Title != "Two steps" {
			t.Errorf("titled %+v: the title takes effect though the rows are refused", got)
		}
		if got := events[schemas.WriteRefused](h, id); len(got) != 1 || got[0].Code != schemas.CodeModelRows {
			t.Errorf("refused %+v", got)
		}
		if diff := cmp.Diff([]schemas.RepliesSuggested{{Replies: []string{"Go on", "Stop"}}}, events[schemas.RepliesSuggested](h, id)); diff != "" {
			t.Errorf("replies (-want +got):\n%s", diff)
		}
	})
}

func TestBuildSubtaskIsASubAgentOnTheOpenTask(t *testing.T) {
	inBubble(t, map[string][]agentstest.Answer{
		"router":       {agentstest.Pick(schemas.TaskBuilder)},
		"task-builder": {agentstest.Calls(agentstest.Call("1", "build_subtask", map[string]any{"brief": "two steps"})), {Text: "Built."}},
		"step-writer":  {agentstest.Calls(agentstest.Call("1", "narrate", map[string]any{"text": "Thinking"}), agentstest.Call("2", "add_step", map[string]any{"title": "One"}), agentstest.Call("3", "remove_steps", map[string]any{"step_ids": []string{"old"}}))},
	}, func(h *house, script *agentstest.Script, session schemas.SessionID) {
		id, end := h.ask(session, "write it", withBuilder("t1"))
		if end.Closing != "1 built, 0 left unchanged." {
			t.Errorf("ended %+v", end)
		}
		added := events[schemas.StepAdded](h, id)
		if len(added) != 1 || string(added[0].TaskID) != `"t1"` {
			t.Errorf("added %+v, want one step addressed by the task's id", added)
		}
		var codes []schemas.Code
		for _, r := range events[schemas.ToolReturned](h, id) {
			codes = append(codes, r.Code)
		}
		if diff := cmp.Diff([]schemas.Code{"", "", schemas.CodeUnknownTool, ""}, codes); diff != "" {
			t.Errorf("a sub-agent can raise no card (-want +got):\n%s", diff)
		}
		if seen := script.Asked[2]; seen.Agent != "step-writer" || !strings.Contains(string(seen.Data[0].JSON), `"brief":"two steps"`) {
			t.Errorf("the sub-agent was shown %s", seen.Data)
		}
	})
}

func TestLookupsReachTheWholeCanvasAndWriteNothing(t *testing.T) {
	inBubble(t, map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.PlaybookEditor)},
		"playbook-editor": {
			agentstest.Calls(
				agentstest.Call("1", "lookup_task", map[string]any{"task_id": "t1"}), agentstest.Call("2", "lookup_task", map[string]any{"task_id": "lt"}),
				agentstest.Call("3", "lookup_task", map[string]any{"task_id": "nowhere"})),
			{Text: "Seen."},
		},
	}, func(h *house, _ *agentstest.Script, session schemas.SessionID) {
		id, end := h.ask(session, "look", onEditor)
		if end.Closing != "" {
			t.Errorf("ended %+v", end)
		}
		got := events[schemas.ToolReturned](h, id)
		if len(got) != 3 || !strings.Contains(got[0].Result, `"title":"Unpack it"`) || !strings.Contains(got[1].Result, `"linked":true`) || got[2].Code != schemas.CodeUnknownTask {
			t.Errorf("looked up %+v", got)
		}
	})
}
