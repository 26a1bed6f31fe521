package router

import (
	"strconv"

	"turnbook/schemas"
)

// RedirectRule is the name and version of decider 2.
const RedirectRule = "redirect/1"

// What decider 2 says of a pick.
const (
	Redirected = "redirected"
	Kept       = "kept"
)

// GuardRedirect is decider 2: it gives a pick of the task builder to the playbook
// editor when no builder is open on the editor route (authoring.md section 4). A
// builder turn without a builder has no task to write to and would end in a refusal;
// the editor can serve it. All three verdicts are kept, whatever came of them.
func GuardRedirect(pick schemas.Domain, ui schemas.UIContext) schemas.RedirectConsidered {
	task, open := ui.OpenTaskID()
	l := schemas.Ladder{Rule: RedirectRule, Outcome: Kept}
	l.Try("router_picked_task_builder", string(pick), pick == schemas.TaskBuilder)
	l.Try("on_editor_route", strconv.FormatBool(ui.EditorRoute()), ui.EditorRoute())
	l.Try("no_builder_open", string(task), !open)
	domain := pick
	if l.Held() {
		l.Outcome, domain = Redirected, schemas.PlaybookEditor
	}
	return schemas.RedirectConsidered{Pick: pick, Domain: domain, Ladder: l}
}
