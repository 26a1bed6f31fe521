package launch

import (
	"testing"

	"turnbook/agents/definitions"
	"turnbook/agents/settings"
	"turnbook/schemas"
)

func TestTheFilesOfAChainChoose(t *testing.T) {
	f := files{
		"g-plugin/top.md":    agentFile("base: middle"),
		"g-plugin/middle.md": agentFile("base: exec\nai:\n  model: of:middle\n  thinkingLevel: high"),
	}
	a, err := f.catalog().Agent("top")
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{Configured: map[definitions.ID]definitions.AI{"exec": {Model: "of:exec"}}}
	for _, r := range []struct {
		name            string
		a               *definitions.Agent
		say             func(*settings.Tiers)
		model, thinking schemas.Setting
	}{
		{
			"22 a base's defaults count", &a, func(t *settings.Tiers) { t.Caller.Model = "of:caller" },
			schemas.Setting{Value: "of:middle", Tier: "ancestor", Of: "middle"}, schemas.Setting{Value: "high", Tier: "ancestor", Of: "middle"},
		},
		{
			"21 the launch's own word beats them", &a, func(t *settings.Tiers) { t.Explicit.Model = "of:launch" },
			schemas.Setting{Value: "of:launch", Tier: "explicit"}, schemas.Setting{Value: "high", Tier: "ancestor", Of: "middle"},
		},
		{
			"48 the target's own stand before its owner's", nil, func(t *settings.Tiers) {
				t.Bucket.Model, t.Owner = "of:target", []definitions.AI{{Model: "of:owner", ThinkingLevel: "low"}}
			},
			schemas.Setting{Value: "of:target", Tier: "bucket"}, schemas.Setting{Value: "low", Tier: "owner"},
		},
	} {
		tiers := cfg.Tiers("top", r.a)
		r.say(&tiers)
		model, thinking := settings.Resolve(tiers)
		if model != r.model || thinking != r.thinking {
			t.Errorf("%s: got %+v %+v", r.name, model, thinking)
		}
	}
}
