package documents

import (
	"encoding/json"
	"fmt"
	"slices"

	"turnbook/agents"
	"turnbook/agents/steps"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// HandRule is the name and version of the gate of step edits by hand, and of undoing
// them.
const HandRule = "hand-edit/1"

// A HandEdit is what a person wants of the steps of one task, all of it or nothing.
type HandEdit struct {
	Subject schemas.Subject // the task; without a playbook it is edited in the library
	User    schemas.UserID
	Key     string // of the append: the step events are <key>/1, <key>/2, …
	Ask     string // digest of what was asked
	Changes []schemas.StepEdit
}

// EditSteps decides an edit of steps by hand: one event that holds every change with
// what takes it back, or a [*Refusal].
func EditSteps(w agents.World, e HandEdit) (schemas.StepsEdited, *Refusal) {
	l := schemas.Ladder{Rule: HandRule, Basis: w.Basis, Outcome: schemas.OutcomeOK}
	task, no := handTask(&l, w, e.Subject, e.User)
	if no != nil {
		return schemas.StepsEdited{}, no
	}
	if !l.Try("changes", fmt.Sprint(len(e.Changes)), len(e.Changes) > 0) {
		return schemas.StepsEdited{}, refusal(l, schemas.CodeInvalidArguments, "changes is empty; name at least one")
	}
	h := newHand(task, e)
	for i, c := range e.Changes {
		o := steps.Change(steps.ByHand(e.Subject, h.tree, l), c)
		if o.Refused() {
			return schemas.StepsEdited{}, &Refusal{Code: o.Code, Detail: whichOf(e.Changes, i) + o.Detail, Ladder: o.Ladder}
		}
		if err := h.apply(o.Event); err != nil {
			l.Try("applies", err.Error(), false)
			return schemas.StepsEdited{}, refusal(l, schemas.CodeInvalidArguments, whichOf(e.Changes, i)+err.Error())
		}
	}
	h.out.Ladder = l
	return h.out, nil
}

// whichOf names a change where there are several.
func whichOf(changes []schemas.StepEdit, i int) string {
	if len(changes) == 1 {
		return ""
	}
	return fmt.Sprintf("change %d (%s): ", i+1, changes[i].Op)
}

// handTask is the ladder: a task that a person may write now. In a playbook, which must
// be a draft that nobody else holds, it is one of the playbook's own; in the library,
// one that is in use.
func handTask(l *schemas.Ladder, w agents.World, about schemas.Subject, user schemas.UserID) (*document.Task, *Refusal) {
	if about.Playbook == "" {
		return handTaskOfLibrary(l, w, about.Task)
	}
	p := w.Playbook(about.Playbook)
	status := document.Status("")
	if p.Exists() {
		status = p.Status
	}
	by := w.LockedBy(p, user)
	module, task, known := w.Canvas(about.Playbook).Find(about.Task)
	switch {
	case !l.Try("exists", string(about.Playbook), p.Exists()):
		return nil, refusal(*l, schemas.CodeUnknownTask, fmt.Sprintf("there is no playbook %q to hold the task", about.Playbook))
	case !l.Try("not_archived", string(status), status != document.Archived):
		return nil, refusal(*l, schemas.CodeArchived, "the playbook is archived")
	case !l.Try("draft", string(status), status == document.Draft):
		return nil, refusal(*l, schemas.CodeNotEditable, "the playbook is published; only a draft can be edited")
	case !l.Try("free_or_own", string(by), by == ""):
		return nil, refusal(*l, schemas.CodeLocked, fmt.Sprintf("%s is editing this playbook", by))
	case !l.Try("task_known", string(about.Task), known):
		return nil, refusal(*l, schemas.CodeUnknownTask, fmt.Sprintf("there is no task %q in this playbook", about.Task))
	case !l.Try("module_own", string(module.ID), !module.Linked):
		return nil, refusal(*l, schemas.CodeLinkedModule, steps.Explain(schemas.CodeLinkedModule, ""))
	}
	return task, nil
}

func handTaskOfLibrary(l *schemas.Ladder, w agents.World, id schemas.TaskID) (*document.Task, *Refusal) {
	task, known := w.Library.Task(id)
	if !l.Try("task_known", string(id), known) {
		return nil, refusal(*l, schemas.CodeUnknownTask, fmt.Sprintf("there is no task %q", id))
	}
	archived := task.Archived || task.Module != nil && task.Module.Archived
	if !l.Try("not_archived", fmt.Sprint(archived), !archived) {
		return nil, refusal(*l, schemas.CodeArchived, "the task or its module is archived")
	}
	return task, nil
}

// A hand makes the event of an edit, step by step, on a copy of the task's tree.
type hand struct {
	key   string
	saved *document.Steps // as it stands
	tree  *document.Steps // as the edit leaves it, so far
	out   schemas.StepsEdited
}

func newHand(task *document.Task, e HandEdit) *hand {
	return &hand{
		key: e.Key, saved: task.Steps, tree: task.Steps.Clone(),
		out: schemas.StepsEdited{User: e.User, Task: e.Subject.Task, Ask: e.Ask, Steps: []schemas.FlushedStep{}, Inverse: []schemas.StepChange{}, Touched: []schemas.TouchedStep{}},
	}
}

// apply changes the tree by a step event, and takes down what takes it back: the last
// change is the first to go.
func (h *hand) apply(e schemas.StepEvent) error {
	back := h.tree.Inverse(e)
	if err := h.tree.Apply(e); err != nil {
		return err
	}
	h.out.Steps = append(h.out.Steps, schemas.FlushedStep{
		Event: fmt.Sprintf("%s/%d", h.key, len(h.out.Steps)+1), Task: h.out.Task, Type: e.EventType(), Data: dataOf(e),
	})
	var changes []schemas.StepChange
	for _, b := range back {
		changes = append(changes, schemas.StepChange{Type: b.EventType(), Data: dataOf(b)})
	}
	h.out.Inverse = append(changes, h.out.Inverse...)
	for _, id := range document.Touched(e) {
		if !slices.ContainsFunc(h.out.Touched, func(x schemas.TouchedStep) bool { return x.Step == id }) {
			h.out.Touched = append(h.out.Touched, schemas.TouchedStep{Step: id, Was: h.saved.Changed(id)})
		}
	}
	return nil
}

func dataOf(e schemas.StepEvent) json.RawMessage {
	raw, err := json.Marshal(e)
	if err != nil {
		// All of it was read from JSON.
		panic("documents: a step event can't be written: " + err.Error())
	}
	return raw
}
