package worker_test

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/turn"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
)

var errBroken = &agents.Error{Code: schemas.CodeModelError, Message: "overloaded"}

// events are a turn's events of one type.
func events[E schemas.Event](h *house, id schemas.TurnID) []E {
	h.t.Helper()
	var all []E
	for r, err := range h.log.Read(h.t.Context(), bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary, Turn: id}) {
		if err != nil {
			h.t.Fatal(err)
		}
		if e, ok := r.Event.(E); ok {
			all = append(all, e)
		}
	}
	return all
}

// inBubble runs a test in virtual time, on a furnished house with a scripted model.
func inBubble(t *testing.T, answers map[string][]agentstest.Answer, f func(h *house, script *agentstest.Script, session schemas.SessionID)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		script := agentstest.NewScript(answers)
		h := open(t, bus.Mem(), bus.MemWakes(), script)
		h.furnish()
		session := h.session()
		f(h, script, session)
		h.decidedAgain(session)
		h.stop()
	})
}

func TestAnUnusableRouterAnswerFallsToTheEditorOnItsRouteAndToTheGuideElsewhere(t *testing.T) {
	elsewhere := schemas.MustUIContext(`{"page":"playbooks"}`)
	answers := []struct {
		name   string
		answer agentstest.Answer
		last   schemas.Rung
	}{
		{"no JSON", agentstest.Answer{Text: "the editor, I think"}, schemas.Rung{Name: "well_formed", Input: "the editor, I think"}},
		{"nothing", agentstest.Answer{Text: " "}, schemas.Rung{Name: "well_formed", Input: " "}},
		{"an unknown domain", agentstest.Answer{Text: `{"domain":"janitor"}`}, schemas.Rung{Name: "known", Input: "janitor"}},
		{"the router itself", agentstest.Answer{Text: `{"domain":"router"}`}, schemas.Rung{Name: "known", Input: "router"}},
		{"an error", agentstest.Answer{Err: errors.New("out of order")}, schemas.Rung{Name: "answered", Input: "MODEL_ERROR"}},
		{"a time-out", agentstest.Answer{Hang: true}, schemas.Rung{Name: "answered", Input: "MODEL_TIMEOUT"}},
	}
	for _, a := range answers {
		for _, at := range []struct {
			ui   schemas.UIContext
			want schemas.Domain
		}{{onEditor, schemas.PlaybookEditor}, {elsewhere, schemas.Guide}} {
			t.Run(a.name+" on "+at.ui.Page(), func(t *testing.T) {
				inBubble(t, map[string][]agentstest.Answer{"router": {a.answer}}, func(h *house, _ *agentstest.Script, session schemas.SessionID) {
					id, end := h.ask(session, "Hello", at.ui)
					if want := (schemas.TurnEnded{Status: schemas.TurnCompleted, Stop: schemas.StopEnd}); end != want {
						t.Errorf("ended %+v, want %+v", end, want)
					}
					c := events[schemas.TurnClassified](h, id)
					if len(c) != 1 || c[0].Pick != at.want || !c[0].Fallback || c[0].Ladder.Rungs[len(c[0].Ladder.Rungs)-1] != a.last {
						t.Errorf("classified %+v, want the fallback %s at rung %+v", c, at.want, a.last)
					}
					if pins := events[schemas.DomainPinned](h, id); len(pins) != 0 {
						t.Errorf("a guess was pinned: %+v", pins)
					}
				})
			})
		}
	}
}

func TestAModelThatFailsIsTriedThreeTimesAndThenTheTurnFailsPlainly(t *testing.T) {
	broken := agentstest.Answer{Err: &agents.Error{Code: schemas.CodeModelError, Message: "overloaded"}}
	inBubble(t, map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.PlaybookEditor)}, "playbook-editor": {broken, broken, broken},
	}, func(h *house, script *agentstest.Script, session schemas.SessionID) {
		id, end := h.ask(session, "Rename module 1 to X", onEditor)
		want := schemas.TurnEnded{Status: schemas.TurnFailed, Stop: schemas.StopModelFailed, Closing: "This came to no end: overloaded (MODEL_ERROR)."}
		if end != want {
			t.Errorf("ended %+v, want %+v", end, want)
		}
		if n := len(events[schemas.ModelFailed](h, id)); n != 3 {
			t.Errorf("%d failures in the book, want 3", n)
		}
		if n := len(script.Asked); n != 4 {
			t.Errorf("the model was asked %d times, want once for the router and three times for the editor", n)
		}
	})
}

func TestAModelThatHangsIsGivenUpAtItsDeadlineAndTriedAgain(t *testing.T) {
	inBubble(t, map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.PlaybookEditor)}, "playbook-editor": {{Hang: true}, {Text: "Here."}},
	}, func(h *house, _ *agentstest.Script, session schemas.SessionID) {
		id, end := h.ask(session, "Hello", onEditor)
		if end.Status != schemas.TurnCompleted {
			t.Errorf("ended %+v", end)
		}
		f := events[schemas.ModelFailed](h, id)
		if len(f) != 1 || f[0].Code != schemas.CodeModelTimeout {
			t.Errorf("failures %+v, want one time-out", f)
		}
	})
}

func TestWhatAModelGetsWrongIsToldToItAndTheTurnGoesOn(t *testing.T) {
	wrong := []schemas.ToolRequest{
		agentstest.Call("1", "sing", map[string]any{}),
		agentstest.Call("2", "add_step", map[string]any{"title": "A"}), // not the editor's tool
		{ID: "3", Name: "rename_module", Args: json.RawMessage(`{"module_index":`)},
		{ID: "4", Name: "rename_module", Args: json.RawMessage(`{"module_index":"one","title":"X"}`)},
		agentstest.Call("5", "rename_module", map[string]any{"module_index": 9, "title": "X"}),
		agentstest.Call("6", "rename_module", map[string]any{"module_index": 0, "title": " "}),
		agentstest.Call("7", "rename_module", map[string]any{"module_index": 0, "title": "X", "task_id": "t1"}),
		agentstest.Call("8", "build_task_steps", map[string]any{"targets": []any{}}),
		agentstest.Call("9", "add_task", map[string]any{"module_index": 1, "title": "In a linked module"}),
		agentstest.Call("10", "rename_module", map[string]any{"module_index": 0, "title": "Week one"}),
		{ID: "11", Name: "rename_module"},
		{ID: "\xff", Name: "rename\x00", Args: json.RawMessage(`"\ud800"`)},
	}
	inBubble(t, map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.PlaybookEditor)}, "playbook-editor": {agentstest.Calls(wrong...), {Text: "Well."}},
	}, func(h *house, script *agentstest.Script, session schemas.SessionID) {
		id, end := h.ask(session, "Do all kinds of things", onEditor)
		if end.Status != schemas.TurnCompleted {
			t.Errorf("ended %+v", end)
		}
		var got []schemas.Code
		for _, r := range events[schemas.ToolReturned](h, id) {
			got = append(got, r.Code)
		}
		want := []schemas.Code{
			"UNKNOWN_TOOL", "UNKNOWN_TOOL", "INVALID_ARGUMENTS", "INVALID_ARGUMENTS", "INVALID_INDEX", "INVALID_ARGUMENTS",
			"INVALID_ARGUMENTS", "INVALID_ARGUMENTS", "LINKED_MODULE", "", "INVALID_INDEX", "UNKNOWN_TOOL",
		}
		want[10] = "INVALID_ARGUMENTS" // no arguments at all
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("results (-want +got):\n%s", diff)
		}
		last := script.Asked[len(script.Asked)-1]
		if n := len(last.Messages); n != 2+len(wrong) {
			t.Errorf("the model was told %d messages, want the user's, its own and a result for each call", n)
		}
	})
}

func TestAModelThatNeverEndsIsStopped(t *testing.T) {
	var rounds []agentstest.Answer
	for range 2 * turn.MaxRounds {
		rounds = append(rounds, agentstest.Calls(agentstest.Call("1", "sing", map[string]any{})))
	}
	inBubble(t, map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.PlaybookEditor)}, "playbook-editor": rounds,
	}, func(h *house, script *agentstest.Script, session schemas.SessionID) {
		_, end := h.ask(session, "Go on for ever", onEditor)
		if end.Status != schemas.TurnFailed || end.Stop != schemas.StopRoundsExhausted {
			t.Errorf("ended %+v", end)
		}
		if n := len(script.Asked); n != 1+turn.MaxRounds {
			t.Errorf("the model was asked %d times", n)
		}
	})
}

func TestASubAgentThatHangsFailsItsRowAfter300SecondsAndTheOthersGoOn(t *testing.T) {
	hang := agentstest.Answer{Hang: true}
	add := func(title string) agentstest.Answer {
		return agentstest.Calls(agentstest.Call("1", "add_step", map[string]any{"title": title}))
	}
	inBubble(t, map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.PlaybookEditor)},
		"playbook-editor": {agentstest.Calls(agentstest.Call("1", "build_task_steps", map[string]any{"targets": []map[string]int{
			{"module_index": 0, "task_index": 0},
		}}))},
		"step-writer": {add("Written in time"), hang, hang, hang},
	}, func(h *house, _ *agentstest.Script, session schemas.SessionID) {
		id, end := h.ask(session, "Build it", onEditor)
		if want := (schemas.TurnEnded{Status: schemas.TurnCompleted, Stop: schemas.StopEnd, Closing: "1 built, 0 left unchanged."}); end != want {
			t.Errorf("ended %+v, want %+v", end, want)
		}
		lanes := events[schemas.LaneEnded](h, id)
		if diff := cmp.Diff([]schemas.LaneEnded{{Lane: "t0_0", Outcome: "timed_out", Code: schemas.CodeTimedOut, Built: 1}}, lanes); diff != "" {
			t.Errorf("lanes (-want +got):\n%s", diff)
		}
		rows := events[schemas.RowChanged](h, id)
		want := schemas.RowChanged{Row: "t0_0", Title: "Set up the laptop", Status: schemas.RowFailed, Detail: "its 300 seconds are over; 1 built, 0 left unchanged"}
		if got := rows[len(rows)-1]; got != want {
			t.Errorf("last row %+v, want %+v", got, want)
		}
	})
}

func TestCancelKeepsWhatWasWrittenAndEndsTheTurnOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		said := make(chan struct{}, 1)
		h := open(t, bus.Mem(), bus.MemWakes(), agentstest.NewScript(map[string][]agentstest.Answer{
			"router": {agentstest.Pick(schemas.PlaybookEditor)},
			"playbook-editor": {agentstest.Calls(agentstest.Call("1", "build_task_steps", map[string]any{"targets": []map[string]int{
				{"module_index": 0, "task_index": 1}, {"module_index": 0, "task_index": 0}, {"module_index": 0, "task_index": 2},
			}}))},
			"step-writer": {
				agentstest.Calls(agentstest.Call("1", "add_step", map[string]any{"title": "Kept"})),
				{Hang: true}, {Hang: true, Said: said},
			},
		}))
		h.furnish()
		session := h.session()
		ui := onEditor
		id, err := h.rt.Message(t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: "Build", UIContext: &ui, Key: "k"})
		if err != nil {
			t.Fatal(err)
		}
		<-said
		for range 3 { // stopping it again changes nothing
			if err := h.rt.Cancel(t.Context(), vendor, session, turn.Cancel{Turn: id, Reason: "enough"}); err != nil {
				t.Fatal(err)
			}
		}
		want := schemas.TurnEnded{Status: schemas.TurnCancelled, Stop: schemas.StopCancelled, Closing: "1 built, 0 left unchanged."}
		if end := h.ended(id); end != want {
			t.Errorf("ended %+v, want %+v", end, want)
		}
		if n := len(events[schemas.TurnEnded](h, id)); n != 1 {
			t.Errorf("it ended %d times", n)
		}
		last := map[schemas.RowID]schemas.RowStatus{}
		for _, r := range events[schemas.RowChanged](h, id) {
			last[r.Row] = r.Status
		}
		for row, status := range last {
			if !status.Final() {
				t.Errorf("row %s is left %s", row, status)
			}
		}
		if o := h.outcome(session); len(o.Saved) != 1 {
			t.Errorf("saved %v, want what was written before the stop", o.Saved)
		}
		h.decidedAgain(session)
		h.stop()
	})
}

func TestASecondMessageMeetsATypedConflictOrWaits(t *testing.T) {
	hold := make(chan struct{})
	said := make(chan struct{})
	h := open(t, bus.Mem(), bus.MemWakes(), agentstest.NewScript(map[string][]agentstest.Answer{
		"router":          {agentstest.Pick(schemas.PlaybookEditor)},
		"playbook-editor": {{Text: "First.", Hold: hold, Said: said}, {Text: "Second."}},
	}))
	h.furnish()
	session := h.session()
	ui := onEditor
	send := func(text, key string, queue bool) (schemas.TurnID, error) {
		return h.rt.Message(t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: text, UIContext: &ui, Key: key, Queue: queue})
	}
	first, err := send("one", "k1", false)
	if err != nil {
		t.Fatal(err)
	}
	<-said
	_, err = send("two", "k2", false)
	var no *turn.Refused
	if !errors.As(err, &no) || no.Code != schemas.CodeTurnRunning || no.Turn != first {
		t.Errorf("a second message met %v, want %s naming %s", err, schemas.CodeTurnRunning, first)
	}
	if again, err := send("one", "k1", false); err != nil || again != first {
		t.Errorf("the same message again is turn %s, %v; want %s", again, err, first)
	}
	if _, err := send("another", "k1", false); !errors.As(err, &no) || no.Code != schemas.CodeKeyConflict {
		t.Errorf("other content under the same key met %v", err)
	}
	queued, err := send("three", "k3", true)
	if err != nil {
		t.Fatal(err)
	}
	close(hold)
	h.ended(first)
	h.ended(queued)
	if m := events[schemas.MessageWritten](h, queued); len(m) != 1 || m[0].Text != "Second." {
		t.Errorf("the queued turn said %+v", m)
	}
	h.decidedAgain(session)
}

func TestTheSameMessageTenTimesAtOnceIsOneTurn(t *testing.T) {
	h := open(t, bus.Mem(), bus.MemWakes(), agentstest.NewScript(map[string][]agentstest.Answer{"router": {agentstest.Pick(schemas.Guide)}}))
	h.furnish()
	session := h.session()
	ui := onEditor
	var wg sync.WaitGroup
	ids := make([]schemas.TurnID, 10)
	for i := range ids {
		wg.Go(func() {
			var err error
			ids[i], err = h.rt.Message(t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: "How many?", UIContext: &ui, Key: "k"})
			if err != nil {
				t.Errorf("message %d: %v", i, err)
			}
		})
	}
	wg.Wait()
	for _, id := range ids {
		if id != turnOf(session) {
			t.Errorf("turns %v, want ten times the same", ids)
		}
	}
	h.ended(ids[0])
	if got := strings.Count(strings.Join(h.story(ids[0]), " "), "turn.requested"); got != 1 {
		t.Errorf("%d requests in the book", got)
	}
}

// An edit whose acknowledgement was lost is sent again: it is there once. The same key
// with other content is refused.
func TestAnEditIsDoneOnceForItsKeyAndOtherContentIsRefused(t *testing.T) {
	h := open(t, bus.Mem(), bus.MemWakes(), agentstest.NewScript(nil))
	h.furnish()
	edit := schemas.DocumentEdit{Op: schemas.AddTask, Playbook: "p1", Module: "m1", Task: "new", Title: "Order a badge", AfterTask: "t3"}
	first, err := h.rt.EditDocument(t.Context(), vendor, "ann", edit, "K")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := h.rt.EditDocument(t.Context(), vendor, "ann", edit, "K"); err != nil || again != first {
		t.Errorf("again it is at %d, %v; want %d", again, err, first)
	}
	edit.Title = "Order two badges"
	_, err = h.rt.EditDocument(t.Context(), vendor, "ann", edit, "K")
	var no *turn.Refused
	if !errors.As(err, &no) || no.Code != schemas.CodeKeyConflict || no.At != first {
		t.Errorf("other content met %v, want a conflict that names %d", err, first)
	}
	if _, err := h.rt.CreatePlaybook(t.Context(), vendor, "ann", "One", "P"); err != nil {
		t.Fatal(err)
	}
	if _, err := h.rt.CreatePlaybook(t.Context(), vendor, "ann", "Other", "P"); !errors.As(err, &no) || no.Code != schemas.CodeKeyConflict {
		t.Errorf("another playbook under the same key met %v", err)
	}
}
