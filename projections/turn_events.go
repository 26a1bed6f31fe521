package projections

import (
	"context"

	"turnbook/schemas"
)

// An EventFilter says which events of a turn to list. The zero value of all but the turn
// is every event.
type EventFilter struct {
	Vendor schemas.VendorID
	Turn   schemas.TurnID
	Type   string         // "" for every type
	Lane   schemas.LaneID // "" for every lane
	Wire   bool           // only what front ends get
	Only   StopKind       // only those that are such a stop; "" for all
	After  schemas.Position
	Limit  int // 0 for all
}

// FilteredEvents lists a turn's events, in log order.
func (s *Store) FilteredEvents(ctx context.Context, f EventFilter) ([]Event, AsOf, error) {
	var c conditions
	c.and("turn_id = ? AND turn_id <> ''", f.Turn, true)
	c.and("vendor = ?", f.Vendor, true)
	c.and("type = ?", f.Type, f.Type != "")
	c.and("visibility = ?", schemas.Wire, f.Wire)
	if f.Lane != "" {
		// A lane's events name it, or its row of progress, which has its name; its steps
		// have ids of its own.
		c.where = append(c.where, `CASE WHEN json_valid(data) THEN
			? IN (json_extract(data, '$.lane'), json_extract(data, '$.row_id')) OR json_extract(data, '$.step_id') GLOB ? END`)
		c.args = append(c.args, f.Lane, string(f.Turn)+"."+string(f.Lane)+".*")
	}
	if table, ok := stopTables[f.Only]; ok && f.Only != StopEvent {
		c.where = append(c.where, "(seq, idx) IN (SELECT seq, idx FROM "+table+")")
		c.args = append(c.args, f.Turn, f.Vendor)
	}
	c.where = append(c.where, "(seq, idx) > (?, ?)")
	c.args = append(c.args, int64(f.After.Seq), f.After.Index)
	text, args := c.query("SELECT * FROM events", "seq, idx", f.Limit)
	return list[Event](ctx, s, text, args...)
}

// TurnShape is what a turn's events can be filtered by.
type TurnShape struct {
	Types []string         // in alphabetical order
	Lanes []schemas.LaneID // sub-agents' lanes, in the order they were queued
}

// TurnShape reads which types and lanes a turn has.
func (s *Store) TurnShape(ctx context.Context, vendor schemas.VendorID, turn schemas.TurnID) (out TurnShape, err error) {
	_, err = s.read(ctx, func(q querier) error {
		if out.Types, err = texts[string](ctx, q, "SELECT DISTINCT type FROM events WHERE turn_id = ? AND turn_id <> '' AND vendor = ? ORDER BY type", turn, vendor); err != nil {
			return err
		}
		out.Lanes, err = texts[schemas.LaneID](ctx, q, "SELECT id FROM lanes WHERE turn_id = ? AND vendor = ? ORDER BY seq, idx", turn, vendor)
		return err
	})
	return out, err
}

// texts are the one column of a query.
func texts[T ~string](ctx context.Context, q querier, text string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []T
	for rows.Next() {
		var t T
		if err := rows.Scan(&t); err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, rows.Err()
}
