package bustest

import (
	"context"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/schemas"
)

// TestDeltas checks the carrier of deltas that open returns, a fresh one each time.
func TestDeltas(t *testing.T, open func(*testing.T) bus.Deltas) {
	t.Run("the pieces of a call come whole and in order, to everybody", func(t *testing.T) { inOrder(t, open(t)) })
	t.Run("no id means anything to the broker", func(t *testing.T) { strangeDeltas(t, open(t)) })
	t.Run("pieces of another vendor never arrive", func(t *testing.T) { otherVendors(t, open(t)) })
	t.Run("a piece that nobody listened to is gone", func(t *testing.T) { unheard(t, open(t)) })
	t.Run("a slow listener loses pieces and blocks nobody", func(t *testing.T) { slowListener(t, open(t)) })
	t.Run("a listener ends with its context", func(t *testing.T) { listenerEnds(t, open(t)) })
}

// piece is the n-th word of a message.
func piece(v schemas.VendorID, n int) bus.Delta {
	return bus.Delta{Vendor: v, Session: "s1", Turn: "t1", Call: "t1.m.1", Domain: schemas.Guide, Offset: 5 * n, Text: "word "}
}

func listen(t *testing.T, deltas bus.Deltas, v schemas.VendorID) <-chan bus.Delta {
	t.Helper()
	heard, err := deltas.Listen(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	return heard
}

func heardNext(t *testing.T, heard <-chan bus.Delta, want bus.Delta) {
	t.Helper()
	select {
	case got := <-heard:
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("heard (-want +got):\n%s", diff)
		}
	case <-t.Context().Done():
		t.Fatal("nothing was heard")
	}
}

func inOrder(t *testing.T, deltas bus.Deltas) {
	const n = 200
	listeners := []<-chan bus.Delta{listen(t, deltas, "acme"), listen(t, deltas, "acme")}
	for i := range n {
		deltas.Send(piece("acme", i))
	}
	for _, heard := range listeners {
		for i := range n {
			heardNext(t, heard, piece("acme", i))
		}
	}
}

func strangeDeltas(t *testing.T, deltas bus.Deltas) {
	for _, id := range []string{"a.b", "*", ">", "a b", "$SYS", "ünïcode", "turnbook", "~", "-", strings.Repeat("x", 200)} {
		heard := listen(t, deltas, schemas.VendorID(id))
		want := bus.Delta{
			Vendor: schemas.VendorID(id), Session: schemas.SessionID(id), Turn: schemas.TurnID(id), Call: schemas.CallID(id),
			Domain: schemas.Domain(id), Offset: 7, Text: "<é\r\n\x00\u2028>",
		}
		deltas.Send(want)
		heardNext(t, heard, want)
	}
}

func otherVendors(t *testing.T, deltas bus.Deltas) {
	vendors := []schemas.VendorID{"acme", "acme.s1", "*", ">", "Acme", "acm"}
	var listeners []<-chan bus.Delta
	for _, v := range vendors {
		listeners = append(listeners, listen(t, deltas, v))
	}
	for i := range 3 {
		for _, v := range vendors {
			deltas.Send(piece(v, i))
		}
	}
	for n, v := range vendors {
		for i := range 3 {
			heardNext(t, listeners[n], piece(v, i))
		}
	}
}

func unheard(t *testing.T, deltas bus.Deltas) {
	deltas.Send(piece("acme", 0))
	first := listen(t, deltas, "acme")
	untilHeard(t, deltas, first, piece("acme", 1))
	late := listen(t, deltas, "acme")
	untilHeard(t, deltas, late, piece("acme", 2))
	for n := len(late); n > 0; n-- {
		heardNext(t, late, piece("acme", 2))
	}
}

// untilHeard sends a piece again until it is heard. What was heard before it must have
// been sent while somebody listened.
func untilHeard(t *testing.T, deltas bus.Deltas, heard <-chan bus.Delta, d bus.Delta) {
	t.Helper()
	for t.Context().Err() == nil {
		deltas.Send(d)
		select {
		case got := <-heard:
			if got == d {
				return
			}
		default:
			runtime.Gosched()
		}
	}
}

func slowListener(t *testing.T, deltas bus.Deltas) {
	const n = 4 * bus.DeltaBuffer
	ctx, stop := context.WithCancel(t.Context())
	slow, err := deltas.Listen(ctx, "acme")
	if err != nil {
		t.Fatal(err)
	}
	quick := listen(t, deltas, "acme")
	for i := range n {
		deltas.Send(piece("acme", i))
	}
	untilHeard(t, deltas, quick, piece("acme", n))
	stop()
	count, last := 0, -1
	for d := range slow {
		if count++; d.Offset <= last {
			t.Fatalf("offset %d came after %d", d.Offset, last)
		}
		last = d.Offset
	}
	if count == 0 || count == n {
		t.Errorf("%d of %d pieces waited for the slow listener, want some", count, n)
	}
}

func listenerEnds(t *testing.T, deltas bus.Deltas) {
	ctx, stop := context.WithCancel(t.Context())
	heard, err := deltas.Listen(ctx, "acme")
	if err != nil {
		t.Fatal(err)
	}
	stop()
	for range heard { // until it is closed
	}
	deltas.Send(piece("acme", 0))
	if _, err := deltas.Listen(ctx, "acme"); err == nil {
		t.Error("somebody listens whose context is done")
	}
}
