package web

import (
	"context"
	"encoding/json"
	"errors"

	"turnbook/bus"
	"turnbook/schemas"
)

// A subscription feeds one reader with what its filter asks for, in the order of the
// log, from a position on, without a hole and without a double.
type subscription struct {
	*Server
	out     sink
	ref     json.RawMessage // echoed in every frame; nil for none
	filter  filter
	view    schemas.ViewID // whose context decides the targets; "" for no targets
	tasks   []string       // whose steps a snapshot holds; nil for all
	modules []string       // whose tasks a snapshot holds; nil for all

	at      schemas.Position  // all up to here was looked at
	sent    schemas.Position  // of the last event that was sent, or of the beginning
	behind  bool              // the reader was told that it lags, and has not caught up
	context schemas.UIContext // of the view at that position
	frame   []byte            // room for frames
	pieces  *deltaFeed        // of running messages; nil before the beginning
}

// A sink takes the frames of one subscription to its reader. Its errors are
// [*goneError].
type sink interface {
	// put sends a frame. mark sends one behind whose position the reader goes on when
	// it comes back.
	put(kind string, frame []byte) error
	mark(kind string, at schemas.Position, frame []byte) error

	// spend takes the right to send one event, where there is one; more has something
	// when there may be one again.
	spend() bool
	more() <-chan struct{}

	// hold gathers frames until release sends them.
	hold()
	release() error
}

// Limits of what is read from the log at a time for one subscription.
const (
	pageMessages = 1000
	pageBytes    = 1 << 20 // of frames, and one frame of any size
)

// feed sends what is in the log, then what comes, until ctx is done. Where the log
// fails it tries again from where it stands. The error is errResync, where the reader
// was told to begin anew; that it is gone; or that the log was closed.
func (s *subscription) feed(ctx context.Context) error {
	s.hearDeltas()
	defer s.leaveDeltas()
	select {
	case <-s.hub.ready:
	case <-ctx.Done():
		return nil
	}
	for rest := firstRest; ctx.Err() == nil; {
		from := s.at
		err := s.round(ctx)
		if s.at != from {
			rest = firstRest
		}
		switch {
		case err == nil, ctx.Err() != nil:
			continue
		case errors.Is(err, errResync), errors.As(err, new(*goneError)), errors.Is(err, bus.ErrClosed):
			return err
		}
		s.lg.Warn("stream interrupted, going on from where it stands", "view", s.view, "seq", s.at.Seq, "err", err)
		pause(ctx, rest)
		rest = min(2*rest, longestRest)
	}
	return nil
}

// round goes from where the subscription stands to what comes, and goes on with it
// until ctx is done or the reader is too slow.
func (s *subscription) round(ctx context.Context) error {
	if err := s.servable(ctx, s.at); err != nil {
		return err
	}
	// Only who is nearly there takes part, so that a long way is no overflow.
	for at := s.hub.position(); at.Seq > s.at.Seq+pageMessages; at = s.hub.position() {
		if err := s.page(ctx, s.at.Seq+pageMessages); err != nil {
			return err
		}
	}
	return s.live(ctx)
}

// live takes part in the hub until ctx is done or the feed is full.
func (s *subscription) live(ctx context.Context) error {
	f := newFeed(s.o.Buffer, s.wants)
	from := s.hub.join(f)
	defer s.hub.leave(f)
	if err := s.page(ctx, from.Seq); err != nil {
		return err
	}
	if f.isFull() {
		return nil // not caught up, and no news to a reader who was told so
	}
	if err := s.caughtUp(from); err != nil {
		return err
	}
	for !f.isFull() {
		select {
		case <-ctx.Done():
			return nil
		case <-f.full:
			continue
		case <-f.news:
		case <-s.pieces.news:
		}
		if err := s.sendAll(ctx, f.take(), f); err != nil {
			return err
		}
		if err := s.sendDeltas(); err != nil {
			return err
		}
	}
	return s.lagging()
}

// caughtUp tells that all before a position was sent.
func (s *subscription) caughtUp(at schemas.Position) error {
	if s.sent.Before(at) {
		s.sent = at
	}
	s.behind = false
	return s.mark("caught_up", s.sent, cursorFrame{headOf("caught_up", s.ref), s.cursor(s.sent)})
}

// lagging tells that the rest comes from the log, at the reader's own pace.
func (s *subscription) lagging() error {
	s.behind = true
	return s.put("lagging", laggingFrame{headOf("lagging", s.ref), s.cursor(s.sent), s.hub.position().Seq})
}

func (s *subscription) cursor(at schemas.Position) string {
	return cursor{s.o.Log.Epoch(), at}.String()
}

// put sends a frame, mark one behind which a reader goes on.
func (s *subscription) put(kind string, frame any) error {
	raw, err := json.Marshal(frame)
	if err != nil {
		return err
	}
	return s.out.put(kind, raw)
}

func (s *subscription) mark(kind string, at schemas.Position, frame any) error {
	raw, err := json.Marshal(frame)
	if err != nil {
		return err
	}
	return s.out.mark(kind, at, raw)
}

// page sends what the log has behind the subscription's position, up to a message.
func (s *subscription) page(ctx context.Context, to uint64) error {
	for to >= s.at.Seq && s.at != end(to) {
		items, all, err := s.gather(ctx, to)
		if err = errors.Join(s.sendAll(ctx, items, nil), err); err != nil {
			return err
		}
		if all {
			s.at = end(to)
		}
	}
	return nil
}

// end is behind all events of a message; that of none is the beginning.
func end(seq uint64) schemas.Position {
	if seq == 0 {
		return schemas.Position{}
	}
	return schemas.Position{Seq: seq, Index: endOfMessage}
}

// gather reads what the log has behind the subscription's position, up to a message,
// as much of it as may wait. Nothing of the log is held while it is sent: a slow reader
// costs a page.
func (s *subscription) gather(ctx context.Context, to uint64) (items []*item, all bool, err error) {
	bytes, epoch := 0, s.o.Log.Epoch()
	for r, err := range s.o.Log.Read(ctx, bus.Query{Vendor: s.o.Vendor, After: s.at, To: to}) {
		if err != nil {
			return items, false, err
		}
		it := itemOf(epoch, r)
		if !s.wants(it) {
			continue
		}
		items = append(items, it)
		if bytes += len(it.part); bytes >= pageBytes {
			return items, false, nil
		}
	}
	return items, ctx.Err() == nil, ctx.Err()
}
