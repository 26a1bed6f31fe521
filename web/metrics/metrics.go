package metrics

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"turnbook/bus"
	"turnbook/bus/turns"
	"turnbook/schemas"
	"turnbook/schemas/price"
)

// Options say what is counted. Log and Prices are required.
type Options struct {
	Log    bus.Log
	Prices *price.Table
	Tables func(context.Context) (Tables, error) // how the tables stand; nil for nothing about them
	Views  func() int                            // how many are connected here; nil for nothing about them
	Clock  func() time.Time                      // nil for time.Now
}

// Tables is how the tables stand.
type Tables struct {
	Seq    uint64 // of the last message that they hold
	Parked int    // events that they could not take in, or that wait behind one
}

// Metrics counts, and serves the counts.
type Metrics struct {
	o     Options
	from  uint64 // what is counted comes after it
	watch *turns.Watch
	count counters
	serve http.Handler
}

// New counts nothing yet; what is appended from now on will be.
func New(ctx context.Context, o Options) (*Metrics, error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	head, err := o.Log.Head(ctx)
	if err != nil {
		return nil, fmt.Errorf("find the end of the log: %w", err)
	}
	m := &Metrics{o: o, from: head, count: newCounters(o.Prices.Currency)}
	m.watch = turns.New(o.Log, func(schemas.Record) turns.Turn {
		return &turn{m: m, calls: make(map[schemas.CallID]call)}
	})
	registry := prometheus.NewRegistry()
	registry.MustRegister(m.count.all...)
	registry.MustRegister(&standing{o}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.serve = promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
	return m, nil
}

// ServeHTTP implements [http.Handler]: it answers a scrape.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, r *http.Request) { m.serve.ServeHTTP(w, r) }

// Run counts until ctx is done. The error is that the log was closed.
func (m *Metrics) Run(ctx context.Context) error {
	q := bus.Query{Kind: schemas.SessionBoundary, After: schemas.Position{Seq: m.from + 1, Index: -1}}
	for batch, err := range m.o.Log.Follow(ctx, q) {
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		for _, r := range batch {
			if err := m.take(ctx, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// take counts an event.
func (m *Metrics) take(ctx context.Context, r schemas.Record) error {
	if e, ok := r.Event.(schemas.CommandRefused); ok {
		m.count.refused(e.Code)
	}
	return m.watch.Take(ctx, r)
}

// Timed is a log whose appends are measured.
func (m *Metrics) Timed(log bus.Log) bus.Log { return &timed{log, m} }

type timed struct {
	bus.Log
	m *Metrics
}

// Append implements [bus.Log].
func (t *timed) Append(ctx context.Context, e schemas.Entity, expect uint64, at time.Time, drafts ...schemas.Draft) ([]schemas.Record, error) {
	began := t.m.o.Clock()
	records, err := t.Log.Append(ctx, e, expect, at, drafts...)
	t.m.count.appends.Observe(t.m.o.Clock().Sub(began).Seconds())
	return records, err
}
