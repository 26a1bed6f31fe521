package projections

import (
	"context"
	"encoding/json"

	"turnbook/schemas"
)

// A Flush is a row of the table flushes: what a plan wants of one document, and
// what came of it.
type Flush struct {
	Vendor     schemas.VendorID  `json:"vendor"`
	Plan       string            `json:"plan_id"`
	Entity     string            `json:"entity"`
	Session    schemas.SessionID `json:"session_id"`
	Turn       schemas.TurnID    `json:"turn_id"`
	Seq        uint64            `json:"seq"`
	Index      int               `json:"idx"`
	Path       schemas.FlushPath `json:"path"`
	Status     string            `json:"status"` // planned, applied or refused
	Events     JSON              `json:"events"`
	Applied    int               `json:"applied"`
	Refused    int               `json:"refused"`
	Code       schemas.Code      `json:"code"`
	WrittenSeq uint64            `json:"written_seq"`
	SettledSeq uint64            `json:"settled_seq"`
	PlannedAt  Stamp             `json:"planned_at"`
	SettledAt  Stamp             `json:"settled_at"`
}

func (u *Flush) fields() []any {
	return []any{
		&u.Vendor, &u.Plan, &u.Entity, &u.Session, &u.Turn, &u.Seq, &u.Index, &u.Path, &u.Status, &u.Events, &u.Applied,
		&u.Refused, &u.Code, &u.WrittenSeq, &u.SettledSeq, &u.PlannedAt, &u.SettledAt,
	}
}

type flushKey struct {
	vendor schemas.VendorID
	plan   string
	entity string
}

func keepFlushes() *kept[flushKey, Flush, *Flush] {
	return keep[flushKey, Flush]("flushes", "vendor = ? AND plan_id = ? AND entity = ?", func(k flushKey) []any {
		return []any{string(k.vendor), k.plan, k.entity}
	})
}

// entityOf is the document that a part of a plan writes.
func entityOf(t schemas.TaskFlush) string {
	if t.Playbook == "" {
		return schemas.Entity{Kind: schemas.LibraryBoundary, ID: schemas.LibraryID}.String()
	}
	return schemas.Entity{Kind: schemas.PlaybookBoundary, ID: string(t.Playbook)}.String()
}

// pathInto is the flush path of a document.
func pathInto(entity string) schemas.FlushPath {
	if entity == entityOf(schemas.TaskFlush{}) {
		return schemas.UpdateLibrarySteps
	}
	return schemas.UpdateStepsFromDraft
}

func (f *fold) flushPlanned(s *Session, t *Turn, r *rec, e schemas.FlushPlanned) error {
	events := make(map[string][]string)
	for _, task := range e.Tasks {
		entity := entityOf(task)
		for _, step := range task.Steps {
			events[entity] = append(events[entity], step.Event)
			if err := f.settleStep(r, s, step.Event, func(h *StepEvent) { h.Status, h.Plan = "planned", e.Plan }); err != nil {
				return err
			}
		}
		f.flushes.add(flushKey{r.Vendor, e.Plan, entity}, Flush{
			Vendor: r.Vendor, Plan: e.Plan, Entity: entity, Session: s.ID, Turn: r.Turn, Seq: r.Seq, Index: r.Index,
			Path: task.Path, Status: "planned", Events: jsonOf(events[entity]), PlannedAt: r.at,
		})
	}
	for n, d := range e.Drops {
		t.Dropped++
		if err := f.drop(r, e.Plan, n, d); err != nil {
			return err
		}
		if err := f.settleStep(r, s, d.Event, func(h *StepEvent) {
			h.Status, h.Plan, h.Reason = "dropped", e.Plan, d.Reason
		}); err != nil {
			return err
		}
	}
	return nil
}

func (f *fold) flushApplied(s *Session, r *rec, e schemas.FlushApplied) error {
	u, events, err := f.settleFlush(r, e.Plan, e.Entity)
	if err != nil {
		return err
	}
	u.Status, u.Applied, u.Refused, u.WrittenSeq = "applied", e.Applied, len(e.Refused), e.Seq
	refused := make(map[string]schemas.RefusedStep)
	for _, step := range e.Refused {
		refused[step.Event] = step
	}
	for _, id := range events {
		settle := func(h *StepEvent) { h.Status, h.FlushedSeq = "flushed", e.Seq }
		if step, ok := refused[id]; ok {
			settle = func(h *StepEvent) { h.Status, h.Code, h.Detail = "refused", step.Code, step.Detail }
		}
		if err := f.settleStep(r, s, id, settle); err != nil {
			return err
		}
	}
	return nil
}

func (f *fold) flushRefused(s *Session, t *Turn, r *rec, e schemas.FlushRefused) error {
	u, events, err := f.settleFlush(r, e.Plan, e.Entity)
	if err != nil {
		return err
	}
	u.Status, u.Refused, u.Code = "refused", len(events), e.Code
	for _, id := range events {
		if err := f.settleStep(r, s, id, func(h *StepEvent) { h.Status, h.Code = "refused", e.Code }); err != nil {
			return err
		}
	}
	return f.decision(r, e.Ladder, t.Hops, true)
}

// settleFlush finds the part of a plan that is settled, with its step events.
func (f *fold) settleFlush(r *rec, plan, entity string) (*Flush, []string, error) {
	u, err := f.flushes.at(f.w, flushKey{r.Vendor, plan, entity})
	if err != nil {
		return nil, nil, err
	}
	if u == nil {
		return nil, nil, &StrayError{What: "flush of " + entity, ID: plan}
	}
	u.SettledSeq, u.SettledAt = r.Seq, r.at
	var events []string
	if u.Events != "" {
		err = json.Unmarshal([]byte(u.Events), &events)
	}
	return u, events, err
}

// Flushes lists the flushes of a turn, in log order.
func (s *Store) Flushes(ctx context.Context, vendor schemas.VendorID, turn schemas.TurnID) ([]Flush, AsOf, error) {
	return list[Flush](ctx, s, "SELECT * FROM flushes WHERE turn_id = ? AND +vendor = ? ORDER BY seq, idx, entity", turn, vendor)
}
