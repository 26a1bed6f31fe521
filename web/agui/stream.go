package agui

import (
	"strconv"

	"turnbook/schemas"
)

// A stream is the answer to one request. One goroutine writes it.
type stream struct {
	trace string // the caller's W3C traceparent; "" for none
	h     *Handler
	in    *Input
	out   *encoder

	th       *thread
	runID    string                  // the id of the run that is told
	turn     schemas.TurnID          // that is told
	from     schemas.CardID          // told from what settled this card on; "" for its beginning
	yes      bool                    // whether this run confirmed that card
	retold   bool                    // it was told before: the client may have some of it
	rest     []Event                 // of a telling that lies behind: the conversation as it stands
	settled  map[schemas.CardID]bool // cards that the telling passes by
	speaking bool

	pieces Pieces // of the session's running messages
	live   live   // what they said of the turn's
}

func (s *stream) moment(r schemas.Record) moment {
	cursor := s.h.o.Log.Epoch() + "." + strconv.FormatUint(r.Seq, 10) + "." + strconv.Itoa(r.Index)
	return moment{at: r.Time, cursor: cursor}
}

// begins says whether the telling begins with a record of the turn.
func (s *stream) begins(r schemas.Record) bool {
	switch e := r.Event.(type) {
	case schemas.TurnRequested:
		return s.from == ""
	case schemas.InterruptAnswered:
		return e.Card == s.from
	case schemas.InterruptSuperseded:
		return e.Card == s.from
	}
	return false
}

// take takes one record in, tells it if it is of the turn, and says whether the run is
// over with it.
func (s *stream) take(r schemas.Record) (over bool, err error) {
	t := s.th.turn(r)
	if r.Turn != s.turn || t == nil {
		s.th.take(r)
		return false, nil
	}
	var events []Event
	if !s.speaking && s.begins(r) {
		events = s.begin(t)
	}
	said := s.th.take(r)
	if !s.speaking {
		return false, nil
	}
	events = append(events, s.live.take(r, said, s.messages)...)
	if end, before := s.endOf(t, r); end != nil {
		return true, s.out.finish(s.moment(r), end, append(events, before...)...)
	}
	return false, s.out.send(s.moment(r), events...)
}

// join begins to hear the session's messages while they are written: before one is asked
// for, so that its beginning is not missed.
func (s *stream) join(session schemas.SessionID) {
	if s.h.o.Pieces != nil {
		s.pieces = s.h.o.Pieces(session)
	}
}

func (s *stream) leave() {
	if s.pieces.Leave != nil {
		s.pieces.Leave()
	}
}

// hear tells what waits of the turn's running message. It has no cursor.
func (s *stream) hear() error {
	var events []Event
	for _, d := range s.pieces.Take() {
		if d.Turn == s.turn {
			events = append(events, s.live.hear(d)...)
		}
	}
	return s.out.send(moment{}, events...)
}

// begin begins to tell a turn. A client that was told before forgets what comes again,
// or it would have it twice.
func (s *stream) begin(t *translator) []Event {
	s.speaking = true
	for _, call := range t.calls {
		s.out.ledger.know(string(call))
	}
	events := t.begin()
	if s.retold {
		s.th.talk.say(t.message(), t.request.Text)
		events = append(events, s.messages()...)
	}
	return events
}

// endOf is how the run ends with a record, and what is told before; nil where it goes on.
func (s *stream) endOf(t *translator, r schemas.Record) (Event, []Event) {
	if raised, ok := r.Event.(schemas.InterruptRaised); ok && !s.settled[raised.Card] {
		return t.suspended(s.in.Thread, s.runID), append(t.paused(), s.messages()...)
	}
	switch {
	case t.end == nil:
		return nil, nil
	case s.yes && t.stale[s.from] && t.end.Status == schemas.TurnCompleted:
		return RunError{Code: codeStale, Message: "the steps changed after the card was shown; nothing was deleted, ask again on what is there now", Usage: t.usage}, s.rest
	}
	return t.outcome(s.in.Thread, s.runID), s.rest
}

// maxSnapshot is the largest snapshot that is sent, in bytes.
const maxSnapshot = 8 << 20

// messages is the conversation as it stands; nothing where no frame can hold it.
func (s *stream) messages() []Event {
	e := MessagesSnapshot{s.th.talk.snapshot()}
	if size := len(raw(e)); size > maxSnapshot {
		s.h.lg.Warn("snapshot left out", "session", s.th.session, "bytes", size)
		return nil
	}
	return []Event{e}
}
