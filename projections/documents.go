package projections

import (
	"fmt"

	"turnbook/schemas"
	"turnbook/schemas/document"
)

// keptDocuments is how many playbooks stay in memory between transactions.
const keptDocuments = 256

// documents are the saved trees that events change: read from their tables when
// first asked for, folded by package document, and written row by row where a row
// has become another.
type documents struct {
	w     *writer
	open  map[documentKey]*doc
	dirty []*doc
}

// A documentKey names a playbook, or a vendor's library (no id).
type documentKey struct {
	vendor schemas.VendorID
	id     schemas.PlaybookID
}

// A doc is one playbook or library, as a tree and as the rows that stand in the
// tables.
type doc struct {
	documentKey
	head    Playbook           // playbooks only
	tree    *document.Playbook // playbooks only
	library *document.Library  // libraries only

	modules map[schemas.ModuleID]Module
	links   map[schemas.ModuleID]Link
	tasks   map[schemas.TaskID]Task
	steps   map[schemas.TaskID]map[schemas.StepID]Step
	pending map[activityKey]PendingActivity

	dirty  bool
	chrome bool                    // modules or tasks may have changed
	edited map[schemas.TaskID]bool // tasks whose steps may have changed
}

func newDocuments(w *writer) *documents {
	return &documents{w: w, open: make(map[documentKey]*doc)}
}

// at is a document, to be changed.
func (ds *documents) at(key documentKey) (*doc, error) {
	d, ok := ds.open[key]
	if !ok {
		var err error
		if d, err = ds.load(key); err != nil {
			return nil, fmt.Errorf("documents: %q: %w", key.id, err)
		}
		ds.open[key] = d
	}
	if !d.dirty {
		d.dirty = true
		ds.dirty = append(ds.dirty, d)
	}
	return d, nil
}

// load reads a document from its tables; one that is not there is empty.
func (ds *documents) load(key documentKey) (*doc, error) {
	d := &doc{
		documentKey: key,
		modules:     make(map[schemas.ModuleID]Module),
		links:       make(map[schemas.ModuleID]Link),
		tasks:       make(map[schemas.TaskID]Task),
		steps:       make(map[schemas.TaskID]map[schemas.StepID]Step),
		edited:      make(map[schemas.TaskID]bool),
		pending:     make(map[activityKey]PendingActivity),
	}
	rows, err := readDocument(key, func(into any, query string, args ...any) (err error) {
		switch into := into.(type) {
		case *[]Module:
			*into, err = all[Module](ds.w, query, args...)
		case *[]Task:
			*into, err = all[Task](ds.w, query, args...)
		case *[]Step:
			*into, err = all[Step](ds.w, query, args...)
		case *[]Link:
			*into, err = all[Link](ds.w, query, args...)
		case *[]PendingActivity:
			*into, err = all[PendingActivity](ds.w, query, args...)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	d.adopt(rows)
	if key.id == "" {
		d.library, err = libraryOf(rows)
		return d, err
	}
	known, err := ds.w.find(&d.head, "SELECT * FROM [playbooks] WHERE vendor = ? AND id = ?", string(key.vendor), string(key.id))
	if err != nil {
		return nil, err
	}
	if d.tree = new(document.Playbook); known {
		d.tree, err = treeOf(d.head, rows)
	}
	return d, err
}

// adopt keeps rows as those that stand in the tables.
func (d *doc) adopt(rows documentRows) {
	for _, m := range rows.modules {
		d.modules[m.ID] = m
	}
	for _, a := range rows.pending {
		d.pending[activityKey{a.Seq, a.N}] = a
	}
	for _, l := range rows.links {
		d.links[l.Module] = l
	}
	for _, t := range rows.tasks {
		d.tasks[t.ID] = t
	}
	for _, s := range rows.steps {
		if d.steps[s.Task] == nil {
			d.steps[s.Task] = make(map[schemas.StepID]Step)
		}
		d.steps[s.Task][s.ID] = s
	}
}

// write writes the rows of changed documents that are not what they were.
func (ds *documents) write(w *writer) error {
	for _, d := range ds.dirty {
		if err := d.write(w); err != nil {
			return err
		}
	}
	ds.dirty = ds.dirty[:0]
	if len(ds.open) > keptDocuments {
		clear(ds.open)
	}
	return nil
}

func (d *doc) write(w *writer) error {
	if d.tree != nil {
		clear(d.tree.Done) // repetitions are the writers' concern
		if err := w.put("playbooks", &d.head); err != nil {
			return err
		}
		if err := d.writeActivity(w); err != nil {
			return err
		}
	} else {
		clear(d.library.Done)
	}
	if d.chrome {
		if err := d.writeChrome(w); err != nil {
			return err
		}
	}
	for id := range d.edited {
		task, ok := d.task(id)
		if !ok {
			continue
		}
		rows := stepRows(d.documentKey, id, task.Steps)
		if err := differing(w, "steps", d.steps[id], rows, func(s Step) (int64, error) {
			return w.exec("DELETE FROM [steps] WHERE vendor = ? AND playbook_id = ? AND task_id = ? AND id = ?",
				string(s.Vendor), string(s.Playbook), string(s.Task), string(s.ID))
		}); err != nil {
			return err
		}
		d.steps[id] = rows
		if err := d.recount(w, id, len(rows)); err != nil {
			return err
		}
	}
	clear(d.edited)
	d.dirty, d.chrome = false, false
	return nil
}

// recount brings a task's row up to how many steps it holds.
func (d *doc) recount(w *writer, id schemas.TaskID, n int) error {
	row, ok := d.tasks[id]
	if !ok || row.StepCount == n {
		return nil
	}
	row.StepCount = n
	d.tasks[id] = row
	return w.put("tasks", &row)
}

// writeChrome writes modules, links and tasks. None of them ever goes: there is no
// event for it.
func (d *doc) writeChrome(w *writer) error {
	modules, links, tasks := d.chromeRows()
	never := func(what string) error {
		return fmt.Errorf("projections: %s of %q is gone without an event", what, d.id)
	}
	if err := differing(w, "modules", d.modules, modules, func(Module) (int64, error) { return 0, never("a module") }); err != nil {
		return err
	}
	if err := differing(w, "links", d.links, links, func(Link) (int64, error) { return 0, never("a link") }); err != nil {
		return err
	}
	if err := differing(w, "tasks", d.tasks, tasks, func(Task) (int64, error) { return 0, never("a task") }); err != nil {
		return err
	}
	d.modules, d.links, d.tasks = modules, links, tasks
	return nil
}

// differing writes the rows that are not what they were, and deletes those that are
// no more.
func differing[K comparable, R comparable, P rowOf[R]](w *writer, table string, was, now map[K]R, remove func(R) (int64, error)) error {
	for key, r := range now {
		if old, ok := was[key]; ok && old == r {
			continue
		}
		if err := w.put(table, P(&r)); err != nil {
			return err
		}
	}
	for key, r := range was {
		if _, ok := now[key]; ok {
			continue
		}
		if _, err := remove(r); err != nil {
			return err
		}
	}
	return nil
}

func (d *doc) task(id schemas.TaskID) (*document.Task, bool) {
	if d.tree != nil {
		return d.tree.Task(id)
	}
	return d.library.Task(id)
}

// chromeRows are the rows that the tree stands for now, without steps.
func (d *doc) chromeRows() (map[schemas.ModuleID]Module, map[schemas.ModuleID]Link, map[schemas.TaskID]Task) {
	modules, links, tasks := make(map[schemas.ModuleID]Module), make(map[schemas.ModuleID]Link), make(map[schemas.TaskID]Task)
	list, loose := []*document.Module(nil), []*document.Task(nil)
	if d.tree != nil {
		list = d.tree.Modules
	} else {
		list, loose = d.library.Modules, d.library.Loose
	}
	for i, m := range list {
		modules[m.ID] = Module{
			Vendor: d.vendor, ID: m.ID, Playbook: d.id, Position: i, Title: m.Title, Linked: m.Linked, Archived: m.Archived,
		}
		if m.Linked {
			links[m.ID] = Link{Vendor: d.vendor, Playbook: d.id, Module: m.ID, Position: i}
		}
		for j, t := range m.Tasks {
			tasks[t.ID] = taskRow(d.documentKey, m.ID, j, t)
		}
	}
	for j, t := range loose {
		tasks[t.ID] = taskRow(d.documentKey, "", j, t)
	}
	return modules, links, tasks
}

// A documentRows is all that the tables hold below one document.
type documentRows struct {
	modules []Module
	links   []Link
	tasks   []Task
	steps   []Step
	pending []PendingActivity
}

// readDocument reads the rows below a document, each kind in the order of its
// parents and positions.
func readDocument(key documentKey, read func(into any, query string, args ...any) error) (documentRows, error) {
	var rows documentRows
	for _, q := range []struct {
		into  any
		table string
		order string
	}{
		{&rows.modules, "modules", "position"},
		{&rows.links, "links", "position"},
		{&rows.tasks, "tasks", "module_id, position"},
		{&rows.steps, "steps", "task_id, position"},
		{&rows.pending, "pending_activity", "seq, n"},
	} {
		query := "SELECT * FROM [" + q.table + "] WHERE vendor = ? AND playbook_id = ? ORDER BY " + q.order
		if err := read(q.into, query, string(key.vendor), string(key.id)); err != nil {
			return rows, err
		}
	}
	return rows, nil
}
