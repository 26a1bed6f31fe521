package schemas

// SessionOpened records that a user began a conversation.
type SessionOpened struct {
	User     UserID     `json:"user" jsonschema:"whose session it is"`
	Playbook PlaybookID `json:"playbook,omitempty" jsonschema:"the playbook it was opened on"`

	Workspace WorkspaceID `json:"workspace_id,omitempty" jsonschema:"the workspace whose conversation it is; absent in authoring"`
}

func (SessionOpened) EventType() string { return "session.opened" }

// SessionContextChanged records a context that came with a message sent without a
// view: it belongs to the session.
type SessionContextChanged struct {
	UIContext UIContext `json:"ui_context" jsonschema:"what is on the user's screen"`
	SentAt    SentAt    `json:"sent_at,omitempty" jsonschema:"when the client sent it by its own clock, RFC 3339; absent where it did not say"`
}

func (SessionContextChanged) EventType() string { return "session.context-changed" }

// CommandRefused records that a command of a user came to nothing, and why.
type CommandRefused struct {
	Command string `json:"command" jsonschema:"message, cancel or answer"`
	Code    Code   `json:"code" jsonschema:"TURN_RUNNING, CARD_OPEN, KEY_CONFLICT, UNKNOWN_TURN, UNKNOWN_CARD, CARD_SETTLED or WRONG_FINGERPRINT"`
	Key     string `json:"idempotency_key,omitempty" jsonschema:"the command's key"`
	Turn    TurnID `json:"turn_id,omitempty" jsonschema:"the turn that stands in the way, or was meant"`
	Card    CardID `json:"card_id,omitempty" jsonschema:"the card that was answered"`
}

func (CommandRefused) EventType() string { return "session.command-refused" }

// DropsApplied records that steps which a view had dropped were applied later, on the
// user's word.
type DropsApplied struct {
	Turn    TurnID        `json:"turn_id" jsonschema:"the turn that wrote them"`
	Plan    string        `json:"plan_id" jsonschema:"the plan, <turn>.drops.<n>"`
	Entity  string        `json:"entity" jsonschema:"the boundary that was written, as in playbook/p1"`
	Seq     uint64        `json:"seq,omitempty" jsonschema:"where it was written; absent where nothing landed"`
	Steps   []StepRef     `json:"steps" jsonschema:"the step events that were to be applied"`
	Refused []RefusedStep `json:"refused,omitempty" jsonschema:"what no longer applies; the rest landed"`
	Code    Code          `json:"code,omitempty" jsonschema:"why nothing was let in, where the gate refused"`
}

func (DropsApplied) EventType() string { return "session.drops-applied" }

// ViewOpened records that a tab connected.
type ViewOpened struct {
	User    UserID    `json:"user" jsonschema:"who looks"`
	Session SessionID `json:"session,omitempty" jsonschema:"the conversation that the tab shows"`
}

func (ViewOpened) EventType() string { return "view.opened" }

// ViewContextChanged records that a view shows something else than before.
type ViewContextChanged struct {
	UIContext UIContext `json:"ui_context" jsonschema:"what the view shows now"`
	SentAt    SentAt    `json:"sent_at,omitempty" jsonschema:"when the client sent it by its own clock, RFC 3339; absent where it did not say"`
}

func (ViewContextChanged) EventType() string { return "view.context-changed" }

// ViewClosed records that a tab is gone. Its last context stays, and its turn goes
// on.
type ViewClosed struct {
	Reason string `json:"reason" jsonschema:"closed by the client, or lost"`
}

func (ViewClosed) EventType() string { return "view.closed" }

// FlagFlipped records that a capability of a vendor was switched.
type FlagFlipped struct {
	Flag Flag `json:"flag" jsonschema:"the capability"`
	On   bool `json:"on" jsonschema:"whether the vendor has it from here on"`
}

func (FlagFlipped) EventType() string { return "vendor.flag-flipped" }

// A Flag is a capability that a vendor has or has not.
type Flag string

// AITaskBuilder is the capability to have subtasks written by agents.
const AITaskBuilder Flag = "ai-task-builder"
