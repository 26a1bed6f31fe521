package turn

import (
	"maps"
	"slices"

	"turnbook/schemas"
)

// Clone is a copy of the fold that can be folded further on its own: a what-if decides
// on it. It costs what the session holds.
func (s *Session) Clone() *Session {
	c := *s
	c.Turns, c.Talk, c.order = maps.Clone(s.Turns), slices.Clone(s.Talk), slices.Clone(s.order)
	c.Delegated, c.Outcomes, c.Told, c.Endings = s.Delegated.Clone(), maps.Clone(s.Outcomes), maps.Clone(s.Told), slices.Clone(s.Endings)
	c.Cards, c.Drafts, c.Dropped = make(map[schemas.CardID]*Card, len(s.Cards)), make(map[schemas.TaskID]*Draft, len(s.Drafts)), make(map[schemas.TurnID][]Dropped, len(s.Dropped))
	for id, card := range s.Cards {
		of := *card
		c.Cards[id] = &of
		if card == s.answered {
			c.answered = &of
		}
	}
	for id, d := range s.Drafts {
		// The tree is drawn from the steps again when it is asked for.
		c.Drafts[id] = &Draft{Playbook: d.Playbook, Context: d.Context, Ops: slices.Clone(d.Ops)}
	}
	for id, dropped := range s.Dropped {
		c.Dropped[id] = slices.Clone(dropped)
	}
	c.Queue = nil
	for _, t := range s.Queue {
		c.Queue = append(c.Queue, t.clone())
	}
	if s.Running != nil {
		c.Running = s.Running.clone()
	}
	return &c
}

func (t *Turn) clone() *Turn {
	c := *t
	c.Declined, c.Order, c.rowOrder = slices.Clone(t.Declined), slices.Clone(t.Order), slices.Clone(t.rowOrder)
	c.Rows = maps.Clone(t.Rows)
	c.Tally.Reasons, c.Tally.Codes = slices.Clone(t.Tally.Reasons), slices.Clone(t.Tally.Codes)
	if t.Plan != nil {
		p := *t.Plan
		p.Waiting = slices.Clone(p.Waiting)
		c.Plan = &p
	}
	c.Lanes = make(map[schemas.LaneID]*Lane, len(t.Lanes))
	for id, l := range t.Lanes {
		of := *l
		of.Talk, of.Batch = slices.Clone(l.Talk), slices.Clone(l.Batch)
		if l.Tool != nil {
			tool := *l.Tool
			of.Tool = &tool
		}
		c.Lanes[id] = &of
	}
	return &c
}

// Suppose has a turn that has not ended, or that the input begins, be asked from another
// screen than it was: in is the input to decide on then. A turn that has ended stays as
// it was.
func (s *Session) Suppose(id schemas.TurnID, in Input, ui func(schemas.UIContext) (schemas.UIContext, error)) (Input, error) {
	var err error
	if m, ok := in.(Message); ok && TurnID(schemas.SessionID(s.Entity.ID), m.Key) == id {
		m.Context, err = ui(m.Context)
		return m, err
	}
	t := s.find(id)
	if t == nil {
		return in, nil
	}
	t.Request.UIContext, err = ui(t.Request.UIContext)
	seen, ok := in.(Seen)
	if !ok || err != nil || s.Running != t {
		return in, err
	}
	timeline := slices.Clone(seen.Timeline)
	for i := range timeline {
		if timeline[i].Context, err = ui(timeline[i].Context); err != nil {
			return in, err
		}
	}
	seen.Timeline = timeline
	return seen, nil
}
