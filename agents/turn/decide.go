package turn

import (
	"fmt"
	"strconv"

	"turnbook/agents"
	"turnbook/schemas"
)

// Decide says what follows from an input, in a session s and a world w. It folds
// what it emits into s as it goes. The caller appends the drafts at s.Seq, as one
// message, and calls [Session.Settle]; when the append fails, s has run ahead of the
// log and must be folded anew.
//
// No drafts and no error: nothing follows. The input was a repetition, or came too
// late for a turn that is over. A [*Refused] comes with the drafts that record it.
func Decide(s *Session, w agents.World, in Input) ([]schemas.Draft, error) {
	d := &decision{s: s, w: w, trace: traceOf(in)}
	var err error
	switch in := in.(type) {
	case Open:
		d.open(in)
	case Message:
		err = d.message(in)
	case Answer:
		err = d.answer(in)
	case ApplyDrops:
		d.applyDrops(in)
	case Cancel:
		err = d.cancel(in)
	case Answered:
		d.answered(in)
	case Failed:
		d.failed(in)
	case Edited:
		d.edited(in)
	case Expired:
		d.expired(in)
	case Seen:
		d.seen(in)
	case Flushed:
		d.flushed(in)
	case FlushStopped:
		d.flushStopped(in)
	case Resolved:
		d.resolved(in)
	case Returned:
		d.returned(in)
	default:
		return nil, fmt.Errorf("turn: no decision for %T", in)
	}
	if d.err != nil {
		return nil, d.err
	}
	return d.drafts, err
}

// A decision is one call of [Decide] under way.
type decision struct {
	s      *Session
	w      agents.World
	t      *Turn // the turn that events belong to
	actor  string
	cause  string // of the first event
	trace  string // W3C trace context of the command, for its own event
	drafts []schemas.Draft
	err    error // the fold refused what was emitted: a defect of this package
}

// traceOf is the trace that a command is part of.
func traceOf(in Input) string {
	switch in := in.(type) {
	case Message:
		return in.Trace
	case Answer:
		return in.Trace
	}
	return "" // the rest goes on with the turn's
}

// Actors.
func byUser(u schemas.UserID) string { return "user/" + string(u) }
func byAgent(name string) string     { return "agent/" + name }

const bySystem = "system"

// emit adds an event of the turn.
func (d *decision) emit(e schemas.Event) { d.emitAbout(e, schemas.Subject{}) }

// emitAbout adds an event of the turn that is about a task.
func (d *decision) emitAbout(e schemas.Event, about schemas.Subject) string {
	n := 0
	if _, first := e.(schemas.TurnRequested); !first {
		n = d.t.events
	}
	trace := d.trace
	d.trace = ""
	return d.draft(schemas.Draft{ID: string(d.t.ID) + "/" + strconv.Itoa(n), Event: e, Subject: about, Turn: d.t.ID, TraceParent: trace})
}

// draft adds an event and folds it.
func (d *decision) draft(x schemas.Draft) string {
	x.Actor, x.Cause = d.actor, d.cause
	if len(d.drafts) > 0 {
		x.Cause = d.drafts[0].ID
	}
	d.drafts = append(d.drafts, x)
	r := schemas.Record{Entity: d.s.Entity, Draft: x, Time: d.w.Now, Type: x.Event.EventType()}
	if err := d.s.Evolve(r); err != nil && d.err == nil {
		d.err = err
	}
	return x.ID
}

// under begins the decision on what came of an effect of the running turn; id is
// the event that asked for it.
func (d *decision) under(actor, cause string) {
	d.t, d.actor, d.cause = d.s.Running, actor, cause
}

// as emits the rest in somebody else's name.
func (d *decision) as(actor string) { d.actor = actor }

// mint is the next id of a lane, <turn>.<lane>.<n>. Folding the event that carries
// it takes it.
func (d *decision) mint(l *Lane) string {
	return fmt.Sprintf("%s.%s.%d", d.t.ID, l.ID, l.minted+1)
}
