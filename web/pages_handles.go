package web

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"turnbook/bus"
	"turnbook/projections"
	"turnbook/schemas"
)

// handlesView is what the page of delegated work shows.
type handlesView struct {
	Trees  []*treeNode
	More   int // delegated turns beyond what the page lists
	Cursor string
}

// mostHandles is how many delegated turns the page lists.
const mostHandles = 200

func (p *pages) handles(r *http.Request) (templ.Component, error) {
	list, asOf, err := p.store.Handles(r.Context(), p.vendor)
	if err != nil {
		return nil, err
	}
	titles, err := p.workspaceTitles(r.Context())
	if err != nil {
		return nil, err
	}
	v := handlesView{Cursor: cursorOf(asOf)}
	list, v.More = firstOf(list, mostHandles)
	v.Trees = taskTrees(list, titles)
	return handlesPage(v), nil
}

func (p *pages) workspaceTitles(ctx context.Context) (map[schemas.WorkspaceID]string, error) {
	list, _, err := p.store.Workspaces(ctx, p.vendor)
	titles := make(map[schemas.WorkspaceID]string, len(list))
	for _, w := range list {
		titles[w.ID] = w.Title
	}
	return titles, err
}

// handleView is what the page of one delegated turn shows.
type handleView struct {
	projections.Handle
	OwnerTitle string
	PlaceTitle string
	Created    schemas.HandleCreated
	Ladders    []ladderView
	Work       workTurn // its turn, as far as it ran
	PlanWaits  bool     // the plan that it ended with waits for a person's yes
	Life       []handleMoment
	Now        time.Time
	Cursor     string
}

// handleMoment is one thing that happened to a delegated turn, in words.
type handleMoment struct {
	Seq    uint64
	At     projections.Stamp
	What   string
	Detail string
	Turn   schemas.TurnID // the turn that it happened in; "" for none
}

func (p *pages) handle(r *http.Request) (templ.Component, error) {
	ctx, id := r.Context(), schemas.HandleID(r.PathValue("id"))
	v := handleView{Now: time.Now()}
	var asOf projections.AsOf
	var err error
	if v.Handle, asOf, err = p.store.Handle(ctx, p.vendor, id); err != nil {
		return nil, err
	}
	v.Cursor = cursorOf(asOf)
	titles, err := p.workspaceTitles(ctx)
	if err != nil {
		return nil, err
	}
	v.OwnerTitle, v.PlaceTitle = titles[v.Owner], titles[v.Workspace]
	if v.PlanWaits, err = p.planWaits(ctx, v.Handle); err != nil {
		return nil, err
	}
	if err := p.readLife(ctx, &v); err != nil {
		return nil, err
	}
	turn, _, err := p.store.Turn(ctx, p.vendor, v.Turn)
	if err != nil {
		return handlePage(&v), nil // it never ran
	}
	v.Work, err = p.readWork(ctx, turn)
	if a := v.Work.Resolved; a != nil {
		v.Ladders = append(v.Ladders, explain(decisionOf(a.Ladder, a.EventType(), 0, len(v.Ladders))))
	}
	return handlePage(&v), err
}

// stampLayout is a time as the tables write it.
const stampLayout = "2006-01-02T15:04:05.000000000Z"

// readLife reads what happened to a delegated turn from its own boundary.
func (p *pages) readLife(ctx context.Context, v *handleView) error {
	q := bus.Of(schemas.Entity{Vendor: p.vendor, Kind: schemas.HandleBoundary, ID: string(v.ID)})
	for rec, err := range p.log.Read(ctx, q) {
		if err != nil {
			return err
		}
		if e, ok := rec.Event.(schemas.HandleCreated); ok {
			v.Created = e
			for i, l := range e.Ladders {
				v.Ladders = append(v.Ladders, explain(decisionOf(l, e.EventType(), rec.Seq, i)))
			}
		}
		m := handleMoment{Seq: rec.Seq, At: projections.Stamp(rec.Time.UTC().Format(stampLayout))}
		m.What, m.Detail, m.Turn = handleInWords(rec.Event)
		v.Life = append(v.Life, m)
	}
	return nil
}

// decisionOf is a ladder as the pages explain it.
func decisionOf(l schemas.Ladder, of string, seq uint64, index int) projections.Decision {
	d := projections.Decision{Rule: l.Rule, Outcome: l.Outcome, Type: of, Seq: seq, Index: index, Applied: true}
	for _, g := range l.Rungs {
		d.Rungs = append(d.Rungs, projections.Rung{Name: g.Name, Input: g.Input, Held: g.Held})
	}
	return d
}

// handleInWords tells what happened to a delegated turn.
func handleInWords(e schemas.Event) (what, detail string, turn schemas.TurnID) {
	switch e := e.(type) {
	case schemas.HandleCreated:
		return "It was launched", e.Title, e.CallerTurn
	case schemas.HandleAccepted:
		return "The workspace took it up", "", ""
	case schemas.HandleDeferred:
		return "Its turn ended, and more is to come", spoken(e.Reason), e.Turn
	case schemas.HandleAttentionSet:
		return "Whoever asked waits no longer, and will be told", spoken(e.Reason), ""
	case schemas.HandleSettled:
		return settledInWords(e), e.Error, e.Turn
	case schemas.HandleRevived:
		return "It was seen at work again", "", e.Turn
	case schemas.HandleProgressed:
		return "It told on its way", e.Text, ""
	case schemas.HandleNotified:
		return "Whoever asked was told of end " + strconv.Itoa(e.Generation), "", e.Turn
	case schemas.HandleAttentionConsumed:
		if e.By == "await" {
			return "Its owner has read end " + strconv.Itoa(e.Generation), "so nobody is woken for it", ""
		}
		return "Nobody was told of end " + strconv.Itoa(e.Generation), "whoever asked is gone", ""
	}
	return spoken(e.EventType()), "", ""
}

func settledInWords(e schemas.HandleSettled) string {
	return "End " + strconv.Itoa(e.Generation) + ": " + handleState(e.Status) + ". " + endedBecause(e.Reason)
}
