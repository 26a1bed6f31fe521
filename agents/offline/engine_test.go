package offline_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"turnbook/agents/offline"
	"turnbook/agents/turn"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
)

const vendor schemas.VendorID = "acme"

// A house is a running engine with the offline model over the documents of the page.
type house struct {
	t       *testing.T
	page    *page
	log     bus.Log
	rt      *worker.Runtime
	session schemas.SessionID
	screen  schemas.UIContext
}

func open(t *testing.T, p *page) *house {
	t.Helper()
	h := &house{t: t, page: p, log: bus.Mem()}
	h.rt = worker.New(slog.New(slog.DiscardHandler), worker.Options{Log: h.log, Wakes: bus.MemWakes(), Model: offline.New(offline.Options{})})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.rt.Run(ctx, ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("run: %v", err)
		}
	})
	return h
}

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) record(kind schemas.BoundaryKind, id string, e schemas.Event, key string) {
	h.t.Helper()
	_, err := h.rt.Record(h.t.Context(), vendor, kind, id, "system", e, key)
	h.must(err)
}

// furnish writes the page's documents, opens a session and puts on screen what the
// line says.
func (h *house) furnish(where string) {
	h.t.Helper()
	ctx := h.t.Context()
	h.record(schemas.VendorBoundary, string(vendor), schemas.FlagFlipped{Flag: schemas.AITaskBuilder, On: true}, "flag")
	for _, m := range h.page.library.Modules {
		h.record(schemas.LibraryBoundary, schemas.LibraryID, schemas.LibraryModuleAdded{Module: m}, "module-"+string(m.ID))
	}
	for _, t := range h.page.library.Templates {
		h.record(schemas.LibraryBoundary, schemas.LibraryID, schemas.LibraryTemplateAdded{Template: t}, "template-"+t.ID)
	}
	h.must(h.rt.ImportPlaybook(ctx, vendor, "ann", "p1", h.page.playbook, "import"))
	name, before, _ := strings.Cut(where, ", ")
	ui, ok := h.page.screens[name]
	if !ok {
		h.t.Fatalf("%q is no screen of the page", name)
	}
	h.screen = ui
	h.prepare(before)
	session, err := h.rt.OpenSession(ctx, vendor, "ann", "p1", "open")
	h.must(err)
	h.session = session
}

func (h *house) prepare(what string) {
	h.t.Helper()
	ctx := h.t.Context()
	switch what {
	case "":
	case "published":
		h.must(h.rt.Publish(ctx, vendor, "ann", "p1"))
	case "archived":
		h.must(h.rt.Archive(ctx, vendor, "ann", "p1"))
	case "locked by Bob":
		_, err := h.rt.TakeLock(ctx, vendor, "bob", "p1", false)
		h.must(err)
	case "library task archived":
		h.record(schemas.LibraryBoundary, schemas.LibraryID, schemas.LibraryTaskArchived{Task: "lt"}, "archive")
	case "capability off":
		h.record(schemas.VendorBoundary, string(vendor), schemas.FlagFlipped{Flag: schemas.AITaskBuilder}, "off")
	default:
		h.t.Fatalf("%q is nothing that can be done before", what)
	}
}

func (h *house) message(session schemas.SessionID, text string) schemas.TurnID {
	h.t.Helper()
	id, err := h.rt.Message(h.t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: text, UIContext: &h.screen})
	h.must(err)
	return id
}

// rest reads a turn until it has come to rest n times, at cards or at its end.
func (h *house) rest(id schemas.TurnID, n int) (records []schemas.Record) {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), time.Minute) // it is there at once, or it never comes
	defer cancel()
	for batch, err := range h.log.Follow(ctx, bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary, Turn: id}) {
		if err != nil {
			h.t.Fatalf("turn %s does not come to rest %d times: %v", id, n, err)
		}
		for _, r := range batch {
			records = append(records, r)
			switch r.Event.(type) {
			case schemas.InterruptRaised, schemas.TurnEnded:
				if n--; n == 0 {
					return records
				}
			}
		}
	}
	panic("follow ended without an error")
}

// happen carries a line out and returns its turn's whole record.
func (h *house) happen(l row) (schemas.TurnID, []schemas.Record, []string) {
	h.t.Helper()
	id := h.message(h.session, l.ask)
	rests, notes := 1, []string(nil)
	for _, act := range l.then {
		records := h.rest(id, rests)
		what, text, _ := strings.Cut(act, ": ")
		switch what {
		case "confirm", "decline":
			card := lastCard(records)
			err := h.rt.Answer(h.t.Context(), vendor, h.session, turn.Answer{Card: card.Card, Decision: schemas.CardDecision(what), Fingerprint: card.Fingerprint})
			if err != nil {
				notes = append(notes, "the answer meets `"+codeOf(err)+"`")
			} else if _, over := records[len(records)-1].Event.(schemas.TurnEnded); !over {
				rests++
			}
		case "meanwhile":
			other, err := h.rt.OpenSession(h.t.Context(), vendor, "ann", "p1", "other")
			h.must(err)
			h.rest(h.message(other, text), 1)
		case "ask":
			h.rest(h.message(h.session, text), 1)
			rests++
		case "apply the drops":
			done, err := h.rt.ApplyDrops(h.t.Context(), vendor, h.session, id)
			h.must(err)
			for _, d := range done {
				notes = append(notes, "applied "+count(len(d.Steps)-len(d.Refused), "step"))
			}
		default:
			h.t.Fatalf("%q is nothing that can be done then", act)
		}
	}
	return id, h.rest(id, rests), notes
}

// decidedAgain takes every decision of the line's session again.
func (h *house) decidedAgain() {
	h.t.Helper()
	n, diffs, err := worker.Redecide(h.t.Context(), slog.New(slog.DiscardHandler), h.log, schemas.Entity{Vendor: vendor, Kind: schemas.SessionBoundary, ID: string(h.session)})
	h.must(err)
	if n == 0 {
		h.t.Error("no decision was taken again")
	}
	for _, d := range diffs {
		h.t.Errorf("decided again: %v", d)
	}
}

func count(n int, what string) string {
	raw, _ := json.Marshal(n)
	if n != 1 {
		what += "s"
	}
	return string(raw) + " " + what
}

func lastCard(records []schemas.Record) (card schemas.InterruptRaised) {
	for _, r := range records {
		if e, ok := r.Event.(schemas.InterruptRaised); ok {
			card = e
		}
	}
	return card
}
