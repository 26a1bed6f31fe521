package agui

import (
	"context"

	"turnbook/schemas"
)

// told is an event of a turn with its moment.
type told struct {
	Event
	moment
}

// replay tells the thread's turns as whole runs, the oldest first, each without its
// steps in between. A card that waits is in the last one's end; a turn that is at work
// goes on live.
func (s *stream) replay(ctx context.Context) error {
	session, _, err := s.h.sessionOf(ctx, s.in.Thread)
	if err != nil {
		return err
	}
	s.join(session)
	tale := make(map[schemas.TurnID][]told)
	s.th, err = s.h.fold(ctx, session, func(r schemas.Record, events []Event) {
		for _, e := range events {
			tale[r.Turn] = append(tale[r.Turn], told{e, s.moment(r)})
		}
	})
	if err != nil {
		return err
	}
	if s.th.last() == nil {
		return s.nothing()
	}
	for _, t := range s.th.started {
		if err := s.again(t, tale[t.id]); err != nil {
			return err
		}
	}
	if t := s.th.last(); t.end == nil && t.pause == nil {
		s.turn, s.speaking = t.id, true
		return s.follow(ctx, s.th.at)
	}
	return nil
}

// nothing is the replay of a thread in which nothing was said: one empty run.
func (s *stream) nothing() error {
	s.runID = s.in.Run
	if err := s.out.send(moment{}, RunStarted{Thread: s.in.Thread, Run: s.runID, Protocol: Protocol}, s.stateOf(s.th)); err != nil {
		return err
	}
	end := RunFinished{Thread: s.in.Thread, Run: s.runID, Outcome: Outcome{Type: Success}}
	return s.out.finish(moment{}, end, s.messages()...)
}

// again tells a turn that lies behind, and ends its run where the turn has come to an
// end or waits.
func (s *stream) again(t *translator, tale []told) error {
	s.runID = t.request.Key
	text := t.request.Text
	echo := &Echo{Thread: s.in.Thread, Run: s.runID, Messages: []Message{{ID: t.message(), Role: userRole, Content: &text}}}
	start := RunStarted{Thread: s.in.Thread, Run: s.runID, Protocol: Protocol, Input: echo}
	if err := s.out.send(moment{}, start, t.state.snapshot()); err != nil {
		return err
	}
	for _, e := range compact(t, tale) {
		if err := s.out.send(e.moment, e.Event); err != nil {
			return err
		}
	}
	var before []Event
	if t == s.th.last() {
		before = s.messages()
	}
	switch {
	case t.end != nil:
		return s.out.finish(moment{}, t.outcome(s.in.Thread, s.runID), before...)
	case t.pause != nil:
		return s.out.finish(moment{}, t.suspended(s.in.Thread, s.runID), append(t.paused(), before...)...)
	}
	return nil
}

// compact leaves out how a turn's state and rows came to be what they are. The state is
// told before, whole; a row is told where it appeared, as it stands.
func compact(t *translator, tale []told) []told {
	rows := make(map[string]Row, len(t.state.Rows))
	for _, row := range t.state.Rows {
		rows[t.activityID(row.ID)] = row
	}
	var list []told
	for _, e := range tale {
		switch was := e.Event.(type) {
		case StateDelta, ActivityDelta:
			continue
		case ActivitySnapshot:
			was.Content = rows[was.ID]
			e.Event = was
		}
		list = append(list, e)
	}
	return list
}
