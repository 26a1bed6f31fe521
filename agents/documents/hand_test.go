package documents_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/documents"
	"turnbook/schemas"
)

func text(s string) *string { return &s }

// branched is a draft whose task "b" holds a fork with a form below it.
var branched = schemas.PlaybookImported{Title: "P", Modules: []schemas.Module{
	{ID: "m1", Title: "One", Tasks: []schemas.Task{{ID: "b", Title: "B", Steps: []schemas.Step{
		{ID: "one", Kind: schemas.Instruction, Title: "One"},
		{ID: "fork", Kind: schemas.Decision, Title: "Fork", Description: "which way", Branches: []schemas.Branch{
			{Name: "yes", Steps: []schemas.Step{{ID: "form", Kind: schemas.Form, Title: "Form", Form: json.RawMessage(`{"elements_map":{},"order":[]}`)}, {ID: "after", Kind: schemas.Email, Title: "After"}}},
			{Name: "no"},
		}},
		{ID: "two", Kind: schemas.Form, Title: "Two"},
	}}}},
	{ID: "lm", Linked: "lm"},
}}

func branchedWorld(t *testing.T, more ...schemas.Event) agents.World {
	return agentstest.World(t, map[schemas.PlaybookID][]schemas.Event{"p1": append([]schemas.Event{branched}, more...)}, library)
}

// byHand is an edit of the branched task by ann.
func byHand(changes ...schemas.StepEdit) documents.HandEdit {
	return documents.HandEdit{Subject: schemas.Subject{Playbook: "p1", Task: "b"}, User: "ann", Key: "k", Ask: "digest", Changes: changes}
}

var handOK = schemas.Ladder{Rule: documents.HandRule, Outcome: schemas.OutcomeOK, Basis: schemas.Basis{"playbook/p1": 1}, Rungs: []schemas.Rung{
	{Name: "exists", Input: "p1", Held: true}, {Name: "not_archived", Input: "draft", Held: true}, {Name: "draft", Input: "draft", Held: true},
	{Name: "free_or_own", Held: true}, {Name: "task_known", Input: "b", Held: true}, {Name: "module_own", Input: "m1", Held: true}, {Name: "changes", Input: "1", Held: true},
}}

func flushedStep(n int, typ, data string) schemas.FlushedStep {
	return schemas.FlushedStep{Event: fmt.Sprintf("k/%d", n), Task: "b", Type: typ, Data: json.RawMessage(data)}
}

func back(typ, data string) schemas.StepChange {
	return schemas.StepChange{Type: typ, Data: json.RawMessage(data)}
}

func TestAChangeByHandIsOneEventWithWhatTakesItBack(t *testing.T) {
	for _, c := range []struct {
		name    string
		change  schemas.StepEdit
		step    schemas.FlushedStep
		inverse []schemas.StepChange
		touched []schemas.StepID
	}{
		{"add behind a step", schemas.StepEdit{Op: schemas.OpAdd, Step: "n", Kind: schemas.Instruction, Title: text("N"), Place: &schemas.Place{After: "one"}},
			flushedStep(1, "task.step-added", `{"task_id":"b","step_id":"n","kind":"INSTRUCTION","title":"N","place":{"after_id":"one"}}`),
			[]schemas.StepChange{back("task.steps-removed", `{"task_id":"b","step_ids":["n"]}`)}, []schemas.StepID{"n"}},
		{"add in the first place", schemas.StepEdit{Op: schemas.OpAdd, Step: "n", Kind: schemas.Approval, Title: text("N"), Place: &schemas.Place{}},
			flushedStep(1, "task.step-added", `{"task_id":"b","step_id":"n","kind":"APPROVAL","title":"N","branches":["approved","rejected"],"place":{}}`),
			[]schemas.StepChange{back("task.steps-removed", `{"task_id":"b","step_ids":["n"]}`)}, []schemas.StepID{"n"}},
		{"add without a place", schemas.StepEdit{Op: schemas.OpAdd, Step: "n", Kind: schemas.Instruction, Title: text("N")},
			flushedStep(1, "task.step-added", `{"task_id":"b","step_id":"n","kind":"INSTRUCTION","title":"N","place":{"after_id":"two"}}`),
			[]schemas.StepChange{back("task.steps-removed", `{"task_id":"b","step_ids":["n"]}`)}, []schemas.StepID{"n"}},
		{"new words", schemas.StepEdit{Op: schemas.OpUpdate, Step: "fork", Title: text("Which?"), Description: text("")},
			flushedStep(1, "task.step-updated", `{"task_id":"b","step_id":"fork","title":"Which?","description":""}`),
			[]schemas.StepChange{back("task.step-updated", `{"task_id":"b","step_id":"fork","title":"Fork","description":"which way"}`)}, []schemas.StepID{"fork"}},
		{"another kind", schemas.StepEdit{Op: schemas.OpUpdate, Step: "one", Kind: schemas.Upload},
			flushedStep(1, "task.step-updated", `{"task_id":"b","step_id":"one","kind":"UPLOAD"}`),
			[]schemas.StepChange{back("task.step-updated", `{"task_id":"b","step_id":"one","kind":"INSTRUCTION"}`)}, []schemas.StepID{"one"}},
		{"move into a branch", schemas.StepEdit{Op: schemas.OpMove, Step: "two", Place: &schemas.Place{Parent: "fork", Branch: "no"}},
			flushedStep(1, "task.step-moved", `{"task_id":"b","step_id":"two","place":{"parent_id":"fork","branch":"no"}}`),
			[]schemas.StepChange{back("task.step-moved", `{"task_id":"b","step_id":"two","place":{"after_id":"fork"}}`)}, []schemas.StepID{"two"}},
		{"remove what holds others", schemas.StepEdit{Op: schemas.OpRemove, Steps: []schemas.StepID{"fork"}, Cascade: []schemas.StepID{"after", "form", "gone-meanwhile"}},
			flushedStep(1, "task.steps-removed", `{"task_id":"b","step_ids":["fork"],"cascade_ids":["form","after"]}`),
			[]schemas.StepChange{
				back("task.step-added", `{"task_id":"b","step_id":"fork","kind":"DECISION","title":"Fork","description":"which way","branches":["yes","no"],"place":{"after_id":"one"}}`),
				back("task.step-added", `{"task_id":"b","step_id":"form","kind":"FORM","title":"Form","place":{"parent_id":"fork","branch":"yes"}}`),
				back("task.form-written", `{"task_id":"b","step_id":"form","form":{"elements_map":{},"order":[]}}`),
				back("task.step-added", `{"task_id":"b","step_id":"after","kind":"EMAIL","title":"After","place":{"parent_id":"fork","branch":"yes","after_id":"form"}}`),
			}, []schemas.StepID{"fork", "form", "after"}},
		{"a form's first writing", schemas.StepEdit{Op: schemas.OpWriteForm, Step: "two", Form: json.RawMessage(`{"elements_map":{},"order":[]}`)},
			flushedStep(1, "task.form-written", `{"task_id":"b","step_id":"two","form":{"elements_map":{},"order":[]}}`),
			[]schemas.StepChange{back("task.form-written", `{"task_id":"b","step_id":"two","form":null}`)}, []schemas.StepID{"two"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, no := documents.EditSteps(branchedWorld(t), byHand(c.change))
			if no != nil {
				t.Fatal(no)
			}
			want := schemas.StepsEdited{User: "ann", Task: "b", Steps: []schemas.FlushedStep{c.step}, Inverse: c.inverse, Ask: "digest", Ladder: handOK}
			for _, id := range c.touched {
				want.Touched = append(want.Touched, schemas.TouchedStep{Step: id})
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestAnEditByHandThatCantBeDoneWholeIsNotDone(t *testing.T) {
	rename := schemas.StepEdit{Op: schemas.OpUpdate, Step: "one", Title: text("Uno")}
	for _, c := range []struct {
		name    string
		changes []schemas.StepEdit
		code    schemas.Code
		rung    string
	}{
		{"nothing to do", nil, schemas.CodeInvalidArguments, "changes"},
		{"a dance", []schemas.StepEdit{{Op: "dance"}}, schemas.CodeInvalidArguments, "op"},
		{"no title", []schemas.StepEdit{rename, {Op: schemas.OpAdd, Step: "n", Kind: schemas.Form, Title: text(" ")}}, schemas.CodeInvalidArguments, "arguments"},
		{"no such kind", []schemas.StepEdit{{Op: schemas.OpAdd, Step: "n", Kind: "SONG", Title: text("N")}}, schemas.CodeInvalidArguments, "arguments"},
		{"an id that is taken", []schemas.StepEdit{{Op: schemas.OpAdd, Step: "one", Kind: schemas.Form, Title: text("N")}}, schemas.CodeInvalidArguments, "applies"},
		{"a step with branches becomes a form", []schemas.StepEdit{{Op: schemas.OpUpdate, Step: "fork", Kind: schemas.Form}}, schemas.CodeInvalidArguments, "arguments"},
		{"an unknown step", []schemas.StepEdit{rename, {Op: schemas.OpUpdate, Step: "x", Title: text("X")}}, schemas.CodeUnknownStep, "step_known"},
		{"behind an unknown step", []schemas.StepEdit{{Op: schemas.OpMove, Step: "one", Place: &schemas.Place{After: "x"}}}, schemas.CodeUnknownStep, "place"},
		{"into no branch", []schemas.StepEdit{{Op: schemas.OpMove, Step: "one", Place: &schemas.Place{Parent: "fork", Branch: "maybe"}}}, schemas.CodeNotBranchable, "place"},
		{"into itself", []schemas.StepEdit{{Op: schemas.OpMove, Step: "fork", Place: &schemas.Place{Parent: "fork", Branch: "no"}}}, schemas.CodeInvalidArguments, "place"},
		{"to no place", []schemas.StepEdit{{Op: schemas.OpMove, Step: "one"}}, schemas.CodeInvalidArguments, "place"},
		{"removing one that is there and one that is not", []schemas.StepEdit{{Op: schemas.OpRemove, Steps: []schemas.StepID{"one", "x"}}}, schemas.CodeUnknownStep, "step_known"},
		{"removing nothing", []schemas.StepEdit{{Op: schemas.OpRemove}}, schemas.CodeInvalidArguments, "readable"},
		{"removing what was not all seen", []schemas.StepEdit{{Op: schemas.OpRemove, Steps: []schemas.StepID{"fork"}, Cascade: []schemas.StepID{"form"}}}, schemas.CodeUnseenSteps, "seen"},
		{"no form", []schemas.StepEdit{{Op: schemas.OpWriteForm, Step: "two", Form: json.RawMessage(`{"elements_map":[]}`)}}, schemas.CodeInvalidArguments, "arguments"},
		{"a form for what has none", []schemas.StepEdit{{Op: schemas.OpWriteForm, Step: "one", Form: json.RawMessage(`{}`)}}, schemas.CodeInvalidArguments, "is_form"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := branchedWorld(t)
			got, no := documents.EditSteps(w, byHand(c.changes...))
			wantRefusal(t, no, c.code, c.rung)
			if diff := cmp.Diff(schemas.StepsEdited{}, got); diff != "" {
				t.Errorf("refused, it decided (-want +got):\n%s", diff)
			}
			if task, _ := w.Playbook("p1").Task("b"); task.Steps.Len() != 5 {
				t.Error("deciding an edit changed the saved tree")
			}
		})
	}
}

// wantRefusal wants a refusal that tells its rungs, the last of which did not hold.
func wantRefusal(t *testing.T, no *documents.Refusal, code schemas.Code, rung string) {
	t.Helper()
	if no == nil {
		t.Fatalf("not refused; want %s", code)
	}
	last := schemas.Rung{}
	if n := len(no.Ladder.Rungs); n > 0 {
		last = no.Ladder.Rungs[n-1]
	}
	if no.Code != code || no.Ladder.Outcome != string(code) || no.Detail == "" || last.Name != rung || last.Held {
		t.Errorf("refusal %+v, want %s at %s", no, code, rung)
	}
}

func TestOnlyATaskThatIsOpenToAPersonIsEditedByHand(t *testing.T) {
	in := func(playbook schemas.PlaybookID, task schemas.TaskID) schemas.Subject {
		return schemas.Subject{Playbook: playbook, Task: task}
	}
	bobs := schemas.EditLockTaken{User: "bob", Until: agentstest.Now.Add(time.Minute)}
	for _, c := range []struct {
		name    string
		about   schemas.Subject
		book    []schemas.Event
		library []schemas.Event
		code    schemas.Code
		rung    string
	}{
		{"archived", in("p1", "b"), []schemas.Event{schemas.PlaybookArchived{}}, nil, schemas.CodeArchived, "not_archived"},
		{"published", in("p1", "b"), []schemas.Event{schemas.PlaybookPublished{}}, nil, schemas.CodeNotEditable, "draft"},
		{"locked by another", in("p1", "b"), []schemas.Event{bobs}, nil, schemas.CodeLocked, "free_or_own"},
		{"no such playbook", in("p9", "b"), nil, nil, schemas.CodeUnknownTask, "exists"},
		{"no such task", in("p1", "x"), nil, nil, schemas.CodeUnknownTask, "task_known"},
		{"a linked module's task", in("p1", "lt"), nil, nil, schemas.CodeLinkedModule, "module_own"},
		{"no such task in the library", in("", "x"), nil, nil, schemas.CodeUnknownTask, "task_known"},
		{"an archived task", in("", "loose"), nil, []schemas.Event{schemas.LibraryTaskArchived{Task: "loose"}}, schemas.CodeArchived, "not_archived"},
		{"a task of an archived module", in("", "lt"), nil, []schemas.Event{schemas.LibraryModuleArchived{Module: "lm"}}, schemas.CodeArchived, "not_archived"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := agentstest.World(t, map[schemas.PlaybookID][]schemas.Event{"p1": append([]schemas.Event{branched}, c.book...)}, append(library[:3:3], c.library...))
			e := byHand(schemas.StepEdit{Op: schemas.OpAdd, Step: "n", Kind: schemas.Instruction, Title: text("N")})
			e.Subject = c.about
			_, no := documents.EditSteps(w, e)
			wantRefusal(t, no, c.code, c.rung)
			_, no = documents.UndoSteps(w, documents.Undo{HandEdit: e, Event: "k/0"})
			wantRefusal(t, no, c.code, c.rung)
		})
	}
}

// The same task that is closed in a playbook that links its module is open where it is
// at home.
func TestATaskOfTheLibraryIsEditedInTheLibrary(t *testing.T) {
	e := byHand(schemas.StepEdit{Op: schemas.OpAdd, Step: "n", Kind: schemas.Instruction, Title: text("N")})
	e.Subject = schemas.Subject{Task: "lt"}
	got, no := documents.EditSteps(branchedWorld(t), e)
	if no != nil || len(got.Steps) != 1 || got.Task != "lt" {
		t.Errorf("edited %+v, refused %v", got, no)
	}
}
