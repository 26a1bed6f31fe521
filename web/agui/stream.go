package agui

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"turnbook/agents/turn"
	"turnbook/bus"
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

// A batch is what the log gave, or why it gives no more.
type batch struct {
	records []schemas.Record
	err     error
}

// follow tells the turn to the end of the run, as the log goes on after a position.
func (s *stream) follow(ctx context.Context, after schemas.Position) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	q := bus.Of(s.h.entity(s.th.session))
	q.After = after
	batches := make(chan batch)
	go func() {
		for records, err := range s.h.o.Log.Follow(ctx, q) {
			select {
			case batches <- batch{records, err}:
			case <-ctx.Done():
				return
			}
		}
	}()
	beat := time.NewTicker(s.h.o.Heartbeat)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-beat.C:
			if err := s.out.alive(); err != nil {
				return err
			}
		case b := <-batches:
			if over, err := s.takeAll(b); over || err != nil {
				return err
			}
		}
	}
}

func (s *stream) takeAll(b batch) (over bool, err error) {
	for _, r := range b.records {
		if over, err := s.take(r); over || err != nil {
			return over, err
		}
	}
	return false, b.err
}

// fail ends the stream with what went wrong.
func (s *stream) fail(ctx context.Context, err error) {
	if cause := context.Cause(ctx); cause != nil && !errors.Is(err, errStopping) {
		err = cause
	}
	end := s.told(err)
	var order *OrderError
	if end.Code == "internal" || errors.As(err, &order) {
		s.h.lg.Error("run broke off", "thread", s.in.Thread, "turn", s.turn, "err", err)
	}
	if !s.out.ledger.running && s.out.ledger.begun {
		return
	}
	if err := s.out.finish(moment{}, end); err != nil {
		s.h.lg.Debug("end not delivered", "thread", s.in.Thread, "err", err)
	}
}

// told is an error as the client is told it.
func (s *stream) told(err error) RunError {
	var (
		no    *refusal
		agent *turn.Refused
	)
	switch {
	case errors.As(err, &no):
		return RunError{Code: no.code, Message: no.detail}
	case errors.Is(err, errStopping):
		return RunError{Code: "unavailable", Message: err.Error()}
	case errors.As(err, &agent):
		return RunError{Code: codeOf(agent.Code), Message: agent.Error()}
	}
	code, detail := s.h.o.Tell(err)
	return RunError{Code: lower(string(code)), Message: detail}
}

// codeOf is AG-UI's word for an agent's refusal.
func codeOf(c schemas.Code) string {
	switch c {
	case schemas.CodeCardOpen:
		return codePending
	case schemas.CodeUnknownCard:
		return codeUnknown
	case schemas.CodeCardSettled, schemas.CodeWrongFingerprint:
		return codeConflict
	}
	return lower(string(c))
}

// rescue ends the stream of a handler that panicked.
func (s *stream) rescue() {
	v := recover()
	if v == nil {
		return
	}
	if v == http.ErrAbortHandler {
		panic(v)
	}
	s.h.lg.Error("run panicked", "thread", s.in.Thread, "turn", s.turn, "err", v)
	if s.out.ledger.running || !s.out.ledger.begun {
		_ = s.out.finish(moment{}, RunError{Code: "internal", Message: "something broke here; the server's log says what"})
	}
}
