package projections

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/bus/bustest"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// history is a store that holds a history, for reading.
func history(t *testing.T, name string) *Store {
	t.Helper()
	_, given, _ := readHistory(t, "testdata/histories/"+name+".txt")
	s := projected(t, tell(t, given), t.TempDir())
	t.Cleanup(func() { closeStore(t, s) })
	return s
}

// outline writes a tree as text, with a mark on what is not saved or changed.
func outline(p PlaybookTree) string {
	var b strings.Builder
	var steps func(list []StepTree, indent string)
	steps = func(list []StepTree, indent string) {
		for _, s := range list {
			fmt.Fprintf(&b, "%s%s saved=%t changed=%t\n", indent, s.Title, s.Saved, s.Changed)
			for _, branch := range s.Branches {
				fmt.Fprintf(&b, "%s %s:\n", indent, branch.Name)
				steps(branch.Steps, indent+"  ")
			}
		}
	}
	fmt.Fprintf(&b, "%s (%s)\n", p.Title, p.Status)
	for _, m := range p.Modules {
		fmt.Fprintf(&b, " %s linked=%t\n", m.Title, m.Linked)
		for _, task := range m.Tasks {
			fmt.Fprintf(&b, "  %s\n", task.Title)
			steps(task.Steps, "   ")
		}
	}
	return b.String()
}

func TestAPlaybookShowsTheLibrarysTasksInItsLinkedModules(t *testing.T) {
	p, asOf, err := history(t, "library").Playbook(t.Context(), "acme", "p1", "")
	if err != nil || asOf.Seq != 8 {
		t.Fatalf("as of %v: %v", asOf, err)
	}
	want := `Mine "ö" | <b> (published)
 Two! linked=false
  X!
 One linked=false
  Y
 Shared linked=true
  Do it
   B? saved=true changed=false
    yes:
     C! saved=true changed=false
     A saved=true changed=false
    no:
  Second
`
	if diff := gocmp.Diff(want, outline(p)); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

func TestASessionsUnflushedStepsLieOverTheSavedTree(t *testing.T) {
	s := projected(t, tell(t, `
acme.playbook.p1 playbook.imported {"title":"Visa","modules":[{"id":"m1","title":"Papers","tasks":[{"id":"42","title":"Collect","steps":[{"id":"s1","kind":"INSTRUCTION","title":"Old"},{"id":"s2","kind":"INSTRUCTION","title":"Goes"}]}]}],"source":"v","format":"markdown","digest":"d"}
acme.session.s7 turn=t1 turn.requested {"text":"x","ui_context":{},"idempotency_key":"k","digest":"x"}
+ about=p1/42 task.step-added {"task_id":"42","step_id":"n1","kind":"INSTRUCTION","title":"New","place":{"after_id":"s1"}}
+ about=p1/42 task.step-updated {"task_id":"42","step_id":"s1","title":"Newer"}
+ about=p1/42 task.steps-removed {"task_id":"42","step_ids":["s2"]}
+ about=p1/42 task.step-updated {"task_id":"42","step_id":"nowhere","title":"does not fit"}
`), t.TempDir())
	defer closeStore(t, s)
	for session, want := range map[schemas.SessionID]string{
		"":   "Visa (draft)\n Papers linked=false\n  Collect\n   Old saved=true changed=false\n   Goes saved=true changed=false\n",
		"s7": "Visa (draft)\n Papers linked=false\n  Collect\n   Newer saved=true changed=true\n   New saved=false changed=false\n",
	} {
		p, _, err := s.Playbook(t.Context(), "acme", "p1", session)
		if err != nil {
			t.Fatal(err)
		}
		if diff := gocmp.Diff(want, outline(p)); diff != "" {
			t.Errorf("session %q: want (-), got (+):\n%s", session, diff)
		}
	}
	task, _, err := s.Task(t.Context(), "acme", "42", "s7")
	if err != nil || len(task.Steps) != 2 || task.Playbook != "p1" {
		t.Errorf("the task alone is %+v: %v", task, err)
	}
}

func TestTheSavedTablesAreTheFoldOfTheDocument(t *testing.T) {
	log := someTurns(t, 1, 3)
	s := projected(t, log, t.TempDir())
	defer closeStore(t, s)
	folded := new(document.Playbook)
	for _, r := range allRecords(t, log) {
		if r.Kind == schemas.PlaybookBoundary {
			if err := folded.Evolve(r); err != nil {
				t.Fatal(err)
			}
		}
	}
	rows, err := query[Step](t.Context(), s.DB(), "SELECT * FROM steps WHERE playbook_id = 'p0' ORDER BY position")
	if err != nil {
		t.Fatal(err)
	}
	task, _ := folded.Task("p0.task")
	if diff := gocmp.Diff(task.Steps.Document(), stepsOf(rows)); diff != "" {
		t.Errorf("fold (-), tables (+):\n%s", diff)
	}
}

func TestReadsOfATurn(t *testing.T) {
	s, ctx := history(t, "refused-write"), t.Context()
	turn, asOf, err := s.Turn(ctx, "acme", "t1")
	if err != nil || turn.Status != schemas.TurnCompleted || turn.Unchanged != 1 || asOf.Seq != 12 {
		t.Errorf("turn as of %v: %+v, %v", asOf, turn, err)
	}
	var missing *NotFoundError
	if _, _, err := s.Turn(ctx, "other", "t1"); !errors.As(err, &missing) {
		t.Errorf("another vendor's turn: %v", err)
	}
	decisions, _, err := s.Decisions(ctx, "acme", "t1")
	rungs := map[string]int{}
	for _, d := range decisions {
		rungs[d.Rule] = len(d.Rungs)
	}
	if diff := gocmp.Diff(map[string]int{"bucket/1": 1, "router/1": 1, "redirect/1": 3, "write/1": 2}, rungs); diff != "" || err != nil {
		t.Errorf("rungs of decisions, %v: %s", err, diff)
	}
	first, _, err := s.TurnEvents(ctx, "acme", "t1", schemas.Position{}, 3)
	if err != nil || len(first) != 3 {
		t.Fatalf("first events: %v, %v", first, err)
	}
	rest, _, err := s.TurnEvents(ctx, "acme", "t1", first[2].Position(), 0)
	if err != nil || len(rest) != 20 || rest[0].Type != "turn.model-answered" {
		t.Errorf("%d events after the third, beginning with %v: %v", len(rest), rest[0], err)
	}
	state, _, err := s.SessionState(ctx, "acme", "s7")
	if err != nil || len(state.Messages) != 3 || state.Running != nil || len(state.Rows) != 1 || state.PinnedDomain != schemas.PlaybookEditor {
		t.Errorf("session: %+v, %v", state, err)
	}
	refusals, _, err := s.Refusals(ctx, LedgerFilter{Vendor: "acme", Task: "42"})
	if err != nil || len(refusals) != 1 || refusals[0].Code != schemas.CodePersisted {
		t.Errorf("refusals: %+v, %v", refusals, err)
	}
	steps, _, err := s.StepHistory(ctx, "acme", "t1.t0_0.1")
	if err != nil || len(steps) != 1 || steps[0].Status != "flushed" {
		t.Errorf("history of a step: %+v, %v", steps, err)
	}
	at, ok, _, err := s.ContextAt(ctx, schemas.Entity{Vendor: "acme", Kind: schemas.ViewBoundary, ID: "v1"}, schemas.Position{Seq: 5})
	if err != nil || !ok || at.Seq != 4 {
		t.Errorf("context at 5: %+v, %v", at, err)
	}
}

func TestEveryListAnswersWithItsPosition(t *testing.T) {
	s, ctx := history(t, "dropped-and-other-views"), t.Context()
	for name, read := range map[string]func() (int, AsOf, error){
		"playbooks": func() (int, AsOf, error) { r, a, err := s.Playbooks(ctx, "acme"); return len(r), a, err },
		"sessions":  func() (int, AsOf, error) { r, a, err := s.Sessions(ctx, "acme", 0); return len(r), a, err },
		"one of two": func() (int, AsOf, error) {
			r, a, err := s.Turns(ctx, TurnFilter{Status: schemas.TurnCancelled})
			return len(r), a, err
		},
		"drops":       func() (int, AsOf, error) { r, a, err := s.Drops(ctx, LedgerFilter{Turn: "t1"}); return len(r), a, err },
		"model calls": func() (int, AsOf, error) { r, a, err := s.ModelCalls(ctx, "acme", "t1"); return len(r) + 1, a, err },
		"tool calls":  func() (int, AsOf, error) { r, a, err := s.ToolCalls(ctx, "acme", "t1"); return len(r) + 1, a, err },
		"lanes":       func() (int, AsOf, error) { r, a, err := s.Lanes(ctx, "acme", "t1"); return len(r) + 1, a, err },
		"rows":        func() (int, AsOf, error) { r, a, err := s.Rows(ctx, "acme", "t1"); return len(r) + 1, a, err },
		"flushes":     func() (int, AsOf, error) { r, a, err := s.Flushes(ctx, "acme", "t1"); return len(r) + 1, a, err },
		"links":       func() (int, AsOf, error) { r, a, err := s.Links(ctx, "acme", "lm"); return len(r) + 1, a, err },
		"flags":       func() (int, AsOf, error) { r, a, err := s.Flags(ctx, "acme"); return len(r) + 1, a, err },
		"rules":       func() (int, AsOf, error) { r, a, err := s.Rules(ctx, "acme"); return len(r) + 1, a, err },
		"library":     func() (int, AsOf, error) { r, a, err := s.Library(ctx, "acme", ""); return len(r.Tasks) + 1, a, err },
		"deliveries":  func() (int, AsOf, error) { r, a, err := s.Deliveries(ctx, "acme", "t2"); return len(r), a, err },
	} {
		if n, asOf, err := read(); n != 1 || asOf != (AsOf{Seq: 14, Index: 2, Epoch: "tape"}) || err != nil {
			t.Errorf("%s: %d as of %v: %v", name, n, asOf, err)
		}
	}
}

func TestQueriesReadTheTablesWithinTheirLimits(t *testing.T) {
	s := history(t, "refused-write")
	got, err := s.Query(t.Context(), "SELECT rule, hop FROM decisions WHERE turn_id = ? ORDER BY seq, idx -- ; not a second", []any{"t1"}, Limits{Rows: 2})
	want := Answer{AsOf: AsOf{Seq: 12, Index: 1, Epoch: "tape"}, Columns: []string{"rule", "hop"},
		Rows: [][]any{{"bucket/1", int64(0)}, {"router/1", int64(0)}}, Limit: 2, Truncated: true}
	if diff := gocmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v, want (-), got (+):\n%s", err, diff)
	}
	for text, reason := range map[string]QueryReason{
		" -- nothing":                            QueryEmpty,
		"SELECT 1; SELECT 2":                     QuerySeveral,
		"SELECT ';'; DROP TABLE turns":           QuerySeveral,
		"SELEC 1":                                QueryMistaken,
		"SELECT nothing FROM turns":              QueryMistaken,
		"DELETE FROM turns":                      QueryForbidden,
		"PRAGMA query_only = 0":                  QueryForbidden,
		"ATTACH 'x.db' AS x":                     QueryForbidden,
		"VACUUM INTO 'x.db'":                     QueryMistaken,
		"COMMIT":                                 QueryForbidden,
		"CREATE TEMP TABLE x (a)":                QueryForbidden,
		"WITH x AS (SELECT 1) DELETE FROM turns": QueryForbidden,
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n": QueryTooLong,
		"SELECT zeroblob(100000000)": QueryMistaken,
	} {
		limits := Limits{Time: time.Minute}
		if reason == QueryTooLong { // any other has the time that it needs
			limits.Time = 100 * time.Millisecond
		}
		_, err := s.Query(t.Context(), text, nil, limits)
		var refused *QueryError
		if !errors.As(err, &refused) || refused.Reason != reason {
			t.Errorf("%s: %v, should be %s", text, err, reason)
		}
	}
	// The connections go back to the pool as they were.
	for range 20 {
		if _, _, err := s.Turns(t.Context(), TurnFilter{}); err != nil {
			t.Fatal(err)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Query(gone, "SELECT 1", nil, Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller who is gone: %v", err)
	}
	if raw, err := json.Marshal(got); err != nil || !strings.Contains(string(raw), `"as_of":{"seq":12`) {
		t.Errorf("as JSON: %s, %v", raw, err)
	}
}

func TestMembersAreCutOutOfCanonicalObjects(t *testing.T) {
	for object, want := range map[string]string{
		`{"data":{"a":"}\"\\","b":[1,{}]},"id":"x"}`: `{"a":"}\"\\","b":[1,{}]}`,
		`{"a":"data","b":{"data":1},"data":12}`:      `12`,
		`{"actor":"x\\","data":"text, {","z":1}`:     `"text, {"`,
		`{"data":null}`:                              `null`,
		`{"datas":1}`:                                ``,
		`{}`:                                         ``,
		`{"data`:                                     ``,
		`not JSON`:                                   ``,
	} {
		if got, _ := memberOf([]byte(object), "data"); string(got) != want {
			t.Errorf("%s: got %s, want %s", object, got, want)
		}
	}
}

func TestAStepsDataIsWholeWhereTheLogKeepsItElsewhere(t *testing.T) {
	log := bus.Mem()
	a := bustest.NewAuthor(t, log, "0")
	a.Turn(t, 1)
	form := `{"elements_map":{"a":{"help":"` + strings.Repeat("long ", bus.SpillBytes/4) + `"}}}`
	a.Append(t, a.Session, "s0-t2", schemas.TurnRequested{Text: "a form", Key: "k", Digest: "d"},
		schemas.FormWritten{StepAddress: schemas.TaskAddress("p0.task"), Step: "s0-t1.m.1", Form: json.RawMessage(form)})
	s := projected(t, log, t.TempDir())
	defer closeStore(t, s)
	events, _, err := s.TurnEvents(t.Context(), "acme", "s0-t2", schemas.Position{}, 0)
	if err != nil || len(events) != 2 || !strings.HasPrefix(string(events[1].Data), `"blob:sha256-`) {
		t.Errorf("the event as it is stored: %v, %.100v", err, events)
	}
	task, _, err := s.Task(t.Context(), "acme", "p0.task", "s0")
	if err != nil || len(task.Steps) != 1 || string(task.Steps[0].Form) != form || !task.Steps[0].Changed {
		t.Errorf("the step as the session has it: %v, %.200v", err, task.Steps)
	}
}

func TestATurnThatWaitedIsSeveralSpans(t *testing.T) {
	log := bus.Mem()
	a, other := bustest.NewAuthor(t, log, "0"), bustest.NewAuthor(t, log, "1")
	begin := a.Append(t, a.Session, "t", schemas.TurnRequested{Text: "delete it", Key: "k", Digest: "d"})
	other.Turn(t, 1) // near enough to be gone through
	pause := a.Append(t, a.Session, "t", schemas.MessageWritten{Text: "Shall I?"})
	other.Turn(t, near)
	end := a.Append(t, a.Session, "t", schemas.TurnEnded{Status: schemas.TurnCompleted, Stop: schemas.StopEnd})
	s := projected(t, log, t.TempDir())
	defer closeStore(t, s)
	spans, _, err := s.TurnSpans(t.Context(), "acme", "t")
	if diff := gocmp.Diff([]Span{{begin, pause}, {end, end}}, spans); diff != "" || err != nil {
		t.Errorf("%v, want (-), got (+):\n%s", err, diff)
	}
}
