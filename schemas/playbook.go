package schemas

import (
	"encoding/json"
	"time"
)

// A Step is a step as a document holds it.
type Step struct {
	ID          StepID          `json:"id" jsonschema:"the step"`
	Kind        StepKind        `json:"kind" jsonschema:"INSTRUCTION, FORM, APPROVAL, DECISION, UPLOAD or EMAIL"`
	Title       string          `json:"title" words:"author" jsonschema:"what is to be done"`
	Description string          `json:"description,omitempty" words:"author" jsonschema:"how"`
	Form        json.RawMessage `json:"form,omitempty" words:"author" jsonschema:"the form document of a FORM step"`
	Branches    []Branch        `json:"branches,omitempty" jsonschema:"what it holds"`
}

// A Branch is a named bucket of steps.
type Branch struct {
	Name  string `json:"name" words:"author" jsonschema:"the branch"`
	Steps []Step `json:"steps,omitempty" jsonschema:"its steps, in order"`
}

// A Task is a task as a document holds it.
type Task struct {
	ID          TaskID `json:"id" jsonschema:"the task"`
	Title       string `json:"title" words:"author" jsonschema:"what it is about"`
	Description string `json:"description,omitempty" words:"author" jsonschema:"more of it"`
	Steps       []Step `json:"steps,omitempty" jsonschema:"its steps, in order"`
}

// A Module is a module as a document holds it. A linked one holds no tasks of its
// own: they are the library's.
type Module struct {
	ID     ModuleID `json:"id" jsonschema:"the module"`
	Title  string   `json:"title" words:"author" jsonschema:"what it is about"`
	Tasks  []Task   `json:"tasks,omitempty" jsonschema:"its tasks, in order"`
	Linked ModuleID `json:"linked,omitempty" jsonschema:"the library module that it shows; its id is then this one too"`
}

// PlaybookCreated records an empty draft.
type PlaybookCreated struct {
	Title string `json:"title" words:"author" jsonschema:"what it is about"`
}

func (PlaybookCreated) EventType() string { return "playbook.created" }

// An ImportNote is one line of an import's report.
type ImportNote struct {
	Line    int    `json:"line,omitempty" jsonschema:"line of the source, from 1"`
	Path    string `json:"path,omitempty" words:"author" jsonschema:"place in the source, as a JSON Pointer, where it has no lines"`
	Kind    string `json:"kind" jsonschema:"mapped, kept, dropped or broken"`
	What    string `json:"what" words:"author" jsonschema:"the thing"`
	Because string `json:"because" words:"author" jsonschema:"what was done with it, and why"`
}

// PlaybookImported records a draft that came from a file, whole.
type PlaybookImported struct {
	Title       string       `json:"title" words:"author" jsonschema:"what it is about"`
	Description string       `json:"description,omitempty" words:"author" jsonschema:"more of it"`
	Modules     []Module     `json:"modules" jsonschema:"all that it holds"`
	Source      string       `json:"source" words:"author" jsonschema:"name of the file"`
	Format      string       `json:"format" jsonschema:"markdown or cacao-2.0"`
	Digest      string       `json:"digest" jsonschema:"SHA-256 of the file"`
	Report      []ImportNote `json:"report,omitempty" jsonschema:"what was mapped, what was not, and why"`
}

func (PlaybookImported) EventType() string { return "playbook.imported" }

// PlaybookRenamed records a new title.
type PlaybookRenamed struct {
	Title string `json:"title" words:"author" jsonschema:"the new title"`
}

func (PlaybookRenamed) EventType() string { return "playbook.renamed" }

// An Activity is one line of what happened to a draft since it was last published:
// what the publish dialog shows.
type Activity struct {
	Seq  uint64 `json:"seq" jsonschema:"position of the event"`
	User UserID `json:"user" jsonschema:"whose doing it was"`
	What string `json:"what" jsonschema:"the event's type"`
	Size int    `json:"size" jsonschema:"how many things it changed"`
}

// PlaybookPublished records that the draft is in force and closed to writers. It
// drains the pending activity.
type PlaybookPublished struct {
	User     UserID     `json:"user,omitempty" jsonschema:"who published it"`
	Activity []Activity `json:"activity,omitempty" jsonschema:"what had happened since the last time, in order"`
}

func (PlaybookPublished) EventType() string { return "playbook.published" }

// PlaybookArchived records that the playbook is out of use.
type PlaybookArchived struct {
	User UserID `json:"user,omitempty" jsonschema:"who archived it"`
}

func (PlaybookArchived) EventType() string { return "playbook.archived" }

// EditLockTaken records who may write the draft, for how long.
type EditLockTaken struct {
	User  UserID    `json:"user" jsonschema:"who holds it"`
	Until time.Time `json:"until" jsonschema:"when it expires"`
	From  UserID    `json:"from,omitempty" jsonschema:"whom it was taken over from"`
}

func (EditLockTaken) EventType() string { return "playbook.edit-lock-taken" }

// EditLockReleased records that nobody holds the draft.
type EditLockReleased struct {
	User UserID `json:"user" jsonschema:"who held it"`
}

func (EditLockReleased) EventType() string { return "playbook.edit-lock-released" }

// ModuleAdded records a new module of the playbook's own.
type ModuleAdded struct {
	Module ModuleID `json:"module_id" jsonschema:"the module"`
	Title  string   `json:"title" words:"author" jsonschema:"what it is about"`
	After  ModuleID `json:"after_id,omitempty" jsonschema:"the module before it; absent for the first place"`
}

func (ModuleAdded) EventType() string { return "playbook.module-added" }

// ModuleLinked records that the playbook shows a module of the library.
type ModuleLinked struct {
	Module ModuleID `json:"module_id" jsonschema:"the library module"`
	After  ModuleID `json:"after_id,omitempty" jsonschema:"the module before it; absent for the first place"`
}

func (ModuleLinked) EventType() string { return "playbook.module-linked" }

// ModuleRenamed records a module's new title.
type ModuleRenamed struct {
	Module ModuleID `json:"module_id" jsonschema:"the module"`
	Title  string   `json:"title" words:"author" jsonschema:"the new title"`
}

func (ModuleRenamed) EventType() string { return "playbook.module-renamed" }

// ModuleMoved records that a module stands elsewhere.
type ModuleMoved struct {
	Module ModuleID `json:"module_id" jsonschema:"the module"`
	After  ModuleID `json:"after_id,omitempty" jsonschema:"the module before it now; absent for the first place"`
}

func (ModuleMoved) EventType() string { return "playbook.module-moved" }

// TaskAdded records a new task.
type TaskAdded struct {
	Module      ModuleID `json:"module_id" jsonschema:"the module that holds it"`
	Task        TaskID   `json:"task_id" jsonschema:"the task"`
	Title       string   `json:"title" words:"author" jsonschema:"what it is about"`
	Description string   `json:"description,omitempty" words:"author" jsonschema:"more of it"`
	After       TaskID   `json:"after_id,omitempty" jsonschema:"the task before it; absent for the first place"`
}

func (TaskAdded) EventType() string { return "playbook.task-added" }

// TaskRenamed records a task's new title.
type TaskRenamed struct {
	Task  TaskID `json:"task_id" jsonschema:"the task"`
	Title string `json:"title" words:"author" jsonschema:"the new title"`
}

func (TaskRenamed) EventType() string { return "playbook.task-renamed" }

// TaskMoved records that a task stands elsewhere, in its module or another.
type TaskMoved struct {
	Task   TaskID   `json:"task_id" jsonschema:"the task"`
	Module ModuleID `json:"module_id" jsonschema:"the module that holds it now"`
	After  TaskID   `json:"after_id,omitempty" jsonschema:"the task before it now; absent for the first place"`
}

func (TaskMoved) EventType() string { return "playbook.task-moved" }

// A FlushedStep is a step event as a document took it.
type FlushedStep struct {
	Event string          `json:"event" jsonschema:"id of the session's step event"`
	Task  TaskID          `json:"task_id" jsonschema:"the task that it changes"`
	Type  string          `json:"type" jsonschema:"its event type"`
	Data  json.RawMessage `json:"data" words:"author" jsonschema:"its data, address included, as it stands in the session"`
}

// StepsFlushed records that a playbook took the steps of a turn into its saved
// tree. Each step event landed whole or is not in the list.
type StepsFlushed struct {
	Plan    string        `json:"plan_id" jsonschema:"the plan that asked for it"`
	Session SessionID     `json:"session_id" jsonschema:"whose steps they are"`
	User    UserID        `json:"user" jsonschema:"for whom"`
	Steps   []FlushedStep `json:"steps" jsonschema:"what landed, in order"`
	Refused []RefusedStep `json:"refused,omitempty" jsonschema:"what no longer applied"`
}

func (StepsFlushed) EventType() string { return "playbook.steps-flushed" }
