package projections

import (
	"context"
	"errors"
	"iter"

	"turnbook/bus"
	"turnbook/schemas"
)

// Limits of one transaction: it takes what is there, up to these.
const (
	batchEvents = 5000
	batchBytes  = 16 << 20 // of stored events
)

// Run follows the log from the checkpoint until ctx is done, and returns nil then.
// It draws the tables anew first where they are empty, of another version, or of
// another life of the log. Where damage is found, it sets the file aside and begins
// again.
//
// The error is [ErrOtherWriter], or what the log or the disk reported.
func (s *Store) Run(ctx context.Context, log bus.Log) error {
	s.setState(func(st *State) { st.Following = true })
	defer s.setState(func(st *State) { st.Following = false })
	for {
		err := s.follow(ctx, log)
		var damage *DamageError
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.As(err, &damage):
		case IsDamage(err):
			damage = &DamageError{Reason: err.Error()}
		default:
			return err
		}
		if err := s.heal(damage); err != nil {
			return err
		}
	}
}

func (s *Store) follow(ctx context.Context, log bus.Log) error {
	if err := s.catchUp(ctx, log); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	found := s.found
	s.mu.Unlock()
	in := pull(ctx, log.Follow(ctx, bus.Query{After: s.Checkpoint()}))
	defer in.end(cancel)
	for {
		select {
		case <-found:
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.damage
		case records, ok := <-in.batches:
			if !ok {
				return in.err
			}
			if err := s.project(in.more(records), log.Epoch()); err != nil {
				return err
			}
		}
	}
}

// catchUp decides whether the tables can go on from where they stand.
func (s *Store) catchUp(ctx context.Context, log bus.Log) error {
	head, err := log.Head(ctx)
	if err != nil {
		return err
	}
	s.write.Lock()
	reason := ""
	switch f := s.fold; {
	case f == nil:
		reason = "they are of another version"
	case f.epoch != "" && f.epoch != log.Epoch():
		reason = "they are of another life of the log"
	case f.pos.Seq > head:
		reason = "they are ahead of the log"
	case f.pos.Seq == 0 && head > 0:
		reason = "they are empty"
	}
	s.write.Unlock()
	if reason == "" {
		return nil
	}
	s.lg.Info("drawing the tables anew", "reason", reason, "seq", head)
	_, err = s.Rebuild(ctx, log, RebuildOptions{})
	return err
}

// project takes records in and moves the checkpoint.
func (s *Store) project(records []schemas.Record, epoch string) error {
	s.write.Lock()
	defer s.write.Unlock()
	parked := len(s.fold.parked)
	f, err := s.fold.batch(records, epoch)
	s.fold = f
	if err != nil {
		return err
	}
	if len(f.parked) > parked {
		s.lg.Warn("events were parked; their boundaries wait", "boundaries", len(f.parked), "seq", f.pos.Seq)
	}
	s.moveTo(f.pos)
	return nil
}

// An intake reads the log ahead of the transactions: reading and decoding happen
// beside the writing.
type intake struct {
	batches chan []schemas.Record
	err     error // why batches ended; set before it is closed
}

// pull starts an intake, which lives until its source ends or ctx does.
func pull(ctx context.Context, source iter.Seq2[[]schemas.Record, error]) *intake {
	in := &intake{batches: make(chan []schemas.Record, 4)}
	go func() {
		defer close(in.batches)
		for batch, err := range source {
			if err != nil {
				in.err = err
				return
			}
			select {
			case in.batches <- batch:
			case <-ctx.Done():
				in.err = ctx.Err()
				return
			}
		}
	}()
	return in
}

// end stops the intake and waits for it.
func (in *intake) end(cancel context.CancelFunc) {
	cancel()
	for range in.batches {
	}
}

// more adds what is there already, up to the limits of a transaction.
func (in *intake) more(records []schemas.Record) []schemas.Record {
	bytes := storedBytes(records)
	for len(records) < batchEvents && bytes < batchBytes {
		select {
		case next, ok := <-in.batches:
			if !ok {
				return records
			}
			bytes += storedBytes(next)
			records = append(records, next...)
		default:
			return records
		}
	}
	return records
}

func storedBytes(records []schemas.Record) int {
	n := 0
	for _, r := range records {
		n += len(r.Stored)
	}
	return n
}

// inBatches gathers single records into whole messages of a transaction's size.
func inBatches(source iter.Seq2[schemas.Record, error]) iter.Seq2[[]schemas.Record, error] {
	return func(yield func([]schemas.Record, error) bool) {
		var batch []schemas.Record
		bytes := 0
		for r, err := range source {
			if err != nil {
				yield(nil, err)
				return
			}
			batch, bytes = append(batch, r), bytes+len(r.Stored)
			if r.Last && (len(batch) >= batchEvents || bytes >= batchBytes) {
				if !yield(batch, nil) {
					return
				}
				batch, bytes = nil, 0
			}
		}
		if len(batch) > 0 {
			yield(batch, nil)
		}
	}
}
