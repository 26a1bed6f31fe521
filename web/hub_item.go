package web

import (
	"encoding/json"

	"turnbook/schemas"
)

// An item is a record with the part of its frame that is the same for every view; no
// part where no view gets to see it. What the record holds of the event is let go, so
// that the part is what an item costs. All feeds share it, and none changes it.
type item struct {
	record schemas.Record
	part   []byte
	step   *schemas.StepAddress // of a step event; nil for others
}

// itemOf writes `,"cursor":…,"event":…`. Data that went to the blob store comes beside
// the event, which stays as it is in the log: `,"data":…`.
func itemOf(epoch string, r schemas.Record) *item {
	it := &item{record: r}
	if e, ok := r.Event.(schemas.StepEvent); ok {
		at := e.Address()
		it.step = &at
	}
	if schemas.VisibilityOf(r.Type) != schemas.Wire || r.Err != nil && !json.Valid(r.Stored) {
		it.shed()
		return it
	}
	part := make([]byte, 0, len(r.Stored)+80)
	part = append(part, `,"cursor":"`...)
	part = append(part, cursor{epoch, r.Position}.String()...)
	part = append(part, `","event":`...)
	part = append(part, r.Stored...)
	if data := spilled(r); data != nil {
		part = append(append(part, `,"data":`...), data...)
	}
	it.part = part
	it.shed()
	return it
}

// shed lets go of what is in the part already. What a view shows stays: targets follow
// from it.
func (it *item) shed() {
	it.record.Stored = nil
	if _, ok := it.record.Event.(schemas.ViewContextChanged); !ok {
		it.record.Event = nil
	}
}

// maxReference is more bytes than an event has whose data is elsewhere.
const maxReference = 4 << 10

// spilled is the data of an event that holds only a reference to it; nil for others.
func spilled(r schemas.Record) []byte {
	if r.Event == nil || len(r.Stored) > maxReference {
		return nil
	}
	var envelope struct {
		Ref string `json:"dataref"`
	}
	if json.Unmarshal(r.Stored, &envelope) != nil || envelope.Ref == "" {
		return nil
	}
	data, err := json.Marshal(r.Event)
	if err != nil {
		return nil
	}
	return data
}
