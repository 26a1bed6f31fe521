package turn

import (
	"slices"

	"turnbook/schemas"
)

func (s *Session) evolveFlush(t *Turn, r schemas.Record) {
	switch e := r.Event.(type) {
	case schemas.FlushPlanned:
		p := &Plan{FlushPlanned: e, Event: r.Draft.ID}
		t.flushes++
		for _, f := range e.Tasks {
			if b := boundaryOf(f); !slices.Contains(p.Waiting, b) {
				p.Waiting = append(p.Waiting, b)
			}
		}
		t.Plan = p
		t.Tally.Dropped += len(e.Drops)
		for _, d := range e.Drops {
			if !slices.Contains(t.Tally.Reasons, d.Reason) {
				t.Tally.Reasons = append(t.Tally.Reasons, d.Reason)
			}
			s.drop(t.ID, d)
			s.forget(d.Task, []schemas.StepRef{d.StepRef})
		}
	case schemas.FlushApplied:
		t.Plan.answered(e.Entity)
		t.Tally.NotSaved += len(e.Refused)
		for _, x := range e.Refused {
			t.Tally.noteCode(x.Code)
		}
		s.forgetPlanned(t.Plan, e.Entity)
	case schemas.FlushRefused:
		t.Plan.answered(e.Entity)
		t.Tally.NotSaved += t.Plan.stepsOf(e.Entity)
		t.Tally.noteCode(e.Code)
		s.forgetPlanned(t.Plan, e.Entity)
	}
}

func (t *Tally) noteCode(c schemas.Code) {
	if !slices.Contains(t.Codes, c) {
		t.Codes = append(t.Codes, c)
	}
}

func (p *Plan) answered(boundary string) {
	p.Waiting = slices.DeleteFunc(p.Waiting, func(b string) bool { return b == boundary })
}

// stepsOf counts the step events that a plan has for a boundary.
func (p *Plan) stepsOf(boundary string) int {
	n := 0
	for _, f := range p.Tasks {
		if boundaryOf(f) == boundary {
			n += len(f.Steps)
		}
	}
	return n
}

// forgetPlanned takes what a plan had for a boundary out of the drafts: it is in the
// saved tree now, or was refused.
func (s *Session) forgetPlanned(p *Plan, boundary string) {
	for _, f := range p.Tasks {
		if boundaryOf(f) == boundary {
			s.forget(f.Task, f.Steps)
		}
	}
}

func (s *Session) forget(task schemas.TaskID, steps []schemas.StepRef) {
	d, ok := s.Drafts[task]
	if !ok {
		return
	}
	gone := make(map[string]bool, len(steps))
	for _, r := range steps {
		gone[r.Event] = true
	}
	d.Ops = slices.DeleteFunc(d.Ops, func(o Op) bool { return gone[o.ID] })
	d.tree = nil
	if len(d.Ops) == 0 {
		delete(s.Drafts, task)
		s.order = slices.DeleteFunc(s.order, func(id schemas.TaskID) bool { return id == task })
	}
}

// boundaryOf names the boundary that a task's steps are saved in.
func boundaryOf(f schemas.TaskFlush) string {
	if f.Playbook != "" {
		return schemas.Entity{Kind: schemas.PlaybookBoundary, ID: string(f.Playbook)}.String()
	}
	return schemas.Entity{Kind: schemas.LibraryBoundary, ID: schemas.LibraryID}.String()
}
