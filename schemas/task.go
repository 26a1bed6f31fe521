package schemas

import "encoding/json"

// A StepKind is what a step asks of the person who carries it out.
type StepKind string

const (
	Instruction StepKind = "INSTRUCTION"
	Form        StepKind = "FORM"
	Approval    StepKind = "APPROVAL"
	Decision    StepKind = "DECISION"
	Upload      StepKind = "UPLOAD"
	Email       StepKind = "EMAIL"
)

// StepKinds is the closed list of kinds.
func StepKinds() []StepKind {
	return []StepKind{Instruction, Form, Approval, Decision, Upload, Email}
}

// DefaultBranches are the branches that a kind has unless its author names others;
// nil for kinds that hold no steps.
func (k StepKind) DefaultBranches() []string {
	switch k {
	case Approval:
		return []string{"approved", "rejected"}
	case Decision:
		return []string{"yes", "no"}
	}
	return nil
}

// A Place is where a step stands among its siblings. It is a neighbour, never a
// number, so that it means the same after somebody else's change.
type Place struct {
	Parent StepID `json:"parent_id,omitempty" jsonschema:"the step that holds it; absent at the top of the task"`
	Branch string `json:"branch,omitempty" words:"author" jsonschema:"the parent's branch"`
	After  StepID `json:"after_id,omitempty" jsonschema:"the sibling before it; absent for the first place"`
}

// StepAdded records a new step. The address (coordinates on path A, a task id on
// path B) is all that differs between the paths.
type StepAdded struct {
	StepAddress
	Step        StepID   `json:"step_id" jsonschema:"minted id, <turn>.<lane>.<n>"`
	Kind        StepKind `json:"kind" jsonschema:"INSTRUCTION, FORM, APPROVAL, DECISION, UPLOAD or EMAIL"`
	Title       string   `json:"title" words:"author" jsonschema:"what is to be done"`
	Description string   `json:"description,omitempty" words:"author" jsonschema:"how"`
	Branches    []string `json:"branches,omitempty" words:"author" jsonschema:"names of the branches of a kind that has them"`
	Place       Place    `json:"place" jsonschema:"where it stands"`
}

func (StepAdded) EventType() string { return "task.step-added" }

// StepUpdated records new words or another kind for a step. An absent field stays
// as it was.
type StepUpdated struct {
	StepAddress
	Step        StepID   `json:"step_id" jsonschema:"the step"`
	Kind        StepKind `json:"kind,omitempty" jsonschema:"the new kind"`
	Title       *string  `json:"title,omitempty" words:"author" jsonschema:"the new title"`
	Description *string  `json:"description,omitempty" words:"author" jsonschema:"the new description"`
}

func (StepUpdated) EventType() string { return "task.step-updated" }

// StepsRemoved records that steps are gone, with what they held. It takes exactly what
// it lists: a step that came to stand inside meanwhile, and that nobody saw when the
// removal was decided, keeps all of it in place.
type StepsRemoved struct {
	StepAddress
	Steps   []StepID `json:"step_ids" jsonschema:"the steps, as they were named"`
	Cascade []StepID `json:"cascade_ids,omitempty" jsonschema:"the steps that they held"`
}

func (StepsRemoved) EventType() string { return "task.steps-removed" }

// StepMoved records that a step stands elsewhere, with what it holds.
type StepMoved struct {
	StepAddress
	Step  StepID `json:"step_id" jsonschema:"the step"`
	Place Place  `json:"place" jsonschema:"where it stands now"`
}

func (StepMoved) EventType() string { return "task.step-moved" }

// FormWritten records the document of a FORM step, whole.
type FormWritten struct {
	StepAddress
	Step StepID          `json:"step_id" jsonschema:"the FORM step"`
	Form json.RawMessage `json:"form" words:"author" jsonschema:"the form document: elements_map and order"`
}

func (FormWritten) EventType() string { return "task.form-written" }

// A StepEvent is an event that changes the steps of one task.
type StepEvent interface {
	Event
	// Address is where the event says it belongs.
	Address() StepAddress
	// Readdressed is the event with another address and the same payload.
	Readdressed(StepAddress) StepEvent
	// StepIDs are the steps that it is about.
	StepIDs() []StepID
}

func (e StepAdded) Address() StepAddress    { return e.StepAddress }
func (e StepUpdated) Address() StepAddress  { return e.StepAddress }
func (e StepsRemoved) Address() StepAddress { return e.StepAddress }
func (e StepMoved) Address() StepAddress    { return e.StepAddress }
func (e FormWritten) Address() StepAddress  { return e.StepAddress }

func (e StepAdded) Readdressed(a StepAddress) StepEvent    { e.StepAddress = a; return e }
func (e StepUpdated) Readdressed(a StepAddress) StepEvent  { e.StepAddress = a; return e }
func (e StepsRemoved) Readdressed(a StepAddress) StepEvent { e.StepAddress = a; return e }
func (e StepMoved) Readdressed(a StepAddress) StepEvent    { e.StepAddress = a; return e }
func (e FormWritten) Readdressed(a StepAddress) StepEvent  { e.StepAddress = a; return e }

func (e StepAdded) StepIDs() []StepID    { return []StepID{e.Step} }
func (e StepUpdated) StepIDs() []StepID  { return []StepID{e.Step} }
func (e StepsRemoved) StepIDs() []StepID { return e.Steps }
func (e StepMoved) StepIDs() []StepID    { return []StepID{e.Step} }
func (e FormWritten) StepIDs() []StepID  { return []StepID{e.Step} }

// WriteRefused records that a write to a task's steps, or to a document, was
// refused, with the rungs that say why.
type WriteRefused struct {
	Code   Code   `json:"code" jsonschema:"which rung refused"`
	Tool   string `json:"tool" jsonschema:"the tool, or the edit by hand, that wanted to write"`
	Call   CallID `json:"call_id,omitempty" jsonschema:"its call"`
	Lane   LaneID `json:"lane,omitempty" jsonschema:"whose call"`
	Task   TaskID `json:"task_id,omitempty" jsonschema:"the task that was to be written, where one was resolved"`
	Step   StepID `json:"step_id,omitempty" jsonschema:"the step that was to be written"`
	Detail string `json:"detail" words:"author" jsonschema:"the refusal in words, as the model and the user are told"`
	Ladder Ladder `json:"ladder" jsonschema:"the gate"`
}

func (WriteRefused) EventType() string { return "task.write-refused" }
