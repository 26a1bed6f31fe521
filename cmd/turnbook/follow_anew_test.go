package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"turnbook/agents/agentstest"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web"
)

// A forgetful log loses its first messages when it is told to.
type forgetful struct {
	bus.Log
	mu    sync.Mutex
	first uint64 // that is left; 0 for the log's own word
}

func (l *forgetful) First(ctx context.Context) (uint64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.first > 0 {
		return l.first, nil
	}
	return l.Log.First(ctx)
}

// forget loses all that is there, and of which somebody who was away has not heard: the
// last of it is no turn's.
func (l *forgetful) forget(t *testing.T, rt *worker.Runtime) {
	t.Helper()
	for _, flag := range []bool{false, true} {
		_, err := rt.Record(t.Context(), "local", schemas.VendorBoundary, "local", "system", schemas.FlagFlipped{Flag: schemas.AITaskBuilder, On: flag}, "")
		if err != nil {
			t.Fatal(err)
		}
	}
	head, err := l.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.first = head
}

// A backroom is a server in this process, over a log that forgets, with one draft and a
// guide who answers when told to. New requests wait while the door is locked.
type backroom struct {
	log  *forgetful
	rt   *worker.Runtime
	door sync.RWMutex
	wire *wire
	said chan struct{} // the guide was asked
	hold chan struct{} // closed for its answer
}

func openBackroom(t *testing.T) *backroom {
	t.Helper()
	lg := slog.New(slog.DiscardHandler)
	b := &backroom{log: &forgetful{Log: bus.Mem()}, said: make(chan struct{}, 1), hold: make(chan struct{})}
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	b.rt = worker.New(lg, worker.Options{Log: b.log, Wakes: bus.MemWakes(), Model: agentstest.NewScript(map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.Guide)}, "guide": {{Text: "Four steps.", Said: b.said, Hold: b.hold}},
	})})
	store, err := projections.Open(t.Context(), lg, projections.Options{Path: filepath.Join(t.TempDir(), "tables.db")})
	must(err)
	srv, err := web.New(lg, web.Options{Runtime: b.rt, Log: b.log, Store: store, Vendor: "local", Sync: "always"})
	must(err)
	must(b.rt.ImportPlaybook(t.Context(), "local", "local", "p1", schemas.PlaybookImported{Title: "Onboarding"}, "import"))
	ctx, cancel := context.WithCancel(context.Background())
	var parts sync.WaitGroup
	for _, run := range []func() error{
		func() error { return b.rt.Run(ctx, ctx) }, func() error { return store.Run(ctx, b.log) }, func() error { return srv.Run(ctx) },
	} {
		parts.Go(func() {
			if err := run(); err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("run: %v", err)
			}
		})
	}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.comeIn()
		srv.ServeHTTP(w, r)
	}))
	b.wire = newWire(t, front.URL, "")
	t.Cleanup(func() { cancel(); parts.Wait(); front.Close(); must(store.Close()) })
	head, err := b.log.Head(t.Context())
	must(err)
	must(store.WaitFor(t.Context(), head))
	return b
}

// comeIn waits while the door is locked.
func (b *backroom) comeIn() {
	b.door.RLock()
	defer b.door.RUnlock()
}

// ended waits for the end of the turn.
func (b *backroom) ended(t *testing.T) {
	t.Helper()
	for batch, err := range b.log.Follow(t.Context(), bus.Query{Vendor: "local", Kind: schemas.SessionBoundary}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range batch {
			if _, ok := r.Event.(schemas.TurnEnded); ok {
				return
			}
		}
	}
}

func TestAnAskFindsTheEndOfItsTurnInABookThatLostItsBeginning(t *testing.T) {
	for name, meanwhile := range map[string]bool{"a turn that goes on": false, "one that has ended meanwhile": true} {
		t.Run(name, func(t *testing.T) {
			b := openBackroom(t)
			var out, stderr bytes.Buffer
			a := &asking{remote: remote{b.wire.url()}, out: &out, stderr: &stderr}
			done := make(chan error, 1)
			go func() { done <- a.run(t.Context(), "How many steps are there?") }()
			<-b.said
			b.door.Lock()
			b.wire.cut()
			b.log.forget(t, b.rt)
			if meanwhile {
				close(b.hold)
				b.ended(t)
			}
			b.door.Unlock()
			if !meanwhile {
				close(b.hold)
			}
			if err := <-done; err != nil {
				t.Fatalf("ask: %v\n%s%s", err, &out, &stderr)
			}
			if !strings.HasSuffix(out.String(), "\nDone.\n") {
				t.Errorf("ask ends with\n%s", &out)
			}
			if want := "turnbook: the book no longer has what comes next; beginning anew\n"; !strings.HasSuffix(stderr.String(), want) {
				t.Errorf("ask says %q, want %q in the end", &stderr, want)
			}
		})
	}
}

// readUntil reads from a command until its output has a text.
func readUntil(t *testing.T, from io.Reader, text string) string {
	t.Helper()
	var all strings.Builder
	room := make([]byte, 4096)
	for !strings.Contains(all.String(), text) {
		n, err := from.Read(room)
		if err != nil {
			t.Fatalf("%v after\n%s", err, &all)
		}
		all.Write(room[:n])
	}
	return all.String()
}

func TestATailGoesOnInABookThatLostItsBeginning(t *testing.T) {
	b := openBackroom(t)
	b.log.forget(t, b.rt)
	ctx, cancel := context.WithCancel(t.Context())
	read, write := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- tailing{remote: remote{b.wire.url()}, from: "start"}.run(ctx, false, write, write)
	}()
	said := readUntil(t, read, "follows.\n")
	if want := "turnbook: the book no longer has what comes next; beginning anew\nThe book stands at "; !strings.HasPrefix(said, want) {
		t.Errorf("tail says %q, want %q", said, want)
	}
	if err := b.rt.ImportPlaybook(t.Context(), "local", "local", "p2", schemas.PlaybookImported{Title: "Another one"}, "import 2"); err != nil {
		t.Fatal(err)
	}
	readUntil(t, read, "Another one")
	cancel()
	if err := <-done; err != nil {
		t.Errorf("tail: %v", err)
	}
}

func TestATailOfAnotherBookBeginsAtItsStart(t *testing.T) {
	first := serveIn(t, t.TempDir(), "--model", "offline:0s")
	tail := exec.Command(binary, "tail", "--from", "start", "--type", "playbook.imported")
	tail.Env = append(tail.Environ(), "TURNBOOK_URL="+first.url)
	read, write := io.Pipe()
	tail.Stdout, tail.Stderr = write, write
	if err := tail.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- tail.Wait(); write.Close() }()
	t.Cleanup(func() { _ = tail.Process.Kill(); read.Close(); <-ended })
	readUntil(t, read, "playbook.imported")
	first.kill()
	serveIn(t, t.TempDir(), "--model", "offline:0s", "--listen", strings.TrimPrefix(first.url, "http://"))
	said := readUntil(t, read, "turnbook: this is another book than before; beginning anew\n")
	_, after, _ := strings.Cut(said, "anew\n")
	if !strings.Contains(after, "playbook.imported") {
		readUntil(t, read, "playbook.imported")
	}
}
