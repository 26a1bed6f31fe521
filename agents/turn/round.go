package turn

import (
	"fmt"
	"strings"
	"time"

	"turnbook/schemas"
)

// callModel asks a lane's model for its next round.
func (d *decision) callModel(l *Lane, agent string) { d.callModelAgain(l, agent, 0, time.Time{}) }

func (d *decision) callModelAgain(l *Lane, agent string, attempt int, notBefore time.Time) {
	if l.Rounds >= MaxRounds {
		d.laneFailed(l, schemas.CodeRoundsExhausted, fmt.Sprintf("it asked its model %d times and did not come to an end", MaxRounds))
		return
	}
	begin := d.w.Now
	if notBefore.After(begin) {
		begin = notBefore
	}
	deadline := begin.Add(ModelTime)
	if l.ID == RouterLane {
		deadline = begin.Add(RouterTime)
	}
	d.emit(schemas.ModelCalled{
		Call: schemas.CallID(d.mint(l)), Lane: l.ID, Agent: agent, Attempt: attempt, NotBefore: notBefore, Deadline: deadline,
	})
}

// waiting finds the lane whose model call an input answers; nil when the answer
// comes too late: the turn was cancelled, or another worker's answer was first.
func (d *decision) waiting(lane schemas.LaneID, call schemas.CallID) *Lane {
	if d.s.Running == nil || d.s.Running.Ending != nil {
		return nil
	}
	l, ok := d.s.Running.Lanes[lane]
	if !ok || l.Pending == nil || l.Pending.Call != call {
		return nil
	}
	return l
}

// answered takes a model's answer: the pick of the router, an end, or tool calls.
func (d *decision) answered(in Answered) {
	l := d.waiting(in.Lane, in.Call)
	if l == nil {
		return
	}
	p := l.Pending
	d.under(byAgent(p.Agent), p.Event)
	in.Basis = d.w.Basis
	d.emit(in.ModelAnswered)
	switch {
	case l.ID == RouterLane:
		d.classified(in.Text, "")
	case l.ID == CompactLane:
		d.summedUp(l, *p, in.Text)
	case strings.TrimSpace(in.Text) == "" && len(in.ToolCalls) == 0:
		d.tryAgain(l, *p, schemas.ModelFailed{Code: schemas.CodeModelUnusable, Message: "the model answered nothing"})
	default:
		d.heard(l, *p, in.ModelAnswered)
	}
}

// Spoken says whether the text of a call's answer is said to the person, as a
// turn.message-written, and who says it: the domain that owns the turn, in the turn's
// own lane. A router's text is a pick, a sub-agent's is narration, and blanks say
// nothing. What is true of the beginning of a text stays true of all of it.
func Spoken(c schemas.ModelCalled, text string) (schemas.Domain, bool) {
	return schemas.Domain(c.Agent), c.Lane == schemas.MainLane && strings.TrimSpace(text) != ""
}

// heard carries on with an answer of a working lane.
func (d *decision) heard(l *Lane, p Pending, a schemas.ModelAnswered) {
	if domain, spoken := Spoken(p.ModelCalled, a.Text); spoken {
		d.emit(schemas.MessageWritten{Call: a.Call, Domain: domain, Text: a.Text})
	}
	if len(a.ToolCalls) > 0 {
		d.runBatch(l)
		return
	}
	if code := cutShort(a); code != "" && d.t.Request.Delegation != nil {
		d.laneFailed(l, code, fmt.Sprintf("its model ended the answer for %q, before it was done", a.Stop))
		return
	}
	if l.ID == schemas.MainLane {
		d.as(bySystem)
		d.reachBoundary(schemas.TurnCompleted, schemas.StopEnd, "")
		return
	}
	d.endLane(l, "done", "", "")
}

// cutShort says why an answer is not all of it: the vendor ended it for another reason than
// that the model was done. "" for one that is whole, and for one that asks for tools. In a
// workspace what is said last is a report, and half of one must not pass for it
// (workspace-turns.md 6.4); to ask again would be cut at the same place.
func cutShort(a schemas.ModelAnswered) schemas.Code {
	switch a.Stop {
	case "", "end_turn", "stop", "stop_sequence": // as the vendors say it; "" where they don't
		return ""
	}
	if len(a.ToolCalls) > 0 {
		return ""
	}
	return schemas.CodeModelCut
}

// failed takes that a model call came to nothing.
func (d *decision) failed(in Failed) {
	l := d.waiting(in.Lane, in.Call)
	if l == nil {
		return
	}
	p := l.Pending
	d.under(bySystem, p.Event)
	in.Basis = d.w.Basis
	d.emit(in.ModelFailed)
	if l.ID == RouterLane {
		// A turn does not wait for a router: the fallback takes it.
		d.classified("", in.Code)
		return
	}
	if in.Code == schemas.CodeContextOverflow && d.compactForOverflow(l) {
		return
	}
	d.tryAgain(l, *p, in.ModelFailed)
}

// tryAgain repeats a model call after a pause, or gives the lane up.
func (d *decision) tryAgain(l *Lane, p Pending, f schemas.ModelFailed) {
	d.as(bySystem)
	pause, again := retryAfter(f.Code, p.Attempt, time.Duration(f.After)*time.Millisecond)
	if !again && l.ID == CompactLane {
		d.leftOut(p, f.Code)
		return
	}
	if !again {
		d.laneFailed(l, f.Code, f.Message)
		return
	}
	d.callModelAgain(l, p.Agent, p.Attempt+1, d.w.Now.Add(pause))
}

// laneFailed gives a lane up: a sub-agent's row fails and the others go on; the
// turn's own lane takes the turn with it.
func (d *decision) laneFailed(l *Lane, code schemas.Code, why string) {
	d.as(bySystem)
	if l.ID != schemas.MainLane && l.ID != RouterLane {
		d.endLane(l, "failed", code, why)
		return
	}
	stop := schemas.StopModelFailed
	if code == schemas.CodeRoundsExhausted {
		stop = schemas.StopRoundsExhausted
	}
	d.reachBoundary(schemas.TurnFailed, stop, fmt.Sprintf("This came to no end: %s (%s).", why, code))
}
