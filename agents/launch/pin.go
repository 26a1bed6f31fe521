package launch

import (
	"turnbook/agents/definitions"
	"turnbook/schemas"
)

// PinOf is an agent as a launch saw it: the file that won, and all that it builds on.
func PinOf(a definitions.Agent) *schemas.Pin {
	p := new(schemas.Pin)
	for i, d := range a.Chain {
		ref := schemas.DefinitionRef{Agent: schemas.AgentID(d.ID), Scope: string(d.Scope), Source: d.Source, Digest: d.Digest}
		if i == 0 {
			p.DefinitionRef = ref
		} else {
			p.Chain = append(p.Chain, ref)
		}
	}
	return p
}

// refs are a pin's files, from the agent to its last base.
func refs(p schemas.Pin) []schemas.DefinitionRef {
	return append([]schemas.DefinitionRef{p.DefinitionRef}, p.Chain...)
}

// pinned holds an agent against what the launch was validated with: the same files, from
// the same scopes, all the way down. An edited file is still the same one.
func (c *climb) pinned(a definitions.Agent, pin *schemas.Pin) {
	if pin == nil {
		return
	}
	was, is := refs(*pin), refs(*PinOf(a))
	input := string(a.ID) + ": as validated"
	if differs := difference(was, is); differs != "" {
		c.try("as_validated", differs, false, schemas.CodeAgentChanged, "agent is not the one that was validated at launch ("+string(a.ID)+"): "+differs)
		return
	}
	for i := range was {
		if was[i].Digest != is[i].Digest {
			input += "; edited since: " + is[i].Source
		}
	}
	c.try("as_validated", input, true, "", "")
}

// difference is the first hop of two chains that differs; "" for none.
func difference(was, is []schemas.DefinitionRef) string {
	for i := range max(len(was), len(is)) {
		var before, now schemas.DefinitionRef
		if i < len(was) {
			before = was[i]
		}
		if i < len(is) {
			now = is[i]
		}
		before.Digest, now.Digest = "", ""
		if before != now {
			return hop(before) + ", and now " + hop(now)
		}
	}
	return ""
}

func hop(r schemas.DefinitionRef) string {
	if r.Source == "" {
		return "no further base"
	}
	return string(r.Agent) + " of " + r.Scope + " " + r.Source
}
