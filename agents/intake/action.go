package intake

import (
	"slices"

	"turnbook/schemas"
)

// taskOf makes a task of the step that stands at a place of the reading order.
// Structure is none; the report says what became of it.
func (c *cacao) taskOf(id string, place int) (schemas.Task, bool) {
	s, kind := c.steps[id], kindOf(c.steps[id])
	switch kind {
	case "start", "end", "parallel":
		c.noteStructure(s, kind)
		return schemas.Task{}, false
	}
	t := schemas.Task{ID: c.ids.task()}
	whole := false
	t.Title, whole = shorten(c.fullName(id))
	if t.Title == "" {
		t.Title = "Untitled"
	}
	if !whole {
		t.Description = c.fullName(id)
	}
	t.Description = join(t.Description, c.text(s.member("description")))
	facts := c.flowFacts(id, place)
	for _, n := range s.children {
		if !c.isMapped(kind, n) && !n.secret {
			facts = append(facts, c.showID(n.key)+": "+c.plain(n))
		}
	}
	facts = append(facts, "CACAO step: "+c.showID(id))
	t.Description = join(t.Description, bullets(facts))
	switch kind {
	case "action":
	case "playbook-action":
		t.Steps = append(t.Steps, c.instruction("Run playbook "+c.text(s.member("playbook_id")), ""))
	case "if-condition", "while-condition", "switch-condition":
		t.Steps = append(t.Steps, c.decisionOf(s, kind))
	default:
		c.report.addAt(c.src.line(s.offset), s.pointer, kept, c.label(id),
			"its kind %s is none of CACAO 2.0; it is a task with all that it says", quote(c.showID(kind)))
		if len(branchesOf(s)) > 0 {
			t.Steps = append(t.Steps, c.decisionOf(s, kind))
		}
	}
	if commands := s.member("commands"); commands != nil {
		for _, command := range commands.children {
			t.Steps = append(t.Steps, c.commandOf(command))
		}
	}
	return t, true
}

// noteStructure tells what became of a step that is no task.
func (c *cacao) noteStructure(s *node, kind string) {
	what := c.label(s.key) + ": " + c.render(s)
	because := "it begins or ends the workflow and is no task"
	if kind == "parallel" {
		because = "its branches are tasks side by side, and each says so"
	}
	c.report.addAt(c.src.line(s.offset), s.pointer, mapped, what, "%s", because)
}

// isMapped says whether a member of a step stands in the task already.
func (c *cacao) isMapped(kind string, n *node) bool {
	strings := n.isString() || n.kind == '[' && len(n.strings()) == len(n.children)
	switch n.key {
	case "type":
		return slices.Contains([]string{"action", "playbook-action", "if-condition", "while-condition", "switch-condition"}, kind)
	case "name", "description":
		return n.isString()
	case "on_completion", "on_success", "on_failure", "on_true", "on_false", "next_steps", "agent", "agents", "target", "targets", "target_ids":
		return strings
	case "commands":
		return n.kind == '['
	case "condition":
		return n.isString() && (kind == "if-condition" || kind == "while-condition")
	case "switch", "cases":
		return kind == "switch-condition"
	}
	return false
}

// flowFacts says in words what a row of tasks can't show: who acts, what stands
// beside, and where it goes on if not with the next task.
func (c *cacao) flowFacts(id string, place int) []string {
	var facts []string
	s := c.steps[id]
	for _, p := range c.beside[id] {
		part := "Part of: " + c.nameOf(p)
		if d, _ := shorten(c.line(c.steps[p].member("description"))); d != "" {
			part += ". " + d
		}
		facts = append(facts, part)
		if others := c.siblings(p, id); others != "" {
			facts = append(facts, "At the same time: "+others)
		}
	}
	for _, role := range []struct{ key, label string }{
		{"agent", "Agent"}, {"agents", "Agent"}, {"target", "Target"}, {"targets", "Target"}, {"target_ids", "Target"},
	} {
		for _, n := range s.member(role.key).strings() {
			facts = append(facts, role.label+": "+c.actor(n, id))
		}
	}
	next := ""
	if place+1 < len(c.order) {
		next = c.order[place+1]
	}
	for _, r := range c.refs[id] {
		label := map[string]string{"on_completion": "Then", "on_success": "On success", "on_failure": "On failure", "next_steps": "Then"}[r.field]
		if label == "" || label == "Then" && r.at.text == next {
			continue
		}
		facts = append(facts, label+": "+c.nameOf(r.at.text))
	}
	return facts
}

// actor names an agent or a target, and reports one that isn't defined.
func (c *cacao) actor(n *node, step string) string {
	if d := c.actors[n.text]; d != nil {
		return c.whoIs(d)
	}
	if cacaoID.MatchString(n.text) {
		c.report.addAt(c.src.line(n.offset), n.pointer, broken, c.text(n), "%s names it as agent or target, and the file defines none of that id", quote(c.nameOf(step)))
	}
	return c.text(n)
}
