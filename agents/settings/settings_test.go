package settings

import (
	"testing"

	"turnbook/agents/definitions"
	"turnbook/schemas"
)

func agentOf(own, base definitions.AI) definitions.Agent {
	child := definitions.Definition{ID: "child", Matter: definitions.Matter{Base: "parent", AI: own}}
	parent := definitions.Definition{ID: "parent", Matter: definitions.Matter{AI: base}}
	return definitions.Agent{Definition: child, Chain: []definitions.Definition{child, parent}}
}

// The tiers fall silent one by one: each time the next one wins, for either field.
func TestTheFirstTierThatSaysSomethingWins(t *testing.T) {
	ai := func(name string) definitions.AI { return definitions.AI{Model: "m:" + name, ThinkingLevel: "low"} }
	tiers := Tiers{
		Explicit: ai("explicit"), Bucket: ai("bucket"),
		Configured: map[definitions.ID]definitions.AI{"child": ai("configured"), "parent": ai("parent, configured")},
		Agent:      agentOf(ai("front matter"), ai("parent")),
		Caller:     ai("caller"), Owner: []definitions.AI{ai("owner"), ai("owner, active")}, Default: ai("default"),
	}
	for _, step := range []struct {
		want    schemas.Setting
		silence func()
	}{
		{schemas.Setting{Value: "m:explicit", Tier: "explicit"}, func() { tiers.Explicit = definitions.AI{} }},
		{schemas.Setting{Value: "m:bucket", Tier: "bucket"}, func() { tiers.Bucket = definitions.AI{} }},
		{schemas.Setting{Value: "m:configured", Tier: "configured"}, func() { delete(tiers.Configured, "child") }},
		{schemas.Setting{Value: "m:front matter", Tier: "front_matter"}, func() { tiers.Agent.Chain[0].Matter.AI = definitions.AI{} }},
		{schemas.Setting{Value: "m:parent, configured", Tier: "ancestor", Of: "parent"}, func() { delete(tiers.Configured, "parent") }},
		{schemas.Setting{Value: "m:parent", Tier: "ancestor", Of: "parent"}, func() { tiers.Agent.Chain[1].Matter.AI = definitions.AI{} }},
		{schemas.Setting{Value: "m:caller", Tier: "caller"}, func() { tiers.Caller = definitions.AI{} }},
		{schemas.Setting{Value: "m:owner", Tier: "owner"}, func() { tiers.Owner = tiers.Owner[1:] }},
		{schemas.Setting{Value: "m:owner, active", Tier: "owner"}, func() { tiers.Owner = nil }},
		{schemas.Setting{Value: "m:default", Tier: "default"}, func() {}},
	} {
		model, thinking := Resolve(tiers)
		if model != step.want {
			t.Errorf("the model is %+v; want %+v", model, step.want)
		}
		if want := (schemas.Setting{Value: "low", Tier: step.want.Tier, Of: step.want.Of}); thinking != want {
			t.Errorf("thinking is %+v; want %+v", thinking, want)
		}
		step.silence()
	}
}

func TestWhereNobodySaysAnythingNothingIsThought(t *testing.T) {
	model, thinking := Resolve(Tiers{})
	if model != (schemas.Setting{Tier: "default"}) || thinking != (schemas.Setting{Value: "off", Tier: "default"}) {
		t.Errorf("decided %+v and %+v", model, thinking)
	}
}

func TestEachFieldIsDecidedOnItsOwn(t *testing.T) {
	model, thinking := Resolve(Tiers{
		Explicit:   definitions.AI{ThinkingLevel: "hard"},
		Configured: map[definitions.ID]definitions.AI{"child": {ThinkingLevel: "2"}},
		Agent:      agentOf(definitions.AI{}, definitions.AI{Model: "here:y", ThinkingLevel: "max"}),
	})
	if model != (schemas.Setting{Value: "here:y", Tier: "ancestor", Of: "parent"}) || thinking != (schemas.Setting{Value: "medium", Tier: "configured"}) {
		t.Errorf("decided %+v and %+v", model, thinking)
	}
}

func TestWhatIsConfiguredCountsForAnAgentWhoseFileWasNotRead(t *testing.T) {
	model, thinking := Resolve(Tiers{
		Configured: map[definitions.ID]definitions.AI{"child": {Model: "here:y"}},
		Agent:      definitions.Agent{Definition: definitions.Definition{ID: "child"}},
		Default:    definitions.AI{Model: "here:z", ThinkingLevel: "low"},
	})
	if model != (schemas.Setting{Value: "here:y", Tier: "configured"}) || thinking != (schemas.Setting{Value: "low", Tier: "default"}) {
		t.Errorf("decided %+v and %+v", model, thinking)
	}
}
