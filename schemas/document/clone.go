package document

import (
	"maps"
	"slices"

	"turnbook/schemas"
)

// Clone is a playbook that can be folded on without this one. What no event changes in
// place, a form among it, both share.
func (p *Playbook) Clone() *Playbook {
	c, copies := *p, make(copies)
	c.Done, c.Pending = maps.Clone(p.Done), slices.Clone(p.Pending)
	c.Modules, c.tasks = copies.modules(p.Modules), copies.byID(p.tasks)
	return &c
}

// Clone is a library that can be folded on without this one, as [Playbook.Clone] is.
func (l *Library) Clone() *Library {
	c, copies := *l, make(copies)
	c.Done, c.Forms, c.Templates = maps.Clone(l.Done), maps.Clone(l.Forms), slices.Clone(l.Templates)
	c.Modules, c.Loose, c.tasks = copies.modules(l.Modules), copies.list(l.Loose), copies.byID(l.tasks)
	return &c
}

// copies are tasks that were copied: one that is reached twice is copied once.
type copies map[*Task]*Task

func (cs copies) of(t *Task) *Task {
	c, ok := cs[t]
	if !ok {
		made := *t
		c = &made
		c.Steps = t.Steps.Clone()
		c.Steps.changed = maps.Clone(t.Steps.changed)
		cs[t] = c
	}
	return c
}

func (cs copies) list(tasks []*Task) []*Task {
	out := slices.Clone(tasks)
	for i, t := range out {
		out[i] = cs.of(t)
	}
	return out
}

func (cs copies) byID(tasks map[schemas.TaskID]*Task) map[schemas.TaskID]*Task {
	out := maps.Clone(tasks)
	for id, t := range out {
		out[id] = cs.of(t)
	}
	return out
}

// modules copies modules with the tasks that hang in them.
func (cs copies) modules(modules []*Module) []*Module {
	out := slices.Clone(modules)
	for i, m := range out {
		c := *m
		c.Tasks = cs.list(m.Tasks)
		for _, t := range c.Tasks {
			t.Module = &c
		}
		out[i] = &c
	}
	return out
}
