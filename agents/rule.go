package agents

import (
	"fmt"
	"strings"

	"turnbook/schemas"
)

// A RuleVersion is a version of a rule that this program can decide by.
type RuleVersion struct {
	Rule     schemas.Rule `json:"rule"`
	Standard bool         `json:"standard"` // it decides where none was activated
	Says     string       `json:"says"`     // what it decides, for whoever chooses one
}

// Rules are the versions that this program can decide by, those of one rule side by side.
type Rules []RuleVersion

// An UnknownRuleError says that this program has no such version of a rule.
type UnknownRuleError struct {
	Rule  schemas.Rule
	There []schemas.Rule // the versions of that name; all of the rules where there are none
}

func (e *UnknownRuleError) Error() string {
	var there []string
	for _, r := range e.There {
		there = append(there, string(r))
	}
	return fmt.Sprintf("there is no rule %s here; there is %s", e.Rule, strings.Join(there, ", "))
}

// Find reads a rule that somebody chose. The error is a [*schemas.RuleError] or an
// [*UnknownRuleError].
func (rs Rules) Find(text string) (schemas.Rule, error) {
	rule, err := schemas.ParseRule(text)
	if err != nil {
		return "", err
	}
	var namesakes, all []schemas.Rule
	for _, v := range rs {
		if v.Rule == rule {
			return rule, nil
		}
		if v.Rule.Name() == rule.Name() {
			namesakes = append(namesakes, v.Rule)
		}
		all = append(all, v.Rule)
	}
	if len(namesakes) == 0 {
		namesakes = all
	}
	return "", &UnknownRuleError{Rule: rule, There: namesakes}
}
