package agui

import (
	"context"
	"errors"

	"turnbook/agents/turn"
	"turnbook/agents/worker"
	"turnbook/schemas"
)

// run is the whole of one run: it is begun at once, then decided on, then told.
func (s *stream) run(ctx context.Context) error {
	s.runID = s.in.Run
	if err := s.out.send(moment{}, RunStarted{Thread: s.in.Thread, Run: s.runID, Protocol: Protocol}); err != nil {
		return err
	}
	session, opened, err := s.h.sessionOf(ctx, s.in.Thread)
	if err != nil {
		return err
	}
	s.join(session)
	if s.th, err = s.h.fold(ctx, session, unheard); err != nil {
		return err
	}
	todo, err := errandOf(s.th, s.in)
	if err == nil {
		err = s.carryOut(ctx, todo, opened)
	}
	if err != nil {
		return s.refuse(ctx, err)
	}
	s.turn, s.from, s.yes = todo.turn, todo.from, todo.yes
	return s.follow(ctx, s.where(todo))
}

// where is the position after which the telling begins. What lies behind is told from
// the thread's beginning, by a fold of its own.
func (s *stream) where(todo errand) schemas.Position {
	if todo.message != nil || len(todo.answers) > 0 {
		return s.th.at
	}
	s.retold = true
	if t := s.th.last(); t != nil && t.id != todo.turn {
		s.rest = s.messages()
	}
	s.settled = make(map[schemas.CardID]bool)
	for id, c := range s.th.cards {
		s.settled[id] = c.status != schemas.CardOpen
	}
	s.th = newThread(s.th.session)
	return schemas.Position{}
}

// carryOut gives the commands of an errand.
func (s *stream) carryOut(ctx context.Context, todo errand, opened bool) error {
	rt, o := s.h.o.Runtime, s.h.o
	for _, a := range todo.answers {
		a.Trace = s.trace
		a.SentAt = s.in.sent
		if err := rt.Answer(ctx, o.Vendor, s.th.session, a); err != nil {
			return err
		}
	}
	if todo.message == nil {
		return nil
	}
	if !opened {
		var playbook schemas.PlaybookID
		if s.in.ui != nil {
			playbook, _ = s.in.ui.PlaybookID()
		}
		if _, err := rt.OpenSession(ctx, o.Vendor, o.User, playbook, s.in.Thread); err != nil {
			return err
		}
	}
	_, err := rt.Message(ctx, worker.MessageCommand{
		Vendor: o.Vendor, Session: s.th.session, Text: todo.message.text(), UIContext: s.in.ui,
		Key: s.in.Run, ID: todo.message.ID, SentAt: s.in.sent, KeepCard: true, Trace: s.trace,
	})
	return err
}

// refuse tells how the thread stands, so that the client holds nothing that is not in
// it, and leaves the end to the error. A breakdown tells nothing.
func (s *stream) refuse(ctx context.Context, err error) error {
	var (
		no    *refusal
		agent *turn.Refused
	)
	if !errors.As(err, &no) && !errors.As(err, &agent) {
		return err
	}
	th, broken := s.h.fold(ctx, s.th.session, unheard)
	if broken != nil {
		return broken
	}
	s.th = th
	if sent := s.out.send(moment{}, append([]Event{s.stateOf(th)}, s.messages()...)...); sent != nil {
		return sent
	}
	return err
}

// stateOf is the state of a thread: that of its last turn.
func (s *stream) stateOf(th *thread) Event {
	if t := th.last(); t != nil {
		return t.state.snapshot()
	}
	return newState(th.session, "", "").snapshot()
}
