package turn

import (
	"fmt"
	"slices"
	"strings"

	"turnbook/agents"
	"turnbook/schemas"
)

// Evolve folds one record of the session. An event that has no place here is an
// error; nothing is passed over in silence.
func (s *Session) Evolve(r schemas.Record) error {
	if r.Seq > 0 {
		s.Seq = r.Seq
	}
	if r.Turn == "" {
		return s.evolveSession(r)
	}
	if e, ok := r.Event.(schemas.TurnRequested); ok {
		t := &Turn{ID: r.Turn, Request: e, Lanes: make(map[schemas.LaneID]*Lane), Rows: make(map[schemas.RowID]schemas.RowChanged), events: 1}
		s.Queue = append(s.Queue, t)
		s.Turns[t.ID] = Summary{Status: schemas.TurnQueued, Digest: e.Digest}
		return s.delegated(t)
	}
	t := s.find(r.Turn)
	if t == nil {
		return fmt.Errorf("turn: %s of %s, which has no turn under way", r.Type, r.Turn)
	}
	t.events++
	switch e := r.Event.(type) {
	case schemas.TurnStarted:
		s.Queue = slices.DeleteFunc(s.Queue, func(q *Turn) bool { return q == t })
		s.Running = t
		s.setStatus(t.ID, schemas.TurnRunning)
		s.Delegated.Started(t.ID)
		s.say(t, agents.Message{Role: agents.UserRole, Text: t.Request.Text})
	case schemas.TurnEnded:
		s.end(t, e)
	case schemas.BucketComputed:
		s.Bucket = e.Bucket
	case schemas.DomainPinned:
		s.Pinned = e.Domain
	case schemas.DomainUnpinned:
		s.Pinned = ""
	case schemas.MessageWritten:
		s.say(t, agents.Message{Role: agents.AssistantRole, Text: e.Text})
	case schemas.CompactionBegun, schemas.TalkCompacted, schemas.TalkLeftOut:
		s.evolveCompaction(t, e)
	case schemas.StepAdded, schemas.StepUpdated, schemas.StepsRemoved, schemas.StepMoved, schemas.FormWritten:
		s.evolveStep(t, r)
	case schemas.WriteRefused:
		t.Tally.Refused++
		if l, ok := t.Lanes[e.Lane]; ok {
			l.Refused++
			l.Why = e.Detail
		}
	case schemas.FlushPlanned, schemas.FlushApplied, schemas.FlushRefused:
		s.evolveFlush(t, r)
	case schemas.InterruptRaised, schemas.InterruptAnswered, schemas.InterruptStale, schemas.InterruptSuperseded:
		return s.evolveCard(t, r)
	default:
		return t.evolve(r)
	}
	return nil
}

func (s *Session) evolveSession(r schemas.Record) error {
	switch e := r.Event.(type) {
	case schemas.SessionOpened:
		s.User, s.Workspace = e.User, e.Workspace
	case schemas.SessionContextChanged:
		s.Context = e.UIContext
	case schemas.DropsApplied:
		s.applied(e)
	case schemas.CommandRefused: // told to whoever asked; nothing changes
	default:
		return fmt.Errorf("turn: %s has no place in a session outside a turn", r.Type)
	}
	return nil
}

// Settle tells the fold at which position the events of its last decision landed.
func (s *Session) Settle(seq uint64) {
	s.Seq = seq
	for _, d := range s.Drafts {
		for i := len(d.Ops) - 1; i >= 0 && d.Ops[i].Seq == 0; i-- {
			d.Ops[i].Seq = seq
		}
	}
	if s.answered != nil {
		s.answered.Answered, s.answered = seq, nil
	}
}

// find is a turn that has not ended.
func (s *Session) find(id schemas.TurnID) *Turn {
	if s.Running != nil && s.Running.ID == id {
		return s.Running
	}
	for _, t := range s.Queue {
		if t.ID == id {
			return t
		}
	}
	return nil
}

func (s *Session) setStatus(id schemas.TurnID, status schemas.TurnStatus) {
	sum := s.Turns[id]
	sum.Status = status
	s.Turns[id] = sum
}

// say adds a message of a turn. Under a budget older talk is summed up; without one it
// is cut off.
func (s *Session) say(t *Turn, m agents.Message) {
	s.Talk = append(s.Talk, m)
	t.said++
	if extra := len(s.Talk) - maxTalk; extra > 0 && t.Request.Budget == 0 {
		s.Talk = slices.Delete(s.Talk, 0, extra)
	}
}

func (s *Session) end(t *Turn, e schemas.TurnEnded) {
	s.setStatus(t.ID, e.Status)
	s.keepOutcome(t, e)
	if s.Running == t {
		s.Running = nil
		return
	}
	s.Queue = slices.DeleteFunc(s.Queue, func(q *Turn) bool { return q == t })
}

func (s *Session) evolveStep(t *Turn, r schemas.Record) {
	e := r.Event.(schemas.StepEvent)
	task := r.Draft.Subject.Task
	d, ok := s.Drafts[task]
	if !ok {
		d = &Draft{Playbook: r.Draft.Subject.Playbook, Context: s.contextOf(t, r.Draft.Subject)}
		s.Drafts[task] = d
		s.order = append(s.order, task)
	}
	d.Ops = append(d.Ops, Op{ID: r.Draft.ID, Seq: r.Seq, Turn: t.ID, Event: e})
	if a, added := e.(schemas.StepAdded); added {
		t.Tally.Built++
		if l, ok := t.Lanes[laneOf(a.Step)]; ok {
			l.Built++
		}
	} else {
		t.Tally.Changed++
	}
}

// laneOf is the lane that minted a step's id, <turn>.<lane>.<n>.
func laneOf(id schemas.StepID) schemas.LaneID {
	parts := strings.Split(string(id), ".")
	if len(parts) != 3 {
		return ""
	}
	return schemas.LaneID(parts[1])
}

// contextOf is the task context of a step event: path B's comes with the resolved
// target, path A writes playbooks only.
func (s *Session) contextOf(t *Turn, about schemas.Subject) schemas.TaskContext {
	if about.Playbook != "" || t.Target == nil {
		return schemas.InPlaybook
	}
	return t.Target.Context
}

// evolve folds what concerns the turn alone.
func (t *Turn) evolve(r schemas.Record) error {
	switch e := r.Event.(type) {
	case schemas.TurnClassified, schemas.RedirectConsidered, schemas.CancelRequested, schemas.DeadlinePassed,
		schemas.ProgressTitled, schemas.RepliesSuggested: // what follows from them stands behind them
	case schemas.DomainDispatched:
		t.dispatched(e)
	case schemas.AgentResolved:
		t.resolved(e)
	case schemas.TargetResolved:
		t.Target = &e
	case schemas.TurnHandedBack:
		t.Declined = append(t.Declined, Decline{Domain: e.Domain, Reason: e.Reason})
		t.Hop, t.Domain, t.Target = e.Hop, "", nil
	case schemas.RowChanged:
		if _, known := t.Rows[e.Row]; !known {
			t.rowOrder = append(t.rowOrder, e.Row)
		}
		t.Rows[e.Row] = e
	case schemas.Narrated:
		t.lane(e.Lane).Narration = e.Text
	case schemas.BoundaryReached:
		t.Ending = &e
	case schemas.LaneQueued, schemas.LaneStarted, schemas.LaneEnded:
		t.evolveLane(e)
	case schemas.ModelCalled, schemas.ModelAnswered, schemas.ModelFailed, schemas.ToolCalled, schemas.ToolReturned, schemas.DocumentEdited:
		t.evolveRound(r)
	default:
		return fmt.Errorf("turn: %s has no place in a turn", r.Type)
	}
	return nil
}
