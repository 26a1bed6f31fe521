package authoring

import (
	"regexp"

	"turnbook/agents/definitions"
)

// Without says which tools an agent's files take away: those that a pattern under
// tools.remove matches whole.
func Without(a definitions.Agent) func(tool string) bool {
	var patterns []*regexp.Regexp
	for _, p := range Removed(a) {
		if re, err := regexp.Compile(`^(?:` + p + `)$`); err == nil { // it was checked when the file was read
			patterns = append(patterns, re)
		}
	}
	return func(tool string) bool {
		for _, re := range patterns {
			if re.MatchString(tool) {
				return true
			}
		}
		return false
	}
}

// Removed are the patterns of tools that an agent's files take away.
func Removed(a definitions.Agent) []string {
	var patterns []string
	for _, d := range a.Chain {
		if d.Matter.Tools != nil {
			patterns = append(patterns, d.Matter.Tools.Remove...)
		}
	}
	return patterns
}
