package launch

import (
	"turnbook/agents/definitions"
	"turnbook/schemas"
)

// A Made is what was looked at once the workspace of mode new was there.
type Made struct {
	Workspace schemas.WorkspaceID
	Target    View // its checkout
	Owner     View // read again: files may have changed between the stages
	Archived  bool // the owner was archived meanwhile
}

// In which checkout an agent was validated.
const (
	InTarget = "target"
	InOwner  = "owner"
)

// After decides, of a launch of mode new whose workspace was made, under what its turn
// runs (workspace-turns.md 2.4 stage 2). Its verdict is Dispatch; Settle: the workspace is
// there, so it is recorded as the owner's before its turn is settled as an error; or
// Discard, where nobody is left to own it (D11).
func After(a Ask, v Verdict, m Made, cfg Config) Verdict {
	if v.over() {
		return v
	}
	if m.Archived {
		c := newClimb("owner/1")
		c.try("owner_in_use", "no", false, schemas.CodeUnknownOwner, "the workspace ("+string(a.Owner)+") that asks was archived meanwhile; take it out of the archive")
		v = v.and(c)
		v.Step = Discard
		return v
	}
	if a.Task.Kind == schemas.AgentTask {
		v.Step = Dispatch // its agent was validated in its parent's checkout
		return v
	}
	v.Terms = Terms{Agent: schemas.AgentID(Exec)}
	if a.explicit() {
		owner := View{}
		if v.Vouched {
			owner = m.Owner
		}
		v = validate(a, v, m.Target, owner, cfg)
	}
	if v.Refusal != nil {
		v.Step, v.Refusal.Detail = Settle, v.Refusal.Detail+advice(a.Task, m.Workspace)
		v.Terms = Terms{Agent: agentOf(a), Strict: true}
		return v
	}
	v.Step = Dispatch
	return v
}

// advice is what an owner can do about a launch that failed once its workspace was there.
func advice(t Task, w schemas.WorkspaceID) string {
	if t.Disposable {
		return ". Nothing ran; the workspace that was made for it is cleaned up by itself, as far as that can be done"
	}
	return ". Nothing ran. The workspace (" + string(w) + ") was made and is kept: mend the agent there, or name another, and launch again with workspace.mode existing and workspaceId " + string(w)
}

// validate asks the target of a named agent, or, where it can't be looked at, an owner
// that vouches for it (workspace-turns.md 2.5).
func validate(a Ask, v Verdict, target, owner View, cfg Config) Verdict {
	in, files := InTarget, target
	if !target.reachable() {
		reach := guardReach(a.Task.Agent, target, owner)
		if v = v.and(reach); v.over() {
			return v
		}
		in, files = InOwner, owner
	}
	e := files.eligible(a.Task.Agent, cfg, Selected)
	if v = v.and(&climb{ladder: e.Ladder, refusal: e.Refusal}); v.over() {
		return v
	}
	v.Terms = Terms{Agent: agentOf(a), Strict: true, Pin: PinOf(e.Agent), Validated: in, Definition: &e.Agent}
	return v
}

// guardReach lets an owner speak for a checkout that can't be looked at: only where it
// vouches, and only for agents that are not the project's. Everything else fails closed,
// what the program brings too: an unseen branch may put a file of its own before it.
func guardReach(id string, target, owner View) *climb {
	c := newClimb("reach/1")
	c.try("vouched", yes(owner.reachable()), owner.reachable(), schemas.CodeUnreachable, unreachable(id, target.Reason))
	if c.refusal != nil {
		return c
	}
	parsed, err := definitions.ParseID(id)
	if !c.try("syntax", id, err == nil, schemas.CodeMalformedAgent, words(err)) {
		return c
	}
	agent, err := owner.Catalog.Agent(parsed)
	if !c.try("exists", found(owner.Catalog, parsed), err == nil, schemas.CodeUnknownAgent, unknown(parsed, err)) {
		return c
	}
	c.try("not_of_project", string(agent.Scope), agent.Scope != definitions.Project, schemas.CodeUnreachable,
		"agent can't be verified ("+id+"): it is a file of the project, and the checkout is not reachable yet")
	return c
}

// agentOf is the agent that an ask names, as an id; exec for none.
func agentOf(a Ask) schemas.AgentID {
	id, err := definitions.ParseID(a.Task.Agent)
	if err != nil {
		id = Exec
	}
	return schemas.AgentID(id)
}
