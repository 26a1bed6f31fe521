package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"

	"turnbook/schemas"
	"turnbook/schemas/canon"
)

// Export writes records, which are a turn's in the order of the log, as JSON lines. A
// line is a message: its boundary, and its events of the turn, hidden ones and those of
// sub-agents among them. The events have their data, wherever the log keeps it, and not
// their place in a chain: that is the book's, and [Import] makes another. Positions in
// the data are those of the book that it was.
func Export(records iter.Seq2[schemas.Record, error]) ([]byte, error) {
	var out bytes.Buffer
	var open schemas.Record // of the line that is being written; Seq 0 for none
	for r, err := range records {
		if err != nil {
			return nil, fmt.Errorf("export: %w", err)
		}
		event, err := unchained(r)
		if err != nil {
			return nil, fmt.Errorf("export event %s at %d.%d: %w", r.Draft.ID, r.Seq, r.Index, err)
		}
		switch {
		case open.Seq == r.Seq:
			out.WriteByte(',')
		default:
			if open.Seq > 0 {
				out.WriteString("]}\n")
			}
			boundary, err := json.Marshal(r.Entity.String())
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&out, `{"boundary":%s,"events":[`, boundary)
			open = r
		}
		out.Write(event)
	}
	if open.Seq > 0 {
		out.WriteString("]}\n")
	}
	return out.Bytes(), nil
}

// unchained is a stored event with its data and without its place in a chain.
func unchained(r schemas.Record) ([]byte, error) {
	var e map[string]json.RawMessage
	if err := json.Unmarshal(r.Stored, &e); err != nil {
		return nil, err
	}
	if _, away := e["dataref"]; away {
		if r.Err != nil {
			return nil, r.Err
		}
		data, err := json.Marshal(r.Event)
		if err != nil {
			return nil, err
		}
		e["data"] = data
	}
	for _, name := range []string{"dataref", "datasize", "hash", "prevhash"} {
		delete(e, name)
	}
	raw, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	return canon.JSON(raw)
}
