package agui

import (
	"strings"

	"turnbook/schemas"
)

// ended is what a turn says at its end: a result for each call that got none, so that
// the conversation stays whole, and the closing line.
func (t *translator) ended() []Event {
	var events []Event
	for _, call := range t.calls {
		events = append(events, resultOf(call, schemas.CodeNotRun, "the turn ended before it was carried out"))
	}
	t.calls = nil
	change(t.state, "status", &t.state.Status, t.end.Status)
	if t.end.Closing != "" && t.end.Status != schemas.TurnFailed {
		events = append(events, textEvents(string(t.id)+".closing", t.end.Closing)...)
	}
	return events
}

// outcome is the event that ends a run with the turn's end. A failure is an error, and
// nothing else.
func (t *translator) outcome(thread, run string) Event {
	e := t.end
	if e.Status == schemas.TurnFailed {
		return RunError{Message: e.Closing, Code: lower(string(e.Stop)), Usage: t.usage}
	}
	finished := RunFinished{Thread: thread, Run: run, Outcome: Outcome{Type: Success}, Usage: t.usage}
	if e.Status == schemas.TurnCancelled {
		finished.Outcome.Type = Cancelled
		return finished
	}
	finished.Result = raw(map[string]any{"turn": t.id, "stop_reason": e.Stop})
	return finished
}

// suspended is the event that ends a run with a card.
func (t *translator) suspended(thread, run string) Event {
	return RunFinished{
		Thread: thread, Run: run, Usage: t.usage,
		Outcome: Outcome{Type: Suspended, Interrupts: []Interrupt{interruptOf(*t.pause)}},
	}
}

// answered counts what a model call consumed, model by model.
func (t *translator) answered(e schemas.ModelAnswered) {
	if e.Lane == schemas.MainLane {
		t.said = e.Call
	}
	for i := range t.usage {
		if t.usage[i].Model == e.Model {
			t.usage[i].add(e.Usage)
			return
		}
	}
	t.usage = append(t.usage, Usage{Model: e.Model})
	t.usage[len(t.usage)-1].add(e.Usage)
}

func (u *Usage) add(told schemas.Usage) {
	u.Input += told.Input
	u.Output += told.Output
	u.Total += told.Input + told.Output
}

func lower(code string) string { return strings.ToLower(code) }
