package document

import "turnbook/schemas"

// A Canvas is a playbook as its editor shows it: linked modules with the tasks of
// the library.
type Canvas struct {
	Playbook *Playbook
	Library  *Library
}

// Module is the module at an index of the canvas, with the tasks that it shows.
func (c Canvas) Module(i int) (*Module, bool) {
	if c.Playbook == nil || i < 0 || i >= len(c.Playbook.Modules) {
		return nil, false
	}
	m := c.Playbook.Modules[i]
	if !m.Linked {
		return m, true
	}
	home, ok := c.Library.Module(m.ID)
	if !ok {
		return m, true
	}
	return &Module{ID: m.ID, Title: home.Title, Linked: true, Archived: home.Archived, Tasks: home.Tasks}, true
}

// Modules are all modules of the canvas, with the tasks that they show.
func (c Canvas) Modules() []*Module {
	if c.Playbook == nil {
		return nil
	}
	all := make([]*Module, 0, len(c.Playbook.Modules))
	for i := range c.Playbook.Modules {
		m, _ := c.Module(i)
		all = append(all, m)
	}
	return all
}

// At is the task at coordinates of the canvas, with the module that shows it.
func (c Canvas) At(module, task int) (*Module, *Task, bool) {
	m, ok := c.Module(module)
	if !ok || task < 0 || task >= len(m.Tasks) {
		return nil, nil, false
	}
	return m, m.Tasks[task], true
}

// Find looks a task up on the canvas, linked modules included.
func (c Canvas) Find(id schemas.TaskID) (*Module, *Task, bool) {
	if c.Playbook == nil {
		return nil, nil, false
	}
	for i := range c.Playbook.Modules {
		m, _ := c.Module(i)
		for _, t := range m.Tasks {
			if t.ID == id {
				return m, t, true
			}
		}
	}
	return nil, nil, false
}
