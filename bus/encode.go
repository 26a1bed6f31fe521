package bus

import (
	"errors"
	"time"

	"turnbook/schemas"
)

// Encode writes drafts as one message, within the limits of the log. It is for
// implementations, so that all of them write the same bytes and refuse the same
// drafts. messageLimit is in bytes, 0 for none; the rest is as in
// [schemas.EncodeBatch], with the errors that [Log] promises.
func Encode(e schemas.Entity, prev string, at time.Time, drafts []schemas.Draft, messageLimit int) (message []byte, records []schemas.Record, blobs []schemas.Blob, err error) {
	limits := schemas.BatchLimits{Spill: SpillBytes, Max: MaxBytes, Message: messageLimit}
	message, records, blobs, err = schemas.EncodeBatch(e, prev, at, drafts, limits)
	var large *schemas.DataTooLargeError
	var bad *schemas.EnvelopeError
	switch {
	case errors.As(err, &large):
		err = &TooLargeError{Type: large.Type, Size: large.Size, Limit: large.Limit}
	case errors.As(err, &bad):
		err = &DraftError{Index: bad.Index, Reason: bad.Reason}
	}
	return message, records, blobs, err
}

// Stamp gives the records of one message the sequence that the log gave it.
func Stamp(records []schemas.Record, seq uint64) []schemas.Record {
	for i := range records {
		records[i].Seq = seq
	}
	return records
}
