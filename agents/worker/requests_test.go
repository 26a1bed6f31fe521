package worker_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/worker"
	"turnbook/schemas"
	"turnbook/schemas/goldentest"
)

// TestRequests holds the whole request of each agent, as its model is given it, against
// a file: a change of a prompt or of a tool is read in review like code.
func TestRequests(t *testing.T) {
	script := agentstest.NewScript(map[string][]agentstest.Answer{
		"router":          {agentstest.Pick(schemas.PlaybookEditor), agentstest.Pick(schemas.TaskBuilder), agentstest.Pick(schemas.Guide)},
		"playbook-editor": {tool("write_modules", map[string]any{"modules": []map[string]string{{"title": "Second week", "brief": "meetings"}}}), toTask(0, 0), says("Done.")},
	})
	h := openWith(t, worker.Options{Log: memLog(), Wakes: memWakes(), Model: script, AtOnce: 4, Budget: 240})
	h.furnish()
	session := h.session()
	for i, a := range []asked{
		{text: "Add a second week, then build task 1", ui: onEditor},
		{text: "Add a step", ui: withBuilder("t1")},
		{text: "How many tasks are there?", ui: schemas.MustUIContext(`{"page":"playbooks","playbook_id":"p1"}`)},
		{text: long + " " + long, ui: nowhere},
		{text: long, ui: nowhere},
	} {
		id, err := h.rt.Message(t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: a.text, UIContext: &a.ui, Key: fmt.Sprintf("ask%d", i)})
		if err != nil {
			t.Fatal(err)
		}
		h.ended(id)
	}
	first := map[string]agents.Request{}
	for _, r := range script.Asked {
		if _, ok := first[r.Agent]; !ok {
			first[r.Agent] = r
		}
	}
	for _, agent := range []string{"router", "playbook-editor", "task-builder", "guide", "step-writer", "module-writer", "compact"} {
		r, ok := first[agent]
		if !ok {
			t.Errorf("%s was not asked", agent)
			continue
		}
		file, got := filepath.Join("testdata", "requests", agent+".txt"), written(t, r)
		goldentest.Compare(t, file, got)
	}
}

// written is a request as a text to read.
func written(t *testing.T, r agents.Request) string {
	t.Helper()
	var out strings.Builder
	fmt.Fprintf(&out, "-- system --\n%s\n\n-- data --\n%s\n-- messages --\n", r.System, agents.Fence(r.Data))
	for _, m := range r.Messages {
		fmt.Fprintf(&out, "%s: %s\n", m.Role, m.Text)
	}
	out.WriteString("\n-- tools --\n")
	for _, tool := range r.Tools {
		var schema bytes.Buffer
		if err := json.Compact(&schema, tool.Arguments); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%s: %s\n    %s\n", tool.Name, tool.Description, schema.String())
	}
	return out.String()
}
