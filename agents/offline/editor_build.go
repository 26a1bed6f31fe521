package offline

import (
	"errors"
	"slices"
)

type buildArgs struct {
	Targets []taskAt `json:"targets"`
	Brief   string   `json:"brief,omitempty"`
}

// buildOut has subtasks written for every task that the ask names. Where the same
// ask added the module (added, nil for none), that one is meant, and it gets tasks
// first.
func (e *editing) buildOut(o ask, added *ask, past int) error {
	if added != nil {
		return e.buildNew(*added, past)
	}
	refs := o.targets()
	if len(refs) == 0 && (o.Object.Plural || o.Object.Its || o.Object.This) {
		refs = []ref{{Noun: task, This: true}}
	}
	if len(refs) == 0 {
		return asking("For which tasks? "+e.canvas.taskNames()+".", o.forTask(e.canvas, "for")...)
	}
	var targets []taskAt
	for _, r := range narrowed(refs) {
		found, err := e.tasksOf(r)
		if o.Anyway && err != nil {
			found, err = r.coordinates(err)
		}
		if err != nil {
			return o.whichTask(err, e.canvas)
		}
		for _, at := range found {
			if !slices.Contains(targets, at) {
				targets = append(targets, at)
			}
		}
	}
	if e.build(buildArgs{Targets: targets}) {
		e.say("Building subtasks for %s.", count(len(targets), "task"))
	}
	return nil
}

// narrowed puts "every task" and "in module 1", said apart, together again.
func narrowed(refs []ref) []ref {
	i := slices.IndexFunc(refs, func(r ref) bool { return r.Noun == task || r.Noun == "" })
	j := slices.IndexFunc(refs, func(r ref) bool { return r.Noun == module || r.Noun == playbook })
	if i < 0 || j < 0 || len(refs) != 2 || refs[i].In != nil {
		return refs
	}
	r := refs[i]
	r.In = &refs[j]
	return []ref{r}
}

// tasksOf are the tasks of a ref to tasks, modules or the playbook.
func (e *editing) tasksOf(r ref) ([]taskAt, error) {
	switch r.Noun {
	case module:
		if r.Its || !r.definite() && !r.All && !r.Plural {
			r = ref{Noun: module}
		}
		return e.canvas.tasks(ref{Noun: task, Plural: true, All: true, In: &r})
	case playbook:
		return e.canvas.tasks(ref{Noun: task, Plural: true, All: true})
	case "":
		found, err := e.canvas.titledTask(r)
		if err == nil {
			return found, nil
		}
		if m, moduleErr := e.canvas.titledModule(r.Title); moduleErr == nil {
			return e.tasksOf(ref{Noun: module, Numbers: []int{m[0] + 1}})
		}
		return nil, err
	}
	return e.canvas.tasks(r)
}

// coordinates are those that a ref's numbers name, whether there is such a task or
// not; the error where it has none.
func (r ref) coordinates(err error) ([]taskAt, error) {
	if r.Noun != task || len(r.Numbers) != 1 || r.In == nil || len(r.In.Numbers) != 1 || r.Numbers[0] < 1 || r.In.Numbers[0] < 1 {
		return nil, err
	}
	return []taskAt{{r.In.Numbers[0] - 1, r.Numbers[0] - 1}}, nil
}

// whichTask offers the asks that say which task is meant.
func (o ask) whichTask(err error, c canvas) error {
	var why *lookupError
	if !errors.As(err, &why) || why.Several {
		return err
	}
	for _, r := range o.targets() {
		switch {
		case r.Noun == task && r.Numbers != nil && r.In == nil:
			why.Replies = o.inModules(c, max(1, slices.Max(r.Numbers)))
		case r.This:
			why.Replies = ask{Source: "Build subtasks"}.forTask(c, "for")
		}
	}
	if len(o.targets()) == 0 {
		why.Replies = ask{Source: "Build subtasks"}.forTask(c, "for")
	}
	return why
}

// newModule is the clause before this one that adds a module, if this one speaks
// of no other.
func newModule(orders []ask, i int) *ask {
	for _, r := range orders[i].targets() {
		if r.Numbers != nil || r.Title != "" || r.Noun == playbook || r.In != nil && !r.In.This && !r.In.Its && !r.In.The {
			return nil
		}
	}
	for _, o := range slices.Backward(orders[:i]) {
		if o.Verb == add && o.Object.Noun == module {
			return &o
		}
	}
	return nil
}

// addedTasks tells whether this turn added tasks to the module that it added.
func (e *editing) addedTasks() bool {
	return slices.ContainsFunc(e.rounds, func(r round) bool {
		return slices.ContainsFunc(r, func(o outcome) bool { return o.call.Name == "add_task" }) && len(e.rounds) > 1
	})
}

// buildNew gives the module that was just added its tasks, and in the next round
// has their subtasks written.
func (e *editing) buildNew(added ask, past int) error {
	at := -1
	for i, m := range e.canvas.Modules {
		if m.Title == added.Title {
			at = i // the newest of that title, as far as one can see
		}
	}
	if at < 0 {
		return noSuch("The module “%s” is not on the canvas.", added.Title)
	}
	if len(e.canvas.Modules[at].Tasks) > 0 {
		return e.buildOut(ask{Object: ref{Noun: module, Numbers: []int{at + 1}}}, nil, past)
	}
	if past > 0 {
		return noSuch("The module “%s” has no tasks.", added.Title)
	}
	titles := added.Tasks
	if len(titles) == 0 {
		titles = []string{heading("Prepare: " + added.Title), heading("Carry out: " + added.Title)}
	}
	for _, t := range titles {
		if !e.call("add_task", newTask{Module: at, Title: t}) {
			return nil
		}
	}
	e.say("Adding %s to “%s” first.", count(len(titles), "task"), added.Title)
	return nil
}
