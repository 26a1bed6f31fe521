package web_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/web/client"
)

// last marks the end of what a writer writes.
const last = "the last one"

// write appends step events until there are n, the last of which says so.
func (h *house) write(session schemas.SessionID, n int, bytes int) {
	for i := range n {
		e := step(fmt.Sprintf("w%d", i), schemas.CanvasAddress(0, 0))
		e.Description = strings.Repeat("d", bytes)
		if i == n-1 {
			e.Title = last
		}
		h.writeSteps(session, schemas.Subject{Playbook: "p1", Task: "t1"}, e, step(fmt.Sprintf("x%d", i), schemas.CanvasAddress(0, 1)))
	}
}

// wanted are the cursors of the step events behind a position, up to the last one.
func (h *house) wanted(after schemas.Position) []string {
	var all []string
	for _, r := range h.records(bus.Query{Vendor: vendor, Types: []string{"task.step-added"}, After: after}) {
		all = append(all, fmt.Sprintf("%s.%d.%d", h.log.Epoch(), r.Seq, r.Index))
		if strings.Contains(string(r.Stored), last) {
			break
		}
	}
	return all
}

func TestWhoJoinsAnywhereWhileAWriterRunsMissesNothingAndGetsNothingTwice(t *testing.T) {
	log, wakes := embedded(t)
	h := open(t, setting{log: log, wakes: wakes, told: true})
	session := h.session()
	h.write(session, 100, 10)
	begun := h.head()
	const seed = 7
	random := rand.New(rand.NewPCG(seed, seed))
	var all sync.WaitGroup
	all.Go(func() { h.write(session, 600, 10) })
	for i := range 50 {
		after := schemas.Position{Seq: begun - random.Uint64N(90), Index: int(random.Uint64N(2))}
		b := h.tab("")
		h.must(b.s.Subscribe(h.context(), client.Subscribe{
			Ref: "s", Playbook: "p1", Types: []string{"task.step-added"}, From: fmt.Sprintf("%s.%d.%d", h.log.Epoch(), after.Seq, after.Index),
		}))
		all.Go(func() {
			got := h.cursorsOf(b)
			if diff := cmp.Diff(h.wanted(after), got); diff != "" {
				t.Errorf("seed %d, client %d, after %v (-log +stream):\n%s", seed, i, after, diff)
			}
		})
	}
	all.Wait()
}

func TestWhatIsAppendedAfterASnapshotArrivesExactlyOnce(t *testing.T) {
	h := open(t, setting{told: true})
	session := h.session()
	var writer, readers sync.WaitGroup
	seen := make(chan struct{})
	writer.Go(func() {
		for running := true; running; {
			h.write(session, 5, 10)
			h.must(h.store.WaitFor(h.context(), h.head())) // or it would be far ahead of the tables
			select {
			case <-seen:
				running = false
			default:
			}
		}
	})
	for i := range 10 {
		b := h.tab("")
		h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Playbook: "p1", Types: []string{"task.step-added", "turn.ended"}}))
		asOf := b.next("snapshot").AsOf
		var after schemas.Position
		_, err := fmt.Sscanf(strings.TrimPrefix(asOf, h.log.Epoch()), ".%d.%d", &after.Seq, &after.Index)
		h.must(err)
		readers.Go(func() {
			got := b.events("turn.ended")
			want := []string{}
			target := &schemas.Target{Outcome: schemas.TargetContribution, Reason: schemas.ReasonUnclaimed}
			for _, r := range h.records(bus.Query{Vendor: vendor, Types: []string{"task.step-added"}, After: after}) {
				want = append(want, h.frame("s", r, target))
			}
			if diff := cmp.Diff(want, got[:len(got)-1]); diff != "" {
				t.Errorf("tab %d behind %v (-log +stream):\n%s", i, after, diff)
			}
		})
	}
	close(seen)
	writer.Wait()
	h.writeSteps(session, schemas.Subject{Playbook: "p1"}, schemas.TurnEnded{Status: schemas.TurnCompleted})
	readers.Wait()
}

func TestASlowReaderIsToldAndMissesNothingAndAFastOneIsNotHeldUp(t *testing.T) {
	h := open(t, setting{buffer: 128 << 10, told: true})
	session := h.session()
	slow, fast := h.tab(""), h.tab("")
	for _, b := range []*tab{slow, fast} {
		h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Playbook: "p1", Types: []string{"task.step-added"}, From: h.log.Epoch() + ".0.0"}))
		b.next("caught_up")
	}
	var writer sync.WaitGroup
	writer.Go(func() { h.write(session, 200, 100<<10) })
	want := h.cursorsOf(fast)
	writer.Wait()
	// Only now does the slow one read: far more was written than sockets and its buffer
	// take.
	lagged := 0
	var got []string
	for len(got) < len(want) {
		f, err := slow.s.Next(h.context())
		h.must(err)
		switch f.Type {
		case "event":
			got = append(got, f.Cursor)
		case "lagging":
			lagged++
		}
	}
	if diff := cmp.Diff(h.wanted(schemas.Position{}), want); diff != "" {
		t.Errorf("the fast reader (-log +stream):\n%s", diff)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the slow reader (-fast +slow):\n%s", diff)
	}
	if lagged == 0 {
		t.Error("the slow reader was never told that it lags")
	}
}

// cursorsOf reads event frames until the last event.
func (h *house) cursorsOf(b *tab) (cursors []string) {
	h.t.Helper()
	for {
		f, err := b.s.Next(h.context())
		h.must(err)
		if f.Type != "event" {
			continue
		}
		cursors = append(cursors, f.Cursor)
		if strings.Contains(string(f.Raw), last) {
			return cursors
		}
	}
}
