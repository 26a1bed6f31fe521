package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"turnbook/schemas"
)

// rowsAre is whether the last turn has as many rows of a status.
func rowsAre(status, count string) string {
	return "document.querySelectorAll('.talk:last-child .row[data-status=" + status + "]').length === " + count
}

func TestAReloadInMidTurnShowsItsRowsAndItsEnd(t *testing.T) {
	h := open(t)
	release := h.model.hold("step-writer")
	v := visit(t, 1280, 800)
	v.open(h.url + "/playbooks/onboarding")
	v.ask("Build subtasks for every task in module 1")
	v.is("document.querySelectorAll('.row').length === 3 && document.querySelector('.row[data-status=running]')")
	rows := v.texts(".row-title")
	v.open(get[string](v, "location.href"))
	wants(t, "rows after a reload", v.texts(".row-title"), rows)
	wants(t, "what can be stopped", get[bool](v, "document.querySelector('#stop').checkVisibility()"), true)
	release()
	v.is("document.querySelector('.talk[data-status=completed]')")
	v.is(rowsAre("done", "3"))
	wants(t, "what is marked as busy", get[int](v, "document.querySelectorAll('.task-state:not([hidden])').length"), 0)
	wants(t, "what can be stopped", get[bool](v, "document.querySelector('#stop').checkVisibility()"), false)
}

func TestAServerThatIsStartedAnewInMidTurnTellsItsEnd(t *testing.T) {
	h := open(t)
	release := h.model.hold("step-writer")
	w := newWire(t, h.front.Listener.Addr().String())
	v := visit(t, 1280, 800)
	v.open("http://" + w.listener.Addr().String() + "/playbooks/onboarding")
	v.ask("Build subtasks for every task in module 1")
	v.is("document.querySelectorAll('.row').length === 3 && document.querySelector('.row[data-status=running]')")
	w.set(true)
	v.is("!document.querySelector('#offline').hidden")
	wants(t, "composer under the banner", get[bool](v, `(() => { const a = document.querySelector("#offline").getBoundingClientRect(), b = document.querySelector("#composer").getBoundingClientRect();
		return a.bottom > b.top && a.right > b.left; })()`), false)
	v.see("offline-editor")
	release()
	w.lead(h.door("local").Listener.Addr().String())
	w.set(false)
	v.click("#offline-retry")
	v.is("document.querySelector('.talk[data-status=completed]')")
	v.is(rowsAre("done", "3"))
	wants(t, "banner", get[bool](v, "document.querySelector('#offline').hidden"), true)
}

// Another book has another history: the page is drawn anew from a snapshot.
func TestWhatIsDrawnAnewStandsWhereItStood(t *testing.T) {
	h := open(t)
	other := build(t)
	other.furnish()
	other.record(schemas.PlaybookBoundary, "onboarding", schemas.PlaybookRenamed{Title: "Drawn anew"})
	w := newWire(t, h.front.Listener.Addr().String())
	v := visit(t, 1280, 420)
	v.open("http://" + w.listener.Addr().String() + "/playbooks/onboarding")
	v.is("(() => { const c = document.querySelector('.canvas'); c.scrollTop = 300; return c.scrollTop === 300; })()")
	v.focus("[data-task=tour] .rename")
	const stands = "[document.activeElement.closest('.task')?.dataset.task ?? 'nothing', Math.round(document.querySelector('[data-task=tour]').getBoundingClientRect().top) + '']"
	before := get[[]string](v, stands)
	w.set(true)
	v.is("document.querySelector('#link-state').dataset.status === 'offline'")
	w.lead(other.front.Listener.Addr().String())
	w.set(false)
	v.is("document.title === 'Drawn anew · Turnbook' && document.querySelector('#link-state').dataset.status === 'live'")
	v.is(fmt.Sprintf("%s.join() === %q", stands, strings.Join(before, ",")))
}
