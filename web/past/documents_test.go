package past_test

import (
	"context"
	"fmt"
	"iter"
	"log/slog"
	"math"
	"testing"
	"time"

	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/web/past"
)

// A countingLog counts the records that are read from it.
type countingLog struct {
	bus.Log
	read int
}

func (c *countingLog) Read(ctx context.Context, q bus.Query) iter.Seq2[schemas.Record, error] {
	return func(yield func(schemas.Record, error) bool) {
		for r, err := range c.Log.Read(ctx, q) {
			c.read++
			if !yield(r, err) {
				return
			}
		}
	}
}

// longBook is a playbook that was renamed so many times: as of position n it is called
// "n".
func longBook(t *testing.T, renames int) *countingLog {
	t.Helper()
	log := bus.Mem()
	e := schemas.Entity{Vendor: "acme", Kind: schemas.PlaybookBoundary, ID: "p1"}
	for i := range renames {
		event := schemas.Event(schemas.PlaybookRenamed{Title: fmt.Sprint(i + 1)})
		if i == 0 {
			event = schemas.PlaybookCreated{Title: "1"}
		}
		d := schemas.Draft{ID: fmt.Sprintf("k%d/0", i), Event: event, Actor: "user/local"}
		if _, err := log.Append(t.Context(), e, uint64(i), time.Unix(int64(i), 0).UTC(), d); err != nil {
			t.Fatal(err)
		}
	}
	return &countingLog{Log: log}
}

func TestALongHistoryIsFoldedFromItsBeginningOnce(t *testing.T) {
	log := longBook(t, 5000)
	d := past.NewDocuments(slog.New(slog.DiscardHandler), log)
	title := func(since, seq uint64) string {
		t.Helper()
		p, err := d.Playbook(t.Context(), "acme", "p1", since, schemas.Position{Seq: seq, Index: math.MaxInt})
		if err != nil {
			t.Fatal(err)
		}
		return p.Title
	}
	for _, c := range []struct {
		since, seq uint64
		most       int // records that may be read for it
	}{
		{4900, 4950, 4950}, {4900, 4901, 1}, {4900, 4950, 50}, // back and forth in one turn
		{2500, 2501, 1001}, {2500, 2502, 2}, // another turn, long before
		{100, 120, 120}, {4999, 5000, 1000},
	} {
		log.read = 0
		if got := title(c.since, c.seq); got != fmt.Sprint(c.seq) || log.read > c.most {
			t.Errorf("as of %d it is called %q after %d records; wanted at most %d", c.seq, got, log.read, c.most)
		}
	}
	for seq := uint64(1); seq < 5000; seq += 37 { // far more copies than are kept
		if got := title(seq, seq+1); got != fmt.Sprint(seq+1) {
			t.Errorf("as of %d it is called %q", seq+1, got)
		}
	}
}
