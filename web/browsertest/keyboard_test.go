package browsertest

import (
	"fmt"
	"testing"
)

// tabTo presses Tab until the focus is on an element of the selector.
func (v *visitor) tabTo(selector string) {
	v.t.Helper()
	for range 60 {
		v.press("Tab")
		if get[bool](v, fmt.Sprintf("document.activeElement.matches(%q)", selector)) {
			return
		}
	}
	v.t.Fatalf("Tab never comes to %s; it is at %s", selector, get[string](v, "document.activeElement.outerHTML.slice(0, 200)"))
}

func TestAnAuthorNeedsNoPointer(t *testing.T) {
	h := open(t)
	v := visit(t, 1440, 900)
	v.open(h.url + "/")
	v.tabTo(".line-link")
	v.press("Enter")
	v.is("document.querySelector('#lock-mine:not([hidden])') && document.querySelector('#link-state').dataset.status === 'live'")

	// The playbook's own title.
	v.tabTo(".canvas-title .rename")
	v.press("Enter")
	v.is("document.querySelector('#playbook-title input')")
	v.press("Escape")
	wants(t, "title, let go of", v.text("#playbook-title"), "Onboarding a new colleague")
	v.is("document.activeElement.matches('.canvas-title .rename')")
	v.press("F2")
	v.is("document.querySelector('#playbook-title input')")
	v.typed("Welcome <b>aboard</b>")
	v.press("Enter")
	v.is("document.title === 'Welcome <b>aboard</b> · Turnbook'")
	wants(t, "title", v.text("#playbook-title"), "Welcome <b>aboard</b>")

	// A task, a step of it by hand, and back.
	v.tabTo("[data-task=laptop] .task-open")
	v.press("Enter")
	v.is("document.activeElement.id === 'builder-title'")
	v.tabTo("#add-step")
	v.press("Enter")
	v.typed("Unpack it")
	v.press("Enter")
	v.is("document.querySelectorAll('#builder-steps > .step').length === 3 && document.querySelector('.step-form-title').value === ''")
	v.press("Escape")
	v.is("document.activeElement.id === 'add-step'")
	v.press("Control+z")
	v.is("document.querySelectorAll('#builder-steps > .step').length === 2")

	// An ask, its card, and the answer.
	v.press("/")
	v.is("document.activeElement.id === 'ask'")
	v.typed("delete the first step")
	v.press("Enter")
	v.is("document.activeElement.matches('.question[data-status=open]')")
	v.tabTo(".question [data-decision=confirm]")
	v.press("Enter")
	v.is("document.querySelector('.talk[data-status=completed]')")
	v.is("document.querySelectorAll('#builder-steps > .step').length === 1")
	v.is("document.activeElement.id === 'ask'")
	v.press("Escape")
	v.is("document.querySelector('#builder').hidden")
}
