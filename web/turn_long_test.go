package web_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"turnbook/schemas"
)

// long writes a turn of so many events whose message and last step have long titles.
func (h *house) long(events int) schemas.TurnID {
	h.t.Helper()
	const turn schemas.TurnID = "long"
	e := schemas.Entity{Vendor: vendor, Kind: schemas.SessionBoundary, ID: "endless"}
	title, seq := strings.Repeat("# Ein sehr langer Titel <b>\n", 200<<10/28), uint64(0)
	write := func(batch ...schemas.Event) {
		h.t.Helper()
		drafts := make([]schemas.Draft, len(batch))
		for i, event := range batch {
			drafts[i] = schemas.Draft{ID: fmt.Sprintf("long/%d-%d", seq, i), Event: event, Actor: "agent/step-writer", Turn: turn}
			if _, ok := event.(schemas.SessionOpened); ok {
				drafts[i].Turn = ""
			}
		}
		records, err := h.log.Append(h.t.Context(), e, seq, time.Unix(1_700_000_000, 0).UTC(), drafts...)
		h.must(err)
		seq = records[0].Seq
	}
	write(schemas.SessionOpened{User: "local"},
		schemas.TurnRequested{Text: title, UIContext: schemas.MustUIContext(onEditor), Key: "k", Digest: "d"}, schemas.TurnStarted{},
		schemas.LaneQueued{Lane: "t0_0", Call: "long.m.1", Agent: "step-writer", Assignment: schemas.Assignment{Playbook: "p1", Task: "t1"}})
	for n := 0; n < events; n += 100 {
		batch := make([]schemas.Event, 100)
		for i := range batch {
			batch[i] = schemas.Narrated{Lane: "t0_0", Text: fmt.Sprintf("Line %d", n+i)}
		}
		batch[99] = schemas.RowChanged{Row: "t0_0", Title: title, Status: schemas.RowRunning}
		write(batch...)
	}
	write(schemas.TurnEnded{Status: schemas.TurnCompleted, Stop: "done", Closing: "0 built, 0 left unchanged."})
	h.must(h.store.WaitFor(h.context(), h.head()))
	return turn
}

func TestATurnOfTenThousandEventsIsShownInPages(t *testing.T) {
	h := open(t, setting{told: true})
	turn := h.long(10_000)
	for _, query := range []string{"", "?type=turn.row-changed", "?n=9000", "?after=20.0&lane=t0_0"} {
		p := h.page("/turns/" + string(turn) + query)
		if n := strings.Count(p.body, `class="happening"`); n != 100 {
			t.Errorf("%q lists %d events, want 100", query, n)
		}
		// The title stands whole once, folded; of each event's data there is the beginning.
		if most := 1 << 20; len(p.body) > most {
			t.Errorf("%q has %d bytes, want at most %d", query, len(p.body), most)
		}
	}
	if p := h.page("/turns/" + string(turn)); !strings.Contains(p.body, ">Completed<") {
		t.Error("the turn has not ended")
	}
	if got := h.page("/turns/" + string(turn) + "?n=9000").all(`Event (\d+ of \d+)<`); len(got) != 1 || got[0] != "9000 of 10004" {
		t.Errorf("the slider stands at %v", got)
	}
}
