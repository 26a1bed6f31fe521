package projections

import (
	"context"

	"turnbook/schemas"
	"turnbook/schemas/document"
)

// A StepEvent is a row of the table step_history: a step event, and what became of
// it.
type StepEvent struct {
	Vendor     schemas.VendorID     `json:"vendor"`
	Session    schemas.SessionID    `json:"session_id"`
	Origin     string               `json:"origin"` // turn or hand
	ID         string               `json:"id"`
	Seq        uint64               `json:"seq"`
	Index      int                  `json:"idx"`
	Turn       schemas.TurnID       `json:"turn_id"`
	Type       string               `json:"type"`
	Playbook   schemas.PlaybookID   `json:"playbook_id"`
	Task       schemas.TaskID       `json:"task_id"`
	Step       schemas.StepID       `json:"step_id"`
	Data       JSON                 `json:"data"`
	Status     string               `json:"status"` // pending, planned, flushed, refused or dropped
	Plan       string               `json:"plan_id"`
	FlushedSeq uint64               `json:"flushed_seq"`
	Code       schemas.Code         `json:"code"`
	Reason     schemas.TargetReason `json:"reason"`
	Detail     string               `json:"detail"`
}

func (h *StepEvent) fields() []any {
	return []any{
		&h.Vendor, &h.Session, &h.Origin, &h.ID, &h.Seq, &h.Index, &h.Turn, &h.Type, &h.Playbook, &h.Task, &h.Step, &h.Data,
		&h.Status, &h.Plan, &h.FlushedSeq, &h.Code, &h.Reason, &h.Detail,
	}
}

// Origins of step events.
const (
	byTurn = "turn"
	byHand = "hand"
)

type stepEventKey struct {
	vendor  schemas.VendorID
	session schemas.SessionID
	id      string
}

func keepStepHistory() *kept[stepEventKey, StepEvent, *StepEvent] {
	return keep[stepEventKey, StepEvent]("step_history", "vendor = ? AND session_id = ? AND id = ?", func(k stepEventKey) []any {
		return []any{string(k.vendor), string(k.session), k.id}
	})
}

// stepEvent takes a step event of a session in: unflushed for now, and delivered.
func (f *fold) stepEvent(s *Session, t *Turn, r *rec, e schemas.StepEvent) error {
	if _, added := e.(schemas.StepAdded); added {
		t.Built++
	}
	h := StepEvent{
		Vendor: r.Vendor, Session: s.ID, Origin: byTurn, ID: r.Draft.ID, Seq: r.Seq, Index: r.Index, Turn: r.Turn, Type: r.Type,
		Playbook: r.Subject.Playbook, Task: taskOf(r, e), Data: r.stepData(), Status: "pending",
	}
	if ids := e.StepIDs(); len(ids) > 0 {
		h.Step = ids[0]
	}
	f.stepHistory.add(stepEventKey{r.Vendor, s.ID, r.Draft.ID}, h)
	return f.deliver(t, r, e)
}

// settleStep changes what became of a step event.
func (f *fold) settleStep(r *rec, s *Session, id string, settle func(*StepEvent)) error {
	h, err := f.stepHistory.at(f.w, stepEventKey{r.Vendor, s.ID, id})
	if err != nil {
		return err
	}
	if h == nil {
		return &StrayError{What: "step event", ID: id}
	}
	settle(h)
	return nil
}

// editedByHand keeps the step events of a flush that no session asked for.
func (f *fold) editedByHand(r *rec, playbook schemas.PlaybookID, e schemas.StepsFlushed) error {
	if e.Session != "" {
		return nil
	}
	return f.handSteps(r, playbook, e.Steps, e.Plan)
}

// handSteps keeps the step events of an edit by hand: they are saved as they come.
func (f *fold) handSteps(r *rec, playbook schemas.PlaybookID, steps []schemas.FlushedStep, plan string) error {
	for _, step := range steps {
		h := StepEvent{
			Vendor: r.Vendor, ID: step.Event, Origin: byHand, Seq: r.Seq, Index: r.Index, Type: step.Type, Playbook: playbook,
			Task: step.Task, Data: JSON(step.Data), Status: "flushed", Plan: plan, FlushedSeq: r.Seq,
		}
		event, err := document.DecodeStep(step.Type, step.Data)
		if err != nil {
			return err
		}
		if ids := event.StepIDs(); len(ids) > 0 {
			h.Step = ids[0]
		}
		f.stepHistory.add(stepEventKey{vendor: r.Vendor, id: step.Event}, h)
	}
	return nil
}

// StepHistory lists every event of a step, in log order.
func (s *Store) StepHistory(ctx context.Context, vendor schemas.VendorID, step schemas.StepID) ([]StepEvent, AsOf, error) {
	return list[StepEvent](ctx, s, "SELECT * FROM step_history WHERE step_id = ? AND vendor = ? ORDER BY seq, idx", step, vendor)
}
