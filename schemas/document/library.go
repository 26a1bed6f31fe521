package document

import (
	"fmt"
	"maps"
	"slices"

	"turnbook/schemas"
)

// A Library is the fold of a vendor's library. Its zero value is an empty one.
type Library struct {
	Seq       uint64
	Modules   []*Module
	Loose     []*Task // tasks that stand on their own
	Templates []schemas.Template
	Forms     map[string]schemas.FormImported // by template: what came from a file
	Done      map[string]uint64               // as in [Playbook]

	tasks map[schemas.TaskID]*Task
}

// Module finds a module.
func (l *Library) Module(id schemas.ModuleID) (*Module, bool) {
	if l == nil {
		return nil, false
	}
	i := slices.IndexFunc(l.Modules, func(m *Module) bool { return m.ID == id })
	if i < 0 {
		return nil, false
	}
	return l.Modules[i], true
}

// Template finds a template of steps.
func (l *Library) Template(id string) (schemas.Template, bool) {
	if l == nil {
		return schemas.Template{}, false
	}
	i := slices.IndexFunc(l.Templates, func(t schemas.Template) bool { return t.ID == id })
	if i < 0 {
		return schemas.Template{}, false
	}
	return l.Templates[i], true
}

// Task finds a task, in a module or on its own.
func (l *Library) Task(id schemas.TaskID) (*Task, bool) {
	if l == nil {
		return nil, false
	}
	t, ok := l.tasks[id]
	return t, ok
}

// Evolve folds one record of the library's boundary, as [Playbook.Evolve] does.
func (l *Library) Evolve(r schemas.Record) error {
	l.Seq = r.Seq
	if l.Done == nil {
		l.Done = make(map[string]uint64)
		l.tasks = make(map[schemas.TaskID]*Task)
	}
	l.Done[keyOf(r.Draft.ID)] = r.Seq
	switch e := r.Event.(type) {
	case schemas.LibraryModuleAdded:
		return l.addModule(e)
	case schemas.LibraryModuleArchived:
		m, ok := l.Module(e.Module)
		if !ok {
			return &GoneError{What: "module", ID: string(e.Module)}
		}
		m.Archived = true
	case schemas.LibraryTaskAdded:
		return l.addTask(e)
	case schemas.LibraryTaskArchived:
		t, ok := l.Task(e.Task)
		if !ok {
			return &GoneError{What: "task", ID: string(e.Task)}
		}
		t.Archived = true
	case schemas.LibraryTemplateAdded:
		l.putTemplate(e.Template)
	case schemas.FormImported:
		l.putTemplate(e.Template)
		if l.Forms == nil {
			l.Forms = make(map[string]schemas.FormImported)
		}
		l.Forms[e.Template.ID] = e
	case schemas.LibraryStepsFlushed:
		return applyFlushed(e.StepsFlushed, r.Seq, l.Task)
	case schemas.LibraryStepsEdited:
		return applyEdited(e.StepsEdited, r.Seq, l.Task)
	case schemas.LibraryModuleRenamed, schemas.LibraryModuleMoved, schemas.LibraryTaskRenamed, schemas.LibraryTaskMoved:
		return l.evolveChrome(e)
	case schemas.WriteRefused: // it leaves the library as it was
	default:
		return fmt.Errorf("document: library: %s has no place in its history", r.Type)
	}
	return nil
}

// putTemplate adds a template; a second one of the same id takes the first one's place.
func (l *Library) putTemplate(t schemas.Template) {
	l.Templates = slices.DeleteFunc(l.Templates, func(old schemas.Template) bool { return old.ID == t.ID })
	l.Templates = append(l.Templates, t)
}

// Flags is the fold of a vendor's boundary: which capabilities it has, and which
// versions of rules decide for it.
type Flags struct {
	Seq   uint64
	on    map[schemas.Flag]bool
	rules map[string]schemas.Rule // by name; those that were never activated are absent
}

// On says whether the vendor has a capability.
func (f *Flags) On(flag schemas.Flag) bool { return f != nil && f.on[flag] }

// Rule is the version of a rule that was activated last: standard where none was.
func (f *Flags) Rule(standard schemas.Rule) schemas.Rule {
	if f == nil {
		return standard
	}
	if r, activated := f.rules[standard.Name()]; activated {
		return r
	}
	return standard
}

// Clone is a copy that can be folded further on its own.
func (f *Flags) Clone() *Flags {
	if f == nil {
		return &Flags{}
	}
	return &Flags{Seq: f.Seq, on: maps.Clone(f.on), rules: maps.Clone(f.rules)}
}

// Evolve folds one record of the vendor's boundary.
func (f *Flags) Evolve(r schemas.Record) error {
	f.Seq = r.Seq
	switch e := r.Event.(type) {
	case schemas.FlagFlipped:
		if f.on == nil {
			f.on = make(map[schemas.Flag]bool)
		}
		f.on[e.Flag] = e.On
	case schemas.RuleActivated:
		if f.rules == nil {
			f.rules = make(map[string]schemas.Rule)
		}
		f.rules[e.Rule.Name()] = e.Rule
	default:
		return fmt.Errorf("document: vendor %s: %s has no place in its history", r.Vendor, r.Type)
	}
	return nil
}
