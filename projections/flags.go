package projections

import (
	"context"

	"turnbook/schemas"
)

// A Flag is a row of the table flags: a capability of a vendor.
type Flag struct {
	Vendor    schemas.VendorID `json:"vendor"`
	Flag      schemas.Flag     `json:"flag"`
	Enabled   bool             `json:"enabled"`
	Seq       uint64           `json:"seq"`
	ChangedAt Stamp            `json:"changed_at"`
}

func (g *Flag) fields() []any { return []any{&g.Vendor, &g.Flag, &g.Enabled, &g.Seq, &g.ChangedAt} }

// vendor takes a vendor's own events in.
func (f *fold) vendor(r *rec) error {
	switch e := r.Event.(type) {
	case schemas.FlagFlipped:
		return f.w.put("flags", &Flag{Vendor: r.Vendor, Flag: e.Flag, Enabled: e.On, Seq: r.Seq, ChangedAt: r.at})
	case schemas.RuleActivated:
		return f.w.put("rules", &Rule{Vendor: r.Vendor, Name: e.Rule.Name(), Rule: e.Rule, Seq: r.Seq, ActivatedAt: r.at})
	default:
		return &misplacedError{Type: r.Type, Entity: r.Entity}
	}
}

// Flags lists what was ever switched for a vendor.
func (s *Store) Flags(ctx context.Context, vendor schemas.VendorID) ([]Flag, AsOf, error) {
	return list[Flag](ctx, s, "SELECT * FROM flags WHERE vendor = ? ORDER BY flag", vendor)
}
