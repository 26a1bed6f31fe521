package projections

import (
	"context"

	"turnbook/schemas"
)

// A Refusal is a row of the table refusals.
type Refusal struct {
	Seq    uint64           `json:"seq"`
	Index  int              `json:"idx"`
	Vendor schemas.VendorID `json:"vendor"`
	Turn   schemas.TurnID   `json:"turn_id"` // "" for a write by hand
	Code   schemas.Code     `json:"code"`
	Tool   string           `json:"tool"`
	Call   schemas.CallID   `json:"call_id"`
	Lane   schemas.LaneID   `json:"lane"`
	Task   schemas.TaskID   `json:"task_id"`
	Step   schemas.StepID   `json:"step_id"`
	Card   schemas.CardID   `json:"card_id"`
	Detail string           `json:"detail"`
	Time   Stamp            `json:"time"`
}

func (u *Refusal) fields() []any {
	return []any{
		&u.Seq, &u.Index, &u.Vendor, &u.Turn, &u.Code, &u.Tool, &u.Call, &u.Lane, &u.Task, &u.Step, &u.Card, &u.Detail, &u.Time,
	}
}

// refusal keeps a refused write: of a turn, or of somebody who wrote by hand.
func (f *fold) refusal(r *rec, e schemas.WriteRefused, hop int) error {
	err := f.w.put("refusals", &Refusal{
		Seq: r.Seq, Index: r.Index, Vendor: r.Vendor, Turn: r.Turn, Code: e.Code, Tool: e.Tool, Call: e.Call,
		Lane: e.Lane, Task: e.Task, Step: e.Step, Detail: e.Detail, Time: r.at,
	})
	if err != nil {
		return err
	}
	return f.decision(r, e.Ladder, hop, true)
}

// A LedgerFilter says which refusals or drops to list. The zero value is all.
type LedgerFilter struct {
	Vendor schemas.VendorID // "" for every vendor
	Turn   schemas.TurnID   // "" for every turn
	Task   schemas.TaskID   // "" for every task
	Before uint64           // only those before this position; 0 for no end
	Limit  int              // at most so many; 0 for all
}

// latest is a query for the latest rows of a ledger, with its arguments. A ledger's
// rows were written in the order of the log.
func (l LedgerFilter) latest(table string) (string, []any) {
	var c conditions
	c.and("vendor = ?", l.Vendor, l.Vendor != "")
	c.and("turn_id = ?", l.Turn, l.Turn != "")
	c.and("task_id = ?", l.Task, l.Task != "")
	c.and("seq < ?", int64(l.Before), l.Before != 0)
	return c.query("SELECT * FROM "+table, "rowid DESC", l.Limit)
}

// Refusals lists refused writes, the latest first.
func (s *Store) Refusals(ctx context.Context, l LedgerFilter) ([]Refusal, AsOf, error) {
	text, args := l.latest("refusals")
	return list[Refusal](ctx, s, text, args...)
}
