package projections

import (
	"context"

	"turnbook/schemas"
)

// A Decision is a row of the table decisions, with its rungs.
type Decision struct {
	Seq     uint64           `json:"seq"`
	Index   int              `json:"idx"`
	Vendor  schemas.VendorID `json:"vendor"`
	Turn    schemas.TurnID   `json:"turn_id"`
	Rule    string           `json:"rule"`
	Outcome string           `json:"outcome"`
	Type    string           `json:"type"`
	Hop     int              `json:"hop"`
	Applied bool             `json:"applied"` // it changed what happens next; else it was only considered
	Held    bool             `json:"held"`    // every rung held
	Basis   JSON             `json:"basis"`
	Time    Stamp            `json:"time"`
	Rungs   []Rung           `json:"rungs"` // from the table rungs
}

func (d *Decision) fields() []any {
	return []any{
		&d.Seq, &d.Index, &d.Vendor, &d.Turn, &d.Rule, &d.Outcome, &d.Type, &d.Hop, &d.Applied, &d.Held, &d.Basis, &d.Time,
	}
}

// Position is where the event stands that carries the decision.
func (d Decision) Position() schemas.Position {
	return schemas.Position{Seq: d.Seq, Index: d.Index}
}

// A Rung is a row of the table rungs.
type Rung struct {
	Seq    uint64           `json:"seq"`
	Index  int              `json:"idx"`
	N      int              `json:"n"`
	Vendor schemas.VendorID `json:"vendor"`
	Turn   schemas.TurnID   `json:"turn_id"`
	Name   string           `json:"name"`
	Input  string           `json:"input"`
	Held   bool             `json:"held"`
}

func (g *Rung) fields() []any {
	return []any{&g.Seq, &g.Index, &g.N, &g.Vendor, &g.Turn, &g.Name, &g.Input, &g.Held}
}

// decided takes the deciders of routing in.
func (f *fold) decided(s *Session, t *Turn, r *rec) error {
	switch e := r.Event.(type) {
	case schemas.BucketComputed:
		s.Bucket = e.Bucket
		return f.decision(r, e.Ladder, t.Hops, e.Ladder.Outcome != "keep")
	case schemas.TurnClassified:
		return f.decision(r, e.Ladder, e.Hop, !e.Fallback)
	case schemas.RedirectConsidered:
		return f.decision(r, e.Ladder, t.Hops, e.Pick != e.Domain)
	case schemas.TargetResolved:
		if e.Task != "" {
			t.Task, t.Playbook = e.Task, e.Playbook
		}
		return f.decision(r, e.Ladder, t.Hops, e.OK())
	default:
		return &misplacedError{Type: r.Type, Entity: r.Entity}
	}
}

// decision keeps a ladder, whatever came of it.
func (f *fold) decision(r *rec, l schemas.Ladder, hop int, applied bool) error {
	err := f.w.put("decisions", &Decision{
		Seq: r.Seq, Index: r.Index, Vendor: r.Vendor, Turn: r.Turn, Rule: l.Rule, Outcome: l.Outcome, Type: r.Type,
		Hop: hop, Applied: applied, Held: l.Held(), Basis: jsonOf(l.Basis), Time: r.at,
	})
	for n, g := range l.Rungs {
		if err != nil {
			return err
		}
		err = f.w.put("rungs", &Rung{
			Seq: r.Seq, Index: r.Index, N: n, Vendor: r.Vendor, Turn: r.Turn, Name: g.Name, Input: g.Input, Held: g.Held,
		})
	}
	return err
}

// Decisions lists the decisions of a turn with their rungs, in log order.
func (s *Store) Decisions(ctx context.Context, vendor schemas.VendorID, turn schemas.TurnID) ([]Decision, AsOf, error) {
	return s.decisions(ctx, "turn_id = ? AND vendor = ?", turn, vendor)
}

// DecisionsAt lists the decisions of one message of the log, with their rungs.
func (s *Store) DecisionsAt(ctx context.Context, vendor schemas.VendorID, seq uint64) ([]Decision, AsOf, error) {
	return s.decisions(ctx, "seq = ? AND vendor = ?", seq, vendor)
}

// decisions lists the decisions that a condition holds for, in the order of the log.
func (s *Store) decisions(ctx context.Context, where string, args ...any) ([]Decision, AsOf, error) {
	var out []Decision
	asOf, err := s.read(ctx, func(q querier) (err error) {
		out, err = query[Decision](ctx, q, "SELECT * FROM decisions WHERE "+where+" ORDER BY seq, idx", args...)
		if err != nil {
			return err
		}
		rungs, err := query[Rung](ctx, q, "SELECT * FROM rungs WHERE "+where+" ORDER BY seq, idx, n", args...)
		if err != nil {
			return err
		}
		for i, next := 0, 0; i < len(out); i++ {
			for next < len(rungs) && rungs[next].Seq == out[i].Seq && rungs[next].Index == out[i].Index {
				out[i].Rungs = append(out[i].Rungs, rungs[next])
				next++
			}
		}
		return nil
	})
	return out, asOf, err
}
