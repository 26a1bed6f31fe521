package web

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"turnbook/projections"
)

// Every rung that package launch climbs is asked as a question.
func TestEveryRungOfALaunchIsAQuestion(t *testing.T) {
	asked := make(map[string]bool)
	for rule, rungs := range launchQuestions {
		for name, q := range rungs {
			asked[name] = true
			if q == "" || q[len(q)-1] != '?' {
				t.Errorf("%s %s asks %q", rule, name, q)
			}
		}
	}
	files, err := filepath.Glob("../agents/launch/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	rung, rule := regexp.MustCompile(`(?:\.(?:try|tell)\(|Name: )"([a-z_]+)"`), regexp.MustCompile(`newClimb\("([a-z-]+)/`)
	for _, f := range files {
		if f == "../agents/launch/tools.go" || regexp.MustCompile(`_test\.go$`).MatchString(f) {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range rung.FindAllSubmatch(text, -1) {
			if !asked[string(m[1])] {
				t.Errorf("%s: the rung %s has no words", f, m[1])
			}
		}
		for _, m := range rule.FindAllSubmatch(text, -1) {
			if launchQuestions[string(m[1])] == nil {
				t.Errorf("%s: the rule %s has no words", f, m[1])
			}
		}
	}
}

func TestEveryCodeOfALaunchIsToldInWords(t *testing.T) {
	jargon := regexp.MustCompile(`[A-Z]{2,}|_|\bboundary\b`)
	for c := range launchReasons {
		if said := ExplainRefusal(projections.Refusal{Code: c, Tool: "task"}); jargon.MatchString(said) || said[len(said)-1] != '.' {
			t.Errorf("%s is told as %q", c, said)
		}
	}
}

func TestALaunchIsExplainedRuleByRule(t *testing.T) {
	e := Explain(projections.Decision{Rule: "launch/1", Outcome: "UNTRUSTED_PROJECT", Type: "workspace.launch-refused", Applied: true, Rungs: []projections.Rung{
		{Name: "vouch/1 at_remote_tip", Input: "yes", Held: true}, {Name: "launch/1 project_trusted", Input: "no"},
	}})
	if e.Question != "May this turn be launched?" || e.Verdict != "refused" || e.Answer != "No: nobody has said yet that agents may work in this project" {
		t.Errorf("told as %+v", e)
	}
	if e.Rungs[0].Question != launchQuestions["vouch"]["at_remote_tip"] || e.Rungs[1].Question != launchQuestions["launch"]["project_trusted"] {
		t.Errorf("rungs are told as %+v", e.Rungs)
	}
}
