package worker_test

import (
	"encoding/json"
	"time"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/schemas"
)

// fails is a model call that comes to nothing.
func fails(code schemas.Code, message string) agentstest.Answer {
	return agentstest.Answer{Err: &agents.Error{Code: code, Message: message}}
}

// limited is a vendor that wants to be left alone for a while.
func limited(after time.Duration) agentstest.Answer {
	return agentstest.Answer{Err: &agents.Error{Code: schemas.CodeRateLimited, Message: "too many requests", After: after}}
}

// inBuilder is a scene of one ask for a step, with the builder of t1 open.
func inBuilder(name, prose string, rounds ...agentstest.Answer) scene {
	return scene{name: name, prose: prose, models: builder(rounds...), asks: []asked{{text: "add a step", ui: withBuilder("t1")}}}
}

// failureScenes are about model calls that go wrong: what is asked again, after which
// pause, and what is told at once. Where a step stands before a failure, it is there
// once.
func failureScenes() []scene {
	overloaded := fails(schemas.CodeOverloaded, "no room")
	return []scene{
		inBuilder("a-rate-limit-is-waited-out", "The vendor asks for nine seconds, and gets them; then it asks for none, and the engine's own pause\nbegins anew at two. The step stands before the second limit: it is not written again.",
			limited(9*time.Second), addStep("Sign"), limited(0), says("Added.")),
		inBuilder("a-rate-limit-for-an-hour", "The vendor asks to be left alone for an hour. Nobody waits that long: the turn fails and says so.",
			limited(time.Hour)),
		inBuilder("an-overload-passes", "The vendor has no room, twice: the second pause is twice the first.",
			overloaded, overloaded, addStep("Sign"), says("Added.")),
		inBuilder("an-overload-that-lasts", "Five attempts, with pauses of one, two, four and eight seconds; then the turn fails and says so.",
			overloaded, overloaded, overloaded, overloaded, overloaded),
		inBuilder("a-model-that-takes-too-long", "No answer comes by the deadline that stands in the book. The call is given up and made again, with\na deadline of its own.",
			agentstest.Answer{Hang: true}, addStep("Sign"), says("Added.")),
		inBuilder("a-stream-that-is-cut", "Half an answer is no answer: what had come of it is not in the book, and the call is made again.",
			addStep("Sign"), agentstest.Answer{Parts: []string{"I have ad"}, Err: &agents.Error{Code: schemas.CodeModelCut, Message: "the answer broke off"}}, says("Added.")),
		inBuilder("arguments-that-are-no-json", "The arguments of the second call broke off. They are kept as they came and refused by name; the first\ncall is done, and the model mends the second in its next round.",
			agentstest.Calls(agentstest.Call("1", "add_step", map[string]any{"title": "Sign"}), schemas.ToolRequest{ID: "2", Name: "add_step", Args: json.RawMessage(`{"title":"Coun`)}),
			addStep("Countersign"), says("Added both.")),
		inBuilder("a-context-that-is-too-long", "The conversation of this turn alone is longer than the model reads: asking again changes nothing, so\nthe turn fails at once. What was written before is saved.",
			addStep("Sign"), fails(schemas.CodeContextOverflow, "prompt is too long: 210000 tokens > 200000 maximum")),
		inBuilder("a-model-that-declines", "The model declines to answer. It is not asked again.",
			fails(schemas.CodeModelRefused, "the model declined to answer")),
		inBuilder("a-key-that-is-not-taken", "The vendor does not take the key. It is not asked again, and no key is told.",
			fails(schemas.CodeModelRefused, "invalid x-api-key")),
		inBuilder("a-quota-that-is-spent", "The account's quota is spent in the middle of a turn. It is not asked again; the step that was written\nis saved.",
			addStep("Sign"), fails(schemas.CodeModelRefused, "You exceeded your current quota")),
		{name: "a-sub-agents-model-fails", prose: "Of two sub-agents one has a model that won't answer: its row fails with the reason, the other one's\nstep is saved, and the orchestrator hears of both.",
			models: writer([]agentstest.Answer{fails(schemas.CodeModelRefused, "the model declined to answer"), addStep("Greet"), says("ok")}, toTask(0, 1, 0, 2), says("One of two.")),
			asks:   []asked{{text: "build both", ui: onEditor}}},
	}
}
