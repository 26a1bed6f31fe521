package clienttest

import (
	"encoding/json"
	"errors"
	"testing"

	"turnbook/agents/agentstest"
	"turnbook/schemas"
)

// onTask is a view with the builder open on the first task.
var onTask = json.RawMessage(`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true,"current_task_id":"t1","builder_mounts":1,"loaded_task":{"id":"t1","context":"PLAYBOOK","playbook_id":"p1"}}`)

// onList is the editor with nothing open.
var onList = json.RawMessage(`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true}`)

func says(text string) agentstest.Answer { return agentstest.Answer{Text: text} }

func tool(name string, args any) agentstest.Answer {
	return agentstest.Calls(agentstest.Call("0", name, args))
}

func remove(ids ...string) agentstest.Answer {
	return tool("remove_steps", map[string]any{"step_ids": ids})
}

// builder is models of which the task builder is picked and says these rounds.
func builder(rounds ...agentstest.Answer) *agentstest.Script {
	return agentstest.NewScript(map[string][]agentstest.Answer{"router": {agentstest.Pick(schemas.TaskBuilder)}, "task-builder": rounds})
}

func run(n, text string) step {
	return step{"do": "run", "runId": "run-" + n, "id": "user-" + n, "text": text, "context": onTask}
}

func resume(n string, payload any) step {
	return step{"do": "resume", "runId": "resume-" + n, "payload": step{"approved": payload}}
}

var (
	walkAway = step{"do": "resume", "runId": "resume-away", "status": "cancelled"}
	reload   = step{"do": "reload", "runId": "reload"}
	forget   = step{"do": "forget"}
)

func TestATurnWithSteps(t *testing.T) {
	h := open(t, agentstest.NewScript(map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.PlaybookEditor)},
		"playbook-editor": {
			tool("build_task_steps", step{"targets": []step{{"module_index": 0, "task_index": 1}}}),
			tool("emit_suggest_replies", step{"replies": []string{"Go on", "Stop"}}),
			says("The steps are written."),
		},
		"step-writer": {
			tool("narrate", step{"text": "Looking at the task"}), tool("add_step", step{"title": "Ask for the account"}),
			tool("add_step", step{"title": "Check it", "kind": "FORM"}), tool("remove_steps", step{"step_ids": []string{"old"}}), says("done"),
		},
	}))
	ask := run("1", "Write the steps of every task")
	delete(ask, "context")
	ask["entry"] = onList
	h.golden("a-turn-with-steps", "thread", ask, reload)
}

func TestACardConfirmed(t *testing.T) {
	h := open(t, builder(remove("fork"), says("Gone.")))
	h.golden("a-card-confirmed", "thread", run("1", "Delete the fork"), resume("1", true), resume("again", true), reload)
}

func TestACardDeclined(t *testing.T) {
	h := open(t, builder(remove("fork"), says("Kept."), says("Hello again.")))
	h.golden("a-card-declined", "thread", run("1", "Delete the fork"), resume("1", false), run("2", "Thanks"), reload)
}

func TestACardCancelled(t *testing.T) {
	h := open(t, builder(remove("fork"), says("Kept.")))
	h.golden("a-card-cancelled", "thread", run("1", "Delete the fork"), walkAway)
}

func TestACardAnsweredDifferently(t *testing.T) {
	h := open(t, builder(remove("fork"), says("Gone.")))
	h.golden("a-card-answered-differently", "thread", run("1", "Delete the fork"), resume("1", true), resume("other", false), resume("again", true))
}

func TestACardLeftUnanswered(t *testing.T) {
	h := open(t, builder(remove("fork"), says("Gone.")))
	h.golden("a-card-left-unanswered", "thread",
		run("1", "Delete the fork"), run("2", "And now?"), forget, run("3", "And now?"), resume("1", true))
}

func TestAnUnknownInterruptAndAnswersThatAreNone(t *testing.T) {
	h := open(t, builder(remove("fork"), says("Gone.")))
	answer := func(n string, entries ...step) step {
		return step{"do": "resume", "runId": "bad-" + n, "resume": entries}
	}
	h.golden("an-unknown-interrupt", "thread",
		answer("nothing", step{"interruptId": "elsewhere", "status": "resolved", "payload": step{"approved": true}}),
		run("1", "Delete the fork"), forget,
		answer("unknown", step{"interruptId": "elsewhere", "status": "resolved", "payload": step{"approved": true}}),
		resume("null", nil), resume("text", "true"), step{"do": "resume", "runId": "bad-empty", "payload": 0},
		resume("1", true))
}

func TestACardWhoseTreeMoved(t *testing.T) {
	h := open(t, agentstest.NewScript(map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.TaskBuilder), agentstest.Pick(schemas.TaskBuilder)},
		"task-builder": {
			remove("fork"),
			tool("add_step", step{"title": "Call IT", "parent_id": "fork", "branch": "no"}), says("Added."), // in the other thread
			says("The steps had changed."), says("Hello."),
		},
	}))
	h.drive("thread", run("1", "Delete the fork"))
	h.drive("another thread", run("2", "If it does not start, call IT"))
	h.golden("a-card-whose-tree-moved", "thread", reload, resume("1", true), resume("again", true), walkAway, run("3", "Hello"), reload)
}

func TestAReloadRecoversMessagesStateAndTheOpenCard(t *testing.T) {
	h := open(t, builder(says("Hello."), tool("add_step", step{"title": "Ask for it", "kind": "FORM"}), remove("fork"), says("Gone.")))
	h.golden("a-reload", "thread", run("1", "Hello"), run("2", "Ask for it, then delete the fork"), reload, resume("1", true), reload)
}

func TestTheSecondCardIsTheOneAfterAReload(t *testing.T) {
	h := open(t, builder(remove("fork"), remove("old"), says("Both are done.")))
	h.golden("two-cards", "thread", run("1", "Delete both"), resume("1", true), reload, resume("2", false), reload)
}

func TestAModelThatFails(t *testing.T) {
	broken := agentstest.Answer{Err: errors.New("overloaded")}
	h := open(t, builder(broken, broken, broken, says("Here I am.")))
	h.golden("a-model-that-fails", "thread", run("1", "Hello"), run("2", "Hello?"), reload)
}

func TestATurnThatFailsAfterTheAnswer(t *testing.T) {
	broken := agentstest.Answer{Err: errors.New("overloaded")}
	h := open(t, builder(remove("fork"), broken, broken, broken, says("Here I am.")))
	beside := resume("3", true)
	beside["id"], beside["text"] = "user-2", "Hello?"
	h.golden("a-turn-that-fails-after-the-answer", "thread", run("1", "Delete the fork"), resume("1", true), resume("2", true), beside)
}

func TestTheUserStopsATurn(t *testing.T) {
	h := open(t, builder(agentstest.Answer{Hang: true}, says("Here I am.")))
	ask := run("1", "Hello")
	ask["stopAt"] = "STEP_STARTED"
	h.golden("the-user-stops-a-turn", "thread", ask, run("2", "Hello?"), reload)
}

func TestTheUserStopsATurnThatWaits(t *testing.T) {
	h := open(t, builder(remove("fork"), says("Hello.")))
	h.golden("the-user-stops-a-turn-that-waits", "thread", run("1", "Delete the fork"),
		step{"do": "post", "path": "/v1/turns/$turn/cancel", "body": step{}}, resume("1", true), walkAway, run("2", "Hello"), reload)
}

func TestTheSameRunAgainIsTheSameTurn(t *testing.T) {
	h := open(t, builder(remove("fork"), says("Gone.")))
	again := run("1", "Delete the fork")
	again["silent"] = true
	h.golden("the-same-run-again", "thread", run("1", "Delete the fork"), forget, again, resume("1", true), again,
		step{"do": "run", "runId": "run-1", "id": "user-2", "text": "Something else"}, step{"do": "run", "runId": "run-9", "silent": true})
}

func TestAThreadOfWhichNothingIsKnown(t *testing.T) {
	h := open(t, builder())
	h.golden("an-unknown-thread", "a.b > * / 日本", reload, run("1", "Hello"), reload)
}
