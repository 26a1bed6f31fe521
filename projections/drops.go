package projections

import (
	"context"

	"turnbook/schemas"
)

// A Drop is a row of the table drops: a step event that its origin view dropped.
type Drop struct {
	Seq    uint64               `json:"seq"`
	Index  int                  `json:"idx"`
	N      int                  `json:"n"`
	Vendor schemas.VendorID     `json:"vendor"`
	Turn   schemas.TurnID       `json:"turn_id"`
	Plan   string               `json:"plan_id"`
	Event  string               `json:"event_id"`
	Step   schemas.StepID       `json:"step_id"`
	Task   schemas.TaskID       `json:"task_id"`
	Reason schemas.TargetReason `json:"reason"`
	Time   Stamp                `json:"time"`
}

func (d *Drop) fields() []any {
	return []any{&d.Seq, &d.Index, &d.N, &d.Vendor, &d.Turn, &d.Plan, &d.Event, &d.Step, &d.Task, &d.Reason, &d.Time}
}

func (f *fold) drop(r *rec, plan string, n int, d schemas.Drop) error {
	return f.w.put("drops", &Drop{
		Seq: r.Seq, Index: r.Index, N: n, Vendor: r.Vendor, Turn: r.Turn, Plan: plan,
		Event: d.Event, Step: d.Step, Task: d.Task, Reason: d.Reason, Time: r.at,
	})
}

// Drops lists dropped step events, the latest first.
func (s *Store) Drops(ctx context.Context, l LedgerFilter) ([]Drop, AsOf, error) {
	text, args := l.latest("drops")
	return list[Drop](ctx, s, text, args...)
}
