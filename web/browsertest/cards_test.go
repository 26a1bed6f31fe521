package browsertest

import (
	"testing"
	"turnbook/agents/agentstest"
	"turnbook/schemas"
)

// deletes is a round in which the task builder wants to delete steps.
func deletes(ids ...string) agentstest.Answer {
	return agentstest.Calls(agentstest.Call("rm", "remove_steps", map[string]any{"step_ids": ids}))
}

// asked opens the laptop's builder, and asks for what ends at a card.
func asked(h *house, rounds ...agentstest.Answer) *visitor {
	h.t.Helper()
	h.model.say("router", agentstest.Pick(schemas.TaskBuilder), agentstest.Pick(schemas.TaskBuilder), agentstest.Pick(schemas.TaskBuilder))
	h.model.say("task-builder", rounds...)
	v := visit(h.t, 1280, 800)
	v.open(h.url + "/playbooks/onboarding")
	v.click("[data-task=laptop] .task-open")
	v.is("!document.querySelector('#builder').hidden")
	v.ask("delete the fork")
	v.is("document.querySelector('.question[data-status=open]')")
	return v
}

func (v *visitor) questions() []string {
	v.t.Helper()
	return get[[]string](v, "Array.from(document.querySelectorAll('.question'), (q) => q.dataset.status)")
}

func TestACardNamesWhatWouldGoAndIsConfirmedByKeyboard(t *testing.T) {
	h := open(t)
	v := asked(h, deletes("stock"), agentstest.Answer{Text: "Gone."})
	wants(t, "title", v.text(".question-title"), "Delete 1 step?")
	wants(t, "targets", v.texts(".question-targets li"), []string{"In stock?"})
	wants(t, "cascade", v.texts(".question-cascade summary"), []string{"1 step below goes with it"})
	wants(t, "what goes with it", v.texts(".question-cascade li"), []string{"Ask the vendor for a date"})
	wants(t, "state", v.texts(".question-state"), []string{"Waits for you"})
	wants(t, "the turn, whose question says so", v.text(".agent-state"), "")
	v.is("document.activeElement.matches('.question')")
	wants(t, "stop", get[bool](v, "document.querySelector('#stop').hidden"), false)
	v.see("card")
	v.prefers("prefers-color-scheme", "dark")
	v.see("card-dark")
	v.press("Tab", "Tab") // over the cascade
	wants(t, "focus", v.text(":focus"), "Yes, delete")
	v.press("Enter")
	v.is("document.querySelector('.talk[data-status=completed]')")
	wants(t, "cards", v.questions(), []string{"confirmed"})
	wants(t, "state", v.texts(".question-state"), []string{"Confirmed"})
	v.is("document.activeElement.id === 'ask'")
	wants(t, "note", v.texts(".question-note"), []string{""})
	v.is("document.querySelectorAll('#modules .step[data-saved=false]').length === 0")
	wants(t, "steps", v.texts("[data-task=laptop] .task-count"), []string{"1 step"})
	v.why(h)
	wants(t, "the turn's page", v.texts("#questions li > p:first-child"), []string{
		"An agent asked before it would delete “In stock?” and 1 step that would go with it. It was confirmed, and the steps were deleted."})
	v.see("turn-card-dark")
}

func TestACardThatAppearsTakesNothingFromWhoTypes(t *testing.T) {
	h := open(t)
	release := h.model.hold("task-builder")
	defer release()
	h.model.say("router", agentstest.Pick(schemas.TaskBuilder))
	h.model.say("task-builder", deletes("pick"))
	v := visit(t, 1280, 800)
	v.open(h.url + "/playbooks/onboarding")
	v.click("[data-task=laptop] .task-open")
	v.ask("delete the first step")
	v.is("document.querySelector('.agent-name')?.textContent === 'Task builder'")
	v.into("#ask", "and th")
	release()
	v.is("document.querySelector('.question[data-status=open]')")
	v.typed("en")
	wants(t, "message", get[string](v, "document.querySelector('#ask').value"), "and then")

	// Once it has the focus, what is typed still belongs to the message, and no key answers.
	v.focus(".question")
	v.typed("!")
	wants(t, "message", get[string](v, "document.querySelector('#ask').value"), "and then!")
	wants(t, "cards", v.questions(), []string{"open"})
}

func TestADeclinedCardDeletesNothing(t *testing.T) {
	h := open(t)
	v := asked(h, deletes("stock"), agentstest.Answer{Text: "Nothing was deleted."})
	v.click("[data-decision=decline]")
	v.is("document.querySelector('.talk[data-status=completed]')")
	wants(t, "cards", v.questions(), []string{"declined"})
	wants(t, "words", v.text(".question-says"), "Declined: nothing was deleted.")
	wants(t, "steps", v.texts("[data-task=laptop] .task-count"), []string{"3 steps"})
	wants(t, "buttons", get[int](v, "Array.from(document.querySelectorAll('[data-decision]')).filter((b) => b.offsetParent).length"), 0)
}

func TestACardIsAnsweredInAnotherTabAndSettledInBoth(t *testing.T) {
	h := open(t)
	one := asked(h, deletes("stock"), agentstest.Answer{Text: "Gone."})
	two := visit(t, 1280, 800)
	two.open(get[string](one, "location.href"))
	wants(t, "cards in the second tab", two.questions(), []string{"open"})
	wants(t, "targets in the second tab", two.texts(".question-targets li"), []string{"In stock?"})
	two.click("[data-decision=confirm]")
	for name, v := range map[string]*visitor{"first": one, "second": two} {
		v.is("document.querySelector('.talk[data-status=completed]')")
		wants(t, "cards in the "+name+" tab", v.questions(), []string{"confirmed"})
	}
	wants(t, "note", one.texts(".question-note"), []string{"It was answered in another tab."})
	wants(t, "note", two.texts(".question-note"), []string{""})

	// An answer that comes too late is told so, and where the first one stands.
	late := script[[]any](one, `
		const book = m.connect(), id = document.querySelector(".question").dataset;
		const said = await book.answer(id.card, "decline", id.fingerprint, new URLSearchParams(location.search).get("session")).catch((e) => e);
		book.close();
		return [said instanceof m.Refused, said.code, said.card === id.card, said.at > 0];`)
	wants(t, "a late answer", late, []any{true, "CARD_SETTLED", true, true})
}

func TestACardGoesStaleWhereTheStepsChangedUnderIt(t *testing.T) {
	h := open(t)
	adds := agentstest.Calls(agentstest.Call("add", "add_step", map[string]any{
		"kind": "INSTRUCTION", "title": "Wait a week", "parent_id": "stock", "branch": "no",
	}))
	v := asked(h, deletes("stock"), adds, agentstest.Answer{Text: "Added."}, agentstest.Answer{Text: "They had changed."})
	two := visit(t, 1280, 800)
	two.open(h.url + "/playbooks/onboarding?session=new")
	two.click("[data-task=laptop] .task-open")
	two.ask("add a step below the fork")
	two.is("document.querySelector('.talk[data-status=completed]')")
	v.is("document.querySelectorAll('[data-task=laptop] .step').length === 4") // the change is seen, the card stays open
	v.click("[data-decision=confirm]")
	v.is("document.querySelector('.talk[data-status=completed]')")
	wants(t, "cards", v.questions(), []string{"stale"})
	wants(t, "state", v.texts(".question-state"), []string{"Out of date"})
	wants(t, "steps", v.texts("[data-task=laptop] .task-count"), []string{"4 steps"})
	v.see("card-stale")
	v.why(h)
	wants(t, "refusal", v.texts("#refusals li > p:first-child"), []string{
		"An agent wanted to delete steps, and was not let: the steps were changed after the card was shown. Nothing was deleted; ask again to decide on what is there now."})
	v.see("turn-stale")
}

func TestAfterAReloadTheOpenCardIsShownAndTheAnsweredOneIsAnswered(t *testing.T) { // B12
	h := open(t)
	v := asked(h, deletes("stock"), deletes("pick"), agentstest.Answer{Text: "Both gone."})
	v.click("[data-decision=confirm]")
	v.is("document.querySelectorAll('.question').length === 2 && document.querySelectorAll('.question')[1].dataset.status === 'open'")
	v.open(get[string](v, "location.href"))
	wants(t, "cards", v.questions(), []string{"confirmed", "open"})
	wants(t, "the turn, whose question says so", v.text(".agent-state"), "")
	v.see("card-reloaded")
	v.click("[data-status=open] [data-decision=decline]")
	v.is("document.querySelector('.talk[data-status=completed]')")
	wants(t, "cards", v.questions(), []string{"confirmed", "declined"})
}

func TestANewMessageWithdrawsTheQuestion(t *testing.T) {
	h := open(t)
	v := asked(h, deletes("stock"), agentstest.Answer{Text: "Something else."})
	v.ask("never mind, what else?")
	v.is("document.querySelector('.talk[data-status=completed]')")
	wants(t, "cards", v.questions(), []string{"superseded"})
	wants(t, "words", v.text(".question-says"), "A new message came before an answer. Nothing was deleted.")
	wants(t, "turns", get[[]string](v, "Array.from(document.querySelectorAll('.talk'), (t) => t.dataset.status)"), []string{"cancelled", "completed"})
}

func TestOnAPhoneAQuestionOpensTheConversation(t *testing.T) {
	h := open(t)
	h.model.say("router", agentstest.Pick(schemas.TaskBuilder))
	h.model.say("task-builder", deletes("stock", "pick"), agentstest.Answer{Text: "Nothing was deleted."})
	v := visit(t, 390, 780)
	v.open(h.url + "/playbooks/onboarding")
	v.see("phone-open")
	v.click("[data-task=laptop] .task-open")
	v.ask("delete everything")
	v.is("document.querySelector('.question[data-status=open]')")
	wants(t, "width", get[int](v, "document.documentElement.scrollWidth"), 390)
	wants(t, "answers in sight", get[bool](v, "document.querySelector('[data-decision=decline]').getBoundingClientRect().bottom <= document.querySelector('#composer').getBoundingClientRect().top"), true)
	v.prefers("prefers-reduced-motion", "reduce")
	v.see("phone-card")
	v.click("[data-decision=decline]")
	v.is("document.querySelector('.talk[data-status=completed]')")
	wants(t, "cards", v.questions(), []string{"declined"})
}
