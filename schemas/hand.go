package schemas

import "encoding/json"

// A StepOp is a change of a task's steps by hand.
type StepOp string

const (
	OpAdd       StepOp = "add"
	OpUpdate    StepOp = "update"
	OpMove      StepOp = "move"
	OpRemove    StepOp = "remove"
	OpWriteForm StepOp = "write_form"
)

// A StepEdit is one change of a task's steps as a person asks for it. Which members it
// has goes by its op.
type StepEdit struct {
	Op          StepOp          `json:"op" doc:"add, update, move, remove or write_form"`
	Step        StepID          `json:"step_id,omitempty" doc:"the step; for add, the new one's id, which otherwise follows from the key"`
	Steps       []StepID        `json:"step_ids,omitempty" doc:"remove: the steps"`
	Cascade     []StepID        `json:"cascade_ids,omitempty" doc:"remove: what the person saw that they hold; a step inside that is not named here refuses the removal"`
	Kind        StepKind        `json:"kind,omitempty" doc:"add, update: INSTRUCTION, FORM, APPROVAL, DECISION, UPLOAD or EMAIL"`
	Title       *string         `json:"title,omitempty" doc:"add, update: what is to be done"`
	Description *string         `json:"description,omitempty" doc:"add, update: how"`
	Branches    []string        `json:"branches,omitempty" doc:"add: names of the branches of an APPROVAL or DECISION; absent for the usual ones"`
	Place       *Place          `json:"place,omitempty" doc:"add, move: where it stands; for add, absent for the end of the task"`
	Form        json.RawMessage `json:"form,omitempty" doc:"write_form: the form document, whole"`
}

// A StepChange is a step event that is yet to happen.
type StepChange struct {
	Type string          `json:"type" jsonschema:"its event type"`
	Data json.RawMessage `json:"data" words:"author" jsonschema:"its data, with the task's address"`
}

// A TouchedStep is a step that an edit by hand made, changed, moved or took away.
// Positions name what a step is and where it stands: as long as nobody touches it, it
// stands as the change at that position left it.
type TouchedStep struct {
	Step StepID `json:"step_id" jsonschema:"the step"`
	Was  uint64 `json:"was,omitempty" jsonschema:"position of the change that it stood as before; absent for none since it came with its task"`
	Now  uint64 `json:"now,omitempty" jsonschema:"in an undo, position of the change that it stands as again"`
}

// StepsEdited records that a person changed the steps of a task by hand, all of it at
// once. What takes it back is decided with it, so that an undo looks at nothing but
// this event and the tree.
type StepsEdited struct {
	User    UserID        `json:"user" jsonschema:"whose hand it was"`
	Task    TaskID        `json:"task_id" jsonschema:"the task"`
	Steps   []FlushedStep `json:"steps" jsonschema:"the step events, in order, addressed to the task"`
	Inverse []StepChange  `json:"inverse" jsonschema:"the step events that take it back, in order"`
	Touched []TouchedStep `json:"touched" jsonschema:"the steps that it made, changed, moved or took away"`
	Undoes  string        `json:"undoes,omitempty" jsonschema:"id of the edit by hand that it takes back; undoing an undo is a redo"`
	Ask     string        `json:"ask" jsonschema:"SHA-256 of what was asked, so that a repetition is told from another ask under the same key"`
	Ladder  Ladder        `json:"ladder" jsonschema:"the gate"`
}

func (StepsEdited) EventType() string { return "playbook.steps-edited" }

// LibraryStepsEdited records that a person changed the steps of a task of the library
// by hand.
type LibraryStepsEdited struct {
	StepsEdited
}

func (LibraryStepsEdited) EventType() string { return "library.steps-edited" }
