package jetstream

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
)

func TestWhatWasAppendedLastIsKeptWithoutAHole(t *testing.T) {
	var kept latest
	put := func(subject string, seq uint64, size int) {
		kept.put(raw{subject: subject, seq: seq, data: make([]byte, size)})
	}
	put("a", 5, 1)
	put("b", 6, 1)
	put("a", 8, 1) // told before 7
	between := func(filter string, from, to uint64) (seqs []uint64) {
		for _, m := range kept.between(filter, from, to) {
			seqs = append(seqs, m.seq)
		}
		return seqs
	}
	for name, c := range map[string]struct{ got, want []uint64 }{
		"all":                    {between(">", 5, 6), []uint64{5, 6}},
		"one subject":            {between("b", 5, 6), []uint64{6}},
		"before what is kept":    {between(">", 4, 6), nil},
		"over a hole":            {between(">", 5, 8), nil},
		"more than there can be": {between(">", 1, 1+latestMessages), nil},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	put("b", 7, latestBytes+1)
	if got := between(">", 5, 8); got != nil {
		t.Errorf("a long message is kept: %v", got)
	}
}

func TestAFollowerWhoIsThereAsksTheServerNothing(t *testing.T) {
	s := mustOpen(t, Options{Dir: t.TempDir(), Sync: SyncInterval})
	asked, err := s.nc.SubscribeSync(directGet)
	if err != nil {
		t.Fatal(err)
	}
	last, before := mustAppend(t, s, 0, said(1))[0].Seq, -1
	for batch, err := range s.Follow(t.Context(), bus.Query{Vendor: "acme"}) {
		if err != nil {
			t.Fatal(err)
		}
		if seq := batch[len(batch)-1].Seq; seq != last {
			t.Fatalf("got message %d, want %d", seq, last)
		}
		if err := s.nc.Flush(); err != nil {
			t.Fatal(err)
		}
		n, _, err := asked.Pending()
		if err != nil {
			t.Fatal(err)
		}
		if before < 0 {
			before = n
		}
		if n != before {
			t.Fatalf("the server was asked %d times more", n-before)
		}
		if last == 20 {
			return
		}
		last = mustAppend(t, s, last, said(int(last)+1))[0].Seq
	}
}
