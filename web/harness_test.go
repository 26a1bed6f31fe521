package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents"
	"turnbook/agents/offline"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/bus/jetstream"
	"turnbook/projections"
	"turnbook/projections/comments"
	"turnbook/projections/saved"
	"turnbook/schemas"
	"turnbook/schemas/schematest"
	"turnbook/web"
	"turnbook/web/client"
	"turnbook/web/contracttest"
)

const vendor schemas.VendorID = "acme"

// patience bounds what a test waits for; a test that is well never gets there.
const patience = time.Minute

// house is a whole server over real parts, with one playbook, a library and the
// capability on.
type house struct {
	t      *testing.T
	log    bus.Log
	deltas bus.Deltas
	texts  bus.Texts
	rt     *worker.Runtime
	store  *projections.Store
	saved  *saved.Store
	said   *comments.Store
	url    string
	c      *client.Client
	srv    *web.Server
	stop   func() // ends all that runs, without waiting for it
	close  func() // ends all that runs, and waits for it
}

// setting says what a house is built of; the zero value is the usual one.
type setting struct {
	log    bus.Log        // nil for one in memory
	wakes  bus.Wakes      // nil for some in memory
	model  agents.Model   // nil for the offline model
	deltas bus.Deltas     // nil for some in memory
	silent bool           // no deltas at all
	buffer int            // of a view, in bytes
	tables string         // folder of the tables; "" for a fresh one
	beats  chan time.Time // of the streams' heart; nil for none
	guests []string       // origins that are let in
	user   schemas.UserID // who acts; "" for "local"
	told   bool           // the test writes turns of its own making, which nobody decided
}

func open(t *testing.T, s setting) *house {
	t.Helper()
	if s.log == nil {
		s.log = bus.Mem()
	}
	if s.wakes == nil {
		s.wakes = bus.MemWakes()
	}
	if s.deltas == nil && !s.silent {
		s.deltas = bus.MemDeltas()
	}
	if s.model == nil {
		s.model = offline.New(offline.Options{})
	}
	if s.tables == "" {
		s.tables = t.TempDir()
	}
	lg := slog.New(slog.DiscardHandler)
	h := &house{t: t, log: s.log, deltas: s.deltas, texts: bus.MemTexts()}
	h.rt = worker.New(lg, worker.Options{Log: s.log, Wakes: s.wakes, Model: s.model, Deltas: s.deltas, Texts: h.texts})
	var err error
	if h.store, err = projections.Open(t.Context(), lg, projections.Options{Path: filepath.Join(s.tables, "tables.db")}); err != nil {
		t.Fatal(err)
	}
	if h.saved, err = saved.Open(t.Context(), filepath.Join(s.tables, "saved.db")); err != nil {
		t.Fatal(err)
	}
	if h.said, err = comments.Open(t.Context(), lg, filepath.Join(s.tables, "comments.db")); err != nil {
		t.Fatal(err)
	}
	srv := h.server(s)
	ctx, cancel := context.WithCancel(context.Background())
	var ends []chan error
	start := func(run func() error) {
		end := make(chan error, 1)
		ends = append(ends, end)
		go func() { end <- run() }()
	}
	start(func() error { return h.rt.Run(ctx, ctx) })
	start(func() error { return h.store.Run(ctx, s.log) })
	start(func() error { return srv.Run(ctx) })
	front := httptest.NewServer(contracttest.Watch(t, srv))
	h.close = sync.OnceFunc(func() {
		cancel()
		for _, end := range ends {
			if err := <-end; err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("run: %v", err)
			}
		}
		front.Close()
		h.everythingDeclared()
		if !s.told {
			h.decidedAgain(lg)
		}
		if err := errors.Join(h.store.Close(), h.saved.Close(), h.said.Close()); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	t.Cleanup(h.close)
	h.url, h.stop, h.srv = front.URL, cancel, srv
	if h.c, err = client.New(front.URL, nil); err != nil {
		t.Fatal(err)
	}
	h.furnish()
	h.must(h.store.WaitFor(h.context(), h.head()))
	return h
}

// server is a server over the house's parts.
func (h *house) server(s setting) *web.Server {
	h.t.Helper()
	beats := s.beats
	if beats == nil {
		beats = make(chan time.Time)
	}
	srv, err := web.New(slog.New(slog.DiscardHandler), web.Options{
		Runtime: h.rt, Log: s.log, Deltas: s.deltas, Texts: h.texts, Store: h.store, Saved: h.saved, Comments: h.said, Vendor: vendor, Sync: "always", Version: "1.2.3", Buffer: s.buffer, Beats: beats, Origins: s.guests, User: s.user,
	})
	h.must(err)
	return srv
}

// A restarted server is one more of a house.
type restarted struct {
	*httptest.Server
	stop func() // ends its streams, and waits for them
}

func (h *house) restart() restarted { return h.restartOver(h.log) }

func (h *house) restartOver(log bus.Log) restarted {
	h.t.Helper()
	srv := h.server(setting{log: log})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- srv.Run(ctx) }()
	front := httptest.NewServer(srv)
	stop := sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			h.t.Errorf("run: %v", err)
		}
		front.Close()
	})
	h.t.Cleanup(stop)
	return restarted{front, stop}
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

// decidedAgain takes every decision that the test's turns came to again, and wants the
// same.
func (h *house) decidedAgain(lg *slog.Logger) {
	h.t.Helper()
	_, diffs, err := worker.RedecideAll(context.Background(), lg, h.log)
	if err != nil {
		h.t.Errorf("decide again: %v", err)
	}
	for _, d := range diffs {
		h.t.Errorf("decided again: %v", d)
	}
}

// embedded is a log on an embedded server.
func embedded(t *testing.T) (bus.Log, bus.Wakes) {
	t.Helper()
	s, _ := embeddedIn(t, t.TempDir())
	return s, s
}

// embeddedIn is a log on an embedded server with a folder, and its end.
func embeddedIn(t *testing.T, dir string) (s *jetstream.Store, end func()) {
	t.Helper()
	s, err := jetstream.Open(t.Context(), slog.New(slog.DiscardHandler), jetstream.Options{Dir: dir, Sync: jetstream.SyncInterval})
	if err != nil {
		t.Fatal(err)
	}
	end = sync.OnceFunc(func() { s.Close() })
	t.Cleanup(end)
	return s, end
}

func (h *house) must(err error) {
	if err != nil {
		h.t.Helper()
		h.t.Fatal(err)
	}
}

// furnish writes the documents that the tests are about.
func (h *house) furnish() {
	h.t.Helper()
	ctx := h.t.Context()
	_, err := h.rt.Record(ctx, vendor, schemas.VendorBoundary, string(vendor), "system", schemas.FlagFlipped{Flag: schemas.AITaskBuilder, On: true}, "flag")
	h.must(err)
	_, err = h.rt.Record(ctx, vendor, schemas.LibraryBoundary, schemas.LibraryID, "system", schemas.LibraryModuleAdded{Module: schemas.Module{
		ID: "lm", Title: "Security basics", Tasks: []schemas.Task{{ID: "lt", Title: "Enrol in MFA"}},
	}}, "library")
	h.must(err)
	h.must(h.rt.ImportPlaybook(ctx, vendor, "local", "p1", schemas.PlaybookImported{
		Title: "Onboarding",
		Modules: []schemas.Module{
			{ID: "m1", Title: "First week", Tasks: []schemas.Task{
				{ID: "t1", Title: "Set up the laptop", Steps: []schemas.Step{{ID: "old", Kind: schemas.Instruction, Title: "Unpack it"}}},
				{ID: "t2", Title: "Collect bank details"},
			}},
			{ID: "lm", Linked: "lm"},
		},
	}, "import"))
}

const onEditor = `{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true}`

// withBuilder is the editor with a builder open on a task of the playbook.
func withBuilder(task string) string {
	return `{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true,"current_task_id":"` + task +
		`","builder_mounts":1,"loaded_task":{"id":"` + task + `","context":"PLAYBOOK","playbook_id":"p1"}}`
}

func (h *house) context() context.Context {
	ctx, cancel := context.WithTimeout(h.t.Context(), patience)
	h.t.Cleanup(cancel)
	return ctx
}

// call makes a call that must succeed.
func (h *house) call(method, path string, in, out any) {
	h.t.Helper()
	if err := h.c.Call(h.context(), method, path, in, out); err != nil {
		h.t.Fatalf("%s %s: %v", method, path, err)
	}
}

// raw sends a body as it is and returns status, content type and answer.
func (h *house) raw(method, path, body string, header ...string) (int, string, string) {
	h.t.Helper()
	req, err := http.NewRequestWithContext(h.context(), method, h.url+path, bytes.NewReader([]byte(body)))
	h.must(err)
	for i := 0; i+1 < len(header); i += 2 {
		if header[i] == "Host" {
			req.Host = header[i+1]
			continue
		}
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	h.must(err)
	defer res.Body.Close()
	out, err := io.ReadAll(res.Body)
	h.must(err)
	return res.StatusCode, res.Header.Get("Content-Type"), string(out)
}

func (h *house) session() schemas.SessionID {
	h.t.Helper()
	var out struct{ Session schemas.SessionID }
	h.call("POST", "/v1/sessions", map[string]string{"playbook_id": "p1"}, &out)
	return out.Session
}

// ask sends a message over REST and returns its turn.
func (h *house) ask(session schemas.SessionID, text, ui string) schemas.TurnID {
	h.t.Helper()
	var out struct{ Turn schemas.TurnID }
	h.call("POST", "/v1/sessions/"+string(session)+"/messages", map[string]any{"text": text, "ui_context": json.RawMessage(ui)}, &out)
	return out.Turn
}

// ended waits for the end of a turn.
func (h *house) ended(id schemas.TurnID) schemas.TurnEnded {
	h.t.Helper()
	for batch, err := range h.log.Follow(h.context(), bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary, Turn: id}) {
		h.must(err)
		for _, r := range batch {
			if e, ok := r.Event.(schemas.TurnEnded); ok {
				return e
			}
		}
	}
	panic("follow ended without an error")
}

// records are what a query finds now.
func (h *house) records(q bus.Query) []schemas.Record {
	h.t.Helper()
	var all []schemas.Record
	for r, err := range h.log.Read(h.t.Context(), q) {
		h.must(err)
		all = append(all, r)
	}
	return all
}

func (h *house) head() uint64 {
	h.t.Helper()
	head, err := h.log.Head(h.t.Context())
	h.must(err)
	return head
}

// same compares JSON by what it says.
func same(t *testing.T, what, got, want string) {
	t.Helper()
	var g, w any
	if err := json.Unmarshal([]byte(got), &g); err != nil {
		t.Fatalf("%s is no JSON: %v\n%s", what, err, got)
	}
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		t.Fatalf("wanted %s is no JSON: %v\n%s", what, err, want)
	}
	if diff := cmp.Diff(w, g); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// brief is a problem without its words.
func brief(t *testing.T, problem string) string {
	t.Helper()
	var got map[string]any
	if err := json.Unmarshal([]byte(problem), &got); err != nil {
		t.Fatalf("no problem: %v\n%s", err, problem)
	}
	if got["detail"] == "" {
		t.Errorf("a problem without words: %s", problem)
	}
	delete(got, "detail")
	delete(got, "title")
	out, _ := json.Marshal(got)
	return string(out)
}

// doorOf is a client of a server of the house for another user.
func (h *house) doorOf(user schemas.UserID) *client.Client {
	h.t.Helper()
	front := httptest.NewServer(h.server(setting{log: h.log, user: user}))
	h.t.Cleanup(front.Close)
	c, err := client.New(front.URL, nil)
	h.must(err)
	return c
}
