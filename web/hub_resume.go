package web

import (
	"context"
	"errors"

	"turnbook/schemas"
)

// Why a cursor can't be served, as a resync frame says. The set is closed.
const (
	resyncMalformed  = "malformed"        // no cursor of ours
	resyncOtherEpoch = "other_epoch"      // of another life of the log
	resyncAboveHead  = "above_head"       // of events that the log does not have
	resyncRetention  = "beyond_retention" // events behind it are no longer in the log
)

// errResync says that the reader was told to begin with a snapshot.
var errResync = errors.New("the reader begins anew")

// resume begins behind a cursor. Where there is no such place it sends a resync, and
// the error is errResync.
func (s *subscription) resume(ctx context.Context, from string) error {
	c, err := parseCursor(from)
	if err != nil {
		return s.resync(ctx, resyncMalformed)
	}
	if c.epoch != s.o.Log.Epoch() {
		return s.resync(ctx, resyncOtherEpoch)
	}
	head, err := s.o.Log.Head(ctx)
	if err != nil {
		return err
	}
	if c.at.Seq > head {
		return s.resync(ctx, resyncAboveHead)
	}
	s.at, s.sent = c.at, c.at
	if err := s.foldContext(ctx); err != nil {
		return err
	}
	if s.filter.turn == "" {
		return s.sameCanvas(ctx)
	}
	return nil
}

// sameCanvas asks for the playbook that the view showed where it goes on. A reader whose
// lost connection was not noticed yet came back as another view, which showed nothing
// there: then it is the one that it shows now.
func (s *subscription) sameCanvas(ctx context.Context) error {
	s.onCanvas(s.context)
	if s.filter.playbook != "" || s.view == "" {
		return nil
	}
	now, err := s.o.Runtime.LastContext(ctx, s.o.Vendor, s.view)
	if err != nil {
		return err
	}
	s.onCanvas(now)
	return nil
}

// servable sends a resync where events behind a position are no longer in the log.
func (s *subscription) servable(ctx context.Context, at schemas.Position) error {
	first, err := s.o.Log.First(ctx)
	if err != nil {
		return err
	}
	if first > 1 && at.Before(end(first-1)) {
		return s.resync(ctx, resyncRetention)
	}
	return nil
}

// resync tells where the log stands, and where a snapshot would.
func (s *subscription) resync(ctx context.Context, reason string) error {
	head, err := s.o.Log.Head(ctx)
	if err != nil {
		return err
	}
	err = s.put("resync", resyncFrame{
		head: headOf("resync", s.ref), Reason: reason, Epoch: s.o.Log.Epoch(), Head: head, AsOf: s.cursor(s.o.Store.Checkpoint()),
	})
	if err != nil {
		return err
	}
	return errResync
}
