package main

import (
	"os"
	"path/filepath"
	"testing"
)

// agentFiles are a checkout's, of each kind that there is.
var agentFiles = map[string]string{
	".turnbook/agents/reviewer.md":              "---\ndescription: Reads what others wrote.\nbase: reader\ntools:\n  add: [agent_report]\nai:\n  model: small\n---\nSay what you would change.\n",
	".claude/agents/reviewer.md":                "---\nname: reviewer\ntools: Read\n---\nNever seen.\n",
	".claude/agents/reader.md":                  "---\nname: Reader\ntools: Read, Grep, WebFetch\nmodel: large\n---\nRead with care. \u202Egnp\n",
	".claude/agents/net-4.8.agent.md":           "---\nui:\n  hidden: true\n---\n",
	".claude/agents/groomer.md":                 "---\ndescription: Use for: grooming\n---\nGroom.\n",
	".mux/agents/notes.txt":                     "not an agent",
	".mux/agents/lost.md":                       "---\nbase: nowhere\ndisabled: true\n---\nLost.\n",
	".agents/plugins/pack/plugin.json":          "{}",
	".agents/plugins/pack/agents/reviewer.md":   "---\ndescription: Comes second.\n---\nx\n",
	".agents/plugins/pack/agents/translator.md": "---\ndescription: Speaks French.\n---\nx\n",
	".agents/plugins/torn/plugin.json":          "[",
	".mux/agents/scout.md":                      "---\ndescription: Builds on an agent of the program.\nbase: explore\n---\nLook.\n",
	"README.md":                                 "# not looked at\n",
}

// authoringFiles are a data folder's.
var authoringFiles = map[string]string{
	"agents/guide.md":         "---\nname: Concierge\nbase: guide\nai:\n  model: anthropic:small\n---\nBe brief.\n",
	"agents/step-writer.md":   "---\ntools:\n  remove: [narrate]\nai:\n  thinkingLevel: 2\n---\nWrite in French.\n",
	"agents/module-writer.md": "---\nname: [\n---\n",
}

func TestAnAuthoringAgentTellsWhichFileCountsAndWhatGaveItsModel(t *testing.T) {
	dir := t.TempDir()
	for name, content := range authoringFiles {
		path := filepath.Join(dir, "data", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var tr transcript
	for _, args := range [][]string{
		{"agents", "authoring"},
		{"agents", "authoring", "--model", "openai:big", "--router-model", "openai:small", "--agent-model", "guide=openai:mini", "--agent-thinking", "task-builder=high", "--json"},
		{"agents", "authoring", "guide"}, {"agents", "authoring", "step-writer"},
		{"agents", "authoring", "module-writer", "--json"}, {"agents", "authoring", "nobody"},
		{"agents", "authoring", "--agent-model", "nobody=openai:x"}, {"agents", "authoring", "--thinking", "hard"},
		{"doctor", "--model", "offline:0s", "--agent-model", "step-writer=offline:0s", "--json"}, // the broken file is told
	} {
		tr.note(args, exec1(t, dir, "", args...))
	}
	tr.compare(t, "agents-authoring.txt")
}

func TestEveryAgentFileOfACheckoutGetsAVerdict(t *testing.T) {
	dir := t.TempDir()
	for name, content := range agentFiles {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var tr transcript
	for _, args := range [][]string{
		{"agents", "check"}, {"agents", "check", "--json"}, {"agents", "ls"}, {"agents", "ls", "--json"},
		{"agents", "show", "Reviewer"}, {"agents", "show", "reviewer", "--json"}, {"agents", "show", "groomer"}, {"agents", "show", "scout"},
		{"agents", "show", "groomer", "--json"}, {"agents", "show", "nobody", "--json"}, {"agents", "show", "a/b"},
		{"agents", "check", "nowhere", "--json"}, {"agents"}, {"agents", "check", "a", "b"},
		{"agents", "check", "--plugins"}, {"agents", "ls", "--plugins"}, {"agents", "show", "translator", "--plugins"}, {"agents", "show", "translator"},
		{"agents", "ls", "--plugins", "--workspace", "ws_1"}, {"agents", "ls", "--url", "http://127.0.0.1:1"},
	} {
		tr.note(args, exec1(t, dir, "", args...))
	}
	tr.compare(t, "agents.txt")
}
