package bustest

import (
	"fmt"
	"slices"
	"testing"

	"turnbook/bus"
	"turnbook/schemas"
)

func startsAnywhere(t *testing.T, log bus.Log) {
	var all []schemas.Record
	last := map[string]uint64{}
	for i := range 12 {
		id := []string{"s1", "s2"}[i%2]
		all = append(all, mustAppend(t, log, session(id), last[id], draft(1, 3*i, "a"), draft(1, 3*i+1, "b"), draft(1, 3*i+2, "c"))...)
		last[id] = all[len(all)-1].Seq
	}
	head := all[len(all)-1].Seq
	queries := []bus.Query{{}, bus.Of(session("s1"))}
	for _, q := range queries {
		for seq := range head + 3 {
			for index := -1; index < 4; index++ {
				for _, to := range []uint64{0, 1, seq, seq + 1, head, head + 9} {
					q.After, q.To = schemas.Position{Seq: seq, Index: index}, to
					var want []schemas.Record
					for _, r := range all {
						if q.Match(r) {
							want = append(want, r)
						}
					}
					if got := mustRead(t, log, q); Diff(want, got) != "" {
						t.Fatalf("%+v:\n got %q\nwant %q", q, ids(got), ids(want))
					}
				}
			}
		}
	}
}

func narrows(t *testing.T, log bus.Log) {
	put := func(vendor, kind, id string, turn int, e schemas.Event) {
		t.Helper()
		d := draft(turn, 1, "x")
		d.ID, d.Event = vendor+kind+id, e
		if turn == 0 {
			d.Turn = ""
		}
		mustAppend(t, log, schemas.Entity{Vendor: schemas.VendorID(vendor), Kind: schemas.BoundaryKind(kind), ID: id}, 0, d)
	}
	written, opened := schemas.MessageWritten{Text: "turn.started t2"}, schemas.SessionOpened{User: "u"}
	put("a", "session", "1", 1, written)
	put("a", "session", "2", 2, opened)
	put("a", "view", "1", 0, written)
	put("b", "session", "1", 2, written)
	put("b", "view", "1", 1, opened)
	for _, c := range []struct {
		q    bus.Query
		want []string
	}{
		{bus.Query{}, []string{"asession1", "asession2", "aview1", "bsession1", "bview1"}},
		{bus.Query{Vendor: "a"}, []string{"asession1", "asession2", "aview1"}},
		{bus.Query{Kind: "session"}, []string{"asession1", "asession2", "bsession1"}},
		{bus.Query{Vendor: "b", Kind: "view"}, []string{"bview1"}},
		{bus.Query{Vendor: "a", Kind: "session", ID: "2"}, []string{"asession2"}},
		{bus.Query{Turn: "t2"}, []string{"asession2", "bsession1"}},
		{bus.Query{Types: []string{"turn.message-written"}}, []string{"asession1", "aview1", "bsession1"}},
		{bus.Query{Types: []string{"session.opened", "turn.started"}, Vendor: "a"}, []string{"asession2"}},
		{bus.Query{Types: []string{}}, nil},
		{bus.Query{Vendor: "c"}, nil},
		{bus.Query{Vendor: "a", Kind: "session", ID: "3"}, nil},
		{bus.Query{Turn: "t2", Types: []string{"session.opened"}}, []string{"asession2"}},
	} {
		sameIDs(t, fmt.Sprintf("%+v", c.q), mustRead(t, log, c.q), c.want...)
	}
}

func readsUpToHead(t *testing.T, log bus.Log) {
	want := fill(t, log, session("s1"), 3)
	for _, q := range []bus.Query{{}, bus.Of(session("s1"))} {
		var got []schemas.Record
		for r, err := range log.Read(t.Context(), q) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, r)
			fill(t, log, session("s1"), 1) // comes after the call
		}
		same(t, "what was there", want, got)
		want = mustRead(t, log, bus.Query{})
	}
}

func beginsAtOne(t *testing.T, log bus.Log) {
	for _, messages := range []int{0, 1, 3} {
		fill(t, log, session("s1"), messages)
		if first, err := log.First(t.Context()); first != 1 || err != nil {
			t.Errorf("with %d messages more the first is %d, %v", messages, first, err)
		}
	}
}

func stops(t *testing.T, log bus.Log) {
	want := fill(t, log, session("s1"), 20)
	var got []schemas.Record
	for after := (schemas.Position{}); len(got) < len(want); after = got[len(got)-1].Position {
		for r, err := range log.Read(t.Context(), bus.Query{After: after}) {
			if err != nil {
				t.Fatal(err)
			}
			if got = append(got, r); len(got)%7 == 0 {
				break
			}
		}
	}
	same(t, "in pieces", want, got)
}

func findsLittle(t *testing.T, log bus.Log) {
	fill(t, log, session("s1"), 3)
	want := mustAppend(t, log, session("s2"), 0, draft(7, 1, "the one"))
	fill(t, log, session("s1"), 3000)
	for _, q := range []bus.Query{bus.Of(session("s2")), {Turn: "t7"}, {Vendor: "acme", Turn: "t7"}} {
		same(t, fmt.Sprintf("%+v", q), want, mustRead(t, log, q))
	}
	if got := mustRead(t, log, bus.Query{}); len(got) != 3004 {
		t.Errorf("the log has %d events, want 3004", len(got))
	}
}

func strangeIDs(t *testing.T, log bus.Log) {
	strange := []string{"acme prod", "a.b", "a..b", ".a", "*", ">", "a.>", "日本", "%", "a%2Eb", "a/b", "a\tb", "-", "acme"}
	var want [][]schemas.Record
	for i, id := range strange {
		e := schemas.Entity{Vendor: schemas.VendorID(id), Kind: schemas.SessionBoundary, ID: id}
		want = append(want, mustAppend(t, log, e, 0, draft(i, 1, id)))
	}
	for i, id := range strange {
		q := bus.Query{Vendor: schemas.VendorID(id)}
		same(t, "vendor "+id, want[i], mustRead(t, log, q))
		q.Kind, q.ID = schemas.SessionBoundary, id
		same(t, "session "+id, want[i], mustRead(t, log, q))
		q = bus.Query{Vendor: schemas.VendorID(id), To: want[len(want)-1][0].Seq}
		var got []schemas.Record
		for batch, err := range log.Follow(t.Context(), q) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, batch...)
		}
		same(t, "following vendor "+id, want[i], got)
	}
	same(t, "the log", slices.Concat(want...), mustRead(t, log, bus.Query{}))
}
