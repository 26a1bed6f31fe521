package jetstream

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/nats-io/nats-server/v2/server"
	js "github.com/nats-io/nats.go/jetstream"

	"turnbook/bus"
	"turnbook/bus/bustest"
	"turnbook/schemas"
)

var (
	s7 = schemas.Entity{Vendor: "acme", Kind: schemas.SessionBoundary, ID: "s7"}
	at = time.Date(2026, 2, 3, 4, 5, 6, 789000, time.UTC)
)

func said(n int) schemas.Draft {
	return schemas.Draft{ID: fmt.Sprintf("t1/%d", n), Turn: "t1", Event: schemas.MessageWritten{Call: "c1", Domain: schemas.Guide, Text: "x"}}
}

func mustAppend(t testing.TB, s *Store, expect uint64, drafts ...schemas.Draft) []schemas.Record {
	t.Helper()
	records, err := s.Append(t.Context(), s7, expect, at, drafts...)
	if err != nil {
		t.Fatal(err)
	}
	return records
}

func mustRead(t testing.TB, s *Store, q bus.Query) []schemas.Record {
	t.Helper()
	records, err := bustest.Collect(t.Context(), s, q)
	if err != nil {
		t.Fatal(err)
	}
	return records
}

func TestReopeningKeepsEverything(t *testing.T) {
	for _, sync := range []Sync{SyncAlways, SyncInterval} {
		t.Run(sync.String(), func(t *testing.T) {
			o := Options{Dir: t.TempDir(), Sync: sync}
			first := mustOpen(t, o)
			if first.Sync() != sync.String() {
				t.Errorf("it says it syncs %q", first.Sync())
			}
			want := mustAppend(t, first, 0, said(1), said(2))
			epoch := first.Epoch()
			if err := first.Close(); err != nil {
				t.Fatal(err)
			}
			second := mustOpen(t, o)
			if second.Epoch() != epoch || epoch == "" {
				t.Errorf("epoch %q became %q", epoch, second.Epoch())
			}
			want = append(want, mustAppend(t, second, want[1].Seq, said(3))...)
			got := mustRead(t, second, bus.Query{})
			if diff := bustest.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			if err := bustest.CheckChain(got); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestSecondProcessIsToldWhoHasTheFolder(t *testing.T) {
	dir := t.TempDir()
	first := mustOpen(t, Options{Dir: dir})
	_, err := Open(t.Context(), logTo(t), Options{Dir: dir})
	var locked *LockedError
	if !errors.As(err, &locked) {
		t.Fatalf("got %v", err)
	}
	want := &LockedError{Dir: dir, Holder: Holder{PID: os.Getpid()}}
	if diff := cmp.Diff(want, locked, cmpopts.IgnoreFields(Holder{}, "Since")); diff != "" || locked.Holder.Since.IsZero() {
		t.Errorf("since %v: %s", locked.Holder.Since, diff)
	}
	mustAppend(t, first, 0, said(1)) // the first one goes on
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	mustOpen(t, Options{Dir: dir})
}

func TestUnreadableLockIsStillALock(t *testing.T) {
	dir := t.TempDir()
	mustOpen(t, Options{Dir: dir})
	if err := os.WriteFile(filepath.Join(dir, "LOCK"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), logTo(t), Options{Dir: dir}); !errors.As(err, new(*LockedError)) {
		t.Fatalf("got %v", err)
	}
}

func TestEmbeddedServerOpensAPortOnlyWhenAsked(t *testing.T) {
	if url := mustOpen(t, Options{Dir: t.TempDir()}).ClientURL(); url != "" {
		t.Errorf("it listens on %s", url)
	}
	open := mustOpen(t, Options{Dir: t.TempDir(), ListenTCP: "127.0.0.1:0"})
	want := mustAppend(t, open, 0, said(1))
	other := mustOpen(t, Options{URL: open.ClientURL()})
	if other.Epoch() != open.Epoch() || other.Sync() != "as the cluster is set" {
		t.Errorf("epoch %q against %q, sync %q", other.Epoch(), open.Epoch(), other.Sync())
	}
	if diff := bustest.Diff(want, mustRead(t, other, bus.Query{})); diff != "" {
		t.Error(diff)
	}
}

func TestEmbeddedServerListensOnLoopbackOnly(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":4222", "192.0.2.1:4222", "example.com:1", "127.0.0.1:x"} {
		_, err := Open(t.Context(), logTo(t), Options{Dir: t.TempDir(), ListenTCP: address})
		if !errors.As(err, new(*net.AddrError)) {
			t.Errorf("%s: got %v", address, err)
		}
	}
}

// Two stores on one server: what one has cached, the other makes stale.
func TestAStaleHeadNeverBreaksTheChain(t *testing.T) {
	url := external(t, t.TempDir(), server.RANDOM_PORT).ClientURL()
	stores := []*Store{mustOpen(t, Options{URL: url}), mustOpen(t, Options{URL: url})}
	var writing sync.WaitGroup
	for i, s := range stores {
		writing.Go(func() {
			for n := 0; n < 200; {
				last, err := s.Last(t.Context(), s7)
				if err == nil {
					_, err = s.Append(t.Context(), s7, last, at, said(1000*i+n))
				}
				switch {
				case err == nil:
					n++
				case !errors.Is(err, bus.ErrConflict):
					t.Error(err)
					return
				}
			}
		})
	}
	writing.Wait()
	got := mustRead(t, stores[0], bus.Query{})
	if err := bustest.CheckChain(got); err != nil || len(got) != 400 {
		t.Errorf("%d events, %v", len(got), err)
	}
}

// Case B21: nothing that stands in the log costs a reader the rest of it.
func TestGarbageInTheLogIsARecordWithAnError(t *testing.T) {
	s := mustOpen(t, Options{Dir: t.TempDir()})
	first := mustAppend(t, s, 0, said(1))
	for _, m := range []struct{ subject, data string }{
		{"turnbook.acme.session.s7", "not JSON"},
		{"turnbook.acme.session.s7", `[{"specversion":"1.0","type":"nobody.knows","id":"x"}]`},
		{"turnbook.acme.session.s7", ""},
		{"turnbook.acme", `[]`},
		{"turnbook.acme.session.s7.more", `[]`},
		{"turnbook.acme.session.%zz", `[]`},
	} {
		if _, err := s.js.Publish(t.Context(), m.subject, []byte(m.data)); err != nil {
			t.Fatal(err)
		}
	}
	last, err := s.Last(t.Context(), s7)
	if err != nil {
		t.Fatal(err)
	}
	next := mustAppend(t, s, last, said(2))
	got := mustRead(t, s, bus.Query{})
	if len(got) != 8 {
		t.Fatalf("%d records", len(got))
	}
	for i, r := range got[1:7] {
		if r.Err == nil || r.Event != nil || !r.Last || r.Seq != uint64(i+2) {
			t.Errorf("garbage %d came as %+v", i, r)
		}
	}
	if diff := bustest.Diff(slices.Concat(first, next), []schemas.Record{got[0], got[7]}); diff != "" {
		t.Error(diff)
	}
	if own := mustRead(t, s, bus.Of(s7)); len(own) != 5 {
		t.Errorf("the boundary has %d records", len(own))
	}
}

func TestAFullLogRefusesAndKeeps(t *testing.T) {
	s := mustOpen(t, Options{Dir: t.TempDir(), MaxStoreBytes: 16 << 10})
	var want []schemas.Record
	var err error
	for last := uint64(0); err == nil; {
		var got []schemas.Record
		if got, err = s.Append(t.Context(), s7, last, at, said(int(last))); err == nil {
			want, last = append(want, got...), got[0].Seq
		}
	}
	if !errors.Is(err, bus.ErrFull) {
		t.Fatalf("got %v", err)
	}
	if diff := bustest.Diff(want, mustRead(t, s, bus.Query{})); diff != "" || len(want) == 0 {
		t.Errorf("%d events: %s", len(want), diff)
	}
}

func TestNothingIsDeletedFromTheLog(t *testing.T) {
	s := mustOpen(t, Options{Dir: t.TempDir()})
	want := mustAppend(t, s, 0, said(1))
	stream, err := s.js.Stream(t.Context(), logStream)
	if err != nil {
		t.Fatal(err)
	}
	if stream.Purge(t.Context()) == nil || stream.DeleteMsg(t.Context(), 1) == nil {
		t.Error("the stream took a delete")
	}
	if diff := bustest.Diff(want, mustRead(t, s, bus.Query{})); diff != "" {
		t.Error(diff)
	}
}

// An operator who lets old messages go is seen: who stands before the first that is
// there has missed some.
func TestTheFirstMessageIsTheFirstThatTheOperatorKept(t *testing.T) {
	s := mustOpen(t, Options{Dir: t.TempDir()})
	for last := range uint64(5) {
		mustAppend(t, s, last, said(int(last)))
	}
	stream, err := s.js.Stream(t.Context(), logStream)
	if err != nil {
		t.Fatal(err)
	}
	config := stream.CachedInfo().Config
	config.MaxMsgs, config.Discard = 2, js.DiscardOld
	if _, err := s.js.UpdateStream(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	first, err := s.First(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := mustRead(t, s, bus.Query{}); first != 4 || len(got) != 2 || got[0].Seq != first {
		t.Errorf("the first is %d of %d", first, len(got))
	}
}

// Case B27, with the broker under five followers, a receiver and a writer.
func TestFollowersOutliveTheBroker(t *testing.T) {
	dir := t.TempDir()
	srv := external(t, dir, server.RANDOM_PORT)
	port := srv.Addr().(*net.TCPAddr).Port
	s := mustOpen(t, Options{URL: srv.ClientURL()})
	const before, total = 5, 12
	mustAppend(t, s, 0, said(0))
	got := make([][]schemas.Record, 5)
	reached := make(chan struct{}, len(got))
	var following sync.WaitGroup
	for i := range got {
		following.Go(func() {
			for batch, err := range s.Follow(t.Context(), bus.Query{To: total, Vendor: "acme"}) {
				if err != nil {
					t.Error(err)
					return
				}
				was := len(got[i])
				if got[i] = append(got[i], batch...); was < before && len(got[i]) >= before {
					reached <- struct{}{}
				}
			}
		})
	}
	for last := uint64(1); last < before; last++ {
		mustAppend(t, s, last, said(int(last)))
	}
	for range got {
		<-reached
	}
	srv.Shutdown()
	srv.WaitForShutdown()
	external(t, dir, port)
	for last := uint64(before); last < total; {
		records, err := s.Append(t.Context(), s7, last, at, said(int(last)))
		if err == nil {
			last = records[0].Seq
		} // else the server is not back
	}
	following.Wait()
	want := mustRead(t, s, bus.Query{})
	for i := range got {
		if diff := bustest.Diff(want, got[i]); diff != "" {
			t.Errorf("follower %d: %s", i, diff)
		}
	}
}

func TestClosingEndsFollowers(t *testing.T) {
	s := mustOpen(t, Options{Dir: t.TempDir()})
	mustAppend(t, s, 0, said(1))
	var last error
	for _, err := range s.Follow(t.Context(), bus.Query{}) {
		if last = err; err == nil {
			s.Close()
		}
	}
	if !errors.Is(last, bus.ErrClosed) {
		t.Errorf("the last is %v", last)
	}
}

func TestAShortRangeIsAskedForOnceAndAsItIs(t *testing.T) {
	s := mustOpen(t, Options{Dir: t.TempDir(), Sync: SyncInterval})
	last := uint64(0)
	for n := range 5 {
		last = mustAppend(t, s, last, said(n))[0].Seq
	}
	asked, err := s.nc.SubscribeSync(directGet)
	if err != nil {
		t.Fatal(err)
	}
	got := mustRead(t, s, bus.Query{Vendor: s7.Vendor, After: schemas.Position{Seq: 2, Index: -1}, To: 3})
	if len(got) != 2 || got[0].Seq != 2 || got[1].Seq != 3 {
		t.Errorf("read %v", got)
	}
	// Reading the head is a request that comes after all others.
	if _, err := s.Head(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`{"seq":2,"batch":2,"max_bytes":4194304}`, `{"last_by_subj":"turnbook.\u003e"}`} {
		m, err := asked.NextMsgWithContext(t.Context())
		if err != nil || string(m.Data) != want {
			t.Errorf("asked %s, %v; want %s", m.Data, err, want)
		}
	}
}

func TestAStartNeedNotReadWhatWasWrittenLast(t *testing.T) {
	s := mustOpen(t, Options{Dir: t.TempDir(), Sync: SyncInterval})
	stream, err := s.js.Stream(t.Context(), logStream)
	if err != nil {
		t.Fatal(err)
	}
	if window := stream.CachedInfo().Config.Duplicates; window != 100*time.Millisecond {
		t.Errorf("the server remembers message ids for %v", window)
	}
}
