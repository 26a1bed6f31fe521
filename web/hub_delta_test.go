package web_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"turnbook/agents/agentstest"
	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/web/client"
)

// spoken is a house whose guide says "One", and each next part when paced.
func spoken(t *testing.T, s setting, parts ...string) (h *house, pace chan struct{}) {
	pace = make(chan struct{})
	s.model = agentstest.NewScript(map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.Guide)}, "guide": {{Parts: parts, Pace: pace}},
	})
	return open(t, s), pace
}

// hears is a tab that is live on a session.
func (h *house) hears(session schemas.SessionID) *tab {
	h.t.Helper()
	b := h.tab("")
	h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Session: session}))
	b.next("caught_up")
	return b
}

// piece is the frame of a piece of the guide's message.
func piece(session schemas.SessionID, turn schemas.TurnID, offset int, text string) string {
	return fmt.Sprintf(`{"type":"delta","ref":"s","session":%q,"turn":%q,"call_id":"%s.m.1","domain":"guide","offset":%d,"text":%q}`, session, turn, turn, offset, text)
}

// afterMessage is what comes behind the finished message: its text, and the types of
// the frames up to the end of the turn.
func (b *tab) afterMessage() (text string, after []string) {
	b.h.t.Helper()
	for {
		f, err := b.s.Next(b.h.context())
		b.h.must(err)
		var e struct {
			Type string
			Data struct{ Text string }
		}
		if f.Type == "event" {
			b.h.must(json.Unmarshal(f.Event, &e))
		}
		if text != "" {
			after = append(after, f.Type)
		}
		switch e.Type {
		case "turn.message-written":
			text = e.Data.Text
		case "turn.ended":
			return text, after
		}
	}
}

func TestAMessageIsSeenWhileItIsWrittenAndNoLonger(t *testing.T) {
	for name, set := range map[string]func() setting{
		"in memory": func() setting { return setting{} },
		"on NATS": func() setting {
			s, _ := embeddedIn(t, t.TempDir())
			return setting{log: s, wakes: s, deltas: s.Deltas()}
		},
	} {
		t.Run(name, func(t *testing.T) {
			h, pace := spoken(t, set(), "One", " <two>", "\nthree", "")
			session := h.session()
			here, other := h.hears(session), h.session()
			elsewhere := h.hears(other)
			id := h.ask(session, "Hello", onEditor)
			same(t, "the first piece", string(here.next("delta").Raw), piece(session, id, 0, "One"))
			pace <- struct{}{}
			same(t, "the next piece", string(here.next("delta").Raw), piece(session, id, 3, " <two>"))
			late := h.hears(session)
			pace <- struct{}{}
			both := map[string]*tab{"who was there": here, "who came late": late}
			for name, b := range both {
				same(t, "the last piece, for "+name, string(b.next("delta").Raw), piece(session, id, 9, "\nthree"))
			}
			pace <- struct{}{}
			for name, b := range both {
				text, after := b.afterMessage()
				if text != "One <two>\nthree" {
					t.Errorf("%s read %q", name, text)
				}
				for _, kind := range after {
					if kind == "delta" {
						t.Errorf("%s got a piece behind its message", name)
					}
				}
			}
			h.lateOnes(session, id, here)
			h.deltas.Send(bus.Delta{Vendor: vendor, Session: other, Turn: "t", Call: "t.m.1", Domain: schemas.Guide, Text: "x"})
			same(t, "all that is heard elsewhere", string(elsewhere.next("delta").Raw), piece(other, "t", 0, "x"))
		})
	}
}

// lateOnes sends pieces behind the end of its message; what is heard next must be
// something else.
func (h *house) lateOnes(session schemas.SessionID, id schemas.TurnID, b *tab) {
	h.t.Helper()
	late := bus.Delta{Vendor: vendor, Session: session, Turn: id, Call: schemas.CallID(id) + ".m.1", Domain: schemas.Guide, Offset: 20, Text: "late"}
	h.deltas.Send(late)
	late.Call = "another call of a turn that is over"
	h.deltas.Send(late)
	late.Vendor = "another"
	late.Turn = "later"
	h.deltas.Send(late)
	h.deltas.Send(bus.Delta{Vendor: vendor, Session: session, Turn: "later", Call: "later.m.1", Domain: schemas.Guide, Text: "next"})
	same(h.t, "the next piece that is heard", string(b.next("delta").Raw), piece(session, "later", 0, "next"))
}

func TestAServerWithoutDeltasPromisesNone(t *testing.T) {
	h := open(t, setting{silent: true})
	s, err := h.c.Dial(h.context())
	h.must(err)
	defer s.CloseNow()
	w, err := s.Hello(h.context(), client.Hello{})
	h.must(err)
	var got struct{ Capabilities []string }
	h.must(json.Unmarshal(w.Raw, &got))
	if fmt.Sprint(got.Capabilities) != "[snapshot resume target credit]" {
		t.Errorf("it promises %q", got.Capabilities)
	}
	session := h.session()
	b := h.hears(session)
	h.ask(session, "How many tasks are there?", onEditor)
	for {
		f, err := b.s.Next(h.context())
		h.must(err)
		if f.Type == "delta" {
			t.Fatalf("got %s", f.Raw)
		}
		var e struct{ Type string }
		if f.Type == "event" {
			h.must(json.Unmarshal(f.Event, &e))
		}
		if e.Type == "turn.ended" {
			return
		}
	}
}
