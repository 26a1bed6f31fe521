package documents

import (
	"fmt"

	"turnbook/agents"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// An Undo is what a person wants taken back.
type Undo struct {
	HandEdit                // without changes: they are the inverse of the edit
	Event    string         // id of the edit's event
	Edit     schemas.Record // the event as it stands in the book; zero where it was not found
}

// UndoSteps decides that an edit by hand is taken back, or an undo, which does the edit
// again. It is an edit like any other and can be undone.
//
// Whatever the edit touched must stand as the edit left it: what somebody else did to
// those steps since would be lost without a word (UNDO_STALE, and nothing is done).
// What was done to other steps is no hindrance.
func UndoSteps(w agents.World, u Undo) (schemas.StepsEdited, *Refusal) {
	l := schemas.Ladder{Rule: HandRule, Basis: w.Basis, Outcome: schemas.OutcomeOK}
	task, no := handTask(&l, w, u.Subject, u.User)
	if no != nil {
		return schemas.StepsEdited{}, no
	}
	edit, ok := EditOf(u.Edit.Event)
	if !l.Try("edit_known", u.Event, ok && edit.Task == u.Subject.Task) {
		return schemas.StepsEdited{}, refusal(l, schemas.CodeUnknownEdit, fmt.Sprintf("%q is no edit of this task by hand", u.Event))
	}
	for _, x := range edit.Touched {
		left, now := document.StandsAs(edit, x, u.Edit.Seq), task.Steps.Changed(x.Step)
		if !l.Try("untouched", fmt.Sprintf("%s at %d, now %d", x.Step, left, now), left == now) {
			return schemas.StepsEdited{}, refusal(l, schemas.CodeUndoStale, fmt.Sprintf("step %q was changed since; nothing is undone", x.Step))
		}
	}
	h := newHand(task, u.HandEdit)
	if err := h.takeBack(edit); err != nil {
		l.Try("applies", err.Error(), false)
		return schemas.StepsEdited{}, refusal(l, schemas.CodeUndoStale, err.Error()+"; nothing is undone")
	}
	h.out.Undoes, h.out.Ladder = u.Event, l
	return h.out, nil
}

// EditOf is an edit of steps by hand, in either kind of document; false for any other
// event.
func EditOf(e schemas.Event) (schemas.StepsEdited, bool) {
	switch e := e.(type) {
	case schemas.StepsEdited:
		return e, true
	case schemas.LibraryStepsEdited:
		return e.StepsEdited, true
	}
	return schemas.StepsEdited{}, false
}

// takeBack applies an edit's inverse. The steps are then known by the change that they
// stood as before the edit.
func (h *hand) takeBack(edit schemas.StepsEdited) error {
	for _, c := range edit.Inverse {
		e, err := document.DecodeStep(c.Type, c.Data)
		if err == nil {
			err = h.apply(e)
		}
		if err != nil {
			return err
		}
	}
	was := make(map[schemas.StepID]uint64, len(edit.Touched))
	for _, x := range edit.Touched {
		was[x.Step] = x.Was
	}
	for i, x := range h.out.Touched {
		h.out.Touched[i].Now = was[x.Step]
	}
	return nil
}
