package definitions

import (
	"errors"
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// house is a catalog of three scopes, each with files.
func house(project, global, builtIn map[string]string) *Catalog {
	root := func(s Scope, files map[string]string) Root {
		m := fstest.MapFS{}
		for name, content := range files {
			m[name+".md"] = &fstest.MapFile{Data: []byte(content)}
		}
		return Root{Scope: s, Name: string(s), FS: m, Path: "."}
	}
	return Load(root(Project, project), root(Global, global), root(BuiltIn, builtIn))
}

var exec = map[string]string{"exec": "---\nname: Exec\ndescription: Carries out.\nai:\n  model: small\ntools:\n  add: [.*]\n  remove: [propose_plan]\n---\nDo it."}

func TestAnAgentThatNamesItselfBuildsOnTheOneBelow(t *testing.T) {
	c := house(map[string]string{"exec": "---\nbase: exec\nui:\n  hidden: true\n---\nHere, with care."}, nil, exec)
	got, err := c.Agent("exec")
	if err != nil {
		t.Fatal(err)
	}
	hidden := true
	want := Matter{Name: "Exec", Description: "Carries out.", Base: "exec", UI: UI{Hidden: &hidden}, AI: AI{Model: "small"}}
	if diff := cmp.Diff(want, got.Matter); diff != "" {
		t.Errorf("merged (-want +got):\n%s", diff)
	}
	if want := "Do it.\n\nHere, with care."; got.Body != want {
		t.Errorf("body %q, want %q", got.Body, want)
	}
	if diff := cmp.Diff([]string{"project/exec.md", "built-in/exec.md"}, sources(got.Chain)); diff != "" {
		t.Errorf("chain (-want +got):\n%s", diff)
	}
	if got.Source != "project/exec.md" || got.Scope != Project || !got.Hidden() || got.Disabled() {
		t.Errorf("got %+v", got)
	}
}

func TestABodyMayTakeThePlaceOfItsBases(t *testing.T) {
	c := house(map[string]string{"quiet": "---\nbase: exec\nprompt:\n  append: false\n---\nSay nothing."}, nil, exec)
	got, err := c.Agent("quiet")
	if err != nil || got.Body != "Say nothing." || got.Matter.Description != "Carries out." {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestWhatTheProgramBringsBuildsOnNothingOfAProject(t *testing.T) {
	c := house(map[string]string{"helper": good}, nil, map[string]string{"own": "---\nbase: helper\n---\n"})
	var unknown *UnknownError
	if _, err := c.Agent("own"); !errors.As(err, &unknown) || *unknown != (UnknownError{"helper", "own"}) {
		t.Errorf("got %v", err)
	}
}

func TestAChainEnds(t *testing.T) {
	circle := house(map[string]string{"a": "---\nbase: b\n---\n", "b": "---\nbase: a\n---\n"}, nil, nil)
	var chain *ChainError
	if _, err := circle.Agent("a"); !errors.As(err, &chain) {
		t.Errorf("a circle gives %v", err)
	}
	deep := map[string]string{"a10": good}
	for i := range 10 {
		deep[fmt.Sprintf("a%d", i)] = fmt.Sprintf("---\nbase: a%d\n---\n", i+1)
	}
	c := house(deep, nil, nil)
	if _, err := c.Agent("a1"); err != nil {
		t.Errorf("ten files give %v", err)
	}
	if _, err := c.Agent("a0"); !errors.As(err, &chain) {
		t.Errorf("eleven files give %v", err)
	}
}

func TestABrokenBaseIsNotPassedOver(t *testing.T) {
	c := house(map[string]string{"a": "---\nbase: exec\n---\n", "exec": "broken"}, nil, exec)
	var broken *BrokenError
	if _, err := c.Agent("a"); !errors.As(err, &broken) || broken.Source != "project/exec.md" {
		t.Errorf("got %v", err)
	}
}

func TestTheLastWordOnAToolCounts(t *testing.T) {
	plan := map[string]string{"plan": "---\ntools:\n  add: [read, edit]\n  require: [propose_plan]\n---\n"}
	for name, c := range map[string]struct {
		child string
		want  Policy
	}{
		"inherited":        {"base: plan", Policy{[]string{"read", "edit", "propose_plan"}, "propose_plan", true}},
		"more and less":    {"base: plan\ntools:\n  add: [shell]\n  remove: [edit, propose_plan]", Policy{[]string{"read", "shell", "propose_plan"}, "propose_plan", true}},
		"an allow-list":    {"base: plan\ntools: [list]", Policy{[]string{"list", "propose_plan"}, "propose_plan", true}},
		"another required": {"base: plan\ntools:\n  require: [agent_report]", Policy{[]string{"read", "edit", "agent_report"}, "agent_report", false}},
		"no layer at all":  {"description: talks", Policy{[]string{}, "", false}},
	} {
		a, err := house(map[string]string{"a": "---\n" + c.child + "\n---\n"}, nil, plan).Agent("a")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(c.want, a.Policy()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
