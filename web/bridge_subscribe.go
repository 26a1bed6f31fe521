package web

import (
	"context"
	"errors"

	"turnbook/schemas"
)

// fromSnapshot is where a subscription begins unless it says otherwise.
const fromSnapshot = "snapshot"

// subscribe begins a subscription in place of the one before.
func (c *connection) subscribe(ctx context.Context, f inFrame) error {
	s, err := c.subscriptionOf(f)
	if err != nil {
		return err
	}
	c.unsubscribe()
	if f.From == "" || f.From == fromSnapshot {
		err = s.snapshot(ctx, f)
	} else {
		err = s.resume(ctx, f.From)
	}
	if err != nil {
		if errors.Is(err, errResync) {
			return nil
		}
		return err
	}
	ctx, s.stop = context.WithCancel(ctx)
	s.pieces = c.joinDeltas(s.filter)
	c.sub = s
	go func() {
		defer close(s.done)
		defer s.pieces.leave()
		if err := s.feed(ctx); err != nil && ctx.Err() == nil {
			_ = c.told(f, "error", err) // a client that can't be told is gone
		}
	}()
	return nil
}

func (c *connection) subscriptionOf(f inFrame) (*subscription, error) {
	s := &subscription{c: c, ref: f.Ref, done: make(chan struct{}), stop: func() {}}
	var err error
	if s.filter.session, err = parseID[schemas.SessionID]("session", f.Session); err != nil {
		return nil, err
	}
	if s.filter.playbook, err = parseID[schemas.PlaybookID]("playbook", f.Playbook); err != nil {
		return nil, err
	}
	if s.filter.turn, err = parseID[schemas.TurnID]("turn", f.Turn); err != nil {
		return nil, err
	}
	if s.filter.task, err = parseID[schemas.TaskID]("task", f.Task); err != nil {
		return nil, err
	}
	s.filter.types = f.Types
	return s, knownTypes(f.Types)
}

// unsubscribe ends the subscription; no frame of it comes after.
func (c *connection) unsubscribe() {
	if c.sub != nil {
		c.sub.stop()
		<-c.sub.done
		c.sub = nil
	}
}

// errResync says that the client was told to begin with a snapshot.
var errResync = errors.New("the client begins anew")

// resume begins behind a cursor, or sends a resync where there is no such place.
func (s *subscription) resume(ctx context.Context, from string) error {
	c, err := parseCursor(from)
	head, headErr := s.c.o.Log.Head(ctx)
	reason := ""
	switch {
	case headErr != nil:
		return headErr
	case err != nil:
		reason = "malformed"
	case c.epoch != s.c.o.Log.Epoch():
		reason = "other_epoch"
	case c.at.Seq > head:
		reason = "above_head"
	default:
		s.at, s.sent = c.at, c.at
		return s.foldContext(ctx)
	}
	err = s.c.sendJSON(resyncFrame{head: headOf("resync", s.ref), Reason: reason, Epoch: s.c.o.Log.Epoch(), Head: head})
	if err != nil {
		return err
	}
	return errResync
}
