package intake

import (
	"fmt"
	"strings"

	"turnbook/schemas"
	"turnbook/schemas/canon"
)

// cacao reads one CACAO 2.0 playbook (decisions.md 34; OASIS CACAO Security
// Playbooks 2.0). The playbook is one module. Its workflow is walked from
// workflow_start; each step that does something is a task, conditions are a task
// with a DECISION that names where its branches lead, and start, end and parallel
// are structure that the tasks beside them tell of.
type cacao struct {
	*builder
	root    *node
	steps   map[string]*node    // the workflow, by id
	names   map[string]int      // how many steps have a name
	actors  map[string]*node    // definitions of agents and targets, by id
	secrets []string            // values that must stand nowhere
	known   *strings.Replacer   // takes them out
	texts   map[*node]string    // what was cleaned already
	lines   map[*node]string    // and put on one line
	told    map[string]bool     // what was reported once
	hints   int                 // searches for a misspelt id so far
	refs    map[string][]ref    // of each step
	order   []string            // ids of the steps in reading order
	beside  map[string][]string // for the first task of a parallel branch: the parallel steps
}

func readCACAO(b *builder) error {
	root, err := parseJSON(b.src)
	if err != nil {
		return err
	}
	if err := refuseOther(b.src, root); err != nil {
		return err
	}
	c := &cacao{
		builder: b, root: root, steps: make(map[string]*node), names: make(map[string]int), actors: make(map[string]*node),
		texts: make(map[*node]string), lines: make(map[*node]string), told: make(map[string]bool), refs: make(map[string][]ref), beside: make(map[string][]string),
	}
	c.findSecrets(root)
	c.knowSecrets()
	c.index()
	c.takeHead()
	c.checkWorkflow()
	c.walk()
	m := schemas.Module{ID: c.ids.module(), Title: c.doc.Title}
	for i, id := range c.order {
		if t, ok := c.taskOf(id, i); ok {
			m.Tasks = append(m.Tasks, t)
		}
	}
	c.doc.Modules = []schemas.Module{m}
	return nil
}

// refuseOther names what a JSON file is that holds no CACAO playbook.
func refuseOther(src *source, root *node) error {
	has := func(keys ...string) bool {
		for _, k := range keys {
			if root.member(k) == nil {
				return false
			}
		}
		return true
	}
	kind := root.member("type")
	isPlaybook := kind.isString() && (kind.text == "playbook" || kind.text == "playbook-template")
	what, line, workflow := "", 0, root.member("workflow")
	switch {
	case root.kind == '[':
		what = "a JSON array"
	case root.kind != '{':
		what = "a single JSON value"
	case isPlaybook && workflow != nil && workflow.kind == '{':
		return nil
	case isPlaybook && workflow != nil:
		what, line = "a CACAO playbook whose workflow is no object", src.line(workflow.offset)
	case isPlaybook:
		what = "a CACAO playbook without a workflow"
	case has("components") && !has("openapi"):
		what = "a Form.io form"
	case has("pages"), has("elements"):
		what = "a SurveyJS survey"
	case has("openapi"), has("swagger"):
		what = "an OpenAPI document"
	case has("$schema"):
		what = "a JSON Schema"
	case has("nodes", "connections"):
		what = "an n8n workflow"
	case kind.isString() && kind.text == "bundle":
		what = "a STIX bundle"
	default:
		what = "a JSON object without CACAO's \"type\": \"playbook\""
	}
	return &Error{
		Name: src.name, Line: line, Reason: "it is " + what + ", and no CACAO playbook",
		Fix: "give a CACAO 2.0 playbook (\"type\": \"playbook\" with a \"workflow\"), or Markdown",
	}
}

// takeHead reads what stands around the workflow.
func (c *cacao) takeHead() {
	if c.doc.Title = c.line(c.root.member("name")); c.doc.Title == "" {
		c.doc.Title = stem(c.src.name)
		c.report.addAt(0, "/name", mapped, c.doc.Title, "the playbook has no name, so the title is the file's")
	}
	c.doc.Description = c.text(c.root.member("description"))
	for _, n := range c.root.children {
		switch n.key {
		case "name", "description", "type", "workflow":
		case "spec_version":
			if !strings.Contains(n.text, "2.0") {
				c.keep(n, "it is another version than 2.0 and was read by the rules of 2.0")
			}
		case "workflow_start", "workflow_exception":
			c.checkRef(ref{at: n, field: n.key}, "the playbook")
			if n.key == "workflow_exception" && c.steps[n.text] != nil {
				c.keep(n, "it says where the playbook goes on after an error: %s", quote(c.nameOf(n.text)))
			}
		case "agent_definitions", "target_definitions":
			for _, d := range n.children {
				c.keep(d, "tasks name it as %s; its definition stands here", quote(c.whoIs(d)))
			}
		default:
			if !n.secret {
				c.keep(n, "a playbook has no place for it")
			}
		}
	}
}

// keep puts a value into the report.
func (c *cacao) keep(n *node, because string, args ...any) {
	c.report.addAt(c.src.line(n.offset), n.pointer, kept, c.showID(n.key)+": "+c.render(n), because, args...)
}

// index makes steps, their references and their names, and actors, easy to find.
func (c *cacao) index() {
	for _, s := range c.root.member("workflow").children {
		if s.kind == '{' {
			c.steps[s.key], c.refs[s.key] = s, refsOf(s)
			c.names[c.line(s.member("name"))]++
		}
	}
	for _, table := range []string{"target_definitions", "agent_definitions"} {
		if t := c.root.member(table); t != nil {
			for _, d := range t.children {
				c.actors[d.key] = d
			}
		}
	}
}

// checkWorkflow checks that steps are steps, that each reference has a target and
// that names tell the steps apart.
func (c *cacao) checkWorkflow() {
	starts := 0
	for _, s := range c.root.member("workflow").children {
		if s.kind != '{' {
			c.report.addAt(c.src.line(s.offset), s.pointer, broken, clean(s.key)+": "+c.render(s), "a step must be an object; it is left out")
			continue
		}
		for _, r := range c.refs[s.key] {
			c.checkRef(r, quote(c.nameOf(s.key)))
		}
		if name := c.line(s.member("name")); name != "" && c.names[name] > 1 {
			c.report.addAt(c.src.line(s.offset), s.pointer, kept, name+" ("+c.showID(s.key)+")",
				"%d steps have this name; where one of them is named, its id stands beside", c.names[name])
		}
		if kindOf(s) == "start" {
			if starts++; starts > 1 {
				c.report.addAt(c.src.line(s.offset), s.pointer, broken, c.label(s.key), "a playbook has one start; the walk begins at workflow_start")
			}
		}
	}
}

// maxHints is for how many references that lead nowhere the right one is looked for.
const maxHints = 100

// checkRef reports a reference to a step that isn't there.
func (c *cacao) checkRef(r ref, by string) {
	if c.steps[r.at.text] != nil {
		return
	}
	hint := ""
	if c.hints++; c.hints <= maxHints {
		for _, s := range c.root.member("workflow").children {
			if differs(s.key, r.at.text) == 1 {
				hint = fmt.Sprintf("; %s differs in one character", c.label(s.key))
				break
			}
		}
	}
	c.report.addAt(c.src.line(r.at.offset), r.at.pointer, broken, c.text(r.at),
		"%s names this step in %s, and there is none%s", by, r.field, hint)
}

// differs counts the bytes in which two ids of one length differ; -1 where the
// lengths do.
func differs(a, b string) int {
	if len(a) != len(b) {
		return -1
	}
	n := 0
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// kindOf is a step's type.
func kindOf(s *node) string {
	if t := s.member("type"); t.isString() {
		return t.text
	}
	return ""
}

func quoteJSON(s string) string { return string(canon.AppendText(nil, s)) }
