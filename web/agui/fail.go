package agui

import (
	"context"
	"errors"
	"net/http"

	"turnbook/agents/turn"
	"turnbook/schemas"
)

// fail ends the stream with what went wrong.
func (s *stream) fail(ctx context.Context, err error) {
	if cause := context.Cause(ctx); cause != nil && !errors.Is(err, errStopping) {
		err = cause
	}
	if gone := (*goneError)(nil); errors.As(err, &gone) {
		s.h.lg.Debug("client gone", "thread", s.in.Thread, "turn", s.turn, "err", err)
		return
	}
	end := s.told(err)
	if end.Code == codeInternal {
		s.h.lg.Error("run broke off", "thread", s.in.Thread, "turn", s.turn, "err", err)
	}
	s.endWith(end)
}

// endWith ends the run, if one is open or none was told.
func (s *stream) endWith(end RunError) {
	if l := s.out.ledger; !l.running && l.begun {
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
		return RunError{Code: codeUnavailable, Message: err.Error()}
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
	s.endWith(RunError{Code: codeInternal, Message: "something broke here; the server's log says what"})
}
