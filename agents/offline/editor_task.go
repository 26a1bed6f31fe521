package offline

import (
	"errors"
	"fmt"
)

// task adds, renames or moves a task.
func (e *editing) task(o ask) error {
	if o.Verb == add {
		return e.addTask(o)
	}
	if o.Object.In == nil {
		for _, p := range o.Places { // "in module 2, rename task 1 to X"
			if p.At == inside && p.Ref.Noun == module && o.Verb != move {
				in := p.Ref
				o.Object.In = &in
			}
		}
	}
	found, err := e.canvas.tasks(o.Object)
	switch {
	case err != nil:
		return o.renamesWhich(err, e.canvas)
	case len(found) > 1:
		return noSuch("One task at a time, please.")
	}
	at := found[0]
	switch {
	case o.Verb == rename && o.Title == "":
		return noSuch("What shall “%s” be called?", e.canvas.task(at).Title)
	case o.Verb == rename:
		e.call("rename_task", struct {
			taskAt
			Title string `json:"title"`
		}{at, o.Title})
		return nil
	case o.Verb == move:
		return e.moveTask(at, o)
	}
	return noSuch("I can rename and move a task; I have no tool to change anything else of it.")
}

type newTask struct {
	Module int    `json:"module_index"`
	Title  string `json:"title"`
	Text   string `json:"description,omitempty"`
	After  *int   `json:"after_task_index,omitempty"`
}

func (e *editing) addTask(o ask) error {
	if o.Title == "" {
		return noSuch("What shall the task be called?")
	}
	at, err := e.homeOf(o)
	if err != nil {
		return err
	}
	args := newTask{Module: at, Title: o.Title, Text: o.Text}
	n := len(e.canvas.Modules[at].Tasks)
	for _, p := range o.Places {
		if p.At == inside || p.At == finally {
			continue
		}
		gap, err := e.newIndex(p, n, e.siblings(at))
		if err != nil {
			return err
		}
		if gap == 0 && n > 0 {
			return noSuch("I can only put a new task after another one.")
		}
		if gap > 0 {
			after := gap - 1
			args.After = &after
		}
	}
	e.call("add_task", args)
	return nil
}

// homeOf is the module that a new task goes to: the one that is named, or the one
// of the task that it goes next to.
func (e *editing) homeOf(o ask) (int, error) {
	for _, p := range o.Places {
		in, holder := p.Ref, p.At == inside
		if in.In != nil {
			in, holder = *in.In, true
		}
		if in.Noun == module || holder && in.Noun == "" && in.Title != "" {
			return e.oneModule(in)
		}
	}
	for _, p := range o.Places {
		if (p.At == after || p.At == before) && p.Ref.Title != "" {
			at, err := e.canvas.tasks(p.Ref)
			if err != nil {
				return 0, err
			}
			return at[0].Module, nil
		}
	}
	at, err := e.oneModule(ref{Noun: module})
	var why *lookupError
	if errors.As(err, &why) && o.Verb == add {
		why.Replies = o.inModules(e.canvas, 0)
	}
	return at, err
}

func (e *editing) oneModule(r ref) (int, error) {
	found, err := e.canvas.modules(r)
	if err == nil && len(found) > 1 {
		err = noSuch("One module at a time, please.")
	}
	if err != nil {
		return 0, err
	}
	return found[0], nil
}

// siblings finds tasks of one module.
func (e *editing) siblings(m int) func(ref) ([]int, error) {
	return func(r ref) ([]int, error) {
		if r.In == nil {
			r.In = &ref{Noun: module, Numbers: []int{m + 1}}
		}
		found, err := e.canvas.tasks(r)
		var out []int
		for _, at := range found {
			if at.Module != m {
				return nil, noSuch("That task is in another module.")
			}
			out = append(out, at.Task)
		}
		return out, err
	}
}

func (e *editing) moveTask(at taskAt, o ask) error {
	args := struct {
		taskAt
		ToModule int  `json:"to_module_index"`
		To       *int `json:"to_index,omitempty"`
	}{taskAt: at, ToModule: at.Module}
	if len(o.Places) == 0 {
		return noSuch("Where shall “%s” go?", e.canvas.task(at).Title)
	}
	for _, p := range o.Places {
		if p.At == inside || p.Ref.In != nil {
			home, err := e.homeOf(ask{Places: []place{p}})
			if err != nil {
				return err
			}
			args.ToModule = home
		}
	}
	for _, p := range o.Places {
		if p.At == inside {
			continue
		}
		if p.Ref.Title != "" && p.Ref.In == nil {
			home, err := e.homeOf(ask{Places: []place{p}})
			if err != nil {
				return err
			}
			args.ToModule = home
		}
		gap, err := e.newIndex(p, len(e.canvas.Modules[args.ToModule].Tasks), e.siblings(args.ToModule))
		if err != nil {
			return err
		}
		if args.ToModule == at.Module {
			gap = settled(at.Task, gap, len(e.canvas.Modules[at.Module].Tasks))
		}
		args.To = &gap
	}
	e.call("move_task", args)
	return nil
}

// renamesWhich offers the asks that say which task gets the new title.
func (o ask) renamesWhich(err error, c canvas) error {
	var why *lookupError
	if !errors.As(err, &why) || o.Verb != rename || o.Title == "" || !o.Object.This {
		return err
	}
	for _, m := range c.Modules {
		for _, t := range m.Tasks {
			if !m.Linked && quotable(t.Title) {
				why.Replies = append(why.Replies, fmt.Sprintf("Rename “%s” to %s", t.Title, o.Title))
			}
		}
	}
	return why
}
