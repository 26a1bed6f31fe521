package worker_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/turn"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
)

func remove(ids ...string) agentstest.Answer {
	return agentstest.Calls(agentstest.Call("rm", "remove_steps", map[string]any{"step_ids": ids}))
}

// forked is a playbook whose first task holds a saved fork with steps below it.
var forked = schemas.PlaybookImported{Title: "P", Modules: []schemas.Module{{ID: "m1", Title: "M", Tasks: []schemas.Task{{ID: "t1", Title: "T", Steps: []schemas.Step{
	{ID: "a", Kind: schemas.Instruction, Title: "A"},
	{ID: "fork", Kind: schemas.Decision, Title: "Fork", Branches: []schemas.Branch{{Name: "yes", Steps: []schemas.Step{{ID: "deep", Kind: schemas.Email, Title: "Deep"}}}, {Name: "no"}}},
}}}}}}

var onFork = schemas.MustUIContext(`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p2","is_draft_active":true,"current_task_id":"t1","builder_mounts":1,"loaded_task":{"id":"t1","context":"PLAYBOOK","playbook_id":"p2"}}`)

// raised waits for the next card of a session and returns it.
func (h *house) raised(session schemas.SessionID, turn schemas.TurnID) schemas.InterruptRaised {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), 24*time.Hour)
	defer cancel()
	for batch, err := range h.log.Follow(ctx, bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary, ID: string(session), Turn: turn}) {
		if err != nil {
			h.t.Fatal(err)
		}
		for _, r := range batch {
			if e, ok := r.Event.(schemas.InterruptRaised); ok {
				return e
			}
		}
	}
	panic("follow ended without an error")
}

// withCard runs a turn of the task builder to its card, on a fresh house.
func withCard(t *testing.T, rounds []agentstest.Answer, f func(h *house, session schemas.SessionID, id schemas.TurnID, card schemas.InterruptRaised)) {
	t.Helper()
	inBubble(t, map[string][]agentstest.Answer{"router": {agentstest.Pick(schemas.TaskBuilder)}, "task-builder": rounds}, func(h *house, _ *agentstest.Script, session schemas.SessionID) {
		if err := h.rt.ImportPlaybook(h.t.Context(), vendor, "ann", "p2", forked, "import2"); err != nil {
			t.Fatal(err)
		}
		id, err := h.rt.Message(h.t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: "delete it", UIContext: &onFork, Key: "k"})
		if err != nil {
			t.Fatal(err)
		}
		f(h, session, id, h.raised(session, id))
	})
}

func (h *house) answer(session schemas.SessionID, card schemas.InterruptRaised, d schemas.CardDecision) error {
	return h.rt.Answer(h.t.Context(), vendor, session, turn.Answer{Card: card.Card, Decision: d, Fingerprint: card.Fingerprint})
}

func (h *house) wantRefused(err error, code schemas.Code) {
	h.t.Helper()
	var no *turn.Refused
	if !errors.As(err, &no) || no.Code != code {
		h.t.Errorf("the command met %v, want %s", err, code)
	}
}

// savedSteps is what stands in the first task of the forked playbook.
func (h *house) savedSteps() []string {
	h.t.Helper()
	var ids []string
	err := h.rt.World(h.t.Context(), vendor, []schemas.PlaybookID{"p2"}, worldSteps(&ids))
	if err != nil {
		h.t.Fatal(err)
	}
	return ids
}

// worldSteps lists the steps of the forked task, as they are saved.
func worldSteps(ids *[]string) func(agents.World) {
	return func(w agents.World) {
		task, _ := w.Playbook("p2").Task("t1")
		for _, s := range task.Steps.Top() {
			*ids = append(*ids, string(s.ID))
			for _, d := range s.Descendants() {
				*ids = append(*ids, string(d.ID))
			}
		}
	}
}

func TestACardNamesTargetsAndCascadeAndIsRaisedBeforeTheToolRuns(t *testing.T) {
	withCard(t, []agentstest.Answer{remove("fork", "unknown")}, func(h *house, session schemas.SessionID, id schemas.TurnID, card schemas.InterruptRaised) {
		want := schemas.InterruptRaised{
			Card: schemas.CardID(id) + ".m.2.card", Call: schemas.CallID(id) + ".m.2", Lane: "m", Tool: "remove_steps", Playbook: "p2", Task: "t1",
			Targets: []schemas.CardStep{{Step: "fork", Title: "Fork"}}, Cascade: []schemas.CardStep{{Step: "deep", Title: "Deep"}},
			Fingerprint: card.Fingerprint, Basis: card.Basis,
		}
		if diff := cmp.Diff(want, card); diff != "" {
			t.Errorf("card (-want +got):\n%s", diff)
		}
		if len(card.Fingerprint) != 64 {
			t.Errorf("fingerprint %q", card.Fingerprint)
		}
		if n := len(events[schemas.StepsRemoved](h, id)); n != 0 {
			t.Errorf("%d removals before an answer", n)
		}
	})
}

func TestAConfirmedCardDeletesOnceHoweverOftenItIsConfirmed(t *testing.T) {
	withCard(t, []agentstest.Answer{remove("fork"), {Text: "Gone."}}, func(h *house, session schemas.SessionID, id schemas.TurnID, card schemas.InterruptRaised) {
		for range 3 {
			if err := h.answer(session, card, schemas.Confirm); err != nil {
				t.Fatal(err)
			}
		}
		if want := (schemas.TurnEnded{Status: schemas.TurnCompleted, Stop: schemas.StopEnd, Closing: "0 built, 1 changed, 0 left unchanged."}); h.ended(id) != want {
			t.Errorf("ended %+v, want %+v", h.ended(id), want)
		}
		if err := h.answer(session, card, schemas.Confirm); err != nil {
			t.Errorf("the same answer after the end: %v", err)
		}
		h.wantRefused(h.answer(session, card, schemas.Decline), schemas.CodeCardSettled)
		if diff := cmp.Diff([]string{"a"}, h.savedSteps()); diff != "" {
			t.Errorf("saved (-want +got):\n%s", diff)
		}
		if n := len(events[schemas.InterruptAnswered](h, id)); n != 1 {
			t.Errorf("%d answers in the book", n)
		}
		if n := len(events[schemas.TurnClassified](h, id)); n != 1 {
			t.Errorf("%d routing decisions: a resumed turn shows none of its own", n)
		}
	})
}

func TestADeclinedCardDeletesNothingAndTheModelIsTold(t *testing.T) {
	withCard(t, []agentstest.Answer{remove("fork"), {Text: "Kept."}}, func(h *house, session schemas.SessionID, id schemas.TurnID, card schemas.InterruptRaised) {
		if err := h.answer(session, card, schemas.Decline); err != nil {
			t.Fatal(err)
		}
		if end := h.ended(id); end.Status != schemas.TurnCompleted || end.Closing != "" {
			t.Errorf("ended %+v", end)
		}
		if got := events[schemas.ToolReturned](h, id); len(got) != 1 || got[0].Code != schemas.CodeDeclined {
			t.Errorf("the tool came to %+v", got)
		}
		if diff := cmp.Diff([]string{"a", "fork", "deep"}, h.savedSteps()); diff != "" {
			t.Errorf("saved (-want +got):\n%s", diff)
		}
		h.wantRefused(h.answer(session, card, schemas.Confirm), schemas.CodeCardSettled)
	})
}

func TestACardWhoseTreeMovedIsStaleAndANewOneMayBeRaised(t *testing.T) {
	withCard(t, []agentstest.Answer{remove("fork"), remove("fork"), {Text: "Gone."}}, func(h *house, session schemas.SessionID, id schemas.TurnID, card schemas.InterruptRaised) {
		// Another session of the same user adds a step below the fork and saves it.
		other, err := h.rt.OpenSession(h.t.Context(), vendor, "ann", "p2", "other")
		if err != nil {
			t.Fatal(err)
		}
		h2 := open(h.t, h.log, bus.MemWakes(), agentstest.NewScript(map[string][]agentstest.Answer{
			"router": {agentstest.Pick(schemas.TaskBuilder)}, "task-builder": {agentstest.Calls(agentstest.Call("1", "add_step", map[string]any{"title": "New", "parent_id": "fork", "branch": "no"}))},
		}))
		h2.ask(other, "add it", onFork)
		h2.stop()
		if err := h.answer(session, card, schemas.Confirm); err != nil {
			t.Fatal(err)
		}
		second := h.cards(session, 2)[1]
		if got := events[schemas.InterruptStale](h, id); len(got) != 1 || got[0].Card != card.Card || got[0].Fingerprint == card.Fingerprint {
			t.Errorf("stale %+v", got)
		}
		if got := events[schemas.WriteRefused](h, id); len(got) != 1 || got[0].Code != schemas.CodeStaleCard {
			t.Errorf("refused %+v", got)
		}
		if len(second.Cascade) != 2 {
			t.Errorf("the new card takes %+v along, want both steps below the fork", second.Cascade)
		}
		if len(h.savedSteps()) != 4 {
			t.Errorf("saved %v, want all four", h.savedSteps())
		}
		if err := h.answer(session, second, schemas.Confirm); err != nil {
			t.Fatal(err)
		}
		h.ended(id)
		if diff := cmp.Diff([]string{"a"}, h.savedSteps()); diff != "" {
			t.Errorf("saved (-want +got):\n%s", diff)
		}
	})
}

// cards waits until a session has raised n cards.
func (h *house) cards(session schemas.SessionID, n int) []schemas.InterruptRaised {
	h.t.Helper()
	var all []schemas.InterruptRaised
	for batch, err := range h.log.Follow(h.t.Context(), bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary, ID: string(session)}) {
		if err != nil {
			h.t.Fatal(err)
		}
		for _, r := range batch {
			if e, ok := r.Event.(schemas.InterruptRaised); ok {
				all = append(all, e)
			}
		}
		if len(all) >= n {
			return all
		}
	}
	return nil
}

func TestAnAnswerToAnotherPlanOrCardMovesNeither(t *testing.T) {
	withCard(t, []agentstest.Answer{remove("a")}, func(h *house, session schemas.SessionID, id schemas.TurnID, card schemas.InterruptRaised) {
		wrong := card
		wrong.Fingerprint = "0000"
		h.wantRefused(h.answer(session, wrong, schemas.Confirm), schemas.CodeWrongFingerprint)
		wrong = card
		wrong.Card += "x"
		h.wantRefused(h.answer(session, wrong, schemas.Confirm), schemas.CodeUnknownCard)
		var input *worker.InputError
		if err := h.answer(session, card, ""); !errors.As(err, &input) {
			t.Errorf("an answer without a decision met %v", err)
		}
		if err := h.answer(session, card, schemas.Decline); err != nil {
			t.Errorf("the right answer after the wrong ones: %v", err)
		}
		h.ended(id)
	})
}

func TestANewMessageSupersedesTheCardAndRuns(t *testing.T) {
	withCard(t, []agentstest.Answer{remove("a"), {Text: "Something else."}}, func(h *house, session schemas.SessionID, id schemas.TurnID, card schemas.InterruptRaised) {
		next, end := h.ask(session, "never mind, hello", onFork)
		if end.Status != schemas.TurnCompleted {
			t.Errorf("the new turn ended %+v", end)
		}
		if want := (schemas.TurnEnded{Status: schemas.TurnCancelled, Stop: schemas.StopSuperseded}); h.ended(id) != want {
			t.Errorf("the paused turn ended %+v, want %+v", h.ended(id), want)
		}
		if got := events[schemas.InterruptSuperseded](h, id); len(got) != 1 || got[0].Reason != "new_message" {
			t.Errorf("superseded %+v", got)
		}
		h.wantRefused(h.answer(session, card, schemas.Confirm), schemas.CodeCardSettled)
		if len(h.savedSteps()) != 3 {
			t.Errorf("saved %v", h.savedSteps())
		}
		h.wantDispatches(next, schemas.DomainDispatched{Domain: schemas.TaskBuilder, By: "pin"})
	})
}

func TestAMessageThatKeepsTheCardIsRefusedWhileItIsOpen(t *testing.T) {
	withCard(t, []agentstest.Answer{remove("a"), says("Kept.")}, func(h *house, session schemas.SessionID, id schemas.TurnID, card schemas.InterruptRaised) {
		_, err := h.rt.Message(h.t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: "and now?", Key: "k2", ID: "u2", KeepCard: true})
		var no *turn.Refused
		if !errors.As(err, &no) || *no != (turn.Refused{Code: schemas.CodeCardOpen, Turn: id, Card: card.Card}) {
			t.Fatalf("refused by %v", err)
		}
		if err := h.answer(session, card, schemas.Decline); err != nil {
			t.Fatal(err)
		}
		h.ended(id)
		next, err := h.rt.Message(h.t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: "and now?", Key: "k3", ID: "u2", KeepCard: true})
		if err != nil {
			t.Fatal(err)
		}
		h.ended(next)
		if got := events[schemas.TurnRequested](h, next); len(got) != 1 || got[0].MessageID != "u2" {
			t.Errorf("requested %+v", got)
		}
	})
}

func TestStoppingAPausedTurnSettlesItsCard(t *testing.T) {
	withCard(t, []agentstest.Answer{remove("a")}, func(h *house, session schemas.SessionID, id schemas.TurnID, card schemas.InterruptRaised) {
		if err := h.rt.Cancel(h.t.Context(), vendor, session, turn.Cancel{Turn: id}); err != nil {
			t.Fatal(err)
		}
		if end := h.ended(id); end.Status != schemas.TurnCancelled {
			t.Errorf("ended %+v", end)
		}
		h.wantRefused(h.answer(session, card, schemas.Confirm), schemas.CodeCardSettled)
	})
}

func TestACardOutlivesItsProcess(t *testing.T) {
	withCard(t, []agentstest.Answer{remove("fork")}, func(h *house, session schemas.SessionID, id schemas.TurnID, card schemas.InterruptRaised) {
		h.stop()
		h2 := open(h.t, h.log, bus.MemWakes(), agentstest.NewScript(nil))
		if err := h2.answer(session, card, schemas.Confirm); err != nil {
			t.Fatal(err)
		}
		if end := h2.ended(id); end.Status != schemas.TurnCompleted {
			t.Errorf("ended %+v", end)
		}
		if diff := cmp.Diff([]string{"a"}, h2.savedSteps()); diff != "" {
			t.Errorf("saved (-want +got):\n%s", diff)
		}
		h2.stop()
		h.stop = func() {}
	})
}

func TestStepsOfThisTurnGoWithoutACardUntilTheyAreFlushed(t *testing.T) {
	add := agentstest.Calls(agentstest.Call("1", "add_step", map[string]any{"title": "Fresh"}))
	inBubble(t, map[string][]agentstest.Answer{"router": {agentstest.Pick(schemas.TaskBuilder)}, "task-builder": {add, {Text: "x"}}}, func(h *house, script *agentstest.Script, session schemas.SessionID) {
		if err := h.rt.ImportPlaybook(h.t.Context(), vendor, "ann", "p2", forked, "import2"); err != nil {
			t.Fatal(err)
		}
		id := turnOf(session)
		fresh := string(id) + ".m.2"
		script.Say("task-builder", add, remove(fresh), agentstest.Calls(agentstest.Call("1", "add_step", map[string]any{"title": "Second"})), remove(string(id)+".m.6", "a"), agentstest.Answer{Text: "y"})
		if _, err := h.rt.Message(h.t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: "x", UIContext: &onFork, Key: "k"}); err != nil {
			t.Fatal(err)
		}
		card := h.raised(session, id)
		if removed := events[schemas.StepsRemoved](h, id); len(removed) != 1 || string(removed[0].Steps[0]) != fresh {
			t.Errorf("removed without a card %+v, want the fresh step", removed)
		}
		if len(card.Targets) != 2 {
			t.Errorf("the card asks for %+v, want the flushed step and the saved one", card.Targets)
		}
		if err := h.answer(session, card, schemas.Confirm); err != nil {
			t.Fatal(err)
		}
		h.ended(id)
		if diff := cmp.Diff([]string{"fork", "deep"}, h.savedSteps()); diff != "" {
			t.Errorf("saved (-want +got):\n%s", diff)
		}
	})
}

func TestOnlyUnknownStepsAreRefusedWithoutACard(t *testing.T) {
	inBubble(t, map[string][]agentstest.Answer{"router": {agentstest.Pick(schemas.TaskBuilder)}, "task-builder": {remove("x", "y"), {Text: "There are none."}}},
		func(h *house, _ *agentstest.Script, session schemas.SessionID) {
			id, _ := h.ask(session, "delete them", withBuilder("t1"))
			if got := events[schemas.WriteRefused](h, id); len(got) != 1 || got[0].Code != schemas.CodeUnknownStep {
				t.Errorf("refused %+v", got)
			}
			if got := events[schemas.InterruptRaised](h, id); len(got) != 0 {
				t.Errorf("raised %+v", got)
			}
		})
}

func TestOfTwoAnswersAtOnceTheFirstWins(t *testing.T) {
	withCard(t, []agentstest.Answer{remove("fork")}, func(h *house, session schemas.SessionID, id schemas.TurnID, card schemas.InterruptRaised) {
		results := make(chan error, 2)
		for _, d := range []schemas.CardDecision{schemas.Confirm, schemas.Decline} {
			go func() { results <- h.answer(session, card, d) }()
		}
		one, two := <-results, <-results
		if (one == nil) == (two == nil) {
			t.Errorf("answers met %v and %v, want one success and one conflict", one, two)
		}
		h.ended(id)
		if n := len(events[schemas.InterruptAnswered](h, id)); n != 1 {
			t.Errorf("%d answers in the book", n)
		}
	})
}
