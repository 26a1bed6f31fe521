package browsertest

import (
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"turnbook/schemas"
)

// big is a playbook of so many modules, tasks in each, and steps in each of those.
func big(modules, tasks, steps int) schemas.PlaybookImported {
	e := schemas.PlaybookImported{Title: "A large one"}
	for i := range modules {
		m := schemas.Module{ID: schemas.ModuleID(fmt.Sprintf("m%d", i)), Title: fmt.Sprintf("Module %d", i+1)}
		for j := range tasks {
			t := schemas.Task{ID: schemas.TaskID(fmt.Sprintf("m%dt%d", i, j)), Title: fmt.Sprintf("Task %d of module %d", j+1, i+1)}
			for k := range steps {
				t.Steps = append(t.Steps, schemas.Step{ID: schemas.StepID(fmt.Sprintf("s%d", k)), Kind: schemas.Instruction, Title: fmt.Sprintf("Step %d", k+1)})
			}
			m.Tasks = append(m.Tasks, t)
		}
		e.Modules = append(e.Modules, m)
	}
	return e
}

// page is how many bytes a page has.
func (h *house) page(path string) int {
	h.t.Helper()
	h.settled()
	answer, err := http.Get(h.url + path)
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		h.t.Fatal(answer.Status, err)
	}
	return len(body)
}

func TestALargePlaybooksFirstScreenHoldsNoMoreThanItShows(t *testing.T) {
	h := open(t)
	h.playbook("small", big(12, 30, 10))
	h.playbook("large", big(60, 30, 10))
	small, large := h.page("/playbooks/small"), h.page("/playbooks/large")
	// A module that is not drawn costs its heading, not its 330 tasks and steps.
	if heading := (large - small) / 48; heading > 3000 {
		t.Errorf("each further module adds %d bytes", heading)
	}
}

func TestALargePlaybookIsReadAsItIsScrolledTo(t *testing.T) {
	h := open(t)
	h.playbook("large", big(60, 30, 10))
	h.settled()
	v := visit(t, 1280, 800)
	v.open(h.url + "/playbooks/large")
	wants(t, "modules", get[int](v, "document.querySelectorAll('.module').length"), 60)
	wants(t, "tasks that are drawn", get[int](v, "document.querySelectorAll('.task').length"), 90)
	wants(t, "count", v.text("#canvas-count"), "60 modules · 1800 tasks · 18000 steps")
	v.see("large")
	// The numbers of what is not drawn are kept up to date.
	v.ask("Build subtasks for task 2 of module 40")
	v.is("document.querySelector('.talk[data-status=completed]')")
	v.is("document.querySelector('#canvas-count').innerText === '60 modules · 1800 tasks · 18003 steps'")
	v.scrollTo("m39")
	wants(t, "steps of a task that was written unseen", v.texts("[data-task=m39t1] .task-count"), []string{"13 steps"})
	v.see("large-scrolled")
	// What is far from the screen goes again, and stays in its place.
	height := get[int](v, "document.querySelector('.canvas').scrollHeight")
	for _, m := range []string{"m10", "m20", "m30", "m59"} {
		v.scrollTo(m)
	}
	if n := get[int](v, "document.querySelectorAll('.step').length"); n > 6000 {
		t.Errorf("%d steps stay drawn", n)
	}
	if now := get[int](v, "document.querySelector('.canvas').scrollHeight"); now < height*3/4 || now > height*4/3 {
		t.Errorf("the canvas was %d pixels high, and is %d", height, now)
	}
}

// scrollTo brings a module to the top of the canvas, and waits for its tasks.
func (v *visitor) scrollTo(module string) {
	v.t.Helper()
	v.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("void document.querySelector('[data-module=%s]').scrollIntoView()", module)))
	v.is(fmt.Sprintf("document.querySelector('[data-module=%s] .task')", module))
}

func TestWhatHappensWhileAModuleIsReadIsInItOnce(t *testing.T) {
	h := open(t)
	h.playbook("large", big(40, 30, 10))
	h.settled()
	v := visit(t, 1280, 800)
	v.open(h.url + "/playbooks/large")
	// The answer of module 30 is on its way when it is written to, renamed and moved from.
	v.do(chromedp.Evaluate[chromedp.Void](`void (() => {
		const real = fetch, held = new Promise((go) => { window.release = go; });
		window.fetch = async (path, ...more) => {
			const answer = await real(path, ...more);
			if (String(path).includes("/modules/m29")) { window.held = true; await held; }
			return answer;
		};
	})()`))
	v.do(chromedp.Evaluate[chromedp.Void]("void document.querySelector('[data-module=m29]').scrollIntoView()"))
	v.is("window.held")
	for i, e := range []schemas.DocumentEdit{
		{Op: schemas.AddTask, Module: "m29", Task: "new", Title: "New here", AfterTask: "m29t0"},
		{Op: schemas.RenameTask, Task: "m29t0", Title: "Renamed"},
		{Op: schemas.MoveTask, Task: "m29t5", Module: "m0"},
		{Op: schemas.MoveTask, Task: "m20t5", Module: "m29"},
	} {
		e.Playbook = "large"
		if _, err := h.rt.EditDocument(t.Context(), vendor, "local", e, fmt.Sprint("edit", i)); err != nil {
			t.Fatal(err)
		}
	}
	v.is("document.querySelector('[data-module=m0]').dataset.tasks === '31'")
	v.do(chromedp.Evaluate[chromedp.Void]("void release()"))
	v.is("document.querySelector('[data-module=m29] [data-task=m20t5]')")
	wants(t, "its first tasks", v.texts("[data-module=m29] .task-title")[:3], []string{"Task 6 of module 21", "Renamed", "New here"})
	wants(t, "how many it has", v.texts("[data-module=m29] .module-count"), []string{"31 tasks"})
	v.scrollTo("m0")
	wants(t, "what went, is in one place", get[int](v, "document.querySelectorAll('[data-task=m29t5]').length"), 1)
	wants(t, "steps of what came", v.texts("[data-module=m29] [data-task=m20t5] .task-count"), []string{"10 steps"})
	wants(t, "count", v.text("#canvas-count"), "40 modules · 1201 tasks · 12000 steps")
}
