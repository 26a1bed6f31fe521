package agui

import (
	"encoding/json"

	"turnbook/schemas"
)

// lane tells of a sub-agent. One that never got to work is told by its row alone.
func (t *translator) lane(r schemas.Record) []Event {
	switch e := r.Event.(type) {
	case schemas.LaneQueued:
		t.lanes[e.Lane] = &lane{LaneQueued: e}
	case schemas.LaneStarted:
		if l := t.lanes[e.Lane]; l != nil {
			l.atWork = true
			return []Event{t.subagent(l.LaneQueued)}
		}
	case schemas.LaneEnded:
		if l := t.lanes[e.Lane]; l != nil && l.atWork {
			delete(t.lanes, e.Lane)
			return []Event{t.laneEnded(e)}
		}
	}
	return nil
}

func (t *translator) subagentID(l schemas.LaneID) string { return string(t.id) + "." + string(l) }

func (t *translator) subagent(l schemas.LaneQueued) Event {
	about := "module " + string(l.Assignment.Module)
	if l.Assignment.Module == "" {
		about = "task " + string(l.Assignment.Task)
	}
	return SubagentStarted{ID: t.subagentID(l.Lane), Name: l.Agent, Description: about, Call: string(l.Call)}
}

func (t *translator) laneEnded(e schemas.LaneEnded) Event {
	id := t.subagentID(e.Lane)
	switch e.Outcome {
	case "failed", "timed_out":
		return SubagentFailed{ID: id, Message: "the sub-agent came to no end: " + e.Outcome, Code: lower(string(e.Code))}
	}
	return SubagentFinished{ID: id, Result: raw(map[string]any{"outcome": e.Outcome, "built": e.Built, "unchanged": e.Unchanged})}
}

// row tells a line of progress: whole when it appears, then what changes.
func (t *translator) row(row Row) []Event {
	was, fresh := t.state.row(row)
	switch {
	case fresh:
		return []Event{t.activity(row)}
	case was.Status.Final() || was == row:
		return nil
	}
	return []Event{ActivityDelta{ID: t.activityID(row.ID), Type: StepProgress, Patch: differences(was, row)}}
}

func differences(was, row Row) []Op {
	var ops []Op
	for _, m := range []struct{ name, was, now string }{
		{"title", was.Title, row.Title},
		{"status", string(was.Status), string(row.Status)},
		{"detail", was.Detail, row.Detail},
	} {
		if m.was != m.now {
			ops = append(ops, operation("replace", m.now, m.name))
		}
	}
	return ops
}

func (t *translator) activityID(row schemas.RowID) string {
	return string(t.id) + ".row." + string(row)
}

func (t *translator) activity(row Row) Event {
	return ActivitySnapshot{ID: t.activityID(row.ID), Type: StepProgress, Content: row}
}

func (t *translator) rowDelta(row Row, status schemas.RowStatus) Event {
	return ActivityDelta{ID: t.activityID(row.ID), Type: StepProgress, Patch: []Op{operation("replace", status, "status")}}
}

// wrote notes a step event in the state.
func (t *translator) wrote(r schemas.Record, e schemas.StepEvent) {
	note := func(c Change) { t.state.changed(r.Subject, c) }
	switch e := e.(type) {
	case schemas.StepAdded:
		note(Change{Step: e.Step, Change: "added", Kind: e.Kind, Title: e.Title})
	case schemas.StepUpdated:
		c := Change{Step: e.Step, Change: "updated", Kind: e.Kind}
		if e.Title != nil {
			c.Title = *e.Title
		}
		note(c)
	case schemas.StepMoved:
		note(Change{Step: e.Step, Change: "moved"})
	case schemas.FormWritten:
		note(Change{Step: e.Step, Change: "form"})
	case schemas.StepsRemoved:
		for _, id := range append(e.Steps[:len(e.Steps):len(e.Steps)], e.Cascade...) {
			note(Change{Step: id, Change: "removed"})
		}
	}
}

// questionSchema is what an answer to a card must be.
var questionSchema = json.RawMessage(`{"type":"object","properties":{"approved":{"type":"boolean"}},"required":["approved"]}`)
