package offline

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"turnbook/agents"
	"turnbook/schemas"
)

const asksFile = "../../docs/asks.md"

// A line is an ask of docs/asks.md, and an agent that hears it; for the router with
// what is on screen.
type line struct{ where, ask string }

// asksDocument reads the asks of the page, each for the router and for the agent that
// takes it, and the documents that the tests here show their agents.
func asksDocument(t testing.TB) (lines []line, canvas, task json.RawMessage) {
	t.Helper()
	raw, err := os.ReadFile(asksFile)
	if err != nil {
		t.Fatal(err)
	}
	_, tables, _ := strings.Cut(string(raw), "## The asks")
	for l := range strings.Lines(tables) {
		cells := strings.Split(strings.TrimSpace(l), " | ")
		if len(cells) != 5 || strings.HasPrefix(cells[0], "| where") || strings.HasPrefix(cells[0], "| ---") {
			continue
		}
		where, text := strings.TrimPrefix(cells[0], "| "), cells[1]
		text, _, _ = strings.Cut(text, " *(")
		screen := "editor"
		switch {
		case strings.HasPrefix(where, "elsewhere"):
			screen = "elsewhere"
		case strings.Contains(where, "builder"):
			screen = "builder"
		}
		agent, _, _ := strings.Cut(cells[2], " ")
		lines = append(lines, line{"router, " + screen, text}, line{agent, text})
	}
	return lines, json.RawMessage(canvasJSON), json.RawMessage(taskJSON)
}

const canvasJSON = `{"playbook": {"id": "p1", "title": "Onboarding", "status": "draft"},
 "modules": [
  {"index": 0, "id": "m1", "title": "Before day one", "tasks": [
   {"index": 0, "id": "t1", "title": "Order laptop", "description": "Ask IT. Send them the address.", "steps": 0},
   {"index": 1, "id": "t2", "title": "Set up accounts", "steps": 2}]},
  {"index": 1, "id": "m2", "title": "First day", "tasks": [
   {"index": 0, "id": "t3", "title": "Welcome tour", "steps": 0},
   {"index": 1, "id": "t4", "title": "Collect passport", "steps": 1}]},
  {"index": 2, "id": "m3", "title": "Wrap up", "tasks": []}]}
`

const taskJSON = `{"id": "t1", "title": "Order laptop", "description": "Ask IT. Send them the address.", "steps": [
 {"id": "s1", "kind": "INSTRUCTION", "title": "Pick a model", "saved": true},
 {"id": "s2", "kind": "FORM", "title": "Delivery address", "saved": true},
 {"id": "s3", "kind": "DECISION", "title": "In stock?", "saved": true, "branches": [
  {"name": "yes", "steps": []},
  {"name": "no", "steps": [{"id": "s4", "kind": "EMAIL", "title": "Ask for a date", "saved": true}]}]}]}
`

// requestFor is the first round of an ask at a place of docs/asks.md.
func requestFor(where, text string, canvas, task json.RawMessage) agents.Request {
	agent, screen, _ := strings.Cut(where, ", ")
	r := agents.Request{Agent: agent, Tools: toolsOf(agent)}
	if agent == "step-writer" {
		r.Data = []agents.Data{{Name: "assignment", JSON: marshal(map[string]any{"module": "Before day one", "task": task, "brief": text})}}
		return r
	}
	r.Messages = []agents.Message{{Role: agents.UserRole, Text: text}}
	switch agent {
	case "router":
		focus := map[string][]string{
			"editor":    {"on the playbook editor", "playbook p1 on the canvas, a draft"},
			"builder":   {"on the playbook editor", "subtask builder open for task t1"},
			"elsewhere": {},
		}[screen]
		r.Data = []agents.Data{{Name: "focus", JSON: marshal(focus)}, {Name: "domains", JSON: marshal(schemas.Domains())}}
	case "task-builder":
		r.Data = []agents.Data{{Name: "target", JSON: marshal(map[string]any{"outcome": "OK", "viewed_from": "playbook", "task": task})}}
	default:
		r.Data = []agents.Data{{Name: "canvas", JSON: canvas}}
	}
	return r
}

func toolsOf(agent string) []agents.Tool {
	names := map[string]string{
		"playbook-editor": "build_task_steps rename_playbook add_module rename_module move_module add_task rename_task move_task",
		"step-writer":     "narrate add_step update_step",
		"task-builder":    "add_step update_step move_step remove_steps build_subtask update_progress write_form edit_form plan_form_edits list_step_templates get_step_template return_to_router",
		"module-writer":   "narrate add_task",
		"guide":           "return_to_router",
	}[agent]
	var tools []agents.Tool
	for _, n := range strings.Fields(names) {
		tools = append(tools, agents.Tool{Name: n})
	}
	return tools
}

func marshal(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}

// reply collects the parts of an answer.
type reply struct {
	text  string
	calls []schemas.ToolRequest
	done  agents.Done
}

func answerOf(t testing.TB, r agents.Request) reply {
	t.Helper()
	var got reply
	for p, err := range New(Options{}).Stream(t.Context(), r) {
		if err != nil {
			t.Fatal(err)
		}
		switch p := p.(type) {
		case agents.Text:
			got.text += string(p)
		case agents.Call:
			got.calls = append(got.calls, schemas.ToolRequest(p))
		case agents.Done:
			got.done = p
		}
	}
	return got
}

// happens is a reply as the third column of docs/asks.md tells it.
func (r reply) happens() string {
	var said []string
	for _, c := range r.calls {
		said = append(said, "`"+c.Name+" "+string(c.Args)+"`")
	}
	if said == nil {
		return "says `" + r.text + "`"
	}
	return strings.Join(said, ", ")
}
