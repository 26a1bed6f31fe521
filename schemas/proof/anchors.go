package proof

import (
	"fmt"

	"turnbook/schemas"
)

// Anchors are what a vendor's audit boundary says, taken in record by record.
type Anchors struct {
	entity   schemas.Entity
	sparse   bool   // not every event of the boundary is there to be seen
	key      string // the vendor's
	before   string // hash of the event before
	count    int
	anchored uint64
	hashes   map[string]bool // of the anchors that hold
	marks    map[schemas.Entity][]mark
	findings []Finding
}

// NewAnchors reads a vendor's audit boundary. key is the vendor's public key as it is
// known elsewhere; "" for the first one that the boundary names.
func NewAnchors(v schemas.VendorID, key string) *Anchors {
	return &Anchors{
		entity: schemas.AuditOf(v), key: key, before: schemas.GenesisHash,
		hashes: make(map[string]bool), marks: make(map[schemas.Entity][]mark),
	}
}

// See takes in one record of the boundary.
func (a *Anchors) See(r schemas.Record) {
	before := a.before
	a.before = r.Hash
	switch e := r.Event.(type) {
	case schemas.KeyMade:
		a.seeKey(r, e)
	case schemas.HeadAnchored:
		if schemas.VerifyHash(r.Stored) { // else the chain's own finding says more
			a.seeAnchor(r, e, before)
		}
	}
}

func (a *Anchors) seeKey(r schemas.Record, e schemas.KeyMade) {
	switch {
	case a.key == "":
		a.key = e.Key
	case a.key != e.Key:
		a.find(ForeignKey, r, fmt.Sprintf("it brings in the key %.60q; the vendor's is %s", e.Key, a.key))
	}
}

func (a *Anchors) seeAnchor(r schemas.Record, e schemas.HeadAnchored, before string) {
	if e.Key != a.key {
		a.find(ForeignKey, r, fmt.Sprintf("it is signed by the key %.60q; the vendor's is %q", e.Key, a.key))
		return
	}
	text, err := e.Statement(r.Entity)
	if err == nil {
		err = checkSignature(a.key, text, e.Signature)
	}
	if err != nil {
		a.find(ForeignKey, r, err.Error())
		return
	}
	if e.Before != before && !a.sparse {
		a.find(Removal, r, "the event that it was signed after is not the one before it")
	}
	a.count++
	a.anchored = max(a.anchored, e.Seq)
	a.hashes[r.Hash] = true
	for _, h := range e.Heads {
		if b, err := schemas.ParseEntity(a.entity.Vendor, h.Boundary); err == nil {
			a.marks[b] = append(a.marks[b], mark{h.Seq, h.Hash, r.Draft.ID})
		}
	}
}

func (a *Anchors) find(k Kind, r schemas.Record, why string) {
	a.findings = append(a.findings, Finding{
		Kind: k, Vendor: r.Vendor, Boundary: r.Entity.String(), Seq: r.Seq, Index: r.Index, Event: r.Draft.ID, Type: r.Type, Why: why,
	})
}

// Outside holds an anchor that was kept outside the book against those in it.
func (a *Anchors) Outside(kept schemas.Record) {
	if a.hashes[kept.Hash] && schemas.VerifyHash(kept.Stored) {
		return
	}
	f := Finding{
		Kind: CutTail, Vendor: a.entity.Vendor, Boundary: a.entity.String(), Event: kept.Draft.ID, Type: kept.Type,
		Why: "it was kept outside the book, and the book does not have it: its end was cut, or all of it was written anew",
	}
	if e, ok := kept.Event.(schemas.HeadAnchored); ok {
		f.Seq = e.Seq
	}
	if !schemas.VerifyHash(kept.Stored) {
		f.Kind, f.Why = Edit, "the line that was kept outside the book is not what was written"
	}
	a.findings = append(a.findings, f)
}
