package projections

import (
	"context"

	"turnbook/schemas"
)

// A Rule is a row of the table rules: which version of a rule decides for a vendor.
type Rule struct {
	Vendor      schemas.VendorID `json:"vendor"`
	Name        string           `json:"name"`
	Rule        schemas.Rule     `json:"rule"`
	Seq         uint64           `json:"seq"`
	ActivatedAt Stamp            `json:"activated_at"`
}

func (a *Rule) fields() []any {
	return []any{&a.Vendor, &a.Name, &a.Rule, &a.Seq, &a.ActivatedAt}
}

// Rules lists the rules of a vendor for which a version was ever activated.
func (s *Store) Rules(ctx context.Context, vendor schemas.VendorID) ([]Rule, AsOf, error) {
	return list[Rule](ctx, s, "SELECT * FROM rules WHERE vendor = ? ORDER BY name", vendor)
}
