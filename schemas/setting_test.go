package schemas

import "testing"

// A book that was begun under other names is read under today's.
func TestOldNamesOfTiersAreLifted(t *testing.T) {
	for old, want := range map[string]Tier{
		"explicit": TierExplicit, "workspace": TierBucket, "configured": TierConfigured, "definition": TierFrontMatter,
		"base_configured": TierAncestor, "base_definition": TierAncestor, "caller": TierCaller, "owner": TierOwner, "default": TierDefault,
		"bucket": TierBucket, "front_matter": TierFrontMatter, "ancestor": TierAncestor, "": "", "a later one": "a later one",
	} {
		stored := `{"kind":"workspace_turn","mode":"new","owner_workspace_id":"w0","workspace_id":"w1","turn_id":"t9","status":"running",` +
			`"title":"T","prompt":"P","agent_id":"plan","model":{"value":"m","tier":"` + old + `"},"thinking":{"value":"off","tier":"` + old + `","of":"exec"}}`
		e, err := Decode("handle.created", []byte(stored))
		if err != nil {
			t.Fatalf("%s: %v", old, err)
		}
		got, ok := e.(HandleCreated)
		if wantModel, wantThinking := (Setting{"m", want, ""}), (Setting{"off", want, "exec"}); !ok || got.Model != wantModel || got.Thinking != wantThinking {
			t.Errorf("%s: got %+v %+v, want %+v %+v", old, got.Model, got.Thinking, wantModel, wantThinking)
		}
	}
}
