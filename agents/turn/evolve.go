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
		return nil
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
		s.say(agents.Message{Role: agents.UserRole, Text: t.Request.Text})
	case schemas.TurnEnded:
		s.end(t, e)
	case schemas.BucketComputed:
		s.Bucket = e.Bucket
	case schemas.DomainPinned:
		s.Pinned = e.Domain
	case schemas.DomainUnpinned:
		s.Pinned = ""
	case schemas.MessageWritten:
		s.say(agents.Message{Role: agents.AssistantRole, Text: e.Text})
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
		s.User = e.User
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

func (s *Session) say(m agents.Message) {
	s.Talk = append(s.Talk, m)
	if extra := len(s.Talk) - maxTalk; extra > 0 {
		s.Talk = slices.Delete(s.Talk, 0, extra)
	}
}

func (s *Session) end(t *Turn, e schemas.TurnEnded) {
	s.setStatus(t.ID, e.Status)
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

// dispatched gives the main lane to a domain, with a conversation of its own.
func (t *Turn) dispatched(e schemas.DomainDispatched) {
	t.Domain, t.Hop = e.Domain, e.Hop
	l := t.lane(schemas.MainLane)
	l.Agent, l.Talk, l.Batch, l.Done, l.Rounds = string(e.Domain), nil, nil, 0, 0
}

func (t *Turn) evolveLane(e schemas.Event) {
	switch e := e.(type) {
	case schemas.LaneQueued:
		l := t.lane(e.Lane)
		l.Agent, l.Call, l.Assignment, l.Brief, l.Status = e.Agent, e.Call, e.Assignment, e.Brief, LaneWaiting
	case schemas.LaneStarted:
		l := t.lane(e.Lane)
		l.Status, l.Deadline = LaneAtWork, e.Deadline
	case schemas.LaneEnded:
		l := t.lane(e.Lane)
		l.Status, l.Pending, l.Tool, l.Batch = LaneOver, nil, nil, nil
	}
}

func (t *Turn) evolveRound(r schemas.Record) {
	switch e := r.Event.(type) {
	case schemas.ModelCalled:
		l := t.lane(e.Lane)
		l.Pending = &Pending{ModelCalled: e, Event: r.Draft.ID}
		l.minted++
	case schemas.ModelAnswered:
		l := t.lane(e.Lane)
		l.Pending, l.Batch, l.Done = nil, e.ToolCalls, 0
		l.Rounds++
		l.Talk = append(l.Talk, agents.Message{Role: agents.AssistantRole, Text: e.Text, Calls: e.ToolCalls})
	case schemas.ModelFailed:
		t.lane(e.Lane).Pending = nil
	case schemas.ToolCalled:
		l := t.lane(e.Lane)
		l.Tool = &PendingTool{ToolCalled: e, Event: r.Draft.ID}
		l.minted++
	case schemas.ToolReturned:
		l := t.lane(e.Lane)
		if t.Ending != nil && t.Ending.Status == schemas.TurnAwaitingAnswer {
			// There was nothing left to ask about: the turn goes on.
			t.Ending, t.Plan = nil, nil
		}
		l.Talk = append(l.Talk, agents.Message{Role: agents.ToolRole, Text: e.Result, Ref: l.refOf(e.Call), Code: e.Code})
		l.Tool = nil
		l.Done++
	case schemas.DocumentEdited:
		t.edited(e)
	}
}

// edited folds what a document took: a playbook that the turn made is its canvas from
// then on, and a module worker has built a task.
func (t *Turn) edited(e schemas.DocumentEdited) {
	l := t.lane(e.Lane)
	if l.Tool == nil || l.Tool.Edit == nil {
		return
	}
	l.Tool.Edited = true
	if e.Code != "" {
		return
	}
	switch edit := l.Tool.Edit; edit.Op {
	case schemas.CreatePlaybook:
		t.Created = edit.Playbook
	case schemas.AddTask:
		if l.Assignment.Module != "" {
			l.Built++
			t.Tally.Built++
		}
	}
}

// refOf is the model's own name of the call that is out.
func (l *Lane) refOf(call schemas.CallID) string {
	if l.Tool != nil && l.Tool.Call == call {
		return l.Tool.Ref
	}
	return ""
}

func (s *Session) evolveFlush(t *Turn, r schemas.Record) {
	switch e := r.Event.(type) {
	case schemas.FlushPlanned:
		p := &Plan{FlushPlanned: e, Event: r.Draft.ID}
		t.flushes++
		for _, f := range e.Tasks {
			if b := boundaryOf(f); !slices.Contains(p.Waiting, b) {
				p.Waiting = append(p.Waiting, b)
			}
		}
		t.Plan = p
		t.Tally.Dropped += len(e.Drops)
		for _, d := range e.Drops {
			if !slices.Contains(t.Tally.Reasons, d.Reason) {
				t.Tally.Reasons = append(t.Tally.Reasons, d.Reason)
			}
			s.drop(t.ID, d)
			s.forget(d.Task, []schemas.StepRef{d.StepRef})
		}
	case schemas.FlushApplied:
		t.Plan.answered(e.Entity)
		t.Tally.NotSaved += len(e.Refused)
		for _, x := range e.Refused {
			t.Tally.noteCode(x.Code)
		}
		s.forgetPlanned(t.Plan, e.Entity)
	case schemas.FlushRefused:
		t.Plan.answered(e.Entity)
		t.Tally.NotSaved += t.Plan.stepsOf(e.Entity)
		t.Tally.noteCode(e.Code)
		s.forgetPlanned(t.Plan, e.Entity)
	}
}

func (t *Tally) noteCode(c schemas.Code) {
	if !slices.Contains(t.Codes, c) {
		t.Codes = append(t.Codes, c)
	}
}

func (p *Plan) answered(boundary string) {
	p.Waiting = slices.DeleteFunc(p.Waiting, func(b string) bool { return b == boundary })
}

// stepsOf counts the step events that a plan has for a boundary.
func (p *Plan) stepsOf(boundary string) int {
	n := 0
	for _, f := range p.Tasks {
		if boundaryOf(f) == boundary {
			n += len(f.Steps)
		}
	}
	return n
}

// forgetPlanned takes what a plan had for a boundary out of the drafts: it is in the
// saved tree now, or was refused.
func (s *Session) forgetPlanned(p *Plan, boundary string) {
	for _, f := range p.Tasks {
		if boundaryOf(f) == boundary {
			s.forget(f.Task, f.Steps)
		}
	}
}

func (s *Session) forget(task schemas.TaskID, steps []schemas.StepRef) {
	d, ok := s.Drafts[task]
	if !ok {
		return
	}
	gone := make(map[string]bool, len(steps))
	for _, r := range steps {
		gone[r.Event] = true
	}
	d.Ops = slices.DeleteFunc(d.Ops, func(o Op) bool { return gone[o.ID] })
	d.tree = nil
	if len(d.Ops) == 0 {
		delete(s.Drafts, task)
		s.order = slices.DeleteFunc(s.order, func(id schemas.TaskID) bool { return id == task })
	}
}

// boundaryOf names the boundary that a task's steps are saved in.
func boundaryOf(f schemas.TaskFlush) string {
	if f.Playbook != "" {
		return schemas.Entity{Kind: schemas.PlaybookBoundary, ID: string(f.Playbook)}.String()
	}
	return schemas.Entity{Kind: schemas.LibraryBoundary, ID: schemas.LibraryID}.String()
}
