package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"turnbook/agents/agentstest"
	"turnbook/schemas"
)

func TestADraftIsEditedByOneAndTakenOverOnPurpose(t *testing.T) {
	h := open(t)
	ann, bob := visit(t, 1280, 800), visit(t, 1280, 800)
	ann.open(h.door("ann").URL + "/playbooks/onboarding")
	ann.is("!document.querySelector('#lock-mine').hidden")
	doorOfBob := h.door("bob").URL
	bob.open(doorOfBob + "/playbooks/onboarding")
	bob.is("!document.querySelector('#lock').hidden")
	wants(t, "who edits", bob.text("#lock-who"), "ann")
	wants(t, "until when", strings.HasPrefix(bob.text("#lock-words"), "is editing until "), true)
	bob.see("locked")

	bob.click("#lock-take")
	wants(t, "whom it is taken from", bob.text("#take-over .dialog-name"), "ann")
	wants(t, "since when", bob.text("#take-over-since") != "", true)
	bob.see("take-over")
	bob.press("Escape")
	bob.is("!document.querySelector('#take-over').open")
	wants(t, "who edits after all", bob.text("#lock-who"), "ann")
	bob.is("document.activeElement.id === 'lock-take'")
	bob.click("#lock-take")
	bob.click("#take-over .dialog-go")
	bob.is("document.querySelector('#lock').hidden && !document.querySelector('#lock-mine').hidden")
	ann.is("!document.querySelector('#lock').hidden")
	wants(t, "who edits", ann.text("#lock-who"), "bob")
	wants(t, "what happened", strings.HasPrefix(ann.text("#lock-words"), "took over and is editing until "), true)

	ann.see("taken-over")
	ann.ask("add a module called Farewell")
	ann.is("document.querySelector('.talk[data-status=completed]')")
	wants(t, "what ann is told of her change", strings.Contains(ann.text(".talk"), "the playbook can't be edited now"), true)
	wants(t, "modules", len(ann.texts(".module")), 3)

	bob.do(chromedp.Navigate(doorOfBob + "/sessions")) // leaves
	ann.is("document.querySelector('#lock').hidden && !document.querySelector('#lock-mine').hidden")
}

func TestPublishingShowsWhatChangedAndClosesTheDraft(t *testing.T) {
	h := open(t)
	v, other := visit(t, 1280, 800), visit(t, 1280, 800)
	v.open(h.url + "/playbooks/onboarding")
	other.open(h.url + "/playbooks/onboarding")
	v.ask("Build subtasks for task 2 of module 1")
	v.is("document.querySelector('.talk[data-status=completed]')")
	v.is("document.querySelectorAll('#modules .step[data-saved=false]').length === 0")
	v.click("#publish-open")
	v.is("document.querySelector('#publish-activity li')")
	wants(t, "what changed", v.texts("#publish-activity li > span"), []string{"1 import", "3 changes of steps"})
	v.see("publish")
	v.click("#publish .dialog-go")
	for name, tab := range map[string]*visitor{"own": v, "other": other} {
		tab.is("document.querySelector('#main').dataset.status === 'published'")
		wants(t, "status in the "+name+" tab", tab.texts("#playbook-status"), []string{"published"})
		wants(t, "notice in the "+name+" tab", get[bool](tab, "document.querySelector('.closed-published').offsetParent !== null"), true)
		wants(t, "publish in the "+name+" tab", get[bool](tab, "document.querySelector('#publish-open').offsetParent !== null"), false)
	}
	v.see("published")
	v.click("#archive-open")
	v.click("#archive .dialog-go")
	other.is("document.querySelector('#main').dataset.status === 'archived'")
	v.open(h.url + "/playbooks/onboarding")
	wants(t, "status after a reload", v.texts("#playbook-status"), []string{"archived"})
	v.see("archived")
}

func TestDroppedStepsAreAppliedLaterFromTheConversation(t *testing.T) {
	h := open(t)
	v := dropped(h)
	wants(t, "offer", v.text(".drops-apply button"), "Apply 1 dropped step")
	v.see("drops-offered")
	v.click(".drops-apply button")
	v.is("document.querySelector('.drops-say').textContent !== ''")
	wants(t, "what came of it", v.text(".drops-say"), "1 step was applied.")
	v.is("document.querySelectorAll('[data-task=laptop] .step[data-saved=true]').length === 4")
	v.open(get[string](v, "location.href"))
	wants(t, "after a reload", v.texts(".drops li"), []string{"A step was not taken over: no subtask builder was open in your tab. Applied since."})
	wants(t, "offers", get[bool](v, "document.querySelector('.drops-apply').hidden"), true)
}

func TestDroppedStepsAreAppliedLaterFromTheTurnsPage(t *testing.T) {
	h := open(t)
	v := dropped(h)
	v.why(h)
	v.see("turn-dropped")
	v.click(".drops-apply button")
	v.is("document.querySelector('.ledger-dropped .pill')")
	wants(t, "drops", v.texts(".ledger-dropped li > p:first-child"), []string{
		"A step was written and not taken over, because no subtask builder was open in your tab. It was applied later."})
	wants(t, "what came of it", v.text(".drops-say"), "1 step was applied.")
}

// dropped asks for a step in a builder, and closes it before the step is written.
func dropped(h *house) *visitor {
	h.t.Helper()
	release := h.model.hold("task-builder")
	defer release()
	v := visit(h.t, 1280, 800)
	v.open(h.url + "/playbooks/onboarding")
	v.click("[data-task=laptop] .task-open")
	v.ask("add an approval step after the first one")
	v.is("document.querySelector('.agent-name')?.textContent === 'Task builder'")
	v.click("#builder-close")
	release()
	v.is("document.querySelector('.talk[data-status=completed]')")
	return v
}

func TestSuggestedRepliesAreSentByAClickAndShownAgainAfterAReload(t *testing.T) {
	h := open(t)
	h.model.say("router", agentstest.Pick(schemas.TaskBuilder), agentstest.Pick(schemas.TaskBuilder))
	h.model.say("task-builder",
		agentstest.Calls(
			agentstest.Call("p", "update_progress", map[string]any{"title": "Asking back"}),
			agentstest.Call("a", "add_step", map[string]any{"kind": "FORM", "title": "Delivery address"}),
			agentstest.Call("r", "emit_suggest_replies", map[string]any{"replies": []string{"With <b>Ann</b>", "With Bob"}}),
		),
		agentstest.Answer{Text: "Who signs?"}, agentstest.Answer{Text: "Fine."})
	v := visit(t, 1280, 800)
	v.open(h.url + "/playbooks/onboarding")
	v.click("[data-task=laptop] .task-open")
	v.ask("who signs?")
	v.is("document.querySelector('.talk[data-status=completed]')")
	wants(t, "title of the rows", v.text(".rows-title"), "Asking back")
	wants(t, "rows", v.texts(".row-title"), []string{"Delivery address"})
	v.see("replies")
	v.open(get[string](v, "location.href"))
	wants(t, "title after a reload", v.text(".rows-title"), "Asking back")
	wants(t, "replies after a reload", v.texts(".reply"), []string{"With <b>Ann</b>", "With Bob"})
	v.click(".replies li:first-child .reply")
	v.is("document.querySelectorAll('.talk[data-status=completed]').length === 2")
	wants(t, "what was asked", v.texts(".asked"), []string{"who signs?", "With <b>Ann</b>"})
	wants(t, "replies that were offered before", get[bool](v, "document.querySelector('.replies').hasChildNodes()"), false)
}

func TestEnterSendsAndShiftEnterBreaksTheLine(t *testing.T) {
	h := open(t)
	v := visit(t, 1280, 800)
	v.open(h.url + "/playbooks/onboarding")
	v.into("#ask", "How many tasks")
	v.do(chromedp.KeyEvent("\r", chromedp.KeyModifiers(chromedp.ModifierShift)), chromedp.KeyEvent("are there?"))
	wants(t, "message", get[string](v, "document.querySelector('#ask').value"), "How many tasks\nare there?")
	wants(t, "turns", get[int](v, "document.querySelectorAll('.talk').length"), 0)
	v.press("Enter")
	v.is("document.querySelector('.talk[data-status=completed]')")
	wants(t, "what was asked", v.text(".asked"), "How many tasks\nare there?")
	wants(t, "message", get[string](v, "document.querySelector('#ask').value"), "")
}
