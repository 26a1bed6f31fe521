package turn

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"turnbook/schemas"
)

// reachBoundary brings the turn to its end: lanes and rows are swept to their end
// states, then what it wrote is flushed; where it wrote nothing, it ends at once.
func (d *decision) reachBoundary(status schemas.TurnStatus, stop schemas.StopReason, closing string) {
	d.sweep(status)
	d.emit(schemas.BoundaryReached{Status: status, Stop: stop, Closing: closing})
	d.flushOr(d.end)
}

// flushOr flushes what the turn wrote; where it wrote nothing, it goes on at once.
// What an origin view showed meanwhile must be read first. Without a view there is
// nothing to read: the turn was asked for, and is judged, in the context that came with
// its message.
func (d *decision) flushOr(goOn func()) {
	switch {
	case !d.s.hasDrafts(d.t.ID):
		goOn()
	case d.t.Request.View == "" && d.t.Plan == nil:
		d.plan(Timeline{{Context: d.t.Request.UIContext}}, d.w.Basis)
	}
}

// sweep ends what is still open, so that no row goes on turning after its turn.
func (d *decision) sweep(status schemas.TurnStatus) {
	outcome, code, detail := "cancelled", schemas.CodeCancelled, "stopped"
	if status == schemas.TurnFailed {
		outcome, code, detail = "failed", "", "the turn failed"
	}
	for _, id := range d.t.Order {
		l := d.t.Lanes[id]
		if l.Call == "" || l.Status == LaneOver {
			continue
		}
		d.emit(schemas.LaneEnded{Lane: id, Outcome: outcome, Code: code, Built: l.Built, Unchanged: l.Refused})
		d.flip(l, schemas.RowFailed, detail+"; "+counted(l.Built, l.Refused))
	}
	d.sweepRows()
}

// hasDrafts says whether a turn has step events that are not flushed.
func (s *Session) hasDrafts(turn schemas.TurnID) bool {
	for _, d := range s.Drafts {
		for _, o := range d.Ops {
			if o.Turn == turn {
				return true
			}
		}
	}
	return false
}

// seen plans the flush: the origin view decides, event by event, what goes into the
// saved tree. What it dropped is kept, listed and told.
func (d *decision) seen(in Seen) {
	t := d.s.Running
	if t == nil || t.Ending == nil || t.Plan != nil {
		return
	}
	d.under(bySystem, "")
	basis := maps.Clone(d.w.Basis)
	maps.Copy(basis, in.Basis)
	d.plan(in.Timeline, basis)
}

func (d *decision) plan(timeline Timeline, basis schemas.Basis) {
	t := d.t
	plan := schemas.FlushPlanned{Plan: fmt.Sprintf("%s.flush.%d", t.ID, t.flushes+1), Tasks: []schemas.TaskFlush{}, Basis: basis}
	for _, id := range d.s.order {
		draft := d.s.Drafts[id]
		path, _ := schemas.FlushPathOf(draft.Context)
		f := schemas.TaskFlush{Task: id, Playbook: draft.Playbook, Context: draft.Context, Path: path}
		for _, op := range draft.Ops {
			if op.Turn != t.ID {
				continue
			}
			ref := schemas.StepRef{Event: op.ID, Step: op.Event.StepIDs()[0]}
			target := schemas.ResolveTarget(timeline.At(op.Seq), draft.Playbook, op.Event.Address())
			if target.Outcome == schemas.TargetDrop {
				plan.Drops = append(plan.Drops, schemas.Drop{StepRef: ref, Task: id, Reason: target.Reason})
				continue
			}
			f.Steps = append(f.Steps, ref)
		}
		if len(f.Steps) > 0 {
			plan.Tasks = append(plan.Tasks, f)
		}
	}
	d.emit(plan)
	d.endIfFlushed()
}

// flushed takes what a document's saved tree took.
func (d *decision) flushed(in Flushed) {
	if d.flushing(in.Plan, in.Entity) {
		in.Basis = d.w.Basis
		d.emit(in.FlushApplied)
		d.endIfFlushed()
	}
}

// flushStopped takes that a document's gate let nothing in.
func (d *decision) flushStopped(in FlushStopped) {
	if d.flushing(in.Plan, in.Entity) {
		in.Basis = d.w.Basis
		d.emit(in.FlushRefused)
		d.endIfFlushed()
	}
}

// flushing says whether the running turn waits for a boundary's answer to a plan.
func (d *decision) flushing(plan, boundary string) bool {
	t := d.s.Running
	if t == nil || t.Plan == nil || t.Plan.Plan != plan || !slices.Contains(t.Plan.Waiting, boundary) {
		return false
	}
	d.under(bySystem, t.Plan.Event)
	return true
}

func (d *decision) endIfFlushed() {
	switch {
	case len(d.t.Plan.Waiting) > 0:
	case d.t.Ending.Status == schemas.TurnAwaitingAnswer:
		d.pause()
	default:
		d.end()
	}
}

// end ends the turn, tells its closing line, and starts who waits.
func (d *decision) end() {
	e := *d.t.Ending
	closing := strings.TrimSpace(e.Closing + " " + d.t.Tally.closing())
	d.emit(schemas.TurnEnded{Status: e.Status, Stop: e.Stop, Hops: d.t.Hop, Closing: closing})
	d.next()
}

// closing is the line that tells what a turn came to: what was built, what was left
// unchanged, what the view dropped, what could not be saved. It is empty for a turn
// that neither wrote nor was refused.
func (t Tally) closing() string {
	var parts []string
	if t.Built+t.Changed+t.Refused > 0 {
		line := counted(t.Built, t.Refused)
		if t.Changed > 0 {
			line = fmt.Sprintf("%d built, %d changed, %d left unchanged", t.Built, t.Changed, t.Refused)
		}
		parts = append(parts, line+".")
	}
	if t.Dropped > 0 {
		parts = append(parts, fmt.Sprintf("%d dropped: %s. Nothing is lost; dropped steps can be applied later.", t.Dropped, explainDrops(t.Reasons)))
	}
	if t.NotSaved > 0 {
		codes := make([]string, len(t.Codes))
		for i, c := range t.Codes {
			codes[i] = string(c)
		}
		parts = append(parts, fmt.Sprintf("%d not saved: %s.", t.NotSaved, strings.Join(codes, ", ")))
	}
	return strings.Join(parts, " ")
}

func explainDrops(reasons []schemas.TargetReason) string {
	words := make([]string, len(reasons))
	for i, r := range reasons {
		words[i] = ExplainDrop(r)
	}
	return strings.Join(words, "; ")
}

// ExplainDrop says in words why a view applied a step event nowhere.
func ExplainDrop(r schemas.TargetReason) string {
	switch r {
	case schemas.ReasonNotMounted:
		return "no subtask builder was open in your tab"
	case schemas.ReasonOtherTask:
		return "the builder in your tab had another task open"
	case schemas.ReasonOtherPlaybook:
		return "your tab showed another playbook"
	case schemas.ReasonNotAuthorable:
		return "the task in your tab can't be written by agents"
	case schemas.ReasonUnaddressed:
		return "the step named no place"
	}
	return string(r)
}
