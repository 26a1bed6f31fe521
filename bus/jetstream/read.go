package jetstream

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	js "github.com/nats-io/nats.go/jetstream"

	"turnbook/bus"
	"turnbook/schemas"
)

// Head is the sequence of the last message in the log.
func (s *Store) Head(ctx context.Context) (uint64, error) {
	m, err := s.lastMessage(ctx, logRoot+".>")
	return m.seq, err
}

// First is the sequence of the first message that is still there: see [bus.Log].
func (s *Store) First(ctx context.Context) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, replyWithin)
	defer cancel()
	stream, err := s.js.Stream(ctx, logStream)
	if err != nil {
		return 0, fmt.Errorf("ask where stream %s begins: %w", logStream, err)
	}
	return max(stream.CachedInfo().State.FirstSeq, 1), nil
}

// Last is the sequence of a boundary's last message. An error may be a
// [*bus.DraftError], where no boundary can be called so.
func (s *Store) Last(ctx context.Context, e schemas.Entity) (uint64, error) {
	subject, err := subjectOf(e)
	if err != nil {
		return 0, err
	}
	m, err := s.lastMessage(ctx, subject)
	return m.seq, err
}

// patience is how long Read tries to go on while the server does not answer.
const patience = 10 * time.Second

// Read yields what the query asks for: see [bus.Log].
func (s *Store) Read(ctx context.Context, q bus.Query) iter.Seq2[schemas.Record, error] {
	return func(yield func(schemas.Record, error) bool) {
		for records, err := range s.reader(q, patience).now(ctx) {
			if err != nil {
				yield(schemas.Record{}, err)
				return
			}
			for _, one := range records {
				if !yield(one, nil) {
					return
				}
			}
		}
	}
}

// reader goes through the messages of a query once, and starts again where it
// stands when the server was away.
type reader struct {
	*Store
	q        bus.Query
	filter   string
	marks    [][]byte      // one of them is in every message that the query can match; none: all may
	next     uint64        // the first sequence that was not read yet
	got      []raw         // messages from next on that are here already
	patience time.Duration // without progress; 0 for no end
}

func (s *Store) reader(q bus.Query, patience time.Duration) *reader {
	return &reader{Store: s, q: q, filter: filterOf(q), marks: marksOf(q), next: max(q.After.Seq, 1), patience: patience}
}

// marksOf are texts to look for before a message is parsed. A turn is the narrower
// question. A text that JSON would escape has no mark: others may escape it
// differently.
func marksOf(q bus.Query) (marks [][]byte) {
	texts := q.Types
	if q.Turn != "" {
		texts = []string{string(q.Turn)}
	}
	for _, text := range texts {
		quoted, err := json.Marshal(text)
		if err != nil || string(quoted) != `"`+text+`"` {
			return nil
		}
		marks = append(marks, quoted)
	}
	return marks
}

// last is the sequence of the last message that the query may ask for, now.
func (r *reader) last(ctx context.Context) (uint64, error) {
	var seq uint64
	err := r.retry(ctx, func() error {
		m, err := r.lastMessage(ctx, r.filter)
		seq = m.seq
		return err
	})
	return seq, err
}

// now yields what the query asks for in each message up to the last one. Where the
// server has all there is and a batch holds it, or the query's end, asking for the batch
// is enough.
func (r *reader) now(ctx context.Context) iter.Seq2[[]schemas.Record, error] {
	return func(yield func([]schemas.Record, error) bool) {
		if r.replicas == 1 {
			all, err := r.batch(ctx)
			r.got = all.got
			if all.then < len(r.got) {
				r.got = r.got[:all.then] // without what came in the meantime
			}
			n := len(r.got)
			if err == nil && (all.then == n || r.q.To != 0 && r.got[n-1].seq >= r.q.To) {
				if n > 0 {
					r.until(ctx, r.got[n-1].seq)(yield)
				}
				return
			}
			r.got = nil
		}
		goal, err := r.last(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		r.until(ctx, goal)(yield)
	}
}

// until yields what the query asks for in each message up to goal, which is a
// message of the filter. It yields an error only as its last.
func (r *reader) until(ctx context.Context, goal uint64) iter.Seq2[[]schemas.Record, error] {
	return func(yield func([]schemas.Record, error) bool) {
		stopped := false
		end := goal
		if r.q.To != 0 {
			end = min(end, r.q.To)
		}
		err := r.retry(ctx, func() error {
			for r.next <= end && !stopped {
				for m, err := range r.some(ctx, end) {
					if err == nil && m.seq <= end {
						var records []schemas.Record
						if records, err = r.decode(ctx, m); err == nil && len(records) > 0 {
							stopped = !yield(records, nil)
						}
					}
					if err != nil {
						return err
					}
					r.next = m.seq + 1
					if stopped || r.next > end {
						return nil
					}
				}
			}
			return nil
		})
		if err != nil && !stopped {
			yield(nil, err)
		}
	}
}

// some yields messages from r.next on: a batch, and all the rest where it is much to the
// end.
func (r *reader) some(ctx context.Context, end uint64) iter.Seq2[raw, error] {
	return func(yield func(raw, error) bool) {
		all, err := answered{got: r.got}, error(nil)
		if r.got = nil; len(all.got) == 0 {
			all, err = r.batch(ctx)
		}
		if err == nil && len(all.got) == 0 {
			err = fmt.Errorf("read %s up to %d: %w", r.filter, end, errLagging)
		}
		if err != nil {
			yield(raw{}, err)
			return
		}
		for _, m := range all.got {
			if !yield(m, nil) {
				return
			}
		}
		if all.more > bulkFrom && end-r.next > bulkFrom {
			r.bulk(ctx, r.filter, r.next)(yield)
		}
	}
}

// decode reads what the query asks for in a message. The error says that a blob
// could not be fetched now; a blob that is not there is the record's own error.
func (r *reader) decode(ctx context.Context, m raw) ([]schemas.Record, error) {
	if !r.maybe(m.data) || !matches(r.filter, m.subject) {
		return nil, nil
	}
	e, err := entityOf(m.subject)
	if err != nil {
		bad := schemas.Record{Position: schemas.Position{Seq: m.seq}, Entity: e, Last: true, Stored: m.data, Err: err}
		return r.matching([]schemas.Record{bad}), nil
	}
	var away error
	records := schemas.DecodeBatch(e, m.seq, m.data, func(digest string) ([]byte, error) {
		data, err := r.blobs.GetBytes(ctx, digest)
		if err != nil && !errors.Is(err, js.ErrObjectNotFound) && !errors.Is(err, js.ErrDigestMismatch) {
			away = fmt.Errorf("fetch %s: %w", digest, err)
		}
		return data, err
	})
	return r.matching(records), away
}

func (r *reader) maybe(message []byte) bool {
	for _, mark := range r.marks {
		if bytes.Contains(message, mark) {
			return true
		}
	}
	return len(r.marks) == 0
}

func (r *reader) matching(records []schemas.Record) []schemas.Record {
	kept := records[:0]
	for _, one := range records {
		if r.q.Match(one) {
			kept = append(kept, one)
		}
	}
	return kept
}

// retry does f until it succeeds, ctx is done, the store is closed, or nothing has
// moved on for as long as the reader is patient.
func (r *reader) retry(ctx context.Context, f func() error) error {
	rest, since, from := 2*time.Millisecond, time.Now(), r.next
	for {
		err := f()
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case r.nc.IsClosed():
			return errClosed
		}
		if r.next != from {
			rest, since, from = 2*time.Millisecond, time.Now(), r.next
		}
		if r.patience > 0 && time.Since(since) > r.patience {
			return err
		}
		r.lg.Debug("log not read, trying again", "seq", r.next, "err", err)
		pause(ctx, rest)
		rest = min(2*rest, 500*time.Millisecond)
	}
}
