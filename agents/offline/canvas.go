package offline

import (
	"fmt"
	"strings"
)

// A canvas is the data "canvas": the playbook as its editor shows it.
type canvas struct {
	Playbook struct {
		ID     string `json:"id"`
		Title  string `json:"title"`
		Status string `json:"status"`
	} `json:"playbook"`
	OpenTask string         `json:"open_task"` // "" for none
	Modules  []canvasModule `json:"modules"`
}

type canvasModule struct {
	ID     string       `json:"id"`
	Title  string       `json:"title"`
	Linked bool         `json:"linked"`
	Tasks  []canvasTask `json:"tasks"`
}

type canvasTask struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Steps       int    `json:"steps"`
}

// A taskAt is a task's coordinates, as tools take them.
type taskAt struct {
	Module int `json:"module_index"`
	Task   int `json:"task_index"`
}

// modules finds what a ref means among the modules.
func (c canvas) modules(r ref) ([]int, error) {
	n := len(c.Modules)
	switch {
	case n == 0:
		return nil, noSuch("The playbook has no modules.")
	case r.All || r.Plural && r.Numbers == nil && r.Title == "":
		return upTo(n), nil
	case r.Numbers != nil:
		return pick(r.Numbers, n, "module", c.moduleNames())
	case r.Title != "":
		return c.titledModule(r.Title)
	}
	if t, ok := c.open(); ok {
		return []int{t.Module}, nil
	}
	if n == 1 {
		return []int{0}, nil
	}
	return nil, noSuch("Which module? They are %s.", c.moduleNames())
}

func (c canvas) titledModule(title string) ([]int, error) {
	var found []int
	for i, m := range c.Modules {
		if sameTitle(m.Title, title) {
			found = append(found, i)
		}
	}
	switch len(found) {
	case 0:
		return nil, noSuch("There is no module called “%s”. The modules are %s.", title, c.moduleNames())
	case 1:
		return found, nil
	}
	return nil, several("There are %s called “%s”; give its number.", count(len(found), "module"), title)
}

// tasks finds what a ref means among the tasks.
func (c canvas) tasks(r ref) ([]taskAt, error) {
	if r.This && r.Numbers == nil && r.Title == "" {
		if t, ok := c.open(); ok {
			return []taskAt{t}, nil
		}
		return nil, noSuch("No task is open. Which task do you mean? %s.", c.taskNames())
	}
	if r.Title != "" {
		return c.titledTask(r)
	}
	in, err := c.holders(r)
	if err != nil {
		return nil, err
	}
	var found []taskAt
	for _, m := range in {
		tasks := c.Modules[m].Tasks
		at := upTo(len(tasks))
		if r.Numbers != nil {
			if at, err = pick(r.Numbers, len(tasks), "task", c.namesIn(m)); err != nil {
				return nil, noSuch("Module %d “%s”: %v", m+1, c.Modules[m].Title, err)
			}
		}
		for _, t := range at {
			found = append(found, taskAt{m, t})
		}
	}
	if len(found) == 0 && len(in) == 1 {
		return nil, noSuch("Module %d “%s” has no tasks.", in[0]+1, c.Modules[in[0]].Title)
	}
	if len(found) == 0 {
		return nil, noSuch("The playbook has no tasks.")
	}
	return found, nil
}

// holders are the modules whose tasks a ref without a title counts in.
func (c canvas) holders(r ref) ([]int, error) {
	switch {
	case r.In != nil && r.In.Noun == playbook:
	case r.In != nil:
		return c.modules(*r.In)
	case r.Numbers == nil && (r.All || r.Plural):
	case len(c.Modules) > 1 && r.Numbers != nil:
		return nil, noSuch("Task %s of which module? The modules are %s.", spell(r.Numbers), c.moduleNames())
	case r.Numbers == nil:
		return nil, noSuch("Which task do you mean? %s.", c.taskNames())
	}
	if len(c.Modules) == 0 {
		return nil, noSuch("The playbook has no modules.")
	}
	return upTo(len(c.Modules)), nil
}

func (c canvas) titledTask(r ref) ([]taskAt, error) {
	within := upTo(len(c.Modules))
	if r.In != nil && r.In.Noun != playbook {
		in, err := c.modules(*r.In)
		if err != nil {
			return nil, err
		}
		within = in
	}
	var found []taskAt
	for _, m := range within {
		for t, task := range c.Modules[m].Tasks {
			if sameTitle(task.Title, r.Title) {
				found = append(found, taskAt{m, t})
			}
		}
	}
	switch len(found) {
	case 0:
		return nil, noSuch("There is no task called “%s”. %s.", r.Title, c.taskNames())
	case 1:
		return found, nil
	}
	return nil, several("There are %s called “%s”; say which, as in “task %d of module %d”.",
		count(len(found), "task"), r.Title, found[0].Task+1, found[0].Module+1)
}

// open is the task whose builder is open.
func (c canvas) open() (taskAt, bool) {
	for m, module := range c.Modules {
		for t, task := range module.Tasks {
			if c.OpenTask != "" && task.ID == c.OpenTask {
				return taskAt{m, t}, true
			}
		}
	}
	return taskAt{}, false
}

func (c canvas) task(at taskAt) canvasTask { return c.Modules[at.Module].Tasks[at.Task] }

func (c canvas) moduleNames() string {
	var names []string
	for i, m := range c.Modules {
		names = append(names, fmt.Sprintf("%d: “%s”", i+1, m.Title))
	}
	return list(names)
}

func (c canvas) namesIn(m int) string {
	var names []string
	for i, t := range c.Modules[m].Tasks {
		names = append(names, fmt.Sprintf("%d: “%s”", i+1, t.Title))
	}
	return list(names)
}

// taskNames says which tasks there are, as a sentence without its end.
func (c canvas) taskNames() string {
	var names []string
	for m, module := range c.Modules {
		if len(module.Tasks) > 0 {
			names = append(names, fmt.Sprintf("%s in module %d “%s”", c.namesIn(m), m+1, module.Title))
		}
	}
	if len(names) == 0 {
		return "The playbook has no tasks"
	}
	return "The tasks are " + strings.Join(names, "; ")
}
