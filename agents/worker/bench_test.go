package worker_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"

	"turnbook/agents"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/bus/jetstream"
	"turnbook/schemas"
)

// tenSteps is a model of the reference turn: the router picks the builder, which
// writes ten steps, one a round, and says that it is done. It thinks no time.
type tenSteps struct{}

func (tenSteps) Name() string { return "ten-steps" }

func (tenSteps) Stream(_ context.Context, r agents.Request) iter.Seq2[agents.Part, error] {
	return func(yield func(agents.Part, error) bool) {
		rounds := 0
		for _, m := range r.Messages {
			if m.Role == agents.ToolRole {
				rounds++
			}
		}
		var part agents.Part
		switch {
		case r.Agent == "router":
			part = agents.Text(`{"domain":"task-builder"}`)
		case rounds < 10:
			part = agents.Call{ID: "c", Name: "add_step", Args: json.RawMessage(fmt.Sprintf(`{"title":"Step %d of the reference turn","kind":"INSTRUCTION"}`, rounds+1))}
		default:
			part = agents.Text("Ten steps written.")
		}
		if yield(part, nil) {
			yield(agents.Done{Stop: "end_turn"}, nil)
		}
	}
}

// referenceHouse is a runtime over an embedded server with its files on disk.
func referenceHouse(b *testing.B, sync jetstream.Sync) (*worker.Runtime, *endLog, js.JetStream) {
	b.Helper()
	store, err := jetstream.Open(b.Context(), slog.New(slog.DiscardHandler), jetstream.Options{Dir: b.TempDir(), Sync: sync})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { store.Close() })
	log := &endLog{Log: store, to: map[string]chan schemas.TurnID{}}
	rt := worker.New(slog.New(slog.DiscardHandler), worker.Options{Log: log, Wakes: store, Model: tenSteps{}})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- rt.Run(ctx, ctx) }()
	b.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			b.Error(err)
		}
	})
	switchOn(b, rt)
	return rt, log, floorStream(b, store)
}

// floorStream makes a stream beside the log, on its server.
func floorStream(b *testing.B, store *jetstream.Store) js.JetStream {
	b.Helper()
	raw, err := js.New(store.Conn())
	if err != nil {
		b.Fatal(err)
	}
	_, err = raw.CreateStream(b.Context(), js.StreamConfig{Name: "FLOOR", Subjects: []string{"floor.>"}, Storage: js.FileStorage, AllowDirect: true})
	if err != nil {
		b.Fatal(err)
	}
	return raw
}

// switchOn gives the vendor its capability.
func switchOn(b *testing.B, rt *worker.Runtime) {
	b.Helper()
	flag := schemas.FlagFlipped{Flag: schemas.AITaskBuilder, On: true}
	if _, err := rt.Record(b.Context(), vendor, schemas.VendorBoundary, string(vendor), "system", flag, "flag"); err != nil {
		b.Fatal(err)
	}
}

// floor is forty raw appends, one after the other, of a typical event.
func floor(b *testing.B, raw js.JetStream, subject string) { appendRaw(b, raw, subject, 40) }

func appendRaw(b *testing.B, raw js.JetStream, subject string, n int) {
	payload := make([]byte, 512)
	for range n {
		m := nats.NewMsg(subject)
		m.Data = payload
		m.Header.Set("Content-Type", "application/cloudevents-batch+json")
		if _, err := raw.PublishMsg(b.Context(), m); err != nil {
			b.Error(err)
			return
		}
	}
}

// referenceTurn runs one turn in a session and playbook of its own, and waits for its
// end by asking the writer that has it.
func referenceTurn(b *testing.B, rt *worker.Runtime, ended <-chan schemas.TurnID, r reference) {
	id, err := rt.Message(b.Context(), worker.MessageCommand{Vendor: vendor, Session: r.session, Text: "ten steps", UIContext: &r.ui, Key: "k"})
	if err != nil {
		b.Error(err)
		return
	}
	if got := <-ended; got != id {
		b.Errorf("turn %s ended, want %s", got, id)
	}
}

// endLog tells when the end of a session's turn is in the book: the turn is done then,
// whoever is told of it later.
type endLog struct {
	bus.Log
	mu sync.Mutex
	to map[string]chan schemas.TurnID
}

func (l *endLog) of(s schemas.SessionID) chan schemas.TurnID {
	l.mu.Lock()
	defer l.mu.Unlock()
	c, ok := l.to[string(s)]
	if !ok {
		c = make(chan schemas.TurnID, 1)
		l.to[string(s)] = c
	}
	return c
}

func (l *endLog) Append(ctx context.Context, e schemas.Entity, expect uint64, at time.Time, drafts ...schemas.Draft) ([]schemas.Record, error) {
	records, err := l.Log.Append(ctx, e, expect, at, drafts...)
	for _, r := range records {
		if _, ended := r.Event.(schemas.TurnEnded); ended {
			l.of(schemas.SessionID(e.ID)) <- r.Turn
		}
	}
	return records, err
}

// reference is a session and a playbook that nothing has happened to yet, so that
// every turn of a run is the same turn.
type reference struct {
	session schemas.SessionID
	ui      schemas.UIContext
}

func openReference(b *testing.B, rt *worker.Runtime, n int, steps ...schemas.Step) reference {
	b.Helper()
	playbook := schemas.PlaybookID(fmt.Sprintf("p%d", n))
	err := rt.ImportPlaybook(b.Context(), vendor, "ann", playbook, schemas.PlaybookImported{
		Title: "Onboarding", Modules: []schemas.Module{{ID: "m1", Title: "First week", Tasks: []schemas.Task{{ID: "t1", Title: "Set up the laptop", Steps: steps}}}},
	}, "import")
	if err != nil {
		b.Fatal(err)
	}
	id, err := rt.OpenSession(b.Context(), vendor, "ann", playbook, fmt.Sprintf("open%d", n))
	if err != nil {
		b.Fatal(err)
	}
	return reference{session: id, ui: schemas.MustUIContext(fmt.Sprintf(
		`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p%d","is_draft_active":true,"current_task_id":"t1","builder_mounts":1,"loaded_task":{"id":"t1","context":"PLAYBOOK","playbook_id":"p%[1]d"}}`, n))}
}

// The reference turn alone, against forty raw appends one after the other, taken in
// turns in the same run. Goal (DESIGN.md section 9): at most 0.7 with sync always, at
// most 2 with sync interval.
func BenchmarkReferenceTurn(b *testing.B) {
	for _, mode := range []jetstream.Sync{jetstream.SyncAlways, jetstream.SyncInterval} {
		b.Run("sync="+mode.String(), func(b *testing.B) {
			rt, log, raw := referenceHouse(b, mode)
			var turns, floors time.Duration
			n := 0
			for b.Loop() {
				r := openReference(b, rt, n)
				ended := log.of(r.session)
				begin := time.Now()
				referenceTurn(b, rt, ended, r)
				turns += time.Since(begin)
				begin = time.Now()
				floor(b, raw, "floor.one")
				floors += time.Since(begin)
				n++
			}
			b.ReportMetric(float64(turns)/float64(floors), "x-floor")
			b.ReportMetric(float64(turns.Microseconds())/float64(n), "µs/turn")
		})
	}
}

// Eight at a time, turns a second, against eight writers of forty raw appends each on
// one stream. Goal: at least 1.8 with sync always, at least 0.5 with sync interval.
func BenchmarkEightReferenceTurnsAtOnce(b *testing.B) {
	const atOnce = 8
	for _, mode := range []jetstream.Sync{jetstream.SyncAlways, jetstream.SyncInterval} {
		b.Run("sync="+mode.String(), func(b *testing.B) {
			rt, log, raw := referenceHouse(b, mode)
			var turns, floors time.Duration
			n := 0
			for b.Loop() {
				var all []reference
				for i := range atOnce {
					all = append(all, openReference(b, rt, n*atOnce+i))
				}
				begin := time.Now()
				var wg sync.WaitGroup
				for _, r := range all {
					wg.Go(func() { referenceTurn(b, rt, log.of(r.session), r) })
				}
				wg.Wait()
				turns += time.Since(begin)
				begin = time.Now()
				for i := range atOnce {
					wg.Go(func() { floor(b, raw, fmt.Sprintf("floor.%d", i)) })
				}
				wg.Wait()
				floors += time.Since(begin)
				n++
			}
			b.ReportMetric(float64(floors)/float64(turns), "x-floor-rate")
			b.ReportMetric(float64(n*atOnce)/turns.Seconds(), "turns/s")
		})
	}
}
