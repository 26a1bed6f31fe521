package workspaces

import (
	"context"

	"turnbook/agents/definitions"
	"turnbook/agents/handles"
	"turnbook/agents/launch"
	"turnbook/agents/settings"
	"turnbook/agents/turn"
	"turnbook/schemas"
)

// handOnText is what exec is told when it takes a planner's workspace over.
const handOnText = "Carry out the plan that was proposed here. Say what came of it as your last message: it is the report."

// handOn has exec carry out the plan that a sub-agent has handed in, in the same workspace
// (workspace-turns.md 4.4): nobody is there to approve it, and the report that is owed is
// exec's. The workspace is exec's before the message is sent; a crash between the two is
// made good by telling the turn's end again.
func (s *Service) handOn(ctx context.Context, at place, id schemas.TurnID, o turn.Outcome) error {
	if o.Stop != schemas.StopPlanProposed || o.Delegation.Handle == "" {
		return nil
	}
	h, err := s.Handle(ctx, at.vendor, o.Delegation.Handle)
	if err != nil || !h.Active() || !h.HandedOn(id) {
		return err
	}
	exec := schemas.AgentID(launch.Exec)
	_, err = s.book.append(ctx, s, workspaceEntity(at.vendor, at.id), system, func(f fold) ([]schemas.Event, error) {
		w := f.(*Workspace)
		if w.Agent == exec {
			return nil, nil
		}
		return []schemas.Event{schemas.WorkspaceHandedOn{From: w.Agent, Agent: exec, Turn: id}}, nil
	})
	if err != nil {
		return err
	}
	d, err := s.execDelegation(ctx, at, h)
	if err != nil {
		return err
	}
	return ignoreBusy(s.send(ctx, at.vendor, d, handOnText, "handon."+string(id), false))
}

// execDelegation is the message of a handle whose plan exec carries out: with the model
// that the launch named, else what is set for exec here and with the parent.
func (s *Service) execDelegation(ctx context.Context, at place, h *handles.Handle) (schemas.Delegation, error) {
	w, err := s.Workspace(ctx, at.vendor, at.id)
	if err != nil {
		return schemas.Delegation{}, err
	}
	owner, err := s.Workspace(ctx, at.vendor, h.Launched.Owner)
	if err != nil {
		return schemas.Delegation{}, err
	}
	t := s.o.Config.Tiers(w.Agent, nil)
	t.Explicit, t.Bucket, t.Owner = namedAt(h.Launched), w.Choices[w.Agent], []definitions.AI{choiceOf(owner, w.Agent)}
	d := schemas.Delegation{Workspace: at.id, Origin: schemas.FromHandOn, Handle: h.ID, Owner: h.Launched.Owner, Agent: w.Agent}
	d.Model, d.Thinking = settings.Resolve(t)
	return d, nil
}

// namedAt is the model and thinking that a launch named.
func namedAt(l schemas.HandleCreated) definitions.AI {
	var ai definitions.AI
	if l.Model.Tier == schemas.TierExplicit {
		ai.Model = l.Model.Value
	}
	if l.Thinking.Tier == schemas.TierExplicit {
		ai.ThinkingLevel = l.Thinking.Value
	}
	return ai
}
