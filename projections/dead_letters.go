package projections

import (
	"context"
	"fmt"
	"strings"

	"turnbook/schemas"
)

// A DeadLetter is an event that could not be applied, or that waits behind one.
type DeadLetter struct {
	Seq        uint64               `json:"seq"`
	Index      int                  `json:"idx"`
	Vendor     schemas.VendorID     `json:"vendor"`
	Boundary   schemas.BoundaryKind `json:"boundary"`
	BoundaryID string               `json:"boundary_id"`
	ID         string               `json:"id"`
	Type       string               `json:"type"`
	Reason     string               `json:"reason"`
	Waiting    bool                 `json:"waiting"` // it is well itself
	Since      Stamp                `json:"since"`
}

func (d *DeadLetter) fields() []any {
	return []any{&d.Seq, &d.Index, &d.Vendor, &d.Boundary, &d.BoundaryID, &d.ID, &d.Type, &d.Reason, &d.Waiting, &d.Since}
}

// Entity is the boundary that is held back.
func (d DeadLetter) Entity() schemas.Entity {
	return schemas.Entity{Vendor: d.Vendor, Kind: d.Boundary, ID: d.BoundaryID}
}

func (f *fold) loadParked() error {
	letters, err := all[DeadLetter](f.w, "SELECT * FROM [dead_letters] WHERE NOT waiting ORDER BY seq, idx")
	if err != nil {
		return err
	}
	f.parked = make(map[schemas.Entity]string)
	for _, d := range letters {
		f.parked[d.Entity()] = fmt.Sprintf("%d.%d", d.Seq, d.Index)
	}
	return nil
}

// park sets an event aside and holds its boundary back.
func (f *fold) park(r *rec, reason string, waiting bool) error {
	if !waiting {
		f.parked[r.Entity] = fmt.Sprintf("%d.%d", r.Seq, r.Index)
	}
	return f.w.put("dead_letters", &DeadLetter{
		Seq: r.Seq, Index: r.Index, Vendor: r.Vendor, Boundary: r.Kind, BoundaryID: r.Entity.ID,
		ID: r.Draft.ID, Type: r.Type, Reason: steady(reason), Waiting: waiting, Since: r.at,
	})
}

// steady undoes a choice of words that the JSON decoder makes anew in each process,
// lest its texts are relied upon: a row must come out the same when drawn again.
func steady(reason string) string { return strings.ReplaceAll(reason, "unable to ", "cannot ") }

// DeadLetters lists what is parked, of one vendor or of all (""), in log order.
func (s *Store) DeadLetters(ctx context.Context, vendor schemas.VendorID) ([]DeadLetter, AsOf, error) {
	return list[DeadLetter](ctx, s, "SELECT * FROM dead_letters WHERE vendor = ? OR ? = '' ORDER BY seq, idx", vendor, vendor)
}
