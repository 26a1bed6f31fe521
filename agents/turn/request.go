package turn

import (
	"fmt"
	"slices"

	"turnbook/agents"
	"turnbook/agents/guide"
	"turnbook/agents/playbookeditor"
	"turnbook/agents/router"
	"turnbook/agents/taskbuilder"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// recent is how many messages the router is shown.
const recent = 6

func playbooksOf(ui schemas.UIContext) []schemas.PlaybookID { return agents.PlaybooksOf(ui) }

// Request is what a model is given for a lane's pending call. It follows from the
// session and the world, so that a call that is made again after a crash is the same
// where the documents are. Its System is what the state of things adds to the agent's
// standing orders, which whoever asks puts before it ([agents.Casting]).
func Request(s *Session, w agents.World, call CallModel) (agents.Request, error) {
	t := s.Running
	if t == nil || t.Lanes[call.Lane] == nil {
		return agents.Request{}, fmt.Errorf("turn: no lane %q to ask a model for", call.Lane)
	}
	d := &decision{s: s, w: w, t: t}
	l := t.Lanes[call.Lane]
	r, err := d.request(call, l)
	if l.Call == "" { // a sub-agent is shown no talk but its own
		r = s.Earlier.show(r)
	}
	return r, err
}

func (d *decision) request(call CallModel, l *Lane) (agents.Request, error) {
	ui := d.t.Request.UIContext
	if d.t.Agent != nil && l.ID != CompactLane {
		return d.workspaceRequest(call, l), nil
	}
	switch call.Agent {
	case string(schemas.Router):
		talk := d.s.Talk
		if extra := len(talk) - recent; extra > 0 {
			talk = talk[extra:]
		}
		return router.Request(call.Call, ui, d.t.declined(), slices.Clone(talk)), nil
	case string(schemas.PlaybookEditor):
		r := playbookeditor.Request(call.Call, d.w, d.canvas(), d.talk(l))
		r.Tools = d.toolsOf(l)
		return r, nil
	case string(schemas.TaskBuilder):
		return d.builderRequest(call, l)
	case string(schemas.Guide):
		return guide.Request(call.Call, d.canvas(), d.talk(l)), nil
	case Compact:
		return d.compactRequest(call), nil
	case StepWriter:
		return d.writerRequest(call, l), nil
	case ModuleWriter:
		return d.moduleRequest(call, l), nil
	}
	return agents.Request{}, fmt.Errorf("turn: no request for agent %q", call.Agent)
}

// talk is a main lane's conversation: the session's finished messages, then the
// lane's own rounds.
func (d *decision) talk(l *Lane) []agents.Message {
	own := len(l.Talk)
	past := d.s.Talk
	// What the lane said in this turn stands in the session's talk too; the lane's
	// copy has the tool calls.
	said := 0
	for _, m := range l.Talk {
		if m.Role == agents.AssistantRole && m.Text != "" {
			said++
		}
	}
	past = past[:max(0, len(past)-said)]
	return append(slices.Clone(past), l.Talk[:own]...)
}

// canvas is the playbook on screen with its counts; nil where there is none.
func (d *decision) canvas() *agents.CanvasView {
	id := d.t.canvasID()
	v, ok := agents.ViewCanvas(d.w.Canvas(id), d.t.Request.UIContext, func(t *document.Task) int {
		tree, _ := d.s.tree(t, d.seqOf(id))
		return tree.Len()
	})
	if !ok {
		return nil
	}
	return &v
}

func (d *decision) builderRequest(call CallModel, l *Lane) (agents.Request, error) {
	if d.t.Target == nil {
		return agents.Request{}, fmt.Errorf("turn: the task builder has no target ladder in this turn")
	}
	var view *agents.TaskView
	if task := taskbuilder.Task(d.w, *d.t.Target); task != nil {
		tree, saved := d.s.tree(task, d.seqOf(d.t.Target.Playbook))
		v := agents.ViewTask(task, tree, saved)
		view = &v
	}
	return taskbuilder.Request(call.Call, d.w, *d.t.Target, view, d.talk(l)), nil
}

// assignmentView is what a sub-agent is shown of its task.
type assignmentView struct {
	ModuleIndex int             `json:"module_index"`
	TaskIndex   int             `json:"task_index"`
	Module      string          `json:"module"`
	Task        agents.TaskView `json:"task"`
	Brief       string          `json:"brief,omitempty"`
}

// writerRequest is a sub-agent's round. It has no conversation but its own.
func (d *decision) writerRequest(call CallModel, l *Lane) agents.Request {
	a := l.Assignment
	view := assignmentView{ModuleIndex: a.ModuleIndex, TaskIndex: a.TaskIndex, Brief: l.Brief, Task: agents.TaskView{ID: a.Task, Steps: []agents.StepView{}}}
	if task := d.openTask(); a.OnTask && task != nil {
		tree, saved := d.s.tree(task, d.seqOf(a.Playbook))
		view.Task = agents.ViewTask(task, tree, saved)
	} else if m, task, ok := d.w.Canvas(a.Playbook).Find(a.Task); ok {
		tree, saved := d.s.tree(task, d.seqOf(a.Playbook))
		view.Module, view.Task = m.Title, agents.ViewTask(task, tree, saved)
	}
	return agents.Request{
		Call:     call.Call,
		Agent:    StepWriter,
		Data:     []agents.Data{agents.NewData("assignment", view)},
		Messages: append([]agents.Message{{Role: agents.UserRole, Text: "Write the subtasks of the task in `assignment`, as its brief says if it has one."}}, l.Talk...),
		Tools:    d.toolsOf(l),
	}
}
