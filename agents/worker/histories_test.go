package worker_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"turnbook/agents/agentstest"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/schemas/goldentest"
)

// A scene is a rule of the spec, played: what is asked, and what the models say. Its
// history stands in testdata/histories under its name, as a story to read and as the
// book to decide again.
type scene struct {
	name   string
	prose  string
	models map[string][]agentstest.Answer
	before []schemas.Event // of the playbook, after the import
	flags  []schemas.Event // of the vendor, after the capability was given
	asks   []asked
	budget int // tokens of conversation and canvas; 0 for no limit
}

// An asked is one message of a scene. answer settles the card that its turn raises.
type asked struct {
	text   string
	ui     schemas.UIContext
	answer schemas.CardDecision
}

// TestHistories plays every scene and compares it with its history; then it decides
// the history again, as it stands in its file, with today's rules.
func TestHistories(t *testing.T) {
	for _, s := range scenes() {
		t.Run(s.name, func(t *testing.T) {
			file := filepath.Join("testdata", "histories", s.name+".txt")
			decideFile(t, goldentest.Compare(t, file, s.play(t)))
		})
	}
}

// texts are the files of a folder of testdata, by name. There is one at least.
func texts(t *testing.T, folder string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", folder, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files in %s: %v", len(files), folder, err)
	}
	all := make(map[string]string)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(file), ".txt")] = string(text)
	}
	return all
}

// TestNoHistoryIsWithoutItsScene finds histories that nobody plays any more.
func TestNoHistoryIsWithoutItsScene(t *testing.T) {
	if files := texts(t, "histories"); len(files) != len(scenes()) {
		t.Errorf("%d histories, %d scenes", len(files), len(scenes()))
	}
}

// play runs a scene in virtual time, with counted ids, and writes its history.
func (s scene) play(t *testing.T) (history string) {
	synctest.Test(t, func(t *testing.T) {
		log := bus.Mem()
		n := 0
		h := &house{t: t, log: log}
		h.rt = worker.New(slog.New(slog.DiscardHandler), worker.Options{
			Log: log, Wakes: bus.MemWakes(), Model: agentstest.NewScript(s.models), NewID: func() string { n++; return fmt.Sprintf("id%d", n) }, Budget: s.budget,
		})
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error, 1)
		go func() { done <- h.rt.Run(ctx, ctx) }()
		h.furnish()
		for i, e := range s.before {
			h.record(schemas.PlaybookBoundary, "p1", fmt.Sprintf("before%d", i), e)
		}
		for i, e := range s.flags {
			h.record(schemas.VendorBoundary, string(vendor), fmt.Sprintf("flags%d", i), e)
		}
		session := h.session()
		view, err := h.rt.OpenView(ctx, vendor, "ann", session)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range s.asks {
			h.play(session, view, i, a)
		}
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if history, err = worker.WriteHistory(t.Context(), s.prose, log); err != nil {
			t.Fatal(err)
		}
	})
	return history
}

func (h *house) record(kind schemas.BoundaryKind, id, key string, e schemas.Event) {
	h.t.Helper()
	if _, err := h.rt.Record(h.t.Context(), vendor, kind, id, "user/bob", e, key); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) play(session schemas.SessionID, view schemas.ViewID, i int, a asked) {
	h.t.Helper()
	id, err := h.rt.Message(h.t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: a.text, View: view, UIContext: &a.ui, Key: fmt.Sprintf("ask%d", i)})
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(h.t.Context(), 24*time.Hour)
	defer cancel()
	for batch, err := range h.log.Follow(ctx, bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary, Turn: id}) {
		if err != nil {
			h.t.Fatal(err)
		}
		for _, r := range batch {
			switch e := r.Event.(type) {
			case schemas.TurnEnded:
				return
			case schemas.InterruptRaised:
				if a.answer == "" {
					return // the next message comes while the card is open
				}
				if err := h.answer(session, e, a.answer); err != nil {
					h.t.Fatal(err)
				}
			}
		}
	}
}

// decideFile takes every decision of the sessions of a history's book again.
func decideFile(t *testing.T, history string) {
	t.Helper()
	log := openBook(t, history)
	n, diffs, err := worker.RedecideAll(t.Context(), slog.New(slog.DiscardHandler), log)
	if err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Error("no decision was taken again")
	}
	for _, d := range diffs {
		t.Errorf("decided again by today's rules: %v", d)
	}
}

// openBook reads a history's book into a log.
func openBook(t *testing.T, history string) bus.Log {
	t.Helper()
	log, err := worker.ReadHistory(t.Context(), history)
	if err != nil {
		t.Fatal(err)
	}
	return log
}
