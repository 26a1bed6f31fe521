package worker_test

import (
	"turnbook/agents/agentstest"
	"turnbook/schemas"
)

// nowhere is a view with no playbook on screen.
var nowhere = schemas.MustUIContext(`{"page":"playbooks"}`)

// Two messages of about twenty tokens each, and one of about eighty.
const (
	labels = "Every laptop gets a blue label before it leaves the depot."
	badges = "A badge is never handed out on a Friday, whatever the form says."
	long   = "We have had this talk with the depot, with the front desk and with the people from security, and all of " +
		"them want the same: whoever hands a laptop out signs for it, names the person, the place and the day, and keeps the slip."
)

// compactionScenes are about talk that is more than a model is to be shown.
func compactionScenes() []scene {
	tooLong := fails(schemas.CodeContextOverflow, "prompt is too long")
	guided := func(compact ...agentstest.Answer) map[string][]agentstest.Answer {
		pick := agentstest.Pick(schemas.Guide)
		return map[string][]agentstest.Answer{
			"router": {pick, pick, pick, pick}, "compact": compact, "guide": {says("Noted."), says("Noted, too."), says("A blue one."), says("On a Friday.")},
		}
	}
	talk := []asked{{text: labels, ui: nowhere}, {text: badges, ui: nowhere}, {text: "Which label does a laptop get, and when?", ui: nowhere}, {text: "When does nobody get a badge?", ui: nowhere}}
	remove := tool("remove_steps", map[string]any{"step_ids": []string{"old"}})
	return []scene{
		{name: "older-talk-is-summed-up", prose: "The fourth message would make the next request larger than the budget. Before it is routed, the oldest\nmessages are summed up by a recorded call in a lane of its own; what was said last stays as it was.",
			budget: 75, models: guided(says("Laptops get a blue label before they leave.")), asks: talk},
		{name: "summing-up-fails", prose: "Who is to sum up declines. That is no failure of the turn: the oldest messages are left out, which is\ntold, and the turn goes on.",
			budget: 75, models: guided(fails(schemas.CodeModelRefused, "the model declined to answer")), asks: talk},
		{name: "summing-up-is-tried-again", prose: "Who is to sum up has no room, then says nothing: each is asked again after its pause, as any model is.",
			budget: 75, models: guided(fails(schemas.CodeOverloaded, "no room"), agentstest.Answer{}, says("Laptops get a blue label.")), asks: talk},
		{name: "an-overflow-sums-up-in-mid-turn", prose: "In the middle of a turn the model says that the request is longer than it reads. The talk before the\nturn is summed up, once; the turn's message and its rounds stay, and the step is not written again.",
			budget: 10_000, models: withCompact(builder(says("Noted."), addStep("Sign"), tooLong, says("Added.")), says("Laptops get a blue label.")),
			asks: []asked{{text: labels, ui: withBuilder("t1")}, {text: "add a step", ui: withBuilder("t1")}}},
		{name: "an-overflow-that-stays", prose: "Summing up was not enough: the second overflow fails the turn, and says so. What was written before\nis saved.",
			budget: 10_000, models: withCompact(builder(says("Noted."), addStep("Sign"), tooLong, tooLong), says("Laptops get a blue label.")),
			asks: []asked{{text: labels, ui: withBuilder("t1")}, {text: "add a step", ui: withBuilder("t1")}}},
		{name: "a-card-is-superseded-and-talk-summed-up", prose: "A message comes while a card is open, and makes the talk too much. The card is superseded and its turn\nends as without; then the talk is summed up, and the new turn runs.",
			budget: 240, models: withCompact(builder(says("Noted."), remove, says("Never mind.")), says("Laptops are signed for.")),
			asks: []asked{{text: long, ui: withBuilder("t1")}, {text: "delete it", ui: withBuilder("t1")}, {text: "never mind, but: " + badges, ui: withBuilder("t1")}}},
		{name: "an-overflow-behind-a-card", prose: "The card is confirmed; then the model says that the request is too long. The talk before the turn is\nsummed up: the answer, the tool call and its result are the turn's own, and stay.",
			budget: 10_000, models: withCompact(builder(says("Noted."), remove, tooLong, says("Gone.")), says("Laptops get a blue label.")),
			asks: []asked{{text: labels, ui: withBuilder("t1")}, {text: "delete it", ui: withBuilder("t1"), answer: schemas.Confirm}}},
	}
}

// withCompact adds what is said to whoever wants talk summed up.
func withCompact(models map[string][]agentstest.Answer, answers ...agentstest.Answer) map[string][]agentstest.Answer {
	models["compact"] = answers
	return models
}
