package worker_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/offline"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
)

// outcome is what must be the same whatever was killed when: steps and refusals by
// lane and in order, the rows' last state, the saved trees, the end.
type outcome struct {
	Steps    map[string][]string
	Refusals map[string][]string
	Rows     map[string]string
	Saved    []string
	End      schemas.TurnEnded
}

func (h *house) outcome(session schemas.SessionID) outcome {
	h.t.Helper()
	o := outcome{Steps: map[string][]string{}, Refusals: map[string][]string{}, Rows: map[string]string{}}
	ended := 0
	for r, err := range h.log.Read(h.t.Context(), bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary, ID: string(session)}) {
		if err != nil {
			h.t.Fatal(err)
		}
		switch e := r.Event.(type) {
		case schemas.StepAdded:
			task := string(r.Draft.Subject.Task)
			o.Steps[task] = append(o.Steps[task], fmt.Sprintf("%s %s %q in %v", e.Step, e.Kind, e.Title, e.Place))
		case schemas.WriteRefused:
			o.Refusals[string(e.Lane)] = append(o.Refusals[string(e.Lane)], string(e.Code)+" "+e.Detail)
		case schemas.StepsRemoved:
			o.Saved = append(o.Saved, fmt.Sprintf("removed %v", e.Steps))
		case schemas.RowChanged:
			o.Rows[string(e.Row)] = string(e.Status) + " " + e.Detail
		case schemas.TurnEnded:
			ended++
			o.End = e
		}
	}
	if ended != 1 {
		h.t.Errorf("the turn ended %d times", ended)
	}
	for r, err := range h.log.Read(h.t.Context(), bus.Query{Vendor: vendor, Kind: schemas.PlaybookBoundary}) {
		if err != nil {
			h.t.Fatal(err)
		}
		switch e := r.Event.(type) {
		case schemas.StepsFlushed:
			for _, s := range e.Steps {
				var step struct {
					ID    string `json:"step_id"`
					Title string `json:"title"`
				}
				if err := json.Unmarshal(s.Data, &step); err != nil {
					h.t.Fatal(err)
				}
				o.Saved = append(o.Saved, fmt.Sprintf("%s: %s %s", s.Task, step.ID, step.Title))
			}
		case schemas.TaskAdded, schemas.ModuleAdded, schemas.TaskRenamed:
			o.Saved = append(o.Saved, fmt.Sprintf("%T %+v", e, e))
		}
	}
	// Lanes run side by side: what they wrote into one plan is in the order of the
	// tasks' first writes, which differs from run to run.
	slices.Sort(o.Saved)
	return o
}

func TestAWorkerKilledAtAnyAppendChangesNothing(t *testing.T) {
	asks := []struct {
		name string
		text string
		ui   schemas.UIContext
	}{
		{"a fan-out with a linked module", "Build subtasks for every task in this playbook", onEditor},
		{"chrome, then a fan-out", `Add a module called "Second week" and build out its tasks' subtasks`, onEditor},
		{"a new task", `Add a task called "Order a badge" to module 1`, onEditor},
		{"the open builder", "Add an approval step after the first one", withBuilder("t1")},
		{"a card, confirmed", "Delete step 1", withBuilder("t1")},
		{"a step, then a card", `Add a step "Fresh" at the end, then delete step 1`, withBuilder("t1")},
		{"a hand-back", `Rename this task to "Prepare the laptop"`, withBuilder("t1")},
	}
	for _, ask := range asks {
		t.Run(ask.name, func(t *testing.T) {
			want, appends := runKilled(t, ask.text, ask.ui, -1, false)
			if appends < 5 {
				t.Fatalf("the whole turn is %d appends: there is nothing to kill", appends)
			}
			if removed := slices.Contains(want.Saved, "removed [old]"); removed != strings.Contains(ask.name, "card") {
				t.Fatalf("the whole turn saved %v", want.Saved)
			}
			for k := range appends {
				for _, after := range []bool{false, true} {
					got, _ := runKilled(t, ask.text, ask.ui, k, after)
					if diff := cmp.Diff(want, got); diff != "" {
						t.Fatalf("killed at append %d of %d (written: %v), the outcome differs (-whole +killed):\n%s", k, appends, after, diff)
					}
				}
			}
		})
	}
}

// runKilled runs a turn whose process dies at its k-th append, and another that
// takes it up. k below 0 lets it live; appends is then how many there were.
func runKilled(t *testing.T, text string, ui schemas.UIContext, k int, after bool) (outcome, int) {
	t.Helper()
	return runKilledWith(t, offline.New(offline.Options{}), text, ui, k, after)
}

// runKilledWith is [runKilled] with a model of one's own.
func runKilledWith(t *testing.T, model agents.Model, text string, ui schemas.UIContext, k int, after bool) (outcome, int) {
	t.Helper()
	log, wakes := bus.Mem(), bus.MemWakes()
	h := open(t, log, wakes, model)
	h.furnish()
	session := h.session()
	h.stop()

	died := make(chan struct{})
	const many = 1 << 20
	d := &agentstest.Dying{Log: log, Left: many, After: after, Die: func() { close(died) }}
	if k >= 0 {
		d.Left = k
	}
	first := open(t, d, wakes, model)
	_, err := first.rt.Message(t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: text, UIContext: &ui, Key: "k"})
	if k < 0 {
		if err != nil {
			t.Fatal(err)
		}
		first.confirmToTheEnd(session)
		first.stop()
		first.decidedAgain(session)
		return first.outcome(session), many - d.Left
	}
	confirming := make(chan struct{})
	go func() {
		defer close(confirming)
		first.confirmUntil(session, died)
	}()
	<-died
	<-confirming
	first.stop()

	second := open(t, log, wakes, model)
	// A command whose answer was lost is sent again, under its key.
	if _, err := second.rt.Message(t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: text, UIContext: &ui, Key: "k"}); err != nil {
		t.Fatal(err)
	}
	second.confirmToTheEnd(session)
	second.stop()
	second.decidedAgain(session)
	return second.outcome(session), 0
}

// confirmToTheEnd says yes to every card of the turn until it has ended.
func (h *house) confirmToTheEnd(session schemas.SessionID) {
	h.t.Helper()
	if !h.confirmUntil(session, nil) {
		h.t.Fatalf("the turn has not ended:\n%v", h.story(turnOf(session)))
	}
}

// confirmUntil says yes to every card of the turn until it has ended, or the process
// has died. A yes that is said again, to a card of a process that died, changes
// nothing.
func (h *house) confirmUntil(session schemas.SessionID, died <-chan struct{}) (ended bool) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if died != nil {
		go func() {
			select {
			case <-died:
				cancel()
			case <-ctx.Done():
			}
		}()
	}
	for batch, err := range h.log.Follow(ctx, bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary, Turn: turnOf(session)}) {
		if err != nil {
			return false
		}
		for _, r := range batch {
			switch e := r.Event.(type) {
			case schemas.TurnEnded:
				return true
			case schemas.InterruptRaised:
				if err := h.answer(session, e, schemas.Confirm); err != nil && !errors.Is(err, agentstest.ErrDead) {
					h.t.Errorf("confirm: %v", err)
				}
			}
		}
	}
	return false
}
