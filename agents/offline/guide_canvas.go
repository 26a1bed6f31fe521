package offline

import "fmt"

// ofCanvas answers from the whole playbook, a module or a task.
func (q question) ofCanvas(c canvas) string {
	tasks, asksTasks := q.names(task)
	m, asksModule := q.names(module)
	_, asksSteps := q.names(step)
	switch {
	case q.without && (asksTasks || asksSteps):
		return q.tasksWithout(c)
	case asksTasks && (tasks.Numbers != nil || tasks.Title != "" || tasks.This):
		found, err := c.tasks(q.placed(tasks, m, asksModule))
		if err != nil {
			return err.Error()
		}
		t := c.task(found[0])
		return fmt.Sprintf("“%s” has %s.%s", t.Title, count(t.Steps, "subtask"), behind(t.Description))
	case asksModule && m.definite():
		return q.ofModules(c, m)
	case asksSteps:
		return fmt.Sprintf("“%s” has %s in %s.", c.Playbook.Title, count(c.steps(upTo(len(c.Modules))), "subtask"), count(c.size(), "task"))
	case asksTasks && q.howMany:
		return fmt.Sprintf("“%s” has %s in %s.", c.Playbook.Title, count(c.size(), "task"), count(len(c.Modules), "module"))
	case asksTasks:
		return c.taskNames() + "."
	case asksModule:
		return fmt.Sprintf("“%s” has %s: %s.", c.Playbook.Title, count(len(c.Modules), "module"), c.moduleNames())
	case len(q.refs) > 0 && q.refs[0].Title != "":
		found, err := c.titledTask(q.refs[0])
		if err != nil {
			return q.ofModules(c, q.refs[0])
		}
		t := c.task(found[0])
		return fmt.Sprintf("“%s” has %s.%s", t.Title, count(t.Steps, "subtask"), behind(t.Description))
	}
	return fmt.Sprintf("The playbook “%s” is in status %s, with %s and %s.", c.Playbook.Title, c.Playbook.Status,
		count(len(c.Modules), "module"), count(c.size(), "task"))
}

func (q question) ofModules(c canvas, m ref) string {
	found, err := c.modules(m)
	if err != nil {
		return err.Error()
	}
	i := found[0]
	said := fmt.Sprintf("Module %d “%s” has %s", i+1, c.Modules[i].Title, count(len(c.Modules[i].Tasks), "task"))
	if _, ok := q.names(step); ok {
		said += " with " + count(c.steps([]int{i}), "subtask")
	}
	if len(c.Modules[i].Tasks) == 0 {
		return said + "."
	}
	return said + ": " + c.namesIn(i) + "."
}

func (q question) tasksWithout(c canvas) string {
	within := upTo(len(c.Modules))
	if m, ok := q.names(module); ok && m.definite() {
		found, err := c.modules(m)
		if err != nil {
			return err.Error()
		}
		within = found
	}
	var empty []string
	for _, m := range within {
		for t, task := range c.Modules[m].Tasks {
			if task.Steps == 0 {
				empty = append(empty, fmt.Sprintf("“%s” (task %d of module %d)", task.Title, t+1, m+1))
			}
		}
	}
	switch len(empty) {
	case 0:
		return "Every task has subtasks."
	case 1:
		return "1 task has no subtasks: " + empty[0] + "."
	}
	return fmt.Sprintf("%d tasks have no subtasks: %s.", len(empty), list(empty))
}

// placed puts a task in the module that the question names apart from it.
func (q question) placed(t, m ref, named bool) ref {
	if named && t.In == nil {
		t.In = &m
	}
	return t
}

// behind is a description behind a sentence.
func behind(s string) string {
	if s == "" {
		return ""
	}
	return " " + sentence(s)
}

// size is the number of tasks.
func (c canvas) size() int {
	n := 0
	for _, m := range c.Modules {
		n += len(m.Tasks)
	}
	return n
}

// steps is the number of subtasks in some modules.
func (c canvas) steps(modules []int) int {
	n := 0
	for _, m := range modules {
		for _, t := range c.Modules[m].Tasks {
			n += t.Steps
		}
	}
	return n
}
