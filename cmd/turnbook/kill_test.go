package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web/client"
)

// whole is what must be the same however often the process was killed: each task's
// steps in order, the rows' last state, the saved tree, the end.
type whole struct {
	Steps map[schemas.TaskID][]schemas.StepAdded
	Rows  map[schemas.RowID]schemas.RowChanged
	Ends  []schemas.TurnEnded
	Saved []projections.ModuleTree
}

// askFanOut asks for subtasks of four tasks. The same keys give the same ids in every
// book.
func askFanOut(t *testing.T, s *server) (schemas.SessionID, schemas.TurnID) {
	t.Helper()
	var opened struct {
		Session schemas.SessionID `json:"session"`
	}
	body := map[string]string{"playbook_id": "nurse-onboarding", "idempotency_key": "killed"}
	if err := s.client().Call(t.Context(), http.MethodPost, "/v1/sessions", body, &opened); err != nil {
		t.Fatal(err)
	}
	var accepted struct {
		Turn schemas.TurnID `json:"turn"`
	}
	ui := schemas.MustUIContext(`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"nurse-onboarding","is_draft_active":true}`)
	message := map[string]any{"text": "Build subtasks for every task in module 1", "ui_context": ui, "idempotency_key": "killed"}
	if err := s.client().Call(t.Context(), http.MethodPost, "/v1/sessions/"+string(opened.Session)+"/messages", message, &accepted); err != nil {
		t.Fatal(err)
	}
	return opened.Session, accepted.Turn
}

// events hands a turn's events, from the first on, to see until it is content.
func events(t *testing.T, s *server, session schemas.SessionID, turn schemas.TurnID, see func(event) bool) {
	t.Helper()
	f := &follower{c: s.client(), stderr: t.Output(), session: session, sub: client.Subscribe{Session: session, Turn: turn}}
	welcome, err := f.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	if err := f.subscribe(t.Context(), cursorAt(welcome.Epoch, 0)); err != nil {
		t.Fatal(err)
	}
	for {
		frame, err := f.next(t.Context())
		if err != nil {
			t.Fatalf("%v\n%s", err, s.stderr.String())
		}
		if frame.Type == "event" && see(readEvent(frame.Event, frame.Data)) {
			return
		}
	}
}

// outcome reads a turn to its end.
func outcome(t *testing.T, s *server, session schemas.SessionID, turn schemas.TurnID) whole {
	t.Helper()
	w := whole{Steps: map[schemas.TaskID][]schemas.StepAdded{}, Rows: map[schemas.RowID]schemas.RowChanged{}}
	events(t, s, session, turn, func(e event) bool {
		switch f := e.fact.(type) {
		case schemas.StepAdded:
			w.Steps[e.subject.Task] = append(w.Steps[e.subject.Task], f)
		case schemas.RowChanged:
			w.Rows[f.Row] = f
		case schemas.TurnEnded:
			w.Ends = append(w.Ends, f)
		}
		return len(w.Ends) > 0
	})
	var tree projections.PlaybookTree
	if err := s.client().Call(t.Context(), http.MethodGet, "/v1/playbooks/nurse-onboarding", nil, &tree); err != nil {
		t.Fatal(err)
	}
	w.Saved = tree.Modules
	return w
}

func TestATurnKilledThreeTimesWritesEachStepOnce(t *testing.T) {
	untouched := serveIn(t, t.TempDir(), "--model", "offline:0s")
	session, turn := askFanOut(t, untouched)
	want := outcome(t, untouched, session, turn)
	untouched.stop()
	if steps := total(want); steps != 12 {
		t.Fatalf("the unkilled run wrote %d steps; there should be 12 to kill between", steps)
	}

	dir := t.TempDir()
	asked := false
	for _, n := range []int{2, 5, 9} {
		s := serveIn(t, dir, "--model", "offline:100ms")
		if !asked {
			session, turn = askFanOut(t, s)
			asked = true
		}
		seen := 0
		events(t, s, session, turn, func(e event) bool {
			switch e.fact.(type) {
			case schemas.StepAdded:
				seen++
			case schemas.TurnEnded:
				t.Fatalf("the turn ended before step %d: it was not killed in its midst", n)
			}
			return seen == n
		})
		s.kill()
	}
	last := serveIn(t, dir, "--model", "offline:100ms")
	got := outcome(t, last, session, turn)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("after three kills the turn came to something else (-whole +killed):\n%s", diff)
	}
	if c := last.call("check"); c.Status != exitDone {
		t.Errorf("after three kills the tables are not what the log says: %+v", c)
	}
	last.stop()
}

func total(w whole) (n int) {
	for _, steps := range w.Steps {
		n += len(steps)
	}
	return n
}

func TestASecondProcessOnAFolderIsToldWhoHasIt(t *testing.T) {
	dir := t.TempDir()
	first := serveIn(t, dir)
	holder := fmt.Sprintf("in use by process %d", first.cmd.Process.Pid)
	for _, args := range [][]string{
		{"serve", "--listen", "127.0.0.1:0", "--data", dir},
		{"query", "--data", dir, "select 1"},
		{"check", "--data", dir},
		{"rebuild", "--data", dir},
	} {
		got := call(t, "", args...)
		if got.Status != exitRefused || got.Out != "" || !strings.Contains(got.Err, holder) {
			t.Errorf("%v: %+v; it should exit 1 and say that the folder is %s", args, got, holder)
		}
	}
	first.stop()
}
