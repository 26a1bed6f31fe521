package projections

import (
	"context"

	"turnbook/schemas"
)

// A CauseLink says which event of a turn led to which.
type CauseLink struct {
	Seq   uint64 `json:"seq"`
	Index int    `json:"idx"`
	ID    string `json:"id"`
	Type  string `json:"type"`
	Cause string `json:"cause" doc:"id of the event that led to it; empty for none"`
}

func (l *CauseLink) fields() []any { return []any{&l.Seq, &l.Index, &l.ID, &l.Type, &l.Cause} }

// Position is where the event stands.
func (l CauseLink) Position() schemas.Position { return schemas.Position{Seq: l.Seq, Index: l.Index} }

// TurnLinks lists the causes of all events in a turn's messages, in log order: what came
// with the turn's message, as the context that it was sent from, is among them.
func (s *Store) TurnLinks(ctx context.Context, vendor schemas.VendorID, turn schemas.TurnID) ([]CauseLink, AsOf, error) {
	return list[CauseLink](ctx, s, `SELECT seq, idx, id, type, cause FROM events WHERE vendor = ? AND seq IN
		(SELECT seq FROM events WHERE turn_id = ? AND turn_id <> '' AND vendor = ?) ORDER BY seq, idx`, vendor, turn, vendor)
}
