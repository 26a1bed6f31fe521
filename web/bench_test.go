package web_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"turnbook/agents/offline"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/bus/bustest"
	"turnbook/bus/jetstream"
	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web"
)

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

// benchHouse is a whole server over a log that is there.
type benchHouse struct {
	log   *jetstream.Store
	store *projections.Store
	rt    *worker.Runtime
	web   *web.Server

	address string         // host:port
	session schemas.Entity // that views see, once talk has opened it
	last    uint64         // its last message
}

// openBench serves a log, its tables in a folder, and waits until they hold it all.
func openBench(b *testing.B, log *jetstream.Store, tables string) *benchHouse {
	b.Helper()
	h := &benchHouse{log: log}
	h.rt = worker.New(discard(), worker.Options{Log: log, Wakes: log, Model: offline.New(offline.Options{})})
	var err error
	if h.store, err = projections.Open(b.Context(), discard(), projections.Options{Path: filepath.Join(tables, "tables.db")}); err != nil {
		b.Fatal(err)
	}
	if h.web, err = web.New(discard(), web.Options{Runtime: h.rt, Log: log, Store: h.store, Vendor: vendor}); err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	parts := []func() error{
		func() error { return h.rt.Run(ctx, ctx) },
		func() error { return h.store.Run(ctx, log) },
		func() error { return h.web.Run(ctx) },
	}
	ends := make(chan error, len(parts))
	for _, run := range parts {
		go func() { ends <- run() }()
	}
	front := httptest.NewServer(h.web)
	h.address = front.Listener.Addr().String()
	b.Cleanup(func() {
		cancel()
		for range parts {
			if err := <-ends; err != nil && !errors.Is(err, context.Canceled) {
				b.Errorf("run: %v", err)
			}
		}
		front.Close()
		if err := h.store.Close(); err != nil {
			b.Error(err)
		}
	})
	head, err := log.Head(b.Context())
	if err == nil {
		err = h.store.WaitFor(b.Context(), head)
	}
	if err != nil {
		b.Fatal(err)
	}
	return h
}

// openEmpty serves an empty log on an embedded server, with a session in it.
func openEmpty(b *testing.B, sync jetstream.Sync) *benchHouse {
	b.Helper()
	log, err := jetstream.Open(b.Context(), discard(), jetstream.Options{Dir: b.TempDir(), Sync: sync})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { log.Close() })
	h := openBench(b, log, b.TempDir())
	a := bustest.NewAuthor(b, log, "1")
	h.session = a.Session
	h.last = a.Append(b, a.Session, "t", schemas.TurnRequested{Text: "talk", Key: "k", Digest: "d"})
	if err := h.store.WaitFor(b.Context(), h.last); err != nil {
		b.Fatal(err)
	}
	return h
}

// say appends a message of so many characters to the session.
func (h *benchHouse) say(b *testing.B, size int) {
	b.Helper()
	h.last = say(b, h.log, h.session, h.last, size)
}

func say(b *testing.B, log bus.Log, e schemas.Entity, last uint64, size int) uint64 {
	b.Helper()
	records, err := log.Append(b.Context(), e, last, time.Now(), schemas.Draft{
		ID: "t/1", Turn: "t", Actor: "agent/guide", Event: schemas.MessageWritten{Call: "c", Domain: schemas.Guide, Text: strings.Repeat("x", size)},
	})
	if err != nil {
		b.Fatal(err)
	}
	return records[0].Seq
}

// part is a percentile of times that are sorted.
func part(all []time.Duration, p float64) time.Duration {
	return all[min(int(p*float64(len(all))), len(all)-1)]
}

func micros(all []time.Duration, p float64) float64 {
	return float64(part(all, p).Nanoseconds()) / 1000
}

func ratio(ours, floor []time.Duration, p float64) float64 {
	return float64(part(ours, p)) / float64(part(floor, p))
}
