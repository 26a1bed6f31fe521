package exports

import (
	"bufio"
	"context"
	"slices"

	"turnbook/agents/telemetry"
	"turnbook/projections"
	"turnbook/schemas"
)

// A NoTurnsError says that an answer names no turns whose spans could be exported.
type NoTurnsError struct{}

func (e *NoTurnsError) Error() string {
	return "spans are those of turns: have the query answer a column turn_id, as in SELECT id AS turn_id FROM turns"
}

// turnNames is the sink that gathers the turns an answer names, each once.
type turnNames struct {
	Survey
	column int
	seen   map[string]bool
	turns  []string
}

func (t *turnNames) Begin(asOf projections.AsOf, columns []string) error {
	t.AsOf, t.Columns, t.seen = asOf, columns, make(map[string]bool)
	if t.column = slices.Index(columns, "turn_id"); t.column < 0 {
		return &NoTurnsError{}
	}
	return nil
}

func (t *turnNames) Row(values []any) error {
	if id := textOf(values[t.column]); id != "" && !t.seen[id] {
		t.seen[id] = true
		t.turns = append(t.turns, id)
	}
	return nil
}

func (t *turnNames) Finish(end projections.End) error {
	t.End = end
	t.Rows = len(t.turns)
	return nil
}

const eventsOfTurn = `SELECT seq, idx, vendor, boundary_id, turn_id, id, type, time, traceparent, data FROM events WHERE turn_id = :turn AND turn_id <> '' AND boundary = 'session' ORDER BY seq, idx`

// turnEvents is the sink that gathers the events of one turn, as records. What can't be
// read stands in the log, and in no span.
type turnEvents struct{ records []schemas.Record }

func (t *turnEvents) Begin(projections.AsOf, []string) error { return nil }

func (t *turnEvents) Row(v []any) error {
	r := schemas.Record{
		Entity: schemas.Entity{Vendor: schemas.VendorID(textOf(v[2])), Kind: schemas.SessionBoundary, ID: textOf(v[3])},
		Draft:  schemas.Draft{Turn: schemas.TurnID(textOf(v[4])), ID: textOf(v[5]), TraceParent: textOf(v[8])},
		Time:   projections.Stamp(textOf(v[7])).Time(), Type: textOf(v[6]),
	}
	if event, err := schemas.Decode(r.Type, []byte(textOf(v[9]))); err == nil {
		r.Event = event
		t.records = append(t.records, r)
	}
	return nil
}

func (t *turnEvents) Finish(projections.End) error { return nil }

// writeSpans writes a line for each turn that the query names. Its turns' events are read
// one turn after the other, as of the query's position or later.
func writeSpans(ctx context.Context, t Tables, q Query, begin Begin) (Survey, error) {
	var names turnNames
	if _, err := t.Stream(ctx, q.SQL, q.Args, q.Limits, &names); err != nil {
		return names.Survey, err
	}
	w, done, err := begin(names.Survey)
	if err != nil {
		return names.Survey, err
	}
	out := bufio.NewWriter(w)
	for n, turn := range names.turns {
		var of turnEvents
		args, err := projections.Bind(eventsOfTurn, map[string]any{"turn": turn})
		if err == nil {
			_, err = t.Stream(ctx, eventsOfTurn, args, projections.Limits{Rows: maxTurnEvents, Time: q.Limits.Time}, &of)
		}
		if err == nil {
			err = telemetry.WriteLine(out, telemetry.SpansOf(of.records))
		}
		if err != nil {
			return names.Survey, err
		}
		if done != nil {
			done(n + 1)
		}
	}
	return names.Survey, out.Flush()
}

// maxTurnEvents bounds the events of one turn.
const maxTurnEvents = 1_000_000
