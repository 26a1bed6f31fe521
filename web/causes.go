package web

import (
	"context"

	"turnbook/projections"
	"turnbook/schemas"
)

// mostEffects is how many effects of an event its page names; the interface names all.
const mostEffects = 12

// causation is which events of a turn led to which.
type causation struct {
	byID    map[string]projections.CauseLink
	effects map[string][]projections.CauseLink // by the id of their cause
}

func newCausation(links []projections.CauseLink) causation {
	c := causation{byID: make(map[string]projections.CauseLink, len(links)), effects: make(map[string][]projections.CauseLink)}
	for _, l := range links {
		c.byID[l.ID] = l
		if l.Cause != "" {
			c.effects[l.Cause] = append(c.effects[l.Cause], l)
		}
	}
	return c
}

// of is an event of the turn by its id; nil where the turn has none.
func (c causation) of(id string) *projections.CauseLink {
	if l, ok := c.byID[id]; ok {
		return &l
	}
	return nil
}

// back are the causes of an event, the nearest first. An event is no cause of its own,
// whatever the log says.
func (c causation) back(of projections.CauseLink) []projections.CauseLink {
	out, seen := []projections.CauseLink{}, map[string]bool{of.ID: true}
	for l := c.of(of.Cause); l != nil && !seen[l.ID]; l = c.of(l.Cause) {
		out, seen[l.ID] = append(out, *l), true
	}
	return out
}

type causesOf struct {
	ID string `path:"id" doc:"the turn"`
	At string `query:"at" required:"true" doc:"the event: <seq>.<index>"`
}

type turnCauses struct {
	Standing
	Event   projections.CauseLink   `json:"event"`
	Causes  []projections.CauseLink `json:"causes" doc:"what led to it, the nearest first, back to what nothing of the turn led to"`
	Effects []projections.CauseLink `json:"effects" doc:"what it led to at once, in log order"`
}

func (r *rest) turnCauses(ctx context.Context, in *causesOf, _ none) (turnCauses, error) {
	t, _, err := r.turn(ctx, in.ID)
	if err != nil {
		return turnCauses{}, err
	}
	at, ok := parsePosition(in.At)
	if !ok {
		return turnCauses{}, badParameter("at", "%q is no position; give <seq>.<index>, as in %d.0", in.At, t.RequestedSeq)
	}
	links, asOf, err := r.o.Store.TurnLinks(ctx, r.o.Vendor, t.ID)
	if err != nil {
		return turnCauses{}, err
	}
	event, ok := linkAt(links, at)
	if !ok {
		return turnCauses{}, badParameter("at", "%s is no event of this turn; its events are listed at /v1/turns/%s/events", in.At, t.ID)
	}
	c := newCausation(links)
	return turnCauses{Standing: r.standing(asOf), Event: event, Causes: c.back(event), Effects: all(c.effects[event.ID])}, nil
}

func linkAt(links []projections.CauseLink, at schemas.Position) (projections.CauseLink, bool) {
	for _, l := range links {
		if l.Position() == at {
			return l, true
		}
	}
	return projections.CauseLink{}, false
}
