package bus

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"iter"
	"strings"
	"sync"
	"time"

	"turnbook/schemas"
)

// BatchEvents is about how many events a batch of Follow holds at the most: the
// message that reaches it is the last.
const BatchEvents = 1000

// Mem returns a log in memory. It keeps every promise but one: it is gone with its
// process. It writes the bytes that the log on NATS writes, and reads them back.
func Mem() Log {
	return &mem{
		epoch: strings.ToLower(rand.Text()),
		of:    map[schemas.Entity][]uint64{},
		blobs: map[string][]byte{},
		grown: make(chan struct{}),
	}
}

type mem struct {
	epoch string

	mu       sync.Mutex
	messages []memMessage                // by sequence, from 1
	of       map[schemas.Entity][]uint64 // sequences of each boundary
	blobs    map[string][]byte
	grown    chan struct{} // closed by the next append
}

// memMessage is never changed, so that readers hold it without the lock.
type memMessage struct {
	entity schemas.Entity
	expect uint64 // as its append said
	prev   string // hash before it
	hash   string // of its last event
	body   []byte
}

func (m *mem) Epoch() string { return m.epoch }

func (m *mem) Head(ctx context.Context) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return uint64(len(m.messages)), ctx.Err()
}

func (m *mem) First(ctx context.Context) (uint64, error) { return 1, ctx.Err() }

func (m *mem) Last(ctx context.Context, e schemas.Entity) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.last(e), ctx.Err()
}

// last needs the lock.
func (m *mem) last(e schemas.Entity) uint64 {
	if seqs := m.of[e]; len(seqs) > 0 {
		return seqs[len(seqs)-1]
	}
	return 0
}

func (m *mem) Append(ctx context.Context, e schemas.Entity, expect uint64, at time.Time, drafts ...schemas.Draft) ([]schemas.Record, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	last := m.last(e)
	var prev string
	switch {
	case last == expect && last > 0:
		prev = m.messages[last-1].hash
	case last > 0:
		prev = m.messages[last-1].prev // for a repetition of the last append
	}
	body, records, blobs, err := Encode(e, prev, at, drafts, 0)
	if err != nil {
		return nil, err
	}
	if last != expect {
		if last > 0 && m.messages[last-1].expect == expect && bytes.Equal(m.messages[last-1].body, body) {
			return Stamp(records, last), nil
		}
		return nil, &ConflictError{Entity: e, Expect: expect}
	}
	for _, b := range blobs {
		m.blobs[b.Digest] = b.Data
	}
	m.messages = append(m.messages, memMessage{e, expect, prev, records[len(records)-1].Hash, bytes.Clone(body)})
	seq := uint64(len(m.messages))
	m.of[e] = append(m.of[e], seq)
	close(m.grown)
	m.grown = make(chan struct{})
	return Stamp(records, seq), nil
}

func (m *mem) Read(ctx context.Context, q Query) iter.Seq2[schemas.Record, error] {
	return func(yield func(schemas.Record, error) bool) {
		messages, seqs, _ := m.now(q)
		for _, seq := range seqs(first(q)) {
			if err := ctx.Err(); err != nil {
				yield(schemas.Record{}, err)
				return
			}
			for _, r := range m.decode(q, messages[seq-1], seq) {
				if !yield(r, nil) {
					return
				}
			}
		}
	}
}

func (m *mem) Follow(ctx context.Context, q Query) iter.Seq2[[]schemas.Record, error] {
	return func(yield func([]schemas.Record, error) bool) {
		next := first(q)
		for {
			messages, seqs, grown := m.now(q)
			var batch []schemas.Record
			for _, seq := range seqs(next) {
				batch = append(batch, m.decode(q, messages[seq-1], seq)...)
				if len(batch) >= BatchEvents {
					if ctx.Err() != nil {
						break
					}
					if !yield(batch, nil) {
						return
					}
					batch = nil
				}
			}
			if len(batch) > 0 && ctx.Err() == nil && !yield(batch, nil) {
				return
			}
			next = max(next, uint64(len(messages))+1)
			if q.To != 0 && next > q.To {
				return
			}
			select {
			case <-ctx.Done():
				yield(nil, ctx.Err())
				return
			case <-grown:
			}
		}
	}
}

// first is the first message in which the query can find something.
func first(q Query) uint64 { return max(q.After.Seq, 1) }

// now is the log as it stands: its messages, the sequences from a given one on
// that the query may ask for, and what is closed when there is more.
func (m *mem) now(q Query) ([]memMessage, func(from uint64) []uint64, <-chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	messages, grown := m.messages, m.grown
	of, one := m.of[schemas.Entity{Vendor: q.Vendor, Kind: q.Kind, ID: q.ID}], q.Vendor != "" && q.Kind != "" && q.ID != ""
	return messages, func(from uint64) []uint64 {
		if one {
			i := 0
			for i < len(of) && of[i] < from {
				i++
			}
			return of[i:]
		}
		var all []uint64
		for seq := from; seq <= uint64(len(messages)); seq++ {
			all = append(all, seq)
		}
		return all
	}, grown
}

// decode reads what the query asks for in a message. The bytes are the reader's
// own: nobody can change the log through a record.
func (m *mem) decode(q Query, msg memMessage, seq uint64) []schemas.Record {
	if q.Vendor != "" && q.Vendor != msg.entity.Vendor || q.Kind != "" && q.Kind != msg.entity.Kind || q.To != 0 && seq > q.To {
		return nil
	}
	var records []schemas.Record
	for _, r := range schemas.DecodeBatch(msg.entity, seq, bytes.Clone(msg.body), m.blob) {
		if q.Match(r) {
			records = append(records, r)
		}
	}
	return records
}

func (m *mem) blob(digest string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if data, ok := m.blobs[digest]; ok {
		return bytes.Clone(data), nil
	}
	return nil, errors.New("no such blob")
}
