package turn

import (
	"fmt"
	"time"

	"turnbook/agents/steps"
	"turnbook/schemas"
)

// An Effect is something that must be done outside before the turn can go on. Its
// result comes back as an [Input]. The set is closed.
//
// An effect without its result in the book may be done again after a crash; one with
// it is never in the list again.
type Effect interface {
	effect()
	// Key is the same for the same effect, and for no other of the session.
	Key() string
}

// CallModel asks a model for a lane's next round: [Answered] or [Failed].
type CallModel struct {
	schemas.ModelCalled
	LaneDeadline time.Time // zero for none
}

// EditDocument asks a playbook for a change of its chrome: [Edited].
type EditDocument struct {
	Call schemas.CallID
	Lane schemas.LaneID
	Edit schemas.DocumentEdit
}

// Watch waits until a lane's time is up: [Expired].
type Watch struct {
	Lane schemas.LaneID
	At   time.Time
}

// LookBack reads what the origin view showed since the turn began: [Seen].
type LookBack struct {
	View    schemas.ViewID    // "" for a turn without one
	Context schemas.UIContext // that came with the message
}

// FlushInto asks a document to take its part of a plan: [Flushed] or
// [FlushStopped].
type FlushInto struct {
	Plan     string
	Boundary string // as in "playbook/p1"
	Playbook schemas.PlaybookID
	Steps    []Op
	Tasks    []schemas.TaskID // of Steps, one by one
}

// ResolveAgent reads the agent files of a workspace: [Resolved].
type ResolveAgent struct {
	Turn       schemas.TurnID
	Delegation schemas.Delegation
}

// RunTool carries out a tool of a workspace: [Returned].
type RunTool struct {
	schemas.ToolCalled
	Turn       schemas.TurnID
	Delegation schemas.Delegation
	Agent      schemas.AgentResolved
}

func (CallModel) effect()    {}
func (EditDocument) effect() {}
func (Watch) effect()        {}
func (LookBack) effect()     {}
func (FlushInto) effect()    {}
func (ResolveAgent) effect() {}
func (RunTool) effect()      {}

func (e CallModel) Key() string    { return "model/" + string(e.Call) }
func (e EditDocument) Key() string { return "edit/" + string(e.Call) }
func (e Watch) Key() string        { return "watch/" + string(e.Lane) }
func (e LookBack) Key() string     { return "look-back" }
func (e FlushInto) Key() string    { return "flush/" + e.Plan + "/" + e.Boundary }
func (e ResolveAgent) Key() string { return "agent/" + string(e.Turn) }
func (e RunTool) Key() string      { return "tool/" + string(e.Call) }

// Next says what the running turn waits for; nothing when there is none.
func Next(s *Session) []Effect {
	t := s.Running
	switch {
	case t == nil, t.Paused:
		return nil
	case t.Plan != nil:
		return s.flushes(t.Plan)
	case t.Ending != nil:
		return []Effect{LookBack{View: t.Request.View, Context: t.Request.UIContext}}
	case t.unresolved() && t.Compaction == nil:
		return []Effect{ResolveAgent{Turn: t.ID, Delegation: s.Under(t)}}
	}
	var effects []Effect
	for _, id := range t.Order {
		l := t.Lanes[id]
		if l.Status != LaneAtWork {
			continue
		}
		if l.Pending != nil {
			effects = append(effects, CallModel{ModelCalled: l.Pending.ModelCalled, LaneDeadline: l.Deadline})
		}
		if l.Tool != nil && l.Tool.Edit != nil && !l.Tool.Edited {
			effects = append(effects, EditDocument{Call: l.Tool.Call, Lane: id, Edit: *l.Tool.Edit})
		}
		if l.Tool != nil && l.Tool.Outside {
			effects = append(effects, RunTool{ToolCalled: l.Tool.ToolCalled, Turn: t.ID, Delegation: s.Under(t), Agent: *t.Agent})
		}
		if !l.Deadline.IsZero() {
			effects = append(effects, Watch{Lane: id, At: l.Deadline})
		}
	}
	return effects
}

// flushes are the parts of a plan that have no answer yet.
func (s *Session) flushes(p *Plan) []Effect {
	var effects []Effect
	for _, boundary := range p.Waiting {
		f := FlushInto{Plan: p.Plan, Boundary: boundary}
		for _, task := range p.Tasks {
			if boundaryOf(task) != boundary {
				continue
			}
			f.Playbook = task.Playbook
			wanted := make(map[string]bool, len(task.Steps))
			for _, r := range task.Steps {
				wanted[r.Event] = true
			}
			if d := s.Drafts[task.Task]; d != nil {
				for _, op := range d.Ops {
					if wanted[op.ID] {
						f.Steps = append(f.Steps, op)
						f.Tasks = append(f.Tasks, task.Task)
					}
				}
			}
		}
		effects = append(effects, f)
	}
	return effects
}

// Documents are the playbooks that the running turn reads and writes; a decision is
// given a world that holds them.
func Documents(s *Session, in Input) []schemas.PlaybookID {
	var ids []schemas.PlaybookID
	if m, ok := in.(Message); ok {
		ids = append(ids, playbooksOf(m.Context)...)
	}
	if s.Running != nil {
		ids = append(ids, playbooksOf(s.Running.Request.UIContext)...)
		if s.Running.Created != "" {
			ids = append(ids, s.Running.Created)
		}
	}
	for _, q := range s.Queue {
		ids = append(ids, playbooksOf(q.Request.UIContext)...)
	}
	return ids
}

// EditedText is what a model is told of an edit that was done.
func EditedText(e schemas.DocumentEdit) string {
	switch e.Op {
	case schemas.RenamePlaybook:
		return "the playbook is called " + steps.Quote(e.Title) + " now"
	case schemas.AddModule:
		return "added module " + steps.Quote(e.Title)
	case schemas.LinkModule:
		return "linked module " + steps.Quote(string(e.Module))
	case schemas.RenameModule:
		return "the module is called " + steps.Quote(e.Title) + " now"
	case schemas.MoveModule:
		return "moved the module"
	case schemas.AddTask:
		return "added task " + steps.Quote(e.Title)
	case schemas.RenameTask:
		return "the task is called " + steps.Quote(e.Title) + " now"
	case schemas.MoveTask:
		return "moved the task"
	case schemas.CreatePlaybook:
		return "made the playbook " + steps.Quote(e.Title) + ", empty; it is the canvas of this turn now"
	case schemas.AddModules:
		return fmt.Sprintf("added %d modules", len(e.Modules))
	}
	return string(e.Op) + " done"
}
