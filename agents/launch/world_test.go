package launch

import (
	"strings"
	"testing"
	"testing/fstest"

	"turnbook/agents/definitions"
	"turnbook/schemas"
)

// Folders of agent files, as the tests name them.
var roots = []definitions.Root{
	{Scope: definitions.Project, Name: ".turnbook/agents", Path: "project"},
	{Scope: definitions.Project, Name: ".turnbook/plugins/p/agents", Path: "p-plugin"},
	{Scope: definitions.Global, Name: "agents", Path: "global"},
	{Scope: definitions.Global, Name: "plugins/p/agents", Path: "g-plugin"},
}

// files are agent files by their place, as in "project/pj.md".
type files map[string]string

// agentFile is an agent file of some keys.
func agentFile(keys string) string { return "---\n" + keys + "\n---\nWork.\n" }

// catalog reads files beside the program's own.
func (f files) catalog() *definitions.Catalog {
	fs := fstest.MapFS{}
	for name, text := range f {
		fs[name] = &fstest.MapFile{Data: []byte(text)}
	}
	var all []definitions.Root
	for _, r := range roots {
		r.FS = fs
		all = append(all, r)
	}
	return definitions.Load(append(all, Builtin())...)
}

// with is a copy with some files changed; "" takes a file away.
func (f files) with(change files) files {
	out := files{}
	for name, text := range f {
		out[name] = text
	}
	for name, text := range change {
		if out[name] = text; text == "" {
			delete(out, name)
		}
	}
	return out
}

// everywhere has an agent of every scope, and those that can't be launched.
func everywhere() files {
	return files{
		"project/pj.md":   agentFile("description: of the project"),
		"p-plugin/pp.md":  agentFile("description: of a plugin of the project"),
		"global/gg.md":    agentFile("description: of the installation"),
		"g-plugin/gp.md":  agentFile("description: of a plugin of the installation\nai:\n  model: plugin:model"),
		"global/hid.md":   agentFile("ui:\n  hidden: true"),
		"global/off.md":   agentFile("disabled: true"),
		"project/phid.md": agentFile("ui:\n  hidden: true"),
	}
}

// byScope is the agent of everywhere that a scope of the tables has.
func byScope(scope string) string {
	return map[string]string{"built-in": "plan", "global": "gg", "g-plugin": "gp", "p-plugin": "pp", "project": "pj"}[scope]
}

const (
	owner  schemas.WorkspaceID = "w-owner"
	other  schemas.WorkspaceID = "w-other"
	target schemas.WorkspaceID = "w-target"
	child  schemas.WorkspaceID = "w-child"
)

// vouching is a checkout that speaks for a new one; another that does not.
func vouching() Git { return Git{Branch: "main", Base: "main", Clean: true, AtTip: true} }

// standing is a book in which the owner has made a target, and another owner's turn runs.
func standing() Standing {
	return Standing{
		Owner:  Workspace{ID: owner, Known: true, Trusted: true},
		Target: Workspace{ID: target, Known: true, Trusted: true},
		Held: []Held{
			{Handle: "wst_1", Kind: schemas.WorkspaceTurn, Owner: owner, Workspace: target, Status: schemas.HandleError, Created: true},
			{Handle: "wst_2", Kind: schemas.WorkspaceTurn, Owner: other, Workspace: "w-theirs", Status: schemas.HandleRunning, Created: true},
		},
	}
}

// sub is a sub-agent of the owner, under explore.
func sub() Workspace {
	return Workspace{ID: child, Known: true, Trusted: true, Ancestors: []schemas.WorkspaceID{owner}, Agent: "explore", Depth: 1}
}

// parse reads a task that is right.
func parse(t *testing.T, args string) Task {
	t.Helper()
	task, err := ParseTask([]byte(args))
	if err != nil {
		t.Fatalf("%s: %v", args, err)
	}
	return task
}

// rungs are a ladder in one line.
func rungs(l schemas.Ladder) string {
	var parts []string
	for _, r := range l.Rungs {
		mark := "+"
		if !r.Held {
			mark = "-"
		}
		parts = append(parts, mark+r.Name)
	}
	return strings.Join(parts, " ") + " = " + l.Outcome
}
