package agui

import "turnbook/schemas"

// A State is what STATE_SNAPSHOT tells and STATE_DELTA changes: one turn as it stands.
// It is told anew at the start of each run. The documents are not in it; GET
// /v1/playbooks/{id}?session= has them.
type State struct {
	Session schemas.SessionID        `json:"session"`
	Turn    schemas.TurnID           `json:"turn"`   // "" where the thread has none
	Status  schemas.TurnStatus       `json:"status"` // "" where the thread has no turn
	Domain  schemas.Domain           `json:"domain"` // who has the turn; "" while the router has it
	Hop     int                      `json:"hop"`
	Title   string                   `json:"title"`   // what the agent calls its work
	Rows    []Row                    `json:"rows"`    // lines of progress, in the order they appeared
	Cards   []Card                   `json:"cards"`   // those that wait for an answer
	Replies []string                 `json:"replies"` // what the user may say next
	Tasks   map[schemas.TaskID]*Task `json:"tasks"`   // those whose steps the turn changed
}

// A Row is a line of progress, in the state and as the content of its activity.
type Row struct {
	ID     schemas.RowID     `json:"row"`
	Title  string            `json:"title"`
	Status schemas.RowStatus `json:"status"`
	Detail string            `json:"detail"`
}

// RowPaused is the status of an activity whose row is not final while its turn waits
// for an answer. The row itself has no such status.
const RowPaused schemas.RowStatus = "paused"

// A Task is what a turn did to the steps of a task.
type Task struct {
	Playbook schemas.PlaybookID `json:"playbook_id,omitempty"` // absent in the library
	Changes  []Change           `json:"changes"`               // one a step, in the order of the first
}

// A Change is the last thing that happened to a step: added, updated, moved, removed,
// or form (its form was written).
type Change struct {
	Step   schemas.StepID   `json:"step"`
	Change string           `json:"change"`
	Kind   schemas.StepKind `json:"kind,omitempty"`
	Title  string           `json:"title,omitempty"`
}
