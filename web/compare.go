package web

import (
	"fmt"
	"slices"
	"strings"

	"turnbook/projections"
)

// mostCompared is how many decisions of a turn are compared: aligning costs what the two
// turns' numbers multiply to.
const mostCompared = 1000

// A DecisionPair is one line of two turns side by side: a decision of each, or one that
// only one of them has taken.
type DecisionPair struct {
	First   *projections.Decision `json:"first" doc:"null where only the second turn has it"`
	Second  *projections.Decision `json:"second" doc:"null where only the first turn has it"`
	Differs []string              `json:"differs" doc:"in words; empty where the two came to the same on the same"`
}

// alignDecisions lays the decisions of two turns side by side, in the order of both: the
// longest run of common ones, by rule and kind of event, stands in lines of two.
func alignDecisions(first, second []projections.Decision) []DecisionPair {
	left := commonLengths(first, second)
	var out []DecisionPair
	for i, j := 0, 0; i < len(first) || j < len(second); {
		var p DecisionPair
		switch {
		case i < len(first) && j < len(second) && sameKind(first[i], second[j]):
			p.First, p.Second = &first[i], &second[j]
			i, j = i+1, j+1
		case j == len(second) || i < len(first) && left[i+1][j] >= left[i][j+1]:
			p.First, i = &first[i], i+1
		default:
			p.Second, j = &second[j], j+1
		}
		p.Differs = all(p.differences())
		out = append(out, p)
	}
	return out
}

// commonLengths are the lengths of the longest common subsequences of all ends of two
// lists.
func commonLengths(first, second []projections.Decision) [][]int32 {
	left := make([][]int32, len(first)+1)
	for i := range left {
		left[i] = make([]int32, len(second)+1)
	}
	for i, a := range slices.Backward(first) {
		for j, b := range slices.Backward(second) {
			if sameKind(a, b) {
				left[i][j] = left[i+1][j+1] + 1
			} else {
				left[i][j] = max(left[i+1][j], left[i][j+1])
			}
		}
	}
	return left
}

// sameKind says whether two decisions can stand in one line. Versions of a rule can: what
// came of another version is what is looked for.
func sameKind(a, b projections.Decision) bool {
	return a.Type == b.Type && ruleName(a) == ruleName(b)
}

func ruleName(d projections.Decision) string {
	name, _, _ := strings.Cut(d.Rule, "/")
	return name
}

func (p DecisionPair) differences() (out []string) {
	switch {
	case p.First == nil:
		return []string{"Only the second turn decided this."}
	case p.Second == nil:
		return []string{"Only the first turn decided this."}
	}
	a, b := *p.First, *p.Second
	if a.Rule != b.Rule {
		out = append(out, fmt.Sprintf("The first was decided by rule %s, the second by %s.", shown(a.Rule), shown(b.Rule)))
	}
	if a.Outcome != b.Outcome {
		out = append(out, fmt.Sprintf("The first came to %s, the second to %s.", shown(a.Outcome), shown(b.Outcome)))
	}
	if v, w := verdictOf(a), verdictOf(b); v != w {
		out = append(out, fmt.Sprintf("The first was %s, the second %s.", v, w))
	}
	return append(out, rungDifferences(a, b)...)
}

// rungDifferences compare checks by their names: a ladder ends where its answer is found,
// so that one may have checks that the other never came to.
func rungDifferences(a, b projections.Decision) (out []string) {
	others := make(map[string]projections.Rung)
	for _, g := range b.Rungs {
		others[g.Name] = g
	}
	for _, g := range a.Rungs {
		other, ok := others[g.Name]
		delete(others, g.Name)
		if d := rungDifference(ruleName(a), g, other, ok); d != "" {
			out = append(out, rungQuestion(ruleName(a), g.Name)+" "+d)
		}
	}
	for _, g := range b.Rungs {
		if _, only := others[g.Name]; only {
			out = append(out, rungQuestion(ruleName(a), g.Name)+" Only the second turn came to this check.")
		}
	}
	return out
}

func rungDifference(rule string, a, b projections.Rung, both bool) string {
	switch {
	case !both:
		return "Only the first turn came to this check."
	case a.Held != b.Held:
		return fmt.Sprintf("%s in the first, %s in the second.", heldWord(a.Held), heldWord(b.Held))
	case a.Input != b.Input:
		return fmt.Sprintf("The first looked at “%s”, the second at “%s”.", firstWords(rungInput(rule, a)), firstWords(rungInput(rule, b)))
	}
	return ""
}

func heldWord(held bool) string {
	if held {
		return "Yes"
	}
	return "No"
}
