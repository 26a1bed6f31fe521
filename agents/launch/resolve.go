package launch

import (
	"cmp"

	"turnbook/agents/definitions"
	"turnbook/schemas"
)

// A Start is a turn that is about to run, and what its checkout says of agents now.
type Start struct {
	Asked    schemas.AgentID
	Strict   bool
	Pin      *schemas.Pin // what the launch was validated with; nil for any (D3: old rows)
	Child    bool         // the workspace is a sub-agent's: it runs under Identity alone
	Identity schemas.AgentID
	Depth    int    // of a sub-agent's
	PlanFile string // the file of a planner here, as it must be spelled
	Own      View
	Parent   View // of a sub-agent's: its parent's checkout, which may hold files nobody committed
	Basis    schemas.Basis
}

// Resolve decides under which agent a turn runs (workspace-turns.md 4.1, 4.2). A strict
// turn runs under the agent that was named and validated, or fails; another falls back on
// exec, and the ladder tells. A sub-agent keeps its identity, and fails where that is
// switched off.
//
// A pinned file that was edited since is the same file: the turn runs, the ladder tells,
// and the event has the new digest. Another file, or another chain of bases, is not.
func Resolve(s Start, cfg Config) schemas.AgentResolved {
	asked := s.asked()
	c := newClimb("resolve/1")
	var agent *definitions.Agent
	if s.Strict && !s.Child {
		agent = c.strict(s, cfg)
	} else {
		agent = c.lenient(asked, s, cfg)
	}
	r := schemas.AgentResolved{Asked: asked, Tools: []string{}, Ladder: c.ladder, Basis: s.Basis}
	if c.refusal != nil {
		r.Code, r.Detail = c.refusal.Code, c.refusal.Detail
		return r
	}
	under(&r, *agent, s, cfg)
	return r
}

// asked is the agent that the turn is to run under.
func (s Start) asked() schemas.AgentID {
	switch {
	case s.Child:
		return cmp.Or(s.Identity, schemas.AgentID(Exec))
	case s.Strict:
		return s.Asked // what can be no id fails as that
	}
	id, err := definitions.ParseID(string(s.Asked))
	if err != nil {
		id = Exec
	}
	return schemas.AgentID(id)
}

// strict takes the agent that was asked for, or nothing.
func (c *climb) strict(s Start, cfg Config) *definitions.Agent {
	id := string(s.Asked)
	if !c.try("reachable", s.Own.Reason, s.Own.reachable(), schemas.CodeUnreachable, unreachable(id, s.Own.Reason)) {
		return nil
	}
	e := climbEligible(c, id, s.Own.Catalog, cfg, Selected)
	if c.refusal == nil {
		c.pinned(e.Agent, s.Pin)
	}
	return &e.Agent
}

// lenient takes the agent that was asked for, else exec. What can't go on: a sub-agent
// that is switched off, or is not the one that was launched; a file that is broken where
// exec is meant, since the one below it must not be exposed.
func (c *climb) lenient(asked schemas.AgentID, s Start, cfg Config) *definitions.Agent {
	id := definitions.ID(asked)
	agent, err := s.find(id)
	if s.Child && s.Pin != nil {
		c.try("found", words(err), err == nil, schemas.CodeUnknownAgent, unknown(id, err))
	} else if !c.tell("found", cmp.Or(words(err), string(id)), err == nil) {
		return c.exec(s)
	}
	if c.refusal != nil {
		return nil
	}
	off, why := Disabled(agent, cfg)
	if s.Child {
		c.try("enabled", why, !off, schemas.CodeAgentDisabled, "agent is disabled ("+string(id)+"): "+why)
		c.pinned(agent, s.Pin)
	} else if !c.tell("enabled", why, !off) {
		return c.exec(s)
	}
	return &agent
}

// tell adds a rung that ends nothing.
func (c *climb) tell(name, input string, held bool) bool { return c.ladder.Try(name, input, held) }

// Fallback is the outcome of a resolution that took exec in another's place.
const Fallback = "FALLBACK"

func (c *climb) exec(s Start) *definitions.Agent {
	agent, err := s.find(Exec)
	c.ladder.Outcome = Fallback
	c.try("exec", cmp.Or(words(err), string(agent.Source)), err == nil, schemas.CodeUnknownAgent, unknown(Exec, err))
	return &agent
}

// find looks for an agent in the turn's own checkout, then in its parent's: a project's
// file wins wherever it is, then the first that has any.
func (s Start) find(id definitions.ID) (definitions.Agent, error) {
	var first *definitions.Catalog
	for _, w := range []View{s.Own, s.Parent} {
		if !w.reachable() {
			continue
		}
		switch scope, source := w.Catalog.Holder(id); {
		case source == "":
		case scope == definitions.Project:
			return w.Catalog.Agent(id)
		case first == nil:
			first = w.Catalog
		}
	}
	if first == nil {
		return definitions.Agent{}, &definitions.UnknownError{ID: id}
	}
	return first.Agent(id)
}
