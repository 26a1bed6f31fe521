package definitions

import (
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// KnownTools are the tools that an agent of a workspace can be given.
func KnownTools() []string {
	return []string{
		"read", "list", "search", "edit", "write", "shell", "playbook",
		"propose_plan", "agent_report", "task", "task_await", "task_list", "task_stop",
	}
}

// toolNamed is the tool of ours that other products' files mean by a name; "" for none.
func toolNamed(name string) string {
	name = strings.ToLower(name)
	if slices.Contains(KnownTools(), name) {
		return name
	}
	switch name {
	case "codebase", "readfile", "read_file", "view":
		return "read"
	case "ls", "list_dir", "list_files":
		return "list"
	case "grep", "glob":
		return "search"
	case "editfiles", "edit/editfiles", "multiedit", "str_replace":
		return "edit"
	case "create", "write_file":
		return "write"
	case "bash", "terminal", "terminalcommand", "runcommands", "execute":
		return "shell"
	case "agent":
		return "task"
	}
	return ""
}

// tools reads the three shapes: a list and a text with commas are allow-lists, a map
// changes what the base allows.
func (r *reading) tools(v ast.Node) *Tools {
	t := new(Tools)
	switch v := v.(type) {
	case ast.MapNode:
		r.toolChanges(v, t)
	case *ast.SequenceNode:
		t.Listed = true
		r.list(v, "tools", func(n ast.Node, name string) { r.allow(n, name, t) })
	default:
		text, ok := textIn(v)
		if !ok {
			r.fail(v, "tools is no list of tools", "write tools: [read, edit], or a map with add and remove")
			return nil
		}
		t.Listed = true
		for name := range strings.SplitSeq(text, ",") {
			if name = strings.TrimSpace(name); name != "" {
				r.allow(v, name, t)
			}
		}
	}
	return t
}

// allow adds a tool to an allow-list. What has no tool of ours is told, and left out.
func (r *reading) allow(n ast.Node, name string, t *Tools) {
	ours := toolNamed(name)
	switch {
	case name == "*":
		t.Only = KnownTools()
	case ours == "":
		r.note(n, "there is no tool "+shorten(name)+" here")
	case !slices.Contains(t.Only, ours):
		t.Only = append(t.Only, ours)
	}
}

func (r *reading) toolChanges(m ast.MapNode, t *Tools) {
	for it := m.MapRange(); it.Next(); {
		key, _ := textIn(it.Key())
		if _, null := it.Value().(*ast.NullNode); null {
			continue
		}
		switch key {
		case "add":
			r.list(it.Value(), "tools.add", func(n ast.Node, p string) { t.Add = append(t.Add, r.pattern(n, p)) })
		case "remove":
			r.list(it.Value(), "tools.remove", func(n ast.Node, p string) { t.Remove = append(t.Remove, r.pattern(n, p)) })
		case "require":
			r.list(it.Value(), "tools.require", func(n ast.Node, name string) { r.require(n, name, t) })
		default:
			r.note(it.Key(), unknownKey("tools."+key))
		}
	}
}

// pattern checks a pattern of tool names.
func (r *reading) pattern(n ast.Node, text string) string {
	if _, err := anchored(text); err != nil {
		r.fail(n, "the pattern "+shorten(text)+" does not compile", "give the name of a tool, or a regular expression such as task_.*")
	}
	return text
}

// anchored is a pattern that must match a whole name.
func anchored(pattern string) (*regexp.Regexp, error) {
	return regexp.Compile(`^(?:` + pattern + `)$`)
}

var toolSyntax = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// require takes the name of a tool; what looks like a pattern is told, and left out.
func (r *reading) require(n ast.Node, name string, t *Tools) {
	if !toolSyntax.MatchString(name) {
		r.note(n, "tools.require takes names of tools; "+shorten(name)+" is none")
		return
	}
	t.Require = append(t.Require, name)
}
