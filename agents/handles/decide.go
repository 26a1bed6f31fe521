package handles

import (
	"fmt"
	"slices"

	"turnbook/schemas"
)

// Decide says what follows from an input: events, none where nothing changes, or a
// [*Refused]. A handle that is not there takes nothing but [Create].
func Decide(h *Handle, in Input) ([]schemas.Event, error) {
	if c, ok := in.(Create); ok {
		return h.create(c)
	}
	if !h.Exists() {
		return nil, &Refused{schemas.CodeUnknownHandle, h.ID, "there is no such delegated turn"}
	}
	switch in := in.(type) {
	case Accepted:
		return h.accept(in)
	case Ended:
		return h.ended(in), nil
	case Cancelled:
		return h.end(schemas.HandleSettled{Status: schemas.HandleInterrupted, Reason: schemas.SettledCancelled, Code: schemas.CodeCancelled, Error: in.Reason}), nil
	case Unsent:
		return h.end(schemas.HandleSettled{Status: schemas.HandleError, Reason: schemas.SettledUnsent, Code: in.Code, Error: in.Error}), nil
	case Lost:
		return h.end(schemas.HandleSettled{Status: schemas.HandleInterrupted, Reason: schemas.SettledStale, Error: "nothing of the turn was there any more after a restart"}), nil
	case Seen:
		return h.seen(in), nil
	case Interrupt:
		return h.interrupt()
	case Awaited:
		return h.awaited(in), nil
	case Detach:
		return h.detach(in), nil
	case Progress:
		return h.tell(in)
	case Notified:
		return h.notified(in), nil
	case OwnerGone:
		return h.ownerGone(), nil
	}
	return nil, fmt.Errorf("handles: no decision for %T", in)
}

func (h *Handle) create(c Create) ([]schemas.Event, error) {
	switch {
	case h.Exists() && h.Launched.Turn == c.Turn:
		return nil, nil // a repetition
	case h.Exists():
		return nil, &Refused{schemas.CodeKeyConflict, h.ID, "the id has been given to another turn"}
	case c.Settled != nil:
		return []schemas.Event{c.HandleCreated, *c.Settled}, nil
	}
	return []schemas.Event{c.HandleCreated}, nil
}

// accept is asked before the turn begins: one that has come to its end must not.
func (h *Handle) accept(in Accepted) ([]schemas.Event, error) {
	switch {
	case h.Launched.Turn != in.Turn:
		return nil, &Refused{schemas.CodeKeyConflict, h.ID, "its turn is " + string(h.Launched.Turn) + ", not " + string(in.Turn)}
	case h.Ended():
		return nil, &Refused{schemas.CodeAlreadyEnded, h.ID, "it has ended already: " + string(h.Status)}
	case h.Status == schemas.HandleQueued:
		return []schemas.Event{schemas.HandleAccepted{}}, nil
	}
	return nil, nil
}

// seen brings back what was taken for gone. Starts are heard of late, too: a turn that was
// at work before the one that made the end says nothing of what came behind it.
func (h *Handle) seen(in Seen) []schemas.Event {
	if !h.Ended() || !h.Outcome.Reason.Guess() {
		return nil
	}
	if slices.Contains(in.Ended, in.Turn) || h.Outcome.Turn != "" && !slices.Contains(in.Ended, h.Outcome.Turn) {
		return nil
	}
	return []schemas.Event{schemas.HandleRevived{Turn: in.Turn}}
}

// interrupt ends the handle with no reason and no wake: whoever asked knows.
func (h *Handle) interrupt() ([]schemas.Event, error) {
	switch h.Status {
	case schemas.HandleInterrupted:
		return nil, nil
	case schemas.HandleCompleted, schemas.HandleError:
		return nil, &Refused{schemas.CodeAlreadyEnded, h.ID, "it has ended already: " + string(h.Status)}
	}
	return h.end(schemas.HandleSettled{Status: schemas.HandleInterrupted, Reason: schemas.SettledStopped}), nil
}

// MayRetry says whether the turn may be tried once more: its end was a guess that a later
// try can correct. The error is a [*Refused].
func (h *Handle) MayRetry() error {
	switch {
	case h.Active():
		return &Refused{schemas.CodeTurnRunning, h.ID, "it is at work"}
	case !h.Outcome.Reason.Guess():
		return &Refused{schemas.CodeAlreadyEnded, h.ID, "its end was meant: it is " + string(h.Status) + ", " + string(h.Outcome.Reason)}
	}
	return nil
}

// A Halt says what an interrupt stops in the workspace. The list is closed.
type Halt string

const (
	HaltNothing Halt = "nothing" // what runs there now is something else
	HaltQueued  Halt = "queued"  // its waiting message, and nothing else
	HaltTurn    Halt = "turn"    // the turn at work
)

// Halts is what an interrupt of the handle, as it stands, stops.
func (h *Handle) Halts() Halt {
	switch h.Status {
	case schemas.HandleQueued:
		return HaltQueued
	case schemas.HandleRunning:
		return HaltTurn
	}
	return HaltNothing
}

// tell records progress once for each tool call.
func (h *Handle) tell(in Progress) ([]schemas.Event, error) {
	switch {
	case h.Launched.Kind != schemas.AgentTask:
		return nil, &Refused{schemas.CodeInvalidScope, h.ID, "only sub-agents tell on their way"}
	case slices.Contains(h.progress, in.Call):
		return nil, nil
	case h.Ended():
		return nil, &Refused{schemas.CodeAlreadyEnded, h.ID, "it has ended already: " + string(h.Status)}
	}
	return []schemas.Event{schemas.HandleProgressed(in)}, nil
}
