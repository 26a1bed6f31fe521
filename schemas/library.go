package schemas

import "encoding/json"

// LibraryModuleAdded records a module of the library, with its tasks.
type LibraryModuleAdded struct {
	Module Module    `json:"module" jsonschema:"the module, whole"`
	After  *ModuleID `json:"after_id,omitempty" jsonschema:"the module before it; empty for the first place, absent for the last"`
}

func (LibraryModuleAdded) EventType() string { return "library.module-added" }

// LibraryModuleArchived records that a module of the library is out of use.
type LibraryModuleArchived struct {
	Module ModuleID `json:"module_id" jsonschema:"the module"`
}

func (LibraryModuleArchived) EventType() string { return "library.module-archived" }

// LibraryTaskAdded records a task that stands in the library on its own, or in one
// of its modules.
type LibraryTaskAdded struct {
	Module ModuleID `json:"module_id,omitempty" jsonschema:"the library module that holds it; absent for a task on its own"`
	Task   Task     `json:"task" jsonschema:"the task, whole"`
	After  *TaskID  `json:"after_id,omitempty" jsonschema:"the task before it; empty for the first place, absent for the last"`
}

func (LibraryTaskAdded) EventType() string { return "library.task-added" }

// LibraryTaskArchived records that a task of the library is out of use.
type LibraryTaskArchived struct {
	Task TaskID `json:"task_id" jsonschema:"the task"`
}

func (LibraryTaskArchived) EventType() string { return "library.task-archived" }

// LibraryModuleRenamed records the new title of a module of the library. Playbooks that
// link it show the title, too.
type LibraryModuleRenamed struct {
	Module ModuleID `json:"module_id" jsonschema:"the module"`
	Title  string   `json:"title" words:"author" jsonschema:"the new title"`
}

func (LibraryModuleRenamed) EventType() string { return "library.module-renamed" }

// LibraryModuleMoved records that a module stands elsewhere in the library.
type LibraryModuleMoved struct {
	Module ModuleID `json:"module_id" jsonschema:"the module"`
	After  ModuleID `json:"after_id,omitempty" jsonschema:"the module before it now; absent for the first place"`
}

func (LibraryModuleMoved) EventType() string { return "library.module-moved" }

// LibraryTaskRenamed records the new title of a task of the library.
type LibraryTaskRenamed struct {
	Task  TaskID `json:"task_id" jsonschema:"the task"`
	Title string `json:"title" words:"author" jsonschema:"the new title"`
}

func (LibraryTaskRenamed) EventType() string { return "library.task-renamed" }

// LibraryTaskMoved records that a task of the library stands elsewhere: in a module, or
// on its own.
type LibraryTaskMoved struct {
	Task   TaskID   `json:"task_id" jsonschema:"the task"`
	Module ModuleID `json:"module_id,omitempty" jsonschema:"the module that holds it now; absent for a task on its own"`
	After  TaskID   `json:"after_id,omitempty" jsonschema:"the task before it now; absent for the first place"`
}

func (LibraryTaskMoved) EventType() string { return "library.task-moved" }

// A Template is a set of steps to copy from.
type Template struct {
	ID          string `json:"id" jsonschema:"the template"`
	Title       string `json:"title" words:"author" jsonschema:"what it is for"`
	Description string `json:"description,omitempty" words:"author" jsonschema:"more of it"`
	Steps       []Step `json:"steps" jsonschema:"its steps, in order"`
}

// LibraryTemplateAdded records a template of steps. A second one of the same id takes
// the place of the first.
type LibraryTemplateAdded struct {
	Template Template `json:"template" jsonschema:"the template, whole"`
}

func (LibraryTemplateAdded) EventType() string { return "library.template-added" }

// FormImported records a form that came from a file, whole: a template of one FORM
// step, to copy from, and the file itself, so that what is exported equals what came
// in.
type FormImported struct {
	Template Template        `json:"template" jsonschema:"the template: one FORM step with the form's document"`
	Source   string          `json:"source" words:"author" jsonschema:"name of the file"`
	Format   string          `json:"format" jsonschema:"form.io or surveyjs"`
	Digest   string          `json:"digest" jsonschema:"SHA-256 of the file"`
	Original json.RawMessage `json:"original" words:"author" jsonschema:"the file, in canonical form"`
	Report   []ImportNote    `json:"report,omitempty" jsonschema:"what was mapped, what was not, and why"`
}

func (FormImported) EventType() string { return "library.form-imported" }

// LibraryStepsFlushed records that the library took the steps of a turn.
type LibraryStepsFlushed struct {
	StepsFlushed
}

func (LibraryStepsFlushed) EventType() string { return "library.steps-flushed" }
