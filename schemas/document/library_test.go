package document_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/schemas"
	"turnbook/schemas/document"
)

// shelf is a library as text: modules with their tasks, then the tasks on their own.
func shelf(l *document.Library) string {
	titles := func(tasks []*document.Task) string {
		var all []string
		for _, t := range tasks {
			all = append(all, t.Title)
		}
		return strings.Join(all, ",")
	}
	var all []string
	for _, m := range l.Modules {
		all = append(all, fmt.Sprintf("%s(%s)", m.Title, titles(m.Tasks)))
	}
	return strings.Join(append(all, titles(l.Loose)), " ")
}

func TestEventsChangeTheLibraryOrNameWhatIsGone(t *testing.T) {
	first, behind := schemas.TaskID(""), schemas.TaskID("a")
	front := schemas.ModuleID("")
	given := []schemas.Event{
		schemas.LibraryModuleAdded{Module: schemas.Module{ID: "m", Title: "M", Tasks: []schemas.Task{{ID: "a", Title: "A"}, {ID: "b", Title: "B"}}}},
		schemas.LibraryModuleAdded{Module: schemas.Module{ID: "n", Title: "N"}},
		schemas.LibraryTaskAdded{Task: schemas.Task{ID: "c", Title: "C"}},
	}
	for _, c := range []struct {
		event schemas.Event
		want  string // "" for a library that stays as it was
	}{
		{schemas.LibraryModuleAdded{Module: schemas.Module{ID: "o", Title: "O"}, After: &front}, "O() M(A,B) N() C"},
		{schemas.LibraryTaskAdded{Module: "m", Task: schemas.Task{ID: "d", Title: "D"}, After: &behind}, "M(A,D,B) N() C"},
		{schemas.LibraryTaskAdded{Task: schemas.Task{ID: "d", Title: "D"}, After: &first}, "M(A,B) N() D,C"},
		{schemas.LibraryTaskAdded{Task: schemas.Task{ID: "d", Title: "D"}, After: &behind}, ""},
		{schemas.LibraryModuleRenamed{Module: "m", Title: "X"}, "X(A,B) N() C"},
		{schemas.LibraryModuleRenamed{Module: "x"}, ""},
		{schemas.LibraryModuleMoved{Module: "m", After: "n"}, "N() M(A,B) C"},
		{schemas.LibraryModuleMoved{Module: "n"}, "N() M(A,B) C"},
		{schemas.LibraryModuleMoved{Module: "m", After: "x"}, ""},
		{schemas.LibraryTaskRenamed{Task: "a", Title: "X"}, "M(X,B) N() C"},
		{schemas.LibraryTaskRenamed{Task: "x"}, ""},
		{schemas.LibraryTaskMoved{Task: "a", Module: "n"}, "M(B) N(A) C"},
		{schemas.LibraryTaskMoved{Task: "a", After: "c"}, "M(B) N() C,A"},
		{schemas.LibraryTaskMoved{Task: "a", Module: "m", After: "b"}, "M(B,A) N() C"},
		{schemas.LibraryTaskMoved{Task: "b", Module: "m"}, "M(B,A) N() C"},
		{schemas.LibraryTaskMoved{Task: "c", Module: "m", After: "a"}, "M(A,C,B) N() "},
		{schemas.LibraryTaskMoved{Task: "c", Module: "n", After: "a"}, ""},
		{schemas.LibraryTaskMoved{Task: "c", Module: "x"}, ""},
	} {
		t.Run(fmt.Sprintf("%s %+v", c.event.EventType(), c.event), func(t *testing.T) {
			var l document.Library
			for i, e := range append(given[:3:3], c.event) {
				r := schemas.Record{Position: schemas.Position{Seq: uint64(i + 1)}, Type: e.EventType()}
				r.Event = e
				err := l.Evolve(r)
				if failed := i == len(given) && c.want == ""; failed != errors.Is(err, document.ErrGone) {
					t.Errorf("%s met %v", r.Type, err)
				}
			}
			want := c.want
			if want == "" {
				want = "M(A,B) N() C"
			}
			if diff := cmp.Diff(want, shelf(&l)); diff != "" {
				t.Errorf("the library (-want +got):\n%s", diff)
			}
		})
	}
}
