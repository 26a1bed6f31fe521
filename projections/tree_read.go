package projections

import (
	"context"

	"turnbook/schemas"
	"turnbook/schemas/document"
)

// A treeReader reads the modules of one playbook, each from where it is at home: its own
// from the playbook, linked ones from the library.
type treeReader struct {
	ctx      context.Context
	q        querier
	vendor   schemas.VendorID
	playbook schemas.PlaybookID
	over     overlay
}

func newTreeReader(ctx context.Context, q querier, vendor schemas.VendorID, playbook schemas.PlaybookID, session schemas.SessionID) (treeReader, error) {
	over, err := unflushed(ctx, q, vendor, session)
	return treeReader{ctx, q, vendor, playbook, over}, err
}

// modules reads all modules, and the tasks of those that the part names.
func (r treeReader) modules(part *Part) ([]ModuleTree, error) {
	rows, err := query[Module](r.ctx, r.q, "SELECT * FROM modules WHERE vendor = ? AND playbook_id = ? ORDER BY position", r.vendor, r.playbook)
	if err != nil {
		return nil, err
	}
	numbers, err := r.numbers()
	if err != nil {
		return nil, err
	}
	if part != nil {
		room := *part
		part = &room
	}
	out := make([]ModuleTree, len(rows))
	for i, m := range rows {
		if m.Linked {
			if m, err = r.atHome(m); err != nil {
				return nil, err
			}
		}
		out[i] = ModuleTree{Module: m, TaskCount: numbers[homeOf(m)].tasks, StepCount: numbers[homeOf(m)].steps}
		if part.fits(out[i]) {
			if err := r.fill(&out[i]); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// atHome is a linked module with what the library says of it. A module that is not in
// the library any more keeps its row.
func (r treeReader) atHome(m Module) (Module, error) {
	home, err := query[Module](r.ctx, r.q, "SELECT * FROM modules WHERE vendor = ? AND playbook_id = '' AND id = ?", r.vendor, m.ID)
	if len(home) == 1 {
		m.Title, m.Archived = home[0].Title, home[0].Archived
	}
	return m, err
}

// A home is where a module's tasks stand.
type home struct {
	playbook schemas.PlaybookID // "" in the library
	module   schemas.ModuleID
}

func homeOf(m Module) home {
	if m.Linked {
		return home{"", m.ID}
	}
	return home{m.Playbook, m.ID}
}

// fill reads a module's tasks with their steps.
func (r treeReader) fill(m *ModuleTree) error {
	const of = " WHERE vendor = ? AND playbook_id = ? AND module_id = ?"
	at := homeOf(m.Module)
	tasks, err := query[Task](r.ctx, r.q, "SELECT * FROM tasks"+of+" ORDER BY position", r.vendor, at.playbook, at.module)
	if err != nil {
		return err
	}
	steps, err := query[Step](r.ctx, r.q, `SELECT * FROM steps WHERE vendor = ? AND playbook_id = ?
		AND task_id IN (SELECT id FROM tasks`+of+`) ORDER BY task_id, position`, r.vendor, at.playbook, r.vendor, at.playbook, at.module)
	if err != nil {
		return err
	}
	m.Tasks = taskTrees(documentRows{tasks: tasks, steps: steps}, r.over, at.module)
	m.count()
	return nil
}

type numbers struct{ tasks, steps int }

// numbers counts what the modules hold, with what the session has not flushed.
func (r treeReader) numbers() (map[home]numbers, error) {
	out := make(map[home]numbers)
	rows, err := r.q.QueryContext(r.ctx, `SELECT playbook_id, module_id, COUNT(*), SUM(step_count) FROM tasks
		WHERE vendor = ? AND playbook_id = ? GROUP BY playbook_id, module_id
		UNION ALL SELECT playbook_id, module_id, COUNT(*), SUM(step_count) FROM tasks
		WHERE vendor = ? AND playbook_id = '' AND module_id IN (SELECT module_id FROM links WHERE vendor = ? AND playbook_id = ?)
		GROUP BY playbook_id, module_id`, r.vendor, r.playbook, r.vendor, r.vendor, r.playbook)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var at home
		var n numbers
		if err := rows.Scan(&at.playbook, &at.module, &n.tasks, &n.steps); err != nil {
			return nil, err
		}
		out[at] = n
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return out, r.addUnsaved(out)
}

// addUnsaved brings the numbers up to the session's own trees.
func (r treeReader) addUnsaved(to map[home]numbers) error {
	for id := range r.over {
		tasks, err := query[Task](r.ctx, r.q, "SELECT * FROM tasks WHERE vendor = ? AND id = ? AND playbook_id IN (?, '')", r.vendor, id, r.playbook)
		if err != nil {
			return err
		}
		for _, t := range tasks {
			at := home{t.Playbook, t.Module}
			n, shown := to[at]
			if !shown {
				continue
			}
			steps, err := query[Step](r.ctx, r.q, "SELECT * FROM steps WHERE vendor = ? AND playbook_id = ? AND task_id = ? ORDER BY position", r.vendor, t.Playbook, id)
			if err != nil {
				return err
			}
			n.steps += r.over.apply(document.NewSteps(stepsOf(steps)), t, nil) - t.StepCount
			to[at] = n
		}
	}
	return nil
}

// count brings a module's numbers up to its tasks.
func (m *ModuleTree) count() {
	m.TaskCount, m.StepCount = len(m.Tasks), 0
	for _, t := range m.Tasks {
		m.StepCount += CountSteps(t.Steps)
	}
}

// CountSteps counts steps with those in their branches.
func CountSteps(steps []StepTree) int {
	n := len(steps)
	for _, s := range steps {
		for _, b := range s.Branches {
			n += CountSteps(b.Steps)
		}
	}
	return n
}
