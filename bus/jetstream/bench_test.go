package jetstream

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"

	"turnbook/bus"
	"turnbook/schemas"
)

// text makes an event of about 512 bytes.
var text = strings.Repeat("x", 100)

func benchDraft(n int) schemas.Draft {
	return schemas.Draft{
		ID: "t1/" + strconv.Itoa(n), Turn: "t1", Actor: "agent/guide",
		Event: schemas.MessageWritten{Call: "c1", Domain: schemas.Guide, Text: text},
	}
}

// BenchmarkAppend times an append and its floor by turns: the same bytes and headers
// published to a stream of the same settings. x-floor is what DESIGN.md section 9
// bounds by 1.25.
func BenchmarkAppend(b *testing.B) {
	for _, sync := range []Sync{SyncAlways, SyncInterval} {
		b.Run("sync="+sync.String(), func(b *testing.B) {
			s := mustOpen(b, Options{Dir: b.TempDir(), Sync: sync})
			floor := newFloor(b, s)
			seq, sample := uint64(0), []byte(nil)
			var ours, theirs time.Duration
			appendOne := func(n int) {
				began := time.Now()
				records, err := s.Append(b.Context(), s7, seq, began, benchDraft(n))
				ours += time.Since(began)
				if err != nil {
					b.Fatal(err)
				}
				seq = records[0].Seq
				sample = fmt.Appendf(sample[:0], "[%s]", records[0].Stored)
			}
			for n := range 200 { // both warm
				appendOne(n)
				floor.publish(b, sample)
			}
			ours = 0
			for n := 0; b.Loop(); n++ {
				appendOne(n)
				theirs += floor.publish(b, sample)
			}
			b.ReportMetric(float64(ours.Nanoseconds())/float64(b.N), "ns/append")
			b.ReportMetric(float64(theirs.Nanoseconds())/float64(b.N), "ns/floor")
			b.ReportMetric(float64(ours)/float64(theirs), "x-floor")
		})
	}
}

type floor struct {
	js   js.JetStream
	last uint64
}

func newFloor(b *testing.B, s *Store) *floor {
	config := js.StreamConfig{
		Name: "FLOOR", Subjects: []string{"floor.>"}, Storage: js.FileStorage, Discard: js.DiscardNew,
		DenyDelete: true, DenyPurge: true, AllowDirect: true,
	}
	if _, err := s.js.CreateStream(b.Context(), config); err != nil {
		b.Fatal(err)
	}
	return &floor{js: s.js}
}

func (f *floor) publish(b *testing.B, data []byte) time.Duration {
	began := time.Now()
	m := &nats.Msg{Subject: "floor.acme.session.s7", Data: data, Header: nats.Header{"Content-Type": {contentType}}}
	ack, err := f.js.PublishMsg(b.Context(), m, js.WithExpectLastSequencePerSubject(f.last))
	took := time.Since(began)
	if err != nil {
		b.Fatal(err)
	}
	f.last = ack.Sequence
	return took
}

// bookOf fills a log with messages of one event, over boundaries of 20, and leaves
// the chain out: a reader does not look at it.
func bookOf(b *testing.B, n int) *Store {
	s := mustOpen(b, Options{Dir: b.TempDir(), Sync: SyncInterval})
	for i := range n {
		e := schemas.Entity{Vendor: "acme", Kind: schemas.SessionBoundary, ID: strconv.Itoa(i / 20)}
		data, _, _, err := bus.Encode(e, "", at, []schemas.Draft{benchDraft(i)}, 0)
		if err != nil {
			b.Fatal(err)
		}
		subject, err := subjectOf(e)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := s.js.PublishMsgAsync(&nats.Msg{Subject: subject, Data: data, Header: nats.Header{"Content-Type": {contentType}}}); err != nil {
			b.Fatal(err)
		}
	}
	<-s.js.PublishAsyncComplete()
	return s
}

// BenchmarkReadLog reads a whole log, and its floor: an ordered consumer that looks
// at no message.
func BenchmarkReadLog(b *testing.B) {
	const n = 50_000
	s := bookOf(b, n)
	var ours, raw, theirs time.Duration
	for b.Loop() {
		began, got := time.Now(), 0
		for _, err := range s.Read(b.Context(), bus.Query{}) {
			if err != nil {
				b.Fatal(err)
			}
			got++
		}
		ours += time.Since(began)
		began = time.Now()
		for range s.Read(b.Context(), bus.Query{Turn: "nobody's"}) {
			b.Fatal("it found something")
		}
		raw += time.Since(began)
		theirs += readFloor(b, s, n)
		if got != n {
			b.Fatalf("%d events", got)
		}
	}
	rate := func(d time.Duration) float64 { return n * float64(b.N) / d.Seconds() }
	b.ReportMetric(rate(ours), "events/s")
	b.ReportMetric(rate(raw), "undecoded/s")
	b.ReportMetric(rate(theirs), "floor/s")
	b.ReportMetric(rate(ours)/rate(theirs), "of-floor")
}

func readFloor(b *testing.B, s *Store, n int) time.Duration {
	began := time.Now()
	consumer, err := s.js.OrderedConsumer(b.Context(), logStream, js.OrderedConsumerConfig{})
	if err != nil {
		b.Fatal(err)
	}
	messages, err := consumer.Messages(js.PullMaxMessages(5000))
	if err != nil {
		b.Fatal(err)
	}
	defer messages.Stop()
	for range n {
		if _, err := messages.Next(); err != nil {
			b.Fatal(err)
		}
	}
	return time.Since(began)
}

// BenchmarkReadSession reads a boundary of 20 messages at the end of a log.
func BenchmarkReadSession(b *testing.B) {
	const n = 20_000
	s := bookOf(b, n)
	q := bus.Of(schemas.Entity{Vendor: "acme", Kind: schemas.SessionBoundary, ID: strconv.Itoa(n/20 - 1)})
	for b.Loop() {
		got := 0
		for _, err := range s.Read(context.Background(), q) {
			if err != nil {
				b.Fatal(err)
			}
			got++
		}
		if got != 20 {
			b.Fatalf("%d events", got)
		}
	}
}
