package schemas

import (
	"encoding/json"
	"time"
)

// A Domain is an agent that can own a turn.
type Domain string

const (
	PlaybookEditor Domain = "playbook-editor"
	TaskBuilder    Domain = "task-builder"
	Guide          Domain = "guide"
)

// Router is who classifies; no domain, but where a hand-back points to.
const Router Domain = "router"

// Domains is the static list of known domains. Domains are not advertised
// conditionally; what must not be picked is handled by decider 2.
func Domains() []Domain { return []Domain{PlaybookEditor, TaskBuilder, Guide} }

// A TurnStatus is where a turn stands.
type TurnStatus string

const (
	TurnQueued         TurnStatus = "queued"
	TurnRunning        TurnStatus = "running"
	TurnAwaitingAnswer TurnStatus = "awaiting_answer"
	TurnCompleted      TurnStatus = "completed"
	TurnCancelled      TurnStatus = "cancelled"
	TurnFailed         TurnStatus = "failed"
)

// A StopReason says why a turn ended.
type StopReason string

const (
	StopEnd             StopReason = "end_turn"
	StopHopsExhausted   StopReason = "hops_exhausted"
	StopCancelled       StopReason = "cancelled"
	StopSuperseded      StopReason = "superseded"
	StopModelFailed     StopReason = "model_failed"
	StopRoundsExhausted StopReason = "rounds_exhausted"
)

// TurnRequested records that a message came in and what was on screen. It is a
// recorded input: everything until the first model call follows from it.
type TurnRequested struct {
	Text      string    `json:"text" words:"user" jsonschema:"what the user wrote"`
	UIContext UIContext `json:"ui_context" jsonschema:"what the view, or the session without one, showed at that moment"`
	View      ViewID    `json:"view_id,omitempty" jsonschema:"the origin view: its stores decide what is flushed"`
	Key       string    `json:"idempotency_key" jsonschema:"the command's key; the turn id is made of session and key"`
	Digest    string    `json:"digest" jsonschema:"SHA-256 over the canonical command, to tell a repetition from a conflict"`
	Queue     bool      `json:"queue,omitempty" jsonschema:"whether the caller chose to wait behind a running turn"`
	Basis     Basis     `json:"basis,omitempty" jsonschema:"document positions that the decision read"`
}

func (TurnRequested) EventType() string { return "turn.requested" }

// TurnStarted records that a turn left the queue and runs.
type TurnStarted struct{}

func (TurnStarted) EventType() string { return "turn.started" }

// BucketComputed records decider 1: the location bucket of this message, against
// that of the session's last one.
type BucketComputed struct {
	Bucket   string `json:"bucket" jsonschema:"location, with +builder when a builder is open"`
	Previous string `json:"previous,omitempty" jsonschema:"the session's last bucket"`
	Ladder   Ladder `json:"ladder" jsonschema:"the rungs; the outcome is unpin, keep or classify"`
}

func (BucketComputed) EventType() string { return "turn.bucket-computed" }

// DomainUnpinned records that the session's pinned domain was let go.
type DomainUnpinned struct {
	Domain Domain `json:"domain" jsonschema:"who was pinned"`
	Reason string `json:"reason" jsonschema:"bucket_changed or handed_back"`
}

func (DomainUnpinned) EventType() string { return "turn.domain-unpinned" }

// TurnClassified records the router's pick as it was understood. The ladder holds
// the checks that an answer must pass to be usable.
type TurnClassified struct {
	Hop      int    `json:"hop" jsonschema:"0 for the first dispatch of the message"`
	Pick     Domain `json:"pick" jsonschema:"the router's pick, or the fallback where its answer was unusable"`
	Fallback bool   `json:"fallback,omitempty" jsonschema:"whether the pick is the fallback"`
	Ladder   Ladder `json:"ladder" jsonschema:"rungs: answered, well_formed, known, not_declined"`
}

func (TurnClassified) EventType() string { return "turn.classified" }

// RedirectConsidered records decider 2, applied or not.
type RedirectConsidered struct {
	Pick   Domain `json:"pick" jsonschema:"who was picked"`
	Domain Domain `json:"domain" jsonschema:"who gets the turn"`
	Ladder Ladder `json:"ladder" jsonschema:"all three verdicts, whatever came of them"`
}

func (RedirectConsidered) EventType() string { return "turn.redirect-considered" }

// DomainDispatched records who owns the turn from here on.
type DomainDispatched struct {
	Domain Domain `json:"domain" jsonschema:"who takes the turn"`
	Hop    int    `json:"hop" jsonschema:"0 for the first dispatch of the message; 3 is the last"`
	By     string `json:"by" jsonschema:"pin, router, fallback or redirect"`
}

func (DomainDispatched) EventType() string { return "turn.domain-dispatched" }

// DomainPinned records that the next message of this session goes to the same
// domain without a classification, as long as its bucket is the same.
type DomainPinned struct {
	Domain Domain `json:"domain" jsonschema:"who is pinned"`
}

func (DomainPinned) EventType() string { return "turn.domain-pinned" }

// TurnHandedBack records that a domain declined the turn: the active domain is the
// router and the hand-off context is cleared, in one fact, since a turn with one
// and not the other is stranded.
type TurnHandedBack struct {
	Domain         Domain   `json:"domain" jsonschema:"who declined"`
	Reason         string   `json:"reason" words:"model" jsonschema:"why, in the domain's words"`
	ActiveDomain   Domain   `json:"active_domain" jsonschema:"always router"`
	HandoffContext *string  `json:"handoff_context" jsonschema:"always null"`
	Declined       []Domain `json:"declined" jsonschema:"all who declined this message, in order"`
	Hop            int      `json:"hop" jsonschema:"the hop that was spent"`
}

func (TurnHandedBack) EventType() string { return "turn.handed-back" }

// A Surface is where the open task lives, as far as authoring is concerned.
type Surface string

const (
	SurfaceDraftPlaybook Surface = "DRAFT_PLAYBOOK"
	SurfaceLibraryModule Surface = "LIBRARY_MODULE"
	SurfaceLibraryTask   Surface = "LIBRARY_TASK"
	SurfaceUnsupported   Surface = "UNSUPPORTED_SURFACE"
)

// TargetResolved records the target ladder of path B.
type TargetResolved struct {
	Task       TaskID      `json:"task_id,omitempty" jsonschema:"the bound task; absent where none was resolved"`
	Module     ModuleID    `json:"module_id,omitempty" jsonschema:"the module that holds it"`
	Playbook   PlaybookID  `json:"playbook_id,omitempty" jsonschema:"the playbook it is in; absent in the library"`
	Context    TaskContext `json:"context,omitempty" jsonschema:"the task's context"`
	Surface    Surface     `json:"surface,omitempty" jsonschema:"where it lives"`
	ViewedFrom string      `json:"viewed_from,omitempty" jsonschema:"playbook or library, minted from the target and never from the payload"`
	Ladder     Ladder      `json:"ladder" jsonschema:"rungs up to the first that failed; outcome OK or a code"`
}

func (TargetResolved) EventType() string { return "turn.target-resolved" }

// OK says whether the target may be written.
func (t TargetResolved) OK() bool { return t.Ladder.Outcome == OutcomeOK }

// OutcomeOK is the outcome of a ladder that lets pass.
const OutcomeOK = "OK"

// ModelCalled records that a model is asked. The effect follows it; without an
// answer in the book it may run again after a crash.
type ModelCalled struct {
	Call      CallID    `json:"call_id" jsonschema:"the call, <turn>.<lane>.<n>"`
	Lane      LaneID    `json:"lane" jsonschema:"whose round it is"`
	Agent     string    `json:"agent" jsonschema:"the agent that asks"`
	Attempt   int       `json:"attempt,omitempty" jsonschema:"0 for the first try"`
	NotBefore time.Time `json:"not_before,omitzero" jsonschema:"when a repeated attempt may begin; absolute, kept over a restart"`
	Deadline  time.Time `json:"deadline" jsonschema:"when an answer is too late; absolute, kept over a restart"`
}

func (ModelCalled) EventType() string { return "turn.model-called" }

// A ToolRequest is a tool call as a model asked for it.
type ToolRequest struct {
	ID   string          `json:"id" jsonschema:"the model's own name of the call, unique in its answer"`
	Name string          `json:"name" jsonschema:"the tool"`
	Args json.RawMessage `json:"args,omitempty" words:"model" jsonschema:"the arguments, as they came; text where they were no JSON"`
}

// Usage is what a model call consumed, in tokens.
type Usage struct {
	Input  int `json:"input" jsonschema:"tokens read"`
	Output int `json:"output" jsonschema:"tokens written"`
}

// ModelAnswered records a model's answer. It is a recorded input: the tool calls,
// step events and refusals that stand behind it in its message follow from it.
type ModelAnswered struct {
	Call      CallID        `json:"call_id" jsonschema:"the call that is answered"`
	Lane      LaneID        `json:"lane" jsonschema:"whose round it was"`
	Model     string        `json:"model" jsonschema:"the model that answered"`
	Text      string        `json:"text,omitempty" words:"model" jsonschema:"what it said"`
	ToolCalls []ToolRequest `json:"tool_calls,omitempty" jsonschema:"what it asks for, in order"`
	Stop      string        `json:"stop,omitempty" jsonschema:"the model's own stop reason"`
	Usage     Usage         `json:"usage,omitzero" jsonschema:"what it consumed"`
	Basis     Basis         `json:"basis,omitempty" jsonschema:"document positions that the decision on it read"`
}

func (ModelAnswered) EventType() string { return "turn.model-answered" }

// ModelFailed records that a model call came to nothing. It is a recorded input.
type ModelFailed struct {
	Call    CallID `json:"call_id" jsonschema:"the call that failed"`
	Lane    LaneID `json:"lane" jsonschema:"whose round it was"`
	Code    Code   `json:"code" jsonschema:"MODEL_ERROR, MODEL_TIMEOUT or MODEL_UNUSABLE"`
	Message string `json:"message" jsonschema:"what the adapter reported"`
	Basis   Basis  `json:"basis,omitempty" jsonschema:"document positions that the decision on it read"`
}

func (ModelFailed) EventType() string { return "turn.model-failed" }

// An EditOp is a change of a document's chrome: titles, modules, tasks.
type EditOp string

const (
	RenamePlaybook EditOp = "rename_playbook"
	AddModule      EditOp = "add_module"
	LinkModule     EditOp = "link_module"
	RenameModule   EditOp = "rename_module"
	MoveModule     EditOp = "move_module"
	AddTask        EditOp = "add_task"
	RenameTask     EditOp = "rename_task"
	MoveTask       EditOp = "move_task"
	CreatePlaybook EditOp = "create_playbook"
	AddModules     EditOp = "add_modules"
)

// A NewModule is a module that an edit adds with others, in order, at the end.
type NewModule struct {
	Module ModuleID `json:"module_id" jsonschema:"the new module"`
	Title  string   `json:"title" words:"author" jsonschema:"what it is about"`
	Brief  string   `json:"brief,omitempty" words:"model" jsonschema:"what its worker is told"`
}

// A DocumentEdit is a change of a playbook's chrome, with everything resolved to ids:
// coordinates mean something only at the moment they were read.
type DocumentEdit struct {
	Op          EditOp      `json:"op" jsonschema:"rename_playbook, add_module, link_module, rename_module, move_module, add_task, rename_task, move_task, create_playbook or add_modules"`
	Playbook    PlaybookID  `json:"playbook_id" jsonschema:"the playbook"`
	Module      ModuleID    `json:"module_id,omitempty" jsonschema:"the module: the new one for add_module, the holder for add_task and move_task"`
	Task        TaskID      `json:"task_id,omitempty" jsonschema:"the task: the new one for add_task"`
	Title       string      `json:"title,omitempty" words:"author" jsonschema:"the title"`
	Description string      `json:"description,omitempty" words:"author" jsonschema:"the description, for add_task"`
	AfterModule ModuleID    `json:"after_module_id,omitempty" jsonschema:"the module before it; absent for the first place"`
	AfterTask   TaskID      `json:"after_task_id,omitempty" jsonschema:"the task before it; absent for the first place"`
	Modules     []NewModule `json:"modules,omitempty" jsonschema:"the new modules, for add_modules"`
}

// ToolCalled records that a tool call of a model is carried out.
type ToolCalled struct {
	Call  CallID          `json:"call_id" jsonschema:"the call, <turn>.<lane>.<n>"`
	Lane  LaneID          `json:"lane" jsonschema:"whose call it is"`
	Tool  string          `json:"tool" jsonschema:"the tool"`
	Args  json.RawMessage `json:"args,omitempty" words:"model" jsonschema:"its arguments"`
	Ref   string          `json:"ref" jsonschema:"the model's own name of the call"`
	Edit  *DocumentEdit   `json:"edit,omitempty" jsonschema:"for a tool that edits a document: the change, resolved"`
	Basis Basis           `json:"basis,omitempty" jsonschema:"document positions that it read"`
}

func (ToolCalled) EventType() string { return "turn.tool-called" }

// ToolReturned records what a tool told its model. One result for each call.
type ToolReturned struct {
	Call   CallID `json:"call_id" jsonschema:"the call"`
	Lane   LaneID `json:"lane" jsonschema:"whose call it was"`
	Code   Code   `json:"code,omitempty" jsonschema:"why it was refused; absent where it was done"`
	Result string `json:"result" words:"author" jsonschema:"what the model is told"`
}

func (ToolReturned) EventType() string { return "turn.tool-returned" }

// DocumentEdited records what a tool that writes a document at once (modules,
// tasks, titles) came to. It is a recorded input: the edit itself stands in the
// document's own boundary, under an id made of the call.
type DocumentEdited struct {
	Call   CallID  `json:"call_id" jsonschema:"the tool call"`
	Lane   LaneID  `json:"lane" jsonschema:"whose call it was"`
	Entity string  `json:"entity" jsonschema:"the boundary that was written, as in playbook/p1"`
	Seq    uint64  `json:"seq,omitempty" jsonschema:"the position of the edit; absent where it was refused"`
	Code   Code    `json:"code,omitempty" jsonschema:"why it was refused"`
	Ladder *Ladder `json:"ladder,omitempty" jsonschema:"the refusal's rungs"`
	Result string  `json:"result" words:"author" jsonschema:"what the model is told"`
	Basis  Basis   `json:"basis,omitempty" jsonschema:"document positions that the decision on it read"`
}

func (DocumentEdited) EventType() string { return "turn.document-edited" }

// MessageWritten records a finished message of the agent that owns the turn.
type MessageWritten struct {
	Call   CallID `json:"call_id" jsonschema:"the model call that wrote it; its deltas carried this id"`
	Domain Domain `json:"domain" jsonschema:"who speaks"`
	Text   string `json:"text" words:"model" jsonschema:"what it says"`
}

func (MessageWritten) EventType() string { return "turn.message-written" }

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

func (LaneQueued) EventType() string { return "turn.lane-queued" }

// LaneStarted records that a sub-agent got a place in its pool.
type LaneStarted struct {
	Lane     LaneID    `json:"lane" jsonschema:"the lane"`
	Deadline time.Time `json:"deadline" jsonschema:"when its time is up; absolute, kept over a restart"`
}

func (LaneStarted) EventType() string { return "turn.lane-started" }

// LaneEnded records what came of a sub-agent. It drains the lane's refusal ledger.
type LaneEnded struct {
	Lane      LaneID `json:"lane" jsonschema:"the lane"`
	Outcome   string `json:"outcome" jsonschema:"done, failed, timed_out, refused or cancelled"`
	Code      Code   `json:"code,omitempty" jsonschema:"why, where it is not done"`
	Built     int    `json:"built" jsonschema:"steps written"`
	Unchanged int    `json:"unchanged" jsonschema:"writes refused: things left as they were"`
}

func (LaneEnded) EventType() string { return "turn.lane-ended" }

// DeadlinePassed records a clock reading: the time of a lane is up. It is a
// recorded input.
type DeadlinePassed struct {
	Lane  LaneID `json:"lane" jsonschema:"the lane"`
	Basis Basis  `json:"basis,omitempty" jsonschema:"document positions that the decision on it read"`
}

func (DeadlinePassed) EventType() string { return "turn.deadline-passed" }

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

func (RowChanged) EventType() string { return "turn.row-changed" }

// ProgressTitled records what an agent calls its work. Rows are not the model's to
// say: they follow from the tree.
type ProgressTitled struct {
	Title string `json:"title" words:"model" jsonschema:"the title of the rows"`
}

func (ProgressTitled) EventType() string { return "turn.progress-titled" }

// RepliesSuggested records replies that the user may pick.
type RepliesSuggested struct {
	Replies []string `json:"replies" words:"model" jsonschema:"what may be said next, in order"`
}

func (RepliesSuggested) EventType() string { return "turn.replies-suggested" }

// Narrated records what a sub-agent says of its work. It flips its row's detail
// and is internal: the row's event goes to front ends, this one never.
type Narrated struct {
	Lane LaneID `json:"lane" jsonschema:"who speaks"`
	Text string `json:"text" words:"model" jsonschema:"what it says"`
}

func (Narrated) EventType() string { return "turn.narrated" }

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

func (FlushPlanned) EventType() string { return "turn.flush-planned" }

// A RefusedStep is a step event that a flush could not apply.
type RefusedStep struct {
	StepRef
	Task   TaskID `json:"task_id" jsonschema:"the task that it is about"`
	Code   Code   `json:"code" jsonschema:"why"`
	Detail string `json:"detail" jsonschema:"why, in words"`
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

func (FlushApplied) EventType() string { return "turn.flush-applied" }

// FlushRefused records that a document's gate let nothing in. It is a recorded
// input.
type FlushRefused struct {
	Plan   string `json:"plan_id" jsonschema:"the plan"`
	Entity string `json:"entity" jsonschema:"the boundary that was to be written"`
	Code   Code   `json:"code" jsonschema:"which rung refused"`
	Ladder Ladder `json:"ladder" jsonschema:"the gate"`
	Basis  Basis  `json:"basis,omitempty" jsonschema:"document positions that the decision on it read"`
}

func (FlushRefused) EventType() string { return "turn.flush-refused" }

// BoundaryReached records that a turn has nothing more to do but to flush what it
// wrote, and how it will end, or that it will pause on a card.
type BoundaryReached struct {
	Status  TurnStatus `json:"status" jsonschema:"completed, cancelled or failed; awaiting_answer for a pause"`
	Stop    StopReason `json:"stop_reason,omitempty" jsonschema:"why it ends; absent for a pause"`
	Closing string     `json:"closing,omitempty" words:"model" jsonschema:"the closing line so far"`
}

func (BoundaryReached) EventType() string { return "turn.boundary-reached" }

// A CardStatus is where a card stands. Only open can change.
type CardStatus string

const (
	CardOpen       CardStatus = "open"
	CardConfirmed  CardStatus = "confirmed"
	CardDeclined   CardStatus = "declined"
	CardStale      CardStatus = "stale"
	CardSuperseded CardStatus = "superseded"
)

// A CardDecision is a person's answer to a card.
type CardDecision string

const (
	Confirm CardDecision = "confirm"
	Decline CardDecision = "decline"
)

// A CardStep is a step that a card is about.
type CardStep struct {
	Step  StepID `json:"step_id" jsonschema:"the step"`
	Title string `json:"title" words:"author" jsonschema:"its title when the card was raised"`
}

// InterruptRaised records that a turn waits for a person's yes, before the tool
// runs. The card outlives process, tab and day; it is answerable once.
type InterruptRaised struct {
	Card        CardID     `json:"card_id" jsonschema:"the card, minted here and never derived from a position"`
	Call        CallID     `json:"call_id" jsonschema:"the tool call that waits"`
	Lane        LaneID     `json:"lane" jsonschema:"whose call it is"`
	Tool        string     `json:"tool" jsonschema:"the tool"`
	Playbook    PlaybookID `json:"playbook_id,omitempty" jsonschema:"the task's playbook; absent in the library"`
	Task        TaskID     `json:"task_id" jsonschema:"the task that it would change"`
	Targets     []CardStep `json:"targets" jsonschema:"the steps that are named"`
	Cascade     []CardStep `json:"cascade" jsonschema:"the steps that go with them"`
	Fingerprint string     `json:"fingerprint" jsonschema:"SHA-256 over the canonical plan: tool, target ids, cascade ids, and those steps' content"`
	Basis       Basis      `json:"basis,omitempty" jsonschema:"document positions that the plan read"`
}

func (InterruptRaised) EventType() string { return "turn.interrupt-raised" }

// InterruptAnswered records a person's answer. It is a recorded input: first writer
// wins.
type InterruptAnswered struct {
	Card        CardID       `json:"card_id" jsonschema:"the card"`
	Decision    CardDecision `json:"decision" jsonschema:"confirm or decline"`
	Fingerprint string       `json:"fingerprint" jsonschema:"of the plan that the person saw"`
	Basis       Basis        `json:"basis,omitempty" jsonschema:"document positions that the decision on it read"`
}

func (InterruptAnswered) EventType() string { return "turn.interrupt-answered" }

// InterruptStale records that a card was confirmed and the tree had moved under it:
// nothing is done, and the card is settled for good.
type InterruptStale struct {
	Card        CardID `json:"card_id" jsonschema:"the card"`
	Fingerprint string `json:"fingerprint" jsonschema:"of the plan as it would be now"`
	Ladder      Ladder `json:"ladder" jsonschema:"the check at execution"`
}

func (InterruptStale) EventType() string { return "turn.interrupt-stale" }

// InterruptSuperseded records that a card was left unanswered: a new message came,
// or the turn was stopped.
type InterruptSuperseded struct {
	Card   CardID `json:"card_id" jsonschema:"the card"`
	Reason string `json:"reason" jsonschema:"new_message or cancelled"`
}

func (InterruptSuperseded) EventType() string { return "turn.interrupt-superseded" }

// CancelRequested records that somebody stopped the turn. What was written stays.
// It is a recorded input.
type CancelRequested struct {
	Reason string `json:"reason,omitempty" words:"user" jsonschema:"why, if told"`
	Basis  Basis  `json:"basis,omitempty" jsonschema:"document positions that the decision on it read"`
}

func (CancelRequested) EventType() string { return "turn.cancel-requested" }

// TurnEnded records the end of a turn. A turn has exactly one.
type TurnEnded struct {
	Status  TurnStatus `json:"status" jsonschema:"completed, cancelled or failed"`
	Stop    StopReason `json:"stop_reason" jsonschema:"why it ended"`
	Hops    int        `json:"hops" jsonschema:"hops spent"`
	Closing string     `json:"closing,omitempty" words:"model" jsonschema:"the closing line: what was built, left unchanged, dropped"`
}

func (TurnEnded) EventType() string { return "turn.ended" }
