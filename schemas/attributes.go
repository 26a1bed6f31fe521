package schemas

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// envelope is the attributes of one event, as raw JSON; nil where absent.
type envelope struct {
	actor, cause, turn, data, contentType, ref, size, hash, id, prev, source, version, subject, time, trace, typ []byte
}

// set puts an attribute in its place; it is not ok with attributes of others, or
// with one that is there already.
func (v *envelope) set(name string, value []byte) bool {
	place := v.place(name)
	if place == nil || *place != nil {
		return false
	}
	*place = value
	return true
}

func (v *envelope) place(name string) *[]byte {
	switch name {
	case "actor":
		return &v.actor
	case "causationid":
		return &v.cause
	case "correlationid":
		return &v.turn
	case "data":
		return &v.data
	case "datacontenttype":
		return &v.contentType
	case "dataref":
		return &v.ref
	case "datasize":
		return &v.size
	case "hash":
		return &v.hash
	case "id":
		return &v.id
	case "prevhash":
		return &v.prev
	case "source":
		return &v.source
	case "specversion":
		return &v.version
	case "subject":
		return &v.subject
	case "time":
		return &v.time
	case "traceparent":
		return &v.trace
	case "type":
		return &v.typ
	}
	return nil
}

// record makes a record of an envelope. before is the record before it in its
// message, whose texts are shared where they are the same.
func (d *decoder) record(i int, stored []byte, v *envelope, before *Record) Record {
	r := Record{Position: Position{Seq: d.seq, Index: i}, Entity: d.entity, Stored: stored}
	reason := ""
	text := func(name string, raw []byte, old string, needed bool) string {
		if raw == nil && !needed {
			return ""
		}
		s, ok := textOf(raw, old)
		if reason == "" && (!ok || s == "") {
			reason = "its " + name + " is absent or no text"
		}
		return s
	}
	name := ""
	if known := byType[string(bytes.Trim(v.typ, `"`))]; known != nil {
		name = known.name
	}
	r.Type = text("type", v.typ, name, true)
	r.Draft.ID = text("id", v.id, "", true)
	r.Turn = TurnID(text("correlationid", v.turn, string(before.Turn), false))
	r.Cause = text("causationid", v.cause, before.Cause, false)
	r.Actor = text("actor", v.actor, before.Actor, false)
	r.TraceParent = text("traceparent", v.trace, before.TraceParent, false)
	r.Prev = text("prevhash", v.prev, before.Hash, true)
	r.Hash = text("hash", v.hash, "", true)
	if source := text("source", v.source, d.source, true); reason == "" && source != d.source {
		reason = fmt.Sprintf("its source is %q and not its boundary %q", source, d.source)
	}
	if reason == "" {
		reason = d.readRest(&r, v)
	}
	if reason != "" {
		r.Err = &EnvelopeError{Index: i, Reason: reason}
		return r
	}
	r.Event, r.Err = d.event(i, r.Type, v)
	return r
}

func (d *decoder) event(i int, eventType string, v *envelope) (Event, error) {
	known, ok := byType[eventType]
	if !ok {
		return nil, &UnknownTypeError{Type: eventType}
	}
	data, err := d.data(i, v)
	if err != nil {
		return nil, err
	}
	return known.decode(data)
}

// readRest reads the attributes that are more than text, and says what is wrong.
func (d *decoder) readRest(r *Record, v *envelope) string {
	if !bytes.Equal(d.stamp, v.time) || v.time == nil {
		stamp, _ := textOf(v.time, "")
		at, err := time.Parse(time.RFC3339Nano, stamp)
		if err != nil {
			return "its time is absent or no RFC 3339"
		}
		d.stamp, d.at = v.time, at.UTC()
	}
	r.Time = d.at
	if v.subject != nil {
		subject, _ := textOf(v.subject, "")
		var err error
		if r.Subject, err = ParseSubject(subject); err != nil || subject == "" {
			return fmt.Sprintf("its subject %s names no playbook and no task", cut(string(v.subject), 64))
		}
	}
	if version, _ := textOf(v.version, "1.0"); version != "1.0" {
		return fmt.Sprintf("its specversion is %s and not 1.0", cut(string(v.version), 64))
	}
	if v.contentType != nil {
		if kind, _ := textOf(v.contentType, jsonType); kind != jsonType {
			return fmt.Sprintf("its datacontenttype is %s and not JSON", cut(string(v.contentType), 64))
		}
	}
	return ""
}

const jsonType = "application/json"

// data returns the data of an event, from the blob store where it was sent out.
func (d *decoder) data(i int, v *envelope) ([]byte, error) {
	refuse := func(reason string, err error) ([]byte, error) {
		return nil, &EnvelopeError{Index: i, Reason: reason, Err: err}
	}
	switch {
	case v.data != nil && v.ref != nil:
		return refuse("it has data and dataref", nil)
	case v.data != nil:
		return v.data, nil
	case v.ref == nil:
		return refuse("it has no data", nil)
	}
	ref, _ := textOf(v.ref, "")
	digest, ok := strings.CutPrefix(ref, "blob:")
	switch {
	case !ok:
		return refuse(fmt.Sprintf("its dataref %q is no blob of ours", cut(ref, 64)), nil)
	case d.blob == nil:
		return refuse("its data is a blob and there is nobody to fetch it", nil)
	}
	data, err := d.blob(digest)
	if err != nil {
		return refuse("its data can't be fetched", err)
	}
	size, _ := textOf(v.size, "")
	switch {
	case size != strconv.Itoa(len(data)):
		return refuse(fmt.Sprintf("its blob has %d bytes and not %q", len(data), cut(size, 64)), nil)
	case "sha256-"+Digest(data) != digest:
		return refuse("the bytes of its blob are not those of its digest", nil)
	}
	return data, nil
}
