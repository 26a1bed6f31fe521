package intake

import (
	"slices"
	"strings"
)

// ref is a reference of a step to another.
type ref struct {
	at    *node  // the string that names the other
	field string // "on_true", "cases", …
	label string // of the branch: yes, no, or the case; "" for none
}

// refsOf are a step's references in reading order: its branches, then what comes
// after them, then what comes after a failure.
func refsOf(s *node) []ref {
	var refs []ref
	add := func(n *node, field, label string) {
		for _, at := range n.strings() {
			refs = append(refs, ref{at: at, field: field, label: label})
		}
	}
	add(s.member("on_true"), "on_true", "yes")
	add(s.member("on_false"), "on_false", "no")
	if cases := s.member("cases"); cases != nil {
		for _, each := range cases.children {
			add(each, "cases", each.key)
		}
	}
	for _, field := range []string{"next_steps", "on_completion", "on_success", "on_failure"} {
		add(s.member(field), field, "")
	}
	return refs
}

// walk puts the steps in reading order: what leads to a step stands before it, a
// branch before the next one, and where branches meet again comes after them all.
// That is the reverse of the order in which a depth-first walk leaves the steps.
// Steps that nothing leads to follow in the order of the file.
func (c *cacao) walk() {
	const open, done = 1, 2
	state := make(map[string]int)
	var left []string
	var visit func(id string)
	visit = func(id string) {
		state[id] = open
		refs := slices.Clone(c.refs[id])
		slices.Reverse(refs)
		for _, r := range refs {
			switch to, exists := r.at.text, c.steps[r.at.text] != nil; {
			case !exists || state[to] == done:
			case state[to] == open:
				c.report.addAt(c.src.line(r.at.offset), r.at.pointer, mapped, c.label(id),
					"%s leads back to %s; the tasks stand in one row, and this one says where it goes on", r.field, quote(c.nameOf(to)))
			default:
				visit(to)
			}
		}
		state[id] = done
		left = append(left, id)
	}
	if start := c.startID(); start != "" {
		visit(start)
	}
	slices.Reverse(left)
	c.order = left
	for _, s := range c.root.member("workflow").children {
		if _, isStep := c.steps[s.key]; !isStep || state[s.key] == done {
			continue
		}
		c.report.addAt(c.src.line(s.offset), s.pointer, kept, c.label(s.key), "nothing leads to this step from the start; it stands behind the others")
		left = nil
		visit(s.key)
		slices.Reverse(left)
		c.order = append(c.order, left...)
	}
	for _, id := range c.order {
		c.markBeside(id)
	}
}

// startID is where the walk begins: workflow_start, else the first start, else the
// first step.
func (c *cacao) startID() string {
	if n := c.root.member("workflow_start"); n.isString() && c.steps[n.text] != nil {
		return n.text
	}
	workflow := c.root.member("workflow")
	first := ""
	for _, s := range workflow.children {
		if kindOf(s) == "start" && c.steps[s.key] != nil {
			first = s.key
			break
		}
		if first == "" && c.steps[s.key] != nil {
			first = s.key
		}
	}
	if first != "" {
		line := c.src.line(workflow.offset)
		if c.root.member("workflow_start") == nil {
			c.report.addAt(line, "/workflow_start", broken, "workflow_start", "there is none; the walk begins at %s", quote(c.nameOf(first)))
		} else {
			c.report.addAt(line, "/workflow", mapped, c.label(first), "the walk begins here, since workflow_start leads nowhere")
		}
	}
	return first
}

// markBeside tells the first task of each branch of a parallel step what it is
// part of.
func (c *cacao) markBeside(id string) {
	if kindOf(c.steps[id]) != "parallel" {
		return
	}
	for _, r := range c.refs[id] {
		if r.field == "next_steps" && !slices.Contains(c.beside[r.at.text], id) {
			c.beside[r.at.text] = append(c.beside[r.at.text], id)
		}
	}
}

// maxSiblings is how many of its siblings a task names.
const maxSiblings = 20

// siblings names the other steps that a parallel step starts.
func (c *cacao) siblings(parallel, without string) string {
	var names []string
	for _, r := range c.refs[parallel] {
		if len(names) == maxSiblings {
			names = append(names, "…")
			break
		}
		if r.field == "next_steps" && r.at.text != without {
			names = append(names, c.nameOf(r.at.text))
		}
	}
	return strings.Join(names, "; ")
}
