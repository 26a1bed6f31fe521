package settings

import (
	"turnbook/agents/definitions"
	"turnbook/schemas"
)

// Tiers are what each tier says. An empty value says nothing, and neither does a level
// that is none.
type Tiers struct {
	Explicit   definitions.AI
	Bucket     definitions.AI
	Configured map[definitions.ID]definitions.AI // for the agent and for those that it builds on
	Agent      definitions.Agent                 // with its chain; the id alone where its file was not read
	Caller     definitions.AI
	Owner      []definitions.AI // in their order of precedence
	Default    definitions.AI   // without a level: off
}

// Resolve decides model and thinking. A level that was said as a number gets its name.
func Resolve(t Tiers) (model, thinking schemas.Setting) {
	for _, s := range t.said() {
		if model.Value == "" && s.ai.Model != "" {
			model = schemas.Setting{Value: s.ai.Model, Tier: s.tier, Of: s.of}
		}
		if level := definitions.Level(s.ai.ThinkingLevel); thinking.Value == "" && level != "" {
			thinking = schemas.Setting{Value: level, Tier: s.tier, Of: s.of}
		}
	}
	if model.Value == "" {
		model.Tier = schemas.TierDefault
	}
	if thinking.Value == "" {
		thinking = schemas.Setting{Value: definitions.Level("0"), Tier: schemas.TierDefault}
	}
	return model, thinking
}

// said is what one tier says.
type said struct {
	tier schemas.Tier
	of   schemas.AgentID // of an ancestor: which one
	ai   definitions.AI
}

// said is what the tiers say, in their order.
func (t Tiers) said() []said {
	all := []said{
		{schemas.TierExplicit, "", t.Explicit}, {schemas.TierBucket, "", t.Bucket}, {schemas.TierConfigured, "", t.Configured[t.Agent.ID]},
	}
	for i, d := range t.Agent.Chain {
		if i == 0 {
			all = append(all, said{schemas.TierFrontMatter, "", d.Matter.AI})
			continue
		}
		of := schemas.AgentID(d.ID)
		all = append(all, said{schemas.TierAncestor, of, t.Configured[d.ID]}, said{schemas.TierAncestor, of, d.Matter.AI})
	}
	all = append(all, said{schemas.TierCaller, "", t.Caller})
	for _, o := range t.Owner {
		all = append(all, said{schemas.TierOwner, "", o})
	}
	return append(all, said{schemas.TierDefault, "", t.Default})
}
