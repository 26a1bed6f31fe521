package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
)

func TestAStepThatNoBuilderTakesIsToldAsDropped(t *testing.T) {
	h := open(t)
	release := h.model.hold("task-builder")
	defer release()
	v := visit(t, 1280, 800)
	v.open(h.url + "/playbooks/onboarding")
	v.click("[data-task=laptop] .task-open")
	v.is("!document.querySelector('#builder').hidden")
	v.ask("add an approval step after the first one")
	v.is("document.querySelector('.agent-name')?.textContent === 'Task builder'")
	v.press("Escape")
	v.is("document.querySelector('#builder').hidden")
	release()
	v.is("document.querySelector('.talk[data-status=completed]')")
	wants(t, "drops", v.texts(".drops li"), []string{"A step was not taken over: no subtask builder was open in your tab."})
	wants(t, "closing line", v.text(".closing"), "1 built, 0 left unchanged. 1 dropped: no subtask builder was open in your tab. Nothing is lost; dropped steps can be applied later.")
	wants(t, "count on the canvas", v.texts("[data-task=laptop] .task-count"), []string{"3 steps"})
	v.see("dropped")
	v.open(h.url + "/playbooks/onboarding")
	wants(t, "drops after a reload", v.texts(".drops li"), []string{"A step was not taken over: no subtask builder was open in your tab."})
	v.click(".why")
	v.is("document.querySelector('.ledger')")
	wants(t, "the turn's ledger", v.texts(".ledger .code"), []string{"not_mounted"})
}

func TestARunningTurnIsStoppedFromItsConversation(t *testing.T) {
	h := open(t)
	release := h.model.hold("step-writer")
	defer release()
	v := visit(t, 1280, 800)
	v.open(h.url + "/playbooks/onboarding")
	v.ask("Build subtasks for every task in module 1")
	v.is("document.querySelectorAll('.row[data-status=running]').length === 2 && !document.querySelector('#stop').hidden")
	wants(t, "marks on the canvas", v.texts("#modules .task-state:not([hidden])"), []string{"Writing", "Writing", "Waiting"})
	v.see("running")
	v.ask("How many tasks are there?")
	v.is("document.querySelector('.talk[data-status=queued]')")
	v.click("#stop")
	v.is("document.querySelector('.talk[data-status=cancelled]') && document.querySelector('.talk[data-status=completed]') && document.querySelector('#stop').hidden")
	wants(t, "rows", get[int](v, "document.querySelectorAll('.row[data-status=failed]').length"), 3)
	wants(t, "marks on the canvas", v.texts("#modules .task-state:not([hidden])"), []string{})
	v.see("stopped")
}

func TestStepsAreMarkedUntilTheyAreSaved(t *testing.T) {
	h := open(t)
	v := visit(t, 1280, 800)
	v.open(h.url + "/playbooks/onboarding")
	release := h.model.hold("playbook-editor")
	defer release()
	v.ask("Build subtasks for task 2 of module 1")
	v.is("document.querySelector('.agent-name')?.textContent === 'Playbook editor'")
	// The first round asks for the steps; the second, which ends the turn, is held.
	v.do(chromedp.Evaluate[chromedp.Void](`void (window.marks = new Set(), new MutationObserver(() => {
		for (const s of document.querySelectorAll("[data-task=accounts] .step")) marks.add(s.dataset.saved);
	}).observe(document.querySelector("#modules"), {subtree: true, childList: true, attributes: true}))`))
	release()
	v.is("document.querySelector('.talk[data-status=completed]')")
	v.is("document.querySelectorAll('[data-task=accounts] .step[data-saved=true]').length === 3")
	wants(t, "marks on the way", get[[]string](v, "[...marks].sort()"), []string{"false", "true"})
}

func TestTheTurnsPageFollowsTheTurn(t *testing.T) {
	h := open(t)
	release := h.model.hold("step-writer")
	defer release()
	v := visit(t, 1280, 800)
	v.open(h.url + "/playbooks/onboarding")
	v.ask("Build subtasks for every task in module 1")
	v.is("document.querySelector('.row[data-status=running]')")
	v.open(h.url + get[string](v, "document.querySelector('.why').getAttribute('href')"))
	wants(t, "status", v.text(".turn-facts .pill"), "Running")
	v.click(".happening summary")
	release()
	v.is("document.querySelector('.turn-facts .pill').textContent === 'Completed'")
	wants(t, "closing line", v.text(".turn-closing"), "9 built, 0 left unchanged.")
	wants(t, "what was open stays open", get[bool](v, "document.querySelector('.happening details').open"), true)
}
