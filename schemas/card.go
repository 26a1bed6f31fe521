package schemas

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

// InterruptAnswered records a person's answer. It is a recorded input: first writer
// wins.
type InterruptAnswered struct {
	Card        CardID       `json:"card_id" jsonschema:"the card"`
	Decision    CardDecision `json:"decision" jsonschema:"confirm or decline"`
	Fingerprint string       `json:"fingerprint" jsonschema:"of the plan that the person saw"`
	SentAt      SentAt       `json:"sent_at,omitempty" jsonschema:"when the client sent it by its own clock, RFC 3339; absent where it did not say"`
	Basis       Basis        `json:"basis,omitempty" jsonschema:"document positions that the decision on it read"`
}

// InterruptStale records that a card was confirmed and the tree had moved under it:
// nothing is done, and the card is settled for good.
type InterruptStale struct {
	Card        CardID `json:"card_id" jsonschema:"the card"`
	Fingerprint string `json:"fingerprint" jsonschema:"of the plan as it would be now"`
	Ladder      Ladder `json:"ladder" jsonschema:"the check at execution"`
}

// InterruptSuperseded records that a card was left unanswered: a new message came,
// or the turn was stopped.
type InterruptSuperseded struct {
	Card   CardID `json:"card_id" jsonschema:"the card"`
	Reason string `json:"reason" jsonschema:"new_message or cancelled"`
}
