package turn

import (
	"fmt"
	"slices"

	"turnbook/schemas"
)

// drop keeps a step event that the origin view dropped.
func (s *Session) drop(turn schemas.TurnID, d schemas.Drop) {
	draft, ok := s.Drafts[d.Task]
	if !ok {
		return
	}
	for _, op := range draft.Ops {
		if op.ID == d.Event {
			s.Dropped[turn] = append(s.Dropped[turn], Dropped{Op: op, Task: d.Task, Playbook: draft.Playbook, Reason: d.Reason})
		}
	}
}

// applied lets go of drops that were applied, or can't be any more. What a gate kept
// out as a whole stays.
func (s *Session) applied(e schemas.DropsApplied) {
	if e.Code != "" {
		return
	}
	s.Dropped[e.Turn] = slices.DeleteFunc(s.Dropped[e.Turn], func(d Dropped) bool {
		return slices.ContainsFunc(e.Steps, func(r schemas.StepRef) bool { return r.Event == d.ID })
	})
	if len(s.Dropped[e.Turn]) == 0 {
		delete(s.Dropped, e.Turn)
	}
}

// applyDrops records what became of drops. A second record of the same changes
// nothing: what it speaks of is no longer dropped.
func (d *decision) applyDrops(in ApplyDrops) {
	waiting := slices.ContainsFunc(d.s.Dropped[in.Turn], func(x Dropped) bool {
		return slices.ContainsFunc(in.Steps, func(r schemas.StepRef) bool { return r.Event == x.ID })
	})
	if !waiting {
		return
	}
	d.actor = byUser(d.s.User)
	d.draft(schemas.Draft{ID: fmt.Sprintf("%s/%d", in.Plan, d.s.Seq), Event: in.DropsApplied})
}

// A DropPlan is the drops of a turn that go into one document.
type DropPlan struct {
	Plan     string
	Boundary string
	Playbook schemas.PlaybookID // "" for the library
	Drops    []Dropped
}

// PlanDrops says what applying a turn's drops wants of each document. The plan's id
// follows from what it holds, so that the same wish is the same plan.
func PlanDrops(s *Session, turn schemas.TurnID) []DropPlan {
	var plans []DropPlan
	for _, x := range s.Dropped[turn] {
		boundary := boundaryOf(schemas.TaskFlush{Playbook: x.Playbook})
		i := slices.IndexFunc(plans, func(p DropPlan) bool { return p.Boundary == boundary })
		if i < 0 {
			plans = append(plans, DropPlan{Plan: fmt.Sprintf("%s.drops.%s", turn, x.ID[len(turn)+1:]), Boundary: boundary, Playbook: x.Playbook})
			i = len(plans) - 1
		}
		plans[i].Drops = append(plans[i].Drops, x)
	}
	return plans
}
