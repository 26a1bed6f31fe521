package worker_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/documents"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
)

func words(s string) *string { return &s }

// hand is a person's edit of a task of a playbook.
func (h *house) hand(playbook schemas.PlaybookID, changes ...schemas.StepEdit) worker.EditedByHand {
	h.t.Helper()
	done, err := h.rt.EditSteps(h.t.Context(), worker.HandCommand{Vendor: vendor, User: "ann", Subject: schemas.Subject{Playbook: playbook, Task: "t1"}}, changes)
	if err != nil {
		h.t.Fatal(err)
	}
	return done
}

// top is what stands at the top of a saved task of a playbook.
func (h *house) top(playbook schemas.PlaybookID) []schemas.StepID {
	h.t.Helper()
	var ids []schemas.StepID
	err := h.rt.World(h.t.Context(), vendor, []schemas.PlaybookID{playbook}, func(w agents.World) {
		task, _ := w.Playbook(playbook).Task("t1")
		for _, s := range task.Steps.Top() {
			ids = append(ids, s.ID)
		}
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return ids
}

func TestACardWhoseStepsWereEditedByHandIsStale(t *testing.T) {
	for name, edit := range map[string]schemas.StepEdit{
		"new words of a target":      {Op: schemas.OpUpdate, Step: "fork", Title: words("Which way?")},
		"new words of what it holds": {Op: schemas.OpUpdate, Step: "deep", Title: words("Deeper")},
		"one more step inside":       {Op: schemas.OpAdd, Kind: schemas.Email, Title: words("In"), Place: &schemas.Place{Parent: "fork", Branch: "no"}},
		"one step less inside":       {Op: schemas.OpMove, Step: "deep", Place: &schemas.Place{}},
		"the target itself is gone":  {Op: schemas.OpRemove, Steps: []schemas.StepID{"fork"}, Cascade: []schemas.StepID{"deep"}},
	} {
		t.Run(name, func(t *testing.T) {
			withCard(t, []agentstest.Answer{remove("fork"), {Text: "So be it."}}, func(h *house, session schemas.SessionID, id schemas.TurnID, card schemas.InterruptRaised) {
				h.hand("p2", edit)
				before := h.savedSteps()
				if err := h.answer(session, card, schemas.Confirm); err != nil {
					t.Fatal(err)
				}
				h.ended(id)
				if got := events[schemas.InterruptStale](h, id); len(got) != 1 || got[0].Card != card.Card {
					t.Errorf("stale %+v", got)
				}
				if diff := cmp.Diff(before, h.savedSteps()); diff != "" {
					t.Errorf("a stale card's yes changed the tree (-want +got):\n%s", diff)
				}
			})
		})
	}
}

func TestACardIsGoodAgainWhenTheEditUnderItIsUndone(t *testing.T) {
	withCard(t, []agentstest.Answer{remove("fork"), {Text: "Gone."}}, func(h *house, session schemas.SessionID, id schemas.TurnID, card schemas.InterruptRaised) {
		edit := h.hand("p2", schemas.StepEdit{Op: schemas.OpUpdate, Step: "fork", Title: words("Which way?")})
		if _, err := h.rt.UndoSteps(t.Context(), worker.HandCommand{Vendor: vendor, User: "ann", Subject: schemas.Subject{Playbook: "p2", Task: "t1"}}, edit.Event); err != nil {
			t.Fatal(err)
		}
		if err := h.answer(session, card, schemas.Confirm); err != nil {
			t.Fatal(err)
		}
		h.ended(id)
		if diff := cmp.Diff([]string{"a"}, h.savedSteps()); diff != "" {
			t.Errorf("saved (-want +got):\n%s", diff)
		}
	})
}

// A turn writes behind a step that a person removes meanwhile: the turn goes on, and
// its flush refuses what has nothing to stand behind; the rest lands.
func TestAStepBehindOneThatWasRemovedByHandIsRefusedByTheFlush(t *testing.T) {
	said, hold := make(chan struct{}), make(chan struct{})
	writes := agentstest.Calls(
		agentstest.Call("1", "add_step", map[string]any{"title": "Behind", "after_id": "old"}),
		agentstest.Call("2", "add_step", map[string]any{"title": "First", "after_id": ""}),
	)
	inBubble(t, map[string][]agentstest.Answer{
		"router":       {agentstest.Pick(schemas.TaskBuilder)},
		"task-builder": {writes, {Text: "Both added.", Hold: hold, Said: said}},
	}, func(h *house, _ *agentstest.Script, session schemas.SessionID) {
		ui := withBuilder("t1")
		id, err := h.rt.Message(t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: "add two", UIContext: &ui, Key: "k"})
		if err != nil {
			t.Fatal(err)
		}
		<-said
		h.hand("p1", schemas.StepEdit{Op: schemas.OpRemove, Steps: []schemas.StepID{"old"}},
			schemas.StepEdit{Op: schemas.OpAdd, Step: "mine", Kind: schemas.Email, Title: words("Mine")})
		close(hold)
		h.ended(id)
		flushed := events[schemas.FlushApplied](h, id)
		if len(flushed) != 1 || flushed[0].Applied != 1 || len(flushed[0].Refused) != 1 || flushed[0].Refused[0].Code != schemas.CodeGone {
			t.Errorf("flushed %+v", flushed)
		}
		if diff := cmp.Diff([]schemas.StepID{schemas.StepID(id) + ".m.3", "mine"}, h.top("p1")); diff != "" {
			t.Errorf("saved (-want +got):\n%s", diff)
		}
	})
}

func TestAnEditByHandIsFoundAgainByItsKeyInAnotherProcess(t *testing.T) {
	log := bus.Mem()
	h := open(t, log, bus.MemWakes(), agentstest.NewScript(nil))
	h.furnish()
	other := open(t, log, bus.MemWakes(), agentstest.NewScript(nil))
	c := worker.HandCommand{Vendor: vendor, User: "ann", Subject: schemas.Subject{Playbook: "p1", Task: "t1"}, Key: "k"}
	rename := []schemas.StepEdit{{Op: schemas.OpUpdate, Step: "old", Title: words("Unbox it")}}
	edit, err := h.rt.EditSteps(t.Context(), c, rename)
	if err != nil {
		t.Fatal(err)
	}
	again, err := other.rt.EditSteps(t.Context(), c, rename)
	if err != nil || again.Seq != edit.Seq || again.Event != edit.Event || !cmp.Equal(edit.Touched, again.Touched) {
		t.Errorf("again, it answers %+v (%v), first %+v", again, err, edit)
	}
	_, err = other.rt.EditSteps(t.Context(), c, []schemas.StepEdit{{Op: schemas.OpUpdate, Step: "old", Title: words("Open it")}})
	h.wantRefused(err, schemas.CodeKeyConflict)
	c.Key = "k2"
	undo, err := other.rt.UndoSteps(t.Context(), c, edit.Event)
	if err != nil {
		t.Fatal(err)
	}
	c.Key = "k3"
	var no *documents.Refusal
	if _, err := h.rt.UndoSteps(t.Context(), c, edit.Event); !errors.As(err, &no) || no.Code != schemas.CodeUndoStale {
		t.Errorf("undone twice, it met %v", err)
	}
	if _, err := h.rt.UndoSteps(t.Context(), c, undo.Event); err != nil {
		t.Errorf("the other's undo can't be undone here: %v", err)
	}
}
