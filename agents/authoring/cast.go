package authoring

import (
	"fmt"
	"io/fs"

	"turnbook/agents"
	"turnbook/agents/definitions"
	"turnbook/agents/settings"
	"turnbook/schemas"
)

// Options say what the agents are cast from. Voice is required.
type Options struct {
	Global     fs.FS                                    // folder of agent files that stand before the built-in ones; nil for none
	Voice      func(model string) (agents.Model, error) // the model of a name, as in "anthropic:ID"
	Configured map[definitions.ID]definitions.AI        // by agent
	Default    definitions.AI                           // for whom nothing else is said
}

// A Cast is the agents, cast.
type Cast struct{ parts map[string]agents.Casting }

// New casts every agent of a turn. A file that can't be used, or a model that can't be
// had, is an error that names it.
func New(o Options) (*Cast, error) {
	c := &Cast{parts: make(map[string]agents.Casting)}
	catalog, voices := Load(o.Global), make(map[string]agents.Model)
	for _, id := range Agents() {
		agent, err := catalog.Agent(id)
		if err != nil {
			return nil, err
		}
		part, err := o.cast(agent, voices)
		if err != nil {
			return nil, err
		}
		c.parts[string(id)] = part
	}
	return c, nil
}

// Casting implements [agents.Cast]. There is no other agent in a turn.
func (c *Cast) Casting(agent string) agents.Casting {
	part, ok := c.parts[agent]
	if !ok {
		panic("authoring: no agent " + agent)
	}
	return part
}

// Settle decides which model an agent asks, and how hard that is to think.
func (o Options) Settle(a definitions.Agent) (model, thinking schemas.Setting) {
	return settings.Resolve(settings.Tiers{Configured: o.Configured, Agent: a, Default: o.Default})
}

func (o Options) cast(a definitions.Agent, voices map[string]agents.Model) (agents.Casting, error) {
	model, thinking := o.Settle(a)
	voice, open := voices[model.Value]
	if !open {
		var err error
		voice, err = o.Voice(model.Value)
		if err != nil && (model.Tier == schemas.TierFrontMatter || model.Tier == schemas.TierAncestor) {
			err = fmt.Errorf("%s names a model for agent %s: %w", a.Source, a.ID, err)
		}
		if err != nil {
			return agents.Casting{}, err
		}
		voices[model.Value] = voice
	}
	return agents.Casting{
		Model: voice, Orders: Orders(a), Without: Without(a),
		Asking: schemas.Asking{
			Model: voice.Name(), ModelFrom: model.Tier, Thinking: thinking.Value, ThinkingFrom: thinking.Tier, Definition: a.Source,
		},
	}, nil
}

// Orders are an agent's standing orders. A file without any of its own changes other
// things, and leaves them as they are built in.
func Orders(a definitions.Agent) string {
	if a.Body != "" {
		return a.Body
	}
	builtIn, err := Load(nil).Agent(a.ID)
	if err != nil {
		panic("authoring: the built-in file of " + string(a.ID) + ": " + err.Error())
	}
	return builtIn.Body
}

// Plain is the built-in agents with models of one's own: one for the router, and one
// for all others.
func Plain(model, router agents.Model) *Cast {
	voices := map[string]agents.Model{"agents": model, "router": router}
	c, err := New(Options{
		Voice:      func(name string) (agents.Model, error) { return voices[name], nil },
		Configured: map[definitions.ID]definitions.AI{"router": {Model: "router"}},
		Default:    definitions.AI{Model: "agents"},
	})
	if err != nil {
		panic("authoring: a built-in file: " + err.Error())
	}
	return c
}
