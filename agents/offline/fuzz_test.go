package offline

import (
	"encoding/json"
	"testing"

	"turnbook/agents"
)

// FuzzAnswer says that no text and no data make the model panic, and that what it
// calls was given, has an id of its own and arguments that are JSON.
func FuzzAnswer(f *testing.F) {
	lines, canvas, task := asksDocument(f)
	for _, l := range lines {
		f.Add(l.ask, string(canvas), string(task))
	}
	f.Add("'“\"\xff\x00 ’s of of of the the 0 #", `{"modules":[{"tasks":null}]}`, `{"steps":[{"branches":[{"steps":[{}]}]}]}`)
	f.Add("of module of module of module to to", "null", "[]")
	f.Add("move task 1 of module 1 to position 0 and make step 1 last", "{", "7")
	f.Fuzz(func(t *testing.T, text, canvas, task string) {
		for _, agent := range []string{"router", "playbook-editor", "step-writer", "task-builder", "module-writer", "guide"} {
			r := agents.Request{
				Agent: agent, Tools: toolsOf(agent),
				Messages: []agents.Message{{Role: agents.UserRole, Text: text}},
				Data: []agents.Data{
					{Name: "focus", JSON: json.RawMessage(canvas)},
					{Name: "domains", JSON: json.RawMessage(`["guide","playbook-editor","task-builder"]`)},
					{Name: "canvas", JSON: json.RawMessage(canvas)},
					{Name: "target", JSON: json.RawMessage(`{"outcome":"OK","viewed_from":"playbook","task":` + task + `}`)},
					{Name: "module", JSON: json.RawMessage(canvas)},
					{Name: "assignment", JSON: json.RawMessage(`{"task":` + task + `,"brief":` + string(marshal(text)) + `}`)},
				},
			}
			a := &answer{req: r}
			got := answerOf(t, r)
			if got.text == "" && len(got.calls) == 0 {
				t.Errorf("%s: %q: no answer", agent, text)
			}
			ids := map[string]bool{}
			for _, c := range got.calls {
				if !a.has(c.Name) || ids[c.ID] || !json.Valid(c.Args) {
					t.Errorf("%s: %q: call %+v", agent, text, c)
				}
				ids[c.ID] = true
			}
		}
	})
}
