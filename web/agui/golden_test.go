package agui

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"turnbook/agents/agentstest"
	"turnbook/schemas"
	"turnbook/schemas/goldentest"
)

func says(text string) agentstest.Answer { return agentstest.Answer{Text: text} }

func calls(tool string, args any) agentstest.Answer {
	return agentstest.Calls(agentstest.Call("1", tool, args))
}

type args = map[string]any

// TestTurnsInTheWordsOfAGUI plays turns and compares every event of their runs with a
// file, line by line.
func TestTurnsInTheWordsOfAGUI(t *testing.T) {
	builder := func(rounds ...agentstest.Answer) map[string][]agentstest.Answer {
		return map[string][]agentstest.Answer{"router": {agentstest.Pick(schemas.TaskBuilder)}, "task-builder": rounds}
	}
	add := calls("add_step", args{"title": "Charge it"})
	remove := calls("remove_steps", args{"step_ids": []string{"fork"}})
	form := calls("add_step", args{"title": "Ask", "kind": "FORM"})
	for name, p := range map[string]play{
		"a-fan-out": {
			models: map[string][]agentstest.Answer{
				"router":          {agentstest.Pick(schemas.PlaybookEditor)},
				"playbook-editor": {calls("build_task_steps", args{"targets": []args{{"module_index": 0, "task_index": 0}}}), says("Done.")},
				"step-writer":     {calls("narrate", args{"text": "Looking"}), {Err: fmt.Errorf("down")}, {Err: fmt.Errorf("down")}, {Err: fmt.Errorf("down")}},
			},
			asks: []asked{{"Write its steps", onEditor}},
		},
		"a-card-confirmed":    {models: builder(form, remove, says("Gone.")), asks: []asked{{"Delete it", onTask("t1")}}, answers: []schemas.CardDecision{schemas.Confirm}},
		"a-card-superseded":   {models: builder(remove, says("Never mind.")), asks: []asked{{"Delete it", onTask("t1")}, {"Never mind", onTask("t1")}}},
		"a-refusal":           {models: builder(calls("update_step", args{"step_id": "nowhere", "title": "X"}), add, calls("update_step", args{"step_id": "old", "title": "Unpack"}), says("Two of three.")), asks: []asked{{"Change it", onTask("t1")}}},
		"hand-backs":          {models: map[string][]agentstest.Answer{"router": {agentstest.Pick(schemas.TaskBuilder), agentstest.Pick(schemas.Guide)}, "task-builder": {calls("return_to_router", args{"reason": "not mine"})}, "guide": {says("Here is how.")}}, asks: []asked{{"How?", onTask("t1")}}},
		"a-model-that-fails":  {models: builder(agentstest.Answer{Err: fmt.Errorf("down")}, agentstest.Answer{Err: fmt.Errorf("down")}, agentstest.Answer{Err: fmt.Errorf("down")}), asks: []asked{{"Hello", onTask("t1")}}},
		"text-beside-a-call":  {models: builder(agentstest.Answer{Text: "I add one.", Calls: add.Calls}, calls("update_progress", args{"title": "One step"}), says("Added.")), asks: []asked{{"Add one", onTask("t1")}}},
		"two-turns-one-state": {models: builder(add, says("One."), says("Two.")), asks: []asked{{"Add one", onTask("t1")}, {"Thanks", onTask("t1")}}},
	} {
		t.Run(name, func(t *testing.T) {
			var got strings.Builder
			for _, run := range tell(t, p.records(t), nil) {
				fmt.Fprintf(&got, "-- %s --\n", run.run)
				for frame := range strings.SplitSeq(strings.TrimSuffix(run.frames, "\n\n"), "\n\n") {
					_, data, _ := strings.Cut(frame, "data: ") // the cursor's epoch is random
					got.WriteString(data + "\n")
				}
			}
			file := filepath.Join("testdata", "turns", name+".txt")
			goldentest.Compare(t, file, got.String())
		})
	}
}
