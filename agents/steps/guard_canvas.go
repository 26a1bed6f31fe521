package steps

import (
	"strconv"

	"turnbook/agents"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// CanvasWriteRule is the name and version of path A's gate.
const CanvasWriteRule = "canvas-write/1"

// OnCanvas is the site of a sub-agent: it can write the task of its assignment, and
// add to it only. A list has no canvas to confirm a delete against, so what was
// saved stays as it is (authoring.md section 6, path A).
func OnCanvas(w agents.World, user schemas.UserID, a schemas.Assignment, tree *document.Steps, saved func(schemas.StepID) bool) *Site {
	return &Site{
		Playbook: a.Playbook, Task: a.Task, Context: schemas.InPlaybook, Tree: tree, Saved: saved,
		address: schemas.CanvasAddress(a.ModuleIndex, a.TaskIndex),
		gate: func(wr write) schemas.Ladder {
			l := GuardCanvas(w, user, a, wr.args)
			if l.Held() && wr.step != "" && !l.Try("step_unsaved", string(wr.step), !saved(wr.step)) {
				l.Outcome = string(schemas.CodePersisted)
			}
			return l
		},
	}
}

// GuardCanvas is path A's ladder without the step's own rung: NOT_EDITABLE,
// UNASSIGNED, INVALID_INDEX, LINKED_MODULE, first hit wins. It also stands before an
// assignment is made, so that nobody is sent to a task that can't be written.
func GuardCanvas(w agents.World, user schemas.UserID, a schemas.Assignment, args Coordinates) schemas.Ladder {
	l := schemas.Ladder{Rule: CanvasWriteRule, Basis: w.Basis}
	l.Outcome = canvasOutcome(&l, w, user, a, args)
	return l
}

func canvasOutcome(l *schemas.Ladder, w agents.World, user schemas.UserID, a schemas.Assignment, args Coordinates) string {
	p := w.Playbook(a.Playbook)
	if state, ok := Editable(w, p, user); !l.Try("editable", state, ok) {
		return string(schemas.CodeNotEditable)
	}
	own := (args.ModuleIndex == nil || *args.ModuleIndex == a.ModuleIndex) && (args.TaskIndex == nil || *args.TaskIndex == a.TaskIndex)
	if !l.Try("assigned", args.String(), own) {
		return string(schemas.CodeUnassigned)
	}
	// Coordinates were resolved to a task once; after that the task is looked for, so
	// that somebody else's reordering does not move a write to its neighbour.
	m, found := moduleOf(w.Canvas(a.Playbook), a)
	if !l.Try("on_canvas", strconv.Itoa(a.ModuleIndex)+","+strconv.Itoa(a.TaskIndex), found) {
		return string(schemas.CodeInvalidIndex)
	}
	if !l.Try("module_own", string(m.ID), !m.Linked) {
		return string(schemas.CodeLinkedModule)
	}
	return schemas.OutcomeOK
}

// moduleOf finds the module of an assignment: by its task, or by its coordinates
// while the task is not resolved yet.
func moduleOf(c document.Canvas, a schemas.Assignment) (*document.Module, bool) {
	if a.Task != "" {
		m, _, ok := c.Find(a.Task)
		return m, ok
	}
	m, _, ok := c.At(a.ModuleIndex, a.TaskIndex)
	return m, ok
}

// Editable says whether a user may change a playbook now, and what a rung may say of
// its state: it is a draft, and nobody else holds its edit lock.
func Editable(w agents.World, p *document.Playbook, user schemas.UserID) (state string, ok bool) {
	if !p.Exists() {
		return "no such playbook", false
	}
	if by := w.LockedBy(p, user); by != "" {
		return string(p.Status) + ", locked by " + string(by), false
	}
	return string(p.Status), p.Status == document.Draft
}
