package web

import (
	"context"
	"errors"
	"math"
	"net/http"
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
	Currency  string // of what it cost
	Decisions []ladderView
	Cards     []projections.Interrupt
	Refusals  []projections.Refusal
	Drops     []projections.Drop
	Waiting   int // drops that can still be applied, of all
	Events    []timelineEvent
	Ask       turnAsk
	Shape     projections.TurnShape
	Comments  *commentary // what was said of it; nil for a server that keeps none
	Past      *pastView   // the screen as of an event; nil where none was asked for
	Next      string      // the position behind which the next page begins; "" for the last page
	Cursor    string
	Clock     *clockView // of the client that sent the message; nil where it did not say

	Work  *workTurn             // of a workspace's turn: what it said and did; nil for authoring
	Place projections.Workspace // where it ran; zero for authoring

	MoreDecisions, MoreRefusals, MoreDrops int // what stands beyond what the page lists
}

// live says whether the page follows the turn: it can still change, and is looked at as
// it is now.
func (v turnView) live() bool { return v.Turn.EndedSeq == 0 && v.Past == nil }

// timelineEvent is one event in words, with its data as it stands in the log.
type timelineEvent struct {
	projections.Event
	What   string // "A step was added"
	Detail string // "Prepare: Order laptop"
	Prompt string // digest of what a model was told; "" for other events

	Cause   *projections.CauseLink  // what led to it; nil for what nothing of the turn did
	Effects []projections.CauseLink // what it led to, in the turn
	Clock   *clockView              // of the client whose command made it; nil for none
}

// internal says whether front ends never get the event.
func (e timelineEvent) internal() bool { return e.Visibility == schemas.Internal }

// eventsPerPage is how many events a page of the timeline shows: a turn of ten thousand
// events is a hundred pages, none of which is slow.
const eventsPerPage = 100

// mostListed is how many decisions, refusals and drops the page lists each, until it is
// asked for all: it says how many there are beyond.
const mostListed = 200

func (p *pages) turn(r *http.Request) (templ.Component, error) {
	ctx, id := r.Context(), schemas.TurnID(r.PathValue("id"))
	v := turnView{Currency: p.store.Currency()}
	var asOf projections.AsOf
	var err error
	if v.Turn, asOf, err = p.store.Turn(ctx, p.vendor, id); err != nil {
		return nil, err
	}
	v.Cursor = cursorOf(asOf)
	v.Ask = readTurnAsk(id, r.URL.Query())
	most := mostListed
	if v.Ask.All {
		most = math.MaxInt
	}
	if err := p.readDossier(ctx, &v, most); err != nil {
		return nil, err
	}
	if v.Shape, err = p.store.TurnShape(ctx, p.vendor, id); err != nil {
		return nil, err
	}
	if err := p.readClock(ctx, &v); err != nil {
		return nil, err
	}
	if err := p.readPast(ctx, &v, r); err != nil {
		return nil, err
	}
	if err := p.readComments(ctx, &v, most); err != nil {
		return nil, err
	}
	if err := p.readPlace(ctx, &v); err != nil {
		return nil, err
	}
	return turnPage(&v), p.readTimeline(ctx, &v)
}

// readPlace reads what a turn did in its workspace, where it ran in one: the session of a
// workspace has its id.
func (p *pages) readPlace(ctx context.Context, v *turnView) error {
	place, _, err := p.store.Workspace(ctx, p.vendor, schemas.WorkspaceID(v.Turn.Session))
	if missing := (*projections.NotFoundError)(nil); errors.As(err, &missing) {
		return nil
	}
	if err != nil {
		return err
	}
	work, err := p.readWork(ctx, v.Turn)
	v.Place, v.Work = place, &work
	return err
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
func (p *pages) readTimeline(ctx context.Context, v *turnView) error {
	after, _ := parsePosition(v.Ask.After)
	events, _, err := p.store.FilteredEvents(ctx, v.Ask.filter(p.vendor, after, eventsPerPage+1))
	if err != nil {
		return err
	}
	events, more := firstOf(events, eventsPerPage)
	if more > 0 {
		v.Next = positionText(events[len(events)-1].Position())
	}
	links, _, err := p.store.TurnLinks(ctx, p.vendor, v.Turn.ID)
	if err != nil {
		return err
	}
	causes := newCausation(links)
	for _, e := range events {
		what, detail := tell(e)
		v.Events = append(v.Events, timelineEvent{Event: e, What: what, Detail: detail, Prompt: promptIn(e), Cause: causes.of(e.Cause), Effects: causes.effects[e.ID], Clock: clockIn(e)})
	}
	return nil
}

// parsePosition reads "12.3"; anything else is no position.
func parsePosition(s string) (schemas.Position, bool) {
	seq, index, ok := strings.Cut(s, ".")
	n, err1 := strconv.ParseUint(seq, 10, 63)
	i, err2 := strconv.ParseUint(index, 10, 31)
	return schemas.Position{Seq: n, Index: int(i)}, ok && err1 == nil && err2 == nil
}
