package jetstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"

	"turnbook/bus"
	"turnbook/schemas"
)

const (
	contentType = "application/cloudevents-batch+json"

	// ackWithin is how long the server may take to acknowledge an append before we
	// look what became of it.
	ackWithin = 5 * time.Second
)

// Append writes the drafts as one message: see [bus.Log].
func (s *Store) Append(ctx context.Context, e schemas.Entity, expect uint64, at time.Time, drafts ...schemas.Draft) ([]schemas.Record, error) {
	subject, err := subjectOf(e)
	if err != nil {
		return nil, err
	}
	a := &appending{Store: s, entity: e, subject: subject, expect: expect, at: at, drafts: drafts}
	return a.run(ctx)
}

// appending is one call of Append.
type appending struct {
	*Store
	entity  schemas.Entity
	subject string
	expect  uint64
	at      time.Time
	drafts  []schemas.Draft
}

func (a *appending) run(ctx context.Context) ([]schemas.Record, error) {
	prev, last, err := a.prev(ctx)
	if err != nil {
		return nil, err
	}
	if last.seq > 0 {
		return a.settle(last)
	}
	message, records, blobs, err := a.encode(prev)
	if err != nil {
		return nil, err
	}
	if err := a.putBlobs(ctx, blobs); err != nil {
		return nil, err
	}
	seq, last, err := a.write(ctx, message)
	switch {
	case err != nil:
		return nil, a.wrap(err)
	case seq == 0:
		return a.settle(last)
	}
	a.heads.put(a.subject, head{seq, records[len(records)-1].Hash})
	a.tail.tell(raw{subject: a.subject, seq: seq, data: message})
	return bus.Stamp(records, seq), nil
}

// write publishes the message, and once more where it was lost on the way. It
// returns its sequence; or 0 and the last message of the boundary, which may be ours
// or another's.
func (a *appending) write(ctx context.Context, message []byte) (seq uint64, last raw, err error) {
	for attempt := range 2 {
		if seq, err = a.publish(ctx, message); err == nil {
			return seq, raw{}, nil
		}
		what := outcome(err)
		switch {
		case what == full:
			return 0, raw{}, fmt.Errorf("%w: %w", bus.ErrFull, err)
		case what == rejected, ctx.Err() != nil:
			return 0, raw{}, err
		}
		last, lookErr := a.lastMessage(ctx, a.subject)
		switch {
		case lookErr != nil:
			return 0, raw{}, err
		case last.seq != a.expect:
			return 0, last, nil
		case what == conflicting && attempt == 0: // with an append that is on its way, and not ours
			return 0, raw{}, &bus.ConflictError{Entity: a.entity, Expect: a.expect}
		}
	}
	return 0, raw{}, err
}

// prev is the hash at the expected position, or the last message of a boundary
// that stands elsewhere. The server has the last word on where it stands.
func (a *appending) prev(ctx context.Context) (hash string, elsewhere raw, err error) {
	if a.expect == 0 {
		return schemas.GenesisHash, raw{}, nil
	}
	if at := a.heads.get(a.subject); at.seq == a.expect {
		return at.hash, raw{}, nil
	}
	last, err := a.lastMessage(ctx, a.subject)
	switch {
	case err != nil:
		return "", raw{}, a.wrap(err)
	case last.seq == 0:
		return "", raw{}, &bus.ConflictError{Entity: a.entity, Expect: a.expect}
	case last.seq != a.expect:
		return "", last, nil
	}
	return lastHash(a.entity, last), raw{}, nil
}

// lastHash is the hash that the next event links to. After a message that is none
// of ours there is nothing to link to, and a chain begins; the verifier names it.
func lastHash(e schemas.Entity, m raw) string {
	records := schemas.DecodeBatch(e, m.seq, m.data, noBlob)
	if hash := records[len(records)-1].Hash; len(hash) == len(schemas.GenesisHash) {
		return hash
	}
	return schemas.GenesisHash
}

// noBlob spares the blob store where only attributes are looked at.
func noBlob(string) ([]byte, error) { return nil, errors.New("not fetched") }

func (a *appending) encode(prev string) (message []byte, records []schemas.Record, blobs []schemas.Blob, err error) {
	return bus.Encode(a.entity, prev, a.at, a.drafts, int(a.nc.MaxPayload())-headroom)
}

func (a *appending) publish(ctx context.Context, message []byte) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, ackWithin)
	defer cancel()
	m := &nats.Msg{Subject: a.subject, Data: message, Header: nats.Header{
		"Content-Type":               {contentType},
		js.ExpectedLastSubjSeqHeader: {strconv.FormatUint(a.expect, 10)},
	}}
	answer, err := a.request(ctx, m)
	if errors.Is(err, nats.ErrNoResponders) { // the stream's leader is changing, for instance
		if pause(ctx, leaderPause); ctx.Err() == nil {
			answer, err = a.request(ctx, m)
		}
	}
	if err != nil {
		return 0, err
	}
	return ackedSeq(answer.Data)
}

// leaderPause is about how long a cluster is without a leader for the stream.
const leaderPause = 250 * time.Millisecond

// settle finds out whether the last message of the boundary is the very append that
// we were asked for: an acknowledgement was lost.
func (a *appending) settle(last raw) ([]schemas.Record, error) {
	conflict := &bus.ConflictError{Entity: a.entity, Expect: a.expect}
	if last.expected != strconv.FormatUint(a.expect, 10) {
		return nil, conflict
	}
	before := schemas.DecodeBatch(a.entity, last.seq, last.data, noBlob)[0].Prev
	message, records, _, err := a.encode(before)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(message, last.data) {
		return nil, conflict
	}
	a.heads.put(a.subject, head{last.seq, records[len(records)-1].Hash})
	return bus.Stamp(records, last.seq), nil
}

// wrap says what was being done. A conflict says it already.
func (a *appending) wrap(err error) error {
	if errors.Is(err, bus.ErrConflict) {
		return err
	}
	return fmt.Errorf("append to %s at %d: %w", a.entity, a.expect, err)
}
