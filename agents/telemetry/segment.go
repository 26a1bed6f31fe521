package telemetry

import (
	"slices"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"turnbook/schemas"
)

// A segment is the spans of a turn that are open: from its beginning to a card or its
// end, or from an answer on. Each has a place: "turn", "router", "lane/m",
// "model/<call>", "tool/<call>".
type segment struct {
	parent trace.SpanContext
	trace  trace.TraceID
	open   map[string]*open
	order  []string // of the places, as they were opened
}

type open struct {
	Span
	below string               // the place that it is part of
	about []attribute.KeyValue // what it was opened with
	usage schemas.Usage        // of the model calls below it
}

const (
	rootPlace   = "turn"
	routerPlace = "router"
)

func lanePlace(l schemas.LaneID) string  { return "lane/" + string(l) }
func modelPlace(c schemas.CallID) string { return "model/" + string(c) }
func toolPlace(c schemas.CallID) string  { return "tool/" + string(c) }

// begin opens a segment, where none is open.
func (t *turn) begin(r schemas.Record) {
	if t.seg != nil {
		return
	}
	command := r
	if t.asked != nil && t.paused == nil {
		command = *t.asked
	}
	t.seg = &segment{parent: parentOf(command.TraceParent), open: make(map[string]*open)}
	t.seg.trace = traceOf(t.vendor, r.Draft.ID)
	if t.seg.parent.IsValid() {
		t.seg.trace = t.seg.parent.TraceID()
	}
	root := t.opened(r, rootPlace, "", opWorkflow+" "+workflow, trace.SpanKindInternal,
		attribute.String(attrOperation, opWorkflow), attribute.String(attrWorkflow, workflow), attribute.String(attrConversation, t.session),
		attribute.String(attrVendor, t.vendor), attribute.String(attrTurn, t.id))
	if asked, ok := command.Event.(schemas.TurnRequested); ok && t.content {
		root.set(said(attrInputMessages, "user", asked.Text, nil))
	}
}

// opened opens a span below another; below the turn's where that one is not open.
func (t *turn) opened(r schemas.Record, place, below, name string, kind trace.SpanKind, more ...attribute.KeyValue) *open {
	parent := t.seg.parent
	for _, p := range []string{below, rootPlace} {
		if above := t.seg.open[p]; above != nil {
			parent = above.context()
			break
		}
	}
	o := &open{Span: Span{
		Trace: t.seg.trace, ID: spanOf(t.vendor, r.Draft.ID, place), Parent: parent, Name: name, Kind: kind, Start: r.Time, Attributes: slices.Clip(more),
	}, below: below, about: slices.Clip(more)}
	if before := t.paused[place]; before != nil {
		o.Links = []trace.SpanContext{before.context()}
	}
	t.seg.open[place] = o
	t.seg.order = append(t.seg.order, place)
	return o
}

// agent opens the span of an agent's part of the turn.
func (t *turn) agent(r schemas.Record, place, name, below string, lane schemas.LaneID) {
	t.opened(r, place, below, opAgent+" "+name, trace.SpanKindInternal,
		attribute.String(attrOperation, opAgent), attribute.String(attrAgent, name), attribute.String(attrConversation, t.session),
		attribute.String(attrLane, string(lane)))
}

// at is an open span; one that nobody will be told of where it is not open.
func (t *turn) at(place string) *open {
	if o := t.seg.open[place]; o != nil {
		return o
	}
	return &open{}
}

// close ends an open span and tells it. failed is what went wrong, "" for nothing.
func (t *turn) close(place string, at time.Time, failed string) {
	o := t.seg.open[place]
	if o == nil {
		return
	}
	delete(t.seg.open, place)
	t.seg.order = slices.DeleteFunc(t.seg.order, func(p string) bool { return p == place })
	o.End = at
	if at.Before(o.Start) {
		o.End = o.Start // a model's pause before an attempt that was called off
	}
	o.set(usage(o.usage)...)
	if failed != "" {
		o.fail(failed)
	}
	t.tell(o.Span)
}

// closeBelow ends a lane's span, and first what its time was up for.
func (t *turn) closeBelow(lane string, at time.Time, failed string) {
	for _, place := range slices.Backward(slices.Clone(t.seg.order)) {
		if t.seg.open[place].below == lane {
			t.close(place, at, failed)
		}
	}
	t.close(lane, at, failed)
}

// closeAll ends what is open, the youngest first, so that nothing outlives what it is
// part of.
func (t *turn) closeAll(at time.Time, failed string) {
	for _, place := range slices.Backward(slices.Clone(t.seg.order)) {
		if place != rootPlace {
			t.close(place, at, failed)
		}
	}
}
