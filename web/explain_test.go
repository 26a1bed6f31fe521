package web

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/projections"
	"turnbook/schemas"
)

func TestEveryRefusalIsASentence(t *testing.T) {
	codes := []schemas.Code{
		schemas.CodeNotEditable, schemas.CodeUnassigned, schemas.CodeInvalidIndex, schemas.CodeLinkedModule, schemas.CodePersisted,
		schemas.CodeCapabilityOff, schemas.CodeNoTarget, schemas.CodeHydrationFailed, schemas.CodeUnsupportedSurface, schemas.CodeArchived,
		schemas.CodeNobodyToHandTo, schemas.CodeUnknownTool, schemas.CodeInvalidArguments, schemas.CodeUnknownStep, schemas.CodeUnknownModule,
		schemas.CodeUnknownTask, schemas.CodeNotBranchable, schemas.CodeModelRows, schemas.CodeUnknownTemplate, schemas.CodeStaleCard,
		schemas.CodeLocked, schemas.CodeGone, schemas.CodeUnseenSteps, schemas.CodeUnknownEdit, schemas.CodeUndoStale,
		schemas.CodeOutside, schemas.CodeNoFile, schemas.CodeFileFailed, schemas.CodeFileTooLarge, schemas.CodeNotText, schemas.CodeNotOnce,
		schemas.CodePlanOnly, schemas.CodePlanSpelling, schemas.CodeNoPlan, schemas.CodeNoShell, schemas.CodeRanInPart,
		schemas.CodeUnknownCommand, schemas.CodeUnreachable,
	}
	jargon := regexp.MustCompile(`[A-Z]{2,}|_|\bboundary\b`)
	for _, c := range codes {
		if said := ExplainRefusal(projections.Refusal{Code: c, Tool: "update_step"}); jargon.MatchString(said) || said[len(said)-1] != '.' {
			t.Errorf("%s is told as %q", c, said)
		}
	}
}

func TestEveryRungIsAQuestion(t *testing.T) {
	for rule, rungs := range questions {
		for name, q := range rungs {
			if q == "" || q[len(q)-1] != '?' {
				t.Errorf("%s %s asks %q", rule, name, q)
			}
		}
	}
}

func TestDecisionsAreToldInSentences(t *testing.T) {
	redirect := func(outcome string, applied, builderClosed bool) projections.Decision {
		return projections.Decision{Rule: "redirect/1", Type: "turn.redirect-considered", Outcome: outcome, Applied: applied, Rungs: []projections.Rung{
			{Name: "router_picked_task_builder", Input: "task-builder", Held: true}, {Name: "on_editor_route", Input: "true", Held: true},
			{Name: "no_builder_open", Held: builderClosed},
		}}
	}
	for want, d := range map[string]projections.Decision{
		"Yes: the router picked the task builder, but no subtask builder is open that could show its steps here, so the playbook editor takes the message": redirect("redirected", true, true),
		"No, the pick stands: a subtask builder is open, and the task builder can write into it":                                                           redirect("kept", false, false),
		"No: the steps were changed after the card was shown, so nothing was deleted":                                                                      {Rule: "card/1", Outcome: "STALE_CARD"},
		"No: no task was open": {Rule: "target-task/1", Outcome: "NO_TARGET"},
		"Yes":                  {Rule: "canvas-write/1", Outcome: "OK"},
		"never_heard_of":       {Rule: "brand-new/7", Outcome: "never_heard_of"},
	} {
		if diff := cmp.Diff(want, Explain(d).Answer); diff != "" {
			t.Errorf("%s (-want +got):\n%s", d.Rule, diff)
		}
	}
}
