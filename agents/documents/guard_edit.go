package documents

import (
	"fmt"

	"turnbook/agents"
	"turnbook/agents/steps"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// EditRule is the name and version of the gate of chrome edits.
const EditRule = "document-edit/1"

// A Refusal says why a document was left as it was.
type Refusal struct {
	Code   schemas.Code
	Detail string
	Ladder schemas.Ladder
}

func (r *Refusal) Error() string { return string(r.Code) + ": " + r.Detail }

// Edits decides a change of a playbook for a user: the events of one append, or a
// [*Refusal]. All but two of the changes are one event, by [Edit].
func Edits(w agents.World, user schemas.UserID, e schemas.DocumentEdit) ([]schemas.Event, *Refusal) {
	l := schemas.Ladder{Rule: EditRule, Basis: w.Basis, Outcome: schemas.OutcomeOK}
	switch e.Op {
	case schemas.CreatePlaybook:
		switch {
		case !l.Try("new", string(e.Playbook), !w.Playbook(e.Playbook).Exists()):
			return nil, refusal(l, schemas.CodeNotEditable, "there is a playbook of that id already")
		case !l.Try("title", fmt.Sprintf("%d bytes", len(e.Title)), steps.CheckTitle(e.Title) == ""):
			return nil, refusal(l, schemas.CodeInvalidArguments, steps.CheckTitle(e.Title))
		}
		return []schemas.Event{schemas.PlaybookCreated{Title: e.Title}}, nil
	case schemas.AddModules:
		return addModules(w, user, e)
	}
	event, no := Edit(w, user, e)
	if no != nil {
		return nil, no
	}
	return []schemas.Event{event}, nil
}

// addModules adds modules at the end, each behind the one before it; all of them, or
// none.
func addModules(w agents.World, user schemas.UserID, e schemas.DocumentEdit) ([]schemas.Event, *Refusal) {
	var events []schemas.Event
	after := schemas.ModuleID("")
	if p := w.Playbook(e.Playbook); p != nil && len(p.Modules) > 0 {
		after = p.Modules[len(p.Modules)-1].ID
	}
	for _, m := range e.Modules {
		// The gate looks at the playbook as it is: none of its rungs is about a place
		// that the modules before this one make.
		event, no := Edit(w, user, schemas.DocumentEdit{Op: schemas.AddModule, Playbook: e.Playbook, Module: m.Module, Title: m.Title})
		if no != nil {
			return nil, no
		}
		added := event.(schemas.ModuleAdded)
		added.After = after
		events, after = append(events, added), m.Module
	}
	if len(events) == 0 {
		return nil, refusal(schemas.Ladder{Rule: EditRule, Basis: w.Basis}, schemas.CodeInvalidArguments, "modules is empty; name at least one")
	}
	return events, nil
}

func refusal(l schemas.Ladder, code schemas.Code, why string) *Refusal {
	l.Outcome = string(code)
	return &Refusal{Code: code, Detail: why, Ladder: l}
}

// Edit decides a change of a playbook's chrome for a user: one event, or a
// [*Refusal].
func Edit(w agents.World, user schemas.UserID, e schemas.DocumentEdit) (schemas.Event, *Refusal) {
	l := schemas.Ladder{Rule: EditRule, Basis: w.Basis}
	if code, why := guardEdit(&l, w, user, e); code != "" {
		l.Outcome = string(code)
		return nil, &Refusal{Code: code, Detail: why, Ladder: l}
	}
	event, ok := EventOf(e)
	if !ok {
		return nil, refusal(l, schemas.CodeInvalidArguments, fmt.Sprintf("there is no edit called %q", e.Op))
	}
	return event, nil
}

// EventOf is the event that grants a change of the chrome; false where the change is
// none, or is more than one event.
func EventOf(e schemas.DocumentEdit) (schemas.Event, bool) {
	switch e.Op {
	case schemas.RenamePlaybook:
		return schemas.PlaybookRenamed{Title: e.Title}, true
	case schemas.AddModule:
		return schemas.ModuleAdded{Module: e.Module, Title: e.Title, After: e.AfterModule}, true
	case schemas.LinkModule:
		return schemas.ModuleLinked{Module: e.Module, After: e.AfterModule}, true
	case schemas.RenameModule:
		return schemas.ModuleRenamed{Module: e.Module, Title: e.Title}, true
	case schemas.MoveModule:
		return schemas.ModuleMoved{Module: e.Module, After: e.AfterModule}, true
	case schemas.AddTask:
		return schemas.TaskAdded{Module: e.Module, Task: e.Task, Title: e.Title, Description: e.Description, After: e.AfterTask}, true
	case schemas.RenameTask:
		return schemas.TaskRenamed{Task: e.Task, Title: e.Title}, true
	case schemas.MoveTask:
		return schemas.TaskMoved{Task: e.Task, Module: e.Module, After: e.AfterTask}, true
	default:
		return nil, false
	}
}

// guardEdit is the ladder: NOT_EDITABLE, UNKNOWN_MODULE, INVALID_ARGUMENTS for an id that
// is taken, UNKNOWN_TASK, LINKED_MODULE, INVALID_ARGUMENTS, first hit wins.
func guardEdit(l *schemas.Ladder, w agents.World, user schemas.UserID, e schemas.DocumentEdit) (schemas.Code, string) {
	p := w.Playbook(e.Playbook)
	if state, ok := steps.Editable(w, p, user); !l.Try("editable", state, ok) {
		return schemas.CodeNotEditable, steps.Explain(schemas.CodeNotEditable, "")
	}
	if m := knownModule(e); m != "" {
		_, _, ok := p.Module(m)
		if !l.Try("module_known", string(m), ok) {
			return schemas.CodeUnknownModule, fmt.Sprintf("there is no module %q in this playbook", m)
		}
	}
	if id, free := newID(p, e); id != "" && !l.Try("id_free", id, free) {
		return schemas.CodeInvalidArguments, fmt.Sprintf("the id %q is taken; give what is new another", id)
	}
	if e.Op == schemas.LinkModule {
		_, inLibrary := w.Library.Module(e.Module)
		_, _, linked := p.Module(e.Module)
		if !l.Try("module_linkable", string(e.Module), inLibrary && !linked) {
			return schemas.CodeUnknownModule, fmt.Sprintf("module %q is not in the library, or is linked already", e.Module)
		}
	}
	if e.AfterModule != "" {
		_, _, ok := p.Module(e.AfterModule)
		if !l.Try("sibling_known", string(e.AfterModule), ok && e.AfterModule != e.Module) {
			return schemas.CodeUnknownModule, fmt.Sprintf("there is no module %q to stand after", e.AfterModule)
		}
	}
	if code, why := guardTask(l, w, p, e); code != "" {
		return code, why
	}
	if !l.Try("title", fmt.Sprintf("%d bytes", len(e.Title)), !needsTitle(e.Op) || steps.CheckTitle(e.Title) == "") {
		return schemas.CodeInvalidArguments, steps.CheckTitle(e.Title)
	}
	return "", ""
}

// guardTask is the part of the ladder that is about tasks.
func guardTask(l *schemas.Ladder, w agents.World, p *document.Playbook, e schemas.DocumentEdit) (schemas.Code, string) {
	canvas := w.Canvas(p.ID)
	if e.Op == schemas.RenameTask || e.Op == schemas.MoveTask {
		m, _, ok := canvas.Find(e.Task)
		if !l.Try("task_known", string(e.Task), ok) {
			return schemas.CodeUnknownTask, fmt.Sprintf("there is no task %q in this playbook", e.Task)
		}
		if !l.Try("module_own", string(m.ID), !m.Linked) {
			return schemas.CodeLinkedModule, steps.Explain(schemas.CodeLinkedModule, "")
		}
	}
	if e.Op != schemas.AddTask && e.Op != schemas.MoveTask && e.Op != schemas.RenameModule {
		return "", ""
	}
	m, _, _ := p.Module(e.Module)
	if !l.Try("holder_own", string(e.Module), !m.Linked) {
		return schemas.CodeLinkedModule, "the module is linked from the library; it is changed there"
	}
	if e.AfterTask != "" {
		after, ok := p.Task(e.AfterTask)
		if !l.Try("sibling_known", string(e.AfterTask), ok && after.Module == m && e.AfterTask != e.Task) {
			return schemas.CodeUnknownTask, fmt.Sprintf("there is no task %q in that module to stand after", e.AfterTask)
		}
	}
	return "", ""
}

// newID is the id of what an edit adds, and whether nothing has it yet; "" for an edit
// that adds nothing.
func newID(p *document.Playbook, e schemas.DocumentEdit) (id string, free bool) {
	switch e.Op {
	case schemas.AddModule:
		_, _, there := p.Module(e.Module)
		return string(e.Module), !there
	case schemas.AddTask:
		_, there := p.Task(e.Task)
		return string(e.Task), !there
	}
	return "", false
}

// knownModule is the module that an edit needs to find; "" for none.
func knownModule(e schemas.DocumentEdit) schemas.ModuleID {
	switch e.Op {
	case schemas.RenameModule, schemas.MoveModule, schemas.AddTask, schemas.MoveTask:
		return e.Module
	}
	return ""
}

func needsTitle(op schemas.EditOp) bool {
	switch op {
	case schemas.RenamePlaybook, schemas.AddModule, schemas.RenameModule, schemas.AddTask, schemas.RenameTask:
		return true
	}
	return false
}
