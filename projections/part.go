package projections

import (
	"context"

	"turnbook/schemas"
)

// A Part says how much of a playbook is read: all modules with their numbers, and with
// their tasks those that it names. Its cost is theirs, however large the playbook is.
type Part struct {
	Modules []schemas.ModuleID // these
	First   int                // and, from the first module on, as many as hold no more than so many tasks and steps together

	Activity bool // with what happened since it was last published
}

// PlaybookPart is [Store.Playbook] for a part of the tree.
func (s *Store) PlaybookPart(ctx context.Context, vendor schemas.VendorID, id schemas.PlaybookID, session schemas.SessionID, part Part) (PlaybookTree, AsOf, error) {
	var out PlaybookTree
	asOf, err := s.read(ctx, func(q querier) (err error) {
		out, err = playbookTree(ctx, q, vendor, id, session, &part)
		return err
	})
	return out, asOf, err
}

// ModuleTree reads one module of a playbook with its tasks and steps, with a session's
// unflushed steps as in [Store.Playbook].
func (s *Store) ModuleTree(ctx context.Context, vendor schemas.VendorID, playbook schemas.PlaybookID, id schemas.ModuleID, session schemas.SessionID) (ModuleTree, AsOf, error) {
	var out ModuleTree
	asOf, err := s.read(ctx, func(q querier) error {
		m, err := one[Module](ctx, q, "module", string(id), "SELECT * FROM modules WHERE vendor = ? AND playbook_id = ? AND id = ?", vendor, playbook, id)
		if err != nil {
			return err
		}
		r, err := newTreeReader(ctx, q, vendor, playbook, session)
		if err != nil {
			return err
		}
		if m.Linked {
			if m, err = r.atHome(m); err != nil {
				return err
			}
		}
		out = ModuleTree{Module: m}
		return r.fill(&out)
	})
	return out, asOf, err
}

// fits says whether a module is among those that a part names, and takes it out of the
// part's room.
func (p *Part) fits(m ModuleTree) bool {
	if p == nil {
		return true
	}
	if size := m.TaskCount + m.StepCount; p.First >= size {
		p.First -= size
		return true
	}
	p.First = 0
	for _, id := range p.Modules {
		if id == m.ID {
			return true
		}
	}
	return false
}
