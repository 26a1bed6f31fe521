// Package bus defines the log that Turnbook's facts are kept in.
//
// One append is one message is the events of one decision, on the one subject of
// its boundary. Append is all or nothing, is acknowledged when it is durable, and
// fails with [ErrConflict] when the boundary has moved past the position that the
// caller read. Each boundary's events are chained by hash.
//
// Readers of one boundary see its records in order; readers of several see them in
// the order of the log. A reader starts anywhere and misses nothing over
// reconnects and restarts of the broker; it may be offered nothing twice. A slow
// reader delays only itself.
//
// A crash loses what was not acknowledged, and nothing else.
package bus

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"turnbook/schemas"
)

// A Log keeps facts. Implementations: [Mem], and jetstream.Store for real.
type Log interface {
	// Append writes the drafts, whose ids are set, as one message at the end of the
	// boundary e, which must stand at expect: the sequence of its last message, 0
	// for none. at is the clock reading that all of them share.
	//
	// It returns the records as every reader will see them. A repetition of the very
	// append that was the last one of its boundary (the acknowledgement was lost, and
	// the caller tries again) returns the first one's records.
	//
	// Errors, after which nothing was written: [*ConflictError]; [*TooLargeError];
	// [*DraftError]; [ErrFull]; [*schemas.UnknownTypeError] or
	// [*schemas.PayloadError] for an event that no reader could read. After any other
	// error the log could not be reached, and the append may or may not have happened:
	// the same append again tells.
	Append(ctx context.Context, e schemas.Entity, expect uint64, at time.Time, drafts ...schemas.Draft) ([]schemas.Record, error)

	// Read yields what the query asks for, up to the head at the time when ranging
	// over it begins. An error is its last; what came before it stands.
	Read(ctx context.Context, q Query) iter.Seq2[schemas.Record, error]

	// Follow yields what the query asks for and goes on with what is appended, until
	// ctx is done, with ctx's error as its last, or the log is closed ([ErrClosed]). A
	// batch is what is there, whole messages, about a thousand events at the most; it is
	// never empty.
	Follow(ctx context.Context, q Query) iter.Seq2[[]schemas.Record, error]

	// Head is the sequence of the last message in the log, 0 for none.
	Head(ctx context.Context) (uint64, error)

	// First is the sequence of the first message that is still there, or that will be
	// there: 1, unless an operator has let old messages go. A reader that stands before
	// it has missed something.
	First(ctx context.Context) (uint64, error)

	// Last is the sequence of a boundary's last message, 0 for none.
	Last(ctx context.Context, e schemas.Entity) (uint64, error)

	// Epoch names this life of the log: random, made with it, and made anew when it
	// is restored. A cursor of another epoch means nothing here.
	Epoch() string
}

// A Query says what to read. The zero value is the whole log, from its beginning.
type Query struct {
	Vendor schemas.VendorID     // "" for every vendor
	Kind   schemas.BoundaryKind // "" for every kind
	ID     string               // "" for every boundary of the kind; needs Vendor and Kind
	Turn   schemas.TurnID       // "" for all; events outside any turn have none
	Types  []string             // nil for all; event types
	After  schemas.Position     // exclusive; zero for the beginning. Index -1 is "before the message"
	To     uint64               // inclusive sequence; 0 for no end. Follow ends there too
}

// Of is the query for one boundary.
func Of(e schemas.Entity) Query { return Query{Vendor: e.Vendor, Kind: e.Kind, ID: e.ID} }

// Match says whether the query asks for the record. It is for implementations,
// which may narrow further by their own means first.
func (q Query) Match(r schemas.Record) bool {
	switch {
	case q.Vendor != "" && r.Vendor != q.Vendor,
		q.Kind != "" && r.Kind != q.Kind,
		q.ID != "" && r.Entity.ID != q.ID,
		q.Turn != "" && r.Turn != q.Turn,
		!q.After.Before(r.Position),
		q.To != 0 && r.Seq > q.To:
		return false
	}
	if q.Types == nil {
		return true
	}
	for _, t := range q.Types {
		if t == r.Type {
			return true
		}
	}
	return false
}

// ErrConflict is what a [*ConflictError] is: load, decide, append again.
var ErrConflict = errors.New("the boundary has moved on")

// A ConflictError says that a boundary was not where the caller thought.
type ConflictError struct {
	Entity schemas.Entity
	Expect uint64
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("append to %s at %d: %v", e.Entity, e.Expect, ErrConflict)
}

// Is makes errors.Is(err, ErrConflict) hold.
func (e *ConflictError) Is(target error) bool { return target == ErrConflict }

// ErrFull says that the store has no room or can't write. What is there stays, and
// stays readable.
var ErrFull = errors.New("the log takes no more")

// ErrClosed ends whoever reads a log that was closed here: it never comes back.
var ErrClosed = errors.New("the log is closed")

// Limits of one event's data and of one append, in bytes (decisions.md 6).
const (
	SpillBytes = 256 << 10 // above it, data goes to the blob store
	MaxBytes   = 8 << 20   // above it, data is refused
)

// A TooLargeError says that an event's data exceeds what the log takes.
type TooLargeError struct {
	Type        string // of the event; "" for the append as a whole
	Size, Limit int    // bytes
}

func (e *TooLargeError) Error() string {
	if e.Type == "" {
		return fmt.Sprintf("the append has %d bytes; the limit is %d", e.Size, e.Limit)
	}
	return fmt.Sprintf("data of %s has %d bytes; the limit is %d", e.Type, e.Size, e.Limit)
}

// A DraftError says what an append lacks: drafts, an id, a boundary that can be a
// subject.
type DraftError struct {
	Index  int // of the draft
	Reason string
}

func (e *DraftError) Error() string { return fmt.Sprintf("draft %d: %s", e.Index, e.Reason) }

// ErrNotYet is what a handler of wakes returns when there is nothing to attend to yet:
// the wake is offered again, and nobody is alarmed.
var ErrNotYet = errors.New("there is nothing to attend to yet")

// A Wake says that a session has a turn to attend to. It is a hint: the session is
// the truth.
type Wake struct {
	Vendor  schemas.VendorID  `json:"vendor"`
	Session schemas.SessionID `json:"session"`
	Turn    schemas.TurnID    `json:"turn"`
	Sent    time.Time         `json:"sent"` // by the sender's clock
}

// Wakes hand turns to workers.
type Wakes interface {
	// Send puts a wake in the queue; it is durable when Send returns.
	Send(ctx context.Context, w Wake) error

	// Receive hands each wake to one receiver, at most atOnce at a time here, and
	// keeps it in hand for as long as handle works. When handle returns an error, or
	// the receiver dies, the wake goes to another, at the latest after 15 seconds. It
	// returns ctx's error when ctx is done and every handle has returned; handle's
	// context is done with ctx.
	Receive(ctx context.Context, atOnce int, handle func(context.Context, Wake) error) error
}
