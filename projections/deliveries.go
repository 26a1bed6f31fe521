package projections

import (
	"context"

	"turnbook/schemas"
)

// A Delivery is a row of the table deliveries: what one view did with a step event.
type Delivery struct {
	Seq          uint64                `json:"seq"`
	Index        int                   `json:"idx"`
	Vendor       schemas.VendorID      `json:"vendor"`
	Turn         schemas.TurnID        `json:"turn_id"`
	View         schemas.ViewID        `json:"view_id"`
	Origin       bool                  `json:"origin"`
	Target       schemas.TargetOutcome `json:"target"`
	Reason       schemas.TargetReason  `json:"reason"`
	Contribution string                `json:"contribution"`
}

func (d *Delivery) fields() []any {
	return []any{&d.Seq, &d.Index, &d.Vendor, &d.Turn, &d.View, &d.Origin, &d.Target, &d.Reason, &d.Contribution}
}

// deliver asks decider 3 for the origin view and for every open view whose context
// names the event's playbook or task (decisions.md 18).
func (f *fold) deliver(t *Turn, r *rec, e schemas.StepEvent) error {
	put := func(view schemas.ViewID, ui schemas.UIContext) error {
		target := schemas.ResolveTarget(ui, r.Subject.Playbook, e.Address())
		return f.w.put("deliveries", &Delivery{
			Seq: r.Seq, Index: r.Index, Vendor: r.Vendor, Turn: r.Turn, View: view, Origin: view == t.View,
			Target: target.Outcome, Reason: target.Reason, Contribution: target.Contribution,
		})
	}
	if t.View != "" {
		ui, err := f.shows(viewKey{r.Vendor, t.View})
		if err != nil {
			return err
		}
		if err := put(t.View, ui); err != nil {
			return err
		}
	}
	for _, tab := range f.tabs.open(r.Vendor, r.Subject.Playbook, taskOf(r, e)) {
		if tab.key.id == t.View {
			continue
		}
		if err := put(tab.key.id, tab.ui); err != nil {
			return err
		}
	}
	return nil
}

// taskOf is the task that a step event is about: as it was resolved, else as the
// event addresses it.
func taskOf(r *rec, e schemas.StepEvent) schemas.TaskID {
	if r.Subject.Task != "" {
		return r.Subject.Task
	}
	task, _ := e.Address().Task()
	return task
}

// Deliveries lists what the views did with a turn's step events, in log order.
func (s *Store) Deliveries(ctx context.Context, vendor schemas.VendorID, turn schemas.TurnID) ([]Delivery, AsOf, error) {
	return list[Delivery](ctx, s, "SELECT * FROM deliveries WHERE turn_id = ? AND vendor = ? ORDER BY seq, idx, view_id", turn, vendor)
}
