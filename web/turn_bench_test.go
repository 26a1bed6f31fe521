package web_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"turnbook/bus/bustest"
	"turnbook/bus/jetstream"
	"turnbook/bus/jetstream/jetstreamtest"
)

// largestBook names the variable that adds the book of five million events: it takes
// minutes to write, and is never CI (decisions.md 33).
const largestBook = "TURNBOOK_BENCH_LARGEST"

// Opening one turn in books of 100 thousand and 1 million events, and of 5 million where
// TURNBOOK_BENCH_LARGEST is set: GET /v1/turns/{id}/events, against a raw read of a
// turn's messages by their range, taken in turns. Goals (DESIGN.md section 9): at most 2,
// at the median and at the 99th percentile, and at most 1.2 between the smallest book
// and the largest (x-smallest). What the dossier takes beside it has no floor.
func BenchmarkOpenTurn(b *testing.B) {
	books := []int{100_000, 1_000_000}
	if os.Getenv(largestBook) != "" {
		books = append(books, 5_000_000)
	}
	var smallest opened
	for _, events := range books {
		b.Run(fmt.Sprintf("events=%d", events), func(b *testing.B) {
			o := openTurns(b, events)
			if len(smallest.events) == 0 {
				smallest = o
			}
			for _, p := range []struct {
				name string
				part float64
			}{{"", 0.5}, {"-p99", 0.99}} {
				b.ReportMetric(ratio(o.events, o.floor, p.part), "x-floor"+p.name)
				b.ReportMetric(ratio(o.events, smallest.events, p.part), "x-smallest"+p.name)
			}
			b.ReportMetric(micros(o.events, 0.5), "µs/events")
			b.ReportMetric(micros(o.dossier, 0.5), "µs/dossier")
			b.ReportMetric(micros(o.floor, 0.5), "µs/floor")
		})
	}
}

// opened is how long each read took, shortest first.
type opened struct{ events, dossier, floor []time.Duration }

func openTurns(b *testing.B, events int) (o opened) {
	log, err := jetstream.Open(b.Context(), discard(), jetstream.Options{Dir: b.TempDir(), Sync: jetstream.SyncInterval})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { log.Close() })
	bulk := jetstreamtest.NewBulk(b, log)
	turns := bustest.WriteBook(b, bulk, events)
	bulk.Flush()
	h := openBench(b, log, b.TempDir())
	pick := rand.New(rand.NewPCG(1, 2)) // the same turns in every run
	for b.Loop() {
		// Each reads another turn: whoever comes first loads the block that it is in.
		t, _, err := h.store.Turn(b.Context(), vendor, turns[pick.IntN(len(turns))])
		if err != nil {
			b.Fatal(err)
		}
		floor := openFloor(b, log.Conn(), t.RequestedSeq, t.LastSeq)
		id := turns[pick.IntN(len(turns))]
		took, page := h.get(b, "/v1/turns/"+string(id)+"/events")
		var read struct{ Events []json.RawMessage }
		if err := json.Unmarshal(page, &read); err != nil || len(read.Events) != eventsOfTurn {
			b.Fatalf("turn %s has %d events, %v", id, len(read.Events), err)
		}
		o.floor, o.events = append(o.floor, floor), append(o.events, took)
		took, _ = h.get(b, "/v1/turns/"+string(id)+"/dossier")
		o.dossier = append(o.dossier, took)
	}
	for _, all := range [][]time.Duration{o.events, o.dossier, o.floor} {
		slices.Sort(all)
	}
	return o
}

// eventsOfTurn is how many events of a turn stand in the book, but for those of its
// playbook, which belong to no turn.
const eventsOfTurn = 40

// get asks the server in this process.
func (h *benchHouse) get(b *testing.B, path string) (time.Duration, []byte) {
	b.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(b.Context(), http.MethodGet, path, nil)
	began := time.Now()
	h.web.ServeHTTP(w, r)
	took := time.Since(began)
	if w.Code != http.StatusOK {
		b.Fatalf("GET %s: %d %s", path, w.Code, w.Body)
	}
	return took, w.Body.Bytes()
}

// openFloor reads messages by their range, in one request.
func openFloor(b *testing.B, nc *nats.Conn, from, to uint64) time.Duration {
	b.Helper()
	n := int(to - from + 1)
	began := time.Now()
	replies := make(chan *nats.Msg, n+1)
	sub, err := nc.ChanSubscribe(nc.NewInbox(), replies)
	if err == nil {
		err = nc.PublishRequest("$JS.API.DIRECT.GET.TURNBOOK", sub.Subject, fmt.Appendf(nil, `{"seq":%d,"batch":%d}`, from, n))
	}
	if err != nil {
		b.Fatal(err)
	}
	for range n {
		if m := <-replies; m.Header.Get("Nats-Subject") == "" {
			b.Fatalf("messages %d to %d: %v", from, to, m.Header)
		}
	}
	<-replies // the end of the batch
	took := time.Since(began)
	if err := sub.Unsubscribe(); err != nil {
		b.Fatal(err)
	}
	return took
}
