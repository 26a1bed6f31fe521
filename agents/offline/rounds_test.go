package offline

import (
	"encoding/json"
	"slices"
	"testing"

	"turnbook/agents"
	"turnbook/schemas"

	"github.com/google/go-cmp/cmp"
)

// result is what a tool of a play says.
type result struct {
	text string
	code schemas.Code
}

// play runs an agent to its end: tools answers each call, and may change the
// request's data. It returns the calls and the closing text.
func play(t *testing.T, r agents.Request, tools func(*agents.Request, schemas.ToolRequest) result) (calls []string, text string) {
	t.Helper()
	for range 12 {
		got := answerOf(t, r)
		if len(got.calls) == 0 {
			return calls, got.text
		}
		r.Messages = append(slices.Clone(r.Messages), agents.Message{Role: agents.AssistantRole, Text: got.text, Calls: got.calls})
		for _, c := range got.calls {
			calls = append(calls, c.Name+" "+string(c.Args))
			res := tools(&r, c)
			r.Messages = append(r.Messages, agents.Message{Role: agents.ToolRole, Ref: c.ID, Text: res.text, Code: res.code})
		}
	}
	t.Fatal("no end after 12 rounds")
	return nil, ""
}

func says(text string, code schemas.Code) func(*agents.Request, schemas.ToolRequest) result {
	return func(*agents.Request, schemas.ToolRequest) result { return result{text, code} }
}

func check(t *testing.T, calls, wantCalls []string, text, wantText string) {
	t.Helper()
	if diff := cmp.Diff(wantCalls, calls); diff != "" {
		t.Errorf("calls (-want +got)\n%s", diff)
	}
	if text != wantText {
		t.Errorf("closing text %q, want %q", text, wantText)
	}
}

func TestTheClosingTextRepeatsWhatTheToolSaid(t *testing.T) {
	_, canvas, task := asksDocument(t)
	r := requestFor("playbook-editor", "build subtasks for task 1 of module 1", canvas, task)
	calls, text := play(t, r, says("6 built, 1 left unchanged: “Passport” was saved before", ""))
	check(t, calls, []string{`build_task_steps {"targets":[{"module_index":0,"task_index":0}]}`},
		text, "6 built, 1 left unchanged: “Passport” was saved before.")
}

func TestARefusalIsReportedAndEndsTheAsk(t *testing.T) {
	_, canvas, task := asksDocument(t)
	r := requestFor("playbook-editor", "rename module 1 to X and add a task called Y to module 2", canvas, task)
	calls, text := play(t, r, says("the playbook is published", schemas.CodeNotEditable))
	check(t, calls, []string{`rename_module {"module_index":0,"title":"X"}`},
		text, "I could not rename the module: the playbook is published.")
}

func TestJoinedAsksAreCarriedOutOneARound(t *testing.T) {
	_, canvas, task := asksDocument(t)
	r := requestFor("playbook-editor", "Rename module 1 to X, then add a task called Y to module 2; and rename the playbook to Z.", canvas, task)
	calls, text := play(t, r, says("", ""))
	check(t, calls, []string{
		`rename_module {"module_index":0,"title":"X"}`,
		`add_task {"module_index":1,"title":"Y"}`,
		`rename_playbook {"title":"Z"}`,
	}, text, "rename_module: done. add_task: done. rename_playbook: done.")
}

// moduleAdder is a canvas that takes modules and tasks.
func moduleAdder(r *agents.Request, call schemas.ToolRequest) result {
	var doc map[string]any
	if json.Unmarshal(r.Data[0].JSON, &doc) != nil {
		return result{"no canvas", schemas.CodeModelError}
	}
	var args struct {
		Title  string `json:"title"`
		Module int    `json:"module_index"`
	}
	if json.Unmarshal(call.Args, &args) != nil {
		return result{"no arguments", schemas.CodeInvalidArguments}
	}
	modules := doc["modules"].([]any)
	switch call.Name {
	case "add_module":
		doc["modules"] = append(modules, map[string]any{"id": "new", "title": args.Title, "tasks": []any{}})
	case "add_task":
		m := modules[args.Module].(map[string]any)
		m["tasks"] = append(m["tasks"].([]any), map[string]any{"id": args.Title, "title": args.Title})
	case "build_task_steps":
		return result{text: "6 built, 0 left unchanged"}
	}
	r.Data = []agents.Data{{Name: "canvas", JSON: marshal(doc)}}
	return result{text: call.Name + " ok"}
}

func TestANewModuleGetsTasksBeforeTheirSubtasks(t *testing.T) {
	_, canvas, task := asksDocument(t)
	r := requestFor("playbook-editor", "add a module called Security and build out its tasks' subtasks", canvas, task)
	calls, text := play(t, r, moduleAdder)
	check(t, calls, []string{
		`add_module {"title":"Security"}`,
		`add_task {"module_index":3,"title":"Prepare: Security"}`,
		`add_task {"module_index":3,"title":"Carry out: Security"}`,
		`build_task_steps {"targets":[{"module_index":3,"task_index":0},{"module_index":3,"task_index":1}]}`,
	}, text, "Add_module ok. Add_task ok. Add_task ok. 6 built, 0 left unchanged.")
}

func TestTheTasksOfANewModuleCanBeNamed(t *testing.T) {
	_, canvas, task := asksDocument(t)
	r := requestFor("playbook-editor", `Add a module "Security" with tasks Order badge, "Sign the policy" and build subtasks for every task in it`, canvas, task)
	calls, _ := play(t, r, moduleAdder)
	want := []string{
		`add_module {"title":"Security"}`,
		`add_task {"module_index":3,"title":"Order badge"}`,
		`add_task {"module_index":3,"title":"Sign the policy"}`,
		`build_task_steps {"targets":[{"module_index":3,"task_index":0},{"module_index":3,"task_index":1}]}`,
	}
	if diff := cmp.Diff(want, calls); diff != "" {
		t.Errorf("calls (-want +got)\n%s", diff)
	}
}

func TestATaskJoinedToANewModuleGoesIntoIt(t *testing.T) {
	_, canvas, task := asksDocument(t)
	r := requestFor("playbook-editor", "add a module called Security and add a task called Order badge to it", canvas, task)
	calls, _ := play(t, r, moduleAdder)
	want := []string{`add_module {"title":"Security"}`, `add_task {"module_index":3,"title":"Order badge"}`}
	if diff := cmp.Diff(want, calls); diff != "" {
		t.Errorf("calls (-want +got)\n%s", diff)
	}
}

// stepAdder puts added steps at the end of the assignment's task.
func stepAdder(r *agents.Request, call schemas.ToolRequest) result {
	if call.Name == "narrate" {
		return result{}
	}
	var doc struct {
		Task map[string]any `json:"task"`
	}
	var step map[string]any
	if json.Unmarshal(r.Data[0].JSON, &doc) != nil || json.Unmarshal(call.Args, &step) != nil {
		return result{"bad", schemas.CodeInvalidArguments}
	}
	steps, _ := doc.Task["steps"].([]any)
	step["id"] = "new"
	doc.Task["steps"] = append(steps, step)
	r.Data = []agents.Data{{Name: "assignment", JSON: marshal(doc)}}
	return result{text: "added “" + step["title"].(string) + "”"}
}

func assignmentOf(task string) agents.Request {
	return agents.Request{
		Agent: "step-writer", Tools: toolsOf("step-writer"),
		Data: []agents.Data{{Name: "assignment", JSON: json.RawMessage(`{"module_index":0,"task_index":0,"module":"M","task":` + task + `}`)}},
	}
}

func TestAStepWriterWritesThreeSteps(t *testing.T) {
	r := assignmentOf(`{"id":"t","title":"Sign off the budget","description":"Collect the details of each team. Then announce it.","steps":[]}`)
	calls, text := play(t, r, stepAdder)
	check(t, calls, []string{
		`narrate {"text":"Writing subtasks for “Sign off the budget”"}`,
		`add_step {"title":"Prepare: Sign off the budget","kind":"INSTRUCTION"}`,
		`add_step {"title":"Sign off the budget","description":"Collect the details of each team.","kind":"APPROVAL"}`,
		`add_step {"title":"Announce the outcome: Sign off the budget","kind":"EMAIL"}`,
	}, text, "Added “Prepare: Sign off the budget”. Added “Sign off the budget”. Added “Announce the outcome: Sign off the budget”.")
}

func TestAStepThatIsThereIsNotWrittenAgain(t *testing.T) {
	r := assignmentOf(`{"id":"t","title":"Order laptop","steps":[{"id":"s","title":"order laptop","saved":true}]}`)
	calls, text := play(t, r, stepAdder)
	check(t, calls, []string{
		`narrate {"text":"Writing subtasks for “Order laptop”"}`,
		`add_step {"title":"Prepare: Order laptop","kind":"INSTRUCTION"}`,
		`add_step {"title":"Approve the result: Order laptop","kind":"APPROVAL"}`,
	}, text, "Added “Prepare: Order laptop”. Added “Approve the result: Order laptop”. Already there: “Order laptop”.")
}

func TestAChangeOfASavedStepIsTriedAndItsRefusalTold(t *testing.T) {
	_, canvas, task := asksDocument(t)
	r := requestFor("step-writer", "rename step 1 to Choose", canvas, task)
	calls, text := play(t, r, says("“Pick a model” was saved before", schemas.CodePersisted))
	check(t, calls, []string{`update_step {"step_id":"s1","title":"Choose"}`},
		text, "I could not update the step: “Pick a model” was saved before.")
}
