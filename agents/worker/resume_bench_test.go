package worker_test

import (
	"context"
	"encoding/json"
	"iter"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/turn"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/bus/jetstream"
	"turnbook/schemas"
)

// process is a worker's process: a store on a folder, and a runtime over it.
type process struct {
	store *jetstream.Store
	log   *endLog
	rt    *worker.Runtime
	began time.Time // when the runtime's Run did
	stop  func()    // ends the runtime, then the store
}

// start is a process whose runtime sees the log through a wrapper.
func start(b *testing.B, dir string, sync jetstream.Sync, model agents.Model, through func(bus.Log) bus.Log) *process {
	b.Helper()
	store, err := jetstream.Open(b.Context(), slog.New(slog.DiscardHandler), jetstream.Options{Dir: dir, Sync: sync})
	if err != nil {
		b.Fatal(err)
	}
	p := &process{store: store, log: &endLog{Log: store, to: map[string]chan schemas.TurnID{}}}
	p.rt = worker.New(slog.New(slog.DiscardHandler), worker.Options{Log: through(p.log), Wakes: store, Model: model})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	p.began = time.Now()
	go func() { done <- p.rt.Run(ctx, ctx) }()
	p.stop = func() {
		cancel()
		if err := <-done; err != nil {
			b.Error(err)
		}
		if err := store.Close(); err != nil {
			b.Error(err)
		}
	}
	return p
}

// clocked is a log that tells when each append of one session came back.
type clocked struct {
	bus.Log
	mu      sync.Mutex
	session schemas.SessionID
	came    chan appended
}

type appended struct {
	at      time.Time
	records []schemas.Record
}

// aTurn is more appends than a turn of these benchmarks makes.
const aTurn = 256

// of makes the log tell of a session from here on, and forgets what it told of another.
func (c *clocked) of(s schemas.SessionID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.session = s
	for len(c.came) > 0 {
		<-c.came
	}
}

func (c *clocked) Append(ctx context.Context, e schemas.Entity, expect uint64, at time.Time, drafts ...schemas.Draft) ([]schemas.Record, error) {
	records, err := c.Log.Append(ctx, e, expect, at, drafts...)
	now := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil && e.ID == string(c.session) {
		c.came <- appended{now, records}
	}
	return records, err
}

// until waits for the append that holds an event of a type.
func until[E schemas.Event](c *clocked) (e E, at time.Time) {
	for a := range c.came {
		for _, r := range a.records {
			if e, ok := r.Event.(E); ok {
				return e, a.at
			}
		}
	}
	panic("nobody closes the channel")
}

// A process dies in the midst of the reference turn, at an append that is written or
// not, and another opens its folder: from the start of its Run to the turn's first
// append. Goal (DESIGN.md section 9): 50 ms, and no completed effect twice.
func BenchmarkKillGoesOn(b *testing.B) {
	for _, mode := range []jetstream.Sync{jetstream.SyncAlways, jetstream.SyncInterval} {
		b.Run("sync="+mode.String(), func(b *testing.B) {
			var took []time.Duration
			twice := 0
			for n := 0; b.Loop(); n++ {
				d, again := killAndGoOn(b, mode, n)
				took, twice = append(took, d), twice+again
			}
			reportGoesOn(b, took)
			b.ReportMetric(float64(twice), "effects-twice")
			if twice > 0 {
				b.Errorf("%d completed effects were done twice", twice)
			}
		})
	}
}

// killAndGoOn kills the turn at its third to twelfth append, by turns before and after
// that is written. It returns how long the next process took, and how many completed
// effects it did again.
func killAndGoOn(b *testing.B, mode jetstream.Sync, n int) (took time.Duration, twice int) {
	dir, model := b.TempDir(), &counting{Model: tenSteps{}}
	died := make(chan struct{})
	d := &agentstest.Dying{Left: aTurn, After: n%2 == 1, Die: func() { close(died) }}
	first := start(b, dir, mode, model, func(log bus.Log) bus.Log { d.Log = log; return d })
	switchOn(b, first.rt)
	r := openReference(b, first.rt, 0)
	d.Allow(2 + n/2%10)
	id, err := first.rt.Message(b.Context(), worker.MessageCommand{Vendor: vendor, Session: r.session, Text: "ten steps", UIContext: &r.ui, Key: "k"})
	if err != nil {
		b.Fatal(err)
	}
	<-died
	first.stop()

	c := &clocked{session: r.session, came: make(chan appended, aTurn)}
	second := start(b, dir, mode, model, func(log bus.Log) bus.Log { c.Log = log; return c })
	took = (<-c.came).at.Sub(second.began)
	if got := <-second.log.of(r.session); got != id {
		b.Errorf("turn %s ended, want %s", got, id)
	}
	twice = model.again(b, second.store, id, d.After)
	second.stop()
	return took, twice
}

// counting is a model that knows how often it was asked.
type counting struct {
	agents.Model
	asked atomic.Int64
}

func (m *counting) Stream(ctx context.Context, r agents.Request) iter.Seq2[agents.Part, error] {
	m.asked.Add(1)
	return m.Model.Stream(ctx, r)
}

// again counts the results that stand twice in the book, and the answers that the model
// gave beyond those in the book. One that was on its way to the book may be asked for
// again; one that was written may not.
func (m *counting) again(b *testing.B, log bus.Log, id schemas.TurnID, written bool) int {
	results, answers, twice := map[schemas.CallID]int{}, 0, 0
	for r, err := range log.Read(b.Context(), bus.Query{Vendor: vendor, Turn: id}) {
		if err != nil {
			b.Fatal(err)
		}
		switch e := r.Event.(type) {
		case schemas.ModelAnswered:
			results[e.Call]++
			answers++
		case schemas.ToolReturned:
			results[e.Call]++
		}
	}
	for _, n := range results {
		twice += n - 1
	}
	lost := int(m.asked.Load()) - answers
	if !written {
		lost = max(lost-1, 0)
	}
	return twice + lost
}

// deletes is a model that wants to delete the task's first step, which asks a person.
type deletes struct{}

func (deletes) Name() string { return "deletes" }

func (deletes) Stream(_ context.Context, r agents.Request) iter.Seq2[agents.Part, error] {
	return func(yield func(agents.Part, error) bool) {
		called := slices.ContainsFunc(r.Messages, func(m agents.Message) bool { return m.Role == agents.ToolRole })
		var part agents.Part
		switch {
		case r.Agent == "router":
			part = agents.Text(`{"domain":"task-builder"}`)
		case !called:
			part = agents.Call{ID: "c", Name: "remove_steps", Args: json.RawMessage(`{"step_ids":["old"]}`)}
		default:
			part = agents.Text("Deleted.")
		}
		if yield(part, nil) {
			yield(agents.Done{Stop: "end_turn"}, nil)
		}
	}
}

// A card is open, and its answer comes: from the moment when the answer is in the book,
// which is before Answer returns, to the turn's next append. Goal (DESIGN.md section 9):
// 1 ms. A raw append, in turns with it, says how much of that is the disk's.
func BenchmarkAnswerGoesOn(b *testing.B) {
	for _, mode := range []jetstream.Sync{jetstream.SyncAlways, jetstream.SyncInterval} {
		b.Run("sync="+mode.String(), func(b *testing.B) {
			c := &clocked{came: make(chan appended, aTurn)}
			p := start(b, b.TempDir(), mode, deletes{}, func(log bus.Log) bus.Log { c.Log = log; return c })
			defer p.stop()
			switchOn(b, p.rt)
			raw := floorStream(b, p.store)
			var took []time.Duration
			var floor time.Duration
			for n := 0; b.Loop(); n++ {
				took = append(took, answerAndGoOn(b, p, c, n))
				began := time.Now()
				appendRaw(b, raw, "floor.one", 1)
				floor += time.Since(began)
			}
			reportGoesOn(b, took)
			b.ReportMetric(float64(floor.Microseconds())/float64(len(took)), "µs/raw-append")
		})
	}
}

func answerAndGoOn(b *testing.B, p *process, c *clocked, n int) time.Duration {
	r := openReference(b, p.rt, n, schemas.Step{ID: "old", Kind: schemas.Instruction, Title: "Unpack it"})
	c.of(r.session)
	id, err := p.rt.Message(b.Context(), worker.MessageCommand{Vendor: vendor, Session: r.session, Text: "delete it", UIContext: &r.ui, Key: "k"})
	if err != nil {
		b.Fatal(err)
	}
	raised, _ := until[schemas.InterruptRaised](c)
	err = p.rt.Answer(b.Context(), vendor, r.session, turn.Answer{Card: raised.Card, Decision: schemas.Confirm, Fingerprint: raised.Fingerprint})
	if err != nil {
		b.Fatal(err)
	}
	_, answered := until[schemas.InterruptAnswered](c)
	took := (<-c.came).at.Sub(answered)
	if got := <-p.log.of(r.session); got != id {
		b.Errorf("turn %s ended, want %s", got, id)
	}
	return took
}

// reportGoesOn reports the median and the longest.
func reportGoesOn(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "µs/goes-on")
	b.ReportMetric(float64(took[len(took)-1].Microseconds()), "µs/longest")
}
