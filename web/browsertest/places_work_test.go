package browsertest

import (
	"strings"
	"testing"

	"turnbook/agents/agentstest"
	"turnbook/agents/checkout/checkouttest"
)

// repository is a git repository with a commit and two agent files, one of which is broken.
func repository(t *testing.T) string {
	t.Helper()
	return checkouttest.Repo(t, map[string]string{
		"README.md":                "hello\n",
		".turnbook/agents/docs.md": "---\nname: Docs\nbase: exec\n---\nWrite docs.\n",
		".turnbook/agents/bad.md":  "---\ntools: [oops\n---\nx\n",
	})
}

// project adds a project on the page and trusts it.
func (v *visitor) project(h *house) {
	v.t.Helper()
	v.open(h.url + "/workspaces")
	v.is("document.querySelector('#projects h2').textContent === 'No project yet'")
	v.click("#register-open")
	v.into("#register-path", "/no/such/folder")
	v.click("#register .dialog-go")
	v.is("!document.querySelector('#register .dialog-trouble').hidden")
	v.set("#register-path", repository(v.t))
	v.click("#register .dialog-go")
	v.is("document.querySelector('[data-act=trust]')")
	v.click("[data-act=trust]")
	v.click("#trust .dialog-go")
	v.is("document.querySelector('[data-act=launch]')")
}

// launch launches a turn on the page of workspaces, and comes to the workspace's.
func (v *visitor) launch(agent, prompt, title string) {
	v.t.Helper()
	v.click("[data-act=launch]")
	v.is("document.querySelector('#launch-agents input[value=plan]')")
	v.click("#launch-agents input[value='" + agent + "']")
	v.set("#launch-prompt", prompt)
	v.into("#launch-title", title)
	v.see("launch")
	v.click("#launch .dialog-go")
	v.is("location.pathname.startsWith('/workspaces/') && document.querySelector('#link-state')?.dataset.status === 'live'")
}

func TestAPlanIsLaunchedReviewedAndCarriedOut(t *testing.T) {
	h := bare(t)
	v, other := visit(t, 1280, 900), visit(t, 1280, 900)
	v.project(h)
	other.open(h.url + "/workspaces")
	v.click("[data-act=launch]")
	v.is("document.querySelector('#launch-agents input[value=plan]')")
	wants(t, "what can't be picked", get[[]string](v, "Array.from(document.querySelectorAll('#launch-agents input:disabled'), (e) => e.value)"), []string{"bad", "explore"})
	wants(t, "can be picked, in order", get[[]bool](v, "Array.from(document.querySelectorAll('#launch-agents input'), (e) => !e.disabled)"), []bool{true, true, true, true, false, false})
	wants(t, "the reason", strings.HasPrefix(v.text("#launch-agents label:has([value=explore]) .muted"), "Can’t be picked: "), true)
	v.press("Escape")
	v.launch("plan", "write NOTES.md: hello", "Plan the notes")
	v.is("!document.querySelector('#plan').hidden")
	wants(t, "the plan", v.texts("#plan .plan-text li"), []string{"write NOTES.md: hello"})
	v.is("document.querySelector('.git-branch')")
	v.see("plan")
	other.is("document.querySelector('.rows-list .pill-awaiting_answer')?.textContent === 'A plan waits'")
	other.open(h.url + "/handles")
	other.click("[role=treeitem] [role=treeitem] a")
	other.is("location.pathname.startsWith('/handles/') && document.querySelector('.page-acts .primary')?.textContent === 'Read its plan, and answer'")
	v.click("[data-act=approve]")
	v.is("document.querySelectorAll('.work').length === 2 && document.querySelector('.work:last-child[data-status=completed]')")
	wants(t, "files", v.texts(".work:last-child .files bdi"), []string{"NOTES.md"})
	wants(t, "no plan waits any more", get[bool](v, "document.querySelector('#plan').hidden"), true)
	v.is("document.querySelector('.git-dirty')?.textContent === '1 file not committed'")
	other.is("!document.querySelector('.page-acts .primary')")
}

func TestTheTreeOfDelegatedWorkIsLiveAndWalkedByKeys(t *testing.T) {
	h := bare(t)
	release := h.model.hold("explore")
	v, other := visit(t, 1280, 900), visit(t, 1280, 900)
	v.project(h)
	other.open(h.url + "/handles")
	other.is("document.querySelector('#tree h2').textContent === 'Nothing was delegated yet'")
	v.launch("exec", "delegate to explore: list files", "Look around")
	other.is("document.querySelectorAll('[role=treeitem]').length === 3")
	wants(t, "depths", get[[]string](other, "Array.from(document.querySelectorAll('[role=treeitem]'), (e) => e.getAttribute('aria-level'))"), []string{"1", "2", "3"})
	other.focus("[role=treeitem][tabindex='0']")
	other.press("End")
	wants(t, "the last line", get[string](other, "document.activeElement.getAttribute('aria-level')"), "3")
	other.press("ArrowLeft", "ArrowLeft")
	wants(t, "closed", get[string](other, "document.activeElement.getAttribute('aria-expanded')"), "false")
	release()
	other.is("document.querySelectorAll('.pill-handle-completed').length === 2")
	wants(t, "still closed, and still focused", get[string](other, "document.activeElement.getAttribute('aria-level') + document.activeElement.getAttribute('aria-expanded')"), "2false")
	other.press("ArrowRight", "ArrowRight", "Enter")
	other.is("location.pathname.startsWith('/handles/') && document.querySelector('#why')")
	other.see("handle")
}

func TestATurnIsStoppedFromItsWorkspace(t *testing.T) {
	h := bare(t)
	release := h.model.hold("exec")
	t.Cleanup(release)
	v := visit(t, 1280, 900)
	v.project(h)
	v.launch("exec", "write A.md: x", "Held")
	v.is("document.querySelector('[data-act=stop]')")
	v.click("[data-act=stop]")
	v.is("document.querySelector('.work[data-status=cancelled]') && !document.querySelector('[data-act=stop]')")
	v.click("[data-act=archive]")
	v.click("#archive .dialog-go")
	v.is("document.querySelector('[data-act=unarchive]') && document.querySelector('#composer').hidden")
}

func TestAFailedTurnIsTriedAgainFromItsPage(t *testing.T) {
	h := bare(t)
	h.model.say("exec", agentstest.Answer{Text: "Half of", Stop: "length"}, agentstest.Answer{Text: "All of it."})
	v := visit(t, 1280, 900)
	v.project(h)
	v.launch("exec", "tidy up", "Tidy")
	v.is("document.querySelector('.work[data-status=failed]')")
	v.open(h.url + get[string](v, "document.querySelector('#head a[href^=\"/handles/\"]').getAttribute('href')"))
	wants(t, "how it stands", v.text("#head .pill"), "Failed")
	v.click("[data-act=retry]")
	v.is("document.querySelector('#head .pill').textContent === 'Completed' && !document.querySelector('[data-act=retry]')")
	v.is("document.querySelector('#report:not([hidden])')?.textContent.includes('All of it.')")
}

func TestThePagesOfWorkspacesAreAccessible(t *testing.T) {
	h, source := bare(t), axe(t)
	v := visit(t, 1280, 900)
	v.project(h)
	v.launch("plan", "write NOTES.md: hello", "Plan the notes")
	v.is("!document.querySelector('#plan').hidden && document.querySelector('.git-branch')")
	place := get[string](v, "location.pathname")
	handle := get[string](v, "document.querySelector('#head a[href^=\"/handles/\"]').getAttribute('href')")
	turn := get[string](v, "document.querySelector('.work-head a').getAttribute('href')")
	for what, address := range map[string]string{
		"workspaces": "/workspaces", "workspace": place, "tasks": "/handles", "task": handle, "agents": "/agents", "turn of a workspace": turn,
	} {
		wideAndNarrow(t, what, func(v *visitor, what string) {
			v.read(h.url + address)
			v.is("document.readyState === 'complete' && !document.querySelector('#link-state:not([hidden])[data-status=connecting]')")
			v.accessible(source, what)
		})
	}
}
