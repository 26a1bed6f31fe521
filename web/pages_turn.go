package web

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"turnbook/projections"
	"turnbook/schemas"
)

// turnView is what the page of a turn shows: what happened, and why.
type turnView struct {
	Turn      projections.Turn
	Decisions []ladderView
	More      int // decisions beyond those that the page shows
	Refusals  []projections.Refusal
	Drops     []projections.Drop
	Events    []timelineEvent
	WireOnly  bool   // the timeline leaves internal events out
	First     bool   // the timeline begins with the turn's first event
	Next      string // the position behind which the next page begins; "" for the last page
	Cursor    string
}

// live says whether the turn can still change.
func (v turnView) live() bool { return v.Turn.EndedSeq == 0 }

// timeline is the address of a page of the timeline.
func (v turnView) timeline(after string, wireOnly bool) templ.SafeURL {
	q := url.Values{}
	if after != "" {
		q.Set("after", after)
	}
	if wireOnly {
		q.Set("show", "wire")
	}
	address := pathTo("turns", string(v.Turn.ID))
	if len(q) > 0 {
		address += templ.SafeURL("?" + q.Encode())
	}
	return address + "#timeline"
}

// timelineEvent is one event in words, with its data as it stands in the log.
type timelineEvent struct {
	projections.Event
	What   string // "A step was added"
	Detail string // "Prepare: Order laptop"
}

// internal says whether front ends never get the event.
func (e timelineEvent) internal() bool { return e.Visibility == schemas.Internal }

// eventsPerPage is how many events a page of the timeline shows: a turn of ten thousand
// events is a hundred pages, none of which is slow.
const eventsPerPage = 100

// mostDecisions is how many decisions, refusals and drops the page shows; a turn that
// was refused a thousand times is told by its first ones.
const mostDecisions = 200

// eventsPerRead is how many events are read at a time where internal ones are left out.
const eventsPerRead = 500

func (p *pages) turn(r *http.Request) (templ.Component, error) {
	ctx, id := r.Context(), schemas.TurnID(r.PathValue("id"))
	var v turnView
	var asOf projections.AsOf
	var err error
	if v.Turn, asOf, err = p.store.Turn(ctx, p.vendor, id); err != nil {
		return nil, err
	}
	v.Cursor = cursorOf(asOf)
	decisions, _, err := p.store.Decisions(ctx, p.vendor, id)
	if err != nil {
		return nil, err
	}
	v.More = max(len(decisions)-mostDecisions, 0)
	for _, d := range decisions[:len(decisions)-v.More] {
		v.Decisions = append(v.Decisions, explain(d))
	}
	ledger := projections.LedgerFilter{Vendor: p.vendor, Turn: id, Limit: mostDecisions}
	if v.Refusals, _, err = p.store.Refusals(ctx, ledger); err != nil {
		return nil, err
	}
	if v.Drops, _, err = p.store.Drops(ctx, ledger); err != nil {
		return nil, err
	}
	q := r.URL.Query()
	after, ok := parsePosition(q.Get("after"))
	v.First, v.WireOnly = !ok, q.Get("show") == "wire"
	return turnPage(&v), p.readTimeline(ctx, &v, after)
}

// readTimeline reads a page of events, and one more to know whether there is a next.
func (p *pages) readTimeline(ctx context.Context, v *turnView, after schemas.Position) error {
	limit := eventsPerPage + 1
	if v.WireOnly {
		limit = eventsPerRead
	}
	for {
		events, _, err := p.store.TurnEvents(ctx, p.vendor, v.Turn.ID, after, limit)
		if err != nil {
			return err
		}
		for _, e := range events {
			after = e.Position()
			if v.WireOnly && e.Visibility == schemas.Internal {
				continue
			}
			if len(v.Events) == eventsPerPage {
				last := v.Events[eventsPerPage-1].Position()
				v.Next = strconv.FormatUint(last.Seq, 10) + "." + strconv.Itoa(last.Index)
				return nil
			}
			what, detail := tell(e)
			v.Events = append(v.Events, timelineEvent{Event: e, What: what, Detail: detail})
		}
		if len(events) < limit {
			return nil
		}
	}
}

// parsePosition reads "12.3"; anything else is no position.
func parsePosition(s string) (schemas.Position, bool) {
	seq, index, ok := strings.Cut(s, ".")
	n, err1 := strconv.ParseUint(seq, 10, 63)
	i, err2 := strconv.ParseUint(index, 10, 31)
	return schemas.Position{Seq: n, Index: int(i)}, ok && err1 == nil && err2 == nil
}
