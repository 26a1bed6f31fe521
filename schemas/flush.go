package schemas

// A StepRef names a step event of the turn.
type StepRef struct {
	Event string `json:"event" jsonschema:"the step event's id"`
	Step  StepID `json:"step_id,omitempty" jsonschema:"the step that it is about; the first where it names several"`
}

// A Drop is a step event that decider 3 gives to no store of the origin view.
type Drop struct {
	StepRef
	Task   TaskID       `json:"task_id" jsonschema:"the task that it is about"`
	Reason TargetReason `json:"reason" jsonschema:"why nobody applies it"`
}

// A TaskFlush is what a flush wants of one task.
type TaskFlush struct {
	Task     TaskID      `json:"task_id" jsonschema:"the task"`
	Playbook PlaybookID  `json:"playbook_id,omitempty" jsonschema:"its playbook; absent in the library"`
	Context  TaskContext `json:"context" jsonschema:"its context, which chooses the path"`
	Path     FlushPath   `json:"path" jsonschema:"the flush path"`
	Steps    []StepRef   `json:"steps" jsonschema:"the step events to apply, in order"`
}

// FlushPlanned records, at a turn's boundary, which step events go into the saved
// tree and which the origin view dropped. It is a recorded input: its basis holds
// the position up to which the origin view was read.
type FlushPlanned struct {
	Plan  string      `json:"plan_id" jsonschema:"the plan, <turn>.flush.<n>"`
	Tasks []TaskFlush `json:"tasks" jsonschema:"what is flushed, by task"`
	Drops []Drop      `json:"drops,omitempty" jsonschema:"what the origin view dropped; it is kept and can be applied later"`
	Basis Basis       `json:"basis,omitempty" jsonschema:"positions that the plan read"`
}

// A RefusedStep is a step event that a flush could not apply.
type RefusedStep struct {
	StepRef
	Task   TaskID `json:"task_id" jsonschema:"the task that it is about"`
	Code   Code   `json:"code" jsonschema:"why"`
	Detail string `json:"detail" words:"author" jsonschema:"why, in words"`
}

// FlushApplied records that a document took its part of a plan. It is a recorded
// input.
type FlushApplied struct {
	Plan    string        `json:"plan_id" jsonschema:"the plan"`
	Entity  string        `json:"entity" jsonschema:"the boundary that was written, as in playbook/p1"`
	Seq     uint64        `json:"seq" jsonschema:"where it was written"`
	Applied int           `json:"applied" jsonschema:"how many step events landed"`
	Refused []RefusedStep `json:"refused,omitempty" jsonschema:"what no longer applies; the rest landed"`
	Basis   Basis         `json:"basis,omitempty" jsonschema:"document positions that the decision on it read"`
}

// FlushRefused records that a document's gate let nothing in. It is a recorded
// input.
type FlushRefused struct {
	Plan   string `json:"plan_id" jsonschema:"the plan"`
	Entity string `json:"entity" jsonschema:"the boundary that was to be written"`
	Code   Code   `json:"code" jsonschema:"which rung refused"`
	Ladder Ladder `json:"ladder" jsonschema:"the gate"`
	Basis  Basis  `json:"basis,omitempty" jsonschema:"document positions that the decision on it read"`
}

// BoundaryReached records that a turn has nothing more to do but to flush what it
// wrote, and how it will end, or that it will pause on a card.
type BoundaryReached struct {
	Status  TurnStatus `json:"status" jsonschema:"completed, cancelled or failed; awaiting_answer for a pause"`
	Stop    StopReason `json:"stop_reason,omitempty" jsonschema:"why it ends; absent for a pause"`
	Closing string     `json:"closing,omitempty" words:"model" jsonschema:"the closing line so far"`
}
