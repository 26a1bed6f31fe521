package schemas_test

import (
	"errors"
	"testing"

	"turnbook/schemas"
)

func TestARuleIsANameAndAVersion(t *testing.T) {
	for _, text := range []string{"redirect/1", "target-task/12"} {
		if r, err := schemas.ParseRule(text); err != nil || string(r) != text {
			t.Errorf("%q is read as %q: %v", text, r, err)
		}
	}
	for _, text := range []string{"", "redirect", "redirect/", "/1", "redirect/0", "redirect/01", "redirect/-1", "redirect/1/2", "redirect/two", "redirect/ 1"} {
		var wrong *schemas.RuleError
		if r, err := schemas.ParseRule(text); !errors.As(err, &wrong) {
			t.Errorf("%q is read as %q: %v", text, r, err)
		}
	}
	if name := schemas.Rule("target-task/12").Name(); name != "target-task" {
		t.Errorf("the rule is called %q", name)
	}
}
