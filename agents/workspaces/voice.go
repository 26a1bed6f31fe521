package workspaces

import (
	"context"
	"iter"

	"turnbook/agents"
	"turnbook/schemas"
)

// casting is the model that a turn's agent asks, and what chose it. A model that can't be
// had fails the call, with its name; no other is asked in its place.
func (s *Service) casting(d schemas.Delegation, a schemas.AgentResolved) agents.Casting {
	voice, err := s.o.Voice(d.Model.Value)
	if err != nil {
		voice = absent{d.Model.Value, err}
	}
	c := agents.Casting{Model: voice, Asking: schemas.Asking{
		Model: voice.Name(), ModelFrom: d.Model.Tier, Thinking: d.Thinking.Value, ThinkingFrom: d.Thinking.Tier,
	}}
	if a.Definition != nil {
		c.Asking.Definition = a.Definition.Source
	}
	return c
}

// absent is a model that can't be had.
type absent struct {
	name string
	err  error
}

func (m absent) Name() string { return m.name }

// Stream fails at once.
func (m absent) Stream(context.Context, agents.Request) iter.Seq2[agents.Part, error] {
	return func(yield func(agents.Part, error) bool) {
		yield(nil, &agents.Error{Code: schemas.CodeModelRefused, Message: "the model " + m.name + " can't be had: " + m.err.Error(), Err: m.err})
	}
}
