package telemetry

import "turnbook/schemas"

// SpansOf are the spans of one turn that are over, made of its records in the order of the
// log: the same spans, with the same ids, as a [Teller] tells of it. What people and models
// said is in none of them.
func SpansOf(records []schemas.Record) []Span {
	var all []Span
	if len(records) == 0 {
		return nil
	}
	t := newTurn(records[0], false, func(s Span) { all = append(all, s) })
	for _, r := range records {
		t.Take(r, false)
	}
	return all
}

func newTurn(r schemas.Record, content bool, tell func(Span)) *turn {
	return &turn{
		vendor: string(r.Vendor), session: r.Entity.ID, id: string(r.Turn), content: content, tell: tell,
		lanes: make(map[schemas.LaneID]schemas.LaneQueued),
	}
}
