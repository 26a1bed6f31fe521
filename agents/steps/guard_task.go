package steps

import (
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// TaskWriteRule is the name and version of path B's gate.
const TaskWriteRule = "task-write/1"

// OnTask is the site of the open builder's task: it can be written in full, but for
// a linked module's task seen from inside a playbook, in agreement with path A.
//
// target is resolved anew for each write, from the task that was bound at dispatch:
// a playbook published in mid-turn takes nothing more.
func OnTask(target schemas.TargetResolved, linked bool, tree *document.Steps, saved func(schemas.StepID) bool) *Site {
	return &Site{
		Playbook: target.Playbook, Task: target.Task, Context: target.Context, Tree: tree, Saved: saved,
		address: schemas.TaskAddress(target.Task),
		gate: func(write) schemas.Ladder {
			l := schemas.Ladder{Rule: TaskWriteRule, Basis: target.Ladder.Basis, Outcome: schemas.OutcomeOK}
			switch {
			case !l.Try("target_ok", target.Ladder.Outcome, target.OK()):
				l.Outcome = target.Ladder.Outcome
			case !l.Try("module_own", string(target.Module), !linked):
				l.Outcome = string(schemas.CodeLinkedModule)
			}
			return l
		},
	}
}
