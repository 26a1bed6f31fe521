package openai

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents"
)

func TestThinkingIsSaidInTheVendorsWordsAndOffAsksForNothing(t *testing.T) {
	for level, want := range map[agents.Thinking]map[string]any{
		"": {}, agents.ThinkingOff: {},
		"high": {"reasoning_effort": "high"},
	} {
		p, err := paramsOf(Options{Model: "m"}, agents.Request{Thinking: level})
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		var all map[string]any
		if err := json.Unmarshal(raw, &all); err != nil {
			t.Fatal(err)
		}
		got := map[string]any{}
		for _, key := range []string{"reasoning_effort"} {
			if v, ok := all[key]; ok {
				got[key] = v
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("thinking %q (-want +got):\n%s", level, diff)
		}
	}
}
