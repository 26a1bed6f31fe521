package projections

import (
	"context"
	"slices"
	"strings"

	"turnbook/schemas"
	"turnbook/schemas/document"
)

// A PlaybookTree is a playbook with all that it holds, linked modules with the
// tasks of the library.
type PlaybookTree struct {
	Playbook
	Modules []ModuleTree       `json:"modules"`
	Pending []schemas.Activity `json:"pending"` // what happened since it was last published
}

// A ModuleTree is a module with its tasks, or with the numbers of what it holds.
type ModuleTree struct {
	Module
	TaskCount int        `json:"task_count"`
	StepCount int        `json:"step_count"`            // with those in branches
	Tasks     []TaskTree `json:"tasks" nullable:"true"` // null where they were not asked for
}

// A TaskTree is a task with its steps.
type TaskTree struct {
	Task
	Steps []StepTree `json:"steps" nullable:"true"` // null in a snapshot where the task is not on screen
}

// A StepTree is a step with what it holds, saved or as a session has it.
type StepTree struct {
	ID          schemas.StepID   `json:"id"`
	Kind        schemas.StepKind `json:"kind"`
	Title       string           `json:"title"`
	Description string           `json:"description"`
	Form        JSON             `json:"form"`
	Saved       bool             `json:"saved"`   // it stands in the saved tree
	Changed     bool             `json:"changed"` // it is saved, and the session has changed it since
	Branches    []BranchTree     `json:"branches,omitempty"`
}

// A BranchTree is a branch with its steps.
type BranchTree struct {
	Name  string     `json:"name"`
	Steps []StepTree `json:"steps"`
}

// A LibraryTree is a vendor's library.
type LibraryTree struct {
	Modules   []ModuleTree   `json:"modules"`
	Tasks     []TaskTree     `json:"tasks"` // those that stand on their own
	Templates []StepTemplate `json:"templates"`
}

// Playbook reads a playbook's saved tree; with a session, that session's steps that
// are not flushed yet are laid over it (decisions.md 16). The error is a
// [*NotFoundError] where it is not in the book.
func (s *Store) Playbook(ctx context.Context, vendor schemas.VendorID, id schemas.PlaybookID, session schemas.SessionID) (PlaybookTree, AsOf, error) {
	var out PlaybookTree
	asOf, err := s.read(ctx, func(q querier) (err error) {
		out, err = playbookTree(ctx, q, vendor, id, session, nil)
		return err
	})
	return out, asOf, err
}

// playbookTree reads a playbook, or a part of it; nil is for the whole.
func playbookTree(ctx context.Context, q querier, vendor schemas.VendorID, id schemas.PlaybookID, session schemas.SessionID, part *Part) (out PlaybookTree, err error) {
	if out.Playbook, err = one[Playbook](ctx, q, "playbook", string(id), "SELECT * FROM playbooks WHERE vendor = ? AND id = ?", vendor, id); err != nil {
		return out, err
	}
	r, err := newTreeReader(ctx, q, vendor, id, session)
	if err != nil {
		return out, err
	}
	out.Pending = activitiesOf(nil)
	if out.Modules, err = r.modules(part); err != nil || part != nil && !part.Activity {
		return out, err
	}
	pending, err := query[PendingActivity](ctx, q, "SELECT * FROM pending_activity WHERE vendor = ? AND playbook_id = ? ORDER BY seq, n", vendor, id)
	out.Pending = activitiesOf(pending)
	return out, err
}

// Library reads a vendor's library, with a session's unflushed steps as in
// [Store.Playbook].
func (s *Store) Library(ctx context.Context, vendor schemas.VendorID, session schemas.SessionID) (LibraryTree, AsOf, error) {
	var out LibraryTree
	asOf, err := s.read(ctx, func(q querier) error {
		rows, err := rowsOf(ctx, q, documentKey{vendor: vendor})
		if err != nil {
			return err
		}
		over, err := unflushed(ctx, q, vendor, session)
		if err != nil {
			return err
		}
		out.Modules, out.Tasks = moduleTrees(rows, over), taskTrees(rows, over, "")
		out.Templates, err = query[StepTemplate](ctx, q, "SELECT * FROM step_templates WHERE vendor = ? ORDER BY seq, idx", vendor)
		return err
	})
	return out, asOf, err
}

// Task reads one task with its steps, with a session's unflushed steps as in
// [Store.Playbook]. Where several documents hold one of that id, the library's is
// read, else that of the playbook that comes first.
func (s *Store) Task(ctx context.Context, vendor schemas.VendorID, id schemas.TaskID, session schemas.SessionID) (TaskTree, AsOf, error) {
	var out TaskTree
	asOf, err := s.read(ctx, func(q querier) (err error) {
		t, err := one[Task](ctx, q, "task", string(id), "SELECT * FROM tasks WHERE id = ? AND +vendor = ? ORDER BY playbook_id LIMIT 1", id, vendor)
		if err != nil {
			return err
		}
		steps, err := query[Step](ctx, q, "SELECT * FROM steps WHERE vendor = ? AND playbook_id = ? AND task_id = ? ORDER BY position", vendor, t.Playbook, id)
		if err != nil {
			return err
		}
		over, err := unflushed(ctx, q, vendor, session)
		out = taskTree(t, steps, over)
		return err
	})
	return out, asOf, err
}

func rowsOf(ctx context.Context, q querier, key documentKey) (documentRows, error) {
	return readDocument(key, func(into any, text string, args ...any) (err error) {
		text = strings.NewReplacer("[", "", "]", "").Replace(text)
		switch into := into.(type) {
		case *[]Module:
			*into, err = query[Module](ctx, q, text, args...)
		case *[]Task:
			*into, err = query[Task](ctx, q, text, args...)
		case *[]Step:
			*into, err = query[Step](ctx, q, text, args...)
		case *[]Link:
			*into, err = query[Link](ctx, q, text, args...)
		case *[]PendingActivity:
			*into, err = query[PendingActivity](ctx, q, text, args...)
		}
		return err
	})
}

// An overlay is the step events of a session that are in no saved tree, by task.
type overlay map[schemas.TaskID][]StepEvent

func unflushed(ctx context.Context, q querier, vendor schemas.VendorID, session schemas.SessionID) (overlay, error) {
	if session == "" {
		return nil, nil
	}
	events, err := query[StepEvent](ctx, q, `SELECT * FROM step_history WHERE vendor = ? AND session_id = ?
		AND status IN ('pending', 'planned') ORDER BY seq, idx`, vendor, session)
	if err != nil {
		return nil, err
	}
	over := make(overlay)
	for _, e := range events {
		over[e.Task] = append(over[e.Task], e)
	}
	return over, nil
}

func moduleTrees(rows documentRows, over overlay) []ModuleTree {
	out := make([]ModuleTree, len(rows.modules))
	for i, m := range rows.modules {
		out[i] = ModuleTree{Module: m, Tasks: taskTrees(rows, over, m.ID)}
		out[i].count()
	}
	return out
}

func taskTrees(rows documentRows, over overlay, module schemas.ModuleID) []TaskTree {
	out := []TaskTree{}
	for _, t := range rows.tasks {
		if t.Module == module {
			from, _ := slices.BinarySearchFunc(rows.steps, t.ID, func(s Step, id schemas.TaskID) int { return strings.Compare(string(s.Task), string(id)) })
			to := from
			for to < len(rows.steps) && rows.steps[to].Task == t.ID {
				to++
			}
			out = append(out, taskTree(t, rows.steps[from:to], over))
		}
	}
	return out
}

// taskTree puts a task's steps together and lays the overlay on them. An event that
// no longer fits is passed over: a flush has taken it a moment ago, or will refuse
// it and say so.
func taskTree(t Task, saved []Step, over overlay) TaskTree {
	tree := document.NewSteps(stepsOf(saved))
	known := make(map[schemas.StepID]bool, len(saved))
	for _, s := range saved {
		known[s.ID] = true
	}
	changed := make(map[schemas.StepID]bool)
	over.apply(tree, t, changed)
	return TaskTree{Task: t, Steps: stepTrees(tree.Top(), known, changed)}
}

// apply lays a task's events over its saved steps, marks the steps that they touch, and
// returns how many steps there are then.
func (over overlay) apply(tree *document.Steps, t Task, changed map[schemas.StepID]bool) int {
	for _, e := range over[t.ID] {
		if e.Playbook != t.Playbook {
			continue
		}
		event, err := schemas.Decode(e.Type, []byte(e.Data))
		if err != nil {
			continue // the fold could read it: these rows were changed by hand
		}
		step, ok := event.(schemas.StepEvent)
		if !ok || tree.Apply(step) != nil || changed == nil {
			continue
		}
		for _, id := range step.StepIDs() {
			changed[id] = true
		}
	}
	return tree.Len()
}

func stepTrees(steps []*document.Step, saved, changed map[schemas.StepID]bool) []StepTree {
	out := []StepTree{}
	for _, s := range steps {
		st := StepTree{
			ID: s.ID, Kind: s.Kind, Title: s.Title, Description: s.Description, Form: JSON(s.Form),
			Saved: saved[s.ID], Changed: saved[s.ID] && changed[s.ID],
		}
		for _, b := range s.Branches {
			st.Branches = append(st.Branches, BranchTree{Name: b.Name, Steps: stepTrees(b.Steps, saved, changed)})
		}
		out = append(out, st)
	}
	return out
}
