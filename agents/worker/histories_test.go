package worker_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/agentstest"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
)

var update = flag.Bool("update", false, "rewrite the histories under testdata")

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
			got := s.play(t)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("the scene plays otherwise now (-history +now):\n%s", diff)
			}
			decideFile(t, string(want))
		})
	}
}

// TestNoHistoryIsWithoutItsScene finds histories that nobody plays any more.
func TestNoHistoryIsWithoutItsScene(t *testing.T) {
	files, err := filepath.Glob("testdata/histories/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(scenes()) {
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
			Log: log, Wakes: bus.MemWakes(), Model: agentstest.NewScript(s.models), NewID: func() string { n++; return fmt.Sprintf("id%d", n) },
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
		history = s.prose + "\n\n-- story --\n" + story(t, log) + "-- book --\n" + book(t, log)
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

// story is a log as lines to read: what is derived from the recorded inputs is
// indented below them.
func story(t *testing.T, log bus.Log) string {
	var out strings.Builder
	for r, err := range log.Read(t.Context(), bus.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		indent := ""
		if r.Index > 0 {
			indent = "    "
		}
		fmt.Fprintf(&out, "%s%s %s %s\n", indent, r.Entity, r.Type, short(t, r))
	}
	return out.String()
}

// short is an event's data without what makes it long and says nothing to a reader.
func short(t *testing.T, r schemas.Record) string {
	raw, err := json.Marshal(r.Event)
	if err != nil {
		t.Fatal(err)
	}
	var data map[string]any
	if err := json.Unmarshal(raw, &data); err != nil {
		t.Fatal(err)
	}
	for _, long := range []string{"basis", "digest", "deadline", "fingerprint", "handoff_context"} {
		delete(data, long)
	}
	if l, ok := data["ladder"].(map[string]any); ok {
		delete(l, "basis")
		var rungs []string
		for _, g := range l["rungs"].([]any) {
			g := g.(map[string]any)
			mark := "✗"
			if g["held"] == true {
				mark = "✓"
			}
			rungs = append(rungs, fmt.Sprintf("%s %s", mark, g["name"]))
		}
		data["ladder"] = fmt.Sprintf("%s → %s: %s", l["rule"], l["outcome"], strings.Join(rungs, ", "))
	}
	var buffer bytes.Buffer
	enc := json.NewEncoder(&buffer)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(data); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(buffer.String())
}

// book is a log as its messages, each a boundary and a batch of CloudEvents.
func book(t *testing.T, log bus.Log) string {
	var out strings.Builder
	var batch []string
	for r, err := range log.Read(t.Context(), bus.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		batch = append(batch, string(r.Stored))
		if r.Last {
			fmt.Fprintf(&out, "%s [%s]\n", r.Entity, strings.Join(batch, ","))
			batch = nil
		}
	}
	return out.String()
}

// decideFile reads a history's book into a log and takes every decision of its
// sessions again.
func decideFile(t *testing.T, history string) {
	t.Helper()
	_, lines, ok := strings.Cut(history, "-- book --\n")
	if !ok {
		t.Fatal("the history has no book")
	}
	log := bus.Mem()
	last := map[schemas.Entity]uint64{}
	for line := range strings.Lines(lines) {
		name, batch, _ := strings.Cut(strings.TrimSpace(line), " ")
		e, err := schemas.ParseEntity(vendor, name)
		if err != nil {
			t.Fatal(err)
		}
		var drafts []schemas.Draft
		var at time.Time
		for _, r := range schemas.DecodeBatch(e, 1, []byte(batch), nil) {
			if r.Err != nil {
				t.Fatalf("%s: %v", name, r.Err)
			}
			drafts, at = append(drafts, r.Draft), r.Time
		}
		appended, err := log.Append(t.Context(), e, last[e], at, drafts...)
		if err != nil {
			t.Fatal(err)
		}
		last[e] = appended[0].Seq
	}
	for e := range last {
		if e.Kind != schemas.SessionBoundary {
			continue
		}
		n, diffs, err := worker.Redecide(t.Context(), slog.New(slog.DiscardHandler), log, e)
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
}
