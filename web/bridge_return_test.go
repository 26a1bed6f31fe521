package web_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/offline"
	"turnbook/schemas"
	"turnbook/web/client"
)

// Case B1: twenty events are read, the socket is cut; with the cursor comes what is behind
// it, each event once, and without one a fresh snapshot.
func TestWithACursorComesTheRestAndWithoutOneASnapshot(t *testing.T) {
	h := open(t, setting{})
	session := h.session()
	b := h.tab("")
	b.shows(onEditor)
	h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Session: session}))
	from := b.next("caught_up").Cursor
	id := h.ask(session, "Build subtasks for every task in module 1", onEditor)
	var read []string
	for len(read) < 20 {
		f := b.next("event")
		var e struct {
			Turn schemas.TurnID `json:"correlationid"`
		}
		h.must(json.Unmarshal(f.Event, &e))
		if e.Turn == id {
			read = append(read, f.Cursor)
		}
	}
	h.must(b.s.CloseNow())
	h.ended(id)

	again := h.tab("")
	again.shows(onEditor)
	h.must(again.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Session: session, From: read[19]}))
	got := append(slices.Clone(read), again.turnFrames(id)...)
	if diff := cmp.Diff(h.after(id, from), got); diff != "" {
		t.Errorf("before and behind the cut (-log +streams):\n%s", diff)
	}

	fresh := h.tab("")
	fresh.shows(onEditor)
	m := fresh.midway(session) // its first frame is the snapshot
	if last := got[len(got)-1]; m.AsOf < last && len(m.AsOf) <= len(last) || m.Running != nil {
		t.Errorf("the snapshot is as of %s with %v running; the turn ended at %s", m.AsOf, m.Running, last)
	}
}

// Case B13: the tab is closed in mid-turn; the turn runs to its end, and is found whole
// from another device.
func TestATurnWhoseTabIsClosedRunsToItsEndAndIsFoundWhole(t *testing.T) {
	hold := make(chan struct{})
	h := open(t, setting{model: &holding{Model: offline.New(offline.Options{}), lane: "Collect bank details", hold: hold}})
	session := h.session()
	b := h.tab("")
	b.shows(onEditor)
	h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Session: session}))
	from := b.next("caught_up").Cursor
	id := h.ask(session, "Build subtasks for every task in module 1", onEditor)
	h.rowDone(id)
	h.must(b.s.CloseNow())
	close(hold)
	if end := h.ended(id); end.Status != schemas.TurnCompleted {
		t.Errorf("the turn ended as %s", end.Status)
	}
	device := h.tab("")
	device.shows(onEditor)
	h.must(device.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Session: session, From: from}))
	if diff := cmp.Diff(h.after(id, from), device.turnFrames(id)); diff != "" {
		t.Errorf("on another device (-log +stream):\n%s", diff)
	}
	var tree struct {
		Modules []struct {
			Tasks []struct{ Steps []struct{ Saved bool } }
		}
	}
	h.call("GET", "/v1/playbooks/p1", nil, &tree)
	for i, want := range []int{4, 3} { // one step was there before
		steps := tree.Modules[0].Tasks[i].Steps
		if len(steps) != want || slices.ContainsFunc(steps, func(s struct{ Saved bool }) bool { return !s.Saved }) {
			t.Errorf("task %d has %+v, want %d steps, saved", i, steps, want)
		}
	}
}
