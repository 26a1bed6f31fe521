package schemas

import (
	"fmt"
	"strconv"
	"strings"
)

// A Rule is the name and version of a rule, as in redirect/1: what a ladder says it was
// decided by.
type Rule string

// A RuleError says that a text names no rule.
type RuleError struct{ Text string }

func (e *RuleError) Error() string {
	return fmt.Sprintf("%q is no rule; give a name and a version, as in redirect/1", e.Text)
}

// ParseRule reads a rule from outside. The error is a [*RuleError].
func ParseRule(text string) (Rule, error) {
	name, version, ok := strings.Cut(text, "/")
	n, err := strconv.Atoi(version)
	if !ok || name == "" || err != nil || n < 1 || strconv.Itoa(n) != version {
		return "", &RuleError{Text: text}
	}
	return Rule(text), nil
}

// Name is the rule without its version.
func (r Rule) Name() string {
	name, _, _ := strings.Cut(string(r), "/")
	return name
}

// RuleActivated records which version of a rule decides for a vendor from here on.
type RuleActivated struct {
	Rule Rule `json:"rule" jsonschema:"name and version of the rule, as in redirect/2"`
}

func (RuleActivated) EventType() string { return "vendor.rule-activated" }
