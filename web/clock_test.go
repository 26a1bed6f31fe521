package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"turnbook/bus"
	"turnbook/schemas"
)

// The book orders by position and counts with its own time, whatever the clock of a
// client says, which is kept as it came (case B44).
func TestAClientsClockIsKeptBesideOursAndFlagged(t *testing.T) {
	h := open(t, setting{})
	session := h.session()
	ours := func(hours int) string {
		return time.Now().Add(time.Duration(hours) * time.Hour).Format("2006-01-02T15:04:05.999Z07:00")
	}
	for _, c := range []struct{ sent, skew string }{
		{"", ""}, {ours(0), ""}, {ours(1), "min ahead of ours"}, {ours(-1), "min behind ours"}, {ours(-3), "h behind ours"},
		{"1970-01-01T00:00:00Z", "years behind ours"}, {"9999-12-31T23:59:59.999+14:00", "years ahead of ours"}, {"0000-01-01T00:00:00Z", "years behind ours"},
	} {
		var out struct{ Turn schemas.TurnID }
		h.call("POST", "/v1/sessions/"+string(session)+"/messages", map[string]any{"text": "What is here?", "sent_at": c.sent}, &out)
		h.ended(out.Turn)
		var kept []schemas.SentAt
		for _, r := range h.records(bus.Query{Vendor: vendor, Turn: out.Turn}) {
			if e, ok := r.Event.(schemas.TurnRequested); ok {
				kept = append(kept, e.SentAt)
			}
		}
		if len(kept) != 1 || string(kept[0]) != c.sent {
			t.Errorf("sent at %q, kept as %q", c.sent, kept)
		}
		page := h.page("/turns/" + string(out.Turn)).body
		if told := strings.Contains(page, "by the sender’s clock"); told != (c.sent != "") {
			t.Errorf("sent at %q: the page tells of the client's clock: %v", c.sent, told)
		}
		if flagged := strings.Contains(page, `class="pill skewed"`); flagged != (c.skew != "") || !strings.Contains(page, c.skew) {
			t.Errorf("sent at %q: flagged %v, want the words %q", c.sent, flagged, c.skew)
		}
		if strings.Contains(page, "took -") {
			t.Errorf("sent at %q: the turn took less than nothing", c.sent)
		}
	}
}

func TestEveryCommandTakesAClientsClockOrRefusesIt(t *testing.T) {
	h := open(t, setting{})
	session, b := h.session(), h.tab("")
	const at = schemas.SentAt("2026-05-04T09:30:00.250+02:00")
	b.raw(`{"type":"ui_context","ref":"1","ui_context":` + onEditor + `,"sent_at":"` + string(at) + `"}`)
	b.next("ack")
	path := "/v1/views/" + string(b.view) + "/context"
	h.call("PUT", path, map[string]any{"ui_context": map[string]any{"page": "library"}, "sent_at": at}, nil)
	contexts := 0
	for _, r := range h.records(bus.Query{Vendor: vendor}) {
		if e, ok := r.Event.(schemas.ViewContextChanged); ok {
			if contexts++; e.SentAt != at {
				t.Errorf("the context of %d was sent at %q", r.Seq, e.SentAt)
			}
		}
	}
	if contexts != 2 {
		t.Errorf("%d contexts were recorded, want 2", contexts)
	}
	const garbage = `"sent_at":"yesterday"`
	turn := h.ask(session, "What is here?", onEditor)
	h.ended(turn)
	for _, c := range [][3]string{
		{"POST", "/v1/sessions/" + string(session) + "/messages", `{"text":"x",` + garbage + `}`},
		{"POST", "/v1/turns/" + string(turn) + "/cancel", `{` + garbage + `}`},
		{"PUT", path, `{"ui_context":{},` + garbage + `}`},
		{"POST", "/v1/agui", `{"threadId":"th","runId":"r1","messages":[{"id":"m1","role":"user","content":"x"}],"forwardedProps":{` + garbage + `}}`},
	} {
		status, _, body := h.raw(c[0], c[1], c[2])
		if status != http.StatusBadRequest && status != http.StatusUnprocessableEntity || !strings.Contains(body, `sent_at"`) || !strings.Contains(body, "RFC 3339") {
			t.Errorf("%s %s was answered with %d %s", c[0], c[1], status, body)
		}
	}
}
