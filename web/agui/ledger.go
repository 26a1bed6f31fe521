package agui

import "fmt"

// An OrderError says that an event may not stand where it was put, and why.
type OrderError struct {
	Event string // its type
	ID    string // what it is about; "" where it is about the run
	Rule  string // the rule that it breaks
}

func (e *OrderError) Error() string {
	if e.ID == "" {
		return fmt.Sprintf("%s: %s", e.Event, e.Rule)
	}
	return fmt.Sprintf("%s %q: %s", e.Event, e.ID, e.Rule)
}

// What can be open in a run.
const (
	openText     = "message"
	openCall     = "tool call"
	openStep     = "step"
	openSubagent = "sub-agent"
)

type opened struct{ what, id string }

// A ledger keeps the order rules of a stream (protocols.md 1.5). It is stricter than
// the client where the client lets pass what shows twice or not at all: an id is opened
// once, a call has one result, a delta needs its snapshot, and a run that has finished
// can't fail any more.
type ledger struct {
	begun, running bool
	open           []opened
	used           map[opened]bool // ids that were opened: messages and calls in the stream, sub-agents in the run
	results        map[string]bool // calls that have their result
	shown          map[string]bool // activities that were shown
	state          bool            // the run has told its state
}

func newLedger() *ledger {
	return &ledger{used: make(map[opened]bool), results: make(map[string]bool), shown: make(map[string]bool)}
}

// know says that a call was made in an earlier run, so that its result may come here.
func (l *ledger) know(call string) { l.used[opened{openCall, call}] = true }

// take enters an event, or refuses it with an [*OrderError] and stays as it was.
func (l *ledger) take(e Event) error {
	if start, ok := e.(RunStarted); ok {
		return l.start(start)
	}
	if !l.running {
		if _, failed := e.(RunError); failed && !l.begun {
			l.begun = true
			return nil
		}
		return refuse(e, "", "no run is open; it begins with RUN_STARTED and ends once")
	}
	switch e := e.(type) {
	case RunFinished:
		return l.finish(e)
	case RunError:
		l.running, l.open = false, nil
		return nil
	case TextStarted, TextContent, TextEnded:
		return l.text(e)
	case CallStarted, CallArgs, CallEnded, CallResult:
		return l.call(e)
	case StepStarted:
		return l.begin(e, opened{openStep, e.Name}, false)
	case StepFinished:
		return l.end(e, opened{openStep, e.Name})
	case SubagentStarted:
		return l.begin(e, opened{openSubagent, e.ID}, true)
	case SubagentFinished:
		return l.end(e, opened{openSubagent, e.ID})
	case SubagentFailed:
		return l.end(e, opened{openSubagent, e.ID})
	case StateSnapshot, StateDelta, ActivitySnapshot, ActivityDelta:
		return l.show(e)
	case MessagesSnapshot, Custom:
		return nil
	}
	return refuse(e, "", "no rule knows it")
}

func refuse(e Event, id, rule string) error { return &OrderError{e.kind(), id, rule} }

func (l *ledger) start(e RunStarted) error {
	if l.running {
		return refuse(e, e.Run, "a run is open")
	}
	l.begun, l.running, l.state = true, true, false
	for o := range l.used {
		if o.what == openSubagent {
			delete(l.used, o)
		}
	}
	return nil
}

func (l *ledger) finish(e RunFinished) error {
	if len(l.open) > 0 {
		return refuse(e, e.Run, fmt.Sprintf("the %s %q is open", l.open[0].what, l.open[0].id))
	}
	if suspended := e.Outcome.Type == Suspended; suspended != (len(e.Outcome.Interrupts) > 0) {
		return refuse(e, e.Run, "an interrupted run has interrupts, and no other has")
	}
	l.running = false
	return nil
}
