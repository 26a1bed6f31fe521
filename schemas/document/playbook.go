package document

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"turnbook/schemas"
)

// A Status is what may be done with a playbook.
type Status string

const (
	Draft     Status = "draft"
	Published Status = "published"
	Archived  Status = "archived"
)

// Statuses is the closed list of them.
func Statuses() []Status { return []Status{Draft, Published, Archived} }

// A Playbook is the fold of one playbook's boundary. Its zero value is a playbook
// of which nothing has happened.
type Playbook struct {
	ID          schemas.PlaybookID
	Seq         uint64 // position of the last event folded, 0 for none
	Title       string
	Description string
	Status      Status
	Lock        *Lock // who may write; nil for nobody in particular
	Modules     []*Module
	EditedBy    schemas.UserID     // who changed it last; "" for nobody yet
	EditedAt    time.Time          // when
	Pending     []schemas.Activity // what happened since it was last published
	// Done holds, for each idempotency key or call that wrote here, the position
	// that it got, so that a repetition is found. The key of an event is its id
	// without "/<n>".
	Done map[string]uint64

	tasks map[schemas.TaskID]*Task
}

// A Lock is an edit lock.
type Lock struct {
	User  schemas.UserID
	Until time.Time
}

// A Module is a module on a canvas, or in the library.
type Module struct {
	ID       schemas.ModuleID
	Title    string // as the playbook has it; a linked module's title is the library's
	Linked   bool   // its tasks are the library's
	Archived bool   // library modules only
	Tasks    []*Task
}

// A Task is a task with its saved steps.
type Task struct {
	ID          schemas.TaskID
	Title       string
	Description string
	Archived    bool // library tasks only
	Steps       *Steps
	Module      *Module // nil for a library task on its own
}

// Exists says whether anything has happened.
func (p *Playbook) Exists() bool { return p != nil && p.Seq > 0 }

// Task finds a task of the playbook's own modules.
func (p *Playbook) Task(id schemas.TaskID) (*Task, bool) {
	if p == nil {
		return nil, false
	}
	t, ok := p.tasks[id]
	return t, ok
}

// Module finds a module, with its index on the canvas.
func (p *Playbook) Module(id schemas.ModuleID) (*Module, int, bool) {
	if p == nil {
		return nil, 0, false
	}
	i := slices.IndexFunc(p.Modules, func(m *Module) bool { return m.ID == id })
	if i < 0 {
		return nil, 0, false
	}
	return p.Modules[i], i, true
}

// Evolve folds one record of the playbook's boundary. An event that can't be
// folded is an error; its position counts as folded all the same.
func (p *Playbook) Evolve(r schemas.Record) error {
	p.ID, p.Seq = schemas.PlaybookID(r.Entity.ID), r.Seq
	if p.Done == nil {
		p.Done = make(map[string]uint64)
		p.tasks = make(map[schemas.TaskID]*Task)
	}
	p.Done[keyOf(r.Draft.ID)] = r.Seq
	p.touch(r)
	switch e := r.Event.(type) {
	case schemas.PlaybookCreated:
		p.Title, p.Status = e.Title, Draft
	case schemas.PlaybookImported:
		p.Title, p.Description, p.Status = e.Title, e.Description, Draft
		for _, m := range e.Modules {
			p.Modules = append(p.Modules, p.adopt(m))
		}
	case schemas.PlaybookRenamed:
		p.Title = e.Title
	case schemas.PlaybookPublished:
		p.Status, p.Pending, p.Lock = Published, nil, nil
	case schemas.PlaybookArchived:
		p.Status, p.Lock = Archived, nil
	case schemas.EditLockTaken:
		p.Lock = &Lock{User: e.User, Until: e.Until}
	case schemas.EditLockReleased:
		p.Lock = nil
	case schemas.ModuleAdded, schemas.ModuleLinked, schemas.ModuleRenamed, schemas.ModuleMoved:
		return p.evolveModules(e)
	case schemas.TaskAdded, schemas.TaskRenamed, schemas.TaskMoved:
		return p.evolveTasks(e)
	case schemas.StepsFlushed:
		return applyFlushed(e, r.Seq, p.Task)
	case schemas.StepsEdited:
		return applyEdited(e, r.Seq, p.Task)
	case schemas.WriteRefused: // it leaves the playbook as it was
	default:
		return fmt.Errorf("document: playbook %s: %s has no place in its history", p.ID, r.Type)
	}
	return nil
}

// maxPending is how many lines of pending activity are kept; the log has them all.
const maxPending = 1000

// touch keeps who changed the draft last, and what waits to be published.
func (p *Playbook) touch(r schemas.Record) {
	size := 1
	switch e := r.Event.(type) {
	case schemas.PlaybookPublished, schemas.PlaybookArchived, schemas.EditLockTaken, schemas.EditLockReleased, schemas.WriteRefused, nil:
		return
	case schemas.StepsFlushed:
		size = len(e.Steps)
	case schemas.StepsEdited:
		size = len(e.Steps)
	}
	user := schemas.UserID(strings.TrimPrefix(r.Actor, "user/"))
	p.EditedBy, p.EditedAt = user, r.Time
	p.Pending = append(p.Pending, schemas.Activity{Seq: r.Seq, User: user, What: r.Type, Size: size})
	if extra := len(p.Pending) - maxPending; extra > 0 {
		p.Pending = slices.Delete(p.Pending, 0, extra)
	}
}

// keyOf is an event's id without "/<n>": the key that all events of one append
// share.
func keyOf(id string) string {
	for i := len(id) - 1; i > 0; i-- {
		if id[i] == '/' {
			return id[:i]
		}
	}
	return id
}

func (p *Playbook) adopt(m schemas.Module) *Module {
	module := &Module{ID: m.ID, Title: m.Title, Linked: m.Linked != ""}
	for _, t := range m.Tasks {
		task := newTask(t, module)
		module.Tasks = append(module.Tasks, task)
		p.tasks[t.ID] = task
	}
	return module
}

func newTask(t schemas.Task, m *Module) *Task {
	return &Task{ID: t.ID, Title: t.Title, Description: t.Description, Steps: NewSteps(t.Steps), Module: m}
}

func (p *Playbook) evolveModules(e schemas.Event) error {
	switch e := e.(type) {
	case schemas.ModuleAdded:
		return p.insertModule(&Module{ID: e.Module, Title: e.Title}, e.After)
	case schemas.ModuleLinked:
		return p.insertModule(&Module{ID: e.Module, Linked: true}, e.After)
	case schemas.ModuleRenamed:
		m, _, ok := p.Module(e.Module)
		if !ok {
			return &GoneError{What: "module", ID: string(e.Module)}
		}
		m.Title = e.Title
	case schemas.ModuleMoved:
		m, i, ok := p.Module(e.Module)
		if !ok {
			return &GoneError{What: "module", ID: string(e.Module)}
		}
		p.Modules = slices.Delete(p.Modules, i, i+1)
		if err := p.insertModule(m, e.After); err != nil {
			p.Modules = slices.Insert(p.Modules, i, m)
			return err
		}
	}
	return nil
}

func (p *Playbook) insertModule(m *Module, after schemas.ModuleID) error {
	i, err := behindModule(p.Modules, after)
	if err != nil {
		return err
	}
	p.Modules = slices.Insert(p.Modules, i, m)
	return nil
}

func (p *Playbook) evolveTasks(e schemas.Event) error {
	switch e := e.(type) {
	case schemas.TaskAdded:
		m, _, ok := p.Module(e.Module)
		if !ok {
			return &GoneError{What: "module", ID: string(e.Module)}
		}
		t := newTask(schemas.Task{ID: e.Task, Title: e.Title, Description: e.Description}, m)
		if err := m.insertTask(t, e.After); err != nil {
			return err
		}
		p.tasks[e.Task] = t
	case schemas.TaskRenamed:
		t, ok := p.Task(e.Task)
		if !ok {
			return &GoneError{What: "task", ID: string(e.Task)}
		}
		t.Title = e.Title
	case schemas.TaskMoved:
		t, ok := p.Task(e.Task)
		if !ok {
			return &GoneError{What: "task", ID: string(e.Task)}
		}
		to, _, ok := p.Module(e.Module)
		if !ok {
			return &GoneError{What: "module", ID: string(e.Module)}
		}
		from, i := t.Module, slices.Index(t.Module.Tasks, t)
		from.Tasks = slices.Delete(from.Tasks, i, i+1)
		if err := to.insertTask(t, e.After); err != nil {
			from.Tasks = slices.Insert(from.Tasks, i, t)
			return err
		}
		t.Module = to
	}
	return nil
}

func (m *Module) insertTask(t *Task, after schemas.TaskID) error {
	i, err := behindTask(m.Tasks, after)
	if err != nil {
		return err
	}
	m.Tasks = slices.Insert(m.Tasks, i, t)
	return nil
}
