package worker

import (
	"context"
	"fmt"

	"turnbook/agents/turn"
	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/schemas/words"
)

// A retelling makes a history of messages, in the order of their log: it replaces words
// and positions in what was recorded, and takes the decisions again.
type retelling struct {
	of      schemas.TurnID
	words   *words.Replacer
	log     bus.Log // what is told so far
	moved   *places
	re      *redecider
	prints  map[string]string // fingerprints of cards, by what they were
	history *history
}

// tell takes the next message.
func (c *retelling) tell(ctx context.Context, m []schemas.Record) error {
	told, err := c.replaced(m)
	if err != nil {
		return err
	}
	if m[0].Kind != schemas.SessionBoundary {
		return c.append(ctx, m[0], toldAs(told))
	}
	drafts, decided, err := c.decide(ctx, told)
	switch {
	case err != nil:
		return err
	case !decided:
		drafts = toldAs(told)
		err = fold(c.re.state, told)
	default:
		if diffs := otherwise(m, drafts); len(diffs) > 0 {
			return &GoldenError{Turn: c.of, Differences: diffs, Replaced: true}
		}
		c.learn(m, drafts)
		c.re.state.Settle(told[0].Seq)
	}
	if err != nil {
		return err
	}
	return c.append(ctx, m[0], drafts)
}

// replaced is a message in other words, at its place in the history.
func (c *retelling) replaced(m []schemas.Record) ([]schemas.Record, error) {
	seq := c.moved.next(m[0].Entity, m[0].Seq)
	told := make([]schemas.Record, len(m))
	for i, r := range m {
		e, err := c.words.Event(r.Event)
		if err != nil {
			return nil, err
		}
		if a, ok := e.(schemas.InterruptAnswered); ok && c.prints[a.Fingerprint] != "" {
			a.Fingerprint = c.prints[a.Fingerprint]
			e = a
		}
		told[i] = r
		told[i].Seq, told[i].Event = seq, c.moved.in(r.Entity, e)
	}
	return told, nil
}

// decide takes the decision of a message again. It is not decided where the message holds
// none.
func (c *retelling) decide(ctx context.Context, told []schemas.Record) ([]schemas.Draft, bool, error) {
	first := told[0]
	in, basis, ok, err := turn.RecordedInput(told, func(b schemas.Basis) (turn.Timeline, error) {
		return timelineOf(ctx, c.re.past.log, c.re.state, first, b)
	})
	if err != nil || !ok {
		return nil, false, err
	}
	w, err := c.re.past.world(ctx, first.Vendor, basis)
	if err != nil {
		return nil, false, err
	}
	w.Now = first.Time
	drafts, err := turn.Decide(c.re.state, w, in)
	return drafts, true, err
}

// learn keeps what fingerprints have become.
func (c *retelling) learn(m []schemas.Record, drafts []schemas.Draft) {
	for i, r := range m {
		was, card := r.Event.(schemas.InterruptRaised)
		is, too := drafts[i].Event.(schemas.InterruptRaised)
		if card && too {
			c.prints[was.Fingerprint] = is.Fingerprint
		}
	}
}

// append tells drafts as the message that first begins.
func (c *retelling) append(ctx context.Context, first schemas.Record, drafts []schemas.Draft) error {
	last, err := c.log.Last(ctx, first.Entity)
	if err != nil {
		return err
	}
	if _, err := c.log.Append(ctx, first.Entity, last, first.Time, drafts...); err != nil {
		return err
	}
	return c.history.add(first.Entity, first.Time, drafts)
}

// toldAs is a message as its drafts.
func toldAs(records []schemas.Record) []schemas.Draft {
	drafts := make([]schemas.Draft, len(records))
	for i, r := range records {
		drafts[i] = r.Draft
	}
	return drafts
}

// otherwise names where a decision came to more than other words: to other events, under
// other ids or for other reasons.
func otherwise(m []schemas.Record, drafts []schemas.Draft) []Difference {
	var diffs []Difference
	for i := range max(len(m), len(drafts)) {
		d := Difference{Seq: m[0].Seq, Index: i}
		if i < len(m) {
			d.Recorded = gist(m[i].Draft)
		}
		if i < len(drafts) {
			d.Decided = gist(drafts[i])
		}
		if d.Recorded != d.Decided {
			diffs = append(diffs, d)
		}
	}
	return diffs
}

// gist is what stays of a draft when its words are others. The id of applied drops is made
// of a position, which is another in a history.
func gist(d schemas.Draft) string {
	if _, ok := d.Event.(schemas.DropsApplied); ok {
		d.ID = ""
	}
	return fmt.Sprintf("%s %s about %v by %s", d.ID, d.Event.EventType(), d.Subject, d.Actor)
}
