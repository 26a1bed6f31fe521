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

// accessible wants a page without a violation in light and dark, no wider than its
// window, and with nothing too small for a finger on a phone.
func (v *visitor) accessible(source, what string) {
	v.t.Helper()
	v.do(chromedp.Evaluate[chromedp.Void](source + "; undefined"))
	v.prefers("prefers-color-scheme", "light")
	v.withoutViolation(what, `{}`)
	v.see(strings.ReplaceAll(what, " ", "-") + "-light")
	v.prefers("prefers-color-scheme", "dark")
	v.withoutViolation(what+" in the dark", `{runOnly: ["color-contrast"]}`) // all that can differ
	v.see(strings.ReplaceAll(what, " ", "-") + "-dark")
	if wide := get[int](v, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
		v.t.Errorf("%s is %d pixels wider than its window", what, wide)
	}
	if small := get[[]string](v, tooSmall); len(small) > 0 {
		v.t.Errorf("%s has targets too small for a finger: %s", what, strings.Join(small, "\n"))
	}
}

func (v *visitor) withoutViolation(what, options string) {
	v.t.Helper()
	found, err := chromedp.Run(v.ctx, chromedp.Evaluate[[]string](`axe.run(document, `+options+`).then((r) =>
		r.violations.flatMap((x) => x.nodes.map((n) => x.id + ": " + n.target.join(" ") + ": " + n.failureSummary)))`, chromedp.EvalAwaitPromise))
	if err != nil {
		v.t.Fatal(err)
	}
	if len(found) > 0 {
		v.t.Errorf("%s: %s", what, strings.Join(found, "\n"))
	}
}

// tooSmall lists what a finger can't hit on a phone. Links within a sentence may be as
// high as their line.
const tooSmall = `innerWidth > 640 ? [] : Array.from(document.querySelectorAll(".shelf :is(a, button, summary), .top :is(a, button)")).filter((e) => {
	const r = e.getBoundingClientRect();
	return r.width > 0 && !e.closest(".line-title, p, .links li") && (r.height < 39.5 || r.width < 24);
}).map((e) => e.outerHTML.slice(0, 160))`

// wideAndNarrow goes through windows of a desk and a phone.
func wideAndNarrow(t *testing.T, look func(v *visitor, how string)) {
	t.Helper()
	look(visit(t, 1280, 800), "wide")
	look(visit(t, 400, 850), "phone")
}

func TestEveryPageIsAccessible(t *testing.T) {
	h, source := open(t), axe(t)
	h.playbook("hostile", schemas.PlaybookImported{Title: markup, Description: turning})
	turn := visit(t, 1280, 800)
	turn.open(h.url + "/playbooks/onboarding")
	turn.ask("Build subtasks for task 2 of module 1")
	turn.is("document.querySelector('.talk[data-status=completed]')")
	why := get[string](turn, "document.querySelector('.why').href")
	wideAndNarrow(t, func(v *visitor, how string) {
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
	wideAndNarrow(t, func(v *visitor, how string) {
		v.open(h.url + "/")
		wants(t, "heading", v.text(".first h2"), "Write your first playbook")
		v.accessible(source, "first playbook "+how)
		v.open(h.url + "/library")
		v.accessible(source, "first module "+how)
	})
}

func TestDialogsAndMenusAreAccessible(t *testing.T) {
	h, source := open(t), axe(t)
	wideAndNarrow(t, func(v *visitor, how string) {
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
