package web

import (
	"context"
	"errors"
	"net/http"

	"turnbook/agents/turn"
	"turnbook/projections"
	"turnbook/schemas"
)

type cardPath struct {
	ID string `path:"id" doc:"the card"`
}

type cardFilter struct {
	Limit   int    `query:"limit" minimum:"1" maximum:"1000" default:"100" doc:"at most so many"`
	Session string `query:"session" doc:"only this session's"`
	Status  string `query:"status" enum:"open,confirmed,declined,stale,superseded" doc:"only these"`
}

type cardList struct {
	Standing
	Cards []projections.Interrupt `json:"cards"`
}

type cardAnswer struct {
	Standing
	projections.Interrupt
}

type answerBody struct {
	Decision    schemas.CardDecision `json:"decision" doc:"confirm or decline"`
	Fingerprint string               `json:"fingerprint" doc:"that of the card: the plan that was looked at"`
	SentAt      schemas.SentAt       `json:"sent_at,omitempty" doc:"when it was sent by the client's own clock, RFC 3339; kept beside ours, never counted with"`
}

type answered struct {
	Card   schemas.CardID     `json:"card"`
	Status schemas.CardStatus `json:"status" doc:"where the card stands now: confirmed, declined, or stale where the steps had changed"`
	Turn   schemas.TurnID     `json:"turn" doc:"the turn that goes on"`
}

func (r *rest) cards() {
	serve(r, route{http.MethodGet, "/v1/cards", "listCards", 0, "List cards, the latest first"}, r.listCards)
	serve(r, route{http.MethodGet, "/v1/cards/{id}", "getCard", 0, "A card: what a turn wants confirmed, and what came of it"}, r.getCard)
	serve(r, route{http.MethodPost, "/v1/cards/{id}/answer", "answerCard", 0, "Answer a card; the same answer again changes nothing"}, r.answerCard)
}

func (r *rest) listCards(ctx context.Context, in *cardFilter, _ none) (cardList, error) {
	session, err := parseID[schemas.SessionID]("session", in.Session)
	if err != nil {
		return cardList{}, err
	}
	r.settle(ctx)
	f := projections.CardFilter{Vendor: r.o.Vendor, Session: session, Status: schemas.CardStatus(in.Status), Limit: in.Limit}
	list, asOf, err := r.o.Store.Interrupts(ctx, f)
	return cardList{r.standing(asOf), all(list)}, err
}

func (r *rest) getCard(ctx context.Context, in *cardPath, _ none) (cardAnswer, error) {
	c, asOf, err := r.card(ctx, in.ID)
	return cardAnswer{r.standing(asOf), c}, err
}

// card finds a card, as fresh as the log.
func (s *Server) card(ctx context.Context, text string) (projections.Interrupt, projections.AsOf, error) {
	id, err := schemas.ParseID[schemas.CardID]("card", text)
	if err != nil {
		return projections.Interrupt{}, projections.AsOf{}, err
	}
	fresh := s.fresh(ctx)
	c, asOf, err := s.o.Store.Interrupt(ctx, s.o.Vendor, id)
	err = orBehind(fresh, err)
	if missing := (*projections.NotFoundError)(nil); errors.As(err, &missing) {
		p := problem(schemas.CodeUnknownCard, "%s", missing)
		p.Card = id
		err = p
	}
	return c, asOf, err
}

func (r *rest) answerCard(ctx context.Context, in *cardPath, b answerBody) (answered, error) {
	c, _, err := r.card(ctx, in.ID)
	if err != nil {
		return answered{}, err
	}
	return r.answer(ctx, c.Session, turn.Answer{Card: c.ID, Decision: b.Decision, Fingerprint: b.Fingerprint, Trace: traceOf(requestOf(ctx)), SentAt: b.SentAt})
}

// answer is the command behind every way to answer a card. Where it stands afterwards
// comes from the session itself, which is ahead of the tables.
func (s *Server) answer(ctx context.Context, session schemas.SessionID, a turn.Answer) (answered, error) {
	if err := s.o.Runtime.Answer(ctx, s.o.Vendor, session, a); err != nil {
		return answered{}, err
	}
	out := answered{Card: a.Card}
	err := s.o.Runtime.Session(ctx, s.o.Vendor, session, func(state *turn.Session) {
		if c := state.Cards[a.Card]; c != nil {
			out.Status, out.Turn = c.Status, c.Turn
		}
	})
	return out, err
}
