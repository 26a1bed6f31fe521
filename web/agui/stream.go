package agui

import (
	"strconv"

	"turnbook/schemas"
)

// A stream is the answer to one request. One goroutine writes it.
type stream struct {
	h   *Handler
	in  *Input
	out *encoder

	th       *thread
	runID    string                  // the id of the run that is told
	turn     schemas.TurnID          // that is told
	from     schemas.CardID          // told from what settled this card on; "" for its beginning
	yes      bool                    // whether this run confirmed that card
	retold   bool                    // it was told before: the client may have some of it
	rest     []Event                 // of a telling that lies behind: the conversation as it stands
	settled  map[schemas.CardID]bool // cards that the telling passes by
	speaking bool
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
	events = append(events, s.th.take(r)...)
	if !s.speaking {
		return false, nil
	}
	if end, before := s.endOf(t, r); end != nil {
		return true, s.out.finish(s.moment(r), end, append(events, before...)...)
	}
	return false, s.out.send(s.moment(r), events...)
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
