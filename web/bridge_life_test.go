package web_test

import (
	"testing"
	"time"

	"turnbook/agents/agentstest"
	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/web/client"
)

func TestAClientThatShowsNoSignOfLifeIsLostAndOneThatDoesIsNot(t *testing.T) {
	beats := make(chan time.Time)
	h := open(t, setting{beats: beats})
	dead, alive := h.tab(""), h.tab("")
	// A client answers while it reads, and this one reads once a beat; the other never.
	for range 5 {
		beats <- time.Time{}
		alive.raw(`{"type":"unsubscribe","ref":"u"}`)
		alive.next("ack")
	}
	if end := h.untilClosed(dead.view); end.Reason != "lost" {
		t.Errorf("the view ended because it was %q", end.Reason)
	}
	for _, r := range h.records(bus.Query{Vendor: vendor, Kind: schemas.ViewBoundary, ID: string(alive.view)}) {
		if r.Type == "view.closed" {
			t.Error("the view that answers was ended")
		}
	}
}

// Case B14: going away is no cancel, and a cancel is recorded as one.
func TestALostConnectionIsNoCancelAndACancelKeepsWhatWasWritten(t *testing.T) {
	hold := make(chan struct{})
	said := make(chan struct{}, 4)
	round := agentstest.Answer{Text: "done", Hold: hold, Said: said}
	pick := agentstest.Pick(schemas.TaskBuilder)
	h := open(t, setting{model: agentstest.NewScript(map[string][]agentstest.Answer{"router": {pick, pick}, "task-builder": {round, round}})})
	left, stopped := h.session(), h.session()
	b := h.tab("")
	ask := func(session schemas.SessionID) schemas.TurnID {
		h.must(b.s.Message(h.context(), client.Message{Ref: "m", Session: session, Text: "Say something", UIContext: ptr(schemas.MustUIContext(withBuilder("t1")))}))
		id := b.next("ack").Turn
		<-said
		return id
	}
	one, two := ask(left), ask(stopped)
	b.raw(`{"type":"cancel","ref":"c","session":"` + string(stopped) + `","turn":"` + string(two) + `"}`)
	b.next("ack")
	if end := h.ended(two); end.Status != schemas.TurnCancelled {
		t.Errorf("the turn that was stopped ended %+v", end)
	}
	h.must(b.s.CloseNow())
	if end := h.untilClosed(b.view); end.Reason != "lost" {
		t.Errorf("the view ended because it was %q", end.Reason)
	}
	close(hold)
	if end := h.ended(one); end.Status != schemas.TurnCompleted {
		t.Errorf("the turn that nobody watches ended %+v", end)
	}
	for _, r := range h.records(bus.Query{Vendor: vendor, Turn: one}) {
		if r.Type == "turn.cancel-requested" {
			t.Error("a lost connection was taken for a cancel")
		}
	}
	if got := h.records(bus.Query{Vendor: vendor, Turn: two, Types: []string{"turn.cancel-requested"}}); len(got) != 1 {
		t.Errorf("the cancel is recorded %d times", len(got))
	}
}
