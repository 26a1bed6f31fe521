package offline

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"turnbook/agents"
	"turnbook/schemas/canon"
)

// workspaceAsks are the rows of docs/asks.md on workspaces: what is said, and what it calls.
func workspaceAsks(t *testing.T) (rows [][2]string) {
	t.Helper()
	raw, err := os.ReadFile(asksFile)
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(raw), "## In a workspace\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for l := range strings.Lines(section) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(l), "|"), " | ")
		if len(cells) == 2 && !strings.HasPrefix(cells[0], " say") && !strings.HasPrefix(cells[0], " ---") {
			rows = append(rows, [2]string{strings.TrimSpace(cells[0]), strings.Trim(strings.TrimSpace(cells[1]), "`")})
		}
	}
	return rows
}

// The first call of every line of docs/asks.md on workspaces is the one that stands there.
func TestWorkspaceAsks(t *testing.T) {
	rows := workspaceAsks(t)
	if len(rows) < 15 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		r := agents.Request{
			Agent: "exec", Tools: workspaceTools(), Data: []agents.Data{agents.NewData("workspace", map[string]string{"title": "Work"})},
			Messages: []agents.Message{{Role: agents.UserRole, Text: row[0]}},
		}
		if got := firstCall(t, r); got != row[1] {
			t.Errorf("docs/asks.md, %q calls\n\t%s\nwant\n\t%s", row[0], got, row[1])
		}
	}
}

func workspaceTools() (tools []agents.Tool) {
	for _, name := range strings.Fields("read list search edit write shell playbook task task_await task_list task_stop agent_report") {
		tools = append(tools, agents.Tool{Name: name})
	}
	return tools
}

// A planner writes the lines into its plan, one order each, and proposes it.
func TestAPlannerWritesItsOrdersDown(t *testing.T) {
	r := agents.Request{
		Agent: "plan", Tools: []agents.Tool{{Name: "write"}, {Name: "propose_plan"}},
		Data:     []agents.Data{agents.NewData("workspace", map[string]string{"title": "Notes", "plan_file": "/data/plan.md"})},
		Messages: []agents.Message{{Role: agents.UserRole, Text: "- write A.md: hello\n- read A.md, then list files"}},
	}
	const plan = `write {"path":"/data/plan.md","text":"# Plan: Notes\n\n1. write A.md: hello\n2. read A.md\n3. list files\n"}`
	if got := firstCall(t, r); got != plan {
		t.Errorf("calls %s, want %s", got, plan)
	}
	r.Messages = append(r.Messages, agents.Message{Role: agents.AssistantRole}, agents.Message{Role: agents.ToolRole, Text: "written"})
	if got := firstCall(t, r); got != "propose_plan {}" {
		t.Errorf("then calls %s", got)
	}
}

// A checklist's report names what was read and says what was written, and repeats neither.
func TestAChecklistIsReportedWithoutThePlaybooksText(t *testing.T) {
	r := agents.Request{
		Agent: "exec", Tools: workspaceTools(), Data: []agents.Data{agents.NewData("workspace", map[string]string{"title": "Work"})},
		Messages: []agents.Message{{Role: agents.UserRole, Text: "write CHECKLIST.md from the onboarding playbook, then list files"}},
	}
	const read = "# Onboarding\n\n## Before day one\n\n- Set up the laptop\n  - Order it\n"
	for _, call := range []string{
		`playbook {"playbook":"onboarding"}`,
		`write {"path":"CHECKLIST.md","text":"# Onboarding\n\n## Before day one\n\n- [ ] Set up the laptop\n  - [ ] Order it\n"}`, `list {}`,
	} {
		if got := firstCall(t, r); got != call {
			t.Fatalf("calls %s, want %s", got, call)
		}
		text := map[byte]string{'p': read, 'w': "CHECKLIST.md: created, 75 bytes", 'l': "CHECKLIST.md"}[call[0]]
		r.Messages = append(r.Messages, agents.Message{Role: agents.AssistantRole}, agents.Message{Role: agents.ToolRole, Text: text})
	}
	const want = "says Read the playbook “Onboarding”. Wrote CHECKLIST.md: 6 lines, 2 items to tick. CHECKLIST.md"
	if got := firstCall(t, r); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// firstCall is the call that a request is answered with, else what is said.
func firstCall(t *testing.T, r agents.Request) string {
	t.Helper()
	text := ""
	for part, err := range New(Options{}).Stream(t.Context(), r) {
		if err != nil {
			t.Fatal(err)
		}
		switch p := part.(type) {
		case agents.Call:
			args, err := canon.JSON(json.RawMessage(p.Args))
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprintf("%s %s", p.Name, args)
		case agents.Text:
			text += string(p)
		}
	}
	return "says " + text
}
