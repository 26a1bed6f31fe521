package projections

import (
	"context"

	"turnbook/schemas"
)

// A Lane is a row of the table lanes: a sub-agent's share of a turn.
type Lane struct {
	Vendor      schemas.VendorID   `json:"vendor"`
	Turn        schemas.TurnID     `json:"turn_id"`
	ID          schemas.LaneID     `json:"id"`
	Seq         uint64             `json:"seq"`
	Index       int                `json:"idx"`
	Call        schemas.CallID     `json:"call_id"`
	Agent       string             `json:"agent"`
	Playbook    schemas.PlaybookID `json:"playbook_id"`
	Task        schemas.TaskID     `json:"task_id"`
	Module      schemas.ModuleID   `json:"module_id"`
	ModuleIndex int                `json:"module_index"`
	TaskIndex   int                `json:"task_index"`
	Status      string             `json:"status"` // queued, running, or the outcome
	Code        schemas.Code       `json:"code"`
	Built       int                `json:"built"`
	Unchanged   int                `json:"unchanged"`
	Narration   string             `json:"narration"`
	Deadline    Stamp              `json:"deadline"`
	LateSeq     uint64             `json:"late_seq"`
	QueuedAt    Stamp              `json:"queued_at"`
	StartedAt   Stamp              `json:"started_at"`
	EndedAt     Stamp              `json:"ended_at"`
}

func (l *Lane) fields() []any {
	return []any{
		&l.Vendor, &l.Turn, &l.ID, &l.Seq, &l.Index, &l.Call, &l.Agent, &l.Playbook, &l.Task, &l.Module, &l.ModuleIndex, &l.TaskIndex,
		&l.Status, &l.Code, &l.Built, &l.Unchanged, &l.Narration, &l.Deadline, &l.LateSeq, &l.QueuedAt, &l.StartedAt, &l.EndedAt,
	}
}

type laneKey struct {
	vendor schemas.VendorID
	turn   schemas.TurnID
	id     schemas.LaneID
}

func keepLanes() *kept[laneKey, Lane, *Lane] {
	return keep[laneKey, Lane]("lanes", "vendor = ? AND turn_id = ? AND id = ?", func(k laneKey) []any {
		return []any{string(k.vendor), string(k.turn), string(k.id)}
	})
}

func (f *fold) lane(r *rec) error {
	switch e := r.Event.(type) {
	case schemas.LaneQueued:
		f.lanes.add(laneKey{r.Vendor, r.Turn, e.Lane}, Lane{
			Vendor: r.Vendor, Turn: r.Turn, ID: e.Lane, Seq: r.Seq, Index: r.Index, Call: e.Call, Agent: e.Agent,
			Playbook: e.Assignment.Playbook, Task: e.Assignment.Task, Module: e.Assignment.Module, ModuleIndex: e.Assignment.ModuleIndex,
			TaskIndex: e.Assignment.TaskIndex, Status: "queued", QueuedAt: r.at,
		})
		return nil
	case schemas.LaneStarted:
		return f.changeLane(r, e.Lane, func(l *Lane) {
			l.Status, l.Deadline, l.StartedAt = "running", stampOf(e.Deadline), r.at
		})
	case schemas.Narrated:
		return f.changeLane(r, e.Lane, func(l *Lane) { l.Narration = e.Text })
	case schemas.DeadlinePassed:
		return f.changeLane(r, e.Lane, func(l *Lane) { l.LateSeq = r.Seq })
	case schemas.LaneEnded:
		return f.changeLane(r, e.Lane, func(l *Lane) {
			l.Status, l.Code, l.Built, l.Unchanged, l.EndedAt = e.Outcome, e.Code, e.Built, e.Unchanged, r.at
		})
	default:
		return &misplacedError{Type: r.Type, Entity: r.Entity}
	}
}

// changeLane changes a lane. The turn's own lane has no row: it is the turn.
func (f *fold) changeLane(r *rec, id schemas.LaneID, change func(*Lane)) error {
	if id == schemas.MainLane {
		return nil
	}
	l, err := f.lanes.at(f.w, laneKey{r.Vendor, r.Turn, id})
	if err != nil {
		return err
	}
	if l == nil {
		return &StrayError{What: "lane", ID: string(id)}
	}
	change(l)
	return nil
}

// Lanes lists the lanes of a turn, in the order they were wanted.
func (s *Store) Lanes(ctx context.Context, vendor schemas.VendorID, turn schemas.TurnID) ([]Lane, AsOf, error) {
	return list[Lane](ctx, s, "SELECT * FROM lanes WHERE vendor = ? AND turn_id = ? ORDER BY seq, idx", vendor, turn)
}
