package definitions

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// firstLine is the line of the file that the frontmatter begins on.
const firstLine = 2

// A reading is one frontmatter as it is read.
type reading struct {
	m       Matter
	notes   []Note
	base    Note     // where the base is named
	problem *Problem // the first that was found; nil for none
}

// readMatter reads a frontmatter. The error is a [*Problem].
func readMatter(text string) (*reading, error) {
	file, err := parser.ParseBytes([]byte(text), 0)
	if err != nil {
		return nil, yamlProblem(text, err)
	}
	r := new(reading)
	for i, doc := range file.Docs {
		if i > 0 && doc.Body != nil {
			r.fail(doc.Body, "it holds a second document", "keep one")
		} else if doc.Body != nil {
			r.top(doc.Body)
		}
	}
	if r.problem != nil {
		return nil, r.problem
	}
	return r, nil
}

// yamlProblem is what the parser reported, with the repair that its place suggests.
func yamlProblem(text string, err error) *Problem {
	p := &Problem{Reason: InvalidYAML, Line: firstLine, Column: 1, Detail: err.Error(), Fix: "write the frontmatter as lines of key: value"}
	var known yaml.Error
	if !errors.As(err, &known) {
		return p
	}
	at := known.GetToken().Position
	p.Line, p.Column, p.Detail = at.Line+firstLine-1, at.Column, shorten(plain(known.GetMessage()))
	lines := strings.Split(text, "\n")
	if at.Line < 1 || at.Line > len(lines) {
		return p
	}
	key, value, isKey := strings.Cut(lines[at.Line-1], ":")
	switch value = strings.TrimSpace(value); {
	case isKey && !strings.HasPrefix(value, `"`) && !strings.HasPrefix(value, "'") && strings.Contains(value, ": "):
		p.Fix = fmt.Sprintf("the text behind %s: has a colon in it: put that text in quotes", shorten(strings.TrimSpace(key)))
	case isKey && strings.ContainsAny(value, `"'`):
		p.Fix = fmt.Sprintf("close the quotes of the text behind %s:", shorten(strings.TrimSpace(key)))
	case strings.Contains(lines[at.Line-1], "\t"):
		p.Fix = "indent with blanks, not with tabs"
	case !isKey:
		p.Fix = "this line belongs to the text of the key above it: begin that text with | on the key's line, and indent what follows by two blanks"
	}
	return p
}

// plain is a message without the control characters that the parser quotes.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, text)
}

func (r *reading) top(n ast.Node) {
	if _, ok := n.(ast.MapNode); !ok {
		r.fail(n, "the frontmatter is no list of keys", "write lines of key: value")
		return
	}
	r.group(n, "")
}

// group reads the keys of a map whose own key is path.
func (r *reading) group(n ast.Node, path string) {
	m, ok := n.(ast.MapNode)
	if !ok {
		r.fail(n, path+" is no map", fmt.Sprintf("write %s: and below it, indented, its keys", path))
		return
	}
	for it := m.MapRange(); it.Next(); {
		key, ok := it.Key().(*ast.StringNode)
		if !ok {
			r.fail(it.Key(), "a key is no plain word", "give the key as a word; anchors, aliases and merges are not taken here")
			return
		}
		full := key.Value
		if path != "" {
			full = path + "." + full
		}
		r.key(full, key, it.Value())
	}
}

// key takes one key. A key that nobody knows is told, and left out.
func (r *reading) key(path string, key, v ast.Node) {
	if _, null := v.(*ast.NullNode); null {
		return
	}
	switch path {
	case "name":
		r.m.Name = r.words(v, path, 128)
	case "description":
		r.m.Description = r.words(v, path, 1024)
	case "base":
		r.m.Base, r.base = r.id(v, path), noteAt(v, "")
	case "disabled":
		r.m.Disabled = r.flag(v, path)
	case "ui", "prompt", "subagent", "ai":
		r.group(v, path)
	case "ui.hidden":
		r.m.UI.Hidden = r.flag(v, path)
	case "ui.color":
		r.m.UI.Color = r.words(v, path, 64)
	case "prompt.append":
		r.m.Prompt.Append = r.flag(v, path)
	case "subagent.runnable":
		r.m.Subagent.Runnable = r.flag(v, path)
	case "subagent.workflow_runnable":
		r.m.Subagent.WorkflowRunnable = r.flag(v, path)
	case "subagent.append_prompt":
		r.m.Subagent.AppendPrompt = r.words(v, path, maxMatter)
	case "subagent.skip_init_hook":
		r.m.Subagent.SkipInitHook = r.flag(v, path)
	case "ai.model":
		r.m.AI.Model = r.words(v, path, 256)
	case "ai.thinkingLevel":
		r.m.AI.ThinkingLevel = r.thinking(v, path)
	case "tools":
		r.m.Tools = r.tools(v)
	default:
		r.note(key, unknownKey(path))
	}
}

// unknownKey says that a key means nothing here, and which one may be meant.
func unknownKey(path string) string {
	switch path {
	case "model":
		return "the key model is not read: give the model as ai: with model: below it"
	case "color":
		return "the key color is not read: give it as ui: with color: below it"
	}
	return "the key " + shorten(path) + " means nothing here"
}

func (r *reading) note(n ast.Node, text string) { r.notes = append(r.notes, noteAt(n, text)) }

func noteAt(n ast.Node, text string) Note {
	at := n.GetToken().Position
	return Note{Line: at.Line + firstLine - 1, Column: at.Column, Text: text}
}

// fail keeps the first problem.
func (r *reading) fail(n ast.Node, detail, fix string) {
	if r.problem == nil {
		at := noteAt(n, "")
		r.problem = &Problem{Reason: InvalidValue, Line: at.Line, Column: at.Column, Detail: detail, Fix: fix}
	}
}
