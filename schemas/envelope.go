package schemas

import (
	"crypto/sha256"
	"fmt"
	"time"
)

// GenesisHash is the hash before the first event of every boundary.
const GenesisHash = "0000000000000000000000000000000000000000000000000000000000000000"

// A Blob is data that is kept beside the log, under the digest of its bytes.
type Blob struct {
	Digest string // "sha256-" and 64 hex digits
	Data   []byte // canonical JSON
}

// BatchLimits bound one message, in bytes. Zero means no limit.
type BatchLimits struct {
	Spill   int // data above it goes out as a blob
	Max     int // data above it is refused
	Message int // a message above it sends its largest data out first, until it fits
}

// A DataTooLargeError says that an event's data, or a message with all its data
// sent out, exceeds what the log takes.
type DataTooLargeError struct {
	Type        string // of the event; "" for the message as a whole
	Size, Limit int    // bytes
}

func (e *DataTooLargeError) Error() string {
	if e.Type == "" {
		return fmt.Sprintf("the message has %d bytes; the limit is %d", e.Size, e.Limit)
	}
	return fmt.Sprintf("data of %s has %d bytes; the limit is %d", e.Type, e.Size, e.Limit)
}

// EncodeBatch writes drafts as one message of the boundary e: a JSON array of
// CloudEvents 1.0 in canonical form. prev is the hash of the boundary's last event,
// [GenesisHash] or "" for none; at is cut to microseconds.
//
// The records, whose Seq is 0, are deeply equal to what [DecodeBatch] makes of the
// message: an event is read back from its canonical bytes where the draft's own
// value is not what a reader will see (raw JSON in another form, a time with a
// zone, an empty list that is not written). Stored shares memory with message.
//
// The error is a [*DataTooLargeError]; an [*UnknownTypeError] or a [*PayloadError]
// for an event; an [*EnvelopeError] for what else a draft or the boundary lacks.
func EncodeBatch(e Entity, prev string, at time.Time, drafts []Draft, lim BatchLimits) (message []byte, records []Record, blobs []Blob, err error) {
	b := batch{entity: e, source: e.Source(), at: at.UTC().Truncate(time.Microsecond), drafts: drafts, sum: sha256.New()}
	b.stamp = b.at.Format(stampLayout)
	if prev == "" {
		prev = GenesisHash
	}
	if err := b.check(prev); err != nil {
		return nil, nil, nil, err
	}
	if err := b.readData(lim); err != nil {
		return nil, nil, nil, err
	}
	message, records = b.render(prev)
	if over := len(message) - lim.Message; lim.Message > 0 && over > 0 {
		if left := b.spillLargest(over); left > 0 {
			return nil, nil, nil, &DataTooLargeError{Size: lim.Message + left, Limit: lim.Message}
		}
		message, records = b.render(prev)
	}
	for i := range records {
		if records[i].Event, err = b.settle(i); err != nil {
			return nil, nil, nil, err
		}
	}
	return message, records, b.blobs(), nil
}
