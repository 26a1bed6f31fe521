package turn

import (
	"fmt"
	"slices"

	"turnbook/agents"
	"turnbook/schemas"
)

// A workspace's turn has no router and no steps: its message names the agent, the
// agent's files are read where the turn runs, and its tools are carried out there. All
// else (rounds, retries, cancelling, the end) is the same engine's.

// ProposePlan is the tool with which a planner hands in its plan.
const ProposePlan = "propose_plan"

// unresolved says whether the turn waits to learn under which agent it runs.
func (t *Turn) unresolved() bool { return t.Request.Delegation != nil && t.Agent == nil }

// resolved takes the agent that the turn runs under. One that was named and is not to
// be had fails the turn; no other takes its place (workspace-turns.md 4.2).
func (d *decision) resolved(in Resolved) {
	t := d.s.Running
	if t == nil || t.Ending != nil || !t.unresolved() {
		return
	}
	d.under(bySystem, "")
	in.Basis = d.w.Basis
	d.emit(in.AgentResolved)
	if in.Code != "" {
		d.reachBoundary(schemas.TurnFailed, schemas.StopAgentUnresolved, fmt.Sprintf("Nothing ran: %s (%s).", in.Detail, in.Code))
		return
	}
	d.callModel(d.t.lane(schemas.MainLane), string(in.Agent))
}

// resolved gives the main lane to the agent.
func (t *Turn) resolved(e schemas.AgentResolved) {
	t.Agent = &e
	if e.Code == "" {
		t.Domain = schemas.Domain(e.Agent)
		t.lane(schemas.MainLane).Agent = string(e.Agent)
	}
}

// returned takes what a tool of a workspace came to. A plan that was proposed is the
// end of a planner's turn, and a newer message that does not wait for the end cuts the
// turn here, where no tool is out.
func (d *decision) returned(in Returned) {
	if d.s.Running == nil || d.s.Running.Ending != nil {
		return
	}
	l, ok := d.s.Running.Lanes[in.Lane]
	if !ok || l.Tool == nil || !l.Tool.Outside || l.Tool.Call != in.Call {
		return
	}
	c := l.Tool
	d.under(byAgent(l.Agent), c.Event)
	in.Basis = d.w.Basis
	d.emit(in.ToolReturned)
	switch {
	case c.Tool == d.t.Agent.Required && in.Code == "":
		d.leaveBatch(l, "the turn is over: the tool that it had to call was called")
		d.as(bySystem)
		d.reachBoundary(schemas.TurnCompleted, stopOf(c.Tool), "")
	case d.cutWanted():
		d.cut(l)
	default:
		d.runBatch(l)
	}
}

// stopOf is why a turn ends whose required tool was called.
func stopOf(tool string) schemas.StopReason {
	if tool == ProposePlan {
		return schemas.StopPlanProposed
	}
	return schemas.StopEnd
}

// cutWanted says whether a message waits that takes the turn's place at a tool call.
func (d *decision) cutWanted() bool {
	return slices.ContainsFunc(d.s.Queue, func(q *Turn) bool {
		return q.Request.Delegation != nil && q.Request.Delegation.Dispatch == schemas.AtToolEnd
	})
}

func (d *decision) cut(l *Lane) {
	d.leaveBatch(l, "a newer message took the turn's place")
	d.as(bySystem)
	d.reachBoundary(schemas.TurnCompleted, schemas.StopCut, "")
}

// leaveBatch records the calls that are not run any more, so that each has its result.
func (d *decision) leaveBatch(l *Lane, why string) {
	for l.Done < len(l.Batch) {
		rest := l.Batch[l.Done]
		c := schemas.ToolCalled{Call: schemas.CallID(d.mint(l)), Lane: l.ID, Tool: rest.Name, Args: rest.Args, Ref: rest.ID}
		d.emit(c)
		d.toolReturned(c, schemas.CodeNotRun, "not run: "+why)
	}
}

// namedTools are tools of which only the name is known here: their descriptions
// belong to who carries them out.
func namedTools(names []string) []agents.Tool {
	tools := make([]agents.Tool, len(names))
	for i, name := range names {
		tools[i].Name = name
	}
	return tools
}

// workspaceRequest is a round of a workspace's agent. Who carries the tools out adds
// what they are, and what there is to look at.
func (d *decision) workspaceRequest(call CallModel, l *Lane) agents.Request {
	return agents.Request{
		Call:     call.Call,
		Agent:    call.Agent,
		System:   d.t.Agent.Prompt,
		Messages: d.talk(l),
		Tools:    d.toolsOf(l),
	}
}

// CutWaiting says whether a message waits that takes the running turn's place at its
// next tool call: a tool that waits for something then gives the wait up.
func CutWaiting(s *Session) bool { return (&decision{s: s}).cutWanted() }
