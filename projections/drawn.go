package projections

import (
	"time"

	"turnbook/schemas"
	"turnbook/schemas/document"
)

// Unsaved are the step events of a conversation that no saved tree holds, by task, in
// order.
type Unsaved map[schemas.TaskID][]schemas.StepEvent

// DrawPlaybook is a folded playbook in the form of [Store.Playbook]: with linked modules
// as the library has them, and unsaved steps laid over the saved ones. What the fold
// does not keep is empty: where the playbook was imported from, since when its lock is
// held, and when it was made.
func DrawPlaybook(vendor schemas.VendorID, canvas document.Canvas, over Unsaved) PlaybookTree {
	p := canvas.Playbook
	out := PlaybookTree{Modules: []ModuleTree{}, Pending: p.Pending, Playbook: Playbook{
		Vendor: vendor, ID: p.ID, Title: p.Title, Status: p.Status, Description: p.Description,
		EditedBy: p.EditedBy, EditedAt: stampOf(p.EditedAt), Seq: p.Seq,
	}}
	if out.Pending == nil {
		out.Pending = []schemas.Activity{}
	}
	if p.Lock != nil {
		out.LockedBy, out.LockedUntil = p.Lock.User, stampOf(p.Lock.Until)
	}
	for i := range p.Modules {
		m, _ := canvas.Module(i) // the index is one of the canvas
		at := documentKey{vendor, p.ID}
		if m.Linked {
			at.id = ""
		}
		drawn := ModuleTree{Tasks: []TaskTree{}, Module: Module{
			Vendor: vendor, ID: m.ID, Playbook: p.ID, Position: i, Title: m.Title, Linked: m.Linked, Archived: m.Archived,
		}}
		for j, t := range m.Tasks {
			drawn.Tasks = append(drawn.Tasks, drawTask(at, m.ID, j, t, over))
		}
		drawn.count()
		out.Modules = append(out.Modules, drawn)
	}
	return out
}

// DrawTask is a folded task of the library in the form of [Store.Task].
func DrawTask(vendor schemas.VendorID, t *document.Task, over Unsaved) TaskTree {
	module, position := schemas.ModuleID(""), 0
	if t.Module != nil {
		module = t.Module.ID
		for i, sibling := range t.Module.Tasks {
			if sibling == t {
				position = i
			}
		}
	}
	return drawTask(documentKey{vendor: vendor}, module, position, t, over)
}

// drawTask lays unsaved steps over a task's saved ones. An event that no longer fits is
// passed over, as in a tree that is read: the flush will refuse it and say so.
func drawTask(at documentKey, module schemas.ModuleID, position int, t *document.Task, over Unsaved) TaskTree {
	tree, saved, changed := t.Steps, make(map[schemas.StepID]bool), make(map[schemas.StepID]bool)
	for id := range stepRows(at, t.ID, t.Steps) {
		saved[id] = true
	}
	if events := over[t.ID]; len(events) > 0 {
		tree = t.Steps.Clone()
		for _, e := range events {
			if tree.Apply(e) != nil {
				continue
			}
			for _, id := range e.StepIDs() {
				changed[id] = true
			}
		}
	}
	return TaskTree{Task: taskRow(at, module, position, t), Steps: stepTrees(tree.Top(), saved, changed)}
}

// StampOf is a time as the tables keep it.
func StampOf(t time.Time) Stamp { return stampOf(t) }

// JSONOf is a list or a struct as a column holds it; "" for an empty list.
func JSONOf(v any) JSON { return jsonOf(v) }
