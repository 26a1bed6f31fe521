package router

import (
	"fmt"
	"strconv"

	"turnbook/agents"
	"turnbook/schemas"
)

// RedirectRule is the name and version of decider 2, unless a vendor has activated
// another version.
const RedirectRule schemas.Rule = "redirect/1"

// RedirectForeignRule is a second version of decider 2, for vendors whose people keep a
// builder open while they move between playbooks.
const RedirectForeignRule schemas.Rule = "redirect/2"

// What decider 2 says of a pick.
const (
	Redirected = "redirected"
	Kept       = "kept"
)

// Redirects are the versions of decider 2.
func Redirects() agents.Rules {
	return agents.Rules{
		{Rule: RedirectRule, Standard: true, Says: "gives a pick of the task builder to the playbook editor when no builder is open on the editor"},
		{Rule: RedirectForeignRule, Says: "does so too when the open builder holds a task of another playbook than the canvas"},
	}
}

// GuardRedirect is decider 2: it gives a pick of the task builder to the playbook
// editor when no builder is open on the editor route (authoring.md section 4). A
// builder turn without a builder has no task to write to and would end in a refusal;
// the editor can serve it. All three verdicts are kept, whatever came of them.
//
// redirect/2 does so too when the builder's task belongs to another playbook than the
// one on the canvas: decider 3 drops what such a turn writes (other_playbook), so the
// person would wait for steps that the screen never shows.
//
// The error is an [*agents.UnknownRuleError] for a version that is not built in here.
func GuardRedirect(rule schemas.Rule, pick schemas.Domain, ui schemas.UIContext) (schemas.RedirectConsidered, error) {
	task, open := ui.OpenTaskID()
	l := schemas.Ladder{Rule: string(rule), Outcome: Kept}
	l.Try("router_picked_task_builder", string(pick), pick == schemas.TaskBuilder)
	l.Try("on_editor_route", strconv.FormatBool(ui.EditorRoute()), ui.EditorRoute())
	switch rule {
	case RedirectRule:
		l.Try("no_builder_open", string(task), !open)
	case RedirectForeignRule:
		foreign, looked := foreignBuilder(ui)
		l.Try("no_builder_of_this_canvas", looked, !open || foreign)
	default:
		_, err := Redirects().Find(string(rule))
		return schemas.RedirectConsidered{}, fmt.Errorf("router: decider 2: %w", err)
	}
	domain := pick
	if l.Held() {
		l.Outcome, domain = Redirected, schemas.PlaybookEditor
	}
	return schemas.RedirectConsidered{Pick: pick, Domain: domain, Ladder: l}, nil
}

// foreignBuilder says whether the open builder holds a task of another playbook than
// the canvas, and what it looked at. A library's task belongs to no playbook and is
// foreign to none.
func foreignBuilder(ui schemas.UIContext) (foreign bool, looked string) {
	open, ok := ui.OpenTaskID()
	if !ok {
		return false, ""
	}
	task, loaded := ui.LoadedTask()
	canvas, _ := ui.PlaybookID()
	if !loaded || task.ID != open || task.Context != schemas.InPlaybook || task.PlaybookID == "" {
		return false, string(open)
	}
	return task.PlaybookID != canvas, fmt.Sprintf("%s of %s / %s", open, task.PlaybookID, canvas)
}
