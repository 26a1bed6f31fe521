package schemas

import (
	"encoding/json"
	"time"

	"turnbook/schemas/canon"
)

// KeyMade records the public half of the key that signs a vendor's anchors. The first
// one of an audit boundary is the vendor's key for good: a second one is no successor
// but a stranger's.
type KeyMade struct {
	Key string `json:"key" jsonschema:"the public half of an Ed25519 key, as nkeys writes it"`
}

func (KeyMade) EventType() string { return "vendor.key-made" }

// An AnchoredHead is where one boundary stood when it was anchored.
type AnchoredHead struct {
	Boundary string `json:"boundary" jsonschema:"the boundary, kind/id"`
	Seq      uint64 `json:"seq" jsonschema:"position of its last message"`
	Hash     string `json:"hash" jsonschema:"hash of its last event"`
	Count    uint64 `json:"count" jsonschema:"its events since the anchor before"`
}

// HeadAnchored records where the chains of a vendor's boundaries stood, under a
// signature. It names the boundaries that have moved since the anchor before; whose name
// is missing stands where an earlier anchor says.
type HeadAnchored struct {
	Seq       uint64         `json:"seq" jsonschema:"the last message that it covers"`
	At        time.Time      `json:"at" jsonschema:"when it was signed; the event's own time is not under the signature"`
	Heads     []AnchoredHead `json:"heads" jsonschema:"the boundaries that moved, in the order of their names"`
	Before    string         `json:"before" jsonschema:"hash of the event before it in this boundary: the key, or the anchor before"`
	Key       string         `json:"key" jsonschema:"the public half of the key that signed it"`
	Signature string         `json:"signature" jsonschema:"of the statement, in base64"`
}

func (HeadAnchored) EventType() string { return "audit.head-anchored" }

// Statement is what the signature of an anchor in the boundary e is made over: a line
// that names the boundary, and the anchor without its signature as canonical JSON.
func (a HeadAnchored) Statement(e Entity) ([]byte, error) {
	a.Signature = ""
	raw, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	head := append([]byte("turnbook anchor of "+e.Source()), '\n')
	return canon.AppendWrapped(head, raw)
}

// AuditOf is the boundary that a vendor's key and anchors stand in.
func AuditOf(v VendorID) Entity { return Entity{Vendor: v, Kind: AuditBoundary, ID: string(v)} }
