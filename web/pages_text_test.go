package web

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/projections"
)

func TestTextFromOutsideTurnsNothingAroundIt(t *testing.T) {
	for in, want := range map[string]string{
		"plain\ttext\n":       "plain\ttext\n",
		"a\u202ecba\u202c":    "acba",
		"a\u2066b\u2069":      "ab",
		"bell\x07 del\x7f":    "bell\u2407 del\u2421",
		"c1\u0085x":           "c1x",
		"broken\xff":          "broken\uFFFD",
		"👩‍👩‍👧 keeps joiners": "👩‍👩‍👧 keeps joiners",
	} {
		if got := shown(in); got != want {
			t.Errorf("shown(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestALongTextIsCutBetweenGraphemes(t *testing.T) {
	type cut struct {
		Text string
		More bool
	}
	for _, c := range []struct {
		in   string
		most int
		want cut
	}{
		{"short", 10, cut{"short", false}},
		{"exactly", 7, cut{"exactly", false}},
		{"👩‍👩‍👧b", 2, cut{"👩‍👩‍👧", true}},
		{"e\u0301x", 1, cut{"e\u0301", true}},
		{"🇩🇪🇫🇷", 1, cut{"🇩🇪🇫🇷", false}}, // flags in a row stay together rather than be torn
		{"👍🏽x", 1, cut{"👍🏽", true}},
	} {
		text, more := beginning(c.in, c.most)
		if diff := cmp.Diff(c.want, cut{text, more}); diff != "" {
			t.Errorf("beginning(%q, %d) (-want +got):\n%s", c.in, c.most, diff)
		}
	}
	if text, more := beginning(strings.Repeat("x", 1<<20), 4); text != "xxxx" || !more {
		t.Errorf("a megabyte begins with %q, %v", text, more)
	}
}

func TestADurationIsNeverNegative(t *testing.T) {
	for _, c := range []struct {
		from, to projections.Stamp
		want     string
	}{
		{"2026-03-04T05:06:07.000000000Z", "2026-03-04T05:06:07.250000000Z", "250 ms"},
		{"2026-03-04T05:06:07.000000000Z", "2026-03-04T05:06:10.500000000Z", "3.5 s"},
		{"2026-03-04T05:06:07.000000000Z", "2026-03-04T04:06:07.000000000Z", "0 ms"},
		{"2026-03-04T05:06:07.000000000Z", "", ""},
	} {
		if got := took(c.from, c.to); got != c.want {
			t.Errorf("took(%s, %s) = %q, want %q", c.from, c.to, got, c.want)
		}
	}
}
