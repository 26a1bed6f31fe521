package web

import (
	"errors"

	"turnbook/schemas"
)

// deltaFrame is a piece of a running message. It carries no cursor, and may be lost;
// none of a message comes behind its turn.message-written.
type deltaFrame struct {
	head
	Session schemas.SessionID `json:"session"`
	Turn    schemas.TurnID    `json:"turn"`
	Call    schemas.CallID    `json:"call_id" doc:"the call of the turn.message-written that it will be"`
	Domain  schemas.Domain    `json:"domain"`
	Offset  int               `json:"offset" doc:"bytes of the message before it, in UTF-8"`
	Text    string            `json:"text"`
}

// hearDeltas begins to collect pieces, once: before the next frame of a client is read,
// so that the beginning of what that asks for is not missed.
func (s *subscription) hearDeltas() {
	if s.pieces == nil {
		s.pieces = s.joinDeltas(s.filter)
	}
}

func (s *subscription) leaveDeltas() {
	s.pieces.leave()
	s.pieces = nil
}

// sendDeltas sends the pieces that wait, once all is sent that the hub handed out
// before. A view that is ahead of the hub may have seen their messages' end: they wait.
func (s *subscription) sendDeltas() error {
	if s.hub.position().Seq < s.at.Seq {
		return nil
	}
	pieces := s.pieces.take()
	if len(pieces) == 0 {
		return nil
	}
	s.out.hold()
	var err error
	for _, d := range pieces {
		if err = s.put("delta", deltaFrame{headOf("delta", s.ref), d.Session, d.Turn, d.Call, d.Domain, d.Offset, d.Text}); err != nil {
			break
		}
	}
	return errors.Join(err, s.out.release())
}

// capabilities are what a welcome tells.
func (s *Server) capabilities() []string {
	all := []string{"snapshot", "resume", "target", "credit"}
	if s.o.Deltas != nil {
		all = append(all, "delta")
	}
	return all
}
