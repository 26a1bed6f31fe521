package web

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/schemas"
)

// What becomes of older talk is told in words on the page of its turn.
func TestOlderTalkIsToldInWords(t *testing.T) {
	var got [][2]string
	for _, e := range []schemas.Event{
		schemas.CompactionBegun{Cause: schemas.CompactBudget, Messages: 12, Kept: 3},
		schemas.TalkCompacted{Messages: 12, Summary: "Badges are blue."},
		schemas.TalkLeftOut{Messages: 1, Code: schemas.CodeModelTimeout},
	} {
		what, detail := compactionInWords(e)
		got = append(got, [2]string{what, detail})
	}
	want := [][2]string{
		{"The conversation is long", "12 older messages to sum up, 3 stay as they are"},
		{"Older messages were summed up", "Badges are blue."},
		{"Older messages are not shown to models", "1 message, since nobody could sum them up (MODEL_TIMEOUT)"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("told as (-want +got):\n%s", diff)
	}
}
