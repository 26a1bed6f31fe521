package web

import (
	"context"
	"math"
	"net/http"
	"net/url"
	"slices"
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
	Cards     []projections.Interrupt
	Refusals  []projections.Refusal
	Drops     []projections.Drop
	Waiting   int // drops that can still be applied, of all
	Events    []timelineEvent
	WireOnly  bool   // the timeline leaves internal events out
	First     bool   // the timeline begins with the turn's first event
	Next      string // the position behind which the next page begins; "" for the last page
	Cursor    string

	MoreDecisions, MoreRefusals, MoreDrops int // what stands beyond what the page lists
}

// live says whether the turn can still change.
func (v turnView) live() bool { return v.Turn.EndedSeq == 0 }

// everything is the address of the page with its lists whole.
func (v turnView) everything() templ.SafeURL {
	return pathTo("turns", string(v.Turn.ID)) + "?list=all"
}

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

// mostListed is how many decisions, refusals and drops the page lists each, until it is
// asked for all: it says how many there are beyond.
const mostListed = 200

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
	q := r.URL.Query()
	most := mostListed
	if q.Get("list") == "all" {
		most = math.MaxInt
	}
	if err := p.readDossier(ctx, &v, most); err != nil {
		return nil, err
	}
	after, ok := parsePosition(q.Get("after"))
	v.First, v.WireOnly = !ok, q.Get("show") == "wire"
	return turnPage(&v), p.readTimeline(ctx, &v, after)
}

// readDossier reads why the turn went as it did: at most so many of each list.
func (p *pages) readDossier(ctx context.Context, v *turnView, most int) error {
	decisions, _, err := p.store.Decisions(ctx, p.vendor, v.Turn.ID)
	if err != nil {
		return err
	}
	if v.Cards, _, err = p.store.Interrupts(ctx, projections.CardFilter{Vendor: p.vendor, Turn: v.Turn.ID}); err != nil {
		return err
	}
	slices.Reverse(v.Cards)
	ledger := projections.LedgerFilter{Vendor: p.vendor, Turn: v.Turn.ID}
	if v.Refusals, _, err = p.store.Refusals(ctx, ledger); err != nil {
		return err
	}
	if v.Drops, _, err = p.store.Drops(ctx, ledger); err != nil {
		return err
	}
	v.Waiting = countWaiting(v.Drops)
	decisions, v.MoreDecisions = firstOf(decisions, most)
	v.Refusals, v.MoreRefusals = firstOf(v.Refusals, most)
	v.Drops, v.MoreDrops = firstOf(v.Drops, most)
	for _, d := range decisions {
		v.Decisions = append(v.Decisions, explain(d))
	}
	return nil
}

// firstOf is the beginning of a list, and how much it leaves out.
func firstOf[T any](list []T, most int) ([]T, int) {
	n := min(most, len(list))
	return list[:n], len(list) - n
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
