package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"turnbook/schemas"
)

// drag moves what a selector's grip holds to the given part of another element's height.
func (v *visitor) drag(grip, to string, part float64) {
	v.t.Helper()
	middle := func(selector string, part float64) (x, y float64) {
		at := get[[]float64](v, fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.scrollIntoView({block: "nearest"}); const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height * %g]; })()`, selector, part))
		return at[0], at[1]
	}
	x, y := middle(grip, 0.5)
	v.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y+8, chromedp.ButtonLeft))
	x, y = middle(to, part)
	v.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y+1, chromedp.ButtonLeft))
	v.see("dragging")
	v.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, x, y+1, chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

// settled waits until the tables hold what the log holds.
func (h *house) settled() {
	h.t.Helper()
	head, err := h.log.Head(h.t.Context())
	if err == nil {
		err = h.store.WaitFor(h.t.Context(), head)
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

// saved are the titles of the modules and tasks, as the tables have them.
func (h *house) saved(id schemas.PlaybookID) []string {
	h.t.Helper()
	h.settled()
	tree, _, err := h.store.Playbook(h.t.Context(), vendor, id, "")
	if err != nil {
		h.t.Fatal(err)
	}
	var out []string
	for _, m := range tree.Modules {
		out = append(out, m.Title)
		for _, t := range m.Tasks {
			out = append(out, "- "+t.Title)
		}
	}
	return out
}

func TestACanvasIsWrittenByHandAndAnotherTabSeesIt(t *testing.T) {
	h := open(t)
	v, other := visit(t, 1280, 900), visit(t, 1280, 900)
	v.open(h.url + "/playbooks/onboarding")
	other.open(h.url + "/playbooks/onboarding")
	other.focus("[data-task=tour] .task-open")

	v.click("[data-module=first] .add-task")
	v.typed("Meet the team")
	v.press("Enter")
	v.is("document.querySelectorAll('[data-module=first] .task').length === 2 && document.querySelector('.add-form input').value === ''")
	v.typed("Lunch")
	v.press("Enter")
	v.is("document.querySelectorAll('[data-module=first] .task').length === 3")
	v.press("Escape")
	v.is("document.activeElement.matches('[data-module=first] .add-task')")
	v.click("#add-module")
	v.typed("First week")
	v.press("Enter")
	v.is("document.querySelectorAll('.module').length === 4")
	v.press("Escape")
	v.see("by-hand")

	v.focus("[data-task=laptop] .task-open")
	v.press("F2")
	v.typed("Order <b>two</b> laptops")
	v.press("Enter")
	v.is("document.querySelector('[data-task=laptop] .title').textContent === 'Order <b>two</b> laptops'")
	v.is("document.activeElement.matches('[data-task=laptop] .task-open')")
	v.press("F2")
	v.typed("Not this")
	v.press("Escape")
	wants(t, "a title that was let go", v.texts("[data-task=laptop] .task-title"), []string{"Order <b>two</b> laptops"})

	v.drag("[data-task=papers] .grip", "[data-task=tour]", 0.1)
	v.is("document.querySelector('[data-module=first] .task').dataset.task === 'papers'")
	v.drag("[data-module=security] .module-head .grip", "[data-module=first] .module-head", 0.1)
	v.is("document.querySelectorAll('.module')[1].dataset.module === 'security'")

	want := []string{
		"Before day one", "- Order <b>two</b> laptops", "- Set up accounts",
		"Security basics", "- Enrol in two-factor sign-in",
		"First day", "- Collect the signed contract", "- Welcome tour", "- Meet the team", "- Lunch", "First week",
	}
	other.is("document.querySelectorAll('.module')[1].dataset.module === 'security' && document.querySelector('[data-module=first] .task').dataset.task === 'papers'")
	wants(t, "the book", h.saved("onboarding"), want)
	for name, tab := range map[string]*visitor{"this tab": v, "the other tab": other} {
		wants(t, name, get[[]string](tab, "Array.from(document.querySelectorAll('.module-title, .task-title'), (e) => (e.matches('.task-title') ? '- ' : '') + e.textContent.trim())"), want)
		wants(t, name+"'s count", tab.text("#canvas-count"), "4 modules · 7 tasks · 4 steps")
	}
	other.is("document.activeElement.matches('[data-task=tour] .task-open')")
}

func TestACanvasIsMovedByKeysAndTheVoiceSaysWhereTo(t *testing.T) {
	h := open(t)
	v := visit(t, 1280, 900)
	v.open(h.url + "/playbooks/onboarding")
	v.focus("[data-task=accounts] .grip")
	v.press("Alt+ArrowDown")
	v.is("document.querySelector('#say').textContent === 'Set up accounts is now task 3 of 3 in Before day one.'")
	v.press("Alt+ArrowDown")
	v.is("document.querySelector('#say').textContent === 'Set up accounts is now task 1 of 2 in First day.'")
	v.press("Alt+ArrowUp")
	v.is("document.querySelector('#say').textContent === 'Set up accounts is now task 3 of 3 in Before day one.'")
	v.is("document.activeElement.matches('[data-task=accounts] .grip')")
	wants(t, "its name", get[string](v, "document.activeElement.getAttribute('aria-label')"), "Move task 3")
	v.focus("[data-module=first] .module-head .grip")
	v.press("Alt+ArrowUp")
	v.is("document.querySelector('#say').textContent === 'First day is now module 1 of 3.'")
	v.press("Alt+ArrowUp")
	v.is("document.querySelector('#say').textContent === 'It is the first one.'")
	// To a module by name, however far it is.
	v.focus("[data-task=laptop] .grip")
	v.press("Enter")
	v.is("document.querySelector('#picker').open")
	v.typed("first")
	v.see("picker")
	v.press("Enter")
	v.is("document.querySelector('#say').textContent === 'Order a laptop is now task 2 of 2 in First day.'")
	wants(t, "the book", h.saved("onboarding"), []string{
		"First day", "- Welcome tour", "- Order a laptop", "Before day one", "- Collect the signed contract", "- Set up accounts",
		"Security basics", "- Enrol in two-factor sign-in",
	})
}

func TestALibraryModuleIsLinkedAndOneIsNotChangedThere(t *testing.T) {
	h := open(t)
	travel := schemas.LibraryModuleAdded{Module: schemas.Module{
		ID: "travel", Title: "Travelling", Tasks: []schemas.Task{{ID: "visa", Title: "Ask for a visa"}},
	}}
	if _, err := h.rt.Record(t.Context(), vendor, schemas.LibraryBoundary, schemas.LibraryID, "system", travel, "travel"); err != nil {
		t.Fatal(err)
	}
	v := visit(t, 1280, 900)
	v.open(h.url + "/playbooks/onboarding")
	v.click("#link-module")
	v.is("document.querySelector('#picker').open")
	v.see("link")
	v.is("document.querySelectorAll('.picker-choice').length === 2")
	wants(t, "choices", v.texts(".picker-note"), []string{"linked already", "1 task"})
	v.typed("trav")
	v.press("ArrowDown")
	v.press("Enter")
	v.is("document.querySelector('[data-module=travel][data-linked] [data-task=visa]')")
	wants(t, "title", v.texts("[data-module=travel] .module-title"), []string{"Travelling"})
	wants(t, "tools of what is the library's", get[int](v, "[...document.querySelectorAll('[data-linked] :is(.tool, .add, .task .grip)')].filter((e) => e.checkVisibility()).length"), 0)
	v.is("document.activeElement.id === 'link-module'")
}

func TestWhatIsRefusedOnTheCanvasIsUndoneAndToldThere(t *testing.T) {
	h := open(t)
	v := visit(t, 1280, 900)
	v.open(h.url + "/playbooks/onboarding")
	v.is("!document.querySelector('#lock-mine').hidden")
	// Somebody takes over, which this tab does not hear of.
	v.do(chromedp.Evaluate[chromedp.Void]("void (window.WebSocket.prototype.send = () => {}, Object.defineProperty(document.querySelector('#lock'), 'hidden', {set() {}, get: () => true}))"))
	if _, err := h.rt.TakeLock(t.Context(), vendor, "bea", "onboarding", true); err != nil {
		t.Fatal(err)
	}
	v.focus("[data-task=accounts] .grip")
	v.press("Alt+ArrowUp")
	v.is("document.querySelector('[data-task=accounts] .hand-trouble')")
	v.see("refused")
	wants(t, "tasks", v.texts("[data-module=before] .task-title"), []string{"Order a laptop", "Set up accounts", "Collect the signed contract"})
	wants(t, "why", v.texts("[data-task=accounts] .hand-trouble span"), []string{"It was not moved: the playbook can't be edited now: it is published, archived, or locked by somebody else"})
	wants(t, "the book", h.saved("onboarding")[:4], []string{"Before day one", "- Order a laptop", "- Set up accounts", "- Collect the signed contract"})
}
