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
	s, err := c.subscription(c, c.view, f)
	if err != nil {
		return err
	}
	c.unsubscribe()
	if err := s.begin(ctx, f.From); err != nil {
		if errors.Is(err, errResync) {
			return nil
		}
		return err
	}
	c.feed(ctx, s, f)
	return nil
}

// feed feeds a subscription beside the frames that the client sends.
func (c *connection) feed(ctx context.Context, s *subscription, f inFrame) {
	s.hearDeltas()
	ctx, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	c.stopFeed = func() { stop(); <-done }
	go func() {
		defer close(done)
		if err := s.feed(ctx); err != nil && ctx.Err() == nil && !errors.Is(err, errResync) {
			_ = c.told(f, "error", err) // a client that can't be told is gone
		}
	}()
}

// unsubscribe ends the subscription; no frame of it comes after.
func (c *connection) unsubscribe() {
	if c.stopFeed != nil {
		c.stopFeed()
		c.stopFeed = nil
	}
}

// subscription is what a frame asks for, for a reader and the view whose context decides
// its targets.
func (s *Server) subscription(out sink, view schemas.ViewID, f inFrame) (*subscription, error) {
	sub := &subscription{Server: s, out: out, view: view, ref: f.Ref, tasks: f.Tasks, modules: f.Modules}
	var err error
	if sub.filter.session, err = parseID[schemas.SessionID]("session", f.Session); err != nil {
		return nil, err
	}
	if sub.filter.playbook, err = parseID[schemas.PlaybookID]("playbook", f.Playbook); err != nil {
		return nil, err
	}
	if sub.filter.turn, err = parseID[schemas.TurnID]("turn", f.Turn); err != nil {
		return nil, err
	}
	if sub.filter.task, err = parseID[schemas.TaskID]("task", f.Task); err != nil {
		return nil, err
	}
	sub.filter.types = f.Types
	return sub, knownTypes(f.Types)
}

// begin sends a snapshot, or goes behind a cursor.
func (s *subscription) begin(ctx context.Context, from string) error {
	if from == "" || from == fromSnapshot {
		return s.snapshot(ctx)
	}
	return s.resume(ctx, from)
}
