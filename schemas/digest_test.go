package schemas

import (
	"encoding/json"
	"testing"
)

// The ids stand in logs: what they are made of, and how, is a promise for ever.
func TestDerivedIDsStayWhatTheyAre(t *testing.T) {
	if got := DerivedID[TurnID]("t", "s7", "once"); got != "ta38fb7608b1567f7c6f1" {
		t.Errorf("the turn of key once in s7 is %s", got)
	}
	if DerivedID[TurnID]("t", "s7", "once") == DerivedID[TurnID]("t", "s", "7once") {
		t.Error("parts run into each other")
	}
}

func TestWhatSaysTheSameHasOneDigest(t *testing.T) {
	one, err1 := DigestJSON(json.RawMessage(`{"a":1,"b":"\u00e9"}`))
	other, err2 := DigestJSON(json.RawMessage(`{ "b": "é", "a": 1 }`))
	if one != other || one != Digest([]byte(`{"a":1,"b":"é"}`)) || err1 != nil || err2 != nil {
		t.Errorf("%s, %v and %s, %v", one, err1, other, err2)
	}
	if _, err := DigestJSON(json.RawMessage(`{"a":1,"a":2}`)); err == nil {
		t.Error("a value that has no canonical form has a digest")
	}
}
