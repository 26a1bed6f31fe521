package projections

import (
	"context"
	"fmt"

	"turnbook/schemas"
	"turnbook/schemas/document"
)

// A Playbook is a row of the table playbooks.
type Playbook struct {
	Vendor      schemas.VendorID   `json:"vendor"`
	ID          schemas.PlaybookID `json:"id"`
	Title       string             `json:"title"`
	Status      document.Status    `json:"status"`
	Description string             `json:"description"`
	Source      string             `json:"source"`
	Format      string             `json:"format"`
	Digest      string             `json:"digest"`
	Report      JSON               `json:"report"`
	LockedBy    schemas.UserID     `json:"locked_by"`
	LockedUntil Stamp              `json:"locked_until"`
	LockedSince Stamp              `json:"locked_since"`
	EditedBy    schemas.UserID     `json:"edited_by"`
	EditedAt    Stamp              `json:"edited_at"`
	CreatedSeq  uint64             `json:"created_seq"`
	Seq         uint64             `json:"seq"`
	CreatedAt   Stamp              `json:"created_at"`
	ChangedAt   Stamp              `json:"changed_at"`
}

func (p *Playbook) fields() []any {
	return []any{
		&p.Vendor, &p.ID, &p.Title, &p.Status, &p.Description, &p.Source, &p.Format, &p.Digest, &p.Report,
		&p.LockedBy, &p.LockedUntil, &p.LockedSince, &p.EditedBy, &p.EditedAt, &p.CreatedSeq, &p.Seq, &p.CreatedAt, &p.ChangedAt,
	}
}

// A TwiceError says that an event adds what is there already.
type TwiceError struct{ What, ID string }

func (e *TwiceError) Error() string { return fmt.Sprintf("%s %q is there already", e.What, e.ID) }

// playbook takes an event of a playbook's boundary in.
func (ds *documents) playbook(f *fold, r *rec) error {
	d, err := ds.at(documentKey{r.Vendor, schemas.PlaybookID(r.Entity.ID)})
	if err != nil {
		return err
	}
	if d.tree == nil {
		return &misplacedError{Type: r.Type, Entity: r.Entity} // a boundary without an id
	}
	if err := d.refuseTwice(r.Event); err != nil {
		return err
	}
	if err := d.tree.Evolve(r.Record); err != nil {
		return err
	}
	switch e := r.Event.(type) {
	case schemas.PlaybookImported:
		d.head.Source, d.head.Format, d.head.Digest, d.head.Report = e.Source, e.Format, e.Digest, jsonOf(e.Report)
		d.chrome = true
		for _, m := range e.Modules {
			d.editAll(m.Tasks)
		}
	case schemas.ModuleAdded, schemas.ModuleLinked, schemas.ModuleRenamed, schemas.ModuleMoved,
		schemas.TaskAdded, schemas.TaskRenamed, schemas.TaskMoved:
		d.chrome = true
	case schemas.StepsFlushed:
		d.editFlushed(e)
		if err := f.editedByHand(r, d.id, e); err != nil {
			return err
		}
	case schemas.StepsEdited:
		d.edited[e.Task] = true
		if err := f.handSteps(r, d.id, e.Steps, ""); err != nil {
			return err
		}
	case schemas.PlaybookCreated, schemas.PlaybookRenamed, schemas.PlaybookPublished, schemas.PlaybookArchived,
		schemas.EditLockTaken, schemas.EditLockReleased:
		// The head has it all.
	case schemas.WriteRefused:
		return f.refusal(r, e, 0) // the playbook is as it was
	default:
		return &misplacedError{Type: r.Type, Entity: r.Entity}
	}
	d.headOf(r)
	return nil
}

// headOf brings the playbook's own row up to its tree.
func (d *doc) headOf(r *rec) {
	h := &d.head
	if h.CreatedSeq == 0 {
		h.CreatedSeq, h.CreatedAt = r.Seq, r.at
	}
	h.Vendor, h.ID, h.Title, h.Status, h.Description = d.vendor, d.id, d.tree.Title, d.tree.Status, d.tree.Description
	h.Seq, h.ChangedAt = r.Seq, r.at
	h.EditedBy, h.EditedAt = d.tree.EditedBy, stampOf(d.tree.EditedAt)
	h.lockOf(d.tree.Lock, r)
}

// lockOf brings the edit lock up to the tree's. Whoever renews a lock in time has held it
// since before.
func (p *Playbook) lockOf(l *document.Lock, r *rec) {
	if l == nil {
		p.LockedBy, p.LockedUntil, p.LockedSince = "", "", ""
		return
	}
	if l.User != p.LockedBy || p.LockedUntil.Time().Before(r.at.Time()) {
		p.LockedSince = r.at
	}
	p.LockedBy, p.LockedUntil = l.User, stampOf(l.Until)
}

func (d *doc) editAll(tasks []schemas.Task) {
	for _, t := range tasks {
		d.edited[t.ID] = true
	}
}

func (d *doc) editFlushed(e schemas.StepsFlushed) {
	for _, s := range e.Steps {
		d.edited[s.Task] = true
	}
}

// refuseTwice finds what an event would add a second time. A row has one id: what
// the fold would let stand beside its namesake could not be told from it.
func (d *doc) refuseTwice(e schemas.Event) error {
	modules, tasks := addedBy(e)
	seen := make(map[string]bool)
	for _, id := range modules {
		if d.hasModule(id) || seen["m"+string(id)] {
			return &TwiceError{What: "module", ID: string(id)}
		}
		seen["m"+string(id)] = true
	}
	for _, id := range tasks {
		if _, there := d.task(id); there || seen["t"+string(id)] {
			return &TwiceError{What: "task", ID: string(id)}
		}
		seen["t"+string(id)] = true
	}
	return nil
}

func (d *doc) hasModule(id schemas.ModuleID) (there bool) {
	if d.tree != nil {
		_, _, there = d.tree.Module(id)
		return there
	}
	_, there = d.library.Module(id)
	return there
}

// addedBy is what an event adds to a document, steps aside.
func addedBy(e schemas.Event) (modules []schemas.ModuleID, tasks []schemas.TaskID) {
	add := func(m schemas.Module) {
		modules = append(modules, m.ID)
		for _, t := range m.Tasks {
			tasks = append(tasks, t.ID)
		}
	}
	switch e := e.(type) {
	case schemas.PlaybookImported:
		for _, m := range e.Modules {
			add(m)
		}
	case schemas.LibraryModuleAdded:
		add(e.Module)
	case schemas.ModuleAdded:
		modules = append(modules, e.Module)
	case schemas.ModuleLinked:
		modules = append(modules, e.Module)
	case schemas.TaskAdded:
		tasks = append(tasks, e.Task)
	case schemas.LibraryTaskAdded:
		tasks = append(tasks, e.Task.ID)
	}
	return modules, tasks
}

// treeOf folds a playbook out of its rows, as if it had just been imported whole.
func treeOf(head Playbook, rows documentRows) (*document.Playbook, error) {
	imported := schemas.PlaybookImported{Title: head.Title, Description: head.Description}
	tasks := tasksByModule(rows)
	for _, m := range rows.modules {
		module := schemas.Module{ID: m.ID, Title: m.Title, Tasks: tasks[m.ID]}
		if m.Linked {
			module.Linked = m.ID
		}
		imported.Modules = append(imported.Modules, module)
	}
	p := new(document.Playbook)
	err := p.Evolve(schemas.Record{
		Position: schemas.Position{Seq: head.Seq},
		Entity:   schemas.Entity{Vendor: head.Vendor, Kind: schemas.PlaybookBoundary, ID: string(head.ID)},
		Draft:    schemas.Draft{Event: imported},
	})
	p.Status, p.EditedBy, p.EditedAt, p.Pending = head.Status, head.EditedBy, head.EditedAt.Time(), activitiesOf(rows.pending)
	if head.LockedBy != "" {
		p.Lock = &document.Lock{User: head.LockedBy, Until: head.LockedUntil.Time()}
	}
	return p, err
}

// Playbooks lists a vendor's playbooks, by title.
func (s *Store) Playbooks(ctx context.Context, vendor schemas.VendorID) ([]Playbook, AsOf, error) {
	return list[Playbook](ctx, s, "SELECT * FROM playbooks WHERE vendor = ? ORDER BY title, id", vendor)
}
