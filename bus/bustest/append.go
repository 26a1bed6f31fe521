package bustest

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/schemas"
)

func readsBack(t *testing.T, log bus.Log) {
	if head, err := log.Head(t.Context()); head != 0 || err != nil {
		t.Fatalf("head of an empty log: %d, %v", head, err)
	}
	ui, err := schemas.ParseUIContext([]byte(`{"current_task_id": 9007199254740993, "page":"editor"}`))
	if err != nil {
		t.Fatal(err)
	}
	want := mustAppend(t, log, session("s1"), 0,
		draft(1, 1, "one\u2028 \"two\" 日本"),
		schemas.Draft{ID: "k/2", Event: schemas.SessionContextChanged{UIContext: ui}, Cause: "t1/1", Actor: "user/local"})
	want = append(want, mustAppend(t, log, session("s1"), want[1].Seq, draft(1, 2, "two"))...)
	same(t, "the boundary", want, mustRead(t, log, bus.Of(session("s1"))))
	same(t, "the log", want, mustRead(t, log, bus.Query{}))
	last, err := log.Last(t.Context(), session("s1"))
	if head, err2 := log.Head(t.Context()); last != want[2].Seq || head != last || err != nil || err2 != nil {
		t.Fatalf("last %d (%v), head %d (%v), want %d", last, err, head, err2, want[2].Seq)
	}
	if last, err := log.Last(t.Context(), session("other")); last != 0 || err != nil {
		t.Fatalf("last of an empty boundary: %d, %v", last, err)
	}
}

func oneMessage(t *testing.T, log bus.Log) {
	got := mustAppend(t, log, session("s1"), 0, draft(1, 1, "a"), draft(1, 2, "b"), draft(1, 3, "c"))
	type place struct {
		schemas.Position
		Last bool
	}
	var places []place
	for _, r := range got {
		places = append(places, place{r.Position, r.Last})
	}
	seq := got[0].Seq
	want := []place{{schemas.Position{Seq: seq, Index: 0}, false}, {schemas.Position{Seq: seq, Index: 1}, false}, {schemas.Position{Seq: seq, Index: 2}, true}}
	if diff := cmp.Diff(want, places); diff != "" {
		t.Fatal(diff)
	}
}

func needsAll(t *testing.T, log bus.Log) {
	good := draft(1, 1, "a")
	for name, c := range map[string]struct {
		e      schemas.Entity
		drafts []schemas.Draft
		index  int
	}{
		"no drafts":     {session("s1"), nil, 0},
		"no id":         {session("s1"), []schemas.Draft{good, {Event: good.Event}}, 1},
		"no event":      {session("s1"), []schemas.Draft{good, {ID: "x"}}, 1},
		"no boundary":   {schemas.Entity{}, []schemas.Draft{good}, 0},
		"no vendor":     {schemas.Entity{Kind: "session", ID: "s1"}, []schemas.Draft{good}, 0},
		"control in id": {session("s1"), []schemas.Draft{{ID: "a\nb", Event: good.Event}}, 0},
	} {
		_, err := log.Append(t.Context(), c.e, 0, at, c.drafts...)
		if bad := (*bus.DraftError)(nil); !errors.As(err, &bad) || bad.Index != c.index {
			t.Errorf("%s: got %v, want a DraftError about draft %d", name, err, c.index)
		}
	}
	if _, err := log.Append(t.Context(), session("s1"), 0, at, schemas.Draft{ID: "x", Event: unheardOf{}}); !errors.As(err, new(*schemas.UnknownTypeError)) {
		t.Errorf("an event outside the catalog: got %v", err)
	}
	if got := mustRead(t, log, bus.Query{}); len(got) > 0 {
		t.Errorf("something was written: %q", ids(got))
	}
}

type unheardOf struct{}

func (unheardOf) EventType() string { return "test.unheard-of" }

func conflicts(t *testing.T, log bus.Log) {
	wantConflict := func(e schemas.Entity, expect uint64) {
		t.Helper()
		_, err := log.Append(t.Context(), e, expect, at, draft(2, 1, "late"))
		if c := (*bus.ConflictError)(nil); !errors.As(err, &c) || *c != (bus.ConflictError{Entity: e, Expect: expect}) || !errors.Is(err, bus.ErrConflict) {
			t.Fatalf("append to %s at %d: got %v", e, expect, err)
		}
	}
	wantConflict(session("s1"), 7) // nothing is there
	first := mustAppend(t, log, session("s1"), 0, draft(1, 1, "a"))[0].Seq
	other := mustAppend(t, log, session("s2"), 0, draft(1, 2, "a"))[0].Seq
	second := mustAppend(t, log, session("s1"), first, draft(1, 3, "b"))[0].Seq
	for _, expect := range []uint64{0, first, other, second + 1} {
		wantConflict(session("s1"), expect)
	}
	mustAppend(t, log, session("s1"), second, draft(1, 4, "c"))
	sameIDs(t, "the boundary", mustRead(t, log, bus.Of(session("s1"))), "t1/1", "t1/3", "t1/4")
}

func racing(t *testing.T, log bus.Log) {
	const writers, each = 16, 15
	e := session("s1")
	var won sync.Map // id to record
	var writing sync.WaitGroup
	for w := range writers {
		writing.Go(func() {
			for n := 0; n < each; {
				last, err := log.Last(t.Context(), e)
				if err != nil {
					t.Error(err)
					return
				}
				got, err := log.Append(t.Context(), e, last, at, draft(w, n, "x"))
				switch {
				case err == nil:
					won.Store(got[0].Draft.ID, got[0])
					n++
				case !errors.Is(err, bus.ErrConflict):
					t.Error(err)
					return
				}
			}
		})
	}
	writing.Wait()
	all := mustRead(t, log, bus.Of(e))
	if len(all) != writers*each {
		t.Fatalf("%d events stand, want %d", len(all), writers*each)
	}
	for _, r := range all {
		first, ok := won.Load(r.Draft.ID)
		if !ok {
			t.Fatalf("%s stands and nobody was told", r.Draft.ID)
		}
		same(t, "what the winner was told", []schemas.Record{first.(schemas.Record)}, []schemas.Record{r})
	}
	if err := CheckChain(all); err != nil {
		t.Fatal(err)
	}
}

func repeats(t *testing.T, log bus.Log) {
	e := session("s1")
	first := mustAppend(t, log, e, 0, draft(1, 1, "a"), draft(1, 2, "b"))
	same(t, "the first, again", first, mustAppend(t, log, e, 0, draft(1, 1, "a"), draft(1, 2, "b")))
	second := mustAppend(t, log, e, first[0].Seq, draft(1, 3, "c"))
	same(t, "the second, again", second, mustAppend(t, log, e, first[0].Seq, draft(1, 3, "c")))
	for name, c := range map[string]struct {
		expect uint64
		drafts []schemas.Draft
	}{
		"one that was not the last":   {0, []schemas.Draft{draft(1, 1, "a"), draft(1, 2, "b")}},
		"the last with other content": {first[0].Seq, []schemas.Draft{draft(1, 3, "other")}},
		"the last with other ids":     {first[0].Seq, []schemas.Draft{draft(1, 4, "c")}},
		"the last at another place":   {0, []schemas.Draft{draft(1, 3, "c")}},
		"the last and one more":       {first[0].Seq, []schemas.Draft{draft(1, 3, "c"), draft(1, 4, "d")}},
	} {
		if _, err := log.Append(t.Context(), e, c.expect, at, c.drafts...); !errors.Is(err, bus.ErrConflict) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	same(t, "the boundary", slices.Concat(first, second), mustRead(t, log, bus.Of(e)))
}

func chains(t *testing.T, log bus.Log) {
	last := map[string]uint64{}
	for i := range 30 {
		id := []string{"s1", "s2", "s3"}[i%3]
		got := mustAppend(t, log, session(id), last[id], draft(1, 2*i, "a"), draft(1, 2*i+1, "b"))
		last[id] = got[1].Seq
	}
	for id := range last {
		all := mustRead(t, log, bus.Of(session(id)))
		if err := CheckChain(all); err != nil || len(all) != 20 {
			t.Errorf("%s: %d events, %v", id, len(all), err)
		}
	}
}

func largeData(t *testing.T, log bus.Log) {
	big := func(n int) string { return strings.Repeat("x", n) }
	want := mustAppend(t, log, session("s1"), 0,
		draft(1, 1, "small"), draft(1, 2, big(bus.SpillBytes)), draft(1, 3, big(5<<20)), draft(1, 4, "small"))
	for i, inline := range []bool{true, false, false, true} {
		if got := len(want[i].Stored) < 4096 && strings.Contains(string(want[i].Stored), `"data":`); got != inline {
			t.Errorf("event %d stands in the message: %v, want %v", i, got, inline)
		}
	}
	// Many small ones that make a message of more than the limit of a common server.
	var many []schemas.Draft
	for i := range 40 {
		many = append(many, draft(2, i, big(250<<10)))
	}
	want = append(want, mustAppend(t, log, session("s1"), want[0].Seq, many...)...)
	same(t, "the boundary", want, mustRead(t, log, bus.Of(session("s1"))))
	same(t, "the same large data, again", want[4:], mustAppend(t, log, session("s1"), want[0].Seq, many...))
}

func tooLarge(t *testing.T, log bus.Log) {
	d := draft(1, 1, strings.Repeat("x", bus.MaxBytes))
	_, err := log.Append(t.Context(), session("s1"), 0, at, d)
	want := &bus.TooLargeError{Type: d.Event.EventType(), Size: bus.MaxBytes + len(`{"call_id":"c1","domain":"guide","text":""}`), Limit: bus.MaxBytes}
	if got := (*bus.TooLargeError)(nil); !errors.As(err, &got) || *got != *want {
		t.Fatalf("got %v, want %v", err, want)
	}
	mustAppend(t, log, session("s1"), 0, draft(1, 2, "small"))
	sameIDs(t, "the log", mustRead(t, log, bus.Query{}), "t1/2")
}
