// Package browsertest walks through the pages in a real browser, with all of the
// program's parts in one process: log, tables, runtime, the offline model, the server.
package browsertest

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/checkout"
	"turnbook/agents/offline"
	"turnbook/agents/worker"
	"turnbook/agents/workspaces"
	"turnbook/bus"
	"turnbook/projections"
	"turnbook/projections/comments"
	"turnbook/projections/saved"
	"turnbook/schemas"
	"turnbook/web"
	"turnbook/web/contracttest"
)

const vendor schemas.VendorID = "default"

// house is a running program.
type house struct {
	t      *testing.T
	rt     *worker.Runtime
	model  *gated
	log    bus.Log
	deltas bus.Deltas
	store  *projections.Store
	kept   *saved.Store
	said   *comments.Store
	places *workspaces.Service
	url    string
	front  *httptest.Server
}

// open starts a program and furnishes it. Houses have nothing in common: their tests run
// beside each other.
func open(t *testing.T) *house {
	t.Helper()
	h := bare(t)
	h.furnish()
	return h
}

// bare is a program with an empty book.
func bare(t *testing.T) *house {
	t.Helper()
	t.Parallel()
	return build(t)
}

// build is one more program with a book of its own, for a test that has one already.
func build(t *testing.T) *house {
	t.Helper()
	lg := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	log, deltas := bus.Mem(), bus.MemDeltas()
	model := &gated{Model: offline.New(offline.Options{}), gates: make(map[string]chan struct{}), scripts: make(map[string]*agentstest.Script)}
	rt := worker.New(lg, worker.Options{Log: log, Wakes: bus.MemWakes(), Model: model, Deltas: deltas})
	store, err := projections.Open(t.Context(), lg, projections.Options{Path: filepath.Join(t.TempDir(), "book.db")})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := saved.Open(t.Context(), filepath.Join(t.TempDir(), "saved.db"))
	if err != nil {
		t.Fatal(err)
	}
	said, err := comments.Open(t.Context(), lg, filepath.Join(t.TempDir(), "comments.db"))
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, rt: rt, model: model, log: log, deltas: deltas, store: store, kept: kept, said: said}
	t.Cleanup(func() {
		if err := errors.Join(store.Close(), kept.Close(), said.Close()); err != nil {
			t.Error(err)
		}
		// Whatever the page was used for, its turns must come out the same again.
		_, diffs, err := worker.RedecideAll(context.Background(), lg, log)
		if err != nil {
			t.Errorf("decide again: %v", err)
		}
		for _, d := range diffs {
			t.Errorf("decided again: %v", d)
		}
	})
	h.places = workspaces.New(lg, workspaces.Options{
		Voice: func(string) (agents.Model, error) { return model, nil },
		Log:   log, Runtime: rt, Data: t.TempDir(), Checkouts: checkout.New(lg, checkout.Options{Root: filepath.Join(t.TempDir(), "workspaces")}),
	})
	rt.Employ(h.places)
	h.run("workspaces", h.places.Run)
	h.run("runtime", func(ctx context.Context) error { return rt.Run(ctx, ctx) })
	h.run("tables", func(ctx context.Context) error { return store.Run(ctx, log) })
	h.front = h.door("local")
	h.url = h.front.URL
	return h
}

// door is a server of the house for one user, and for pages of other origins.
func (h *house) door(user schemas.UserID, guests ...string) *httptest.Server {
	h.t.Helper()
	server := h.server(user, h.log, guests...)
	front := httptest.NewServer(contracttest.Watch(h.t, server))
	h.t.Cleanup(front.Close)
	h.run("server", server.Run)
	return front
}

// server is what stands behind a door, over the house's log or one that reads it.
func (h *house) server(user schemas.UserID, log bus.Log, guests ...string) *web.Server {
	h.t.Helper()
	lg := slog.New(slog.NewTextHandler(h.t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	server, err := web.New(lg, web.Options{Runtime: h.rt, Workspaces: h.places, Log: log, Deltas: h.deltas, Store: h.store, Saved: h.kept, Comments: h.said, Vendor: vendor, User: user, Sync: "always", Version: "test", Origins: guests})
	if err != nil {
		h.t.Fatal(err)
	}
	return server
}

// run runs a part until the test is over.
func (h *house) run(name string, part func(context.Context) error) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- part(ctx) }()
	h.t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			h.t.Errorf("%s ended: %v", name, err)
		}
	})
}

// A gated model can be held back, and given words, agent by agent.
type gated struct {
	agents.Model
	mu      sync.Mutex
	gates   map[string]chan struct{}
	scripts map[string]*agentstest.Script
}

// say writes down what an agent answers, round by round.
func (g *gated) say(agent string, answers ...agentstest.Answer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.scripts[agent] = agentstest.NewScript(map[string][]agentstest.Answer{agent: answers})
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
	gate, model := g.gates[r.Agent], g.Model
	if script := g.scripts[r.Agent]; script != nil {
		model = script
	}
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
		model.Stream(ctx, r)(yield)
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
