package web

import (
	"context"
	"encoding/json"
	"errors"

	"turnbook/bus"
	"turnbook/schemas"
)

// A subscription feeds one view with what its filter asks for, in the order of the
// log, from a position on, without a hole and without a double.
type subscription struct {
	c      *connection
	ref    json.RawMessage
	filter filter
	stop   context.CancelFunc
	done   chan struct{} // closed when its last frame is sent
	pieces *deltaFeed    // of running messages, from its beginning on

	at      schemas.Position  // all up to here was looked at
	sent    schemas.Position  // of the last event that was sent, or of the beginning
	context schemas.UIContext // of the view at that position
	frame   []byte            // room for frames
}

// pageMessages is how many messages of the log are read at a time.
const pageMessages = 1000

// foldContext reads what the view showed at the subscription's position.
func (s *subscription) foldContext(ctx context.Context) error {
	s.context = schemas.UIContext{}
	if s.at.Seq == 0 {
		return nil
	}
	q := bus.Of(schemas.Entity{Vendor: s.c.o.Vendor, Kind: schemas.ViewBoundary, ID: string(s.c.view)})
	q.To = s.at.Seq
	for r, err := range s.c.o.Log.Read(ctx, q) {
		if err != nil {
			return err
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
	return r.Kind == schemas.ViewBoundary && r.Entity.ID == string(s.c.view)
}

// feed sends what is in the log, then what comes, until ctx is done. The error is what
// the log or the wire reported.
func (s *subscription) feed(ctx context.Context) error {
	hub := s.c.hub
	select {
	case <-hub.ready:
	case <-ctx.Done():
		return nil
	}
	for ctx.Err() == nil {
		// Only who is nearly there takes part, so that a long way is no overflow.
		for at := hub.position(); at.Seq > s.at.Seq+pageMessages; at = hub.position() {
			if err := s.page(ctx, s.at.Seq+pageMessages); err != nil {
				return err
			}
		}
		if err := s.live(ctx); err != nil {
			return err
		}
	}
	return nil
}

// live takes part in the hub until ctx is done or the view's buffer is full.
func (s *subscription) live(ctx context.Context) error {
	f := newFeed(s.c.o.Buffer, func(r schemas.Record) bool { return s.own(r) || s.filter.wants(r, s.c.view) })
	from := s.c.hub.join(f)
	defer s.c.hub.leave(f)
	if err := s.page(ctx, from.Seq); err != nil {
		return err
	}
	if err := s.caughtUp(from); err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-f.news:
		case <-s.pieces.news:
		}
		items, over := f.take()
		if err := s.sendAll(ctx, items); err != nil {
			return err
		}
		if over {
			at := s.c.hub.position()
			return s.c.sendJSON(laggingFrame{headOf("lagging", s.ref), s.cursor(s.sent), at.Seq})
		}
		if err := s.sendDeltas(); err != nil {
			return err
		}
	}
}

// caughtUp tells that all before a position was sent.
func (s *subscription) caughtUp(at schemas.Position) error {
	if s.sent.Before(at) {
		s.sent = at
	}
	return s.c.sendJSON(cursorFrame{headOf("caught_up", s.ref), s.cursor(s.sent)})
}

func (s *subscription) cursor(at schemas.Position) string {
	return cursor{s.c.o.Log.Epoch(), at}.String()
}

// page sends what the log has behind the subscription's position, up to a message.
func (s *subscription) page(ctx context.Context, to uint64) error {
	if to == 0 || to < s.at.Seq {
		return nil
	}
	s.c.bundle.hold()
	err := s.readTo(ctx, to)
	return errors.Join(err, s.c.bundle.release())
}

func (s *subscription) readTo(ctx context.Context, to uint64) error {
	epoch := s.c.o.Log.Epoch()
	for r, err := range s.c.o.Log.Read(ctx, bus.Query{Vendor: s.c.o.Vendor, After: s.at, To: to}) {
		if err == nil && (s.own(r) || s.filter.wants(r, s.c.view)) {
			err = s.deliver(itemOf(epoch, r))
		}
		if err != nil {
			return err
		}
	}
	if ctx.Err() == nil {
		s.at = schemas.Position{Seq: to, Index: endOfMessage}
	}
	return ctx.Err()
}

// sendAll sends what the hub handed out, in few writes.
func (s *subscription) sendAll(ctx context.Context, items []item) error {
	s.c.bundle.hold()
	var err error
	for i := range items {
		if err = ctx.Err(); err == nil {
			err = s.deliver(items[i])
		}
		if err != nil {
			break
		}
		items[i] = item{} // what is sent need not wait for what is not
	}
	return errors.Join(err, s.c.bundle.release())
}

// deliver sends one event, unless it was looked at before or nobody gets to see it.
func (s *subscription) deliver(it item) error {
	r := it.record
	if !s.at.Before(r.Position) {
		return nil
	}
	s.at = r.Position
	s.see(r)
	if it.part == nil || !s.filter.wants(r, s.c.view) {
		return nil
	}
	var target *schemas.Target
	if e, ok := r.Event.(schemas.StepEvent); ok {
		t := schemas.ResolveTarget(s.context, r.Subject.Playbook, e.Address())
		target = &t
	}
	s.frame = appendEvent(s.frame[:0], s.ref, it.part, target)
	err := s.c.send(s.frame)
	if s.sent = r.Position; cap(s.frame) > flushBytes {
		s.frame = nil
	}
	return err
}
