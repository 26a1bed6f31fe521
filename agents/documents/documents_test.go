package documents_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/documents"
	"turnbook/schemas"
)

var (
	draft = schemas.PlaybookImported{Title: "P", Modules: []schemas.Module{
		{ID: "m1", Title: "One", Tasks: []schemas.Task{{ID: "t1", Title: "A", Steps: []schemas.Step{{ID: "old", Kind: schemas.Instruction, Title: "Old"}}}, {ID: "t2", Title: "B"}}},
		{ID: "m2", Title: "Two"}, {ID: "lm", Linked: "lm"},
	}}
	library = []schemas.Event{
		schemas.LibraryModuleAdded{Module: schemas.Module{ID: "lm", Title: "L", Tasks: []schemas.Task{{ID: "lt", Title: "LT"}}}},
		schemas.LibraryModuleAdded{Module: schemas.Module{ID: "free", Title: "F"}},
		schemas.LibraryTaskAdded{Task: schemas.Task{ID: "loose", Title: "Loose"}},
	}
)

func world(t *testing.T, more ...schemas.Event) agents.World {
	return agentstest.World(t, map[schemas.PlaybookID][]schemas.Event{"p1": append([]schemas.Event{draft}, more...)}, library)
}

func TestAnEditIsOneEventOrARefusalWithItsRungs(t *testing.T) {
	for _, c := range []struct {
		name string
		edit schemas.DocumentEdit
		want schemas.Event
		code schemas.Code
	}{
		{"rename the playbook", schemas.DocumentEdit{Op: schemas.RenamePlaybook, Title: "Q"}, schemas.PlaybookRenamed{Title: "Q"}, ""},
		{"without a title", schemas.DocumentEdit{Op: schemas.RenamePlaybook, Title: "  "}, nil, schemas.CodeInvalidArguments},
		{"add a module", schemas.DocumentEdit{Op: schemas.AddModule, Module: "n", Title: "N", AfterModule: "m2"}, schemas.ModuleAdded{Module: "n", Title: "N", After: "m2"}, ""},
		{"behind nobody", schemas.DocumentEdit{Op: schemas.AddModule, Module: "n", Title: "N", AfterModule: "x"}, nil, schemas.CodeUnknownModule},
		{"a module under an id that is taken", schemas.DocumentEdit{Op: schemas.AddModule, Module: "m2", Title: "N"}, nil, schemas.CodeInvalidArguments},
		{"a task under an id that is taken", schemas.DocumentEdit{Op: schemas.AddTask, Module: "m2", Task: "t1", Title: "N"}, nil, schemas.CodeInvalidArguments},
		{"link a module", schemas.DocumentEdit{Op: schemas.LinkModule, Module: "free"}, schemas.ModuleLinked{Module: "free"}, ""},
		{"link it twice", schemas.DocumentEdit{Op: schemas.LinkModule, Module: "lm"}, nil, schemas.CodeUnknownModule},
		{"link what is not in the library", schemas.DocumentEdit{Op: schemas.LinkModule, Module: "x"}, nil, schemas.CodeUnknownModule},
		{"rename a module", schemas.DocumentEdit{Op: schemas.RenameModule, Module: "m1", Title: "Uno"}, schemas.ModuleRenamed{Module: "m1", Title: "Uno"}, ""},
		{"rename a linked module", schemas.DocumentEdit{Op: schemas.RenameModule, Module: "lm", Title: "X"}, nil, schemas.CodeLinkedModule},
		{"move a module", schemas.DocumentEdit{Op: schemas.MoveModule, Module: "m1", AfterModule: "lm"}, schemas.ModuleMoved{Module: "m1", After: "lm"}, ""},
		{"move a linked module", schemas.DocumentEdit{Op: schemas.MoveModule, Module: "lm"}, schemas.ModuleMoved{Module: "lm"}, ""},
		{"move it behind itself", schemas.DocumentEdit{Op: schemas.MoveModule, Module: "m1", AfterModule: "m1"}, nil, schemas.CodeUnknownModule},
		{"add a task", schemas.DocumentEdit{Op: schemas.AddTask, Module: "m1", Task: "n", Title: "N", AfterTask: "t1"}, schemas.TaskAdded{Module: "m1", Task: "n", Title: "N", After: "t1"}, ""},
		{"add a task to a linked module", schemas.DocumentEdit{Op: schemas.AddTask, Module: "lm", Task: "n", Title: "N"}, nil, schemas.CodeLinkedModule},
		{"behind a task of another module", schemas.DocumentEdit{Op: schemas.AddTask, Module: "m2", Task: "n", Title: "N", AfterTask: "t1"}, nil, schemas.CodeUnknownTask},
		{"rename a task", schemas.DocumentEdit{Op: schemas.RenameTask, Task: "t1", Title: "X"}, schemas.TaskRenamed{Task: "t1", Title: "X"}, ""},
		{"rename a linked module's task", schemas.DocumentEdit{Op: schemas.RenameTask, Task: "lt", Title: "X"}, nil, schemas.CodeLinkedModule},
		{"rename nobody's task", schemas.DocumentEdit{Op: schemas.RenameTask, Task: "x", Title: "X"}, nil, schemas.CodeUnknownTask},
		{"move a task", schemas.DocumentEdit{Op: schemas.MoveTask, Task: "t1", Module: "m2"}, schemas.TaskMoved{Task: "t1", Module: "m2"}, ""},
		{"move a task into a linked module", schemas.DocumentEdit{Op: schemas.MoveTask, Task: "t1", Module: "lm"}, nil, schemas.CodeLinkedModule},
		{"dance", schemas.DocumentEdit{Op: "dance"}, nil, schemas.CodeInvalidArguments},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.edit.Playbook = "p1"
			got, no := documents.Edit(world(t), "ann", c.edit)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			switch {
			case c.code == "" && no != nil:
				t.Errorf("refused: %v", no)
			case c.code != "" && (no == nil || no.Code != c.code || no.Ladder.Outcome != string(c.code) || no.Detail == "" || len(no.Ladder.Rungs) == 0):
				t.Errorf("refusal %+v, want %s with its rungs", no, c.code)
			}
		})
	}
}

func TestOnlyADraftThatNobodyElseHoldsIsEdited(t *testing.T) {
	edit := schemas.DocumentEdit{Op: schemas.RenamePlaybook, Playbook: "p1", Title: "Q"}
	bobs := schemas.EditLockTaken{User: "bob", Until: agentstest.Now.Add(time.Minute)}
	for _, more := range [][]schemas.Event{{schemas.PlaybookPublished{}}, {schemas.PlaybookArchived{}}, {bobs}} {
		if _, no := documents.Edit(world(t, more...), "ann", edit); no == nil || no.Code != schemas.CodeNotEditable {
			t.Errorf("after %+v: %v", more, no)
		}
	}
	if _, no := documents.Edit(world(t, bobs, schemas.EditLockReleased{User: "bob"}), "ann", edit); no != nil {
		t.Errorf("after the lock was released: %v", no)
	}
	if _, no := documents.Edit(world(t, bobs), "bob", edit); no != nil {
		t.Errorf("the holder himself: %v", no)
	}
	edit.Playbook = "nowhere"
	if _, no := documents.Edit(world(t), "ann", edit); no == nil || no.Code != schemas.CodeNotEditable {
		t.Errorf("a playbook that isn't there: %v", no)
	}
}

func planned(id string, task schemas.TaskID, e schemas.StepEvent) documents.PlannedStep {
	data, err := json.Marshal(e)
	if err != nil {
		panic(err)
	}
	return documents.PlannedStep{ID: id, Task: task, Event: e, Data: data}
}

func TestAFlushLandsStepByStepWhatStillApplies(t *testing.T) {
	title := "New"
	first := planned("e1", "t1", schemas.StepAdded{Step: "n1", Kind: schemas.Instruction, Title: "N1", Place: schemas.Place{After: "old"}})
	onFirst := planned("e2", "t1", schemas.StepAdded{Step: "n2", Kind: schemas.Instruction, Title: "N2", Place: schemas.Place{After: "n1"}})
	gone := planned("e3", "t1", schemas.StepUpdated{Step: "removed-meanwhile", Title: &title})
	linked := planned("e4", "lt", schemas.StepAdded{Step: "n3", Kind: schemas.Instruction, Title: "N3"})
	nowhere := planned("e5", "tx", schemas.StepAdded{Step: "n4", Kind: schemas.Instruction, Title: "N4"})
	w := world(t)
	got, no := documents.FlushPlaybook(w, w.Playbook("p1"), documents.Flush{Plan: "plan", Session: "s1", User: "ann", Steps: []documents.PlannedStep{first, onFirst, gone, linked, nowhere}})
	if no != nil {
		t.Fatal(no)
	}
	want := schemas.StepsFlushed{
		Plan: "plan", Session: "s1", User: "ann",
		Steps: []schemas.FlushedStep{
			{Event: "e1", Task: "t1", Type: "task.step-added", Data: first.Data},
			{Event: "e2", Task: "t1", Type: "task.step-added", Data: onFirst.Data},
		},
		Refused: []schemas.RefusedStep{
			{StepRef: schemas.StepRef{Event: "e3", Step: "removed-meanwhile"}, Task: "t1", Code: schemas.CodeGone, Detail: `step "removed-meanwhile": it is no longer there`},
			{StepRef: schemas.StepRef{Event: "e4", Step: "n3"}, Task: "lt", Code: schemas.CodeLinkedModule, Detail: "the task is the library's"},
			{StepRef: schemas.StepRef{Event: "e5", Step: "n4"}, Task: "tx", Code: schemas.CodeUnknownTask, Detail: "the task is no longer there"},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("flushed (-want +got):\n%s", diff)
	}
	if task, _ := w.Playbook("p1").Task("t1"); task.Steps.Len() != 1 {
		t.Error("deciding a flush changed the saved tree")
	}
}

func TestTheStrictGateLetsNothingIntoWhatIsNoDraftOfTheirs(t *testing.T) {
	f := documents.Flush{Plan: "plan", User: "ann", Steps: []documents.PlannedStep{planned("e1", "t1", schemas.StepAdded{Step: "n", Kind: schemas.Instruction, Title: "N"})}}
	for _, c := range []struct {
		more []schemas.Event
		rung string
	}{
		{[]schemas.Event{schemas.PlaybookPublished{}}, "draft"},
		{[]schemas.Event{schemas.PlaybookArchived{}}, "draft"},
		{[]schemas.Event{schemas.EditLockTaken{User: "bob", Until: agentstest.Now.Add(time.Minute)}}, "not_locked_by_another"},
	} {
		w := world(t, c.more...)
		_, no := documents.FlushPlaybook(w, w.Playbook("p1"), f)
		if no == nil || no.Code != schemas.CodeNotEditable {
			t.Fatalf("after %+v: %v", c.more, no)
		}
		if last := no.Ladder.Rungs[len(no.Ladder.Rungs)-1]; last.Name != c.rung || last.Held {
			t.Errorf("after %+v it was refused at %+v, want %s", c.more, last, c.rung)
		}
	}
	w := world(t)
	if _, no := documents.FlushPlaybook(w, w.Playbook("nowhere"), f); no == nil {
		t.Error("a playbook that isn't there took steps")
	}
}

func TestTheLibrarysGateRefusesWhatIsArchivedOrGone(t *testing.T) {
	add := func(id string, task schemas.TaskID) documents.PlannedStep {
		return planned(id, task, schemas.StepAdded{Step: schemas.StepID("n" + id), Kind: schemas.Instruction, Title: "N"})
	}
	w := agentstest.World(t, nil, append(library[:3:3], schemas.LibraryTaskArchived{Task: "loose"}))
	got, no := documents.FlushLibrary(w, w.Library, documents.Flush{Plan: "plan", Steps: []documents.PlannedStep{add("1", "lt"), add("2", "loose"), add("3", "gone")}})
	if no != nil {
		t.Fatal(no)
	}
	var codes []schemas.Code
	for _, r := range got.Refused {
		codes = append(codes, r.Code)
	}
	if len(got.Steps) != 1 || !cmp.Equal(codes, []schemas.Code{schemas.CodeArchived, schemas.CodeUnknownTask}) {
		t.Errorf("landed %d, refused %v", len(got.Steps), codes)
	}
}
