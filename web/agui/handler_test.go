package agui

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"turnbook/agents/agentstest"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
)

// crooked is a log that goes wrong in a way of its choice.
type crooked struct {
	bus.Log
	follow func() error
	last   func() (uint64, error)
}

func (c crooked) Follow(ctx context.Context, q bus.Query) iter.Seq2[[]schemas.Record, error] {
	if c.follow == nil {
		return c.Log.Follow(ctx, q)
	}
	return func(yield func([]schemas.Record, error) bool) { yield(nil, c.follow()) }
}

func (c crooked) Last(ctx context.Context, e schemas.Entity) (uint64, error) {
	if c.last == nil {
		return c.Log.Last(ctx, e)
	}
	return c.last()
}

// serve is a handler over a runtime whose models never answer.
func serve(t *testing.T, lg *slog.Logger, c crooked, o Options) string {
	t.Helper()
	c.Log = bus.Mem()
	rt := worker.New(lg, worker.Options{Log: c.Log, Wakes: bus.MemWakes(), Model: agentstest.NewScript(map[string][]agentstest.Answer{"router": {{Hang: true}}})})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- rt.Run(ctx, ctx) }()
	o.Runtime, o.Log, o.Vendor = rt, c, vendor
	o.Read = func(r *http.Request, v any) error { return json.NewDecoder(r.Body).Decode(v) }
	o.Refuse = func(w http.ResponseWriter, _ *http.Request, err error) {
		http.Error(w, err.Error(), http.StatusBadRequest)
	}
	o.Tell = func(error) (schemas.Code, string) { return "INTERNAL", "something broke" }
	if o.Stopping == nil {
		o.Stopping = ctx
	}
	front := httptest.NewServer(http.HandlerFunc(New(lg, o).Run))
	t.Cleanup(func() {
		cancel()
		<-done
		front.Close()
	})
	return front.URL
}

const hello = `{"threadId":"t","runId":"r","messages":[{"id":"u","role":"user","content":"Hello"}]}`

func post(t *testing.T, url string) io.ReadCloser {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, "POST", url, strings.NewReader(hello))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	if got := res.Header.Get("Content-Type"); res.StatusCode != 200 || got != "text/event-stream" {
		t.Errorf("answered %d %s", res.StatusCode, got)
	}
	return res.Body
}

// Whatever breaks, the run ends once, in words that give nothing away, and the server's
// log has the cause.
func TestARunThatBreaksEndsOnce(t *testing.T) {
	for name, c := range map[string]crooked{
		"the log breaks while it is followed": {follow: func() error { return errors.New("secret") }},
		"the log breaks before":               {last: func() (uint64, error) { return 0, errors.New("secret") }},
		"a panic":                             {last: func() (uint64, error) { panic("secret") }},
	} {
		t.Run(name, func(t *testing.T) {
			var logged strings.Builder
			body, err := io.ReadAll(post(t, serve(t, slog.New(slog.NewTextHandler(&logged, nil)), c, Options{})))
			if err != nil {
				t.Fatal(err)
			}
			frames := framesOf(t, string(body))
			if end := text(frames[len(frames)-1]["type"]); len(frames) != 2 || end != "RUN_ERROR" || strings.Contains(string(body), "secret") {
				t.Errorf("told\n%s", body)
			}
			if !strings.Contains(logged.String(), "secret") {
				t.Errorf("logged %q", &logged)
			}
		})
	}
}

func TestAServerThatStopsEndsTheRunAndNotTheTurn(t *testing.T) {
	stopping, stop := context.WithCancel(context.Background())
	defer stop()
	body := post(t, serve(t, slog.New(slog.DiscardHandler), crooked{}, Options{Stopping: stopping}))
	lines := bufio.NewScanner(body)
	var last string
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "data: ") {
			last = lines.Text()
		}
		if strings.Contains(last, `"STATE_DELTA"`) {
			stop()
		}
	}
	want := `data: {"type":"RUN_ERROR","message":"the server is stopping; the turn goes on: run it again under the same runId","code":"unavailable"}`
	if last != want {
		t.Errorf("the last frame is %s", last)
	}
}

func TestASilentStreamShowsThatItIsAlive(t *testing.T) {
	lines := bufio.NewScanner(post(t, serve(t, slog.New(slog.DiscardHandler), crooked{}, Options{Heartbeat: time.Millisecond})))
	for lines.Scan() {
		if lines.Text() == ": keepalive" {
			return
		}
	}
	t.Errorf("the stream ended: %v", lines.Err())
}
