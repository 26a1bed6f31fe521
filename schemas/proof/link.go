package proof

import (
	"encoding/json"
	"errors"

	"turnbook/schemas"
)

// A link is what a chain needs to know of an event.
type link struct {
	schemas.Position
	id, kind   string // of the event
	prev, hash string
	holds      bool  // its bytes have the hash that it carries
	home       bool  // it says that it is of this boundary
	bad        error // why its data can't be read although it holds
}

// linkOf reads a record as a link.
func linkOf(r schemas.Record) link {
	l := link{
		Position: r.Position, id: r.Draft.ID, kind: r.Type, prev: r.Prev, hash: r.Hash,
		holds: schemas.VerifyHash(r.Stored), home: true,
	}
	if broken := (*schemas.EnvelopeError)(nil); errors.As(r.Err, &broken) {
		l.bad = broken
		var envelope struct {
			Source *string `json:"source"`
		}
		if json.Unmarshal(r.Stored, &envelope) == nil && envelope.Source != nil {
			l.home = !l.holds || *envelope.Source == r.Entity.Source() // an edited source is an edit
		}
	}
	return l
}

// A mark is where an anchor saw a boundary.
type mark struct {
	seq    uint64
	hash   string
	anchor string // id of the anchor
}
