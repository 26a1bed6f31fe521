package projections

import (
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// library takes an event of the library's boundary in. Its rows stand in modules,
// tasks and steps, without a playbook (decisions.md 24), and in step_templates.
func (ds *documents) library(f *fold, r *rec) error {
	d, err := ds.at(documentKey{vendor: r.Vendor})
	if err != nil {
		return err
	}
	if err := d.refuseTwice(r.Event); err != nil {
		return err
	}
	if err := d.library.Evolve(r.Record); err != nil {
		return err
	}
	switch e := r.Event.(type) {
	case schemas.LibraryModuleAdded:
		d.chrome = true
		d.editAll(e.Module.Tasks)
	case schemas.LibraryTaskAdded:
		d.chrome = true
		d.edited[e.Task.ID] = true
	case schemas.LibraryModuleArchived, schemas.LibraryTaskArchived,
		schemas.LibraryModuleRenamed, schemas.LibraryModuleMoved, schemas.LibraryTaskRenamed, schemas.LibraryTaskMoved:
		d.chrome = true
	case schemas.LibraryTemplateAdded:
		return f.template(r, e.Template, schemas.FormImported{})
	case schemas.FormImported:
		return f.template(r, e.Template, e)
	case schemas.LibraryStepsFlushed:
		d.editFlushed(e.StepsFlushed)
		return f.editedByHand(r, "", e.StepsFlushed)
	case schemas.LibraryStepsEdited:
		d.edited[e.Task] = true
		return f.handSteps(r, "", e.Steps, "")
	case schemas.WriteRefused:
		return f.refusal(r, e, 0)
	default:
		return &misplacedError{Type: r.Type, Entity: r.Entity}
	}
	return nil
}

// libraryOf folds a library out of its rows, as if all of it had just been added.
func libraryOf(rows documentRows) (*document.Library, error) {
	l, tasks := new(document.Library), tasksByModule(rows)
	add := func(e schemas.Event) error { return l.Evolve(schemas.Record{Draft: schemas.Draft{Event: e}}) }
	for _, m := range rows.modules {
		if err := add(schemas.LibraryModuleAdded{Module: schemas.Module{ID: m.ID, Title: m.Title, Tasks: tasks[m.ID]}}); err != nil {
			return nil, err
		}
		if added, ok := l.Module(m.ID); ok {
			added.Archived = m.Archived
		}
	}
	for _, t := range tasks[""] {
		if err := add(schemas.LibraryTaskAdded{Task: t}); err != nil {
			return nil, err
		}
	}
	for _, t := range rows.tasks {
		if added, ok := l.Task(t.ID); ok {
			added.Archived = t.Archived
		}
	}
	return l, nil
}
