package web_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/web/client"
)

// A brittle log fails now and then: the head once, and every follower after some
// batches, reads after some records.
type brittle struct {
	bus.Log
	mu    sync.Mutex
	heads int
	reads int
	first uint64 // what First says; 0 for the log's own word
}

var errBroken = errors.New("the log is broken")

func (l *brittle) Head(ctx context.Context) (uint64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.heads++; l.heads == 1 {
		return 0, errBroken
	}
	return l.Log.Head(ctx)
}

func (l *brittle) First(ctx context.Context) (uint64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.first > 0 {
		return l.first, nil
	}
	return l.Log.First(ctx)
}

func (l *brittle) Follow(ctx context.Context, q bus.Query) iter.Seq2[[]schemas.Record, error] {
	return func(yield func([]schemas.Record, error) bool) {
		batches := 0
		for batch, err := range l.Log.Follow(ctx, q) {
			if batches++; batches == 3 && err == nil {
				batch, err = nil, errBroken
			}
			if !yield(batch, err) || err != nil {
				return
			}
		}
	}
}

// Read fails every third time, after a few records.
func (l *brittle) Read(ctx context.Context, q bus.Query) iter.Seq2[schemas.Record, error] {
	l.mu.Lock()
	l.reads++
	bad := l.reads%3 == 0
	l.mu.Unlock()
	return func(yield func(schemas.Record, error) bool) {
		n := 0
		for r, err := range l.Log.Read(ctx, q) {
			if n++; bad && n > 5 {
				r, err = schemas.Record{}, errBroken
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

func TestALogThatFailsNowAndThenMakesNoHoleAndNoDouble(t *testing.T) {
	log := bus.Mem()
	h := open(t, setting{log: log, told: true})
	session := h.session()
	h.write(session, 30, 10)
	second := h.restartOver(&brittle{Log: log})
	var readers sync.WaitGroup
	for range 3 {
		l := h.listen(second.URL, "playbook=p1&types=task.step-added,turn.ended&from="+log.Epoch()+".0.0", "")
		readers.Go(func() {
			var got []string
			for _, e := range l.until("turn.ended") {
				got = append(got, e.ID)
			}
			if diff := cmp.Diff(h.stepCursors(), got[:len(got)-1]); diff != "" {
				t.Errorf("events (-log +listener):\n%s", diff)
			}
		})
	}
	h.write(session, 30, 10)
	h.writeSteps(session, schemas.Subject{Playbook: "p1"}, schemas.TurnEnded{Status: schemas.TurnCompleted})
	readers.Wait()
}

// Case B3: what is behind the cursor is no longer there.
func TestACursorBeforeTheFirstMessageOfTheLogIsAResync(t *testing.T) {
	log := bus.Mem()
	h := open(t, setting{log: log})
	h.must(h.store.WaitFor(h.context(), h.head()))
	kept := &brittle{Log: log, heads: 1, first: 3} // messages 1 and 2 are gone
	second := h.restartOver(kept)
	c, err := client.New(second.URL, nil)
	h.must(err)
	h.c = c
	b := h.tab("")
	h.must(h.store.WaitFor(h.context(), h.head()))
	epoch, head, at := log.Epoch(), h.head(), h.store.Checkpoint()
	for _, from := range []string{".0.0", ".1.0", ".2.0"} {
		h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", From: epoch + from}))
		same(t, "the answer to "+from, string(b.next("resync").Raw), fmt.Sprintf(
			`{"type":"resync","ref":"s","reason":"beyond_retention","epoch":%q,"head":%d,"as_of":"%s.%d.%d"}`, epoch, head, epoch, at.Seq, at.Index))
	}
	for _, from := range []string{".2.2147483647", ".3.0"} {
		h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "t", From: epoch + from}))
		if f := b.next("caught_up"); f.Ref != "t" {
			t.Errorf("%s is answered with %s", from, f.Raw)
		}
	}
	l := h.listen(second.URL, "", epoch+".1.0")
	for _, want := range []string{"resync", "snapshot", "caught_up"} {
		if got, err := l.read(); err != nil || got.Event != want {
			t.Errorf("a listener got %+v, %v, not a %s", got, err, want)
		}
	}
}
