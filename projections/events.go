package projections

import (
	"bytes"
	"context"
	"encoding/json"

	"turnbook/schemas"
	"turnbook/schemas/canon"
)

// An Event is a row of the table events: an event as it stands in the log.
type Event struct {
	Seq        uint64               `json:"seq"`
	Index      int                  `json:"idx"`
	Vendor     schemas.VendorID     `json:"vendor"`
	Boundary   schemas.BoundaryKind `json:"boundary"`
	BoundaryID string               `json:"boundary_id"`
	ID         string               `json:"id"`
	Type       string               `json:"type"`
	Visibility schemas.Visibility   `json:"visibility"`
	Turn       schemas.TurnID       `json:"turn_id"`
	Cause      string               `json:"cause"`
	Actor      string               `json:"actor"`
	Time       Stamp                `json:"time"`
	Playbook   schemas.PlaybookID   `json:"subject_playbook"`
	Task       schemas.TaskID       `json:"subject_task"`
	Trace      string               `json:"traceparent"`
	Data       JSON                 `json:"data"`
	Hash       string               `json:"hash"`
}

func (e *Event) fields() []any {
	return []any{
		&e.Seq, &e.Index, &e.Vendor, &e.Boundary, &e.BoundaryID, &e.ID, &e.Type, &e.Visibility, &e.Turn,
		&e.Cause, &e.Actor, &e.Time, &e.Playbook, &e.Task, &e.Trace, &e.Data, &e.Hash,
	}
}

// Position is where the event stands.
func (e Event) Position() schemas.Position { return schemas.Position{Seq: e.Seq, Index: e.Index} }

func (f *fold) event(r *rec) error {
	return f.w.put("events", &Event{
		Seq: r.Seq, Index: r.Index, Vendor: r.Vendor, Boundary: r.Kind, BoundaryID: r.Entity.ID,
		ID: r.Draft.ID, Type: r.Type, Visibility: schemas.VisibilityOf(r.Type), Turn: r.Turn,
		Cause: r.Cause, Actor: r.Actor, Time: r.at, Playbook: r.Subject.Playbook, Task: r.Subject.Task,
		Trace: r.TraceParent, Data: r.data, Hash: r.Hash,
	})
}

// stepData is the data of a step event, whole, wherever the log keeps it.
func (r *rec) stepData() JSON {
	if len(r.Stored) == 0 {
		return r.data
	}
	if _, inline := memberOf(r.Stored, "data"); inline {
		return r.data
	}
	r.Stored = nil
	return dataOf(r.Record)
}

// dataOf is a record's data as it stands in the log; where that went to the blob
// store, the reference. A record that was never stored has its event encoded.
func dataOf(r schemas.Record) JSON {
	if len(r.Stored) > 0 {
		for _, member := range []string{"data", "dataref"} {
			if data, ok := memberOf(r.Stored, member); ok {
				return JSON(data)
			}
		}
		return ""
	}
	if r.Event == nil {
		return ""
	}
	raw, err := json.Marshal(r.Event)
	if err != nil {
		return ""
	}
	if raw, err = canon.JSON(raw); err != nil {
		return ""
	}
	return JSON(raw)
}

// memberOf cuts the value of a member out of a canonical JSON object. It looks at
// the structure only: canonical text has no blanks and is known to be valid.
func memberOf(object []byte, name string) ([]byte, bool) {
	i := 1
	for i < len(object) && object[i] == '"' {
		end := skipText(object, i)
		key := object[i:end]
		if end >= len(object) || object[end] != ':' {
			return nil, false
		}
		value := end + 1
		after := skipValue(object, value)
		if len(key) == len(name)+2 && string(key[1:len(key)-1]) == name {
			return object[value:after], true
		}
		i = after + 1
	}
	return nil, false
}

// skipText is the index after the string that begins at i.
func skipText(text []byte, i int) int {
	for i++; i < len(text); i++ {
		n := bytes.IndexByte(text[i:], '"')
		if n < 0 {
			return len(text)
		}
		i += n
		slashes := 0
		for text[i-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return i + 1
		}
	}
	return len(text)
}

// skipValue is the index after the value that begins at i.
func skipValue(text []byte, i int) int {
	depth := 0
	for i < len(text) {
		switch text[i] {
		case '"':
			i = skipText(text, i)
			if depth == 0 {
				return i
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return i // the object that holds the value ends here
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case ',':
			if depth == 0 {
				return i
			}
		}
		i++
	}
	return i
}

// A Span is a run of messages of the log, both ends included.
type Span struct{ From, To uint64 }

// near is how many messages of others a span goes through rather than end: reading them
// costs less than asking again.
const near = 64

// TurnSpans are the runs of messages that a turn's events are in, in order: from its
// start to a pause, from the answer to the end. What others wrote while it waited, days
// perhaps, is in none of them.
func (s *Store) TurnSpans(ctx context.Context, vendor schemas.VendorID, turn schemas.TurnID) ([]Span, AsOf, error) {
	var spans []Span
	asOf, err := s.read(ctx, func(q querier) error {
		rows, err := q.QueryContext(ctx, "SELECT DISTINCT seq FROM events WHERE turn_id = ? AND turn_id <> '' AND vendor = ? ORDER BY seq", turn, vendor)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var seq uint64
			if err := rows.Scan(&seq); err != nil {
				return err
			}
			if n := len(spans); n > 0 && seq <= spans[n-1].To+near {
				spans[n-1].To = seq
			} else {
				spans = append(spans, Span{seq, seq})
			}
		}
		return rows.Err()
	})
	return spans, asOf, err
}

// TurnEvents lists a turn's events after a position, in log order; limit 0 for
// all.
func (s *Store) TurnEvents(ctx context.Context, vendor schemas.VendorID, turn schemas.TurnID, after schemas.Position, limit int) ([]Event, AsOf, error) {
	if limit <= 0 {
		limit = -1
	}
	return list[Event](ctx, s, `SELECT * FROM events WHERE turn_id = ? AND turn_id <> '' AND vendor = ? AND (seq, idx) > (?, ?)
		ORDER BY seq, idx LIMIT ?`, turn, vendor, int64(after.Seq), after.Index, limit)
}
