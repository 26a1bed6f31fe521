package offline

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"turnbook/agents"
	"turnbook/schemas"
)

const asksFile = "../../docs/asks.md"

// A line is one row of docs/asks.md: in backquotes stands what is to be had word
// for word.
type line struct{ where, ask, happens string }

// asksDocument reads the tables with asks and the data of the examples.
func asksDocument(t testing.TB) (lines []line, canvas, task json.RawMessage) {
	t.Helper()
	raw, err := os.ReadFile(asksFile)
	if err != nil {
		t.Fatal(err)
	}
	block := func(name string) json.RawMessage {
		m := regexp.MustCompile("(?s)```json " + name + "\n(.*?)```").FindSubmatch(raw)
		if m == nil || !json.Valid(m[1]) {
			t.Fatalf("%s: no JSON block %s", asksFile, name)
		}
		return m[1]
	}
	_, tables, _ := strings.Cut(string(raw), "## The asks")
	for l := range strings.Lines(tables) {
		cells := strings.Split(strings.TrimSpace(l), " | ")
		if len(cells) != 3 || strings.HasPrefix(cells[0], "| where") || strings.HasPrefix(cells[0], "| ---") {
			continue
		}
		lines = append(lines, line{strings.TrimPrefix(cells[0], "| "), cells[1], strings.TrimSuffix(cells[2], " |")})
	}
	return lines, block("canvas"), block("task")
}

// requestFor is the first round of an ask at a place of docs/asks.md.
func requestFor(where, text string, canvas, task json.RawMessage) agents.Request {
	agent, screen, _ := strings.Cut(where, ", ")
	r := agents.Request{Agent: agent, Tools: toolsOf(agent)}
	if text == "–" {
		text = ""
	}
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
		"task-builder":    "add_step update_step remove_steps return_to_router",
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

// TestEveryDocumentedAskDoesWhatItPromises runs docs/asks.md line by line.
func TestEveryDocumentedAskDoesWhatItPromises(t *testing.T) {
	lines, canvas, task := asksDocument(t)
	if len(lines) < 80 {
		t.Fatalf("%s: %d lines were read; the tables hold more", asksFile, len(lines))
	}
	for _, l := range lines {
		got := answerOf(t, requestFor(l.where, l.ask, canvas, task))
		if domain, ok := strings.CutPrefix(l.happens, "goes to "); ok {
			if want := `{"domain":"` + domain + `"`; !strings.HasPrefix(got.text, want) {
				t.Errorf("%s: %q: %s, want %s", l.where, l.ask, got.text, want)
			}
			continue
		}
		if got.happens() != l.happens {
			t.Errorf("%s: %q:\n got %s\nwant %s", l.where, l.ask, got.happens(), l.happens)
		}
	}
}

func TestEveryAgentStandsInTheDocument(t *testing.T) {
	lines, _, _ := asksDocument(t)
	for _, agent := range []string{"router, editor", "router, builder", "router, elsewhere", "playbook-editor", "step-writer", "task-builder", "guide"} {
		if !slices.ContainsFunc(lines, func(l line) bool { return l.where == agent }) {
			t.Errorf("%s has no ask for %s", asksFile, agent)
		}
	}
}
