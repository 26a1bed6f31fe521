package document_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/schemas"
	"turnbook/schemas/document"
)

func step(id schemas.StepID, branches ...schemas.Branch) schemas.Step {
	return schemas.Step{ID: id, Kind: schemas.Instruction, Title: "Step " + string(id), Branches: branches}
}

func branch(name string, steps ...schemas.Step) schemas.Branch {
	return schemas.Branch{Name: name, Steps: steps}
}

func added(id schemas.StepID, at schemas.Place, branches ...string) schemas.StepAdded {
	return schemas.StepAdded{Step: id, Kind: schemas.Instruction, Title: "Step " + string(id), Branches: branches, Place: at}
}

func TestStepEventsChangeTheTreeOrNameWhatIsGone(t *testing.T) {
	start := []schemas.Step{step("a"), step("f", branch("yes", step("b")), branch("no")), step("c")}
	title, empty := "New", ""
	form := json.RawMessage(`{"elements_map":{}}`)
	updated := step("a")
	updated.Title, updated.Kind = title, schemas.Form
	withForm := step("a")
	withForm.Form = form
	for _, c := range []struct {
		name  string
		event schemas.Event
		want  []schemas.Step
		gone  *document.GoneError
	}{
		{"added first", added("n", schemas.Place{}), []schemas.Step{step("n"), step("a"), start[1], step("c")}, nil},
		{"added behind a sibling", added("n", schemas.Place{After: "a"}), []schemas.Step{step("a"), step("n"), start[1], step("c")}, nil},
		{"added into an empty branch", added("n", schemas.Place{Parent: "f", Branch: "no"}), []schemas.Step{step("a"), step("f", branch("yes", step("b")), branch("no", step("n"))), step("c")}, nil},
		{"added behind a step that stands elsewhere", added("n", schemas.Place{After: "b"}), nil, &document.GoneError{What: "sibling", ID: "b"}},
		{"added into an unknown branch", added("n", schemas.Place{Parent: "f", Branch: "maybe"}), nil, &document.GoneError{What: "branch", ID: "maybe"}},
		{"added below an unknown step", added("n", schemas.Place{Parent: "x", Branch: "yes"}), nil, &document.GoneError{What: "step", ID: "x"}},
		{"updated", schemas.StepUpdated{Step: "a", Title: &title, Kind: schemas.Form, Description: &empty}, []schemas.Step{updated, start[1], step("c")}, nil},
		{"an unknown one updated", schemas.StepUpdated{Step: "x"}, nil, &document.GoneError{What: "step", ID: "x"}},
		{"removed with what it held", schemas.StepsRemoved{Steps: []schemas.StepID{"f", "b"}}, []schemas.Step{step("a"), step("c")}, nil},
		{"removed with the cascade that was seen", schemas.StepsRemoved{Steps: []schemas.StepID{"f"}, Cascade: []schemas.StepID{"b"}}, []schemas.Step{step("a"), step("c")}, nil},
		{"one of two is unknown: none is removed", schemas.StepsRemoved{Steps: []schemas.StepID{"a", "x"}}, nil, &document.GoneError{What: "step", ID: "x"}},
		{"moved out of a branch", schemas.StepMoved{Step: "b", Place: schemas.Place{After: "c"}}, []schemas.Step{step("a"), step("f", branch("yes"), branch("no")), step("c"), step("b")}, nil},
		{"moved behind nobody it knows", schemas.StepMoved{Step: "c", Place: schemas.Place{After: "b"}}, nil, &document.GoneError{What: "sibling", ID: "b"}},
		{"a form written", schemas.FormWritten{Step: "a", Form: form}, []schemas.Step{withForm, start[1], step("c")}, nil},
		{"a form of an unknown step", schemas.FormWritten{Step: "x", Form: form}, nil, &document.GoneError{What: "step", ID: "x"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree := document.NewSteps(start)
			err := tree.Apply(c.event)
			want := c.want
			if c.gone != nil {
				want = start
				var gone *document.GoneError
				if !errors.As(err, &gone) || *gone != *c.gone || !errors.Is(err, document.ErrGone) {
					t.Errorf("error %v, want %v", err, c.gone)
				}
			} else if err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(want, tree.Document()); diff != "" {
				t.Errorf("tree (-want +got):\n%s", diff)
			}
		})
	}
}

// A removal takes what was seen when it was decided, and nothing that came since.
func TestARemovalThatWouldTakeMoreThanItListsTakesNothing(t *testing.T) {
	start := []schemas.Step{step("f", branch("yes", step("seen"), step("new")))}
	tree := document.NewSteps(start)
	err := tree.Apply(schemas.StepsRemoved{Steps: []schemas.StepID{"f"}, Cascade: []schemas.StepID{"seen"}})
	var moved *document.MovedError
	if !errors.As(err, &moved) || moved.Step != "new" || !errors.Is(err, document.ErrMoved) {
		t.Errorf("the removal met %v, want the step that nobody saw", err)
	}
	if diff := cmp.Diff(start, tree.Document()); diff != "" {
		t.Errorf("the tree changed (-want +got):\n%s", diff)
	}
}

func TestAStepCantBeMovedIntoItselfNorAddedTwice(t *testing.T) {
	start := []schemas.Step{step("f", branch("yes", step("g", branch("yes"))))}
	tree := document.NewSteps(start)
	for _, e := range []schemas.Event{
		schemas.StepMoved{Step: "f", Place: schemas.Place{Parent: "g", Branch: "yes"}},
		schemas.StepMoved{Step: "f", Place: schemas.Place{Parent: "f", Branch: "yes"}},
		added("g", schemas.Place{}),
		schemas.TurnStarted{},
	} {
		if err := tree.Apply(e); err == nil {
			t.Errorf("%+v was applied", e)
		}
	}
	if diff := cmp.Diff(start, tree.Document()); diff != "" {
		t.Errorf("the tree changed (-want +got):\n%s", diff)
	}
}

// Whatever is applied: every step stands in exactly one place, each place that the
// tree tells leads back to it, and what failed changed nothing.
func TestRandomStepEventsKeepTheTreeWhole(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	ids := []schemas.StepID{"", "a", "b", "c", "d", "e", "f", "g"}
	one := func() schemas.StepID { return ids[r.IntN(len(ids))] }
	for range 300 {
		tree := document.NewSteps(nil)
		for range 60 {
			at := schemas.Place{Parent: one(), Branch: "yes", After: one()}
			if r.IntN(2) == 0 {
				at = schemas.Place{After: one()}
			}
			var e schemas.Event
			switch r.IntN(4) {
			case 0, 1:
				e = added(one(), at, "yes", "no")
			case 2:
				e = schemas.StepMoved{Step: one(), Place: at}
			default:
				e = schemas.StepsRemoved{Steps: []schemas.StepID{one(), one()}}
			}
			before := tree.Document()
			if err := tree.Apply(e); err != nil {
				if diff := cmp.Diff(before, tree.Document()); diff != "" {
					t.Fatalf("seed %d: a failed %+v changed the tree:\n%s", seed, e, diff)
				}
			}
			wholeTree(t, seed, tree)
		}
	}
}

func wholeTree(t *testing.T, seed uint64, tree *document.Steps) {
	t.Helper()
	seen := 0
	var walk func([]*document.Step)
	walk = func(steps []*document.Step) {
		for i, s := range steps {
			seen++
			if found, ok := tree.Step(s.ID); !ok || found != s {
				t.Fatalf("seed %d: step %q is not the one that its id finds", seed, s.ID)
			}
			want := schemas.StepID("")
			if i > 0 {
				want = steps[i-1].ID
			}
			if got := tree.Place(s); got.After != want {
				t.Fatalf("seed %d: step %q is after %q, says %q", seed, s.ID, want, got.After)
			}
			for _, b := range s.Branches {
				walk(b.Steps)
			}
		}
	}
	walk(tree.Top())
	if seen != tree.Len() {
		t.Fatalf("seed %d: %d steps stand in the tree, %d are known", seed, seen, tree.Len())
	}
}

func record(kind schemas.BoundaryKind, seq uint64, e schemas.Event) schemas.Record {
	r := schemas.Record{Position: schemas.Position{Seq: seq}, Entity: schemas.Entity{Vendor: "acme", Kind: kind, ID: "p1"}, Type: e.EventType()}
	r.Event, r.Draft.ID = e, fmt.Sprintf("key%d/0", seq)
	return r
}

func outline(p *document.Playbook) string {
	s := p.Title + " (" + string(p.Status) + ")"
	for _, m := range p.Modules {
		s += " | " + string(m.ID) + " " + m.Title
		for _, t := range m.Tasks {
			s += " · " + string(t.ID) + " " + t.Title
		}
	}
	return s
}

func TestAPlaybookIsTheFoldOfItsEvents(t *testing.T) {
	flushed := schemas.StepsFlushed{Plan: "t.flush.1", Steps: []schemas.FlushedStep{{Event: "t/1", Task: "t1", Type: "task.step-added", Data: json.RawMessage(`{"step_id":"s1","kind":"EMAIL","title":"Tell","place":{}}`)}}}
	p := &document.Playbook{}
	if p.Exists() {
		t.Error("a playbook of which nothing has happened exists")
	}
	seq := uint64(0)
	tell := func(e schemas.Event, want string, fails bool) {
		t.Helper()
		seq++
		if err := p.Evolve(record(schemas.PlaybookBoundary, seq, e)); (err != nil) != fails {
			t.Errorf("%T: error %v", e, err)
		}
		if got := outline(p); got != want {
			t.Errorf("after %T it is %q, want %q", e, got, want)
		}
	}
	tell(schemas.PlaybookCreated{Title: "P"}, "P (draft)", false)
	tell(schemas.ModuleAdded{Module: "m1", Title: "One"}, "P (draft) | m1 One", false)
	tell(schemas.ModuleAdded{Module: "m2", Title: "Two", After: "m1"}, "P (draft) | m1 One | m2 Two", false)
	tell(schemas.ModuleLinked{Module: "lm", After: "m1"}, "P (draft) | m1 One | lm  | m2 Two", false)
	tell(schemas.ModuleMoved{Module: "m2"}, "P (draft) | m2 Two | m1 One | lm ", false)
	tell(schemas.ModuleMoved{Module: "m2", After: "nobody"}, "P (draft) | m2 Two | m1 One | lm ", true)
	tell(schemas.ModuleRenamed{Module: "m1", Title: "Uno"}, "P (draft) | m2 Two | m1 Uno | lm ", false)
	tell(schemas.ModuleRenamed{Module: "nobody"}, "P (draft) | m2 Two | m1 Uno | lm ", true)
	tell(schemas.TaskAdded{Module: "m1", Task: "t1", Title: "A"}, "P (draft) | m2 Two | m1 Uno · t1 A | lm ", false)
	tell(schemas.TaskAdded{Module: "m1", Task: "t2", Title: "B", After: "t1"}, "P (draft) | m2 Two | m1 Uno · t1 A · t2 B | lm ", false)
	tell(schemas.TaskAdded{Module: "nobody", Task: "t3"}, "P (draft) | m2 Two | m1 Uno · t1 A · t2 B | lm ", true)
	tell(schemas.TaskMoved{Task: "t2", Module: "m2"}, "P (draft) | m2 Two · t2 B | m1 Uno · t1 A | lm ", false)
	tell(schemas.TaskMoved{Task: "t2", Module: "m1", After: "nobody"}, "P (draft) | m2 Two · t2 B | m1 Uno · t1 A | lm ", true)
	tell(schemas.TaskRenamed{Task: "t2", Title: "Bee"}, "P (draft) | m2 Two · t2 Bee | m1 Uno · t1 A | lm ", false)
	tell(flushed, "P (draft) | m2 Two · t2 Bee | m1 Uno · t1 A | lm ", false)
	tell(schemas.PlaybookRenamed{Title: "Q"}, "Q (draft) | m2 Two · t2 Bee | m1 Uno · t1 A | lm ", false)
	tell(schemas.PlaybookPublished{}, "Q (published) | m2 Two · t2 Bee | m1 Uno · t1 A | lm ", false)
	tell(schemas.PlaybookArchived{}, "Q (archived) | m2 Two · t2 Bee | m1 Uno · t1 A | lm ", false)
	tell(schemas.TurnStarted{}, "Q (archived) | m2 Two · t2 Bee | m1 Uno · t1 A | lm ", true)
	task, _ := p.Task("t1")
	if s, ok := task.Steps.Step("s1"); !ok || s.Title != "Tell" {
		t.Errorf("the flushed step is %+v", s)
	}
	if p.Done["key9"] != 9 || p.Seq != seq {
		t.Errorf("done %v at %d", p.Done, p.Seq)
	}
}

func TestALinkedModuleShowsTheLibrarysTasks(t *testing.T) {
	lib := &document.Library{}
	for i, e := range []schemas.Event{
		schemas.LibraryModuleAdded{Module: schemas.Module{ID: "lm", Title: "Security", Tasks: []schemas.Task{{ID: "lt", Title: "MFA"}}}},
		schemas.LibraryTaskAdded{Module: "lm", Task: schemas.Task{ID: "lt2", Title: "Badge"}},
		schemas.LibraryTaskAdded{Task: schemas.Task{ID: "loose", Title: "Alone"}},
		schemas.LibraryTaskArchived{Task: "loose"},
	} {
		if err := lib.Evolve(record(schemas.LibraryBoundary, uint64(i+1), e)); err != nil {
			t.Fatal(err)
		}
	}
	p := &document.Playbook{}
	for i, e := range []schemas.Event{schemas.PlaybookCreated{Title: "P"}, schemas.ModuleLinked{Module: "lm"}, schemas.ModuleLinked{Module: "gone", After: "lm"}} {
		if err := p.Evolve(record(schemas.PlaybookBoundary, uint64(i+1), e)); err != nil {
			t.Fatal(err)
		}
	}
	c := document.Canvas{Playbook: p, Library: lib}
	m, task, ok := c.At(0, 1)
	if !ok || m.Title != "Security" || !m.Linked || task.ID != "lt2" {
		t.Errorf("at 0,1 stands %+v in %+v", task, m)
	}
	for _, at := range [][2]int{{0, 2}, {1, 0}, {2, 0}, {-1, 0}, {0, -1}} {
		if _, _, ok := c.At(at[0], at[1]); ok {
			t.Errorf("there is a task at %v", at)
		}
	}
	if _, _, ok := c.Find("loose"); ok {
		t.Error("a task of the library that no module shows is on the canvas")
	}
	if loose, _ := lib.Task("loose"); !loose.Archived {
		t.Error("the archived task is not archived")
	}
}
