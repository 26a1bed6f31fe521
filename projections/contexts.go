package projections

import (
	"context"

	"turnbook/schemas"
)

// A Context is a row of the table contexts: what a view showed from a position on.
type Context struct {
	Seq       uint64               `json:"seq"`
	Index     int                  `json:"idx"`
	Vendor    schemas.VendorID     `json:"vendor"`
	Owner     schemas.BoundaryKind `json:"owner"` // view or session
	OwnerID   string               `json:"owner_id"`
	Playbook  schemas.PlaybookID   `json:"playbook_id"`
	Task      schemas.TaskID       `json:"task_id"`
	UIContext JSON                 `json:"ui_context"`
	Time      Stamp                `json:"time"`
}

func (c *Context) fields() []any {
	return []any{&c.Seq, &c.Index, &c.Vendor, &c.Owner, &c.OwnerID, &c.Playbook, &c.Task, &c.UIContext, &c.Time}
}

func (f *fold) context(r *rec, ui schemas.UIContext) error {
	playbook, _ := ui.PlaybookID()
	task, _ := ui.OpenTaskID()
	return f.w.put("contexts", &Context{
		Seq: r.Seq, Index: r.Index, Vendor: r.Vendor, Owner: r.Kind, OwnerID: r.Entity.ID,
		Playbook: playbook, Task: task, UIContext: JSON(ui.JSON()), Time: r.at,
	})
}

// ContextAt is the last context of a view or session at or before a position. ok is
// false where it had shown nothing yet.
func (s *Store) ContextAt(ctx context.Context, owner schemas.Entity, at schemas.Position) (c Context, ok bool, asOf AsOf, err error) {
	found, asOf, err := list[Context](ctx, s, `SELECT * FROM contexts WHERE owner_id = ? AND owner = ? AND vendor = ?
		AND (seq, idx) <= (?, ?) ORDER BY seq DESC, idx DESC LIMIT 1`, owner.ID, owner.Kind, owner.Vendor, int64(at.Seq), at.Index)
	if err != nil || len(found) == 0 {
		return Context{}, false, asOf, err
	}
	return found[0], true, asOf, nil
}
