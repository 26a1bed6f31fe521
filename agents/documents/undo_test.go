package documents_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/documents"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// A book is the branched playbook with edits that are taken in one after the other.
type book struct {
	t   *testing.T
	p   *document.Playbook
	lib *document.Library
	all map[string]schemas.Record // by id
}

func newBook(t *testing.T) *book {
	w := branchedWorld(t)
	return &book{t: t, p: w.Playbook("p1"), lib: w.Library, all: map[string]schemas.Record{}}
}

func (b *book) world() agents.World {
	return agents.World{Now: agentstest.Now, Library: b.lib, Playbooks: map[schemas.PlaybookID]*document.Playbook{"p1": b.p}}
}

// take folds an event as the log would give it back, and returns its id.
func (b *book) take(e schemas.Event) string {
	b.t.Helper()
	raw, err := json.Marshal(e)
	if err != nil {
		b.t.Fatal(err)
	}
	read, err := schemas.Decode(e.EventType(), raw)
	if err != nil {
		b.t.Fatal(err)
	}
	r := schemas.Record{Position: schemas.Position{Seq: b.p.Seq + 1}, Entity: schemas.Entity{Vendor: "acme", Kind: schemas.PlaybookBoundary, ID: "p1"}, Type: e.EventType()}
	r.Event, r.Draft.ID = read, fmt.Sprintf("e%d/0", r.Seq)
	if err := b.p.Evolve(r); err != nil {
		b.t.Fatal(err)
	}
	b.all[r.Draft.ID] = r
	return r.Draft.ID
}

func (b *book) edit(changes ...schemas.StepEdit) (string, *documents.Refusal) {
	b.t.Helper()
	e, no := documents.EditSteps(b.world(), byHand(changes...))
	if no != nil {
		return "", no
	}
	return b.take(e), nil
}

func (b *book) undo(event string) (string, *documents.Refusal) {
	b.t.Helper()
	e, no := documents.UndoSteps(b.world(), documents.Undo{HandEdit: byHand(), Event: event, Edit: b.all[event]})
	if no != nil {
		return "", no
	}
	return b.take(e), nil
}

// flush has an agent's step land.
func (b *book) flush(e schemas.StepEvent) {
	b.t.Helper()
	p := planned("s/1", "b", e.Readdressed(schemas.TaskAddress("b")))
	landed, no := documents.FlushPlaybook(b.world(), b.p, documents.Flush{Plan: "plan", Session: "s", User: "ann", Steps: []documents.PlannedStep{p}})
	if no != nil || len(landed.Refused) > 0 {
		b.t.Fatalf("the flush met %v, %+v", no, landed.Refused)
	}
	b.take(landed)
}

// tree is the task as a document holds it, as text.
func (b *book) tree() string {
	b.t.Helper()
	task, _ := b.p.Task("b")
	raw, err := json.MarshalIndent(task.Steps.Document(), "", " ")
	if err != nil {
		b.t.Fatal(err)
	}
	return string(raw)
}

// must is the id of what has to be done.
func must(t *testing.T) func(string, *documents.Refusal) string {
	return func(event string, no *documents.Refusal) string {
		t.Helper()
		if no != nil {
			t.Fatalf("refused: %v", no)
		}
		return event
	}
}

var (
	removeFork = schemas.StepEdit{Op: schemas.OpRemove, Steps: []schemas.StepID{"fork"}, Cascade: []schemas.StepID{"form", "after"}}
	renameOne  = schemas.StepEdit{Op: schemas.OpUpdate, Step: "one", Title: text("Uno")}
)

func TestAnUndoBringsBackAllThatWasRemovedAndARedoTakesItAgain(t *testing.T) {
	b, ok := newBook(t), must(t)
	before := b.tree()
	edit := ok(b.edit(removeFork, renameOne))
	after := b.tree()
	undo := ok(b.undo(edit))
	if diff := cmp.Diff(before, b.tree()); diff != "" {
		t.Errorf("undone (-want +got):\n%s", diff)
	}
	_, no := b.undo(edit)
	wantRefusal(t, no, schemas.CodeUndoStale, "untouched")
	redo := ok(b.undo(undo))
	if diff := cmp.Diff(after, b.tree()); diff != "" {
		t.Errorf("done again (-want +got):\n%s", diff)
	}
	_, no = b.undo(undo)
	wantRefusal(t, no, schemas.CodeUndoStale, "untouched")
	if e, _ := documents.EditOf(b.all[redo].Event); e.Undoes != undo {
		t.Errorf("the redo undoes %q, want %q", e.Undoes, undo)
	}
	ok(b.undo(edit)) // which stands again as it was left
	if diff := cmp.Diff(before, b.tree()); diff != "" {
		t.Errorf("undone once more (-want +got):\n%s", diff)
	}
}

func TestAnUndoOfWhatWasChangedSinceDoesNothing(t *testing.T) {
	for _, c := range []struct {
		name  string
		edit  schemas.StepEdit
		since func(b *book)
		rung  string
	}{
		{"its words, by an agent", renameOne, func(b *book) { b.flush(schemas.StepUpdated{Step: "one", Title: text("Eins")}) }, "untouched"},
		{"its words, by hand, to what they were", renameOne, func(b *book) {
			must(b.t)(b.edit(schemas.StepEdit{Op: schemas.OpUpdate, Step: "one", Title: text("One")}))
		}, "untouched"},
		{"its place, among the same siblings", schemas.StepEdit{Op: schemas.OpMove, Step: "two", Place: &schemas.Place{}}, func(b *book) {
			b.flush(schemas.StepMoved{Step: "two", Place: schemas.Place{After: "one"}})
		}, "untouched"},
		{"removed", renameOne, func(b *book) { b.flush(schemas.StepsRemoved{Steps: []schemas.StepID{"one"}}) }, "untouched"},
		{"the step before it is gone", schemas.StepEdit{Op: schemas.OpMove, Step: "two", Place: &schemas.Place{}}, func(b *book) {
			b.flush(schemas.StepsRemoved{Steps: []schemas.StepID{"fork"}, Cascade: []schemas.StepID{"form", "after"}})
		}, "applies"},
		{"it has come to hold a step", schemas.StepEdit{Op: schemas.OpAdd, Step: "n", Kind: schemas.Decision, Title: text("N")}, func(b *book) {
			b.flush(schemas.StepAdded{Step: "in", Kind: schemas.Email, Title: "In", Place: schemas.Place{Parent: "n", Branch: "yes"}})
		}, "applies"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBook(t)
			edit := must(t)(b.edit(c.edit))
			c.since(b)
			before := b.tree()
			_, no := b.undo(edit)
			wantRefusal(t, no, schemas.CodeUndoStale, c.rung)
			if diff := cmp.Diff(before, b.tree()); diff != "" {
				t.Errorf("a stale undo changed the tree (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWhatOthersDoToOtherStepsIsNoHindrance(t *testing.T) {
	b, ok := newBook(t), must(t)
	added := ok(b.edit(schemas.StepEdit{Op: schemas.OpAdd, Step: "n", Kind: schemas.Upload, Title: text("N"), Place: &schemas.Place{}}))
	b.flush(schemas.StepAdded{Step: "m", Kind: schemas.Email, Title: "M"}) // in front of it
	ok(b.edit(renameOne))
	ok(b.undo(added))
	task, _ := b.p.Task("b")
	var got []schemas.StepID
	for _, s := range task.Steps.Top() {
		got = append(got, s.ID)
	}
	if diff := cmp.Diff([]schemas.StepID{"m", "one", "fork", "two"}, got); diff != "" {
		t.Errorf("top (-want +got):\n%s", diff)
	}
}

func TestOnlyEditsOfTheTaskByHandAreUndone(t *testing.T) {
	b := newBook(t)
	renamed := b.take(schemas.PlaybookRenamed{Title: "Q"})
	other := schemas.Record{}
	other.Event = schemas.StepsEdited{Task: "another"}
	b.all["other/0"] = other
	for _, event := range []string{"nobody/0", renamed, "other/0"} {
		_, no := b.undo(event)
		wantRefusal(t, no, schemas.CodeUnknownEdit, "edit_known")
	}
}

// Whatever a person did, undoing all of it, the last edit first, gives back the tree
// byte by byte; and doing all of it again gives what it was.
func TestUndoingEverythingInReverseGivesBackTheTree(t *testing.T) {
	done := 0
	for seed := range uint64(300) {
		b, dice := newBook(t), rand.New(rand.NewPCG(seed, 1))
		before := b.tree()
		var edits []string
		for n := range 12 {
			var changes []schemas.StepEdit
			for i := range 1 + dice.IntN(3) {
				changes = append(changes, b.anyChange(dice, fmt.Sprintf("n%d.%d", n, i)))
			}
			if edit, no := b.edit(changes...); no == nil {
				edits = append(edits, edit)
			}
		}
		done += len(edits)
		after := b.tree()
		var undone []string
		for i := len(edits) - 1; i >= 0; i-- {
			undo, no := b.undo(edits[i])
			if no != nil {
				t.Fatalf("seed %d: undo of edit %d of %d: %v", seed, i, len(edits), no)
			}
			undone = append(undone, undo)
		}
		if got := b.tree(); got != before {
			t.Fatalf("seed %d: undone (-want +got):\n%s", seed, cmp.Diff(before, got))
		}
		for i := len(undone) - 1; i >= 0; i-- {
			if _, no := b.undo(undone[i]); no != nil {
				t.Fatalf("seed %d: redo of edit %d: %v", seed, i, no)
			}
		}
		if got := b.tree(); got != after {
			t.Fatalf("seed %d: done again (-want +got):\n%s", seed, cmp.Diff(after, got))
		}
	}
	if done < 900 {
		t.Errorf("only %d edits could be done: too few to say anything", done)
	}
}

// anyChange is a change that may well be none that can be done.
func (b *book) anyChange(dice *rand.Rand, fresh string) schemas.StepEdit {
	task, _ := b.p.Task("b")
	ids := []schemas.StepID{""}
	var walk func(steps []schemas.Step)
	walk = func(steps []schemas.Step) {
		for _, s := range steps {
			ids = append(ids, s.ID)
			for _, branch := range s.Branches {
				walk(branch.Steps)
			}
		}
	}
	walk(task.Steps.Document())
	pick := func() schemas.StepID { return ids[dice.IntN(len(ids))] }
	place := &schemas.Place{After: pick()}
	if dice.IntN(2) == 0 {
		place = &schemas.Place{Parent: pick(), Branch: []string{"yes", "no", "approved", ""}[dice.IntN(4)]}
	}
	kinds := schemas.StepKinds()
	switch dice.IntN(5) {
	case 0:
		return schemas.StepEdit{Op: schemas.OpUpdate, Step: pick(), Title: text(fresh), Kind: []schemas.StepKind{"", schemas.Form, schemas.Email}[dice.IntN(3)]}
	case 1:
		return schemas.StepEdit{Op: schemas.OpMove, Step: pick(), Place: place}
	case 2:
		return schemas.StepEdit{Op: schemas.OpRemove, Steps: []schemas.StepID{pick(), pick()}[:1+dice.IntN(2)], Cascade: ids}
	case 3:
		return schemas.StepEdit{Op: schemas.OpWriteForm, Step: pick(), Form: json.RawMessage(`{"elements_map":{"` + fresh + `":{"type":"text","label":"L"}},"order":["` + fresh + `"]}`)}
	}
	return schemas.StepEdit{Op: schemas.OpAdd, Step: schemas.StepID(fresh), Kind: kinds[dice.IntN(len(kinds))], Title: text(fresh), Description: text("d"), Place: place}
}
