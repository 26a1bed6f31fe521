package documents_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/agentstest"
	"turnbook/agents/documents"
	"turnbook/schemas"
)

func at[ID ~string](id ID) *ID { return &id }

func TestAnEditOfTheLibraryIsOneEventOrARefusalWithItsRungs(t *testing.T) {
	shelf := append(library[:3:3],
		schemas.LibraryModuleAdded{Module: schemas.Module{ID: "old", Title: "Old", Tasks: []schemas.Task{{ID: "ot", Title: "OT"}}}}, schemas.LibraryModuleArchived{Module: "old"},
		schemas.LibraryTaskAdded{Task: schemas.Task{ID: "done", Title: "Done"}}, schemas.LibraryTaskArchived{Task: "done"})
	for _, c := range []struct {
		name string
		edit schemas.DocumentEdit
		want schemas.Event
		code schemas.Code
	}{
		{"add a module", schemas.DocumentEdit{Op: schemas.AddModule, Module: "n", Title: "N"}, schemas.LibraryModuleAdded{Module: schemas.Module{ID: "n", Title: "N"}, After: at[schemas.ModuleID]("")}, ""},
		{"behind a module", schemas.DocumentEdit{Op: schemas.AddModule, Module: "n", Title: "N", AfterModule: "lm"}, schemas.LibraryModuleAdded{Module: schemas.Module{ID: "n", Title: "N"}, After: at[schemas.ModuleID]("lm")}, ""},
		{"behind nobody", schemas.DocumentEdit{Op: schemas.AddModule, Module: "n", Title: "N", AfterModule: "x"}, nil, schemas.CodeUnknownModule},
		{"a module under an id that is taken", schemas.DocumentEdit{Op: schemas.AddModule, Module: "lm", Title: "N"}, nil, schemas.CodeInvalidArguments},
		{"a module without a title", schemas.DocumentEdit{Op: schemas.AddModule, Module: "n", Title: " "}, nil, schemas.CodeInvalidArguments},
		{"rename a module", schemas.DocumentEdit{Op: schemas.RenameModule, Module: "lm", Title: "X"}, schemas.LibraryModuleRenamed{Module: "lm", Title: "X"}, ""},
		{"rename an archived module", schemas.DocumentEdit{Op: schemas.RenameModule, Module: "old", Title: "X"}, nil, schemas.CodeArchived},
		{"move a module", schemas.DocumentEdit{Op: schemas.MoveModule, Module: "lm", AfterModule: "free"}, schemas.LibraryModuleMoved{Module: "lm", After: "free"}, ""},
		{"move it behind itself", schemas.DocumentEdit{Op: schemas.MoveModule, Module: "lm", AfterModule: "lm"}, nil, schemas.CodeUnknownModule},
		{"archive a module", schemas.DocumentEdit{Op: schemas.ArchiveModule, Module: "lm"}, schemas.LibraryModuleArchived{Module: "lm"}, ""},
		{"archive it twice", schemas.DocumentEdit{Op: schemas.ArchiveModule, Module: "old"}, nil, schemas.CodeArchived},
		{"archive nobody's module", schemas.DocumentEdit{Op: schemas.ArchiveModule, Module: "x"}, nil, schemas.CodeUnknownModule},
		{"add a task on its own", schemas.DocumentEdit{Op: schemas.AddTask, Task: "n", Title: "N", Description: "d", AfterTask: "loose"}, schemas.LibraryTaskAdded{Task: schemas.Task{ID: "n", Title: "N", Description: "d"}, After: at[schemas.TaskID]("loose")}, ""},
		{"add a task to a module", schemas.DocumentEdit{Op: schemas.AddTask, Module: "lm", Task: "n", Title: "N"}, schemas.LibraryTaskAdded{Module: "lm", Task: schemas.Task{ID: "n", Title: "N"}, After: at[schemas.TaskID]("")}, ""},
		{"add a task to an archived module", schemas.DocumentEdit{Op: schemas.AddTask, Module: "old", Task: "n", Title: "N"}, nil, schemas.CodeArchived},
		{"a task under an id that is taken", schemas.DocumentEdit{Op: schemas.AddTask, Task: "lt", Title: "N"}, nil, schemas.CodeInvalidArguments},
		{"behind a task of another module", schemas.DocumentEdit{Op: schemas.AddTask, Task: "n", Title: "N", AfterTask: "lt"}, nil, schemas.CodeUnknownTask},
		{"rename a task", schemas.DocumentEdit{Op: schemas.RenameTask, Task: "lt", Title: "X"}, schemas.LibraryTaskRenamed{Task: "lt", Title: "X"}, ""},
		{"rename nobody's task", schemas.DocumentEdit{Op: schemas.RenameTask, Task: "x", Title: "X"}, nil, schemas.CodeUnknownTask},
		{"rename a task of an archived module", schemas.DocumentEdit{Op: schemas.RenameTask, Task: "ot", Title: "X"}, nil, schemas.CodeArchived},
		{"move a task out of its module", schemas.DocumentEdit{Op: schemas.MoveTask, Task: "lt", AfterTask: "loose"}, schemas.LibraryTaskMoved{Task: "lt", After: "loose"}, ""},
		{"move a task into a module", schemas.DocumentEdit{Op: schemas.MoveTask, Task: "loose", Module: "free"}, schemas.LibraryTaskMoved{Task: "loose", Module: "free"}, ""},
		{"move a task into an archived module", schemas.DocumentEdit{Op: schemas.MoveTask, Task: "loose", Module: "old"}, nil, schemas.CodeArchived},
		{"archive a task", schemas.DocumentEdit{Op: schemas.ArchiveTask, Task: "loose"}, schemas.LibraryTaskArchived{Task: "loose"}, ""},
		{"archive an archived task", schemas.DocumentEdit{Op: schemas.ArchiveTask, Task: "done"}, nil, schemas.CodeArchived},
		{"what only a playbook can", schemas.DocumentEdit{Op: schemas.LinkModule, Module: "lm"}, nil, schemas.CodeInvalidArguments},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, no := documents.EditLibrary(agentstest.World(t, nil, shelf), c.edit)
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
