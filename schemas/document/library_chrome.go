package document

import (
	"slices"

	"turnbook/schemas"
)

func (l *Library) addModule(e schemas.LibraryModuleAdded) error {
	i := len(l.Modules)
	if e.After != nil {
		var err error
		if i, err = behindModule(l.Modules, *e.After); err != nil {
			return err
		}
	}
	m := &Module{ID: e.Module.ID, Title: e.Module.Title}
	for _, t := range e.Module.Tasks {
		task := newTask(t, m)
		l.tasks[t.ID], m.Tasks = task, append(m.Tasks, task)
	}
	l.Modules = slices.Insert(l.Modules, i, m)
	return nil
}

func (l *Library) addTask(e schemas.LibraryTaskAdded) error {
	in, list, err := l.holder(e.Module)
	if err != nil {
		return err
	}
	i := len(*list)
	if e.After != nil {
		if i, err = behindTask(*list, *e.After); err != nil {
			return err
		}
	}
	t := newTask(e.Task, in)
	l.tasks[t.ID], *list = t, slices.Insert(*list, i, t)
	return nil
}

// holder is a module with the list of its tasks; without a module, the list of those
// that stand on their own.
func (l *Library) holder(id schemas.ModuleID) (*Module, *[]*Task, error) {
	if id == "" {
		return nil, &l.Loose, nil
	}
	m, ok := l.Module(id)
	if !ok {
		return nil, nil, &GoneError{What: "module", ID: string(id)}
	}
	return m, &m.Tasks, nil
}

// evolveChrome folds what renames and moves modules and tasks. An event that builds on
// what is gone leaves the library as it was.
func (l *Library) evolveChrome(e schemas.Event) error {
	switch e := e.(type) {
	case schemas.LibraryModuleRenamed:
		m, ok := l.Module(e.Module)
		if !ok {
			return &GoneError{What: "module", ID: string(e.Module)}
		}
		m.Title = e.Title
	case schemas.LibraryModuleMoved:
		return l.moveModule(e)
	case schemas.LibraryTaskRenamed:
		t, ok := l.Task(e.Task)
		if !ok {
			return &GoneError{What: "task", ID: string(e.Task)}
		}
		t.Title = e.Title
	case schemas.LibraryTaskMoved:
		return l.moveTask(e)
	}
	return nil
}

func (l *Library) moveModule(e schemas.LibraryModuleMoved) error {
	m, ok := l.Module(e.Module)
	if !ok {
		return &GoneError{What: "module", ID: string(e.Module)}
	}
	rest := slices.DeleteFunc(slices.Clone(l.Modules), func(n *Module) bool { return n == m })
	i, err := behindModule(rest, e.After)
	if err != nil {
		return err
	}
	l.Modules = slices.Insert(rest, i, m)
	return nil
}

// moveTask touches the list that the task leaves last, so that an error leaves all as
// it was.
func (l *Library) moveTask(e schemas.LibraryTaskMoved) error {
	t, ok := l.Task(e.Task)
	if !ok {
		return &GoneError{What: "task", ID: string(e.Task)}
	}
	to, list, err := l.holder(e.Module)
	if err != nil {
		return err
	}
	isIt := func(n *Task) bool { return n == t }
	rest := slices.DeleteFunc(slices.Clone(*list), isIt)
	i, err := behindTask(rest, e.After)
	if err != nil {
		return err
	}
	from := &l.Loose
	if t.Module != nil {
		from = &t.Module.Tasks
	}
	*from = slices.DeleteFunc(*from, isIt)
	*list, t.Module = slices.Insert(rest, i, t), to
	return nil
}

// behindModule is the index behind a module of a list; the first one for "".
func behindModule(list []*Module, id schemas.ModuleID) (int, error) {
	if id == "" {
		return 0, nil
	}
	i := slices.IndexFunc(list, func(m *Module) bool { return m.ID == id })
	if i < 0 {
		return 0, &GoneError{What: "module", ID: string(id)}
	}
	return i + 1, nil
}

// behindTask is the index behind a task of a list; the first one for "".
func behindTask(list []*Task, id schemas.TaskID) (int, error) {
	if id == "" {
		return 0, nil
	}
	i := slices.IndexFunc(list, func(t *Task) bool { return t.ID == id })
	if i < 0 {
		return 0, &GoneError{What: "task", ID: string(id)}
	}
	return i + 1, nil
}
