package jetstream

import (
	"context"
	"iter"

	"turnbook/bus"
	"turnbook/schemas"
)

// Follow yields what the query asks for and goes on: see [bus.Log]. It outlives
// restarts of the broker and ends with [bus.ErrClosed] when the store is
// closed under it.
func (s *Store) Follow(ctx context.Context, q bus.Query) iter.Seq2[[]schemas.Record, error] {
	return func(yield func([]schemas.Record, error) bool) {
		r := s.reader(q, 0)
		news, err := s.tail.join(ctx, r.filter, q.To)
		if err != nil {
			yield(nil, err)
			return
		}
		defer s.tail.leave(news)
		goal, err := r.last(ctx)
		for err == nil {
			var batch []schemas.Record
			r.got = s.tail.between(r.filter, r.next, goal)
			for records, e := range r.until(ctx, goal) {
				if err = e; err != nil {
					break
				}
				if batch = append(batch, records...); len(batch) >= bus.BatchEvents {
					if !yield(batch, nil) {
						return
					}
					batch = nil
				}
			}
			if len(batch) > 0 && ctx.Err() == nil && !yield(batch, nil) {
				return
			}
			if err != nil {
				break
			}
			var ended bool
			if goal, ended, err = s.wait(ctx, r, news, goal); ended {
				return
			}
		}
		yield(nil, err)
	}
}

// wait returns the last message of the filter, once there is one beyond what was
// read. It has ended when the log has passed the query's end and all was read.
func (s *Store) wait(ctx context.Context, r *reader, news *news, read uint64) (goal uint64, ended bool, err error) {
	for {
		matched, head := s.tail.seen(news)
		past := r.q.To != 0 && max(head, read) >= r.q.To
		switch {
		case matched > read && r.next <= matched && (r.q.To == 0 || r.next <= r.q.To):
			return matched, false, nil
		case past:
			// Appends tell out of order: the last message before the end may be told
			// after the end. Only the log knows.
			last, err := r.last(ctx)
			if err != nil || last <= read || r.next > r.q.To {
				return 0, err == nil, err
			}
			return last, false, nil
		}
		select {
		case <-ctx.Done():
			return 0, false, ctx.Err()
		case <-s.tail.done:
			return 0, false, errClosed
		case <-news.more:
		}
	}
}
