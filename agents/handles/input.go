package handles

import (
	"fmt"

	"turnbook/schemas"
)

// An Input is what a decision is asked about. The set is closed.
type Input interface{ input() }

type (
	// Create records the handle.
	Create struct {
		schemas.HandleCreated
		Settled *schemas.HandleSettled // its launch failed once its workspace was there; nil otherwise
	}
	// Accepted says that its workspace takes its message up.
	Accepted struct{ Turn schemas.TurnID }
	// Ended says that a turn of its workspace came to its end.
	Ended struct {
		Turn   schemas.TurnID
		Stop   schemas.StopReason
		Code   schemas.Code // why, where it failed
		Error  string       // why, in words
		Report string       // what it says: its closing text, or the plan
		Later  Later
	}
	// Cancelled says that its message was taken out of the queue.
	Cancelled struct{ Reason string }
	// Unsent says that its workspace did not take its message, or could not begin.
	Unsent struct {
		Code  schemas.Code
		Error string
	}
	// Lost says that nothing of it is to be found after a restart.
	Lost struct{}
	// Seen says that a turn of it was at work, when such others of its workspace had ended.
	Seen struct {
		Turn  schemas.TurnID
		Ended []schemas.TurnID
	}
	// Interrupt is its owner's, or a person's, word to stop it.
	Interrupt struct{}
	// Awaited says that a workspace was handed an end of it.
	Awaited struct {
		By         schemas.WorkspaceID
		Generation int
	}
	// Detach says that its owner waits no more, and is to be woken.
	Detach struct{ Reason string } // WaitExceeded or MessageWaiting
	// Progress is what a sub-agent tells on its way.
	Progress struct {
		Call schemas.CallID
		Text string
	}
	// Notified says that its owner was woken for an end of it.
	Notified struct {
		Generation int
		Turn       schemas.TurnID
	}
	// OwnerGone says that there is nobody to wake.
	OwnerGone struct{}
)

// Later is what is known beside a turn's end.
type Later struct {
	Correlated bool // the turn is the handle's own, as [Turns] has it
	Older      bool // it began before the handle's message: it says nothing of it
	Internal   bool // the program's own, such as a compaction: it says nothing either
	Continues  bool // a turn that goes on with it waits or is at work
	NewInput   bool // another message waits, for which it was cut
	Blocked    bool // work that it delegated, and has to wait for, is at work
	Unreported bool // a sub-agent's: it ended without what it must give
	Recovered  bool // it was found in history after a restart
	Followed   bool // another turn of the handle came after it: that one's end counts
	Waiting    bool // the owner waits for the handle, and has the outcome with this
}

// Why an owner no longer waits.
const (
	WaitExceeded   = "wait_exceeded"
	MessageWaiting = "message_waiting"
)

// Why a turn's end was not the end of its handle.
const (
	DeferredContinuation = "continuation"
	DeferredBlocking     = "blocking_work"
	DeferredUnreported   = "unreported"
	DeferredHandedOn     = "handed_on" // a sub-agent's plan is carried out in its workspace
)

// How an outcome was delivered without a wake.
const (
	ByAwait     = "await"
	ByOwnerGone = "owner_gone"
)

func (Create) input()    {}
func (Accepted) input()  {}
func (Ended) input()     {}
func (Cancelled) input() {}
func (Unsent) input()    {}
func (Lost) input()      {}
func (Seen) input()      {}
func (Interrupt) input() {}
func (Awaited) input()   {}
func (Detach) input()    {}
func (Progress) input()  {}
func (Notified) input()  {}
func (OwnerGone) input() {}

// A Refused is an input that came to nothing, for whoever asked.
type Refused struct {
	Code   schemas.Code
	Handle schemas.HandleID
	Detail string
}

func (e *Refused) Error() string { return fmt.Sprintf("%s: %s", e.Handle, e.Detail) }
