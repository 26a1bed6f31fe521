package projections

import (
	"context"
	"database/sql"
	"errors"

	"turnbook/schemas"
)

// A StopKind is what an auditor goes to in a turn.
type StopKind string

const (
	StopEvent    StopKind = "event"
	StopDecision StopKind = "decision"
	StopRefusal  StopKind = "refusal"
	StopDrop     StopKind = "drop" // a step that the origin view gave to no store
	StopCard     StopKind = "card" // a card is raised, answered, stale or withdrawn
)

// StopKinds is the closed list of them.
func StopKinds() []StopKind {
	return []StopKind{StopEvent, StopDecision, StopRefusal, StopDrop, StopCard}
}

// stopTables are where the stops of a kind stand, with the turn and the vendor to be
// bound.
var stopTables = map[StopKind]string{
	StopEvent:    "events WHERE turn_id = ? AND turn_id <> '' AND vendor = ?",
	StopDecision: "decisions WHERE turn_id = ? AND vendor = ? AND type NOT IN ('task.write-refused', 'turn.flush-refused')",
	StopRefusal:  "refusals WHERE turn_id = ? AND vendor = ?",
	StopDrop:     "deliveries WHERE turn_id = ? AND vendor = ? AND origin AND target = 'DROP'",
	StopCard:     "events WHERE turn_id = ? AND turn_id <> '' AND vendor = ? AND type LIKE 'turn.interrupt-%'",
}

// Stops are the places around a position of a turn. A zero position is none.
type Stops struct {
	Nth, Total int              // of the turn's events: how many there are up to the position, and in all
	At         schemas.Position // the last event up to the position
	Prev, Next map[StopKind]schemas.Position
	Views      []schemas.ViewID // whose screens got something of the turn, the origin's first
}

// Stops finds what lies before and behind a position of a turn.
func (s *Store) Stops(ctx context.Context, vendor schemas.VendorID, turn schemas.TurnID, at schemas.Position) (Stops, AsOf, error) {
	out := Stops{Prev: make(map[StopKind]schemas.Position), Next: make(map[StopKind]schemas.Position)}
	asOf, err := s.read(ctx, func(q querier) error {
		const of = "FROM events WHERE turn_id = ? AND turn_id <> '' AND vendor = ?"
		err := q.QueryRowContext(ctx, "SELECT COUNT(*), COUNT(CASE WHEN (seq, idx) <= (?, ?) THEN 1 END) "+of, int64(at.Seq), at.Index, turn, vendor).Scan(&out.Total, &out.Nth)
		if err != nil {
			return err
		}
		if out.At, err = stop(ctx, q, "SELECT seq, idx "+of+" AND (seq, idx) <= (?, ?) ORDER BY seq DESC, idx DESC LIMIT 1", turn, vendor, at); err != nil {
			return err
		}
		for kind, table := range stopTables {
			if out.Prev[kind], err = stop(ctx, q, "SELECT seq, idx FROM "+table+" AND (seq, idx) < (?, ?) ORDER BY seq DESC, idx DESC LIMIT 1", turn, vendor, out.At); err != nil {
				return err
			}
			if out.Next[kind], err = stop(ctx, q, "SELECT seq, idx FROM "+table+" AND (seq, idx) > (?, ?) ORDER BY seq, idx LIMIT 1", turn, vendor, out.At); err != nil {
				return err
			}
		}
		out.Views, err = texts[schemas.ViewID](ctx, q, "SELECT view_id FROM deliveries WHERE turn_id = ? AND vendor = ? GROUP BY view_id ORDER BY MAX(origin) DESC, view_id", turn, vendor)
		return err
	})
	return out, asOf, err
}

// stop is the one position that a query finds, or none.
func stop(ctx context.Context, q querier, text string, turn schemas.TurnID, vendor schemas.VendorID, at schemas.Position) (p schemas.Position, err error) {
	err = q.QueryRowContext(ctx, text, turn, vendor, int64(at.Seq), at.Index).Scan(&p.Seq, &p.Index)
	if errors.Is(err, sql.ErrNoRows) {
		return p, nil
	}
	return p, err
}

// NthEvent is the position of a turn's nth event, from 1; the last one where there are
// not so many.
func (s *Store) NthEvent(ctx context.Context, vendor schemas.VendorID, turn schemas.TurnID, n int) (at schemas.Position, err error) {
	const of = "SELECT seq, idx FROM events WHERE turn_id = ? AND turn_id <> '' AND vendor = ?"
	_, err = s.read(ctx, func(q querier) error {
		err := q.QueryRowContext(ctx, of+" ORDER BY seq, idx LIMIT 1 OFFSET ?", turn, vendor, max(n, 1)-1).Scan(&at.Seq, &at.Index)
		if errors.Is(err, sql.ErrNoRows) {
			err = q.QueryRowContext(ctx, of+" ORDER BY seq DESC, idx DESC LIMIT 1", turn, vendor).Scan(&at.Seq, &at.Index)
		}
		if errors.Is(err, sql.ErrNoRows) {
			return &NotFoundError{What: "event of turn", ID: string(turn)}
		}
		return err
	})
	return at, err
}
