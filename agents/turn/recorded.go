package turn

import (
	"fmt"

	"turnbook/schemas"
)

// RecordedInput is the input that a decision was taken on, read back from its message,
// with the basis of the world that it saw. It stands in the first event, but for a
// context that came with a message and stands before it. timeline reads an
// origin view up to a position; it is asked only for the plan of a flush.
//
// ok is false for a message whose first event records no input of a turn: a refused
// command keeps its reason and not its words.
func RecordedInput(message []schemas.Record, timeline func(schemas.Basis) (Timeline, error)) (in Input, basis schemas.Basis, ok bool, err error) {
	first := message[0]
	if len(message) > 1 && first.Turn == "" {
		first = message[1]
	}
	switch e := first.Event.(type) {
	case schemas.SessionOpened:
		return Open{User: e.User, Playbook: e.Playbook, Workspace: e.Workspace, Key: keyOf(first.Draft.ID, "/0")}, nil, true, nil
	case schemas.DropsApplied:
		return ApplyDrops{e}, nil, true, nil
	case schemas.CommandRefused:
		return nil, nil, false, nil
	case schemas.TurnRequested:
		return Message{Text: e.Text, Context: e.UIContext, View: e.View, Key: e.Key, ID: e.MessageID, Queue: e.Queue, Trace: first.TraceParent, SentAt: e.SentAt, Budget: e.Budget, Delegation: e.Delegation}, e.Basis, true, nil
	case schemas.InterruptAnswered:
		return Answer{Card: e.Card, Decision: e.Decision, Fingerprint: e.Fingerprint, Trace: first.TraceParent, SentAt: e.SentAt}, e.Basis, true, nil
	case schemas.CancelRequested:
		return Cancel{Turn: first.Turn, Reason: e.Reason, SentAt: e.SentAt}, e.Basis, true, nil
	case schemas.ModelAnswered:
		return Answered{e}, e.Basis, true, nil
	case schemas.ModelFailed:
		return Failed{e}, e.Basis, true, nil
	case schemas.DocumentEdited:
		return Edited{e}, e.Basis, true, nil
	case schemas.DeadlinePassed:
		return Expired{Lane: e.Lane}, e.Basis, true, nil
	case schemas.FlushApplied:
		return Flushed{e}, e.Basis, true, nil
	case schemas.FlushRefused:
		return FlushStopped{e}, e.Basis, true, nil
	case schemas.AgentResolved:
		return Resolved{e}, e.Basis, true, nil
	case schemas.ToolReturned:
		return Returned{e}, e.Basis, true, nil
	case schemas.FlushPlanned:
		t, err := timeline(e.Basis)
		return Seen{Timeline: t, Basis: e.Basis}, e.Basis, true, err
	default:
		return nil, nil, false, fmt.Errorf("turn: %s at %d can't begin a decision", first.Type, first.Seq)
	}
}

func keyOf(id, suffix string) string {
	if len(id) < len(suffix) {
		return id
	}
	return id[:len(id)-len(suffix)]
}
