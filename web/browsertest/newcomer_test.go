package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
)

func wants[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestANewcomerSeesStepsAppearAndReadsWhy(t *testing.T) {
	h := open(t)
	release := h.model.hold("step-writer")
	defer release()
	v := visit(t, 1440, 900)

	v.open(h.url + "/")
	wants(t, "playbooks", v.texts(".line-title"), []string{"Onboarding a new colleague"})
	v.see("home")
	v.click(".line-link")
	v.is("document.querySelector('#link-state')?.dataset.status === 'live' && document.querySelector('#composer')")
	v.see("editor")

	v.ask("Build subtasks for every task in module 1")
	v.is("document.querySelector('.row[data-status=running]')")
	v.see("editor-running")
	release()
	v.is("document.querySelector('.talk[data-status=completed]')")
	wants(t, "rows", v.texts(".row-title"), []string{"Order a laptop", "Set up accounts", "Collect the signed contract"})
	wants(t, "how often it is said how it ended", get[int](v, "document.querySelector('.talk').textContent.split('9 built, 0 left unchanged.').length - 1"), 1)
	v.is("document.querySelectorAll('#modules .step[data-saved=false]').length === 0")
	wants(t, "counts", v.texts(".task-count"), []string{"6 steps", "3 steps", "3 steps", "0 steps", "1 step"})
	wants(t, "agent", v.text(".agent-name"), "Playbook editor")
	v.see("editor-built")

	address := get[string](v, "location.href")
	v.click("[data-task=laptop] .task-open")
	v.is("!document.querySelector('#builder').hidden")
	v.is("document.activeElement.id === 'builder-title'")
	v.ask("add an approval step after the first one")
	v.is("document.querySelectorAll('.talk[data-status=completed]').length === 2")
	wants(t, "second step in the builder", v.texts("#builder-steps > .step > .step-line .title")[:2], []string{"Pick a model", "Approve: Order a laptop"})
	v.is("document.querySelectorAll('#modules .step[data-saved=false]').length === 0")
	wants(t, "count on the canvas", v.texts("[data-task=laptop] .task-count"), []string{"7 steps"})
	wants(t, "agent", v.texts(".agent-name")[1], "Task builder")
	v.see("builder")
	v.click("#builder-close")
	v.is("document.querySelector('#builder').hidden")
	wants(t, "address", get[string](v, "location.href"), address)
	v.is("document.activeElement.matches('[data-task=laptop] .task-open')")

	v.click(".talk:last-child .why")
	v.is("document.readyState === 'complete' && document.querySelector('.ladders')")
	rungs := get[[]string](v, "Array.from(document.querySelectorAll('.ladder:nth-child(3) .rung-words'), (e) => e.innerText)")
	wants(t, "the redirect's ladder", rungs, []string{
		"Was the task builder picked? yes\ntask-builder",
		"Is the playbook editor on the screen? yes\nthe screen shows the playbook editor: true",
		"Are all subtask builders closed? no\nlaptop",
	})
	v.see("turn")
	v.prefers("prefers-color-scheme", "dark")
	v.see("turn-dark")
	v.open(address)
	v.click("[data-task=laptop] .task-open")
	v.see("builder-dark")
	v.open(h.url + "/sessions")
	v.see("sessions-dark")
	v.do(chromedp.Navigate(h.url + "/operations"))
	v.see("operations-dark")
}
