package schemas

import (
	"bytes"
	"encoding/json"
	"time"
)

// DecodeBatch reads a message of the boundary e, which stands at seq in the log.
// blob fetches data that was sent out; it may be nil where there is none.
//
// It never fails: what can't be read is a record with Err, Stored, and whatever
// else could be made out. A message that is no JSON array of at least one event
// gives one such record. Hashes are handed on and not checked: see [VerifyHash].
//
// Stored shares memory with message.
func DecodeBatch(e Entity, seq uint64, message []byte, blob func(digest string) ([]byte, error)) []Record {
	d := decoder{entity: e, source: e.Source(), seq: seq, blob: blob}
	if records, ok := d.canonical(message); ok {
		return records
	}
	return d.anyForm(message)
}

// decoder reads one message. What it reads in most messages is in canonical form
// and whole; anyForm is slower and defines the meaning of all others.
type decoder struct {
	entity Entity
	source string
	seq    uint64
	blob   func(digest string) ([]byte, error)
	stamp  []byte // of the event before, with its time
	at     time.Time
}

// canonical reads a message in canonical form. It is not ok with anything out of
// the ordinary.
func (d *decoder) canonical(message []byte) ([]Record, bool) {
	s := scanner{in: message}
	if !s.take('[') {
		return nil, false
	}
	records := make([]Record, 0, bytes.Count(message, []byte(`,"specversion":`)))
	var before Record
	for len(records) == 0 || s.take(',') {
		var v envelope
		start := s.at
		if !s.members(func(name, value []byte, _ int) bool { return v.set(string(name), value) }) {
			return nil, false
		}
		before = d.record(len(records), message[start:s.at:s.at], &v, &before)
		if before.Err != nil {
			return nil, false
		}
		records = append(records, before)
	}
	if !s.take(']') || s.at != len(message) {
		return nil, false
	}
	records[len(records)-1].Last = true
	return records, true
}

// anyForm reads a message in any form that JSON allows.
func (d *decoder) anyForm(message []byte) []Record {
	var events []json.RawMessage
	whole := Record{Position: Position{Seq: d.seq}, Entity: d.entity, Last: true, Stored: message}
	if err := json.Unmarshal(message, &events); err != nil {
		whole.Err = &EnvelopeError{Reason: "the message is no JSON array", Err: err}
		return []Record{whole}
	}
	if len(events) == 0 {
		whole.Err = &EnvelopeError{Reason: "the message holds no event"}
		return []Record{whole}
	}
	records := make([]Record, len(events))
	for i, stored := range events {
		records[i] = d.anyEvent(i, stored)
	}
	records[len(records)-1].Last = true
	return records
}

func (d *decoder) anyEvent(i int, stored []byte) Record {
	var attributes map[string]json.RawMessage
	var v envelope
	err := json.Unmarshal(stored, &attributes)
	for name, value := range attributes {
		if name == "data" || string(value) != "null" { // null is CloudEvents' other way to say absent
			v.set(name, value)
		}
	}
	r := d.record(i, stored, &v, &Record{})
	if err != nil || attributes == nil {
		r.Err = &EnvelopeError{Index: i, Reason: "it is no JSON object", Err: err}
	}
	return r
}
