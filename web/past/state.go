package past

import (
	"fmt"

	"turnbook/agents/turn"
	"turnbook/projections"
	"turnbook/schemas"
)

// A State is one turn as of a position: the fold of its records up to there. Steps that
// an earlier turn of the conversation had not saved while this one waited in the queue
// are not in it.
type State struct {
	Turn     projections.Turn        // its counts of models, tools and tokens stay 0
	Rows     []projections.Row       // lines of progress, in the order they appeared
	Cards    []projections.Interrupt // those that wait for an answer
	Messages []projections.Message   // what the turn has said, its message first
	Replies  []string                // that it suggested last

	Last    schemas.Record // the last record folded
	Request schemas.TurnRequested

	session *turn.Session
	running *turn.Turn // nil before it was requested
}

// Start is a turn of which nothing has happened.
func Start(session schemas.Entity, id schemas.TurnID) *State {
	return &State{
		Turn:    projections.Turn{Vendor: session.Vendor, ID: id, Session: schemas.SessionID(session.ID)},
		session: turn.NewSession(session),
	}
}

// Evolve folds one record of the turn. Those that the turn wrote elsewhere, into a
// document, change the document only. The error says that the record has no place in
// the turn as it stands.
func (s *State) Evolve(r schemas.Record) error {
	s.Last = r
	if r.Err != nil {
		return fmt.Errorf("event %d.%d: %w", r.Seq, r.Index, r.Err)
	}
	if r.Kind != schemas.SessionBoundary {
		return nil
	}
	s.Turn.LastSeq = r.Seq
	if err := s.session.Evolve(r); err != nil {
		return err
	}
	s.tell(r)
	s.settle()
	return nil
}

// settle brings the turn's row up to the fold of its session.
func (s *State) settle() {
	if s.running == nil {
		return
	}
	t := s.running
	s.Turn.Status = s.session.Turns[t.ID].Status
	s.Turn.Built, s.Turn.Unchanged, s.Turn.Dropped = t.Tally.Built, t.Tally.Refused, t.Tally.Dropped
}

// tell keeps what people see of an event.
func (s *State) tell(r schemas.Record) {
	at := projections.StampOf(r.Time)
	switch e := r.Event.(type) {
	case schemas.TurnRequested:
		s.requested(r, e)
	case schemas.TurnStarted:
		s.Turn.FirstSeq, s.Turn.StartedAt = r.Seq, at
	case schemas.DomainDispatched:
		s.Turn.Domain, s.Turn.Hops = e.Domain, max(s.Turn.Hops, e.Hop)
	case schemas.TurnHandedBack:
		s.Turn.Domain = e.ActiveDomain
	case schemas.TargetResolved:
		if e.Task != "" {
			s.Turn.Playbook, s.Turn.Task = e.Playbook, e.Task
		}
	case schemas.ProgressTitled:
		s.Turn.ProgressTitle = e.Title
	case schemas.RepliesSuggested:
		s.Replies, s.Turn.Replies = e.Replies, projections.JSONOf(e.Replies)
	case schemas.CancelRequested:
		s.Turn.CancelReason, s.Turn.CancelSeq = e.Reason, r.Seq
	case schemas.MessageWritten:
		s.say(r, "assistant", e.Text, e.Call)
	case schemas.RowChanged:
		s.row(r, e)
	case schemas.InterruptRaised:
		s.Cards = append(s.Cards, projections.RaisedCard(r, s.Turn.Session, e))
	case schemas.InterruptAnswered:
		s.settled(e.Card)
	case schemas.InterruptStale:
		s.settled(e.Card)
	case schemas.InterruptSuperseded:
		s.settled(e.Card)
	case schemas.TurnEnded:
		s.Turn.StopReason, s.Turn.Hops, s.Turn.Closing = e.Stop, e.Hops, e.Closing
		s.Turn.EndedSeq, s.Turn.EndedAt = r.Seq, at
		if e.Closing != "" {
			s.say(r, "closing", e.Closing, "")
		}
	}
}

func (s *State) requested(r schemas.Record, e schemas.TurnRequested) {
	s.Request = e
	s.running = s.session.Queue[len(s.session.Queue)-1]
	s.Turn.View, s.Turn.Text, s.Turn.Key = e.View, e.Text, e.Key
	s.Turn.RequestedSeq, s.Turn.RequestedAt = r.Seq, projections.StampOf(r.Time)
	s.Turn.Playbook, _ = e.UIContext.PlaybookID()
	s.say(r, "user", e.Text, "")
}

func (s *State) say(r schemas.Record, role, text string, call schemas.CallID) {
	domain := schemas.Domain("")
	if e, ok := r.Event.(schemas.MessageWritten); ok {
		domain = e.Domain
	} else if role == "closing" {
		domain = s.Turn.Domain
	}
	s.Messages = append(s.Messages, projections.Message{
		Seq: r.Seq, Index: r.Index, Vendor: r.Vendor, Session: s.Turn.Session, Turn: s.Turn.ID,
		Role: role, Domain: domain, Call: call, Text: text, Time: projections.StampOf(r.Time),
	})
}

// row keeps a line of progress. A final one stays as it is, whatever comes late.
func (s *State) row(r schemas.Record, e schemas.RowChanged) {
	i := 0
	for i < len(s.Rows) && s.Rows[i].ID != e.Row {
		i++
	}
	if i == len(s.Rows) {
		s.Rows = append(s.Rows, projections.Row{Vendor: r.Vendor, Turn: s.Turn.ID, ID: e.Row, FirstSeq: r.Seq, FirstIndex: r.Index})
	}
	w := &s.Rows[i]
	if w.Status.Final() {
		return
	}
	w.Title, w.Status, w.Detail, w.LastSeq, w.ChangedAt = e.Title, e.Status, e.Detail, r.Seq, projections.StampOf(r.Time)
}

// settled takes a card that was answered, or went stale, off the screen.
func (s *State) settled(id schemas.CardID) {
	for i, c := range s.Cards {
		if c.ID == id {
			s.Cards = append(s.Cards[:i], s.Cards[i+1:]...)
			return
		}
	}
}

// Canvas is the playbook that the turn made, if it made one.
func (s *State) Canvas() schemas.PlaybookID {
	if s.running == nil {
		return ""
	}
	return s.running.Created
}

// Unsaved are the turn's steps that no document had taken: of a playbook, or of the
// library ("").
func (s *State) Unsaved(playbook schemas.PlaybookID) projections.Unsaved {
	out := make(projections.Unsaved)
	for task, draft := range s.session.Drafts {
		if draft.Playbook != playbook && draft.Playbook != "" {
			continue
		}
		for _, op := range draft.Ops {
			out[task] = append(out[task], op.Event)
		}
	}
	return out
}
