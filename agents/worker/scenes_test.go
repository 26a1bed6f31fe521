package worker_test

import (
	"slices"
	"time"

	"turnbook/agents/agentstest"
	"turnbook/schemas"
)

func says(text string) agentstest.Answer { return agentstest.Answer{Text: text} }

func toTask(coordinates ...int) agentstest.Answer {
	targets := []map[string]int{}
	for i := 0; i < len(coordinates); i += 2 {
		targets = append(targets, map[string]int{"module_index": coordinates[i], "task_index": coordinates[i+1]})
	}
	return agentstest.Calls(agentstest.Call("1", "build_task_steps", map[string]any{"targets": targets}))
}

func tool(name string, args map[string]any) agentstest.Answer {
	return agentstest.Calls(agentstest.Call("1", name, args))
}

func withRouter(d schemas.Domain, agent string, rounds ...agentstest.Answer) map[string][]agentstest.Answer {
	return map[string][]agentstest.Answer{"router": {agentstest.Pick(d)}, agent: rounds}
}

// inLibrary is a view of a library module with one of its tasks open.
var inLibrary = schemas.MustUIContext(`{"page":"library_module","current_task_id":"lt","builder_mounts":1,"contribution":"library","loaded_task":{"id":"lt","context":"LIBRARY_MODULE"}}`)

// builder is models of which the task builder is picked and says these rounds.
func builder(rounds ...agentstest.Answer) map[string][]agentstest.Answer {
	return withRouter(schemas.TaskBuilder, "task-builder", rounds...)
}

// writer is models of which the playbook editor is picked; its sub-agents say steps.
func writer(steps []agentstest.Answer, rounds ...agentstest.Answer) map[string][]agentstest.Answer {
	m := withRouter(schemas.PlaybookEditor, "playbook-editor", rounds...)
	m["step-writer"] = steps
	return m
}

// scenes are the rules that have a history.
func scenes() []scene {
	return slices.Concat(routingScenes(), ruleScenes(), listScenes(), targetScenes(), cardScenes(), dropScenes(), toolScenes(), failureScenes(), compactionScenes())
}

// routingScenes are about who takes a turn.
func routingScenes() []scene {
	return []scene{
		{name: "builder-open-keeps-the-turn", prose: "With a builder open, a pick of the task builder keeps the turn: decider 2 is considered and\nnot applied. The step is addressed by the task's id and flushed into the draft.",
			models: builder(addStep("Sign"), says("Added.")), asks: []asked{{text: "add a step", ui: withBuilder("t1")}}},
		{name: "no-builder-is-redirected", prose: "The same ask on the list, nothing open: the pick of the task builder is rewritten to the\nplaybook editor, since all three rungs hold.",
			models: map[string][]agentstest.Answer{"router": {agentstest.Pick(schemas.TaskBuilder)}, "playbook-editor": {says("To which task?")}}, asks: []asked{{text: "add a step", ui: onEditor}}},
		{name: "builder-opens-and-the-pin-drops", prose: "The editor is pinned; the second message is not classified. Then a builder opens: the bucket\ngains +builder, the pin drops, the router classifies at hop 0. Moving to another builder costs nothing.",
			models: map[string][]agentstest.Answer{"router": {agentstest.Pick(schemas.PlaybookEditor), agentstest.Pick(schemas.TaskBuilder)}, "playbook-editor": {says("One."), says("Two.")}, "task-builder": {says("Three."), says("Four.")}},
			asks:   []asked{{text: "one", ui: onEditor}, {text: "two", ui: onEditor}, {text: "three", ui: withBuilder("t1")}, {text: "four", ui: withBuilder("t2")}}},
		{name: "zero-is-no-builder", prose: "current_task_id 0 is a front end's nothing: no builder is open for the bucket, for the guard and\nfor the target ladder alike, so the editor takes the turn and nobody dead-ends in a refusal.",
			models: map[string][]agentstest.Answer{"router": {agentstest.Pick(schemas.TaskBuilder)}, "playbook-editor": {says("Which task?")}},
			asks:   []asked{{text: "add a step", ui: schemas.MustUIContext(`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true,"current_task_id":0}`)}}},
		{name: "an-unusable-router-answer-falls-back", prose: "The router names nobody that there is. On the editor route the playbook editor takes the turn,\nas a guess that is not pinned.",
			models: map[string][]agentstest.Answer{"router": {says(`{"domain":"janitor"}`)}, "playbook-editor": {says("Well?")}}, asks: []asked{{text: "hm", ui: onEditor}}},
		{name: "a-router-that-is-silent", prose: "The router does not answer within its time. That is recorded, and elsewhere than on the editor the\nguide takes the turn.",
			models: map[string][]agentstest.Answer{"router": {{Hang: true}}, "guide": {says("Hello.")}}, asks: []asked{{text: "hello", ui: schemas.MustUIContext(`{"page":"playbooks"}`)}}},
		{name: "a-hand-back-spends-one-hop", prose: "A chrome-shaped ask reaches the task builder, which hands back: router and no hand-off context in\none event, one hop spent, the builder declined. The editor serves this turn only; nobody is pinned.",
			models: map[string][]agentstest.Answer{"router": {agentstest.Pick(schemas.TaskBuilder), agentstest.Pick(schemas.PlaybookEditor)}, "task-builder": {handBack("a task's title is the playbook's")},
				"playbook-editor": {tool("rename_task", map[string]any{"module_index": 0, "task_index": 0, "title": "Prepare the laptop"}), says("Renamed.")}},
			asks: []asked{{text: "rename this task", ui: withBuilder("t1")}}},
		{name: "hops-are-exhausted", prose: "Everybody declines. The turn completes with hops_exhausted and says who declined and why.",
			models: map[string][]agentstest.Answer{"router": {agentstest.Pick(schemas.TaskBuilder), agentstest.Pick(schemas.Guide), agentstest.Pick(schemas.TaskBuilder)}, "task-builder": {handBack("not mine")}, "guide": {handBack("nor mine")}},
			asks:   []asked{{text: "do it", ui: schemas.MustUIContext(`{"page":"playbooks","playbook_id":"p1","current_task_id":"t1"}`)}}},
		{name: "from-the-library-nobody-to-hand-to", prose: "Viewed from the library nobody else owns a task's settings: the hand-back is refused at the\nboundary, and the agent says where the change is made.",
			models: builder(handBack("a title"), says("It is changed in the library.")), asks: []asked{{text: "rename this task", ui: inLibrary}}},
		{name: "a-composite-ask-needs-no-hand-off", prose: "A module, a task in it and the task's subtasks are one turn of one domain: the editor and its\nsub-agent. Each round sees the canvas as the last one left it.",
			models: writer([]agentstest.Answer{addStep("Greet"), says("ok")}, tool("add_module", map[string]any{"title": "Second week"}), tool("add_task", map[string]any{"module_index": 2, "title": "Meet the board"}), toTask(2, 0), says("Done.")),
			asks:   []asked{{text: "add a module and build out its tasks", ui: onEditor}}},
	}
}

// ruleScenes are about versions of rules.
func ruleScenes() []scene {
	foreign := schemas.MustUIContext(`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true,"current_task_id":"x1","builder_mounts":1,"loaded_task":{"id":"x1","context":"PLAYBOOK","playbook_id":"p2"}}`)
	return []scene{
		{name: "a-foreign-builder-keeps-the-turn", prose: "The open builder holds a task of another playbook than the canvas. By redirect/1 an open builder\nkeeps the turn, whosever it is; the ladder that looks for its task then fails closed.",
			models: builder(says("I can't find that task.")), asks: []asked{{text: "add a step", ui: foreign}}},
		{name: "a-foreign-builder-is-redirected", prose: "The vendor has activated redirect/2, which hands such a turn to the playbook editor. The ladder says\nby which version it was decided, and decided again it is decided by that one.",
			models: map[string][]agentstest.Answer{"router": {agentstest.Pick(schemas.TaskBuilder)}, "playbook-editor": {says("To which task?")}},
			flags:  []schemas.Event{schemas.RuleActivated{Rule: "redirect/2"}}, asks: []asked{{text: "add a step", ui: foreign}}},
	}
}

// listScenes are about path A: the list.
func listScenes() []scene {
	return []scene{
		{name: "fan-out-with-a-linked-module", prose: "Of two targets one is in a linked module: nobody is sent there, its row says why, and the closing\nline counts it as left unchanged.",
			models: writer([]agentstest.Answer{addStep("Prepare")}, toTask(0, 1, 1, 0), says("One of two.")), asks: []asked{{text: "build both", ui: onEditor}}},
		{name: "persisted-on-the-list", prose: "From the list, agents only add. Updating, moving, removing and writing the form of a saved step are\nrefused, one after the other; nesting below a saved step is not.",
			models: writer([]agentstest.Answer{agentstest.Calls(
				agentstest.Call("1", "update_step", map[string]any{"step_id": "old", "title": "x"}), agentstest.Call("2", "move_step", map[string]any{"step_id": "old"}),
				agentstest.Call("3", "remove_step", map[string]any{"step_id": "old"}), agentstest.Call("4", "write_form", map[string]any{"step_id": "old", "form": map[string]any{"elements_map": map[string]any{}, "order": []string{}}}),
				agentstest.Call("5", "add_step", map[string]any{"title": "After it", "after_id": "old"}))}, toTask(0, 0), says("Added one.")), asks: []asked{{text: "change the saved step", ui: onEditor}}},
		{name: "unassigned-coordinates", prose: "A sub-agent names its neighbour's coordinates. The write is refused; its own task's pass.",
			models: writer([]agentstest.Answer{agentstest.Calls(
				agentstest.Call("1", "add_step", map[string]any{"title": "There", "module_index": 0, "task_index": 2}), agentstest.Call("2", "add_step", map[string]any{"title": "Here", "module_index": 0, "task_index": 1}))},
				toTask(0, 1), says("One.")), asks: []asked{{text: "build it", ui: onEditor}}},
		{name: "an-index-that-is-not-there", prose: "A target that is not on the canvas gets its row and its refusal, and no sub-agent.",
			models: writer(nil, toTask(7, 7), says("There is none.")), asks: []asked{{text: "build task 8 of module 8", ui: onEditor}}},
		{name: "not-editable-when-locked-by-another", prose: "Bob holds the edit lock. The fan-out is refused before anybody works.",
			before: []schemas.Event{schemas.EditLockTaken{User: "bob", Until: time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)}},
			models: writer(nil, toTask(0, 1), says("Bob is editing.")), asks: []asked{{text: "build it", ui: onEditor}}},
		{name: "narration-flips-the-row-and-stays-internal", prose: "A sub-agent says what it does: the row's detail changes, which front ends see; the narration itself\nis internal.",
			models: writer([]agentstest.Answer{tool("narrate", map[string]any{"text": "Looking at the badge"})}, toTask(0, 1), says("Done.")), asks: []asked{{text: "build it", ui: onEditor}}},
		{name: "a-task-that-takes-too-long", prose: "A sub-agent writes a step and is then silent. After 300 seconds its row fails with the reason; what\nit wrote stays.",
			models: writer([]agentstest.Answer{addStep("In time"), {Hang: true}, {Hang: true}, {Hang: true}}, toTask(0, 1), says("It took too long.")), asks: []asked{{text: "build it", ui: onEditor}}},
		{name: "a-playbook-from-scratch", prose: "A playbook is made from scratch: a document of its own, a module worker for its one module.",
			models: map[string][]agentstest.Answer{"router": {agentstest.Pick(schemas.PlaybookEditor)}, "module-writer": {tool("add_task", map[string]any{"title": "Sign the contract"})},
				"playbook-editor": {tool("create_playbook", map[string]any{"title": "Onboarding a nurse"}), tool("write_modules", map[string]any{"modules": []map[string]string{{"title": "Before day one"}}}), says("Made.")}},
			asks: []asked{{text: "make a playbook for onboarding a nurse", ui: schemas.MustUIContext(`{"page":"playbooks"}`)}}},
	}
}

// targetScenes are about path B: its target.
func targetScenes() []scene {
	return []scene{
		{name: "capability-off-is-a-coherent-turn", prose: "The vendor has no ai-task-builder. The target ladder says so at its first rung, no writing tool is\noffered, and the turn ends like any other.",
			flags:  []schemas.Event{schemas.FlagFlipped{Flag: schemas.AITaskBuilder}},
			models: builder(tool("emit_suggest_replies", map[string]any{"replies": []string{"Who can switch it on?"}}), says("It is switched off.")), asks: []asked{{text: "add a step", ui: withBuilder("t1")}}},
		{name: "no-target", prose: "Off the editor route the guard lets a pick of the task builder stand though nothing is open: the\ntarget ladder stops at its second rung, and a write is refused with it.",
			models: builder(addStep("Never"), says("Nothing is open.")), asks: []asked{{text: "add a step", ui: schemas.MustUIContext(`{"page":"task"}`)}}},
		{name: "hydration-failed", prose: "A builder is open on a task that is nowhere.",
			models: builder(addStep("Never"), says("I can't find it.")), asks: []asked{{text: "add a step", ui: withBuilder("nowhere")}}},
		{name: "a-published-playbook-is-no-surface", prose: "A builder is open on a published playbook's task. The ladder stops at the surface, and a write is\nrefused with its outcome.",
			before: []schemas.Event{schemas.PlaybookPublished{User: "bob"}},
			models: builder(addStep("Never"), says("It is published.")), asks: []asked{{text: "add a step", ui: withBuilder("t1")}}},
		{name: "an-archived-playbook", prose: "The playbook of the open task is archived: the ladder's last rung.",
			before: []schemas.Event{schemas.PlaybookArchived{User: "bob"}},
			models: builder(addStep("Never"), says("It is archived.")), asks: []asked{{text: "add a step", ui: withBuilder("t1")}}},
		{name: "a-linked-modules-task-in-the-builder", prose: "A linked module's task, open in a builder inside the playbook: the target resolves, the write is\nrefused, in agreement with the list.",
			models: builder(addStep("Never"), says("It is the library's.")),
			asks:   []asked{{text: "add a step", ui: schemas.MustUIContext(`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true,"current_task_id":"lt","builder_mounts":1,"loaded_task":{"id":"lt","context":"LIBRARY_MODULE"}}`)}}},
		{name: "the-same-task-from-the-library", prose: "The same task, opened where its module is at home, is written and flushed through the library's path.",
			models: builder(addStep("Enrol"), says("Added.")), asks: []asked{{text: "add a step", ui: inLibrary}}},
	}
}

// cardScenes are about cards.
func cardScenes() []scene {
	return []scene{
		{name: "a-card-confirmed", prose: "Deleting a saved step asks first. Confirmed on an unmoved tree, the step goes; answering cost no hop\nand no routing.",
			models: builder(tool("remove_steps", map[string]any{"step_ids": []string{"old"}}), says("Gone.")), asks: []asked{{text: "delete it", ui: withBuilder("t1"), answer: schemas.Confirm}}},
		{name: "a-card-declined", prose: "Declined: the tool is told so, nothing is deleted.",
			models: builder(tool("remove_steps", map[string]any{"step_ids": []string{"old"}}), says("Kept.")), asks: []asked{{text: "delete it", ui: withBuilder("t1"), answer: schemas.Decline}}},
		{name: "a-card-superseded", prose: "A new message comes while the card is open: the card is superseded, its turn is cancelled, the new\nturn runs.",
			models: builder(tool("remove_steps", map[string]any{"step_ids": []string{"old"}}), says("Never mind.")), asks: []asked{{text: "delete it", ui: withBuilder("t1")}, {text: "never mind", ui: withBuilder("t1")}}},
		{name: "steps-of-this-turn-need-no-card", prose: "What this turn wrote and did not flush has nothing to lose: it goes without a card.",
			models: builder(addStep("Oops"), tool("remove_steps", map[string]any{"step_ids": []string{"te51ebc5558e9d9cdd577.m.2"}}), says("Taken back.")), asks: []asked{{text: "add and take back", ui: withBuilder("t1")}}},
		{name: "only-unknown-steps", prose: "remove_steps with only unknown ids is refused without a card.",
			models: builder(tool("remove_steps", map[string]any{"step_ids": []string{"x"}}), says("There is none.")), asks: []asked{{text: "delete x", ui: withBuilder("t1")}}},
	}
}

// dropScenes are about what a view does with a step event.
func dropScenes() []scene {
	return []scene{
		{name: "the-view-elsewhere-is-a-contribution", prose: "The view is not on the editor route and has a contribution: every step event is the contribution's,\nand all of them are flushed.",
			models: builder(addStep("Call"), says("Added.")), asks: []asked{{text: "add a step", ui: schemas.MustUIContext(`{"page":"task","playbook_id":"p1","is_draft_active":true,"current_task_id":"t1","builder_mounts":1,"contribution":"task-page","loaded_task":{"id":"t1","context":"PLAYBOOK","playbook_id":"p1"}}`)}}},
		{name: "an-unmounted-builder-drops", prose: "The view says which task is open and that no builder is mounted: what is addressed to the task is\ndropped there, listed in the plan, told in the closing line, and not saved.",
			models: builder(addStep("Lost?"), says("Added.")), asks: []asked{{text: "add a step", ui: schemas.MustUIContext(`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true,"current_task_id":"t1","builder_mounts":0,"loaded_task":{"id":"t1","context":"PLAYBOOK","playbook_id":"p1"}}`)}}},
		{name: "another-task-in-the-builder-drops", prose: "The builder on screen has another task loaded than the one that the turn is bound to: its store\ncan't take the step, and nobody else may.",
			models: builder(addStep("Lost?"), says("Added.")), asks: []asked{{text: "add a step", ui: schemas.MustUIContext(`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true,"current_task_id":"t1","builder_mounts":1,"loaded_task":{"id":"t2","context":"PLAYBOOK","playbook_id":"p1"}}`)}}},
		{name: "a-task-that-is-not-authorable-drops", prose: "The view says that its canvas holds no draft. The server knows better and writes; the view's own\nstore may not take it, so it is dropped there.",
			models: builder(addStep("Lost?"), says("Added.")), asks: []asked{{text: "add a step", ui: schemas.MustUIContext(`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p1","current_task_id":"t1","builder_mounts":1,"loaded_task":{"id":"t1","context":"PLAYBOOK","playbook_id":"p1"}}`)}}},
		{name: "another-playbook-on-the-canvas-drops", prose: "The canvas shows another playbook than the one that the step belongs to: dropped before any other\nrow of the editor route is asked.",
			models: builder(addStep("Lost?"), says("Added.")), asks: []asked{{text: "add a step", ui: schemas.MustUIContext(`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p9","is_draft_active":true,"current_task_id":"t1","builder_mounts":1,"loaded_task":{"id":"t1","context":"PLAYBOOK","playbook_id":"p1"}}`)}}},
	}
}

// toolScenes are about tools and models.
func toolScenes() []scene {
	return []scene{
		{name: "rows-are-not-the-models-to-say", prose: "update_progress with rows: the title takes effect, the rows are refused. The row of a FORM without a\nquestion is not done.",
			models: builder(tool("update_progress", map[string]any{"title": "Details", "rows": []string{"done"}}), tool("add_step", map[string]any{"title": "Details", "kind": "FORM"}), says("Added.")), asks: []asked{{text: "add a form", ui: withBuilder("t1")}}},
		{name: "a-model-that-fails-three-times", prose: "Three tries, with pauses that double, each in the book; then the turn fails and says so.",
			models: builder(agentstest.Answer{Err: errBroken}, agentstest.Answer{Err: errBroken}, agentstest.Answer{Err: errBroken}), asks: []asked{{text: "add a step", ui: withBuilder("t1")}}},
		{name: "what-a-model-gets-wrong", prose: "A tool that is not there, arguments that can't be read, a step that is unknown, a branch that is\nnone: each is told to the model, the refused writes are counted, and the turn goes on.",
			models: builder(agentstest.Calls(
				agentstest.Call("1", "sing", nil), agentstest.Call("2", "add_step", map[string]any{"title": "x", "task_id": "t2"}), agentstest.Call("3", "update_step", map[string]any{"step_id": "x", "title": "y"}),
				agentstest.Call("4", "add_step", map[string]any{"title": "x", "parent_id": "old"}), agentstest.Call("5", "add_step", map[string]any{"title": "Right"})), says("One of five.")),
			asks: []asked{{text: "do all kinds of things", ui: withBuilder("t1")}}},
		{name: "a-template-is-read-and-copied", prose: "Template readers read: what is copied from a template is added step by step, like anything else.",
			models: builder(tool("list_step_templates", nil), tool("get_step_template", map[string]any{"template_id": "nothing"}), tool("get_task_builder_context", nil), addStep("Sign off"), says("Copied.")),
			asks:   []asked{{text: "use the sign-off template", ui: withBuilder("t1")}}},
		{name: "a-form-is-written-and-edited", prose: "A FORM step's row is pending until its document holds an element. A plan of edits writes nothing; the\nedit that follows is done whole.",
			models: builder(
				tool("add_step", map[string]any{"title": "Details", "kind": "FORM"}),
				tool("plan_form_edits", map[string]any{"step_id": "te51ebc5558e9d9cdd577.m.2", "ops": []map[string]any{{"op": "add_element", "id": "n", "element": map[string]any{"type": "text", "label": "Name"}}}}),
				tool("edit_form", map[string]any{"step_id": "te51ebc5558e9d9cdd577.m.2", "ops": []map[string]any{{"op": "add_element", "id": "n", "element": map[string]any{"type": "text", "label": "Name"}}}}),
				says("Written.")),
			asks: []asked{{text: "add a form with a name", ui: withBuilder("t1")}}},
	}
}
