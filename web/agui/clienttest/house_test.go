package clienttest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"turnbook/agents"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/schemas/goldentest"
	"turnbook/web"
)

const vendor schemas.VendorID = "acme"

// patience bounds what a test waits for; a test that is well never gets there.
const patience = 3 * time.Minute

// house is a whole server over real parts, with one playbook and the capability on.
type house struct {
	t   *testing.T
	log bus.Log
	rt  *worker.Runtime
	url string
}

// open is a house in which messages are told when they are finished.
func open(t *testing.T, model agents.Model) *house {
	t.Helper()
	return openWith(t, model, nil)
}

func openWith(t *testing.T, model agents.Model, deltas bus.Deltas) *house {
	t.Helper()
	lg := slog.New(slog.DiscardHandler)
	wakes := bus.MemWakes()
	h := &house{t: t, log: bus.Mem()}
	h.rt = worker.New(lg, worker.Options{Log: h.log, Wakes: wakes, Model: model, Deltas: deltas})
	store, err := projections.Open(t.Context(), lg, projections.Options{Path: filepath.Join(t.TempDir(), "tables.db")})
	h.must(err)
	srv, err := web.New(lg, web.Options{Runtime: h.rt, Log: h.log, Store: store, Vendor: vendor, Sync: "always", Deltas: deltas})
	h.must(err)
	h.furnish()
	ctx, cancel := context.WithCancel(context.Background())
	var parts sync.WaitGroup
	for _, run := range []func() error{
		func() error { return h.rt.Run(ctx, ctx) },
		func() error { return store.Run(ctx, h.log) },
		func() error { return srv.Run(ctx) },
	} {
		parts.Go(func() {
			if err := run(); err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("run: %v", err)
			}
		})
	}
	front := httptest.NewServer(srv)
	h.url = front.URL
	t.Cleanup(func() {
		cancel()
		parts.Wait()
		front.Close()
		h.decidedAgain(lg)
		h.must(store.Close())
	})
	return h
}

func (h *house) must(err error) {
	if err != nil {
		h.t.Helper()
		h.t.Fatal(err)
	}
}

// decidedAgain takes every decision that the test's turns came to again, and wants the
// same.
func (h *house) decidedAgain(lg *slog.Logger) {
	_, diffs, err := worker.RedecideAll(context.Background(), lg, h.log)
	if err != nil {
		h.t.Errorf("decide again: %v", err)
	}
	for _, d := range diffs {
		h.t.Errorf("decided again: %v", d)
	}
}

// furnish writes the documents that the tests are about.
func (h *house) furnish() {
	h.t.Helper()
	ctx := h.t.Context()
	_, err := h.rt.Record(ctx, vendor, schemas.VendorBoundary, string(vendor), "system", schemas.FlagFlipped{Flag: schemas.AITaskBuilder, On: true}, "flag")
	h.must(err)
	h.must(h.rt.ImportPlaybook(ctx, vendor, "local", "p1", schemas.PlaybookImported{
		Title: "Onboarding",
		Modules: []schemas.Module{{ID: "m1", Title: "First week", Tasks: []schemas.Task{
			{ID: "t1", Title: "Set up the laptop", Steps: []schemas.Step{
				{ID: "old", Kind: schemas.Instruction, Title: "Unpack it"},
				{ID: "fork", Kind: schemas.Decision, Title: "Does it start?", Branches: []schemas.Branch{
					{Name: "yes", Steps: []schemas.Step{{ID: "deep", Kind: schemas.Email, Title: "Tell IT"}}}, {Name: "no"},
				}},
			}},
			{ID: "t2", Title: "Collect bank details"},
		}}},
	}, "import"))
}

// A step is a step of a scenario: see testdata/drive.mjs.
type step = map[string]any

// drive lets the client go through a scenario, and returns a report for each step.
func (h *house) drive(thread string, steps ...step) []json.RawMessage {
	h.t.Helper()
	script, err := json.Marshal(steps)
	h.must(err)
	ctx, cancel := context.WithTimeout(h.t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", "drive.mjs", h.url, thread, string(script))
	cmd.Dir = "testdata"
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		h.t.Fatalf("node: %v (is the client there? in %s: npm ci)\n%s%s", err, cmd.Dir, stderr.String(), out)
	}
	var reports []json.RawMessage
	for line := range bytes.Lines(out) {
		reports = append(reports, bytes.TrimSpace(line))
	}
	if len(reports) != len(steps) {
		h.t.Fatalf("%d reports of %d steps\n%s", len(reports), len(steps), out)
	}
	return reports
}

// golden drives a scenario and compares everything that the client saw with the file
// of that name.
func (h *house) golden(name, thread string, steps ...step) {
	h.t.Helper()
	var got strings.Builder
	for _, report := range h.drive(thread, steps...) {
		h.write(&got, report)
	}
	file := filepath.Join("testdata", "scenarios", name+".txt")
	goldentest.Compare(h.t, file, got.String())
}

// write writes a report to be read: a line for each event, message and other thing.
func (h *house) write(out *strings.Builder, report json.RawMessage) {
	h.t.Helper()
	var all map[string]json.RawMessage
	h.must(json.Unmarshal(report, &all))
	fmt.Fprintf(out, "== %s\n", all["do"])
	delete(all, "do")
	for _, list := range []string{"events", "messages"} {
		var lines []json.RawMessage
		if all[list] == nil {
			continue
		}
		h.must(json.Unmarshal(all[list], &lines))
		for _, line := range lines {
			fmt.Fprintf(out, "%s: %s\n", strings.TrimSuffix(list, "s"), line)
		}
		delete(all, list)
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(out, "%s: %s\n", name, all[name])
	}
	out.WriteByte('\n')
}
