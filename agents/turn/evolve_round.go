package turn

import (
	"turnbook/agents"
	"turnbook/schemas"
)

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
		l.Pending, l.Batch, l.Done, l.Failure = nil, e.ToolCalls, 0, cutShort(e)
		l.Without = nil
		if e.Asked != nil {
			l.Without = e.Asked.Without
		}
		l.Rounds++
		l.Talk = append(l.Talk, agents.Message{Role: agents.AssistantRole, Text: e.Text, Calls: e.ToolCalls})
	case schemas.ModelFailed:
		l := t.lane(e.Lane)
		l.Pending, l.Failure = nil, e.Code
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
		t.proposed(l, e)
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
