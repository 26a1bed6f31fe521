package web_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"turnbook/bus"
	"turnbook/bus/jetstream"
	"turnbook/schemas"
)

// From the begin of an append, which is waited for, to its frame at a subscribed view,
// against the same to its message at a plain subscriber in the process; taken in turns.
// Goal (DESIGN.md section 9): at the median, at most 300 µs more.
func BenchmarkAppendToView(b *testing.B) {
	for _, mode := range []jetstream.Sync{jetstream.SyncAlways, jetstream.SyncInterval} {
		b.Run("sync="+mode.String(), func(b *testing.B) {
			h := openEmpty(b, mode)
			view := h.view(b)
			defer view.conn.Close()
			// Another vendor's, so that the streams here have no part in it.
			e, last := schemas.Entity{Vendor: "other", Kind: schemas.SessionBoundary, ID: "s"}, uint64(0)
			messages := make(chan *nats.Msg, 1)
			if _, err := h.log.Conn().ChanSubscribe("turnbook.other.session.s", messages); err != nil {
				b.Fatal(err)
			}
			var ours, floor []time.Duration
			for b.Loop() {
				began := time.Now()
				last = say(b, h.log, e, last, 100)
				<-messages
				floor = append(floor, time.Since(began))
				began = time.Now()
				h.say(b, 100)
				if err := view.skip(1, 0); err != nil {
					b.Fatal(err)
				}
				ours = append(ours, time.Since(began))
			}
			slices.Sort(ours)
			slices.Sort(floor)
			b.ReportMetric(micros(ours, 0.5)-micros(floor, 0.5), "µs-more")
			b.ReportMetric(micros(ours, 0.5), "µs/view")
			b.ReportMetric(micros(floor, 0.5), "µs/subscriber")
		})
	}
}

const (
	manyViews = 1000
	burst     = 200  // frames that each view gets at a time
	frameSize = 1024 // bytes, about
)

// Bursts of 1 KiB frames to 1,000 views, frames a second, against the NATS server's own
// WebSocket listener with as many subscribers of the same bytes; taken in turns, all
// read by the same cheapest client, in this process. Goal (DESIGN.md section 9): at least
// 0.7.
func BenchmarkThousandViews(b *testing.B) {
	h := openEmpty(b, jetstream.SyncInterval)
	views := make([]*socket, manyViews)
	for i := range views {
		views[i] = h.view(b)
		defer views[i].conn.Close()
	}
	h.say(b, 0)
	text := frameSize - len(views[0].until(b, `"event"`))
	skipAll(b, views[1:], 1, 0)
	h.say(b, text)
	frame := views[0].until(b, `"event"`)
	skipAll(b, views[1:], 1, 0)
	f := openFloorServer(b)
	wire := len(fmt.Sprintf("MSG floor 1 %d\r\n\r\n", len(frame))) + len(frame)
	var ours, floor time.Duration
	for b.Loop() {
		began := time.Now()
		for range burst {
			h.say(b, text)
		}
		skipAll(b, views, burst, 0)
		ours += time.Since(began)
		began = time.Now()
		for range burst {
			if err := f.nc.Publish("floor", frame); err != nil {
				b.Fatal(err)
			}
		}
		skipAll(b, f.subscribers, 0, burst*wire)
		floor += time.Since(began)
	}
	rate := func(d time.Duration) float64 { return float64(b.N*burst*manyViews) / d.Seconds() }
	b.ReportMetric(rate(ours)/rate(floor), "x-floor-rate")
	b.ReportMetric(rate(ours), "frames/s")
	b.ReportMetric(rate(floor), "floor/s")
	b.ReportMetric(float64(len(frame)), "bytes/frame")
}

// skipAll waits until all have what is told.
func skipAll(b *testing.B, all []*socket, frames, payload int) {
	b.Helper()
	var readers sync.WaitGroup
	for _, s := range all {
		readers.Go(func() {
			if err := s.skip(frames, payload); err != nil {
				b.Error(err)
			}
		})
	}
	readers.Wait()
}

// floorServer is a NATS server with subscribers over its WebSocket listener.
type floorServer struct {
	nc          *nats.Conn
	subscribers []*socket
}

func openFloorServer(b *testing.B) *floorServer {
	b.Helper()
	srv, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true,
		PingInterval: time.Hour, DisableShortFirstPing: true, // a ping's bytes would be counted
		Websocket: server.WebsocketOpts{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoTLS: true},
	})
	if err != nil {
		b.Fatal(err)
	}
	srv.Start()
	b.Cleanup(func() {
		srv.Shutdown()
		srv.WaitForShutdown()
	})
	ports := srv.PortsInfo(patience)
	if ports == nil || len(ports.WebSocket) != 1 {
		b.Fatalf("the server listens on %+v", ports)
	}
	f := &floorServer{}
	for range manyViews {
		s := dialSocket(b, strings.TrimPrefix(ports.WebSocket[0], "ws://"), "/", "")
		b.Cleanup(func() { s.conn.Close() })
		if err := s.send("CONNECT {\"verbose\":false,\"protocol\":1}\r\nSUB floor 1\r\nPING\r\n"); err != nil {
			b.Fatal(err)
		}
		s.until(b, "PONG")
		f.subscribers = append(f.subscribers, s)
	}
	if f.nc, err = nats.Connect("", nats.InProcessServer(srv)); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(f.nc.Close)
	return f
}

// What an idle view takes, once it is subscribed and caught up: the heap and the stacks
// in use after a collection, with a thousand views less without, by a thousand. That is
// everything of this process that a view brings: its connection, buffers and goroutines,
// its share of the log and the tables, and the Go side of the client's end of the socket.
// What the kernel keeps for a socket is not in it. Goal (DESIGN.md section 9): at most 64
// KiB.
func BenchmarkIdleView(b *testing.B) {
	h := openEmpty(b, jetstream.SyncInterval)
	h.closeAll(b, h.openAll(b, 100)) // what is made once is there now
	var perView []float64
	for b.Loop() {
		before := inUse()
		views := h.openAll(b, manyViews)
		for _, s := range views {
			s.r = nil // the client's buffer; nothing more is read
		}
		perView = append(perView, float64(inUse()-before)/manyViews)
		h.closeAll(b, views)
	}
	slices.Sort(perView)
	b.ReportMetric(perView[len(perView)/2]/1024, "KiB/view")
}

// inUse is what the process uses after a collection, in bytes.
func inUse() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what pools gave up at the first
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}

func (h *benchHouse) openAll(b *testing.B, n int) []*socket {
	b.Helper()
	views := make([]*socket, n)
	for i := range views {
		views[i] = h.view(b)
	}
	return views
}

// closeAll ends views and waits until the book says so of each.
func (h *benchHouse) closeAll(b *testing.B, views []*socket) {
	b.Helper()
	head, err := h.log.Head(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	for _, s := range views {
		s.conn.Close()
	}
	left := len(views)
	q := bus.Query{Vendor: vendor, Types: []string{schemas.ViewClosed{}.EventType()}, After: schemas.Position{Seq: head + 1, Index: -1}}
	for batch, err := range h.log.Follow(b.Context(), q) {
		if err != nil {
			b.Fatal(err)
		}
		if left -= len(batch); left <= 0 {
			return
		}
	}
}
