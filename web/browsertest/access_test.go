package browsertest

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"turnbook/schemas"
)

// axe is axe-core, as npm ci puts it beside these tests. It comes in through the
// browser's tools, so that the pages keep their policy.
func axe(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile("npm/node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatalf("axe-core is not there (%v); run npm ci in web/browsertest/npm", err)
	}
	return string(source)
}

// accessible wants a page without a violation, and no wider than its window.
func (v *visitor) accessible(source, what string) {
	v.t.Helper()
	v.do(chromedp.Evaluate[chromedp.Void](source + "; undefined"))
	ran, err := chromedp.Run(v.ctx, chromedp.Evaluate[[]string](`axe.run(document, {resultTypes: ["violations"]}).then((r) =>
		r.violations.flatMap((x) => x.nodes.map((n) => x.id + ": " + n.target.join(" ") + ": " + n.failureSummary)))`, chromedp.EvalAwaitPromise))
	if err != nil {
		v.t.Fatal(err)
	}
	if len(ran) > 0 {
		v.t.Errorf("%s: %s", what, strings.Join(ran, "\n"))
	}
	if wide := get[int](v, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
		v.t.Errorf("%s is %d pixels wider than its window", what, wide)
	}
	small := get[[]string](v, `innerWidth > 640 ? [] : Array.from(document.querySelectorAll(".page :is(a, button, summary, select), .top :is(a, button)")).filter((e) => {
		const r = e.getBoundingClientRect();
		const whole = e.classList.contains("line-link") || e.closest("p, .line-facts li");
		return r.width > 0 && !whole && (r.height < 39.5 || r.width < 24);
	}).map((e) => e.outerHTML.slice(0, 120))`)
	if len(small) > 0 {
		v.t.Errorf("%s has targets too small for a finger: %s", what, strings.Join(small, "\n"))
	}
	v.see(strings.ReplaceAll(what, " ", "-"))
}

// looksOf goes through light and dark, wide and narrow.
func looksOf(h *house, look func(v *visitor, how string)) {
	h.t.Helper()
	for _, how := range []struct {
		name          string
		width, height int64
		scheme        string
	}{{"light wide", 1280, 800, "light"}, {"dark wide", 1280, 800, "dark"}, {"light phone", 400, 850, "light"}, {"dark phone", 400, 850, "dark"}} {
		v := visit(h.t, how.width, how.height)
		v.prefers("prefers-color-scheme", how.scheme)
		look(v, how.name)
	}
}

func TestEveryPageIsAccessibleInLightAndDarkWideAndNarrow(t *testing.T) {
	h, source := open(t), axe(t)
	h.playbook("hostile", schemas.PlaybookImported{Title: markup, Description: turning})
	turn := visit(t, 1280, 800)
	turn.open(h.url + "/playbooks/onboarding")
	turn.ask("Build subtasks for task 2 of module 1")
	turn.is("document.querySelector('.talk[data-status=completed]')")
	why := get[string](turn, "document.querySelector('.why').href")
	looksOf(h, func(v *visitor, how string) {
		v.open(h.url + "/")
		v.accessible(source, "playbooks "+how)
		v.open(h.url + "/?q=no+such+words&status=archived")
		v.accessible(source, "playbooks without a hit "+how)
		v.open(h.url + "/library")
		v.accessible(source, "library "+how)
		v.open(h.url + "/playbooks/onboarding")
		v.accessible(source, "editor "+how)
		v.open(h.url + "/sessions")
		v.accessible(source, "sessions "+how)
		for name, address := range map[string]string{"turn ": why, "operations ": h.url + "/operations", "missing page ": h.url + "/no/such/page"} {
			v.read(address)
			v.is("document.querySelector('#main h1, #main h2')")
			v.accessible(source, name+how)
		}
	})
}

func TestTheFirstPageOfAnEmptyBookIsAccessible(t *testing.T) {
	h, source := bare(t), axe(t)
	looksOf(h, func(v *visitor, how string) {
		v.open(h.url + "/")
		wants(t, "heading", v.text(".first h2"), "Write your first playbook")
		v.accessible(source, "first playbook "+how)
		v.open(h.url + "/library")
		v.accessible(source, "first module "+how)
	})
}

func TestDialogsAndMenusAreAccessible(t *testing.T) {
	h, source := open(t), axe(t)
	looksOf(h, func(v *visitor, how string) {
		v.open(h.url + "/library")
		v.click(".more")
		v.accessible(source, "menu "+how)
		v.click("#menu [data-act=link]")
		v.is("document.querySelector('#link-drafts input')")
		v.accessible(source, "linking "+how)
		v.do(chromedp.KeyEvent("\u001b"))
		v.click("[popovertarget=looks]")
		v.accessible(source, "looks "+how)
		v.click("#keys-open")
		v.accessible(source, "keys "+how)
		v.open(h.url + "/")
		v.click("#create-open")
		v.accessible(source, "create "+how)
	})
}
