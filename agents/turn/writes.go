package turn

import (
	"encoding/json"
	"fmt"

	"turnbook/agents"
	"turnbook/agents/steps"
	"turnbook/agents/taskbuilder"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// StepWriter is the agent of path A's lanes.
const StepWriter = "step-writer"

// RemoveStep is path A's tool to take back a step that the turn wrote.
const RemoveStep = "remove_step"

// Narrate is the tool by which a sub-agent says what it is doing.
const Narrate = "narrate"

// write carries out a tool that writes the step tree. It is a decision, not an
// effect: its events stand in the message of the answer that asked for them, so it
// can't be done twice.
func (d *decision) write(l *Lane, c schemas.ToolCalled) {
	site, no := d.site(l)
	if no != nil {
		d.noSite(l, c, no)
		return
	}
	var o steps.Outcome
	switch c.Tool {
	case taskbuilder.AddStep:
		o = steps.Add(site, c.Args, schemas.StepID(c.Call))
	case taskbuilder.UpdateStep:
		o = steps.Update(site, c.Args)
	case taskbuilder.MoveStep:
		o = steps.Move(site, c.Args)
	case RemoveStep:
		o = steps.RemoveOne(site, c.Args)
	case steps.WriteFormTool, steps.EditFormTool:
		o = steps.WriteForm(site, c.Tool, c.Args)
	case steps.PlanFormTool:
		var told string
		if told, o = steps.PlanForm(site, c.Args); !o.Refused() {
			d.toolReturned(c, "", told)
			return
		}
	default:
		d.toolReturned(c, schemas.CodeUnknownTool, fmt.Sprintf("there is no tool %q here", c.Tool))
		return
	}
	if o.Refused() {
		d.refusedWrite(l, c, site, o)
		return
	}
	d.wrote(l, c, site, o)
}

// wrote records a write that was let through.
func (d *decision) wrote(l *Lane, c schemas.ToolCalled, site *steps.Site, o steps.Outcome) {
	d.emitAbout(o.Event, site.Subject())
	d.flip(l, schemas.RowRunning, titleOf(o.Event))
	d.rowOfStep(l, site, o.Step)
	d.toolReturned(c, "", o.Detail)
}

// refusedWrite records a write that a gate refused, and tells row and model.
func (d *decision) refusedWrite(l *Lane, c schemas.ToolCalled, site *steps.Site, o steps.Outcome) {
	d.emitAbout(schemas.WriteRefused{
		Code: o.Code, Tool: c.Tool, Call: c.Call, Lane: l.ID, Task: site.Task, Step: o.Step, Detail: o.Detail, Ladder: o.Ladder,
	}, site.Subject())
	d.flip(l, schemas.RowRunning, o.Detail)
	d.toolReturned(c, o.Code, o.Detail)
}

// noSite records a write by a lane that has nothing to write to.
func (d *decision) noSite(l *Lane, c schemas.ToolCalled, no *noSite) {
	ladder := schemas.Ladder{Rule: siteRule, Basis: d.w.Basis, Outcome: string(no.code)}
	ladder.Try("site", string(no.subject.Task), false)
	d.refuseTool(l, c, no.code, ladder, no.subject, steps.Explain(no.code, ""))
}

func titleOf(e schemas.StepEvent) string {
	switch e := e.(type) {
	case schemas.StepAdded:
		return e.Title
	case schemas.StepUpdated:
		if e.Title != nil {
			return *e.Title
		}
	case schemas.FormWritten:
		return "writing its form"
	}
	return ""
}

// A noSite says why a lane has nothing to write to.
type noSite struct {
	code    schemas.Code
	subject schemas.Subject
}

// site is the one task that a lane may write.
func (d *decision) site(l *Lane) (*steps.Site, *noSite) {
	if l.ID == schemas.MainLane || l.Assignment.OnTask {
		return d.taskSite()
	}
	return d.canvasSite(l)
}

func (d *decision) canvasSite(l *Lane) (*steps.Site, *noSite) {
	a := l.Assignment
	_, task, ok := d.w.Canvas(a.Playbook).Find(a.Task)
	if !ok {
		// The gate says why; it needs no tree for that.
		task = &document.Task{ID: a.Task, Steps: document.NewSteps(nil)}
	}
	tree, saved := d.s.tree(task, d.seqOf(a.Playbook))
	return steps.OnCanvas(d.w, d.s.User, a, tree, saved), nil
}

func (d *decision) taskSite() (*steps.Site, *noSite) {
	bound := d.t.Target
	if bound == nil {
		return nil, &noSite{code: schemas.CodeNoTarget}
	}
	now, linked := taskbuilder.ResolveTarget(d.w, d.t.Request.UIContext)
	task := taskbuilder.Task(d.w, now)
	if task == nil {
		task = &document.Task{ID: now.Task, Steps: document.NewSteps(nil)}
	}
	tree, saved := d.s.tree(task, d.seqOf(now.Playbook))
	return steps.OnTask(now, linked, tree, saved), nil
}

// seqOf is the position of the document that holds a task's saved steps.
func (d *decision) seqOf(p schemas.PlaybookID) uint64 {
	if p == "" || d.w.Playbook(p) == nil {
		if d.w.Library == nil {
			return 0
		}
		return d.w.Library.Seq
	}
	return d.w.Playbook(p).Seq
}

// narrate flips the row's detail. The narration itself is internal.
func (d *decision) narrate(l *Lane, c schemas.ToolCalled) {
	var args struct {
		Text string `json:"text"`
	}
	if err := steps.Strict(c.Args, &args); err != nil {
		d.toolReturned(c, schemas.CodeInvalidArguments, err.Error())
		return
	}
	d.emit(schemas.Narrated{Lane: l.ID, Text: args.Text})
	d.flip(l, schemas.RowRunning, args.Text)
	d.toolReturned(c, "", "noted")
}

// flip changes the row of a sub-agent's lane. A row that has come to its end stays
// as it is, and the turn's own lane has none.
func (d *decision) flip(l *Lane, status schemas.RowStatus, detail string) {
	row, ok := d.t.Rows[schemas.RowID(l.ID)]
	if !ok || row.Status.Final() || row.Status == status && row.Detail == detail {
		return
	}
	row.Status, row.Detail = status, detail
	d.emit(row)
}

// stepWriterTools are the tools of a sub-agent: it adds, it tries to change what it
// wrote itself, it says what it does. It raises no card and offers no replies.
func stepWriterTools() []agents.Tool {
	return []agents.Tool{
		narrateTool, lookupTaskTool, onCanvas(taskbuilder.AddStepTool), onCanvas(taskbuilder.UpdateStepTool), onCanvas(taskbuilder.MoveStepTool), removeStepTool,
		onCanvas(taskbuilder.WriteFormTool), onCanvas(taskbuilder.EditFormTool),
	}
}

// taskWriterTools are those of a sub-agent on the open builder's task: its tools take
// no coordinates, and it deletes nothing, since it can raise no card.
func taskWriterTools() []agents.Tool {
	return []agents.Tool{narrateTool, taskbuilder.AddStepTool, taskbuilder.UpdateStepTool, taskbuilder.MoveStepTool, taskbuilder.WriteFormTool, taskbuilder.EditFormTool}
}

var removeStepTool = agents.Tool{
	Name:        RemoveStep,
	Description: "Take back a step that you added in this turn. What was there before you stays.",
	Arguments:   json.RawMessage(`{"type":"object","additionalProperties":false,"required":["step_id"],"properties":{"module_index":{"type":"integer"},"task_index":{"type":"integer"},"step_id":{"type":"string"}}}`),
}

var narrateTool = agents.Tool{
	Name:        Narrate,
	Description: "Say in a few words what you are doing now, once for each piece of work. It is no answer to anybody.",
	Arguments:   json.RawMessage(`{"type":"object","additionalProperties":false,"required":["text"],"properties":{"text":{"type":"string"}}}`),
}

// onCanvas is a tool of path B with the coordinates that path A's may carry.
func onCanvas(t agents.Tool) agents.Tool {
	const marker = `"properties":{`
	args := string(t.Arguments)
	for i := range args {
		if len(args)-i >= len(marker) && args[i:i+len(marker)] == marker {
			at := i + len(marker)
			t.Arguments = json.RawMessage(args[:at] + `"module_index":{"type":"integer"},"task_index":{"type":"integer"},` + args[at:])
			break
		}
	}
	return t
}
