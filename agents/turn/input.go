package turn

import (
	"fmt"

	"turnbook/schemas"
)

// An Input is what a decision is asked about. The set is closed.
type Input interface{ input() }

// Commands.
type (
	// Open begins the session.
	Open struct {
		User      schemas.UserID
		Playbook  schemas.PlaybookID
		Workspace schemas.WorkspaceID // "" for a session of authoring
		Key       string              // idempotency key
	}
	// Message asks for a turn. Its Digest tells a repetition from another command.
	Message struct {
		Text    string
		Context schemas.UIContext
		View    schemas.ViewID
		Key     string
		ID      string // the caller's own name of the message; "" for none
		Queue   bool
		Trace   string         // the caller's W3C traceparent; "" for none
		SentAt  schemas.SentAt // by the caller's own clock; "" where it did not say
		Budget  int            // tokens of conversation and canvas before older talk is summed up; 0 for no limit
		Keep    bool           // an open card is kept: the message is refused where it would supersede one

		Delegation *schemas.Delegation // in a workspace's session: under which agent, and for whom
	}
	// Answer settles a card.
	Answer struct {
		Card        schemas.CardID
		Decision    schemas.CardDecision
		Fingerprint string // of the plan that the person saw
		Trace       string // the caller's W3C traceparent; "" for none
		SentAt      schemas.SentAt
	}
	// ApplyDrops records what became of steps that a view had dropped and the user
	// wanted after all.
	ApplyDrops struct{ schemas.DropsApplied }
	// Cancel stops a turn; what it wrote stays.
	Cancel struct {
		Turn   schemas.TurnID
		Reason string
		SentAt schemas.SentAt
	}
)

// What came of effects.
type (
	// Answered is a model's answer.
	Answered struct{ schemas.ModelAnswered }
	// Failed is a model call that came to nothing.
	Failed struct{ schemas.ModelFailed }
	// Edited is what a document's chrome took, or refused.
	Edited struct{ schemas.DocumentEdited }
	// Expired is a clock reading: a lane's time is up.
	Expired struct{ Lane schemas.LaneID }
	// Seen is what the origin view showed while the turn wrote.
	Seen struct {
		Timeline Timeline
		Basis    schemas.Basis // how far the view was read, as "view/v1" → 12; nil without one
	}
	// Flushed is what a document's saved tree took.
	Flushed struct{ schemas.FlushApplied }
	// FlushStopped is a document's gate that let nothing in.
	FlushStopped struct{ schemas.FlushRefused }
	// Resolved is the agent that a workspace's turn runs under, or that there is none.
	Resolved struct{ schemas.AgentResolved }
	// Returned is what a tool of a workspace came to.
	Returned struct{ schemas.ToolReturned }
)

func (Open) input()         {}
func (Message) input()      {}
func (Answer) input()       {}
func (ApplyDrops) input()   {}
func (Cancel) input()       {}
func (Answered) input()     {}
func (Failed) input()       {}
func (Edited) input()       {}
func (Expired) input()      {}
func (Seen) input()         {}
func (Flushed) input()      {}
func (FlushStopped) input() {}
func (Resolved) input()     {}
func (Returned) input()     {}

// A Refused is a command that came to nothing. It is recorded, and it is told to
// whoever asked.
type Refused struct {
	Code schemas.Code
	Turn schemas.TurnID // the turn in the way, or meant
	Card schemas.CardID // the card that was answered; "" for other commands
	At   uint64         // position of the card's answer; 0 where it has none
}

func (e *Refused) Error() string {
	switch e.Code {
	case schemas.CodeTurnRunning:
		return fmt.Sprintf("turn %s is running in this session; wait for it, or ask to queue", e.Turn)
	case schemas.CodeCardOpen:
		return fmt.Sprintf("turn %s waits for card %s to be answered", e.Turn, e.Card)
	case schemas.CodeKeyConflict:
		if e.Turn == "" {
			return fmt.Sprintf("the idempotency key was used before, at %d, with other content", e.At)
		}
		return fmt.Sprintf("the idempotency key was used before, with other content, for turn %s", e.Turn)
	case schemas.CodeUnknownTurn:
		return fmt.Sprintf("there is no turn %s in this session", e.Turn)
	case schemas.CodeUnknownCard:
		return fmt.Sprintf("there is no card %s in this session", e.Card)
	case schemas.CodeWrongFingerprint:
		return fmt.Sprintf("the answer is to another plan than that of card %s; look at the card again", e.Card)
	case schemas.CodeCardSettled:
		if e.At == 0 {
			return fmt.Sprintf("card %s was superseded; it can't be answered any more", e.Card)
		}
		return fmt.Sprintf("card %s was already answered at %d, otherwise", e.Card, e.At)
	}
	return string(e.Code)
}

// A Timeline is the contexts of the origin view by position, oldest first. Without a
// view it has one entry, at 0: the context that came with the message.
type Timeline []Sight

// A Sight is what a view shows from a position on.
type Sight struct {
	Seq     uint64
	Context schemas.UIContext
}

// At is the context in force at a position.
func (t Timeline) At(seq uint64) schemas.UIContext {
	var ui schemas.UIContext
	for _, s := range t {
		if s.Seq > seq {
			break
		}
		ui = s.Context
	}
	return ui
}
