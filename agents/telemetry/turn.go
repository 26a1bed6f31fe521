package telemetry

import (
	"maps"
	"slices"

	"go.opentelemetry.io/otel/attribute"

	"turnbook/schemas"
)

// A turn makes spans of the events of one turn.
type turn struct {
	vendor  string
	session string
	id      string
	content bool       // whether what was said is told
	tell    func(Span) // takes each span that is over

	asked  *schemas.Record                       // turn.requested
	seg    *segment                              // what is open; nil while the turn waits, for its beginning or for a person
	paused map[string]*open                      // what a card closed, by its place
	lanes  map[schemas.LaneID]schemas.LaneQueued // who is to work in each
}

// Take takes in the turn's next event; of one that was told before, nothing is told.
// Events that are no part of a span are passed over: they
// are facts all the same, and stand in the book.
func (t *turn) Take(r schemas.Record, again bool) {
	if again {
		tell := t.tell
		t.tell = func(Span) {}
		defer func() { t.tell = tell }()
	}
	switch e := r.Event.(type) {
	case schemas.TurnRequested:
		t.asked = &r
	case schemas.TurnStarted, schemas.CancelRequested:
		t.begin(r)
	case schemas.InterruptRaised:
		t.pause(r, e)
	case schemas.InterruptAnswered:
		t.resume(r, e)
	case schemas.InterruptSuperseded:
		t.begin(r)
		t.at(rootPlace).note(eventSettled, r.Time, attribute.String(attrCard, string(e.Card)), attribute.String(attrDecision, string(schemas.CardSuperseded)))
	case schemas.TurnEnded:
		t.begin(r)
		t.end(r, e)
	default:
		if t.seg != nil {
			t.part(r)
		}
	}
}

// part takes in an event of a turn that runs.
func (t *turn) part(r schemas.Record) {
	switch e := r.Event.(type) {
	case schemas.DomainDispatched:
		t.close(lanePlace(schemas.MainLane), r.Time, "")
		t.agent(r, lanePlace(schemas.MainLane), string(e.Domain), rootPlace, schemas.MainLane)
	case schemas.AgentResolved: // of a workspace's turn: nobody routes it
		if e.Code == "" {
			t.agent(r, lanePlace(schemas.MainLane), string(e.Agent), rootPlace, schemas.MainLane)
		}
	case schemas.TurnHandedBack:
		t.close(lanePlace(schemas.MainLane), r.Time, "")
	case schemas.TurnClassified:
		t.close(routerPlace, r.Time, "")
	case schemas.LaneQueued:
		t.lanes[e.Lane] = e
	case schemas.LaneStarted:
		wanted := t.lanes[e.Lane]
		t.agent(r, lanePlace(e.Lane), wanted.Agent, toolPlace(wanted.Call), e.Lane)
	case schemas.LaneEnded:
		t.closeBelow(lanePlace(e.Lane), r.Time, string(e.Code))
	case schemas.ModelCalled, schemas.ModelAnswered, schemas.ModelFailed:
		t.model(r)
	case schemas.ToolCalled, schemas.ToolReturned, schemas.WriteRefused:
		t.tool(r)
	}
}

// pause ends the segment at a card.
func (t *turn) pause(r schemas.Record, e schemas.InterruptRaised) {
	if t.seg == nil {
		return
	}
	t.at(lanePlace(e.Lane)).note(eventRequested, r.Time, attribute.String(attrCard, string(e.Card)), attribute.String(attrTool, e.Tool))
	t.paused = maps.Clone(t.seg.open)
	t.closeAll(r.Time, "")
	t.at(rootPlace).set(attribute.String(attrStatus, string(schemas.TurnAwaitingAnswer)))
	t.close(rootPlace, r.Time, "")
	t.seg = nil
}

// resume opens anew what the card closed, with links to it.
func (t *turn) resume(r schemas.Record, e schemas.InterruptAnswered) {
	t.begin(r)
	for _, place := range slices.Sorted(maps.Keys(t.paused)) { // lanes before tools
		before := t.paused[place]
		if place == rootPlace {
			continue
		}
		below := rootPlace
		if place != lanePlace(schemas.MainLane) {
			below = lanePlace(schemas.MainLane)
		}
		t.opened(r, place, below, before.Name, before.Kind, before.about...)
	}
	t.paused = nil
	t.at(lanePlace(schemas.MainLane)).note(eventSettled, r.Time, attribute.String(attrCard, string(e.Card)), attribute.String(attrDecision, string(e.Decision)))
}

// end closes the turn.
func (t *turn) end(r schemas.Record, e schemas.TurnEnded) {
	failed := ""
	if e.Status != schemas.TurnCompleted {
		failed = string(e.Stop)
	}
	t.closeAll(r.Time, failed)
	root := t.at(rootPlace)
	root.set(attribute.String(attrStatus, string(e.Status)), attribute.String(attrStop, string(e.Stop)), attribute.Int(attrHops, e.Hops))
	if e.Status == schemas.TurnFailed {
		root.fail(string(e.Stop))
	}
	t.close(rootPlace, r.Time, "")
	t.seg = nil
}
