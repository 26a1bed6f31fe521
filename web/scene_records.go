package web

import (
	"context"
	"iter"

	"turnbook/bus"
	"turnbook/projections"
	"turnbook/schemas"
)

// longTurn is how many messages there may be between a turn's first and its last for all
// of them to be read: more than that, and it is asked first which are its own.
const longTurn = 400

// records are a turn's records in the log behind a position, up to a message (0 for the
// last one). Of a turn that has not ended, what is in no table yet comes too.
func (m *scenes) records(ctx context.Context, t projections.Turn, after schemas.Position, to uint64) iter.Seq2[schemas.Record, error] {
	return func(yield func(schemas.Record, error) bool) {
		spans, err := m.spans(ctx, t)
		if err != nil {
			yield(schemas.Record{}, err)
			return
		}
		for _, s := range spans {
			if s.To != 0 && s.To < after.Seq || to != 0 && s.From > to {
				continue
			}
			q := bus.Query{Vendor: m.vendor, Turn: t.ID, After: schemas.Position{Seq: s.From, Index: -1}, To: s.To}
			if q.After.Before(after) {
				q.After = after
			}
			if to != 0 && (q.To == 0 || q.To > to) {
				q.To = to
			}
			for rec, err := range m.log.Read(ctx, q) {
				if !yield(rec, err) || err != nil {
					return
				}
			}
		}
	}
}

// spans are the runs of messages that a turn's records are in; the last one of a turn
// that has not ended is open.
func (m *scenes) spans(ctx context.Context, t projections.Turn) ([]projections.Span, error) {
	spans := []projections.Span{{From: t.RequestedSeq, To: t.LastSeq}}
	if t.LastSeq-t.RequestedSeq > longTurn {
		own, _, err := m.store.TurnSpans(ctx, m.vendor, t.ID)
		if err != nil {
			return nil, err
		}
		if len(own) > 0 { // else the tables have just been set aside
			spans = own
		}
	}
	if t.EndedSeq == 0 {
		spans[len(spans)-1].To = 0
	}
	return spans, nil
}
