package web

import (
	"turnbook/bus"
	"turnbook/schemas"
)

// deltaRoom is how many bytes of text may wait for one reader. What comes on top is
// lost.
const deltaRoom = 16 << 10

// A deltaFeed is one reader's share of the deltas: bounded, and never waited for.
type deltaFeed struct {
	of    *deltas
	wants func(bus.Delta) bool
	news  chan struct{} // holds one token when there is something to take

	waiting []bus.Delta // with bytes, under of.mu
	bytes   int
}

// joinDeltas begins to collect the pieces of the messages that a filter asks for; it
// must name a session or a turn. Join before the message is asked for, so that its
// beginning is not missed, and leave in the end.
func (s *Server) joinDeltas(f filter) *deltaFeed {
	feed := &deltaFeed{of: s.deltas, wants: f.hears, news: make(chan struct{}, 1)}
	s.deltas.mu.Lock()
	defer s.deltas.mu.Unlock()
	s.deltas.feeds[feed] = true
	return feed
}

func (f *deltaFeed) leave() {
	f.of.mu.Lock()
	defer f.of.mu.Unlock()
	delete(f.of.feeds, f)
}

// offer keeps a piece, if there is room; what goes on where the last one ended becomes
// one with it. of.mu must be held.
func (f *deltaFeed) offer(piece bus.Delta) {
	if f.bytes+len(piece.Text) > deltaRoom {
		return
	}
	f.bytes += len(piece.Text)
	if n := len(f.waiting) - 1; n >= 0 && goesOn(f.waiting[n], piece) {
		f.waiting[n].Text += piece.Text
	} else {
		f.waiting = append(f.waiting, piece)
	}
	select {
	case f.news <- struct{}{}:
	default:
	}
}

func goesOn(last, piece bus.Delta) bool {
	return last.Call == piece.Call && last.Session == piece.Session && last.Offset+len(last.Text) == piece.Offset
}

// take hands out what waits of messages that still run.
func (f *deltaFeed) take() []bus.Delta {
	f.of.mu.Lock()
	defer f.of.mu.Unlock()
	var pieces []bus.Delta
	for _, piece := range f.waiting {
		if !f.of.ended(piece) {
			pieces = append(pieces, piece)
		}
	}
	f.waiting, f.bytes = nil, 0
	return pieces
}

// hears says whether a view with this filter gets a piece: where it gets the finished
// message, and asks for one session or one turn.
func (f filter) hears(piece bus.Delta) bool {
	return (f.session != "" || f.turn != "") && f.wants(schemas.Record{
		Entity: schemas.Entity{Vendor: piece.Vendor, Kind: schemas.SessionBoundary, ID: string(piece.Session)},
		Draft:  schemas.Draft{Turn: piece.Turn}, Type: schemas.MessageWritten{}.EventType(),
	}, "")
}
