package projections

import (
	"context"

	"turnbook/schemas"
)

// An Anchor is a row of the table anchors: a signed statement of where a vendor's
// chains stood.
type Anchor struct {
	Seq      uint64           `json:"seq"`
	Index    int              `json:"idx"`
	Vendor   schemas.VendorID `json:"vendor"`
	Anchored uint64           `json:"anchored_seq"`
	Heads    int              `json:"heads"`
	Events   uint64           `json:"events"`
	Key      string           `json:"key"`
	Hash     string           `json:"hash"`
	Time     Stamp            `json:"time"`
}

func (a *Anchor) fields() []any {
	return []any{&a.Seq, &a.Index, &a.Vendor, &a.Anchored, &a.Heads, &a.Events, &a.Key, &a.Hash, &a.Time}
}

func (f *fold) anchor(r *rec) error {
	switch e := r.Event.(type) {
	case schemas.KeyMade:
		return nil // every anchor names its key
	case schemas.HeadAnchored:
		a := &Anchor{
			Seq: r.Seq, Index: r.Index, Vendor: r.Vendor, Anchored: e.Seq, Heads: len(e.Heads),
			Key: e.Key, Hash: r.Hash, Time: stampOf(e.At),
		}
		for _, h := range e.Heads {
			a.Events += h.Count
		}
		return f.w.put("anchors", a)
	}
	return &misplacedError{Type: r.Type, Entity: r.Entity}
}

// Anchors lists a vendor's anchors, the latest first; limit 0 for all.
func (s *Store) Anchors(ctx context.Context, vendor schemas.VendorID, limit int) ([]Anchor, AsOf, error) {
	if limit <= 0 {
		limit = -1
	}
	return list[Anchor](ctx, s, "SELECT * FROM anchors WHERE vendor = ? ORDER BY seq DESC, idx DESC LIMIT ?", vendor, limit)
}
