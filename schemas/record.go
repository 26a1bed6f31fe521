package schemas

import (
	"encoding/json"
	"time"
)

// A Position is a place in the log: the sequence of a message and the index of an
// event in it. The zero value is before everything.
type Position struct {
	Seq   uint64
	Index int
}

// Before orders positions.
func (p Position) Before(q Position) bool {
	return p.Seq < q.Seq || p.Seq == q.Seq && p.Index < q.Index
}

// A Draft is an event on its way into the log: what its author knows of it.
type Draft struct {
	ID          string  // "<turn>/<n>" inside a turn, "<idempotency key>/<n>" elsewhere
	Event       Event   // the fact
	Subject     Subject // the playbook and task that it is about; zero for none
	Turn        TurnID  // correlation; "" outside a turn
	Cause       string  // id of the event that caused it; "" for none
	Actor       string  // who: "user/local", "agent/router", "system"
	TraceParent string  // W3C trace context; "" for none
}

// A Record is an event in the log.
type Record struct {
	Position
	Entity
	Draft
	Last bool      // whether it is the last event of its message
	Time time.Time // of the append, UTC, one clock reading for the whole message
	Prev string    // hash of the event before it in its boundary, 64 hex digits
	Hash string    // of this one
	// Stored is the CloudEvent as it stands in the log: canonical JSON. Where its
	// data went to the blob store, Event is whole all the same.
	Stored json.RawMessage
	// Type is the CloudEvents type as it stands in the log. It is set even where
	// Event is nil.
	Type string
	// Err says why Event could not be read; Event is nil then. A bad event costs
	// nobody the rest of its message, or of the log. It is an [*UnknownTypeError], a
	// [*PayloadError] or an [*EnvelopeError].
	Err error
}

// A Subject is what an event is about, in the CloudEvents subject attribute. Path
// A's address is coordinates; the task that they were resolved to stands here.
type Subject struct {
	Playbook PlaybookID // "" for the library
	Task     TaskID     // "" where no single task is meant
}
