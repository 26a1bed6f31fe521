package document

import (
	"slices"

	"turnbook/schemas"
)

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
	i := 0
	if e.After != "" {
		if i = slices.IndexFunc(rest, func(n *Module) bool { return n.ID == e.After }); i < 0 {
			return &GoneError{What: "module", ID: string(e.After)}
		}
		i++
	}
	l.Modules = slices.Insert(rest, i, m)
	return nil
}

func (l *Library) moveTask(e schemas.LibraryTaskMoved) error {
	t, ok := l.Task(e.Task)
	if !ok {
		return &GoneError{What: "task", ID: string(e.Task)}
	}
	var to *Module
	if e.Module != "" {
		if to, ok = l.Module(e.Module); !ok {
			return &GoneError{What: "module", ID: string(e.Module)}
		}
	}
	isIt := func(n *Task) bool { return n == t }
	// What it leaves is touched last, so that an error leaves all as it was.
	rest := slices.DeleteFunc(slices.Clone(*l.tasksIn(to)), isIt)
	i := 0
	if e.After != "" {
		if i = slices.IndexFunc(rest, func(n *Task) bool { return n.ID == e.After }); i < 0 {
			return &GoneError{What: "task", ID: string(e.After)}
		}
		i++
	}
	from := l.tasksIn(t.Module)
	*from = slices.DeleteFunc(*from, isIt)
	*l.tasksIn(to) = slices.Insert(rest, i, t)
	t.Module = to
	return nil
}

// tasksIn is the list of a module's tasks; nil for those that stand on their own.
func (l *Library) tasksIn(m *Module) *[]*Task {
	if m == nil {
		return &l.Loose
	}
	return &m.Tasks
}
