package worker_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/agentstest"
	"turnbook/agents/documents"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
)

// refusals are the refused writes in a document's history.
func (h *house) refusals(e schemas.Entity) (list []schemas.Record) {
	h.t.Helper()
	for r, err := range h.log.Read(h.t.Context(), bus.Of(e)) {
		if err != nil {
			h.t.Fatal(err)
		}
		if _, ok := r.Event.(schemas.WriteRefused); ok {
			list = append(list, r)
		}
	}
	return list
}

func playbookOf(id string) schemas.Entity {
	return schemas.Entity{Vendor: vendor, Kind: schemas.PlaybookBoundary, ID: id}
}

var theLibrary = schemas.Entity{Vendor: vendor, Kind: schemas.LibraryBoundary, ID: schemas.LibraryID}

func TestARefusedWriteByHandIsAFactOfItsDocument(t *testing.T) {
	rename := []schemas.StepEdit{{Op: schemas.OpUpdate, Step: "nowhere", Title: words("Unbox it")}}
	hand := func(playbook schemas.PlaybookID, task schemas.TaskID) worker.HandCommand {
		return worker.HandCommand{Vendor: vendor, User: "ann", Subject: schemas.Subject{Playbook: playbook, Task: task}, Key: "k"}
	}
	for _, c := range []struct {
		name  string
		in    schemas.Entity
		about schemas.Subject
		write func(h *house) error
		want  schemas.WriteRefused // without its ladder and its words
	}{
		{"steps of a playbook", playbookOf("p1"), schemas.Subject{Playbook: "p1", Task: "t1"},
			func(h *house) error { _, err := h.rt.EditSteps(t.Context(), hand("p1", "t1"), rename); return err },
			schemas.WriteRefused{Code: schemas.CodeUnknownStep, Tool: "edit_steps", Task: "t1", Step: "nowhere"}},
		{"steps of the library", theLibrary, schemas.Subject{Task: "nowhere"},
			func(h *house) error { _, err := h.rt.EditSteps(t.Context(), hand("", "nowhere"), rename); return err },
			schemas.WriteRefused{Code: schemas.CodeUnknownTask, Tool: "edit_steps", Task: "nowhere", Step: "nowhere"}},
		{"an undo", playbookOf("p1"), schemas.Subject{Playbook: "p1", Task: "t1"},
			func(h *house) error { _, err := h.rt.UndoSteps(t.Context(), hand("p1", "t1"), "nothing/0"); return err },
			schemas.WriteRefused{Code: schemas.CodeUnknownEdit, Tool: "undo_steps", Task: "t1"}},
		{"a task's title in a playbook", playbookOf("p1"), schemas.Subject{Playbook: "p1", Task: "nowhere"},
			func(h *house) error {
				_, err := h.rt.EditDocument(t.Context(), vendor, "ann", schemas.DocumentEdit{Op: schemas.RenameTask, Playbook: "p1", Task: "nowhere", Title: "Other"}, "k")
				return err
			}, schemas.WriteRefused{Code: schemas.CodeUnknownTask, Tool: "rename_task", Task: "nowhere"}},
		{"a task's title in the library", theLibrary, schemas.Subject{Task: "nowhere"},
			func(h *house) error {
				_, err := h.rt.EditLibrary(t.Context(), vendor, "ann", schemas.DocumentEdit{Op: schemas.RenameTask, Task: "nowhere", Title: "Other"}, "k")
				return err
			}, schemas.WriteRefused{Code: schemas.CodeUnknownTask, Tool: "rename_task", Task: "nowhere"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := open(t, bus.Mem(), bus.MemWakes(), agentstest.NewScript(nil))
			h.furnish()
			var no *documents.Refusal
			for range 2 { // the same command again is recorded once
				if err := c.write(h); !errors.As(err, &no) {
					t.Fatalf("it came to %v", err)
				}
			}
			got := h.refusals(c.in)
			if len(got) != 1 {
				t.Fatalf("recorded %+v", got)
			}
			c.want.Detail, c.want.Ladder = no.Detail, no.Ladder
			c.want.Ladder.Basis = got[0].Event.(schemas.WriteRefused).Ladder.Basis // the second no read it after the first
			if diff := cmp.Diff(c.want, got[0].Event); diff != "" {
				t.Errorf("recorded (-want +got):\n%s", diff)
			}
			if got[0].Actor != "user/ann" || got[0].Turn != "" || got[0].Draft.Subject != c.about {
				t.Errorf("by %s in turn %q about %+v", got[0].Actor, got[0].Turn, got[0].Draft.Subject)
			}
		})
	}
}

// The key of a refused command stays free: when nothing stands in its way any more, the
// same command is granted.
func TestARefusedCommandMayBeGrantedLater(t *testing.T) {
	h := open(t, bus.Mem(), bus.MemWakes(), agentstest.NewScript(nil))
	h.furnish()
	before := h.hand("p1", schemas.StepEdit{Op: schemas.OpUpdate, Step: "old", Title: words("Unbox it")})
	edit := func(key string) (uint64, error) {
		return h.rt.EditDocument(t.Context(), vendor, "ann", schemas.DocumentEdit{Op: schemas.RenameTask, Playbook: "p1", Task: "new", Title: "Other"}, key)
	}
	var no *documents.Refusal
	if _, err := edit("k"); !errors.As(err, &no) {
		t.Fatalf("it came to %v", err)
	}
	add := schemas.DocumentEdit{Op: schemas.AddTask, Playbook: "p1", Module: "m1", Task: "new", Title: "New"}
	if _, err := h.rt.EditDocument(t.Context(), vendor, "ann", add, "add"); err != nil {
		t.Fatal(err)
	}
	seq, err := edit("k")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := edit("k"); err != nil || again != seq {
		t.Errorf("again it stands at %d (%v), first at %d", again, err, seq)
	}
	if _, err := h.rt.UndoSteps(t.Context(), worker.HandCommand{Vendor: vendor, User: "ann", Subject: schemas.Subject{Playbook: "p1", Task: "t1"}}, before.Event); err != nil {
		t.Errorf("an edit before the refusal can't be undone: %v", err)
	}
	if got := h.refusals(playbookOf("p1")); len(got) != 1 {
		t.Errorf("recorded %+v", got)
	}
}

func TestARefusalMakesNoDocument(t *testing.T) {
	h := open(t, bus.Mem(), bus.MemWakes(), agentstest.NewScript(nil))
	h.furnish()
	var no *documents.Refusal
	_, err := h.rt.EditDocument(t.Context(), vendor, "ann", schemas.DocumentEdit{Op: schemas.RenamePlaybook, Playbook: "p9", Title: "Other"}, "k")
	if !errors.As(err, &no) {
		t.Fatalf("it came to %v", err)
	}
	if last, err := h.log.Last(t.Context(), playbookOf("p9")); err != nil || last != 0 {
		t.Errorf("there is something at %d (%v)", last, err)
	}
}

// A card is about its steps, not about how long the history of their document is.
func TestACardIsGoodAlthoughAWriteByHandWasRefused(t *testing.T) {
	withCard(t, []agentstest.Answer{remove("fork"), {Text: "Gone."}}, func(h *house, session schemas.SessionID, id schemas.TurnID, card schemas.InterruptRaised) {
		c := worker.HandCommand{Vendor: vendor, User: "ann", Subject: schemas.Subject{Playbook: "p2", Task: "t1"}}
		var no *documents.Refusal
		if _, err := h.rt.EditSteps(t.Context(), c, []schemas.StepEdit{{Op: schemas.OpUpdate, Step: "nowhere", Title: words("X")}}); !errors.As(err, &no) {
			t.Fatalf("it came to %v", err)
		}
		if err := h.answer(session, card, schemas.Confirm); err != nil {
			t.Fatal(err)
		}
		h.ended(id)
		if diff := cmp.Diff([]string{"a"}, h.savedSteps()); diff != "" {
			t.Errorf("saved (-want +got):\n%s", diff)
		}
		if got := h.refusals(playbookOf("p2")); len(got) != 1 {
			t.Errorf("recorded %+v", got)
		}
	})
}
