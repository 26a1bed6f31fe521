package browsertest

import (
	"os"
	"path"
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

// wideAndNarrow looks at something in windows of a desk and of a phone.
func wideAndNarrow(t *testing.T, what string, look func(v *visitor, what string)) {
	t.Helper()
	t.Run(what+" wide", func(t *testing.T) { look(visit(t, 1280, 800), what+" wide") })
	t.Run(what+" phone", func(t *testing.T) { look(visit(t, 400, 850), what+" phone") })
}

func TestEveryPageIsAccessible(t *testing.T) {
	h, source := open(t), axe(t)
	h.playbook("hostile", schemas.PlaybookImported{Title: markup, Description: turning})
	turn := visit(t, 1280, 800)
	turn.open(h.url + "/playbooks/onboarding")
	turn.ask("Build subtasks for task 2 of module 1")
	turn.is("document.querySelector('.talk[data-status=completed]')")
	why := get[string](turn, "document.querySelector('.why').getAttribute('href')")
	for what, address := range map[string]string{
		"playbooks": "/", "playbooks without a hit": "/?q=no+such+words&status=archived", "library": "/library", "editor": "/playbooks/onboarding",
		"task": "/tasks/laptop", "task of the library": "/tasks/mfa",
		"sessions": "/sessions", "ledger": "/ledger", "turn": why, "what if": "/what-if", "what if of many turns": "/what-if?set=/current_task_id%3D0&limit=1", "turn to compare": strings.Split(why, "#")[0] + "/compare",
		"turns side by side": strings.Split(why, "#")[0] + "/compare?with=" + path.Base(strings.Split(why, "#")[0]), "operations": "/operations", "missing page": "/no/such/page",
	} {
		wideAndNarrow(t, what, func(v *visitor, what string) {
			v.read(h.url + address)
			v.is("document.readyState === 'complete' && !document.querySelector('#link-state:not([hidden])[data-status=connecting]')")
			v.accessible(source, what)
		})
	}
}

func TestTheFirstPageOfAnEmptyBookIsAccessible(t *testing.T) {
	h, source := bare(t), axe(t)
	for what, address := range map[string]string{"first playbook": "/", "first module": "/library"} {
		wideAndNarrow(t, what, func(v *visitor, what string) {
			v.open(h.url + address)
			v.accessible(source, what)
		})
	}
}

func TestDialogsAndMenusAreAccessible(t *testing.T) {
	h, source := open(t), axe(t)
	for what, way := range map[string]struct{ address, clicks string }{
		"menu":    {"/library", ".more"},
		"linking": {"/library", ".more, #menu [data-act=link]"},
		"adding":  {"/library", ".page-acts [data-add]"},
		"looks":   {"/library", "[popovertarget=looks]"},
		"keys":    {"/library", "[popovertarget=looks], #keys-open"},
		"create":  {"/", "#create-open"},
		"archive": {"/", ".more, #menu [data-act=archive]"},
		"publish": {"/playbooks/onboarding", "#publish-open"},
		"closing": {"/playbooks/onboarding", "#archive-open"},
		"picker":  {"/playbooks/onboarding", "#link-module"},
		"naming":  {"/playbooks/onboarding", ".canvas-title .rename"},
		"builder": {"/playbooks/onboarding", "[data-task=laptop] .task-open"},
		"step":    {"/tasks/laptop", "#add-step"},
	} {
		wideAndNarrow(t, what, func(v *visitor, what string) {
			v.open(h.url + way.address)
			for _, selector := range strings.Split(way.clicks, ", ") {
				v.click(selector)
			}
			v.is("document.querySelector('dialog[open], :popover-open, .rename-field, #main [data-open], .step-form')")
			v.accessible(source, what)
		})
	}
}
