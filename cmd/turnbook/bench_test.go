package main

import (
	"flag"
	"log/slog"
	"net/http"
	"slices"
	"testing"
	"time"

	nats "github.com/nats-io/nats-server/v2/server"

	"turnbook/bus/bustest"
	"turnbook/bus/jetstream"
	"turnbook/bus/jetstream/jetstreamtest"
)

var benchEvents = flag.Int("events", 1_000_000, "events in the book that BenchmarkStart starts with")

// The program, from the start of its process until it says that it is ready, against the
// raw embedded server on the same folder, started in this process; taken in turns. The
// book was stopped as it should be, with its tables drawn. Goal (DESIGN.md section 9): with
// a million events, at most 150 ms more.
func BenchmarkStart(b *testing.B) {
	dir := b.TempDir()
	writeBook(b, dir, *benchEvents)
	serve := func() (*server, time.Duration) {
		began := time.Now()
		s := serveIn(b, dir, "--vendor", "acme", "--demo=false")
		waitReady(b, s)
		return s, time.Since(began)
	}
	first, _ := serve()
	waitDrawn(b, first)
	first.stop()
	var ours, floor []time.Duration
	for b.Loop() {
		s, took := serve()
		s.stop()
		ours, floor = append(ours, took), append(floor, startRaw(b, dir))
	}
	ms := func(all []time.Duration) float64 {
		slices.Sort(all)
		return float64(all[len(all)/2].Microseconds()) / 1000
	}
	b.ReportMetric(ms(ours)-ms(floor), "ms-more")
	b.ReportMetric(ms(ours), "ms/start")
	b.ReportMetric(ms(floor), "ms/floor")
}

func writeBook(b *testing.B, dir string, events int) {
	b.Helper()
	log, err := jetstream.Open(b.Context(), slog.New(slog.DiscardHandler), jetstream.Options{Dir: dir, Sync: jetstream.SyncInterval})
	if err != nil {
		b.Fatal(err)
	}
	defer log.Close()
	bulk := jetstreamtest.NewBulk(b, log)
	bustest.WriteBook(b, bulk, events)
	bulk.Flush()
}

// startRaw starts the NATS server on a folder, as the program does, and stops it.
func startRaw(b *testing.B, dir string) time.Duration {
	b.Helper()
	began := time.Now()
	srv, err := nats.NewServer(&nats.Options{
		ServerName: "turnbook", DontListen: true, JetStream: true, StoreDir: dir, SyncAlways: true, NoLog: true, NoSigs: true,
	})
	if err != nil {
		b.Fatal(err)
	}
	srv.Start()
	if !srv.ReadyForConnections(time.Minute) || !srv.JetStreamEnabled() {
		b.Fatal("the server is not ready")
	}
	took := time.Since(began)
	srv.Shutdown()
	srv.WaitForShutdown()
	return took
}

// waitReady asks until the server says that it is ready.
func waitReady(b *testing.B, s *server) {
	b.Helper()
	c := s.client()
	for c.Call(b.Context(), http.MethodGet, "/readyz", nil, nil) != nil {
		if b.Context().Err() != nil {
			b.Fatal(b.Context().Err())
		}
	}
}

// waitDrawn asks until the tables hold all that is in the log.
func waitDrawn(b *testing.B, s *server) {
	b.Helper()
	for c := s.client(); ; {
		var health struct {
			Status string `json:"status"`
		}
		if err := c.Call(b.Context(), http.MethodGet, "/healthz", nil, &health); err != nil {
			b.Fatal(err)
		}
		if health.Status == "ok" {
			return
		}
		pause(b, 50*time.Millisecond)
	}
}

func pause(b *testing.B, d time.Duration) {
	select {
	case <-b.Context().Done():
		b.Fatal(b.Context().Err())
	case <-time.After(d):
	}
}
