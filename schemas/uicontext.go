package schemas

import (
	"fmt"

	"turnbook/schemas/canon"
)

// A UIContext is what a view shows: the JSON object that its front end published,
// kept as it came (in canonical form), with readers for the fields that have a
// meaning here (authoring.md section 2). Its zero value is an empty object.
//
// Fields without a meaning are kept and never interpreted. A known field of the
// wrong type is refused by [ParseUIContext].
type UIContext struct {
	raw    []byte // canonical JSON object; nil for {}
	fields uiFields
}

// A LoadedTask is the task in a view's builder store.
type LoadedTask struct {
	ID         TaskID
	Context    TaskContext
	PlaybookID PlaybookID // "" where the task belongs to no playbook
}

// A ContextError says which field of a context has the wrong type.
type ContextError struct {
	Field string
	Err   error
}

func (e *ContextError) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("ui_context: %v", e.Err)
	}
	return fmt.Sprintf("ui_context.%s: %v", e.Field, e.Err)
}
func (e *ContextError) Unwrap() error { return e.Err }

// ParseUIContext reads a context from outside. null and nothing are the empty
// context. The error is a [*ContextError] that wraps what was wrong.
func ParseUIContext(raw []byte) (UIContext, error) {
	if len(raw) == 0 {
		return UIContext{}, nil
	}
	c, err := canon.JSON(raw)
	if err != nil {
		return UIContext{}, &ContextError{Err: err}
	}
	if string(c) == "null" || string(c) == "{}" {
		return UIContext{}, nil
	}
	if c[0] != '{' {
		return UIContext{}, &ContextError{Err: fmt.Errorf("it is no JSON object")}
	}
	u := UIContext{raw: c}
	if err := u.fields.read(c); err != nil {
		return UIContext{}, err
	}
	return u, nil
}

// MustUIContext is [ParseUIContext] for literals; it panics on an error.
func MustUIContext(raw string) UIContext {
	u, err := ParseUIContext([]byte(raw))
	if err != nil {
		panic(err)
	}
	return u
}

// JSON returns the canonical bytes. They must not be changed.
func (c UIContext) JSON() []byte {
	if c.raw == nil {
		return []byte("{}")
	}
	return c.raw
}

// MarshalJSON implements [json.Marshaler].
func (c UIContext) MarshalJSON() ([]byte, error) { return c.JSON(), nil }

// UnmarshalJSON implements [json.Unmarshaler].
func (c *UIContext) UnmarshalJSON(raw []byte) (err error) {
	*c, err = ParseUIContext(raw)
	return err
}

// Equal compares canonical JSON.
func (c UIContext) Equal(d UIContext) bool { return string(c.JSON()) == string(d.JSON()) }

// OpenTaskID is the single answer to "is a subtask builder open, and on which
// task?" (authoring.md section 1). It is the only reader of current_task_id.
//
// A front end publishes current_task_id only while a builder is mounted and a
// task is loaded. 0, false, "" and " " are a front end's ways to say nothing, and
// fold to none: a guard that read one of them as open would keep a turn away from
// the editor while the target ladder refuses the same turn for want of a task.
func (c UIContext) OpenTaskID() (TaskID, bool) {
	return c.fields.openTask, c.fields.openTask != ""
}

// Page is the kind of page that is on screen.
func (c UIContext) Page() string { return c.fields.page }

// EditorRoute says whether the playbook editor is on screen.
func (c UIContext) EditorRoute() bool { return c.fields.editorRoute }

// DraftActive says whether the canvas holds a draft.
func (c UIContext) DraftActive() bool { return c.fields.draftActive }

// BuilderMounted says whether a builder surface is on screen. Two may be; the
// count never goes below zero, so what is below counts as none.
func (c UIContext) BuilderMounted() bool { return c.fields.mounts > 0 }

// PlaybookID is the playbook on the canvas.
func (c UIContext) PlaybookID() (PlaybookID, bool) { return c.fields.canvas, c.fields.canvas != "" }

// LoadedTask is the task in the builder store, mounted or not.
func (c UIContext) LoadedTask() (LoadedTask, bool) {
	if c.fields.loaded.ID == "" {
		return LoadedTask{}, false
	}
	return c.fields.loaded, true
}

// Contribution is the page contribution that is registered; "" for none.
func (c UIContext) Contribution() string { return c.fields.contribution }

// A TaskContext is the surface that a task lives on.
type TaskContext string

const (
	InPlaybook      TaskContext = "PLAYBOOK"
	InLibraryModule TaskContext = "LIBRARY_MODULE"
	InLibraryTask   TaskContext = "LIBRARY_TASK"
)

// A FlushPath is the way that a turn's steps take into the saved tree.
type FlushPath string

const (
	UpdateStepsFromDraft FlushPath = "update_steps_from_draft"
	UpdateLibrarySteps   FlushPath = "update_library_steps"
)

// FlushPathOf is the table of the write seam (authoring.md section 8). The set of
// authorable contexts is derived from it, so that no surface can be routed to
// without a place to write.
func FlushPathOf(c TaskContext) (FlushPath, bool) {
	switch c {
	case InPlaybook:
		return UpdateStepsFromDraft, true
	case InLibraryModule, InLibraryTask:
		return UpdateLibrarySteps, true
	}
	return "", false
}

// AIAuthorable says whether agents may write the task that the view has loaded:
// every context with a flush path, where PLAYBOOK is admitted one rung earlier, by
// the draft check: the playbook on the canvas is the task's own and a draft.
func (c UIContext) AIAuthorable() bool {
	task, ok := c.LoadedTask()
	if !ok {
		return false
	}
	if task.Context == InPlaybook {
		canvas, ok := c.PlaybookID()
		return ok && canvas == task.PlaybookID && c.DraftActive()
	}
	_, ok = FlushPathOf(task.Context)
	return ok
}
