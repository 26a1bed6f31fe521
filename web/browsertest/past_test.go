package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// built is a turn that built the steps of a task, and its page's address.
func built(t *testing.T, h *house) (address string) {
	t.Helper()
	v := visit(t, 1280, 800)
	v.open(h.url + "/playbooks/onboarding")
	v.ask("Build subtasks for task 2 of module 1")
	v.is("document.querySelector('.talk[data-status=completed]')")
	return h.url + get[string](v, "document.querySelector('.why').getAttribute('href')")
}

func TestATurnIsSteppedThroughByKeysSliderAndLinks(t *testing.T) {
	h := open(t)
	v := visit(t, 1280, 800)
	v.read(built(t, h))
	v.click("#past a")
	const nth = "document.querySelector('#past').dataset.nth"
	v.is(nth + " === '1' && document.querySelector('#keys-list kbd')?.textContent === '←'")
	wants(t, "unsaved steps at first", get[int](v, "document.querySelectorAll('#past [data-unsaved]').length"), 0)

	v.press("ArrowRight")
	v.is(nth + " === '2'")
	v.is("document.querySelector('#say').textContent.startsWith('Event 2 of ')")
	wants(t, "the address", get[bool](v, "new URL(location).searchParams.get('at') === document.querySelector('#past').dataset.at"), true)
	v.press("ArrowLeft")
	v.is(nth + " === '1'")
	v.click(`[data-stop=decision] [data-way=next]`)
	v.is("document.querySelector('.past-event').textContent.includes('screen was compared')")

	v.do(chromedp.Evaluate[chromedp.Void](`{
		const s = document.querySelector("#scrub");
		s.value = s.max - 4;
		s.dispatchEvent(new Event("input", { bubbles: true }));
	} undefined`))
	v.is("document.querySelectorAll('#past [data-unsaved]').length === 3")
	v.see("scrubber")
	kept := get[string](v, "location.href")
	other := visit(t, 400, 850)
	other.read(kept)
	wants(t, "what another reader sees at the address", other.text("#past"), v.text("#past"))
	wants(t, "what could be sent", get[int](other, "document.querySelectorAll('main :is(textarea, [type=text], form:not([method=get]), .drops-apply)').length"), 0)
}

func TestTheScreenAsItWasIsAccessible(t *testing.T) {
	h, source := open(t), axe(t)
	address := built(t, h) + "?n=40"
	wideAndNarrow(t, "past screen", func(v *visitor, what string) {
		v.read(address)
		v.is("document.readyState === 'complete' && document.querySelector('#keys-list kbd')?.textContent === '←'")
		v.accessible(source, what)
	})
}
