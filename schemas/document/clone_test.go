package document_test

import (
	"encoding/json"
	"testing"

	"turnbook/schemas"
	"turnbook/schemas/document"
)

// history gives events the positions 1, 2, ... of a boundary.
func history(kind schemas.BoundaryKind, events ...schemas.Event) []schemas.Record {
	var out []schemas.Record
	for i, e := range events {
		r := schemas.Record{Position: schemas.Position{Seq: uint64(i + 1)}, Type: e.EventType()}
		r.Entity = schemas.Entity{Vendor: "acme", Kind: kind, ID: "b"}
		r.Draft = schemas.Draft{ID: string(rune('a'+i)) + "/0", Event: e, Actor: "user/local"}
		out = append(out, r)
	}
	return out
}

// shape is all of a document that can be told from outside.
func shape(t *testing.T, modules []*document.Module, rest ...any) string {
	t.Helper()
	type task struct {
		ID      schemas.TaskID
		Title   string
		In      schemas.ModuleID
		Steps   []schemas.Step
		Changed uint64
	}
	var out []any
	for _, m := range modules {
		out = append(out, m.ID, m.Title)
		for _, k := range m.Tasks {
			out = append(out, task{k.ID, k.Title, k.Module.ID, k.Steps.Document(), k.Steps.Changed("s")})
		}
	}
	raw, err := json.Marshal(append(out, rest...))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestACloneIsFoldedOnWithoutTheFirst(t *testing.T) {
	add := schemas.FlushedStep{Task: "t1", Event: "t/1", Type: "task.step-added", Data: json.RawMessage(`{"step_id":"s","kind":"INSTRUCTION","title":"S","place":{}}`)}
	events := history(schemas.PlaybookBoundary,
		schemas.PlaybookImported{Title: "P", Modules: []schemas.Module{
			{ID: "m1", Title: "One", Tasks: []schemas.Task{{ID: "t1", Title: "First"}, {ID: "t2", Title: "Second"}}}, {ID: "m2", Title: "Two"},
		}},
		schemas.StepsFlushed{Steps: []schemas.FlushedStep{add}},
		schemas.TaskMoved{Task: "t1", Module: "m2"},
		schemas.ModuleRenamed{Module: "m1", Title: "Renamed"},
		schemas.TaskRenamed{Task: "t1", Title: "Renamed"},
		schemas.ModuleMoved{Module: "m2"},
	)
	told := func(p *document.Playbook) string { return shape(t, p.Modules, p.Seq, p.Title, p.Done, p.Pending) }
	for cut := range events {
		first, whole := new(document.Playbook), new(document.Playbook)
		for _, r := range events[:cut] {
			if err := first.Evolve(r); err != nil {
				t.Fatal(err)
			}
		}
		before, clone := told(first), first.Clone()
		for _, r := range events[cut:] {
			if err := clone.Evolve(r); err != nil {
				t.Fatalf("cut at %d: %v", cut, err)
			}
		}
		for _, r := range events {
			if err := whole.Evolve(r); err != nil {
				t.Fatal(err)
			}
		}
		if got := told(clone); got != told(whole) {
			t.Errorf("cut at %d the clone is\n%s\nwanted\n%s", cut, got, told(whole))
		}
		if got := told(first); got != before {
			t.Errorf("cut at %d the first became\n%s\nit was\n%s", cut, got, before)
		}
	}
}

func TestALibrarysCloneKeepsLooseTasksApart(t *testing.T) {
	first := new(document.Library)
	events := history(schemas.LibraryBoundary,
		schemas.LibraryTaskAdded{Task: schemas.Task{ID: "loose", Title: "Loose"}},
		schemas.LibraryTaskArchived{Task: "loose"},
	)
	if err := first.Evolve(events[0]); err != nil {
		t.Fatal(err)
	}
	clone := first.Clone()
	if err := clone.Evolve(events[1]); err != nil {
		t.Fatal(err)
	}
	task, _ := clone.Task("loose")
	if !task.Archived || clone.Loose[0] != task || first.Loose[0].Archived {
		t.Errorf("the clone's task is %+v, the first's %+v", *task, *first.Loose[0])
	}
}
