package bustest

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"

	"turnbook/bus"
	"turnbook/schemas"
)

// followsAll lets followers join at random places while writers write. Each must
// get what a reader finds afterwards.
func followsAll(t *testing.T, log bus.Log) {
	const writers, each, followers = 8, 150, 12
	const total = writers * each
	random := rand.New(rand.NewPCG(1, 2))
	var running sync.WaitGroup
	for w := range writers {
		running.Go(func() {
			e := schemas.Entity{Vendor: "acme", Kind: schemas.SessionBoundary, ID: string(rune('a' + w))}
			last := uint64(0)
			for i := range each {
				got, err := log.Append(t.Context(), e, last, at, draft(w, 2*i, "x"), draft(w, 2*i+1, "y"))
				if err != nil {
					t.Error(err)
					return
				}
				last = got[0].Seq
			}
		})
	}
	type following struct {
		q   bus.Query
		got []schemas.Record
	}
	all := make([]*following, followers)
	for i := range all {
		q := bus.Query{Vendor: "acme", To: total}
		switch i % 4 {
		case 1:
			q.Kind = schemas.SessionBoundary
		case 2:
			q.Kind, q.ID = schemas.SessionBoundary, string(rune('a'+i%writers))
		case 3:
			q.Vendor = ""
		}
		q.After = schemas.Position{Seq: uint64(random.IntN(total / 2)), Index: random.IntN(3) - 1}
		f := &following{q: q}
		all[i] = f
		running.Go(func() {
			for batch, err := range log.Follow(t.Context(), f.q) {
				if err != nil {
					t.Errorf("follow %+v: %v", f.q, err)
					return
				}
				if len(batch) == 0 || len(batch) > bus.BatchEvents+2 {
					t.Errorf("a batch of %d events", len(batch))
				}
				f.got = append(f.got, batch...)
			}
		})
	}
	running.Wait()
	for _, f := range all {
		same(t, "what a reader finds and a follower got", mustRead(t, log, f.q), f.got)
	}
}

func followsOne(t *testing.T, log bus.Log) {
	want := fill(t, log, session("s1"), 3)
	fill(t, log, session("s2"), 3)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var got []schemas.Record
	for batch, err := range log.Follow(ctx, bus.Of(session("s1"))) {
		if err != nil {
			if !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			break
		}
		if got = append(got, batch...); len(got) == 8 {
			stop()
		} else if len(got) >= 3 {
			fill(t, log, session("s2"), 2)
			want = append(want, fill(t, log, session("s1"), 1)...)
		}
	}
	same(t, "the boundary", want, got)
}

func followEnds(t *testing.T, log bus.Log) {
	want := fill(t, log, session("s1"), 3)
	end := mustAppend(t, log, session("s2"), 0, draft(1, 1, "not asked for"))[0].Seq
	q := bus.Of(session("s1"))
	for _, q.To = range []uint64{end, end + 1, end + 2} {
		var got []schemas.Record
		writing := make(chan struct{})
		go func() {
			defer close(writing)
			last, err := log.Last(t.Context(), session("s2"))
			for err == nil && last < q.To {
				var records []schemas.Record
				if records, err = log.Append(t.Context(), session("s2"), last, at, draft(2, int(last), "x")); err == nil {
					last = records[0].Seq
				}
			}
			if err != nil {
				t.Error(err)
			}
		}()
		for batch, err := range log.Follow(t.Context(), q) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, batch...)
		}
		<-writing
		same(t, "up to the end", want, got)
	}
}

func followCancelled(t *testing.T, log bus.Log) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	fill(t, log, session("s1"), 1)
	var last error
	for batch, err := range log.Follow(ctx, bus.Query{}) {
		if last = err; err != nil && batch != nil {
			t.Errorf("an error with a batch: %q", ids(batch))
		}
	}
	if !errors.Is(last, context.Canceled) {
		t.Fatalf("the last is %v", last)
	}
}
