package web_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/web/client"
)

// eventsUntil reads frames until one of a type is there, and returns the cursors of the
// events before it.
func (b *tab) eventsUntil(kind string) (cursors []string) {
	b.h.t.Helper()
	for {
		f, err := b.s.Next(b.h.context())
		b.h.must(err)
		switch f.Type {
		case kind:
			return cursors
		case "event":
			cursors = append(cursors, f.Cursor)
		}
	}
}

// stepCursors are the cursors of all step events of the log.
func (h *house) stepCursors() (cursors []string) {
	h.t.Helper()
	for _, r := range h.records(bus.Query{Vendor: vendor, Types: []string{"task.step-added"}}) {
		cursors = append(cursors, fmt.Sprintf("%s.%d.%d", h.log.Epoch(), r.Seq, r.Index))
	}
	return cursors
}

// credit gives credit, and returns the cursors of the events that come before the
// answer: those that went out on the credit before.
func (b *tab) credit(events int) []string {
	b.h.t.Helper()
	b.raw(fmt.Sprintf(`{"type":"credit","ref":"c","frames":%d}`, events))
	return b.eventsUntil("ack")
}

func TestNoMoreEventsComeThanAClientGaveCreditFor(t *testing.T) {
	h := open(t, setting{told: true})
	session := h.session()
	h.write(session, 3, 10)
	b := h.tab("")
	b.credit(2)
	h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Playbook: "p1", Types: []string{"task.step-added"}, From: h.log.Epoch() + ".0.0"}))
	got := []string{b.next("event").Cursor, b.next("event").Cursor}
	if early := b.credit(0); len(early) != 0 {
		t.Errorf("without credit %q came", early)
	}
	// Out of the log, then live, by one and by more.
	for _, more := range []int{1, 10} {
		b.raw(fmt.Sprintf(`{"type":"credit","frames":%d}`, more))
		for range min(more, 3) {
			got = append(got, b.next("event").Cursor)
		}
	}
	h.write(session, 4, 10)
	want := h.stepCursors()
	for len(got) < len(want) {
		b.raw(`{"type":"credit","frames":1}`)
		got = append(got, b.next("event").Cursor)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (-log +stream):\n%s", diff)
	}
}

func TestCreditThatIsNoneIsAnswered(t *testing.T) {
	h := open(t, setting{})
	b := h.tab("")
	for _, frames := range []string{`"frames":-1`, `"frames":2000000000`, `"frames":null`} {
		b.raw(`{"type":"credit","ref":"c",` + frames + `}`)
		same(t, "the answer to "+frames, brief(t, string(b.next("error").Raw)), `{"type":"error","ref":"c","status":422,"code":"INVALID_REQUEST","field":"frames"}`)
	}
}

// Case B8: what waits for a reader who takes an event at a time is bounded, it is told,
// goes on from the log, and nobody else notices.
func TestAReaderOnCreditCostsABoundedBufferAndMissesNothing(t *testing.T) {
	const events, size, buffer = 100, 400 << 10, 1 << 20 // two events a message
	h := open(t, setting{told: true, buffer: buffer})
	session := h.session()
	slow, fast := h.tab(""), h.tab("")
	slow.credit(0)
	for _, b := range []*tab{slow, fast} {
		h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Playbook: "p1", Types: []string{"task.step-added"}, From: h.log.Epoch() + ".0.0"}))
		b.next("caught_up")
	}
	written := make(chan struct{})
	go func() { defer close(written); h.write(session, events, size) }()
	all := h.cursorsOf(fast) // while the slow one has not read a single event
	<-written
	all = append(all, fast.next("event").Cursor)
	want := h.stepCursors()
	if diff := cmp.Diff(want, all); diff != "" {
		t.Errorf("the fast reader (-log +stream):\n%s", diff)
	}
	if early := slow.eventsUntil("lagging"); len(early) != 0 {
		t.Errorf("without credit %q came", early)
	}
	var got []string
	for len(got) < len(want) {
		slow.raw(`{"type":"credit","frames":1}`)
		got = append(got, slow.next("event").Cursor)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the slow reader (-log +stream):\n%s", diff)
	}
	h.must(slow.s.Close())
	h.untilClosed(slow.view)
	if most := h.srv.MostWaiting(); most == 0 || most > buffer {
		t.Errorf("at most %d bytes waited for one reader, of %d", most, buffer)
	}
}
