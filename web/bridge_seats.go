package web

import (
	"context"

	"turnbook/schemas"
)

// A seat is a view's place at this server: one connection has it at a time.
type seat struct {
	rising bool          // its connection has ended, which is being recorded
	free   chan struct{} // closed when the seat is given up
}

// claim takes a view for a connection; not where another connection here has it. Where
// that one has ended already, claim waits until its end is recorded: who comes back
// after a lost connection finds its view.
func (s *Server) claim(ctx context.Context, id schemas.ViewID) bool {
	for {
		held := s.sit(id)
		if held == nil {
			return true
		}
		if !held.rising {
			return false
		}
		select {
		case <-held.free:
		case <-ctx.Done():
			return false
		}
	}
}

// sit takes a seat that is free, or returns the one that is held, as it is now.
func (s *Server) sit(id schemas.ViewID) *seat {
	s.mu.Lock()
	defer s.mu.Unlock()
	if held := s.live[id]; held != nil {
		now := *held
		return &now
	}
	s.live[id] = &seat{free: make(chan struct{})}
	return nil
}

// rise says that a view's connection has ended.
func (s *Server) rise(id schemas.ViewID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if held := s.live[id]; held != nil {
		held.rising = true
	}
}

// unclaim gives up a view's seat.
func (s *Server) unclaim(id schemas.ViewID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if held := s.live[id]; held != nil {
		close(held.free)
		delete(s.live, id)
	}
}

// Views is how many are connected here.
func (s *Server) Views() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.live)
}
