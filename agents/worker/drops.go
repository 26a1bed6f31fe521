package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"turnbook/agents"
	"turnbook/agents/documents"
	"turnbook/agents/turn"
	"turnbook/schemas"
)

// ApplyDrops applies, now, the steps of a turn that its origin view had dropped: to
// the saved trees, through the same gates as a flush. It returns what became of them,
// a record a document; none when nothing is dropped any more.
func (rt *Runtime) ApplyDrops(ctx context.Context, v schemas.VendorID, session schemas.SessionID, id schemas.TurnID) ([]schemas.DropsApplied, error) {
	s := rt.session(entityOf(v, session))
	if err := s.mustBeOpen(ctx); err != nil {
		return nil, err
	}
	var plans []turn.DropPlan
	var user schemas.UserID
	known := false
	err := rt.Session(ctx, v, session, func(state *turn.Session) {
		plans, user = turn.PlanDrops(state, id), state.User
		_, known = state.Turns[id]
	})
	if err != nil {
		return nil, err
	}
	if !known {
		return nil, &turn.Refused{Code: schemas.CodeUnknownTurn, Turn: id}
	}
	var done []schemas.DropsApplied
	for _, p := range plans {
		out, err := rt.applyDrops(ctx, v, session, user, id, p)
		if err != nil {
			return done, err
		}
		if _, err := s.decide(ctx, turn.ApplyDrops{DropsApplied: out}); err != nil {
			return done, err
		}
		done = append(done, out)
	}
	return done, nil
}

func (rt *Runtime) applyDrops(ctx context.Context, v schemas.VendorID, session schemas.SessionID, user schemas.UserID, id schemas.TurnID, p turn.DropPlan) (schemas.DropsApplied, error) {
	out := schemas.DropsApplied{Turn: id, Plan: p.Plan, Entity: p.Boundary, Steps: []schemas.StepRef{}}
	wanted := documents.Flush{Plan: p.Plan, Session: session, User: user}
	for _, x := range p.Drops {
		data, err := json.Marshal(x.Event)
		if err != nil {
			return out, fmt.Errorf("apply drops %s: step event %s: %w", p.Plan, x.ID, err)
		}
		wanted.Steps = append(wanted.Steps, documents.PlannedStep{ID: x.ID, Task: x.Task, Event: x.Event, Data: data})
		out.Steps = append(out.Steps, schemas.StepRef{Event: x.ID, Step: x.Event.StepIDs()[0]})
	}
	entity := libraryEntity(v)
	if p.Playbook != "" {
		entity = playbookEntity(v, p.Playbook)
	}
	by := draftBy{key: p.Plan, actor: "user/" + string(user)}
	var landed schemas.StepsFlushed
	seq, again, err := rt.appendTo(ctx, entity, p.Plan, func(w agents.World, _ uint64) (drafts []schemas.Draft, err error) {
		landed, drafts, err = flushDrafts(w, p.Playbook, wanted, by)
		return drafts, err
	})
	var no *documents.Refusal
	switch {
	case errors.As(err, &no):
		out.Code = no.Code
		return out, nil
	case err != nil:
		return out, err
	case again:
		if landed, err = rt.landed(ctx, entity, seq); err != nil {
			return out, err
		}
	}
	out.Seq, out.Refused = seq, landed.Refused
	return out, nil
}
