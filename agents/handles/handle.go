package handles

import (
	"fmt"
	"slices"

	"turnbook/schemas"
)

// A Handle is the fold of one delegated turn. Its zero value, with an id, is one that is
// not there yet.
type Handle struct {
	ID         schemas.HandleID
	Launched   schemas.HandleCreated    // how it was launched
	Status     schemas.HandleStatus     // "" before it is there
	Policy     schemas.AttentionPolicy  // absent reads as blocking
	Outcome    schemas.HandleSettled    // its last end; the zero value for none yet
	Deferred   []schemas.HandleDeferred // ends of turns that were not its own end, since the last
	Recoveries int                      // turns in a row that ended without their report
	Delivered  int                      // the last generation that its owner has, or needs no more
	progress   []schemas.CallID
	counted    []schemas.TurnID // whose ends were counted, in order
}

// Exists says whether it is there.
func (h *Handle) Exists() bool { return h.Status != "" }

// Active says whether it has not come to an end.
func (h *Handle) Active() bool { return h.Status.Active() }

// Ended says whether it has come to an end.
func (h *Handle) Ended() bool { return h.Exists() && !h.Active() }

// Generation is which end it stands at, from 1; 0 before the first.
func (h *Handle) Generation() int { return h.Outcome.Generation }

// Notifies says whether its owner is woken rather than waiting.
func (h *Handle) Notifies() bool { return h.Policy == schemas.NotifyOnTerminal }

// Unattended says whether its owner neither waits nor is woken.
func (h *Handle) Unattended() bool { return h.Policy == schemas.Unattended }

// Blocks says whether its owner has to wait for it before it is done itself.
func (h *Handle) Blocks() bool { return h.Active() && !h.Notifies() && !h.Unattended() }

// Pending says whether its owner is still to be woken for its end.
func (h *Handle) Pending() bool {
	return h.Ended() && h.Notifies() && h.Delivered < h.Generation() && h.Outcome.Reason != schemas.SettledStopped
}

// PublicID is what agents call it: a sub-agent by its workspace.
func (h *Handle) PublicID() string {
	if h.Launched.Kind == schemas.AgentTask {
		return string(h.Launched.Workspace)
	}
	return string(h.ID)
}

// Heard says whether it was told of a turn's end, and something came of that.
func (h *Handle) Heard(turn schemas.TurnID) bool { return slices.Contains(h.counted, turn) }

// GoesOn is the handle that a message of the program's own speaks for, where its turn has
// ended and more of it is to come; "" where it has not.
func (h *Handle) GoesOn() schemas.HandleID {
	if h.Active() && len(h.Deferred) > 0 {
		return h.ID
	}
	return ""
}

// Evolve folds one event of the handle. An event that has no place here is an error.
func (h *Handle) Evolve(e schemas.Event) error {
	if created, ok := e.(schemas.HandleCreated); ok {
		if h.Exists() {
			return fmt.Errorf("handles: %s is there already", h.ID)
		}
		h.Launched, h.Status, h.Policy = created, created.Status, created.Attention
		return nil
	}
	if !h.Exists() {
		return fmt.Errorf("handles: %s of %s, which is not there", e.EventType(), h.ID)
	}
	switch e := e.(type) {
	case schemas.HandleAccepted:
		h.Status = schemas.HandleRunning
	case schemas.HandleDeferred:
		h.putOff(e)
	case schemas.HandleAttentionSet:
		h.Policy = e.Policy
	case schemas.HandleSettled:
		h.Status, h.Outcome, h.Deferred, h.Recoveries = e.Status, e, nil, 0
		h.count(e.Turn)
	case schemas.HandleRevived:
		h.Status = schemas.HandleRunning
	case schemas.HandleProgressed:
		h.progress = append(slices.Clip(h.progress), e.Call)
	case schemas.HandleNotified:
		h.Delivered = max(h.Delivered, e.Generation)
	case schemas.HandleAttentionConsumed:
		h.Delivered = max(h.Delivered, e.Generation)
	default:
		return fmt.Errorf("handles: no place for %s", e.EventType())
	}
	return nil
}

// count keeps whose end was counted. An end is told again after a crash.
func (h *Handle) count(turn schemas.TurnID) {
	if turn != "" && !slices.Contains(h.counted, turn) {
		h.counted = append(slices.Clip(h.counted), turn)
	}
}

func (h *Handle) putOff(e schemas.HandleDeferred) {
	h.Status, h.Deferred = schemas.HandleRunning, append(slices.Clip(h.Deferred), e)
	h.count(e.Turn)
	if e.Reason == DeferredUnreported {
		h.Recoveries++
	} else {
		h.Recoveries = 0
	}
}
