package authoring

import (
	"context"
	"errors"
	"iter"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents"
	"turnbook/agents/definitions"
	"turnbook/schemas"
)

// named is a model of which nothing is asked.
type named string

func (n named) Name() string { return string(n) }

func (n named) Stream(context.Context, agents.Request) iter.Seq2[agents.Part, error] {
	panic("nobody asks " + string(n))
}

func cast(t *testing.T, o Options, files map[string]string) (*Cast, error) {
	t.Helper()
	m := fstest.MapFS{}
	for name, content := range files {
		m[name] = &fstest.MapFile{Data: []byte(content)}
	}
	o.Global = m
	o.Voice = func(model string) (agents.Model, error) {
		if model == "" || model == "gone:x" {
			return nil, errors.New("no such model")
		}
		return named(model), nil
	}
	return New(o)
}

func TestEveryAgentOfATurnIsAFileThatCounts(t *testing.T) {
	for _, v := range Load(nil).Verdicts {
		if v.State != definitions.Loaded || len(v.Notes) > 0 {
			t.Errorf("%s: %+v", v.File, v)
		}
	}
	if got, want := len(Load(nil).IDs()), len(Agents()); got != want {
		t.Errorf("there are %d files for %d agents", got, want)
	}
}

func TestAGlobalFileStandsBeforeTheBuiltInOne(t *testing.T) {
	c, err := cast(t, Options{Default: definitions.AI{Model: "big:y"}}, map[string]string{
		"guide.md":       "---\nname: Concierge\nai:\n  model: small:x\n  thinkingLevel: low\n---\nBe brief.\n",
		"step-writer.md": "---\nbase: step-writer\ntools:\n  add: [shell]\n  remove: [narrate, add_.*]\n---\nWrite in French.\n",
		"somebody.md":    "---\ndescription: no agent of a turn\n---\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	guide := c.Casting("guide")
	want := schemas.Asking{Model: "small:x", ModelFrom: "front_matter", Thinking: "low", ThinkingFrom: "front_matter", Definition: "agents/guide.md"}
	if diff := cmp.Diff(want, guide.Asking); diff != "" || guide.Orders != "Be brief." {
		t.Errorf("the guide's orders are %q, and it is asked so (-want +got):\n%s", guide.Orders, diff)
	}
	builtIn, err := Load(nil).Agent("step-writer")
	if err != nil {
		t.Fatal(err)
	}
	writer := c.Casting("step-writer")
	r, asking := writer.Dress(agents.Request{System: "More.", Tools: []agents.Tool{{Name: "add_step"}, {Name: "narrate"}, {Name: "look"}}})
	if r.System != builtIn.Body+"\n\nWrite in French.\n\nMore." {
		t.Errorf("the writer is told:\n%s", r.System)
	}
	if len(r.Tools) != 1 || r.Tools[0].Name != "look" || cmp.Diff([]string{"add_step", "narrate"}, asking.Without) != "" {
		t.Errorf("the writer has %+v, without %v", r.Tools, asking.Without)
	}
	if asking.Model != "big:y" || asking.ModelFrom != "default" || asking.Thinking != "off" {
		t.Errorf("the writer is asked %+v", asking)
	}
}

func TestAFileWithoutOrdersLeavesTheBuiltInOnes(t *testing.T) {
	c, err := cast(t, Options{Default: definitions.AI{Model: "big:y"}}, map[string]string{"router.md": "---\nai:\n  model: small:x\n---\n"})
	if err != nil {
		t.Fatal(err)
	}
	if r := c.Casting("router"); r.Orders != Plain(named("a"), named("b")).Casting("router").Orders || r.Asking.Model != "small:x" {
		t.Errorf("the router is cast %+v", r)
	}
}

func TestWhatCannotBeUsedIsAnErrorAndNotReplaced(t *testing.T) {
	_, err := cast(t, Options{Default: definitions.AI{Model: "big:y"}}, map[string]string{"router.md": "---\nname: [\n---\n"})
	if broken := (*definitions.BrokenError)(nil); !errors.As(err, &broken) || broken.ID != "router" {
		t.Errorf("a broken file met %v", err)
	}
	if _, err = cast(t, Options{Default: definitions.AI{Model: "big:y"}}, map[string]string{"guide.md": "---\nai:\n  model: gone:x\n---\n"}); err == nil {
		t.Error("a model that is not there was cast")
	}
}
