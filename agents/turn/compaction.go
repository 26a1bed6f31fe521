package turn

import (
	"strings"

	"turnbook/schemas"
)

// Compact is the agent that sums up older talk.
const Compact = "compact"

// compactForBudget has the oldest talk summed up before a turn is routed, where the
// next request would be larger than the turn's budget. It says whether the turn waits
// for that.
//
// A quarter of the budget's newest talk stays as it was said. Less than a quarter is
// not worth a call: else a canvas that fills the budget by itself would cost one for
// every message.
func (d *decision) compactForBudget() bool {
	budget := d.t.Request.Budget
	if budget == 0 {
		return false
	}
	estimate := d.estimate()
	if estimate <= budget {
		return false
	}
	older := d.s.older(d.t, budget/4)
	if tokensOf(d.s.Talk[:older]) < budget/4 {
		return false
	}
	d.compact(schemas.CompactBudget, older, estimate)
	return true
}

// compactForOverflow has the oldest talk summed up once in a turn, where a model says
// that the turn's own request was longer than it reads. What it reads is less than was
// estimated, so a quarter of the talk stays, and at most a quarter of the budget. What
// the turn itself said is never summed up: where there is nothing older, asking again
// changes nothing.
func (d *decision) compactForOverflow(l *Lane) bool {
	budget := d.t.Request.Budget
	if budget == 0 || l.ID != schemas.MainLane || d.t.overflowed {
		return false
	}
	older := d.s.older(d.t, min(budget, tokensOf(d.s.past(d.t)))/4)
	if older == 0 {
		return false
	}
	d.as(bySystem)
	d.compact(schemas.CompactOverflow, older, d.estimate())
	return true
}

func (d *decision) compact(cause schemas.CompactionCause, older, estimate int) {
	d.emit(schemas.CompactionBegun{
		Cause: cause, Messages: older, Kept: len(d.s.Talk) - older, Estimate: estimate, Budget: d.t.Request.Budget,
	})
	d.callModel(d.t.lane(CompactLane), Compact)
}

// summedUp takes a summary. It may be a quarter of the budget, so that summing up makes
// room whatever the model says; the whole of it stands in its answer.
func (d *decision) summedUp(l *Lane, p Pending, text string) {
	text = strings.TrimSpace(text)
	if text == "" {
		d.tryAgain(l, p, schemas.ModelFailed{Code: schemas.CodeModelUnusable, Message: "the model summed up nothing"})
		return
	}
	begun := *d.t.Compaction
	d.emit(schemas.TalkCompacted{Call: p.Call, Messages: begun.Messages, Summary: cutTo(text, begun.Budget/4)})
	d.goOnAfter(begun)
}

// leftOut goes on without a summary: that it failed is no failure of the turn.
func (d *decision) leftOut(p Pending, code schemas.Code) {
	begun := *d.t.Compaction
	d.emit(schemas.TalkLeftOut{Call: p.Call, Messages: begun.Messages, Code: code})
	d.goOnAfter(begun)
}

// goOnAfter takes the turn up where it was when its talk was too much.
func (d *decision) goOnAfter(begun schemas.CompactionBegun) {
	d.as(bySystem)
	switch begun.Cause {
	case schemas.CompactOverflow:
		l := d.t.Main()
		d.callModel(l, l.Agent)
	default:
		d.begin()
	}
}

// evolveCompaction folds what becomes of older talk. Cards, lanes, drafts and the
// turn's own messages are no part of it.
func (s *Session) evolveCompaction(t *Turn, e schemas.Event) {
	switch e := e.(type) {
	case schemas.CompactionBegun:
		t.Compaction = &e
		t.overflowed = t.overflowed || e.Cause == schemas.CompactOverflow
	case schemas.TalkCompacted:
		t.Compaction = nil
		s.Earlier.Summary, s.Earlier.SummedUp = e.Summary, s.Earlier.SummedUp+e.Messages
		s.forgetTalk(e.Messages)
	case schemas.TalkLeftOut:
		t.Compaction = nil
		s.Earlier.LeftOut += e.Messages
		s.forgetTalk(e.Messages)
	}
}
