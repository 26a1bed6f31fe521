package jetstream

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	js "github.com/nats-io/nats.go/jetstream"
)

// ackPrefix is how the server begins when all is well. Looking for it spares the
// parser, which costs more than all else that we add to a bare publish.
const ackPrefix = `{"stream":"` + logStream + `","seq":`

// ackedSeq reads the server's answer to a publish.
func ackedSeq(answer []byte) (uint64, error) {
	if digits, ok := bytes.CutPrefix(answer, []byte(ackPrefix)); ok {
		digits, rest, _ := bytes.Cut(digits, []byte("}"))
		if seq, err := strconv.ParseUint(string(digits), 10, 64); err == nil && len(rest) == 0 {
			return seq, nil
		}
	}
	var ack struct {
		Error *js.APIError `json:"error"`
		Seq   uint64       `json:"seq"`
	}
	switch err := json.Unmarshal(answer, &ack); {
	case err != nil:
		return 0, fmt.Errorf("read the acknowledgement: %w", err)
	case ack.Error != nil:
		return 0, ack.Error
	case ack.Seq == 0:
		return 0, errors.New("the acknowledgement has no sequence")
	}
	return ack.Seq, nil
}

// Codes of the server's errors, from its errors.json.
const (
	codeWrongLast     js.ErrorCode = 10071 // the subject stands elsewhere
	codeWrongInFlight js.ErrorCode = 10164 // the same, in a cluster, where another append is on its way
	codeNoResources   js.ErrorCode = 10023
	codeNoStorage     js.ErrorCode = 10047
	codeAccountFull   js.ErrorCode = 10002
	codeStoreFailed   js.ErrorCode = 10077 // the stream's limit, or the disk
)

// fate is what became of a publish that failed.
type fate int

const (
	unknown     fate = iota // no answer: it may have been written
	conflicting             // not written, or it was there already
	full                    // not written
	rejected                // not written
)

func outcome(err error) fate {
	var api *js.APIError
	if !errors.As(err, &api) {
		return unknown
	}
	switch api.ErrorCode {
	case codeWrongLast, codeWrongInFlight:
		return conflicting
	case codeNoResources, codeNoStorage, codeAccountFull, codeStoreFailed:
		return full
	}
	return rejected
}
