package schemas

import "time"

// An Assignment is the one task that a sub-agent may write: it has no value for
// "anywhere".
type Assignment struct {
	ModuleIndex int        `json:"module_index" jsonschema:"index of the module on the canvas, from 0"`
	TaskIndex   int        `json:"task_index" jsonschema:"index of the task in its module, from 0"`
	Playbook    PlaybookID `json:"playbook_id" jsonschema:"the playbook on the canvas"`
	Task        TaskID     `json:"task_id" jsonschema:"the task that the coordinates were resolved to, once"`
	OnTask      bool       `json:"on_task,omitempty" jsonschema:"path B: the open builder's task, addressed by its id; the indexes mean nothing"`
	Module      ModuleID   `json:"module_id,omitempty" jsonschema:"for a module worker: the module that it fills with tasks; the rest means nothing"`
}

// LaneQueued records that a sub-agent is to work on one task, as part of a call.
type LaneQueued struct {
	Lane       LaneID     `json:"lane" jsonschema:"the lane, t{module_index}_{task_index}, with a suffix where it is used again"`
	Call       CallID     `json:"call_id" jsonschema:"the tool call that wants it"`
	Agent      string     `json:"agent" jsonschema:"the agent that works in it"`
	Assignment Assignment `json:"assignment" jsonschema:"its task"`
	Brief      string     `json:"brief,omitempty" words:"model" jsonschema:"what to write there, when it is not simply the task's subtasks"`
}

// LaneStarted records that a sub-agent got a place in its pool.
type LaneStarted struct {
	Lane     LaneID    `json:"lane" jsonschema:"the lane"`
	Deadline time.Time `json:"deadline" jsonschema:"when its time is up; absolute, kept over a restart"`
}

// LaneEnded records what came of a sub-agent. It drains the lane's refusal ledger.
type LaneEnded struct {
	Lane      LaneID `json:"lane" jsonschema:"the lane"`
	Outcome   string `json:"outcome" jsonschema:"done, failed, timed_out, refused or cancelled"`
	Code      Code   `json:"code,omitempty" jsonschema:"why, where it is not done"`
	Built     int    `json:"built" jsonschema:"steps written"`
	Unchanged int    `json:"unchanged" jsonschema:"writes refused: things left as they were"`
}

// DeadlinePassed records a clock reading: the time of a lane is up. It is a
// recorded input.
type DeadlinePassed struct {
	Lane  LaneID `json:"lane" jsonschema:"the lane"`
	Basis Basis  `json:"basis,omitempty" jsonschema:"document positions that the decision on it read"`
}

// A RowStatus is the state of a line of progress. Done, failed and unchanged are
// final: a late event never opens a row again.
type RowStatus string

const (
	RowPending   RowStatus = "pending"
	RowRunning   RowStatus = "running"
	RowDone      RowStatus = "done"
	RowUnchanged RowStatus = "unchanged"
	RowFailed    RowStatus = "failed"
)

// Final says whether a row stays as it is.
func (s RowStatus) Final() bool { return s == RowDone || s == RowUnchanged || s == RowFailed }

// RowChanged records a line of progress as it stands from here on.
type RowChanged struct {
	Row    RowID     `json:"row_id" jsonschema:"the row; t{module_index}_{task_index} for a fan-out"`
	Title  string    `json:"title" words:"author" jsonschema:"what is worked on"`
	Status RowStatus `json:"status" jsonschema:"pending, running, done, unchanged or failed"`
	Detail string    `json:"detail,omitempty" words:"model" jsonschema:"what is happening, or what came of it"`
}

// ProgressTitled records what an agent calls its work. Rows are not the model's to
// say: they follow from the tree.
type ProgressTitled struct {
	Title string `json:"title" words:"model" jsonschema:"the title of the rows"`
}

// RepliesSuggested records replies that the user may pick.
type RepliesSuggested struct {
	Replies []string `json:"replies" words:"model" jsonschema:"what may be said next, in order"`
}

// Narrated records what a sub-agent says of its work. It flips its row's detail
// and is internal: the row's event goes to front ends, this one never.
type Narrated struct {
	Lane LaneID `json:"lane" jsonschema:"who speaks"`
	Text string `json:"text" words:"model" jsonschema:"what it says"`
}
