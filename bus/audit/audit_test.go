package audit_test

import (
	"context"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/bus/audit"
	"turnbook/bus/jetstream"
	"turnbook/schemas"
	"turnbook/schemas/proof"
)

const vendor schemas.VendorID = "acme"

var (
	someTime = time.Date(2026, 11, 5, 9, 0, 0, 0, time.UTC)
	session  = schemas.Entity{Vendor: vendor, Kind: schemas.SessionBoundary, ID: "s1"}
	other    = schemas.Entity{Vendor: vendor, Kind: schemas.SessionBoundary, ID: "s2"}
)

// A book is a log that a test writes.
type book struct {
	t    testing.TB
	log  bus.Log
	last map[schemas.Entity]uint64
}

func newBook(t testing.TB, log bus.Log) *book {
	return &book{t: t, log: log, last: make(map[schemas.Entity]uint64)}
}

// say appends a message of narrations to a boundary.
func (b *book) say(e schemas.Entity, texts ...string) []schemas.Record {
	b.t.Helper()
	var drafts []schemas.Draft
	for _, text := range texts {
		drafts = append(drafts, schemas.Draft{ID: text + "/0", Event: schemas.Narrated{Text: text}, Turn: "t1", Actor: "agent/guide"})
	}
	records, err := b.log.Append(b.t.Context(), e, b.last[e], someTime, drafts...)
	if err != nil {
		b.t.Fatal(err)
	}
	b.last[e] = records[0].Seq
	return records
}

func newKey(t testing.TB) *proof.Key {
	t.Helper()
	key, err := proof.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func anchorer(log bus.Log, key *proof.Key, change func(*audit.Options)) *audit.Anchorer {
	o := audit.Options{Log: log, Vendor: vendor, Key: key, Clock: func() time.Time { return someTime }}
	if change != nil {
		change(&o)
	}
	return audit.New(slog.New(slog.DiscardHandler), o)
}

func anchor(t testing.TB, a *audit.Anchorer) uint64 {
	t.Helper()
	seq, err := a.Anchor(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return seq
}

// anchors are what the audit boundary says, without what no test can foresee.
func anchors(t testing.TB, log bus.Log) (all []schemas.HeadAnchored) {
	t.Helper()
	for r, err := range log.Read(t.Context(), bus.Of(schemas.AuditOf(vendor))) {
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := r.Event.(schemas.HeadAnchored); ok {
			if e.Before != r.Prev {
				t.Errorf("anchor %d was signed after %s and stands after %s", e.Seq, e.Before, r.Prev)
			}
			e.Before, e.Key, e.Signature = "", "", ""
			all = append(all, e)
		}
	}
	return all
}

func openStore(t testing.TB, dir string) *jetstream.Store {
	t.Helper()
	store, err := jetstream.Open(t.Context(), slog.New(slog.DiscardHandler), jetstream.Options{Dir: dir, Sync: jetstream.SyncInterval})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

func TestAnAnchorNamesWhatHasMovedSinceTheOneBefore(t *testing.T) {
	b := newBook(t, bus.Mem())
	a := anchorer(b.log, newKey(t), nil)
	b.say(session, "one", "two")
	head := b.say(other, "three")[0]
	anchor(t, a)
	anchor(t, a) // nothing has moved
	tail := b.say(session, "four")[0]
	anchor(t, a)
	var firstHead string
	for r := range b.log.Read(t.Context(), bus.Query{Vendor: vendor, Kind: session.Kind, ID: session.ID, To: 1}) {
		firstHead = r.Hash
	}
	want := []schemas.HeadAnchored{
		// The key stands at 3, and was not there yet when the first anchor began to read.
		{Seq: 3, At: someTime, Heads: []schemas.AnchoredHead{
			{Boundary: "session/s1", Seq: 1, Hash: firstHead, Count: 2}, {Boundary: "session/s2", Seq: 2, Hash: head.Hash, Count: 1},
		}},
		{Seq: tail.Seq, At: someTime, Heads: []schemas.AnchoredHead{{Boundary: "session/s1", Seq: tail.Seq, Hash: tail.Hash, Count: 1}}},
	}
	if diff := cmp.Diff(want, anchors(t, b.log)); diff != "" {
		t.Errorf("anchors (-want +got):\n%s", diff)
	}
}

// counting is a log that counts what is read of it.
type counting struct {
	bus.Log
	read int
}

func (c *counting) Read(ctx context.Context, q bus.Query) iter.Seq2[schemas.Record, error] {
	return func(yield func(schemas.Record, error) bool) {
		for r, err := range c.Log.Read(ctx, q) {
			if c.read++; !yield(r, err) {
				return
			}
		}
	}
}

func TestAnAnchorReadsWhatCameSinceTheLastOneAlsoAfterARestart(t *testing.T) {
	b, key := newBook(t, bus.Mem()), newKey(t)
	for range 500 {
		b.say(session, "one")
	}
	anchor(t, anchorer(b.log, key, nil))
	log := &counting{Log: b.log}
	a := anchorer(log, key, nil)
	b.say(other, "two")
	anchor(t, a)
	b.say(other, "three")
	anchor(t, a)
	if log.read > 10 {
		t.Errorf("two anchors of one event each read %d events of a book of 500", log.read)
	}
}

func TestManyBoundariesAreAnchoredInPortions(t *testing.T) {
	b := newBook(t, bus.Mem())
	a := anchorer(b.log, newKey(t), func(o *audit.Options) { o.Heads = 2 })
	for _, id := range []string{"s1", "s2", "s3", "s4", "s5"} {
		b.say(schemas.Entity{Vendor: vendor, Kind: schemas.SessionBoundary, ID: id}, "one")
	}
	anchor(t, a)
	var heads []int
	for _, e := range anchors(t, b.log) {
		heads = append(heads, len(e.Heads))
	}
	if diff := cmp.Diff([]int{2, 2, 1}, heads); diff != "" {
		t.Errorf("heads of each anchor (-want +got):\n%s", diff)
	}
	wantHolds(t, b.log, audit.Asked{Vendor: vendor})
}

func TestOnlyTheKeyOfTheBookAnchors(t *testing.T) {
	b, key := newBook(t, bus.Mem()), newKey(t)
	b.say(session, "one")
	anchor(t, anchorer(b.log, key, nil))
	mine := newKey(t)
	_, err := anchorer(b.log, mine, nil).Anchor(t.Context())
	stranger := (*audit.StrangerError)(nil)
	if !asError(err, &stranger) || *stranger != (audit.StrangerError{Have: mine.Public(), Want: key.Public()}) {
		t.Errorf("another key anchors: %v", err)
	}
}

func TestTwoAnchorersOfOneKeyWriteOneChain(t *testing.T) {
	b, key := newBook(t, bus.Mem()), newKey(t)
	one, two := anchorer(b.log, key, nil), anchorer(b.log, key, nil)
	for range 3 {
		b.say(session, "one")
		anchor(t, one)
		b.say(session, "two")
		anchor(t, two)
	}
	if n := len(anchors(t, b.log)); n != 6 {
		t.Errorf("%d anchors, want 6", n)
	}
	wantHolds(t, b.log, audit.Asked{Vendor: vendor})
}

func TestTheKeyIsMadeOnceAndIsItsOwnersAlone(t *testing.T) {
	dir := t.TempDir()
	made, err := audit.OpenKey(dir)
	if err != nil {
		t.Fatal(err)
	}
	again, err := audit.OpenKey(dir)
	if err != nil {
		t.Fatal(err)
	}
	if made.Public() != again.Public() {
		t.Errorf("the key was %v and is %v", made, again)
	}
	info, err := os.Stat(filepath.Join(dir, audit.SeedFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the seed's mode is %v, %v", info.Mode(), err)
	}
	seed, err := made.Seed()
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("key", "key", made, "options", audit.Options{Key: made})
	if strings.Contains(log.String(), string(seed)) {
		t.Errorf("a log line holds the seed")
	}
}

func TestAnchorsKeptOutsideAreInTheBookAndNoLineIsLostOrDoubled(t *testing.T) {
	b, key := newBook(t, bus.Mem()), newKey(t)
	file := filepath.Join(t.TempDir(), "anchors.jsonl")
	outside := func(o *audit.Options) { o.File = file }
	b.say(session, "one")
	anchor(t, anchorer(b.log, key, nil)) // the process died before it wrote the line
	anchor(t, anchorer(b.log, key, outside))
	b.say(session, "two")
	anchor(t, anchorer(b.log, key, outside))
	kept, err := audit.ReadOutside(file, vendor)
	if err != nil {
		t.Fatal(err)
	}
	if len(kept) != 2 {
		t.Errorf("%d anchors are kept outside, want 2", len(kept))
	}
	wantHolds(t, b.log, audit.Asked{Vendor: vendor, Key: key.Public(), Outside: kept})
}

func TestRunAnchorsAtEveryTick(t *testing.T) {
	b := newBook(t, bus.Mem())
	ticks := make(chan time.Time)
	a := anchorer(b.log, newKey(t), func(o *audit.Options) { o.Ticks = ticks })
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	b.say(session, "one")
	ticks <- someTime
	b.say(session, "two")
	ticks <- someTime // taken when the first anchor is written
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if n := len(anchors(t, b.log)); n == 0 {
		t.Error("nothing was anchored")
	}
}
