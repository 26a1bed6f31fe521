package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"turnbook/agents/turn"
	"turnbook/projections"
	"turnbook/schemas"
)

type turnPath struct {
	ID string `path:"id" doc:"the turn"`
}

type turnAsked struct {
	ID   string `path:"id" doc:"the turn"`
	Wait int    `query:"wait" minimum:"0" maximum:"60" doc:"wait for its end, or for a card, so many seconds at the longest; without it, answer at once"`
}

type turnFilter struct {
	TurnChoice
	Limit int `query:"limit" minimum:"1" maximum:"1000" default:"100" doc:"at most so many"`
}

type turnList struct {
	Standing
	Turns []projections.Turn `json:"turns"`
}

type turnAnswer struct {
	Standing
	projections.Turn
}

type cancelBody struct {
	Reason string         `json:"reason,omitempty" doc:"why, if told"`
	SentAt schemas.SentAt `json:"sent_at,omitempty" doc:"when it was sent by the client's own clock, RFC 3339; kept beside ours, never counted with"`
}

type eventsOf struct {
	ID    string `path:"id" doc:"the turn"`
	After string `query:"after" doc:"the cursor of the last event seen; absent for the beginning"`
	Limit int    `query:"limit" minimum:"1" maximum:"5000" default:"500" doc:"at most so many"`
}

type eventPage struct {
	Standing
	Events []json.RawMessage `json:"events" doc:"CloudEvents, as they stand in the log"`
	Next   string            `json:"next,omitempty" doc:"where the next page begins; absent on the last one"`
}

type dossier struct {
	Standing
	Turn       projections.Turn        `json:"turn"`
	Decisions  []projections.Decision  `json:"decisions" doc:"each with its ladder, in the order of the log"`
	ModelCalls []projections.ModelCall `json:"model_calls" doc:"each with the model that was asked, what chose it, and the digest of the prompt that was sent"`
	Refusals   []projections.Refusal   `json:"refusals"`
	Drops      []projections.Drop      `json:"drops" doc:"step events that the origin view gave to no store, and what became of them later"`
	Cards      []projections.Interrupt `json:"cards" doc:"what the turn asked a person to confirm"`
	Deliveries []projections.Delivery  `json:"deliveries" doc:"what each view did with each step event"`
	Flushes    []projections.Flush     `json:"flushes"`
	Rows       []projections.Row       `json:"rows"`
	Closing    string                  `json:"closing" doc:"the closing line"`
}

func (r *rest) turns() {
	serve(r, route{http.MethodGet, "/v1/turns", "listTurns", 0, "List turns, the latest first"}, r.listTurns)
	serve(r, route{http.MethodGet, "/v1/turns/{id}", "getTurn", 0, "A turn as it stands"}, r.getTurn)
	serve(r, route{http.MethodPost, "/v1/turns/{id}/cancel", "cancelTurn", 202, "Stop a turn; what it wrote stays"}, r.cancelTurn)
	serve(r, route{http.MethodPost, "/v1/turns/{id}/drops/apply", "applyDrops", 0, "Apply now the steps that the turn's view had dropped"}, r.applyDrops)
	serve(r, route{http.MethodGet, "/v1/turns/{id}/events", "listTurnEvents", 0, "A turn's events, page by page"}, r.turnEvents)
	serve(r, route{http.MethodGet, "/v1/turns/{id}/dossier", "getDossier", 0, "Why a turn went as it did: decisions with their ladders, refusals, drops"}, r.dossier)
	serve(r, route{http.MethodGet, "/v1/turns/{id}/causes", "getTurnCauses", 0, "What led to an event of a turn, back to its beginning, and what it led to"}, r.turnCauses)
	serve(r, route{http.MethodGet, "/v1/turns/{id}/compare", "compareTurns", 0, "Two turns side by side, aligned by decision, with what differs in words"}, r.turnCompare)
	serve(r, route{http.MethodGet, "/v1/turns/{id}/state", "getTurnState", 0, "What the screen showed at a position: context, tree with unsaved steps, rows, cards, and how far the turn was"}, r.turnState)
}

func (r *rest) listTurns(ctx context.Context, in *turnFilter, _ none) (turnList, error) {
	f, err := in.filter(r.o.Vendor)
	if err != nil {
		return turnList{}, err
	}
	r.settle(ctx)
	f.Limit = in.Limit
	list, asOf, err := r.o.Store.Turns(ctx, f)
	return turnList{r.standing(asOf), all(list)}, err
}

// turn finds a turn, as fresh as the log.
func (s *Server) turn(ctx context.Context, text string) (projections.Turn, projections.AsOf, error) {
	id, err := schemas.ParseID[schemas.TurnID]("turn", text)
	if err != nil {
		return projections.Turn{}, projections.AsOf{}, err
	}
	fresh := s.fresh(ctx)
	t, asOf, err := s.o.Store.Turn(ctx, s.o.Vendor, id)
	err = orBehind(fresh, err)
	if missing := (*projections.NotFoundError)(nil); errors.As(err, &missing) {
		p := problem(schemas.CodeUnknownTurn, "%s", missing)
		p.Turn = id
		err = p
	}
	return t, asOf, err
}

func (r *rest) getTurn(ctx context.Context, in *turnAsked, _ none) (turnAnswer, error) {
	var t projections.Turn
	var asOf projections.AsOf
	err := r.await(ctx, in.Wait, func() (over bool, err error) {
		t, asOf, err = r.turn(ctx, in.ID)
		return t.Status != schemas.TurnQueued && t.Status != schemas.TurnRunning, err
	})
	return turnAnswer{r.standing(asOf), t}, err
}

func (r *rest) cancelTurn(ctx context.Context, in *turnPath, b cancelBody) (accepted, error) {
	t, _, err := r.turn(ctx, in.ID)
	if err != nil {
		return accepted{}, err
	}
	return accepted{t.ID}, r.o.Runtime.Cancel(ctx, r.o.Vendor, t.Session, turn.Cancel{Turn: t.ID, Reason: b.Reason, SentAt: b.SentAt})
}

type appliedDrops struct {
	Applied []schemas.DropsApplied `json:"applied" doc:"what became of them, a record for each document; none where nothing waits"`
}

func (r *rest) applyDrops(ctx context.Context, in *turnPath, _ none) (appliedDrops, error) {
	t, _, err := r.turn(ctx, in.ID)
	if err != nil {
		return appliedDrops{}, err
	}
	done, err := r.o.Runtime.ApplyDrops(ctx, r.o.Vendor, t.Session, t.ID)
	return appliedDrops{all(done)}, err
}

// turnEvents reads the log itself, by the turn's spans: what a caller verifies are the
// bytes that are kept.
func (r *rest) turnEvents(ctx context.Context, in *eventsOf, _ none) (eventPage, error) {
	t, asOf, err := r.turn(ctx, in.ID)
	if err != nil {
		return eventPage{}, err
	}
	last := schemas.Position{Seq: t.RequestedSeq, Index: -1}
	if in.After != "" {
		c, err := r.cursorHere(ctx, in.After)
		if err != nil {
			return eventPage{}, err
		}
		if last.Before(c.at) {
			last = c.at
		}
	}
	page := eventPage{Standing: r.standing(asOf), Events: []json.RawMessage{}}
	for rec, err := range r.scenes.records(ctx, t, last, 0) {
		if err != nil {
			return eventPage{}, err
		}
		if len(page.Events) == in.Limit {
			page.Next = cursor{r.o.Log.Epoch(), last}.String()
			break
		}
		page.Events, last = append(page.Events, storedJSON(rec)), rec.Position
	}
	return page, nil
}

// storedJSON is a record as it stands in the log; a message that is no JSON stands as
// text.
func storedJSON(rec schemas.Record) json.RawMessage {
	if rec.Err == nil || json.Valid(rec.Stored) {
		return rec.Stored
	}
	text, _ := json.Marshal(string(rec.Stored)) // a string always marshals
	return text
}

func (r *rest) dossier(ctx context.Context, in *turnPath, _ none) (dossier, error) {
	t, _, err := r.turn(ctx, in.ID)
	if err != nil {
		return dossier{}, err
	}
	d, store, vendor := dossier{}, r.o.Store, r.o.Vendor
	ledger := projections.LedgerFilter{Vendor: vendor, Turn: t.ID}
	asOf, err := steady(
		func() (a projections.AsOf, err error) { d.Turn, a, err = store.Turn(ctx, vendor, t.ID); return },
		func() (a projections.AsOf, err error) {
			d.Decisions, a, err = store.Decisions(ctx, vendor, t.ID)
			return
		},
		func() (a projections.AsOf, err error) {
			d.ModelCalls, a, err = store.ModelCalls(ctx, vendor, t.ID)
			return
		},
		func() (a projections.AsOf, err error) { d.Refusals, a, err = store.Refusals(ctx, ledger); return },
		func() (a projections.AsOf, err error) { d.Drops, a, err = store.Drops(ctx, ledger); return },
		func() (a projections.AsOf, err error) {
			d.Deliveries, a, err = store.Deliveries(ctx, vendor, t.ID)
			return
		},
		func() (a projections.AsOf, err error) { d.Flushes, a, err = store.Flushes(ctx, vendor, t.ID); return },
		func() (a projections.AsOf, err error) {
			d.Cards, a, err = store.Interrupts(ctx, projections.CardFilter{Vendor: vendor, Turn: t.ID})
			return
		},
		func() (a projections.AsOf, err error) { d.Rows, a, err = store.Rows(ctx, vendor, t.ID); return },
	)
	d.Standing, d.Closing = r.standing(asOf), d.Turn.Closing
	d.Decisions, d.Refusals, d.Drops = all(d.Decisions), all(d.Refusals), all(d.Drops)
	d.Deliveries, d.Flushes, d.Rows = all(d.Deliveries), all(d.Flushes), all(d.Rows)
	d.Cards, d.ModelCalls = all(d.Cards), all(d.ModelCalls)
	return d, err
}
