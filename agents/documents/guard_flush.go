package documents

import (
	"errors"
	"strconv"

	"turnbook/agents"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// Names and versions of the gates of the write seam.
const (
	FlushPlaybookRule = "flush-playbook/1"
	FlushLibraryRule  = "flush-library/1"
)

// A Flush is what a plan wants of one document.
type Flush struct {
	Plan    string
	Session schemas.SessionID
	User    schemas.UserID
	Steps   []PlannedStep // in the order they were emitted
}

// A PlannedStep is a step event on its way into the saved tree.
type PlannedStep struct {
	ID    string // the session's event
	Task  schemas.TaskID
	Event schemas.StepEvent
	Data  []byte // its data as it stands in the session
}

// FlushPlaybook is the strict path, update_steps_from_draft: the playbook is a draft,
// not archived, and nobody else holds its edit lock; a step's module is not linked.
// The gate stands on the server, so that a published playbook that slipped past every
// rung before it is refused here (authoring.md section 8).
//
// What no longer applies is refused step by step; the rest lands. A step event lands
// whole or not at all.
func FlushPlaybook(w agents.World, p *document.Playbook, f Flush) (schemas.StepsFlushed, *Refusal) {
	l := schemas.Ladder{Rule: FlushPlaybookRule, Basis: w.Basis}
	status := document.Status("")
	if p.Exists() {
		status = p.Status
	}
	by := w.LockedBy(p, f.User)
	switch {
	case !l.Try("exists", strconv.FormatBool(p.Exists()), p.Exists()),
		!l.Try("draft", string(status), status == document.Draft),
		!l.Try("not_locked_by_another", string(by), by == ""):
		l.Outcome = string(schemas.CodeNotEditable)
		return schemas.StepsFlushed{}, &Refusal{Code: schemas.CodeNotEditable, Ladder: l,
			Detail: "the playbook can't be written: it is published, archived, gone, or locked by somebody else"}
	}
	canvas := w.Canvas(p.ID)
	return land(f, func(id schemas.TaskID) (*document.Task, schemas.Code) {
		if t, ok := p.Task(id); ok {
			return t, ""
		}
		if _, _, linked := canvas.Find(id); linked {
			return nil, schemas.CodeLinkedModule
		}
		return nil, schemas.CodeUnknownTask
	}), nil
}

// FlushLibrary is the library's path, update_library_steps: the task exists and
// neither it nor its module is archived.
func FlushLibrary(_ agents.World, lib *document.Library, f Flush) (schemas.StepsFlushed, *Refusal) {
	return land(f, func(id schemas.TaskID) (*document.Task, schemas.Code) {
		t, ok := lib.Task(id)
		switch {
		case !ok:
			return nil, schemas.CodeUnknownTask
		case t.Archived || t.Module != nil && t.Module.Archived:
			return nil, schemas.CodeArchived
		}
		return t, ""
	}), nil
}

// land tries each step event on copies of the saved trees, in order.
func land(f Flush, find func(schemas.TaskID) (*document.Task, schemas.Code)) schemas.StepsFlushed {
	out := schemas.StepsFlushed{Plan: f.Plan, Session: f.Session, User: f.User, Steps: []schemas.FlushedStep{}}
	trees := make(map[schemas.TaskID]*document.Steps)
	for _, s := range f.Steps {
		ref := schemas.StepRef{Event: s.ID, Step: s.Event.StepIDs()[0]}
		tree, ok := trees[s.Task]
		if !ok {
			t, code := find(s.Task)
			if code != "" {
				out.Refused = append(out.Refused, schemas.RefusedStep{StepRef: ref, Task: s.Task, Code: code, Detail: explain(code)})
				continue
			}
			tree = t.Steps.Clone()
			trees[s.Task] = tree
		}
		if err := tree.Apply(s.Event); err != nil {
			out.Refused = append(out.Refused, schemas.RefusedStep{StepRef: ref, Task: s.Task, Code: codeOf(err), Detail: err.Error()})
			continue
		}
		out.Steps = append(out.Steps, schemas.FlushedStep{Event: s.ID, Task: s.Task, Type: s.Event.EventType(), Data: s.Data})
	}
	return out
}

func codeOf(err error) schemas.Code {
	switch {
	case errors.Is(err, document.ErrGone):
		return schemas.CodeGone
	case errors.Is(err, document.ErrMoved):
		return schemas.CodeStaleCard
	}
	return schemas.CodeInvalidArguments
}

func explain(code schemas.Code) string {
	switch code {
	case schemas.CodeLinkedModule:
		return "the task is the library's"
	case schemas.CodeArchived:
		return "the task or its module is archived"
	}
	return "the task is no longer there"
}
