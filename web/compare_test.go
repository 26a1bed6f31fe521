package web

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/projections"
)

// deciding are decisions by the rules of those names, each with an outcome.
func deciding(rules ...string) (out []projections.Decision) {
	for i, r := range rules {
		out = append(out, projections.Decision{Seq: uint64(i + 1), Rule: r, Outcome: "OK", Type: "turn.decided", Rungs: []projections.Rung{{Name: "known", Held: true, Input: "a"}}})
	}
	return out
}

func TestDecisionsAreAlignedByRuleAndKindOfEvent(t *testing.T) {
	for _, c := range []struct {
		first, second []string
		want          []string
	}{
		{nil, nil, nil},
		{[]string{"a/1"}, nil, []string{"a/1 -"}},
		{[]string{"a/1", "b/1", "c/1"}, []string{"a/1", "c/1"}, []string{"a/1 a/1", "b/1 -", "c/1 c/1"}},
		{[]string{"a/1", "b/1"}, []string{"b/2", "a/1", "b/1"}, []string{"- b/2", "a/1 a/1", "b/1 b/1"}},
		{[]string{"a/1"}, []string{"a/2"}, []string{"a/1 a/2"}},
		{[]string{"x/1", "a/1", "b/1", "y/1"}, []string{"a/1", "z/1", "b/1"}, []string{"x/1 -", "a/1 a/1", "- z/1", "b/1 b/1", "y/1 -"}},
	} {
		var got []string
		for _, p := range alignDecisions(deciding(c.first...), deciding(c.second...)) {
			line := [2]string{"-", "-"}
			for i, d := range []*projections.Decision{p.First, p.Second} {
				if d != nil {
					line[i] = d.Rule
				}
			}
			got = append(got, line[0]+" "+line[1])
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%v and %v (-want +got):\n%s", c.first, c.second, diff)
		}
	}
}

func TestWhatDiffersIsSaidInWords(t *testing.T) {
	first, second := deciding("redirect/1")[0], deciding("redirect/2")[0]
	second.Outcome, second.Applied = "kept", true
	first.Rungs = []projections.Rung{{Name: "known", Held: true, Input: "a"}, {Name: "well_formed", Held: true}, {Name: "only", Held: true}}
	second.Rungs = []projections.Rung{{Name: "known", Held: true, Input: "b"}, {Name: "well_formed"}, {Name: "late"}}
	want := []string{
		"The first was decided by rule redirect/1, the second by redirect/2.",
		"The first came to OK, the second to kept.",
		"The first was considered, the second applied.",
		"Known? The first looked at “a”, the second at “b”.",
		"Well formed? Yes in the first, No in the second.",
		"Only? Only the first turn came to this check.",
		"Late? Only the second turn came to this check.",
	}
	if diff := cmp.Diff(want, DecisionPair{First: &first, Second: &second}.differences()); diff != "" {
		t.Errorf("differences (-want +got):\n%s", diff)
	}
	if same := (DecisionPair{First: &first, Second: &first}).differences(); len(same) > 0 {
		t.Errorf("a decision differs from itself: %q", same)
	}
}

// However long two turns are, as many decisions as are compared at once fit in memory.
func TestTheLongestComparisonKeepsEveryDecision(t *testing.T) {
	var rules [2][]string
	for i := range mostCompared {
		rules[0], rules[1] = append(rules[0], fmt.Sprintf("r%d/1", i%7)), append(rules[1], fmt.Sprintf("r%d/1", i%5))
	}
	var n [2]int
	for _, p := range alignDecisions(deciding(rules[0]...), deciding(rules[1]...)) {
		if p.First != nil {
			n[0]++
		}
		if p.Second != nil {
			n[1]++
		}
	}
	if n != [2]int{mostCompared, mostCompared} {
		t.Errorf("of %d decisions each, the lines have %v", mostCompared, n)
	}
}
