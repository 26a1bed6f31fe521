package web

import (
	"context"
	"errors"

	"turnbook/bus"
	"turnbook/schemas"
)

// sendAll sends items in few writes. They come from a feed, or from the log where f is
// nil. It stops where a feed overflows while the reader takes nothing.
func (s *subscription) sendAll(ctx context.Context, items []*item, f *feed) error {
	s.out.hold()
	var err error
	for i := range items {
		if err = s.deliver(ctx, items[i], f); err != nil {
			break
		}
		if f != nil {
			f.sent(items[i])
		}
		items[i] = nil // what is sent need not wait for what is not
	}
	if errors.Is(err, errFull) {
		err = nil
	}
	return errors.Join(err, s.out.release())
}

// deliver sends one event, unless it was looked at before or only shows what the view
// shows.
func (s *subscription) deliver(ctx context.Context, it *item, f *feed) error {
	r := it.record
	if !s.at.Before(r.Position) {
		return ctx.Err()
	}
	shown := it.part != nil && s.filter.wants(r, s.view)
	if shown {
		if err := s.afford(ctx, f); err != nil {
			return err
		}
	}
	s.at = r.Position
	s.see(r)
	if !shown {
		return ctx.Err()
	}
	s.frame = appendEvent(s.frame[:0], s.ref, it.part, s.target(it))
	err := s.out.mark("event", r.Position, s.frame)
	if s.sent = r.Position; cap(s.frame) > flushBytes {
		s.frame = nil
	}
	return errors.Join(err, ctx.Err())
}

// errFull says that a feed overflowed while its reader took nothing.
var errFull = errors.New("the feed is full")

// afford waits until the reader takes one more event. What was gathered for it goes out
// first: it may be what the reader waits for.
func (s *subscription) afford(ctx context.Context, f *feed) error {
	var full <-chan struct{}
	if f != nil {
		full = f.full
	}
	for !s.out.spend() {
		if err := s.out.release(); err != nil {
			s.out.hold()
			return err
		}
		var err error
		select {
		case <-ctx.Done():
			err = ctx.Err()
		case <-full:
			err = errFull
		case <-s.out.more():
		}
		s.out.hold()
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// target is decider 3's word on a step event, for what the view shows at its position;
// nil for other events, and where no view is asked for.
func (s *subscription) target(it *item) *schemas.Target {
	if it.step == nil || s.view == "" {
		return nil
	}
	t := schemas.ResolveTarget(s.context, it.record.Subject.Playbook, *it.step)
	return &t
}

// wants says whether an item is of use: to be sent, or because it is what the view
// shows.
func (s *subscription) wants(it *item) bool {
	if it.part != nil && s.filter.wants(it.record, s.view) {
		return true
	}
	_, shows := it.record.Event.(schemas.ViewContextChanged)
	return shows && s.own(it.record)
}

// foldContext reads what the view showed at the subscription's position.
func (s *subscription) foldContext(ctx context.Context) error {
	s.context = schemas.UIContext{}
	if s.at.Seq == 0 || s.view == "" {
		return nil
	}
	q := bus.Of(schemas.Entity{Vendor: s.o.Vendor, Kind: schemas.ViewBoundary, ID: string(s.view)})
	q.To = s.at.Seq
	for r, err := range s.o.Log.Read(ctx, q) {
		if err != nil {
			return err
		}
		if s.at.Before(r.Position) {
			return nil
		}
		s.see(r)
	}
	return nil
}

// see takes in what the view shows from a record on.
func (s *subscription) see(r schemas.Record) {
	if e, ok := r.Event.(schemas.ViewContextChanged); ok && s.own(r) {
		s.context = e.UIContext
	}
}

// own says whether a record is of this very view.
func (s *subscription) own(r schemas.Record) bool {
	return s.view != "" && r.Kind == schemas.ViewBoundary && r.Entity.ID == string(s.view)
}
