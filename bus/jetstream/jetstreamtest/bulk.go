// Package jetstreamtest fills a log on NATS with a large book in little time, for
// benchmarks of those who read it.
package jetstreamtest

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"

	"turnbook/bus"
	"turnbook/bus/jetstream"
	"turnbook/schemas"
)

// underWay is how many messages are sent ahead of their acknowledgements.
const underWay = 4096

// A Bulk appends to a log the messages that its store would, without waiting for each
// to be acknowledged. Nobody else may append meanwhile. One goroutine at a time may use
// it; Flush says whether all went well.
type Bulk struct {
	tb     testing.TB
	store  *jetstream.Store
	js     js.JetStream
	head   uint64
	hashes map[schemas.Entity]string // of the last event of each boundary
	failed atomic.Pointer[error]
}

// NewBulk is a Bulk for a store whose boundaries it does not append to exist.
func NewBulk(tb testing.TB, store *jetstream.Store) *Bulk {
	tb.Helper()
	b := &Bulk{tb: tb, store: store, hashes: make(map[schemas.Entity]string)}
	var err error
	b.js, err = js.New(store.Conn(), js.WithPublishAsyncMaxPending(underWay),
		js.WithPublishAsyncErrHandler(func(_ js.JetStream, m *nats.Msg, err error) {
			err = fmt.Errorf("append to %s: %w", m.Subject, err)
			b.failed.CompareAndSwap(nil, &err)
		}))
	if err == nil {
		b.head, err = store.Head(tb.Context())
	}
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// Append sends the drafts and returns the records as they will stand in the log.
func (b *Bulk) Append(_ context.Context, e schemas.Entity, expect uint64, at time.Time, drafts ...schemas.Draft) ([]schemas.Record, error) {
	message, records, blobs, err := bus.Encode(e, b.hashes[e], at, drafts, 0)
	if err != nil {
		return nil, err
	}
	if len(blobs) > 0 {
		return nil, fmt.Errorf("append to %s: a bulk takes no event of more than %d bytes", e, bus.SpillBytes)
	}
	m := &nats.Msg{Subject: "turnbook" + strings.ReplaceAll(e.Source(), "/", "."), Data: message, Header: nats.Header{
		"Content-Type":               {"application/cloudevents-batch+json"},
		js.ExpectedLastSubjSeqHeader: {strconv.FormatUint(expect, 10)},
	}}
	if _, err := b.js.PublishMsgAsync(m, js.WithStallWait(time.Minute)); err != nil {
		return nil, err
	}
	b.head++
	b.hashes[e] = records[len(records)-1].Hash
	return bus.Stamp(records, b.head), nil
}

// Flush waits until all is acknowledged, and checks that the log is as it should be.
func (b *Bulk) Flush() {
	b.tb.Helper()
	<-b.js.PublishAsyncComplete()
	if failed := b.failed.Load(); failed != nil {
		b.tb.Fatal(*failed)
	}
	head, err := b.store.Head(b.tb.Context())
	if err != nil || head != b.head {
		b.tb.Fatalf("the log ends at %d, %v; want %d", head, err, b.head)
	}
}
