package audit

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/schemas/proof"
)

// A NotAnchoredError says that no anchor covers a turn to its end yet.
type NotAnchoredError struct {
	Turn schemas.TurnID
	Seq  uint64 // of its last event
}

func (e *NotAnchoredError) Error() string {
	return fmt.Sprintf("no anchor covers turn %s, which reaches to position %d; anchor the book first", e.Turn, e.Seq)
}

// Gather collects what proves a turn, of which these are the records, in the order of
// the log. It costs the turn, and what others wrote in its boundaries until they were
// anchored. The error is a [*NotAnchoredError] where an anchor is yet to come.
func Gather(ctx context.Context, log bus.Log, v schemas.VendorID, turn schemas.TurnID, own iter.Seq2[schemas.Record, error]) (proof.Evidence, error) {
	g := gathering{log: log, e: proof.Evidence{Vendor: v, Turn: turn}, spans: make(map[schemas.Entity]*span)}
	for r, err := range own {
		if err != nil {
			return g.e, fmt.Errorf("gather turn %s: %w", turn, err)
		}
		g.own(r)
	}
	for _, step := range []func(context.Context) error{g.key, g.anchors, g.chains} {
		if err := step(ctx); err != nil {
			return g.e, fmt.Errorf("gather turn %s: %w", turn, err)
		}
	}
	return g.e, nil
}

type gathering struct {
	log   bus.Log
	e     proof.Evidence
	spans map[schemas.Entity]*span
}

// span is where a turn's events stand in one boundary, and up to where an anchor saw it.
type span struct{ first, last, head uint64 }

func (g *gathering) own(r schemas.Record) {
	g.e.Own = append(g.e.Own, r)
	s := g.spans[r.Entity]
	if s == nil {
		s = &span{first: r.Seq}
		g.spans[r.Entity] = s
	}
	s.last = r.Seq
}

// key reads the vendor's key, which stands first.
func (g *gathering) key(ctx context.Context) error {
	for r, err := range g.log.Read(ctx, bus.Of(schemas.AuditOf(g.e.Vendor))) {
		if err != nil {
			return err
		}
		if k, ok := r.Event.(schemas.KeyMade); ok {
			g.e.Key, g.e.Audit = k.Key, append(g.e.Audit, r)
		}
		return nil
	}
	return nil
}

// anchors finds, for each boundary, the first anchor that covers the turn in it.
func (g *gathering) anchors(ctx context.Context) error {
	open := make(map[string]*span, len(g.spans))
	var first uint64
	for e, s := range g.spans {
		open[e.String()] = s
		if first == 0 || s.last < first {
			first = s.last
		}
	}
	q := bus.Of(schemas.AuditOf(g.e.Vendor))
	q.After = schemas.Position{Seq: first}
	for r, err := range g.log.Read(ctx, q) {
		if err != nil {
			return err
		}
		if a, ok := r.Event.(schemas.HeadAnchored); ok && cover(open, a) {
			g.e.Audit = append(g.e.Audit, r)
		}
		if len(open) == 0 {
			return nil
		}
	}
	for _, s := range open {
		return &NotAnchoredError{Turn: g.e.Turn, Seq: s.last}
	}
	return nil
}

// cover says whether an anchor covers any of the spans, and closes those.
func cover(open map[string]*span, a schemas.HeadAnchored) (any bool) {
	for _, h := range a.Heads {
		if s := open[h.Boundary]; s != nil && h.Seq >= s.last {
			s.head, any = h.Seq, true
			delete(open, h.Boundary)
		}
	}
	return any
}

// chains reads every boundary from the turn's first event to the anchored head.
func (g *gathering) chains(ctx context.Context) error {
	for e, s := range g.spans {
		q := bus.Of(e)
		q.After, q.To = schemas.Position{Seq: s.first, Index: -1}, s.head
		records, err := all(ctx, g.log, q)
		if err != nil {
			return err
		}
		g.e.Chain = append(g.e.Chain, records...)
	}
	slices.SortFunc(g.e.Chain, func(x, y schemas.Record) int {
		return cmp.Or(cmp.Compare(x.Seq, y.Seq), cmp.Compare(x.Index, y.Index))
	})
	return nil
}
