package worker_test

import (
	"context"
	"encoding/json"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/authoring"
	"turnbook/agents/definitions"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
)

// castOf casts the agents on a script, with files of a data folder.
func castOf(t *testing.T, script *agentstest.Script, files map[string]string) agents.Cast {
	t.Helper()
	folder := fstest.MapFS{}
	for name, content := range files {
		folder[name] = &fstest.MapFile{Data: []byte(content)}
	}
	c, err := authoring.New(authoring.Options{
		Global: folder, Voice: func(string) (agents.Model, error) { return script, nil }, Default: definitions.AI{Model: "script"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A tool that an agent's file takes away is not offered, and a model that calls it all
// the same is told that there is none. That is in the book, and is decided again without
// the file.
func TestAToolThatAFileTakesAwayCannotBeCalled(t *testing.T) {
	script := agentstest.NewScript(builder(addStep("Sign"), says("I can't.")))
	h := openWith(t, worker.Options{Log: bus.Mem(), Wakes: bus.MemWakes(), AtOnce: 4, Cast: castOf(t, script, map[string]string{
		"task-builder.md": "---\nbase: task-builder\ntools:\n  remove: [add_step]\nai:\n  thinkingLevel: high\n---\nOnly tidy up.\n",
	})})
	h.furnish()
	session := h.session()
	id, end := h.ask(session, "add a step", withBuilder("t1"))
	if want := (schemas.TurnEnded{Status: schemas.TurnCompleted, Stop: schemas.StopEnd}); end != want {
		t.Errorf("ended %+v, want %+v", end, want)
	}
	r := events[schemas.ToolReturned](h, id)
	if len(r) != 1 || r[0].Code != schemas.CodeUnknownTool {
		t.Errorf("the tool answered %+v", r)
	}
	answers := events[schemas.ModelAnswered](h, id)
	want := &schemas.Asking{
		Model: "script", ModelFrom: "default", Thinking: "high", ThinkingFrom: "front_matter", Definition: "agents/task-builder.md",
		Without: []string{"add_step"}, Prompt: answers[1].Asked.Prompt,
	}
	if diff := cmp.Diff(want, answers[1].Asked); diff != "" {
		t.Errorf("it was asked (-want +got):\n%s", diff)
	}
	if asked := script.Asked[1]; asked.Thinking != "high" {
		t.Errorf("the model was to think %q", asked.Thinking)
	}
	h.decidedAgain(session)
}

// counted counts what is kept.
type counted struct {
	bus.Texts
	kept []string
}

func (c *counted) Keep(ctx context.Context, digest string, text []byte) error {
	c.kept = append(c.kept, digest)
	return c.Texts.Keep(ctx, digest, text)
}

// A prompt is kept once, however often it is sent; a changed one is another.
func TestAPromptIsKeptOnceAndAChangedOneIsAnother(t *testing.T) {
	texts := &counted{Texts: bus.MemTexts()}
	digests := func(files map[string]string) map[string]string {
		script := agentstest.NewScript(builder(addStep("Sign"), says("Added.")))
		h := openWith(t, worker.Options{Log: bus.Mem(), Wakes: bus.MemWakes(), AtOnce: 4, Cast: castOf(t, script, files), Texts: texts})
		h.furnish()
		id, _ := h.ask(h.session(), "add a step", withBuilder("t1"))
		by := map[string]string{}
		for _, a := range events[schemas.ModelAnswered](h, id) {
			by[a.Asked.Definition] = a.Asked.Prompt
		}
		return by
	}
	before := digests(nil)
	if len(texts.kept) != 2 {
		t.Errorf("kept %v, want the router's and the builder's", texts.kept)
	}
	after := digests(map[string]string{"task-builder.md": "---\nbase: task-builder\n---\nBe brief.\n"})
	if before["built-in/router.md"] != after["built-in/router.md"] || before["built-in/task-builder.md"] == after["agents/task-builder.md"] {
		t.Errorf("the prompts were %v and are %v", before, after)
	}
	text, err := texts.Text(t.Context(), after["agents/task-builder.md"])
	var p agents.Prompt
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil || p.Agent != "task-builder" || len(p.Tools) == 0 {
		t.Errorf("the prompt that was kept is %+v, %v", p, err)
	}
}
