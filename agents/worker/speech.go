package worker

import (
	"sync"
	"time"
	"unicode/utf8"

	"turnbook/agents/turn"
	"turnbook/bus"
	"turnbook/schemas"
)

// How text is gathered into deltas: the first at once, then one in every deltaPause, or
// as soon as deltaBytes wait.
const (
	deltaPause = 30 * time.Millisecond
	deltaBytes = 256
	// maxUnsaid is how much may wait: blanks, or bytes that are no text.
	maxUnsaid = 64 << 10
)

// A speech sends the text of one model call as deltas while it comes: a beginning of
// the message that the engine will write, byte for byte. Nothing depends on it.
type speech struct {
	to   bus.Deltas
	call schemas.ModelCalled

	mu      sync.Mutex
	next    bus.Delta   // without its text
	waiting string      // as it came, not sent yet
	resting *time.Timer // until the next may be sent; nil where it may be sent now
	over    bool
}

// speech begins to speak for a call; nil where nobody could listen, or nothing is said
// to the person.
func (rt *Runtime) speech(e schemas.Entity, id schemas.TurnID, call schemas.ModelCalled) *speech {
	domain, spoken := turn.Spoken(call, "anything")
	if rt.o.Deltas == nil || !spoken {
		return nil
	}
	return &speech{to: rt.o.Deltas, call: call, next: bus.Delta{
		Vendor: e.Vendor, Session: schemas.SessionID(e.ID), Turn: id, Call: call.Call, Domain: domain,
	}}
}

// add takes a part of the text.
func (s *speech) add(text string) {
	if s == nil || text == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return
	}
	s.waiting += text
	if s.resting == nil || len(s.waiting) >= deltaBytes {
		s.send()
	}
	s.over = len(s.waiting) > maxUnsaid
}

// end says the rest, if the answer came whole. Nothing is said after it.
func (s *speech) end(whole bool) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if whole && !s.over {
		s.waiting = plain(s.waiting)
		s.send()
	}
	s.rest(nil)
	s.over = true
}

// send sends what waits, up to its last whole character: the first one waits for
// something to read. mu must be held.
func (s *speech) send() {
	ready := whole(s.waiting)
	if _, spoken := turn.Spoken(s.call, ready); ready == "" || s.next.Offset == 0 && !spoken {
		return
	}
	d := s.next
	d.Text = plain(ready)
	s.to.Send(d)
	s.next.Offset += len(d.Text)
	s.waiting = s.waiting[len(ready):]
	s.rest(time.AfterFunc(deltaPause, s.rested))
}

// rest begins another pause, in place of the one before. mu must be held.
func (s *speech) rest(pause *time.Timer) {
	if s.resting != nil {
		s.resting.Stop()
	}
	s.resting = pause
}

// rested sends what came during the pause.
func (s *speech) rested() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return
	}
	s.rest(nil)
	s.send()
}

// whole is a text up to its last character that is whole. What is behind it may be made
// whole by what comes, or be mended together with it.
func whole(text string) string {
	for {
		r, n := utf8.DecodeLastRuneInString(text)
		if n != 1 || r != utf8.RuneError {
			return text
		}
		text = text[:len(text)-1]
	}
}
