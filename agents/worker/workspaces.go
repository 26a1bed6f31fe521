package worker

import (
	"context"
	"errors"
	"fmt"

	"turnbook/agents"
	"turnbook/agents/turn"
	"turnbook/schemas"
)

// Workspaces is what the turns of workspaces need outside: their agent files, their
// tools, and somebody who hears how they end.
type Workspaces interface {
	// Resolve reads a workspace's agent files and says under which agent its turn runs.
	// An agent that is not to be had is a code in the answer; an error is a breakdown.
	Resolve(ctx context.Context, v schemas.VendorID, id schemas.TurnID, d schemas.Delegation) (schemas.AgentResolved, error)
	// Furnish adds to a request what its tools are, and what there is to look at, and says
	// which model is asked. A model that can't be had is an [*agents.Error] of the call.
	Furnish(ctx context.Context, v schemas.VendorID, d schemas.Delegation, a schemas.AgentResolved, r *agents.Request) (agents.Casting, error)
	// RunTool carries out a tool. A refusal is a code in the result. It gives up what it
	// waits for when cut is closed: a newer message takes the turn's place.
	RunTool(ctx context.Context, v schemas.VendorID, e turn.RunTool, cut <-chan struct{}) (schemas.ToolReturned, error)
	// Happened tells what was appended to a workspace's session. It does not block, and
	// does not wait for the session.
	Happened(v schemas.VendorID, id schemas.WorkspaceID, records []schemas.Record)
}

// Employ gives the runtime its workspaces. Call it before Run.
func (rt *Runtime) Employ(w Workspaces) { rt.workspaces = w }

// errNoWorkspaces is a workspace's turn in a program that has none.
var errNoWorkspaces = errors.New("worker: this runtime has no workspaces")

// OpenWorkspaceSession opens the conversation of a workspace; its session has the
// workspace's id. Opening it again changes nothing.
func (rt *Runtime) OpenWorkspaceSession(ctx context.Context, v schemas.VendorID, user schemas.UserID, id schemas.WorkspaceID) error {
	in := turn.Open{User: user, Workspace: id, Key: "workspace." + string(id)}
	_, err := rt.session(entityOf(v, schemas.SessionID(id))).decide(ctx, in)
	return err
}

func (rt *Runtime) resolveAgent(ctx context.Context, s *session, e turn.ResolveAgent) (turn.Input, error) {
	if rt.workspaces == nil {
		return nil, errNoWorkspaces
	}
	a, err := rt.workspaces.Resolve(ctx, s.entity.Vendor, e.Turn, e.Delegation)
	if err != nil {
		return nil, fmt.Errorf("resolve agent %s of workspace %s: %w", e.Delegation.Agent, e.Delegation.Workspace, err)
	}
	return turn.Resolved{AgentResolved: a}, nil
}

func (rt *Runtime) runTool(ctx context.Context, s *session, e turn.RunTool) (turn.Input, error) {
	if rt.workspaces == nil {
		return nil, errNoWorkspaces
	}
	r, err := rt.workspaces.RunTool(ctx, s.entity.Vendor, e, s.cuts())
	if err != nil {
		return nil, fmt.Errorf("run %s in workspace %s: %w", e.Tool, e.Delegation.Workspace, err)
	}
	r.Call, r.Lane, r.Result = e.Call, e.Lane, plain(r.Result)
	return turn.Returned{ToolReturned: r}, nil
}

// casting is who is asked for an agent. The request of a workspace's agent is completed.
func (rt *Runtime) casting(ctx context.Context, s *session, agent string, r *agents.Request) (agents.Casting, error) {
	var d *schemas.Delegation
	var a *schemas.AgentResolved
	s.mu.Lock()
	if s.state != nil && s.state.Running != nil && s.state.Running.Agent != nil {
		under := s.state.Under(s.state.Running)
		d, a = &under, s.state.Running.Agent
	}
	s.mu.Unlock()
	if d == nil || agent == turn.Compact {
		return rt.o.Cast.Casting(agent), nil
	}
	if rt.workspaces == nil {
		return agents.Casting{}, errNoWorkspaces
	}
	return rt.workspaces.Furnish(ctx, s.entity.Vendor, *d, *a, r)
}

// tell hands on what a workspace's session came to. mu is held.
func (rt *Runtime) tell(s *session, records []schemas.Record) {
	if rt.workspaces == nil || s.state.Workspace == "" {
		return
	}
	if turn.CutWaiting(s.state) {
		s.cutWaiting()
	}
	rt.workspaces.Happened(s.entity.Vendor, s.state.Workspace, records)
}

// cuts is closed when a message waits that takes the running turn's place.
func (s *session) cuts() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cut == nil {
		s.cut = make(chan struct{})
	}
	ch := s.cut
	if s.state != nil && turn.CutWaiting(s.state) {
		s.cutWaiting()
	}
	return ch
}

// cutWaiting closes what tools of the running turn wait on. mu is held.
func (s *session) cutWaiting() {
	if s.cut != nil {
		close(s.cut)
		s.cut = nil
	}
}
