package projections

import (
	"context"

	"turnbook/schemas"
)

// A Row is a row of the table rows: a line of progress as it stands now.
type Row struct {
	Vendor     schemas.VendorID  `json:"vendor"`
	Turn       schemas.TurnID    `json:"turn_id"`
	ID         schemas.RowID     `json:"id"`
	Title      string            `json:"title"`
	Status     schemas.RowStatus `json:"status"`
	Detail     string            `json:"detail"`
	FirstSeq   uint64            `json:"first_seq"`
	FirstIndex int               `json:"first_idx"`
	LastSeq    uint64            `json:"last_seq"`
	ChangedAt  Stamp             `json:"changed_at"`
}

func (w *Row) fields() []any {
	return []any{
		&w.Vendor, &w.Turn, &w.ID, &w.Title, &w.Status, &w.Detail, &w.FirstSeq, &w.FirstIndex, &w.LastSeq, &w.ChangedAt,
	}
}

type rowKey struct {
	vendor schemas.VendorID
	turn   schemas.TurnID
	id     schemas.RowID
}

func keepRowsOfTurns() *kept[rowKey, Row, *Row] {
	return keep[rowKey, Row]("rows", "vendor = ? AND turn_id = ? AND id = ?", func(k rowKey) []any {
		return []any{string(k.vendor), string(k.turn), string(k.id)}
	})
}

// row takes a line of progress in. A final one stays as it is, whatever comes late.
func (f *fold) row(r *rec, e schemas.RowChanged) error {
	key := rowKey{r.Vendor, r.Turn, e.Row}
	w, err := f.rows.at(f.w, key)
	if err != nil || w != nil && w.Status.Final() {
		return err
	}
	if w == nil {
		w = f.rows.add(key, Row{Vendor: r.Vendor, Turn: r.Turn, ID: e.Row, FirstSeq: r.Seq, FirstIndex: r.Index})
	}
	w.Title, w.Status, w.Detail, w.LastSeq, w.ChangedAt = e.Title, e.Status, e.Detail, r.Seq, r.at
	return nil
}

// Rows lists the lines of progress of a turn, in the order they appeared.
func (s *Store) Rows(ctx context.Context, vendor schemas.VendorID, turn schemas.TurnID) ([]Row, AsOf, error) {
	var out []Row
	asOf, err := s.read(ctx, func(q querier) (err error) {
		out, err = turnRows(ctx, q, vendor, turn)
		return err
	})
	return out, asOf, err
}

func turnRows(ctx context.Context, q querier, vendor schemas.VendorID, turn schemas.TurnID) ([]Row, error) {
	return query[Row](ctx, q, "SELECT * FROM rows WHERE vendor = ? AND turn_id = ? ORDER BY first_seq, first_idx", vendor, turn)
}
