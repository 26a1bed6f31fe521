package web_test

import (
	"context"
	"iter"
	"log/slog"
	"path/filepath"
	"testing"

	"turnbook/bus"
	"turnbook/projections"
	"turnbook/schemas"
)

// A cutLog is a log as it was when it had so many messages.
type cutLog struct {
	bus.Log
	to uint64
}

func (c cutLog) Head(context.Context) (uint64, error) { return c.to, nil }

func (c cutLog) Read(ctx context.Context, q bus.Query) iter.Seq2[schemas.Record, error] {
	if q.To == 0 || q.To > c.to {
		q.To = c.to
	}
	return c.Log.Read(ctx, q)
}

// Follow yields what there was, and waits for what never comes.
func (c cutLog) Follow(ctx context.Context, q bus.Query) iter.Seq2[[]schemas.Record, error] {
	return func(yield func([]schemas.Record, error) bool) {
		var batch []schemas.Record
		for r, err := range c.Read(ctx, q) {
			if err != nil {
				yield(nil, err)
				return
			}
			batch = append(batch, r)
		}
		if len(batch) > 0 && !yield(batch, nil) {
			return
		}
		<-ctx.Done()
		yield(nil, ctx.Err())
	}
}

// An olderTables is tables that are drawn as far as they are asked for, and never back.
type olderTables struct {
	t     *testing.T
	h     *house
	store *projections.Store
}

func (h *house) olderTables() *olderTables {
	h.t.Helper()
	store, err := projections.Open(h.t.Context(), slog.New(slog.DiscardHandler), projections.Options{Path: filepath.Join(h.t.TempDir(), "older.db")})
	h.must(err)
	h.t.Cleanup(func() { store.Close() })
	return &olderTables{h.t, h, store}
}

// to draws the tables up to a message.
func (o *olderTables) to(seq uint64) *projections.Store {
	o.t.Helper()
	ctx, cancel := context.WithCancel(o.h.context())
	ended := make(chan error, 1)
	go func() { ended <- o.store.Run(ctx, cutLog{o.h.log, seq}) }()
	o.h.must(o.store.WaitFor(ctx, seq))
	cancel()
	o.h.must(<-ended)
	return o.store
}
