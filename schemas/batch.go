package schemas

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash"
	"slices"
	"strconv"
	"time"
	"unicode"
	"unicode/utf8"

	"turnbook/schemas/canon"
)

// stampLayout is the time attribute: RFC 3339, UTC, microseconds.
const stampLayout = "2006-01-02T15:04:05.000000Z"

// batch is one message on its way out.
type batch struct {
	entity Entity
	source string
	at     time.Time
	stamp  string
	drafts []Draft
	data   []byte // canonical data of all drafts, end to end
	parts  []part // one a draft
	sum    hash.Hash
}

// part is one draft's share of a batch.
type part struct {
	entry      *entry
	start, end int    // of its data in batch.data
	digest     string // of the blob that its data goes out as; "" while it stays
}

func (b *batch) dataOf(i int) []byte { return b.data[b.parts[i].start:b.parts[i].end] }

// check refuses what could be written and not be read again.
func (b *batch) check(prev string) error {
	refuse := func(i int, reason string) error { return &EnvelopeError{Index: i, Reason: reason} }
	switch {
	case len(b.drafts) == 0:
		return refuse(0, "the batch holds no event")
	case b.entity.Vendor == "" || b.entity.Kind == "" || b.entity.ID == "":
		return refuse(0, "its boundary lacks vendor, kind or id")
	case len(prev) != len(GenesisHash):
		return refuse(0, "the hash before it has not 64 digits")
	case b.at.Year() < 1 || b.at.Year() > 9999:
		return refuse(0, "its time is out of range")
	}
	for i, d := range b.drafts {
		switch {
		case d.Event == nil:
			return refuse(i, "it has no event")
		case d.ID == "":
			return refuse(i, "it has no id")
		}
		for _, s := range [...]string{d.ID, string(d.Turn), d.Cause, d.Actor, d.TraceParent} {
			if !attributeText(s) {
				return refuse(i, fmt.Sprintf("%q can be no attribute: CloudEvents wants UTF-8 without control characters", s))
			}
		}
	}
	return nil
}

func attributeText(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf {
			return utf8.ValidString(s) && bytes.IndexFunc([]byte(s), unicode.IsControl) < 0
		} else if c < 0x20 || c == 0x7f {
			return false
		}
	}
	return true
}

// readData writes the data of every draft in canonical form, and decides what
// goes out by its own size.
func (b *batch) readData(lim BatchLimits) error {
	b.parts = make([]part, len(b.drafts))
	var plain bytes.Buffer
	var w canon.Writer
	enc := json.NewEncoder(&plain)
	enc.SetEscapeHTML(false)
	for i, d := range b.drafts {
		typ := d.Event.EventType()
		entry, ok := byType[typ]
		if !ok {
			return &UnknownTypeError{Type: typ}
		}
		plain.Reset()
		if err := enc.Encode(d.Event); err != nil {
			return &PayloadError{Type: typ, Err: err}
		}
		start := len(b.data)
		b.data = slices.Grow(b.data, plain.Len())
		data, err := w.AppendWrapped(b.data, plain.Bytes())
		if err != nil {
			return &PayloadError{Type: typ, Err: err}
		}
		b.data, b.parts[i] = data, part{entry: entry, start: start, end: len(data)}
		size := len(data) - start
		if lim.Max > 0 && size > lim.Max {
			return &DataTooLargeError{Type: typ, Size: size, Limit: lim.Max}
		}
		if lim.Spill > 0 && size > lim.Spill {
			b.spill(i)
		}
	}
	return nil
}

func (b *batch) spill(i int) { b.parts[i].digest = "sha256-" + Digest(b.dataOf(i)) }

// spillLargest sends data out until the message is over bytes shorter, the largest
// first. It returns how many bytes are left to save.
func (b *batch) spillLargest(over int) int {
	for over > 0 {
		largest := -1
		for i, p := range b.parts {
			if p.digest == "" && (largest < 0 || p.end-p.start > b.parts[largest].end-b.parts[largest].start) {
				largest = i
			}
		}
		if largest < 0 {
			break
		}
		size := len(b.dataOf(largest))
		saved := len(`"data":,`) + size - len(`"dataref":"blob:sha256-","datasize":"",`) - len(GenesisHash) - len(strconv.Itoa(size))
		if saved <= 0 {
			break // what is left is smaller than a reference
		}
		b.spill(largest)
		over -= saved
	}
	return over
}

func (b *batch) blobs() []Blob {
	var blobs []Blob
	for i, p := range b.parts {
		if p.digest != "" {
			blobs = append(blobs, Blob{Digest: p.digest, Data: bytes.Clone(b.dataOf(i))})
		}
	}
	return blobs
}

// settle returns the event as a reader will see it.
func (b *batch) settle(i int) (Event, error) {
	if event := b.drafts[i].Event; b.parts[i].entry.settled(event) {
		return event, nil
	}
	return Decode(b.parts[i].entry.name, b.dataOf(i))
}
