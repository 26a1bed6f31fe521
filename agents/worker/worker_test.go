package worker_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/turn"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/schemas/schematest"
)

const vendor schemas.VendorID = "acme"

// house is a runtime over a log in memory, with one playbook, a library and the
// capability on.
type house struct {
	t     *testing.T
	log   bus.Log
	wakes bus.Wakes
	rt    *worker.Runtime
	stop  func()
}

func memLog() bus.Log     { return bus.Mem() }
func memWakes() bus.Wakes { return bus.MemWakes() }

// open starts a runtime on a log. What one of them left, the next takes up.
func open(t *testing.T, log bus.Log, wakes bus.Wakes, model agents.Model) *house {
	t.Helper()
	return openWith(t, worker.Options{Log: log, Wakes: wakes, Model: model, AtOnce: 4})
}

// openWith starts a runtime of one's own making.
func openWith(t *testing.T, o worker.Options) *house {
	t.Helper()
	h := &house{t: t, log: o.Log, wakes: o.Wakes, rt: worker.New(slog.New(slog.DiscardHandler), o)}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.rt.Run(ctx, ctx) }()
	h.stop = func() {
		h.stop = nil
		cancel()
		if err := <-done; err != nil {
			t.Errorf("run: %v", err)
		}
		h.everythingDeclared()
		h.everythingDecidedAgain()
	}
	t.Cleanup(func() {
		if h.stop != nil {
			h.stop()
		}
	})
	return h
}

// furnish writes the documents that the tests are about.
func (h *house) furnish() {
	h.t.Helper()
	ctx := h.t.Context()
	must := func(err error) {
		if err != nil {
			h.t.Helper()
			h.t.Fatal(err)
		}
	}
	_, err := h.rt.Record(ctx, vendor, schemas.VendorBoundary, string(vendor), "system", schemas.FlagFlipped{Flag: schemas.AITaskBuilder, On: true}, "flag")
	must(err)
	_, err = h.rt.Record(ctx, vendor, schemas.LibraryBoundary, schemas.LibraryID, "system", schemas.LibraryModuleAdded{Module: schemas.Module{
		ID: "lm", Title: "Security basics", Tasks: []schemas.Task{{ID: "lt", Title: "Enrol in MFA"}},
	}}, "library")
	must(err)
	must(h.rt.ImportPlaybook(ctx, vendor, "ann", "p1", schemas.PlaybookImported{
		Title: "Onboarding",
		Modules: []schemas.Module{
			{ID: "m1", Title: "First week", Tasks: []schemas.Task{
				{ID: "t1", Title: "Set up the laptop", Steps: []schemas.Step{{ID: "old", Kind: schemas.Instruction, Title: "Unpack it"}}},
				{ID: "t2", Title: "Collect bank details"},
				{ID: "t3", Title: "Meet the team"},
			}},
			{ID: "lm", Linked: "lm"},
		},
	}, "import"))
}

var onEditor = schemas.MustUIContext(`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true}`)

func withBuilder(task string) schemas.UIContext {
	return schemas.MustUIContext(`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true,"current_task_id":"` + task + `","builder_mounts":1,"loaded_task":{"id":"` + task + `","context":"PLAYBOOK","playbook_id":"p1"}}`)
}

func (h *house) session() schemas.SessionID {
	h.t.Helper()
	id, err := h.rt.OpenSession(h.t.Context(), vendor, "ann", "p1", "open")
	if err != nil {
		h.t.Fatal(err)
	}
	return id
}

// ask sends a message and waits for its turn to end.
func (h *house) ask(session schemas.SessionID, text string, ui schemas.UIContext) (schemas.TurnID, schemas.TurnEnded) {
	h.t.Helper()
	id, err := h.rt.Message(h.t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: text, UIContext: &ui})
	if err != nil {
		h.t.Fatal(err)
	}
	return id, h.ended(id)
}

// turnOf is the turn of the message with the key "k".
func turnOf(session schemas.SessionID) schemas.TurnID { return turn.TurnID(session, "k") }

// ended waits for the end of a turn.
func (h *house) ended(id schemas.TurnID) schemas.TurnEnded {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), 24*time.Hour) // in a bubble, time is free
	defer cancel()
	for batch, err := range h.log.Follow(ctx, bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary, Turn: id}) {
		if err != nil {
			h.t.Fatalf("turn %s has not ended: %v\n%s", id, err, strings.Join(h.story(id), "\n"))
		}
		for _, r := range batch {
			if e, ok := r.Event.(schemas.TurnEnded); ok {
				return e
			}
		}
	}
	panic("follow ended without an error")
}

// story is the types of a turn's events in a session, in order.
func (h *house) story(id schemas.TurnID) []string {
	h.t.Helper()
	var types []string
	for r, err := range h.log.Read(h.t.Context(), bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary, Turn: id}) {
		if err != nil {
			h.t.Fatal(err)
		}
		types = append(types, r.Type)
	}
	return types
}

// everythingDeclared holds every event of the log against the schema of its type.
func (h *house) everythingDeclared() {
	h.t.Helper()
	for r, err := range h.log.Read(context.Background(), bus.Query{}) {
		if err == nil {
			err = schematest.Record(r)
		}
		if err != nil {
			h.t.Errorf("event %d.%d: %v", r.Seq, r.Index, err)
		}
	}
}

// everythingDecidedAgain takes every decision of every session of the log again,
// whatever the test was about.
func (h *house) everythingDecidedAgain() {
	h.t.Helper()
	_, diffs, err := worker.RedecideAll(context.Background(), slog.New(slog.DiscardHandler), h.log)
	if err != nil {
		h.t.Error(err)
	}
	for _, d := range diffs {
		h.t.Errorf("decided again: %v", d)
	}
}

// decidedAgain takes every decision of a session again and wants no difference.
func (h *house) decidedAgain(session schemas.SessionID) {
	h.t.Helper()
	n, diffs, err := worker.Redecide(h.t.Context(), slog.New(slog.DiscardHandler), h.log, schemas.Entity{Vendor: vendor, Kind: schemas.SessionBoundary, ID: string(session)})
	if err != nil {
		h.t.Fatal(err)
	}
	if n == 0 {
		h.t.Error("no decision was taken again")
	}
	for _, d := range diffs {
		h.t.Errorf("decided again: %v", d)
	}
}

func TestAFanOutWritesTheStepsOfEveryTask(t *testing.T) {
	step := func(id, title string) agentstest.Answer {
		return agentstest.Calls(agentstest.Call(id, "add_step", map[string]any{"title": title}))
	}
	model := agentstest.NewScript(map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.PlaybookEditor)},
		"playbook-editor": {
			agentstest.Calls(agentstest.Call("c1", "build_task_steps", map[string]any{"targets": []map[string]int{
				{"module_index": 0, "task_index": 0}, {"module_index": 0, "task_index": 1}, {"module_index": 0, "task_index": 2}, {"module_index": 1, "task_index": 0},
			}})),
			{Text: "All done."},
		},
		"step-writer": {step("a", "One"), step("b", "Two"), step("c", "Three"), step("d", "Four")},
	})
	h := open(t, bus.Mem(), bus.MemWakes(), model)
	h.furnish()
	session := h.session()
	id, end := h.ask(session, "Build subtasks for every task in module 1", onEditor)
	want := schemas.TurnEnded{Status: schemas.TurnCompleted, Stop: schemas.StopEnd, Closing: "4 built, 1 left unchanged."}
	if end != want {
		t.Errorf("ended %+v, want %+v", end, want)
	}
	t.Log(strings.Join(h.story(id), "\n"))
	h.decidedAgain(session)
}
