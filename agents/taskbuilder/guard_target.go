package taskbuilder

import (
	"strconv"

	"turnbook/agents"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// TargetRule is the name and version of the target ladder.
const TargetRule = "target-task/1"

// Where a target is viewed from.
const (
	FromPlaybook = "playbook"
	FromLibrary  = "library"
)

// A place is where a task was found.
type place struct {
	task     *document.Task
	module   *document.Module // nil for a library task on its own
	playbook *document.Playbook
	linked   bool
}

// ResolveTarget resolves the task whose builder is open. The ladder fails closed:
// CAPABILITY_OFF, NO_TARGET, HYDRATION_FAILED, UNSUPPORTED_SURFACE, ARCHIVED, first
// hit wins; then OK. linked says that the task is at home in the library and is seen
// from inside a playbook.
//
// ViewedFrom is minted from what was resolved, never from the payload: it decides
// whether there is anybody to hand a chrome-shaped ask back to.
func ResolveTarget(w agents.World, ui schemas.UIContext) (target schemas.TargetResolved, linked bool) {
	l := schemas.Ladder{Rule: TargetRule, Basis: w.Basis}
	id, open := ui.OpenTaskID()
	target.Task = id
	at, found := find(w, ui, id)
	if found {
		describe(&target, at)
		linked = at.linked
	}
	switch {
	case !l.Try("capability_on", string(schemas.AITaskBuilder), w.CanBuild()):
		l.Outcome = string(schemas.CodeCapabilityOff)
	case !l.Try("target_named", string(id), open):
		l.Outcome = string(schemas.CodeNoTarget)
	case !l.Try("hydrated", string(id), found):
		l.Outcome = string(schemas.CodeHydrationFailed)
	case !l.Try("surface_supported", string(target.Surface), target.Surface != schemas.SurfaceUnsupported):
		l.Outcome = string(schemas.CodeUnsupportedSurface)
	case !l.Try("not_archived", strconv.FormatBool(at.archived()), !at.archived()):
		l.Outcome = string(schemas.CodeArchived)
	default:
		l.Outcome = schemas.OutcomeOK
	}
	target.Ladder = l
	return target, linked
}

// find looks for the task on the canvas that the view shows, then in the library.
func find(w agents.World, ui schemas.UIContext, id schemas.TaskID) (place, bool) {
	if id == "" {
		return place{}, false
	}
	for _, p := range agents.PlaybooksOf(ui) {
		if m, t, ok := w.Canvas(p).Find(id); ok {
			return place{task: t, module: m, playbook: w.Playbook(p), linked: m.Linked}, true
		}
	}
	if t, ok := w.Library.Task(id); ok {
		return place{task: t, module: t.Module}, true
	}
	return place{}, false
}

func describe(target *schemas.TargetResolved, at place) {
	if at.module != nil {
		target.Module = at.module.ID
	}
	switch {
	case at.playbook != nil:
		target.Playbook, target.Context, target.ViewedFrom = at.playbook.ID, schemas.InPlaybook, FromPlaybook
		target.Surface = schemas.SurfaceDraftPlaybook
		if at.playbook.Status == document.Published {
			target.Surface = schemas.SurfaceUnsupported
		}
	case at.module != nil:
		target.Context, target.Surface, target.ViewedFrom = schemas.InLibraryModule, schemas.SurfaceLibraryModule, FromLibrary
	default:
		target.Context, target.Surface, target.ViewedFrom = schemas.InLibraryTask, schemas.SurfaceLibraryTask, FromLibrary
	}
}

func (at place) archived() bool {
	return at.task != nil && at.task.Archived ||
		at.module != nil && at.module.Archived ||
		at.playbook != nil && at.playbook.Status == document.Archived
}

// Task is the document task of a resolved target; nil where it is gone.
func Task(w agents.World, target schemas.TargetResolved) *document.Task {
	if target.Playbook != "" {
		if _, t, ok := w.Canvas(target.Playbook).Find(target.Task); ok {
			return t
		}
		return nil
	}
	t, _ := w.Library.Task(target.Task)
	return t
}
