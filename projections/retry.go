package projections

import (
	"context"
	"fmt"

	"turnbook/bus"
	"turnbook/schemas"
)

// Retry takes the parked events of a boundary in again. Since what was parked may
// have shaped rows of other boundaries (a view's context decides what became of a
// session's events), it draws the tables anew, beside the live ones; an event that
// the log still can't read is told at once instead.
//
// The error is a [*ParkedError] where the boundary still waits, a [*NotFoundError]
// where nothing of it is parked.
func (s *Store) Retry(ctx context.Context, log bus.Log, boundary schemas.Entity) error {
	first, err := s.firstParked(ctx, boundary)
	if err != nil {
		return err
	}
	at := schemas.Position{Seq: first.Seq, Index: first.Index}
	for r, err := range log.Read(ctx, bus.Query{After: schemas.Position{Seq: first.Seq, Index: -1}, To: first.Seq}) {
		if err != nil {
			return fmt.Errorf("projections: retry %s: %w", boundary, err)
		}
		if r.Position == at && r.Err != nil {
			return &ParkedError{At: at, Reason: r.Err.Error()}
		}
	}
	if _, err := s.Rebuild(ctx, log, RebuildOptions{}); err != nil {
		return err
	}
	still, err := s.firstParked(ctx, boundary)
	if _, gone := err.(*NotFoundError); gone {
		return nil
	}
	if err != nil {
		return err
	}
	return &ParkedError{At: schemas.Position{Seq: still.Seq, Index: still.Index}, Reason: still.Reason}
}

// firstParked is the event that holds a boundary back.
func (s *Store) firstParked(ctx context.Context, boundary schemas.Entity) (DeadLetter, error) {
	d, _, err := single[DeadLetter](ctx, s, "parked event of", boundary.String(), `SELECT * FROM dead_letters
		WHERE vendor = ? AND boundary = ? AND boundary_id = ? ORDER BY seq, idx LIMIT 1`, boundary.Vendor, boundary.Kind, boundary.ID)
	return d, err
}
