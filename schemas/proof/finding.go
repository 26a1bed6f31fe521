package proof

import (
	"fmt"

	"turnbook/schemas"
)

// A Kind says what was done to a book.
type Kind string

const (
	Edit       Kind = "edit"        // an event is not what was written
	Insertion  Kind = "insertion"   // an event stands where none was written
	Removal    Kind = "removal"     // an event is gone from between others
	Reordering Kind = "reordering"  // an event stands before one that it follows
	Splice     Kind = "splice"      // an event belongs to another boundary or book
	CutTail    Kind = "cut_tail"    // events are gone from the end, which an anchor had seen
	ForeignKey Kind = "foreign_key" // an anchor is signed by a key that is not the vendor's
	Altered    Kind = "altered"     // a file of a bundle is not what was packed
)

// A Finding is one place where a book is not what was written.
type Finding struct {
	Kind     Kind             `json:"kind"`
	Vendor   schemas.VendorID `json:"vendor,omitempty"`
	Boundary string           `json:"boundary,omitempty"` // kind/id
	Seq      uint64           `json:"seq,omitempty"`      // of the message
	Index    int              `json:"idx"`                // in the message
	Event    string           `json:"event,omitempty"`    // its id; "" where it has none or is gone
	Type     string           `json:"type,omitempty"`
	File     string           `json:"file,omitempty"` // of a bundle
	Why      string           `json:"why"`
}

func (f Finding) String() string {
	switch {
	case f.File != "":
		return fmt.Sprintf("%s of %s: %s", f.Kind, f.File, f.Why)
	case f.Event == "":
		return fmt.Sprintf("%s in %s at %d.%d: %s", f.Kind, f.Boundary, f.Seq, f.Index, f.Why)
	}
	return fmt.Sprintf("%s in %s at %d.%d, event %s (%s): %s", f.Kind, f.Boundary, f.Seq, f.Index, f.Event, f.Type, f.Why)
}

// A Report is what verifying came to.
type Report struct {
	Holds      bool      `json:"holds"`         // there is no finding
	Head       uint64    `json:"head"`          // the last message that was read
	Boundaries int       `json:"boundaries"`    // chains
	Events     uint64    `json:"events"`        // that were hashed
	Anchors    int       `json:"anchors"`       // whose signature holds
	Anchored   uint64    `json:"anchored"`      // the last message that an anchor covers; 0 for none
	Key        string    `json:"key,omitempty"` // the vendor's; "" for none, or for several vendors
	Findings   []Finding `json:"findings"`
}
