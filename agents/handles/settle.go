package handles

import (
	"cmp"
	"slices"

	"turnbook/schemas"
)

// noText is the report of a turn that says nothing.
const noText = "The turn came to its end without a text."

// maxRecoveries is how many turns in a row a sub-agent may end without its report.
const maxRecoveries = 5

// ended decides what a turn's end means for the handle (workspace-turns.md 2.10).
func (h *Handle) ended(in Ended) []schemas.Event {
	later := in.Later
	switch {
	case later.Older, later.Internal, later.Followed, h.passed(in.Turn):
		return nil
	case !later.Correlated && h.Status == schemas.HandleRunning:
		return h.settle(in, superseded())
	case !later.Correlated:
		return nil // a turn before a queued one, or after the end
	}
	s, deferred := h.verdict(in)
	switch {
	case deferred != "" && h.Active() && !h.put(in.Turn, deferred):
		return []schemas.Event{schemas.HandleDeferred{Turn: in.Turn, Reason: deferred}}
	case deferred != "":
		return nil
	}
	return h.settle(in, s)
}

// passed says whether a turn's end was counted before: it made an end of the handle, or
// another turn of it has ended since.
func (h *Handle) passed(turn schemas.TurnID) bool {
	i := slices.Index(h.counted, turn)
	return i >= 0 && (h.Outcome.Turn == turn || i < len(h.counted)-1)
}

// put says whether the turn was put off for the same reason before. For another it may
// be, or come to its end: the work that it waited for is done.
func (h *Handle) put(turn schemas.TurnID, reason string) bool {
	return slices.Contains(h.Deferred, schemas.HandleDeferred{Turn: turn, Reason: reason})
}

// verdict is the end that a turn of the handle's own makes, or why it makes none yet.
func (h *Handle) verdict(in Ended) (s schemas.HandleSettled, deferred string) {
	later := in.Later
	switch in.Stop {
	case schemas.StopPlanProposed:
		// A plan is handed on once: who carries it out can't hand it on again.
		if h.Launched.Kind == schemas.AgentTask && (!h.handedOn() || h.HandedOn(in.Turn)) {
			return s, DeferredHandedOn
		}
		return completed(in, schemas.SettledPlan), ""
	case schemas.StopEnd:
		if later.Blocked {
			return s, DeferredBlocking
		}
		if later.Unreported {
			return h.unreported(in)
		}
		return completed(in, schemas.SettledFinished), ""
	case schemas.StopCut:
		return h.cut(in)
	case schemas.StopCancelled:
		return interrupted(schemas.SettledAborted, schemas.CodeCancelled, cmp.Or(in.Error, "a person stopped the turn")), ""
	case schemas.StopSuperseded:
		return superseded(), ""
	case schemas.StopAgentUnresolved:
		return failed(in, schemas.SettledRefused), ""
	case schemas.StopRoundsExhausted, schemas.StopModelFailed:
		// Its rounds are spent, or its last answer was cut short: it can still say what it has.
		if h.Launched.Kind == schemas.AgentTask && (in.Stop == schemas.StopRoundsExhausted || in.Code == schemas.CodeModelCut) {
			return h.unreported(in)
		}
	}
	if later.Continues {
		return s, DeferredContinuation // a repetition of it is on its way
	}
	return failed(in, schemas.SettledFailed), ""
}

// HandedOn says whether it is a turn's plan that is carried out, since the last end.
func (h *Handle) HandedOn(turn schemas.TurnID) bool { return h.put(turn, DeferredHandedOn) }

// handedOn says whether any turn's is.
func (h *Handle) handedOn() bool {
	return slices.ContainsFunc(h.Deferred, func(d schemas.HandleDeferred) bool { return d.Reason == DeferredHandedOn })
}

// cut decides on a turn that was cut behind a tool call. Found in history, it proves
// nothing of what was to follow.
func (h *Handle) cut(in Ended) (s schemas.HandleSettled, deferred string) {
	switch {
	case in.Later.Recovered:
		return failed(in, schemas.SettledFailed), ""
	case in.Later.Continues:
		return s, DeferredContinuation
	case in.Later.NewInput:
		return superseded(), ""
	}
	return failed(in, schemas.SettledFailed), ""
}

// unreported gives a sub-agent that owes its report another turn, a few times.
func (h *Handle) unreported(in Ended) (s schemas.HandleSettled, deferred string) {
	if h.Recoveries < maxRecoveries {
		return s, DeferredUnreported
	}
	s = failed(in, schemas.SettledFailed)
	s.Error = "it was asked for its report again and again, and gave none"
	return s, ""
}

func completed(in Ended, reason schemas.SettleReason) schemas.HandleSettled {
	return schemas.HandleSettled{Status: schemas.HandleCompleted, Reason: reason, Report: cmp.Or(in.Report, noText)}
}

func failed(in Ended, reason schemas.SettleReason) schemas.HandleSettled {
	text := "the turn ended with " + string(in.Stop)
	if in.Error != "" {
		text += ": " + in.Error
	}
	return schemas.HandleSettled{Status: schemas.HandleError, Reason: reason, Code: in.Code, Error: text}
}

func interrupted(reason schemas.SettleReason, code schemas.Code, text string) schemas.HandleSettled {
	return schemas.HandleSettled{Status: schemas.HandleInterrupted, Reason: reason, Code: code, Error: text}
}

func superseded() schemas.HandleSettled {
	return interrupted(schemas.SettledSuperseded, "", "superseded: new input took the turn's place")
}

// settle ends the handle with what a turn's end makes of it. One that has ended gives way
// only where its end was a guess.
func (h *Handle) settle(in Ended, s schemas.HandleSettled) []schemas.Event {
	s.Turn, s.Stop = in.Turn, in.Stop
	if h.Ended() && !h.Outcome.Reason.Guess() {
		return nil
	}
	s.Generation = h.Generation() + 1
	events := []schemas.Event{s}
	if in.Later.Waiting {
		events = append(events, schemas.HandleAttentionConsumed{Generation: s.Generation, By: ByAwait})
	}
	return events
}

// end ends a handle that is active, and no other: the first end wins.
func (h *Handle) end(s schemas.HandleSettled) []schemas.Event {
	if !h.Active() {
		return nil
	}
	s.Generation = h.Generation() + 1
	return []schemas.Event{s}
}
