package workspaces_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/checkout"
	"turnbook/agents/checkout/checkouttest"
	"turnbook/agents/definitions"
	"turnbook/agents/launch"
	"turnbook/agents/worker"
	"turnbook/agents/workspaces"
	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/schemas/schematest"
)

const vendor schemas.VendorID = "acme"

// furniture is what a house is opened with. All of it may be left out.
type furniture struct {
	log     bus.Log
	wakes   bus.Wakes
	model   agents.Model
	data    string
	ssh     []string
	global  fs.FS // the installation's agent files, in its folder agents
	plugins bool
	home    string // where the installation's plugins stand
	config  launch.Config
	books   workspaces.Playbooks
}

// house is a service and the runtime that works its turns, over one log.
type house struct {
	t *testing.T
	furniture
	rt   *worker.Runtime
	ws   *workspaces.Service
	stop func()
}

// inHouse runs a test in a bubble, where waiting is free and quiet is a fact.
func inHouse(t *testing.T, f furniture, test func(t *testing.T, h *house)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, f)
		test(t, h)
	})
}

// open starts a house. What one of them left, the next takes up.
func open(t *testing.T, f furniture) *house {
	t.Helper()
	if f.log == nil {
		f.log, f.wakes = bus.Mem(), bus.MemWakes()
	}
	if f.model == nil {
		f.model = newCast(nil)
	}
	f.data = cmp.Or(f.data, t.TempDir())
	h := &house{t: t, furniture: f}
	lg := logger(t)
	h.rt = worker.New(lg, worker.Options{Log: f.log, Wakes: f.wakes, Model: f.model, AtOnce: 16})
	var global []definitions.Root
	if f.global != nil {
		global = []definitions.Root{{Scope: definitions.Global, Name: "global", FS: f.global, Path: "agents"}}
	}
	h.ws = workspaces.New(lg, workspaces.Options{
		Log: f.log, Runtime: h.rt, Data: f.data, Config: f.config, Plugins: f.plugins, GlobalPlugins: f.homePlugins(), Global: global, Playbooks: f.books, Clock: ticking(),
		Voice:     func(string) (agents.Model, error) { return f.model, nil },
		Checkouts: checkout.New(lg, checkout.Options{Root: filepath.Join(f.data, "workspaces"), SSH: f.ssh, RemoteRoot: filepath.Join(f.data, "remote")}),
	})
	h.rt.Employ(h.ws)
	h.run()
	return h
}

func (f furniture) homePlugins() []definitions.PluginFolder {
	if f.home == "" {
		return nil
	}
	return []definitions.PluginFolder{{Scope: definitions.Global, Name: "~/.agents/plugins", Path: f.home}}
}

// logger shows what goes wrong with the test that it went wrong in.
func logger(t *testing.T) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// ticking is a clock that never says the same twice.
func ticking() func() time.Time {
	var ticks atomic.Int64
	return func() time.Time { return time.Now().Add(time.Duration(ticks.Add(1)) * time.Microsecond) }
}

// run starts both halves, and says how they are stopped.
func (h *house) run() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 2)
	go func() { done <- h.rt.Run(ctx, ctx) }()
	go func() { done <- h.ws.Run(ctx) }()
	h.stop = func() {
		h.stop = nil
		cancel()
		for range 2 {
			if err := <-done; err != nil && !errors.Is(err, agentstest.ErrDead) {
				h.t.Errorf("run: %v", err)
			}
		}
		h.holds()
	}
	h.t.Cleanup(func() {
		if h.stop != nil {
			h.stop()
		}
	})
}

// again stops the house and opens it anew over the same log and data. A wake that came
// before its event rests for a moment when the process stops, and is taken up behind it.
func (h *house) again() *house {
	h.t.Helper()
	if h.stop != nil {
		h.stop()
	}
	next := open(h.t, h.furniture)
	<-time.After(bus.NakDelay(1))
	return next
}

// quiet waits until nothing is at work any more, or all that is waits for the test.
func (h *house) quiet() { synctest.Wait() }

// holds is what must be true of every log: each event is as it is declared, and every
// decision of every session is the same when it is taken again.
func (h *house) holds() {
	h.t.Helper()
	for r, err := range h.log.Read(context.Background(), bus.Query{}) {
		if err == nil {
			err = schematest.Record(r)
		}
		if err != nil {
			h.t.Errorf("event %d.%d: %v", r.Seq, r.Index, err)
		}
	}
	_, diffs, err := worker.RedecideAll(context.Background(), slog.New(slog.DiscardHandler), h.log)
	if err != nil {
		h.t.Error(err)
	}
	for _, d := range diffs {
		h.t.Errorf("decided again: %v", d)
	}
}

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// register makes a trusted project of a repository, and gives its owner workspace.
func (h *house) register(repo string) schemas.WorkspaceID {
	h.t.Helper()
	p, err := h.ws.Register(h.t.Context(), vendor, workspaces.Registration{Path: repo, Trusted: true, By: "ann"})
	h.must(err)
	return p.Owner
}

// repo is a small repository with more files than a README, where they are given.
func repo(t testing.TB, files ...string) string {
	t.Helper()
	all := map[string]string{"README.md": "# Small\n"}
	for i := 0; i < len(files); i += 2 {
		all[files[i]] = files[i+1]
	}
	return checkouttest.Repo(t, all)
}

// launch launches a turn in the name of a turn of its owner, which waits for it or is woken.
func (h *house) launch(owner schemas.WorkspaceID, t launch.Task) (workspaces.Launched, *launch.Refusal) {
	h.t.Helper()
	return h.ask(launch.Ask{Task: t, Owner: owner, Turn: "t-caller"})
}

// unattended launches a turn in a person's name, as the program's other doors do.
func (h *house) unattended(owner schemas.WorkspaceID, t launch.Task) workspaces.Launched {
	h.t.Helper()
	l, no := h.ask(launch.Ask{Task: t, Owner: owner})
	if no != nil {
		h.t.Fatalf("launch refused: %s: %s", no.Code, no.Detail)
	}
	return l
}

func (h *house) ask(a launch.Ask) (workspaces.Launched, *launch.Refusal) {
	h.t.Helper()
	l, err := h.ws.Launch(h.t.Context(), workspaces.Caller{Vendor: vendor, Actor: "user/ann"}, a)
	var no *launch.Refusal
	if err != nil && !errors.As(err, &no) {
		h.t.Fatal(err)
	}
	return l, no
}

// launched is a launch that must come to something.
func (h *house) launched(owner schemas.WorkspaceID, t launch.Task) workspaces.Launched {
	h.t.Helper()
	l, no := h.launch(owner, t)
	if no != nil {
		h.t.Fatalf("launch refused: %s: %s", no.Code, no.Detail)
	}
	return l
}

// fresh is a launch in a new workspace.
func fresh(prompt string) launch.Task {
	return launch.Task{Kind: schemas.WorkspaceTurn, Mode: launch.ModeNew, Prompt: prompt, Title: "Work", Dispatch: schemas.AtToolEnd}
}

// follow is a launch in a workspace that is there.
func follow(w schemas.WorkspaceID, prompt string) launch.Task {
	t := fresh(prompt)
	t.Mode, t.Workspace = launch.ModeExisting, w
	return t
}

// under names the agent of a launch.
func under(agent string, t launch.Task) launch.Task { t.Agent = agent; return t }

// behind has the owner of a launch woken.
func behind(t launch.Task) launch.Task { t.Background = true; return t }

// say sends a person's message into a workspace.
func (h *house) say(w schemas.WorkspaceID, text string) schemas.TurnID {
	h.t.Helper()
	id, err := h.ws.Say(h.t.Context(), workspaces.Message{Vendor: vendor, Workspace: w, Text: text, Queue: true})
	h.must(err)
	return id
}

// read is the records of one boundary.
func (h *house) read(kind schemas.BoundaryKind, id string) []schemas.Record {
	h.t.Helper()
	var all []schemas.Record
	for r, err := range h.log.Read(context.Background(), bus.Query{Vendor: vendor, Kind: kind, ID: id}) {
		h.must(err)
		all = append(all, r)
	}
	return all
}

// story is what happened in a boundary, a line for each event that matters to delegation.
func (h *house) story(kind schemas.BoundaryKind, id string) []string {
	h.t.Helper()
	var lines []string
	for _, r := range h.read(kind, id) {
		if line := told(r.Event); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

func (h *house) handle(id schemas.HandleID) []string {
	return h.story(schemas.HandleBoundary, string(id))
}

func (h *house) workspace(id schemas.WorkspaceID) *workspaces.Workspace {
	h.t.Helper()
	w, err := h.ws.Workspace(h.t.Context(), vendor, id)
	h.must(err)
	return w
}

// told is an event in a line; "" for one that says nothing of delegation.
func told(e schemas.Event) string {
	switch e := e.(type) {
	case schemas.HandleCreated:
		return strings.TrimRight(fmt.Sprintf("created %s %s %s", e.Status, e.Agent, e.Attention), " ")
	case schemas.HandleAccepted:
		return "accepted"
	case schemas.HandleDeferred:
		return "deferred " + e.Reason
	case schemas.HandleAttentionSet:
		return "woken for it, " + e.Reason
	case schemas.HandleSettled:
		return strings.TrimRight(fmt.Sprintf("settled %d %s %s %s", e.Generation, e.Status, e.Reason, e.Code), " ")
	case schemas.HandleRevived:
		return "revived"
	case schemas.HandleProgressed:
		return "progressed " + e.Text
	case schemas.HandleNotified:
		return fmt.Sprintf("notified %d", e.Generation)
	case schemas.HandleAttentionConsumed:
		return fmt.Sprintf("consumed %d by %s", e.Generation, e.By)
	case schemas.LaunchRefused:
		return "refused " + string(e.Code)
	case schemas.WorkspaceSettingsSaved:
		return "saved " + string(e.Agent)
	case schemas.WorkspaceHandedOn:
		return fmt.Sprintf("handed on from %s to %s", e.From, e.Agent)
	case schemas.WorkspaceRemoved:
		return "removed"
	case schemas.WorkspaceRemovalFailed:
		return "not removed"
	case schemas.AgentResolved:
		return strings.TrimRight(fmt.Sprintf("runs %s %s", e.Agent, e.Code), " ")
	case schemas.TurnEnded:
		return fmt.Sprintf("ended %s", e.Stop)
	}
	return ""
}

// codeOf is the code of a launch's refusal; "" where it is none.
func codeOf(err error) schemas.Code {
	var no *launch.Refusal
	if errors.As(err, &no) {
		return no.Code
	}
	return ""
}

// sayNow is a person's message that does not wait for the end of the turn at work.
func sayNow(w schemas.WorkspaceID, text string) workspaces.Message {
	return workspaces.Message{Vendor: vendor, Workspace: w, Text: text, Queue: true, Dispatch: schemas.AtToolEnd}
}
