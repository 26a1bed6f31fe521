package projections

import "turnbook/schemas"

// A Module is a row of the table modules.
type Module struct {
	Vendor   schemas.VendorID   `json:"vendor"`
	ID       schemas.ModuleID   `json:"id"`
	Playbook schemas.PlaybookID `json:"playbook_id"` // "" in the library
	Position int                `json:"position"`
	Title    string             `json:"title"`
	Linked   bool               `json:"linked"`
	Archived bool               `json:"archived"`
}

func (m *Module) fields() []any {
	return []any{&m.Vendor, &m.ID, &m.Playbook, &m.Position, &m.Title, &m.Linked, &m.Archived}
}
