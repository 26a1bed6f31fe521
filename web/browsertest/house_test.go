// Package browsertest walks through the pages in a real browser, with all of the
// program's parts in one process: log, tables, runtime, the offline model, the server.
package browsertest

import (
	"context"
	"iter"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"

	"turnbook/agents"
	"turnbook/agents/offline"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web"
)

const vendor schemas.VendorID = "default"

// house is a running program.
type house struct {
	t     *testing.T
	rt    *worker.Runtime
	model *gated
	url   string
	front *httptest.Server
}

// open starts a program and furnishes it.
func open(t *testing.T) *house {
	t.Helper()
	lg := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	log := bus.Mem()
	model := &gated{Model: offline.New(offline.Options{}), gates: make(map[string]chan struct{})}
	rt := worker.New(lg, worker.Options{Log: log, Wakes: bus.MemWakes(), Model: model})
	store, err := projections.Open(t.Context(), lg, projections.Options{Path: filepath.Join(t.TempDir(), "book.db")})
	if err != nil {
		t.Fatal(err)
	}
	server, err := web.New(lg, web.Options{Runtime: rt, Log: log, Store: store, Vendor: vendor, Sync: "always", Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	parts := map[string]func() error{
		"runtime": func() error { return rt.Run(ctx, ctx) },
		"tables":  func() error { return store.Run(ctx, log) },
		"server":  func() error { return server.Run(ctx) },
	}
	ended := make(chan error, len(parts))
	for _, run := range parts {
		go func() { ended <- run() }()
	}
	front := httptest.NewServer(server)
	t.Cleanup(func() {
		cancel()
		for range parts {
			if err := <-ended; err != nil {
				t.Errorf("a part ended: %v", err)
			}
		}
		front.Close()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	h := &house{t: t, rt: rt, model: model, url: front.URL, front: front}
	h.furnish()
	return h
}

// A gated model can be held back, agent by agent.
type gated struct {
	agents.Model
	mu    sync.Mutex
	gates map[string]chan struct{}
}

// hold makes an agent wait for its answers until release is called.
func (g *gated) hold(agent string) (release func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	gate := make(chan struct{})
	g.gates[agent] = gate
	return sync.OnceFunc(func() { close(gate) })
}

func (g *gated) Stream(ctx context.Context, r agents.Request) iter.Seq2[agents.Part, error] {
	g.mu.Lock()
	gate := g.gates[r.Agent]
	g.mu.Unlock()
	return func(yield func(agents.Part, error) bool) {
		if gate != nil {
			select {
			case <-gate:
			case <-ctx.Done():
				yield(nil, ctx.Err())
				return
			}
		}
		g.Model.Stream(ctx, r)(yield)
	}
}

// furnish writes the capability, a library and the playbook of a newcomer.
func (h *house) furnish() {
	h.t.Helper()
	h.record(schemas.VendorBoundary, string(vendor), schemas.FlagFlipped{Flag: schemas.AITaskBuilder, On: true})
	h.record(schemas.LibraryBoundary, schemas.LibraryID, schemas.LibraryModuleAdded{Module: schemas.Module{
		ID: "security", Title: "Security basics", Tasks: []schemas.Task{
			{ID: "mfa", Title: "Enrol in two-factor sign-in", Steps: []schemas.Step{{ID: "mfa1", Kind: schemas.Instruction, Title: "Install the app"}}},
		},
	}})
	h.playbook("onboarding", schemas.PlaybookImported{
		Title:       "Onboarding a new colleague",
		Description: "From the signed contract to the end of the first week.",
		Modules: []schemas.Module{
			{ID: "before", Title: "Before day one", Tasks: []schemas.Task{
				{ID: "laptop", Title: "Order a laptop", Description: "IT needs two weeks. Ask for the delivery address.", Steps: []schemas.Step{
					{ID: "pick", Kind: schemas.Instruction, Title: "Pick a model", Description: "Developers get the large one."},
					{ID: "stock", Kind: schemas.Decision, Title: "In stock?", Branches: []schemas.Branch{
						{Name: "yes"}, {Name: "no", Steps: []schemas.Step{{ID: "date", Kind: schemas.Email, Title: "Ask the vendor for a date"}}},
					}},
				}},
				{ID: "accounts", Title: "Set up accounts"},
				{ID: "papers", Title: "Collect the signed contract"},
			}},
			{ID: "first", Title: "First day", Tasks: []schemas.Task{{ID: "tour", Title: "Welcome tour"}}},
			{ID: "security", Linked: "security"},
		},
	})
}

func (h *house) record(kind schemas.BoundaryKind, id string, e schemas.Event) {
	h.t.Helper()
	if _, err := h.rt.Record(h.t.Context(), vendor, kind, id, "system", e, e.EventType()); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) playbook(id schemas.PlaybookID, e schemas.PlaybookImported) {
	h.t.Helper()
	if err := h.rt.ImportPlaybook(h.t.Context(), vendor, "local", id, e, string(id)); err != nil {
		h.t.Fatal(err)
	}
}
