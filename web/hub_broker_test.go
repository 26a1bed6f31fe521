package web_test

import (
	"errors"
	"log/slog"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/bus/jetstream"
	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web/client"
)

// A broker is a NATS server outside the house, which can be stopped and started again.
type broker struct {
	t     *testing.T
	dir   string
	store *jetstream.Store
	url   string
}

func newBroker(t *testing.T) *broker {
	b := &broker{t: t, dir: t.TempDir()}
	b.start("127.0.0.1:0")
	b.url = b.store.ClientURL()
	t.Cleanup(func() { b.store.Close() })
	return b
}

func (b *broker) start(address string) {
	b.t.Helper()
	var err error
	b.store, err = jetstream.Open(b.t.Context(), slog.New(slog.DiscardHandler), jetstream.Options{Dir: b.dir, Sync: jetstream.SyncInterval, ListenTCP: address})
	if err != nil {
		b.t.Fatal(err)
	}
}

// log is a log on the broker, as a process elsewhere has it.
func (b *broker) log() *jetstream.Store {
	b.t.Helper()
	s, err := jetstream.Open(b.t.Context(), slog.New(slog.DiscardHandler), jetstream.Options{URL: b.url})
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { s.Close() })
	return s
}

func (b *broker) stop() { b.store.Close() }

func (b *broker) back() {
	b.t.Helper()
	u, err := url.Parse(b.url)
	if err != nil {
		b.t.Fatal(err)
	}
	b.start(u.Host)
}

// persist writes a step until it is in the log: while the broker is away an append may
// fail, and may have happened.
func (h *house) persist(session schemas.SessionID, id string) {
	h.t.Helper()
	e := schemas.Entity{Vendor: vendor, Kind: schemas.SessionBoundary, ID: string(session)}
	draft := schemas.Draft{ID: id + "/0", Event: step(id, schemas.CanvasAddress(0, 0)), Subject: schemas.Subject{Playbook: "p1"}, Turn: "tw", Actor: "agent/test"}
	for {
		h.must(h.t.Context().Err())
		last, there, err := h.find(e, draft.ID)
		if there {
			return
		}
		if err == nil {
			_, _ = h.log.Append(h.t.Context(), e, last, time.Now(), draft) // the next round tells
		}
	}
}

// find is where a boundary stands, and whether an event is in it.
func (h *house) find(e schemas.Entity, id string) (last uint64, there bool, err error) {
	for r, err := range h.log.Read(h.t.Context(), bus.Of(e)) {
		if err != nil {
			return 0, false, err
		}
		last, there = r.Seq, there || r.Draft.ID == id
	}
	return last, there, nil
}

// Cases B27 and B7: the broker restarts under five subscribers and three projectors,
// and a client that lost its connection tries twenty times meanwhile.
func TestEverybodyGoesOnFromTheirCursorWhenTheBrokerRestarts(t *testing.T) {
	outside := newBroker(t)
	log := outside.log()
	h := open(t, setting{log: log, wakes: log, told: true})
	session := h.session()
	tables := []*projections.Store{h.store}
	for range 2 {
		tables = append(tables, h.projector(t))
	}
	filter := client.Subscribe{Ref: "s", Playbook: "p1", Types: []string{"task.step-added"}, From: log.Epoch() + ".0.0"}
	readers := make([]*tab, 4)
	got := make([][]string, 5)
	for i := range readers {
		readers[i] = h.tab("")
		h.must(readers[i].s.Subscribe(h.context(), filter))
	}
	l := h.listen(h.url, "playbook=p1&types=task.step-added&from="+log.Epoch()+".0.0", "")
	take := func(n int) {
		t.Helper()
		for range n {
			for i, b := range readers {
				got[i] = append(got[i], b.next("event").Cursor)
			}
			got[4] = append(got[4], l.next("event").ID)
		}
	}
	h.persist(session, "before")
	take(1)

	// One of them is cut while the broker is away, and tries to come back.
	lost := readers[0]
	outside.stop()
	h.must(lost.s.CloseNow())
	var tries sync.WaitGroup
	for range 20 {
		tries.Go(func() {
			s, err := h.c.Dial(h.context())
			if err != nil {
				return
			}
			defer s.CloseNow()
			_, err = s.Hello(h.context(), client.Hello{View: lost.view})
			if refused := (*client.Problem)(nil); err != nil && !errors.As(err, &refused) {
				t.Errorf("a hello to a server without a broker ends with %v", err)
			}
		})
	}
	outside.back()
	for _, id := range []string{"after1", "after2", "after3"} {
		h.persist(session, id)
	}
	tries.Wait()
	// The tries are all over: the next one has the view, and is alone with it.
	readers[0] = h.back(lost.view)
	if twin := h.tab(lost.view); twin.view == lost.view {
		t.Error("a view is live twice")
	}
	filter.From = got[0][0]
	h.must(readers[0].s.Subscribe(h.context(), filter))
	take(3)

	for i := range got {
		if diff := cmp.Diff(h.stepCursors(), got[i]); diff != "" {
			t.Errorf("subscriber %d (-log +stream):\n%s", i, diff)
		}
	}
	head := h.head()
	for i, store := range tables {
		h.must(store.WaitFor(h.context(), head))
		diff, err := store.Check(t.Context(), log)
		h.must(err)
		if !diff.Equal() {
			t.Errorf("projector %d is not the fold of the log: %+v", i, diff)
		}
	}
}

// projector follows the house's log into tables of its own.
func (h *house) projector(t *testing.T) *projections.Store {
	t.Helper()
	lg := slog.New(slog.DiscardHandler)
	store, err := projections.Open(t.Context(), lg, projections.Options{Path: filepath.Join(t.TempDir(), "more.db")})
	h.must(err)
	ended := make(chan error, 1)
	ctx := h.context()
	go func() { ended <- store.Run(ctx, h.log) }()
	t.Cleanup(func() {
		if err := <-ended; err != nil {
			t.Errorf("projector: %v", err)
		}
		if err := store.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return store
}

// back is a tab under a view that nobody has any more; its connection may still be
// coming to its end.
func (h *house) back(view schemas.ViewID) *tab {
	h.t.Helper()
	for {
		b := h.tab(view)
		if b.view == view {
			return b
		}
		h.must(b.s.CloseNow())
		h.untilClosed(b.view)
	}
}
