package projections

import (
	"context"

	"turnbook/schemas"
)

// What became of a drop. A waiting one can be applied.
const (
	DropWaiting = "waiting"
	DropApplied = "applied"
	DropRefused = "refused" // it no longer applies
)

// A Drop is a row of the table drops: a step event that its origin view dropped.
type Drop struct {
	Seq        uint64               `json:"seq"`
	Index      int                  `json:"idx"`
	N          int                  `json:"n"`
	Vendor     schemas.VendorID     `json:"vendor"`
	Turn       schemas.TurnID       `json:"turn_id"`
	Plan       string               `json:"plan_id"`
	Event      string               `json:"event_id"`
	Step       schemas.StepID       `json:"step_id"`
	Task       schemas.TaskID       `json:"task_id"`
	Reason     schemas.TargetReason `json:"reason"`
	Status     string               `json:"status"`
	AppliedSeq uint64               `json:"applied_seq"`
	Code       schemas.Code         `json:"code"`
	Detail     string               `json:"detail"`
	SettledSeq uint64               `json:"settled_seq"`
	Time       Stamp                `json:"time"`
}

func (d *Drop) fields() []any {
	return []any{
		&d.Seq, &d.Index, &d.N, &d.Vendor, &d.Turn, &d.Plan, &d.Event, &d.Step, &d.Task, &d.Reason, &d.Status,
		&d.AppliedSeq, &d.Code, &d.Detail, &d.SettledSeq, &d.Time,
	}
}

func (f *fold) drop(r *rec, plan string, n int, d schemas.Drop) error {
	return f.w.put("drops", &Drop{
		Seq: r.Seq, Index: r.Index, N: n, Vendor: r.Vendor, Turn: r.Turn, Plan: plan,
		Event: d.Event, Step: d.Step, Task: d.Task, Reason: d.Reason, Status: DropWaiting, Time: r.at,
	})
}

// dropsApplied takes in what became of drops that the user had applied. Where the
// document's gate let nothing in, they go on waiting.
func (f *fold) dropsApplied(s *Session, r *rec, e schemas.DropsApplied) error {
	refused := make(map[string]schemas.RefusedStep)
	for _, step := range e.Refused {
		refused[step.Event] = step
	}
	u := Flush{
		Vendor: r.Vendor, Plan: e.Plan, Entity: e.Entity, Session: s.ID, Turn: e.Turn, Seq: r.Seq, Index: r.Index,
		Path: pathInto(e.Entity), Status: "applied", Applied: len(e.Steps) - len(e.Refused), Refused: len(e.Refused),
		WrittenSeq: e.Seq, SettledSeq: r.Seq, PlannedAt: r.at, SettledAt: r.at,
	}
	if e.Code != "" {
		u.Status, u.Code, u.Applied, u.Refused = "refused", e.Code, 0, len(e.Steps)
	}
	var events []string
	for _, step := range e.Steps {
		events = append(events, step.Event)
		d := Drop{Status: DropApplied, AppliedSeq: e.Seq}
		if no, ok := refused[step.Event]; ok {
			d = Drop{Status: DropRefused, Code: no.Code, Detail: no.Detail}
		}
		if e.Code != "" {
			d = Drop{Status: DropWaiting, Code: e.Code}
		}
		if err := f.settleDrop(s, r, e, step.Event, d); err != nil {
			return err
		}
	}
	u.Events = jsonOf(events)
	f.flushes.add(flushKey{r.Vendor, e.Plan, e.Entity}, u)
	return nil
}

// settleDrop writes what became of one drop, and of the step event behind it.
func (f *fold) settleDrop(s *Session, r *rec, e schemas.DropsApplied, event string, d Drop) error {
	n, err := f.w.exec("UPDATE [drops] SET status = ?, applied_seq = ?, code = ?, detail = ?, settled_seq = ? WHERE vendor = ? AND turn_id = ? AND event_id = ?",
		d.Status, int64(d.AppliedSeq), string(d.Code), d.Detail, int64(r.Seq), string(r.Vendor), string(e.Turn), event)
	if err == nil && n == 0 {
		err = &StrayError{What: "drop", ID: event}
	}
	if err != nil {
		return err
	}
	return f.settleStep(r, s, event, func(h *StepEvent) {
		switch d.Status {
		case DropApplied:
			h.Status, h.Plan, h.FlushedSeq = "flushed", e.Plan, e.Seq
		case DropRefused:
			h.Status, h.Plan, h.Code, h.Detail = "refused", e.Plan, d.Code, d.Detail
		}
	})
}

// Drops lists dropped step events, the latest first.
func (s *Store) Drops(ctx context.Context, l LedgerFilter) ([]Drop, AsOf, error) {
	text, args := l.latest("drops")
	return list[Drop](ctx, s, text, args...)
}
