package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// outline is the open task as the builder shows it, one line a step.
const outline = `(() => { const out = []; const walk = (list, in_) => { for (const s of list.children) { if (!s.classList.contains("step")) continue;
	out.push(in_ + s.querySelector(".title").textContent); for (const b of s.querySelector(".branches").children) { out.push(in_ + " " + b.dataset.branch + ":"); walk(b.querySelector(".branch-steps"), in_ + "  "); } } };
	walk(document.querySelector("#builder-steps"), ""); return out; })()`

func (v *visitor) openTask(h *house, id string) {
	v.t.Helper()
	v.open(h.url + "/playbooks/onboarding")
	v.click("[data-task=" + id + "] .task-open")
	v.is("!document.querySelector('#builder').hidden")
}

func TestStepsAreWrittenMovedAndRemovedByHandAndTakenBack(t *testing.T) {
	h := open(t)
	v, other := visit(t, 1440, 900), visit(t, 1440, 900)
	v.openTask(h, "laptop")
	other.openTask(h, "laptop")
	before := get[[]string](v, outline)
	wants(t, "at first", before, []string{"Pick a model", "In stock?", " yes:", " no:", "  Ask the vendor for a date"})

	v.click("#add-step")
	v.typed("Unpack it")
	v.press("Enter")
	v.is("document.querySelectorAll('#builder-steps > .step').length === 3 && document.querySelector('.step-form-title').value === ''")
	v.set(".step-form-kind", "APPROVAL")
	v.typed("Does it start?")
	v.press("Enter")
	v.is("document.querySelectorAll('#builder-steps > .step').length === 4")
	v.press("Escape")
	v.is("!document.querySelector('.step-form') && !document.querySelector('#builder').hidden")
	v.is("document.activeElement.id === 'add-step'")
	v.see("steps-by-hand")

	// In place: F2, another title and kind, a description.
	v.focus("[data-step=pick] > .step-line .grip")
	v.press("F2")
	v.typed("Choose a <model>")
	v.set(".step-form-kind", "FORM")
	v.see("step-form")
	v.press("Enter")
	v.is("document.querySelector('#builder-steps [data-step=pick]').dataset.kind === 'FORM' && !document.querySelector('.step-form')")

	// Into a branch with a pointer, back out with keys.
	v.drag("#builder-steps > .step:nth-child(3) > .step-line .grip", "#builder-steps [data-branch=yes]", 0.5)
	v.is("document.querySelector('#builder-steps [data-branch=yes] .step')")
	wants(t, "moved into a branch", get[[]string](v, outline), []string{"Choose a <model>", "In stock?", " yes:", "  Unpack it", " no:", "  Ask the vendor for a date", "Does it start?", " approved:", " rejected:"})
	v.focus("#builder-steps [data-branch=yes] .step .grip")
	v.press("Alt+ArrowDown")
	v.is("document.querySelector('#say').textContent === 'Unpack it is now step 1 of 2 in branch no of In stock?.'")
	v.press("Alt+ArrowDown")
	v.is("document.querySelector('#say').textContent === 'Unpack it is now step 2 of 2 in branch no of In stock?.'")
	v.press("Alt+ArrowDown")
	v.is("document.querySelector('#say').textContent === 'Unpack it is now step 3 of 4.'")
	v.is("document.activeElement.matches('#builder-steps > .step:nth-child(3) > .step-line .grip')")

	// What a step holds is told before it goes.
	v.focus("[data-step=stock] > .step-line .grip")
	v.press("Delete")
	v.is("document.querySelector('.ask-remove')")
	wants(t, "what goes with it", v.text(".ask-remove span"), "1 step that it holds goes with it.")
	v.see("ask-remove")
	v.press("Enter")
	v.is("!document.querySelector('#builder-steps [data-step=stock]') && !document.querySelector('#toast').hidden")
	v.see("toast")
	wants(t, "removed", get[[]string](v, outline), []string{"Choose a <model>", "Unpack it", "Does it start?", " approved:", " rejected:"})
	v.click("#toast-undo")
	v.is("document.querySelector('#builder-steps [data-step=date]')")
	for range 7 {
		v.do(chromedp.Evaluate[chromedp.Void]("void document.querySelector('#builder-title').focus()"))
		v.is("!document.querySelector('#undo').disabled")
		v.press("Control+z")
	}
	v.is("document.querySelector('#undo').disabled && !document.querySelector('#redo').disabled")
	wants(t, "all taken back", get[[]string](v, outline), before)
	other.is("document.querySelectorAll('#builder-steps > .step').length === 2 && document.querySelector('#builder-steps [data-step=pick] .title').textContent === 'Pick a model'")
	wants(t, "the other tab", get[[]string](other, outline), before)
	v.press("Control+Shift+Z")
	v.is("document.querySelectorAll('#builder-steps > .step').length === 3")
	wants(t, "on the canvas", v.texts("[data-task=laptop] .task-count"), []string{"4 steps"})
	other.is("document.querySelectorAll('#builder-steps > .step').length === 3")
}

func TestNobodyChangesStepsWhileAnotherHasTheLock(t *testing.T) {
	h := open(t)
	if _, err := h.rt.TakeLock(t.Context(), vendor, "bea", "onboarding", false); err != nil {
		t.Fatal(err)
	}
	v := visit(t, 1440, 900)
	v.openTask(h, "laptop")
	wants(t, "tools in sight", get[int](v, "[...document.querySelectorAll('.grip, .tool, .add')].filter((e) => e.checkVisibility()).length"), 0)
	v.click("#lock-take")
	v.click("#take-over .dialog-go")
	v.is("[...document.querySelectorAll('#builder .grip, #builder .add')].some((e) => e.checkVisibility())")
	v.click("#add-step")
	v.typed("Mine now")
	v.press("Enter")
	v.is("document.querySelectorAll('#builder-steps > .step').length === 3")
}

func TestATaskHasAPageOfItsOwnWithItsOwnConversation(t *testing.T) {
	h := open(t)
	v, editor := visit(t, 1440, 900), visit(t, 1440, 900)
	editor.open(h.url + "/playbooks/onboarding")
	v.open(h.url + "/tasks/laptop")
	wants(t, "where it stands", v.texts(".crumbs .title, .crumbs .pill"), []string{"Onboarding a new colleague", "Before day one", "draft"})
	wants(t, "steps", get[[]string](v, outline), []string{"Pick a model", "In stock?", " yes:", " no:", "  Ask the vendor for a date"})
	v.see("task-page")
	v.ask("add an approval step after the first one")
	v.is("document.querySelector('.talk[data-status=completed]')")
	v.is("document.querySelectorAll('#builder-steps > .step[data-saved=true]').length === 3")
	wants(t, "agent", v.text(".agent-name"), "Task builder")
	wants(t, "closing line", v.text(".closing"), "1 built, 0 left unchanged.")
	wants(t, "drops", v.texts(".drops li"), []string{})
	editor.is("document.querySelectorAll('[data-task=laptop] .step').length === 4")
	v.click("#add-step")
	v.typed("By hand")
	v.press("Enter")
	v.is("document.querySelectorAll('#builder-steps > .step').length === 4")
	editor.is("document.querySelectorAll('[data-task=laptop] .step').length === 5")
	v.open(get[string](v, "location.href"))
	wants(t, "what was asked, after a reload", v.texts(".asked"), []string{"add an approval step after the first one"})
	wants(t, "steps after a reload", get[int](v, "document.querySelectorAll('#builder-steps > .step').length"), 4)
	v.click(".why")
	v.is("document.querySelector('.ledger')")
}

func TestATaskOfTheLibraryIsWrittenOnItsOwnPage(t *testing.T) {
	h := open(t)
	v, editor := visit(t, 390, 780), visit(t, 1440, 900)
	editor.open(h.url + "/playbooks/onboarding")
	v.open(h.url + "/tasks/mfa")
	wants(t, "where it stands", v.texts(".crumbs a, .crumbs .title, .crumbs .pill"), []string{"Library", "Security basics"})
	wants(t, "width", get[int](v, "document.documentElement.scrollWidth"), 390)
	v.see("task-page-phone")
	v.ask("add a form step after the first one")
	v.is("document.querySelector('.talk[data-status=completed]')")
	v.is("document.querySelectorAll('#builder-steps > .step[data-saved=true]').length === 2")
	v.click("#chat-toggle")
	v.click("#add-step")
	v.typed("By hand")
	v.press("Enter")
	v.is("document.querySelectorAll('#builder-steps > .step').length === 3")
	editor.is("document.querySelectorAll('[data-task=mfa] .step').length === 3")
}
