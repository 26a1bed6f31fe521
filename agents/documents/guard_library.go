package documents

import (
	"fmt"

	"turnbook/agents"
	"turnbook/agents/steps"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// LibraryRule is the name and version of the gate of chrome edits of the library.
const LibraryRule = "library-edit/1"

// EditLibrary decides a change of the library's chrome: one event, or a [*Refusal].
// Who shows a module by a link sees the change, too.
func EditLibrary(w agents.World, e schemas.DocumentEdit) (schemas.Event, *Refusal) {
	l := schemas.Ladder{Rule: LibraryRule, Basis: w.Basis}
	event, ok := LibraryEventOf(e)
	if !l.Try("op", string(e.Op), ok) {
		return nil, refusal(l, schemas.CodeInvalidArguments, fmt.Sprintf("there is no edit of the library called %q", e.Op))
	}
	if code, why := guardLibrary(&l, w.Library, e); code != "" {
		return nil, refusal(l, code, why)
	}
	return event, nil
}

// LibraryEventOf is the event that grants a change of the library; false where the
// change is none.
func LibraryEventOf(e schemas.DocumentEdit) (schemas.Event, bool) {
	switch e.Op {
	case schemas.AddModule:
		return schemas.LibraryModuleAdded{Module: schemas.Module{ID: e.Module, Title: e.Title}, After: &e.AfterModule}, true
	case schemas.RenameModule:
		return schemas.LibraryModuleRenamed{Module: e.Module, Title: e.Title}, true
	case schemas.MoveModule:
		return schemas.LibraryModuleMoved{Module: e.Module, After: e.AfterModule}, true
	case schemas.ArchiveModule:
		return schemas.LibraryModuleArchived{Module: e.Module}, true
	case schemas.AddTask:
		return schemas.LibraryTaskAdded{Module: e.Module, Task: schemas.Task{ID: e.Task, Title: e.Title, Description: e.Description}, After: &e.AfterTask}, true
	case schemas.RenameTask:
		return schemas.LibraryTaskRenamed{Task: e.Task, Title: e.Title}, true
	case schemas.MoveTask:
		return schemas.LibraryTaskMoved{Task: e.Task, Module: e.Module, After: e.AfterTask}, true
	case schemas.ArchiveTask:
		return schemas.LibraryTaskArchived{Task: e.Task}, true
	default:
		return nil, false
	}
}

// guardLibrary is the ladder: what is named is there and in use, what is new has an id
// of its own, what it is to stand behind is there, and a title is usable; first hit
// wins.
func guardLibrary(l *schemas.Ladder, lib *document.Library, e schemas.DocumentEdit) (schemas.Code, string) {
	for _, guard := range []func(*schemas.Ladder, *document.Library, schemas.DocumentEdit) (schemas.Code, string){
		guardLibraryModule, guardLibraryTask, guardLibraryPlace,
	} {
		if code, why := guard(l, lib, e); code != "" {
			return code, why
		}
	}
	if needsTitle(e.Op) && !l.Try("title", fmt.Sprintf("%d bytes", len(e.Title)), steps.CheckTitle(e.Title) == "") {
		return schemas.CodeInvalidArguments, steps.CheckTitle(e.Title)
	}
	if e.Op == schemas.AddTask && !l.Try("description", fmt.Sprintf("%d bytes", len(e.Description)), len(e.Description) <= steps.MaxDescription) {
		return schemas.CodeInvalidArguments, fmt.Sprintf("description has %d bytes; the limit is %d", len(e.Description), steps.MaxDescription)
	}
	return "", ""
}

func guardLibraryModule(l *schemas.Ladder, lib *document.Library, e schemas.DocumentEdit) (schemas.Code, string) {
	m, known := lib.Module(e.Module)
	if e.Op == schemas.AddModule {
		if !l.Try("id_free", string(e.Module), !known) {
			return schemas.CodeInvalidArguments, fmt.Sprintf("there is a module %q already; give the new one another id", e.Module)
		}
		return "", ""
	}
	if e.Module == "" && (e.Op == schemas.AddTask || e.Op == schemas.MoveTask) || e.Op == schemas.RenameTask || e.Op == schemas.ArchiveTask {
		return "", "" // the task stands on its own, or stays where it is
	}
	switch {
	case !l.Try("module_known", string(e.Module), known):
		return schemas.CodeUnknownModule, fmt.Sprintf("there is no module %q in the library", e.Module)
	case !l.Try("not_archived", string(e.Module), !m.Archived):
		return schemas.CodeArchived, fmt.Sprintf("module %q is archived", e.Module)
	}
	return "", ""
}

func guardLibraryTask(l *schemas.Ladder, lib *document.Library, e schemas.DocumentEdit) (schemas.Code, string) {
	t, known := lib.Task(e.Task)
	switch e.Op {
	case schemas.AddTask:
		if !l.Try("id_free", string(e.Task), !known) {
			return schemas.CodeInvalidArguments, fmt.Sprintf("there is a task %q already; give the new one another id", e.Task)
		}
	case schemas.RenameTask, schemas.MoveTask, schemas.ArchiveTask:
		switch {
		case !l.Try("task_known", string(e.Task), known):
			return schemas.CodeUnknownTask, fmt.Sprintf("there is no task %q in the library", e.Task)
		case !l.Try("task_not_archived", string(e.Task), !t.Archived && (t.Module == nil || !t.Module.Archived)):
			return schemas.CodeArchived, fmt.Sprintf("task %q or its module is archived", e.Task)
		}
	}
	return "", ""
}

func guardLibraryPlace(l *schemas.Ladder, lib *document.Library, e schemas.DocumentEdit) (schemas.Code, string) {
	if e.AfterModule != "" && (e.Op == schemas.AddModule || e.Op == schemas.MoveModule) {
		_, known := lib.Module(e.AfterModule)
		if !l.Try("sibling_known", string(e.AfterModule), known && e.AfterModule != e.Module) {
			return schemas.CodeUnknownModule, fmt.Sprintf("there is no module %q to stand after", e.AfterModule)
		}
	}
	if e.AfterTask != "" && (e.Op == schemas.AddTask || e.Op == schemas.MoveTask) {
		after, known := lib.Task(e.AfterTask)
		in := schemas.ModuleID("")
		if known && after.Module != nil {
			in = after.Module.ID
		}
		if !l.Try("sibling_known", string(e.AfterTask), known && in == e.Module && e.AfterTask != e.Task) {
			return schemas.CodeUnknownTask, fmt.Sprintf("there is no task %q there to stand after", e.AfterTask)
		}
	}
	return "", ""
}
