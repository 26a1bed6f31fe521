package telemetry

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"turnbook/bus"
	"turnbook/bus/turns"
	"turnbook/schemas"
)

// Options say whose spans are told, and to whom. Log and File are required.
type Options struct {
	Log     bus.Log
	Address string // of the collector, as in "http://127.0.0.1:4318"; "" for that of OTEL_EXPORTER_OTLP_ENDPOINT
	File    string // where it is kept how far the book was told; without it, telling begins at the book's end
	Content bool   // whether what people and models said is told, too
	Version string // of the program

	// Pause is how long to wait after an attempt that failed, the n-th in a row; nil for
	// a second, doubled each time, and half a minute at the longest.
	Pause func(n int) time.Duration
}

// A Teller tells a collector of the turns of a book.
type Teller struct {
	lg    *slog.Logger
	o     Options
	to    *exporter
	watch *turns.Watch
	at    checkpoint
}

// A checkpoint is how far a book was told.
type checkpoint struct {
	Epoch string `json:"epoch"` // of the log
	Seq   uint64 `json:"seq"`
}

// New is a teller that tells nothing yet. Of a book of which nothing was told, it will tell
// what comes after now.
func New(ctx context.Context, lg *slog.Logger, o Options) (*Teller, error) {
	to, err := newExporter(ctx, o.Address, o.Version)
	if err != nil {
		return nil, err
	}
	if o.Pause == nil {
		o.Pause = func(n int) time.Duration { return min(time.Second<<min(n-1, 5), 30*time.Second) }
	}
	t := &Teller{lg: lg, o: o, to: to}
	t.watch = turns.New(o.Log, func(r schemas.Record) turns.Turn {
		return newTurn(r, o.Content, to.add)
	})
	return t, t.load(ctx)
}

// Run tells what is in the book, from where the last one stopped, and goes on until ctx
// is done. The error is that the log was closed, or that it can't be written down how far
// it has come.
func (t *Teller) Run(ctx context.Context) error {
	err := t.run(ctx)
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_ = t.to.close(closing) // what was not sent is told at the next start
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func (t *Teller) run(ctx context.Context) error {
	q := bus.Query{Kind: schemas.SessionBoundary, After: schemas.Position{Seq: t.at.Seq + 1, Index: -1}}
	for batch, err := range t.o.Log.Follow(ctx, q) {
		if err != nil {
			return err
		}
		for _, r := range batch {
			if err := t.watch.Take(ctx, r); err != nil {
				return err
			}
		}
		if t.to.ready() == 0 {
			continue
		}
		if err := t.deliver(ctx); err != nil {
			return err
		}
		t.at.Seq = batch[len(batch)-1].Seq
		if err := t.save(); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// mostRefusals is how often spans are offered that the collector answers with a refusal:
// what it won't take must not hold back what comes behind.
const mostRefusals = 5

// deliver sends what is ready. A collector that can't be reached is waited for.
func (t *Teller) deliver(ctx context.Context) error {
	for n, refused := 1, 0; ; n++ {
		err := t.to.send(ctx)
		if err == nil {
			return nil
		}
		if away := (*url.Error)(nil); !errors.As(err, &away) && !errors.Is(err, context.DeadlineExceeded) {
			refused++
		}
		if refused == mostRefusals {
			t.lg.Error("spans dropped, the collector does not take them", "count", t.to.ready(), "err", err)
			t.to.drop()
			return nil
		}
		if n == 1 {
			t.lg.Warn("spans not delivered, trying again", "count", t.to.ready(), "err", err)
		}
		pause := time.NewTimer(t.o.Pause(n))
		select {
		case <-pause.C:
		case <-ctx.Done():
			pause.Stop()
			return ctx.Err()
		}
	}
}

// load finds out where to begin: where the last one stopped, or at the end of a book of
// which nothing was told.
func (t *Teller) load(ctx context.Context) error {
	raw, err := os.ReadFile(t.o.File)
	if err == nil {
		err = json.Unmarshal(raw, &t.at)
	}
	if err == nil && t.at.Epoch == t.o.Log.Epoch() {
		return nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.lg.Warn("how far the book was told is not readable, going on from its end", "file", t.o.File, "err", err)
	}
	head, err := t.o.Log.Head(ctx)
	if err != nil {
		return fmt.Errorf("find the end of the book: %w", err)
	}
	t.at = checkpoint{Epoch: t.o.Log.Epoch(), Seq: head}
	return t.save()
}

// save writes down how far it has come, in one step.
func (t *Teller) save() error {
	raw, err := json.Marshal(t.at)
	if err != nil {
		return err
	}
	next := filepath.Join(filepath.Dir(t.o.File), "."+filepath.Base(t.o.File)+".new")
	if err := os.WriteFile(next, raw, 0o644); err != nil {
		return fmt.Errorf("write down how far the book was told: %w", err)
	}
	return os.Rename(next, t.o.File)
}
