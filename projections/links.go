package projections

import (
	"context"

	"turnbook/schemas"
)

// A Link is a row of the table links: a playbook shows a module of the library.
type Link struct {
	Vendor   schemas.VendorID   `json:"vendor"`
	Playbook schemas.PlaybookID `json:"playbook_id"`
	Module   schemas.ModuleID   `json:"module_id"`
	Position int                `json:"position"`
}

func (l *Link) fields() []any { return []any{&l.Vendor, &l.Playbook, &l.Module, &l.Position} }

// Links lists the playbooks that show a module of the library.
func (s *Store) Links(ctx context.Context, vendor schemas.VendorID, module schemas.ModuleID) ([]Link, AsOf, error) {
	return list[Link](ctx, s, "SELECT * FROM links WHERE module_id = ? AND +vendor = ? ORDER BY playbook_id", module, vendor)
}
