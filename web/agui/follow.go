package agui

import (
	"context"
	"time"

	"turnbook/bus"
	"turnbook/schemas"
)

// A batch is what the log gave, or why it gives no more.
type batch struct {
	records []schemas.Record
	err     error
}

// follow tells the turn to the end of the run, as the log goes on after a position.
func (s *stream) follow(ctx context.Context, after schemas.Position) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	q := bus.Of(s.h.entity(s.th.session))
	q.After = after
	batches := make(chan batch)
	go func() {
		for records, err := range s.h.o.Log.Follow(ctx, q) {
			select {
			case batches <- batch{records, err}:
			case <-ctx.Done():
				return
			}
		}
	}()
	beat := time.NewTicker(s.h.o.Heartbeat)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-beat.C:
			if err := s.out.alive(); err != nil {
				return err
			}
		case <-s.pieces.News:
			if err := s.hear(); err != nil {
				return err
			}
		case b := <-batches:
			if over, err := s.takeAll(b); over || err != nil {
				return err
			}
		}
	}
}

func (s *stream) takeAll(b batch) (over bool, err error) {
	for _, r := range b.records {
		if over, err := s.take(r); over || err != nil {
			return over, err
		}
	}
	return false, b.err
}
