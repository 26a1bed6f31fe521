package agui

import (
	"fmt"

	"turnbook/schemas"
)

// A translator says one turn in the words of AG-UI, record by record, and keeps the
// turn's state. It decides nothing about runs: who streams ends one where the turn
// pauses or ends.
//
// Only the turn's own lane is told call by call. A sub-agent is told by its start, its
// rows, the steps that it writes and its end.
type translator struct {
	id      schemas.TurnID
	request schemas.TurnRequested
	state   *tracked
	said    schemas.CallID           // the model call whose answer is carried out
	lanes   map[schemas.LaneID]*lane // of sub-agents
	calls   []schemas.CallID         // without a result
	usage   []Usage                  // since it was last begun
	pause   *schemas.InterruptRaised // the card that the turn waits for; nil for none
	stale   map[schemas.CardID]bool  // cards whose tree had moved
	end     *schemas.TurnEnded       // nil while the turn goes on
}

type lane struct {
	schemas.LaneQueued
	atWork bool
}

func newTranslator(session schemas.SessionID, id schemas.TurnID, e schemas.TurnRequested) *translator {
	return &translator{
		id: id, request: e, state: newState(session, id, schemas.TurnQueued),
		lanes: make(map[schemas.LaneID]*lane), stale: make(map[schemas.CardID]bool),
	}
}

// message is the id of the user's message: the caller's own, or the turn's.
func (t *translator) message() string {
	if t.request.MessageID != "" {
		return t.request.MessageID
	}
	return string(t.id)
}

// step is the name of the hop that the turn is in; "" while the router has it.
func (t *translator) step() string {
	if t.state.Domain == "" {
		return ""
	}
	return fmt.Sprintf("hop %d: %s", t.state.Hop, t.state.Domain)
}

// begin is what a run begins with that tells the turn from here on: the state, and what
// is under way.
func (t *translator) begin() []Event {
	t.usage = nil
	events := []Event{t.state.snapshot()}
	if name := t.step(); name != "" && t.end == nil {
		events = append(events, StepStarted{name})
	}
	for _, row := range t.state.Rows {
		if !row.Status.Final() {
			events = append(events, t.activity(row))
		}
	}
	return events
}

// paused is what a run ends with whose turn waits for an answer: no row is left at
// work, and the state is told whole.
func (t *translator) paused() []Event {
	var events []Event
	for _, row := range t.state.Rows {
		if !row.Status.Final() {
			events = append(events, t.rowDelta(row, RowPaused))
		}
	}
	return append(events, t.state.snapshot())
}

// take translates one record of the turn.
func (t *translator) take(r schemas.Record) []Event {
	events := t.say(r)
	if t.end != nil {
		events = append(events, t.ended()...)
	}
	return append(events, t.state.delta()...)
}

// say finds the words for a record: those of AG-UI, or its own where AG-UI has none and
// front ends may see it.
func (t *translator) say(r schemas.Record) []Event {
	switch e := r.Event.(type) {
	case schemas.TurnStarted:
		change(t.state, "status", &t.state.Status, schemas.TurnRunning)
		return nil
	case schemas.DomainDispatched:
		change(t.state, "domain", &t.state.Domain, e.Domain)
		change(t.state, "hop", &t.state.Hop, e.Hop)
		return []Event{StepStarted{t.step()}}
	case schemas.TurnHandedBack:
		left := StepFinished{t.step()}
		change(t.state, "domain", &t.state.Domain, "")
		return []Event{custom(r), left}
	case schemas.ModelAnswered:
		t.answered(e)
		return nil
	case schemas.MessageWritten:
		return textEvents(string(e.Call), e.Text)
	case schemas.ToolCalled:
		return t.called(e)
	case schemas.ToolReturned:
		return t.returned(e)
	case schemas.LaneQueued, schemas.LaneStarted, schemas.LaneEnded:
		return t.lane(r)
	case schemas.RowChanged:
		return t.row(Row{ID: e.Row, Title: e.Title, Status: e.Status, Detail: e.Detail})
	case schemas.InterruptRaised, schemas.InterruptAnswered, schemas.InterruptStale, schemas.InterruptSuperseded:
		return t.card(r)
	case schemas.TurnEnded:
		t.end = &e
		return nil
	}
	return t.other(r)
}

// other is a record that AG-UI has no word for.
func (t *translator) other(r schemas.Record) []Event {
	switch e := r.Event.(type) {
	case schemas.TurnRequested: // it is the run
		return nil
	case schemas.ProgressTitled:
		change(t.state, "title", &t.state.Title, e.Title)
	case schemas.RepliesSuggested:
		t.state.replies(e.Replies)
	case schemas.StepEvent:
		t.wrote(r, e)
	}
	if r.Err != nil || schemas.VisibilityOf(r.Type) != schemas.Wire {
		return nil
	}
	return []Event{custom(r)}
}
