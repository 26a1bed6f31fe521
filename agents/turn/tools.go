package turn

import (
	"fmt"
	"slices"

	"turnbook/agents"
	"turnbook/agents/guide"
	"turnbook/agents/playbookeditor"
	"turnbook/agents/steps"
	"turnbook/agents/taskbuilder"
	"turnbook/schemas"
)

// runBatch carries out the tool calls of a lane's answer, in order, until one must
// wait for something outside, or all have returned.
func (d *decision) runBatch(l *Lane) {
	for l.Done < len(l.Batch) {
		d.as(byAgent(l.Agent))
		if !d.call(l, l.Batch[l.Done]) {
			return
		}
	}
	d.as(byAgent(l.Agent))
	d.callModel(l, l.Agent)
}

// call carries out one tool call. It says whether the batch may go on.
func (d *decision) call(l *Lane, req schemas.ToolRequest) bool {
	called := schemas.ToolCalled{Call: schemas.CallID(d.mint(l)), Lane: l.ID, Tool: req.Name, Args: req.Args, Ref: req.ID, Basis: d.w.Basis}
	if !d.offered(l, req.Name) {
		d.emit(called)
		d.toolReturned(called, schemas.CodeUnknownTool, fmt.Sprintf("there is no tool %q here", req.Name))
		return true
	}
	if d.t.Agent != nil {
		called.Outside = true
		d.emit(called)
		return false
	}
	switch {
	case req.Name == agents.ReturnToRouter:
		d.emit(called)
		return d.returnToRouter(l, called)
	case req.Name == playbookeditor.BuildTaskSteps:
		d.emit(called)
		return d.fanOut(l, called)
	case req.Name == WriteModules:
		return d.writeModules(l, called)
	case req.Name == AddTask && l.Assignment.Module != "":
		return d.addTaskToModule(l, called)
	case req.Name == CreatePlaybookTool:
		return d.createPlaybook(l, called)
	case playbookeditor.IsChrome(req.Name):
		return d.editChrome(l, called)
	case req.Name == steps.RemovalTool:
		d.emit(called)
		return d.remove(l, called)
	case req.Name == taskbuilder.BuildSubtask:
		d.emit(called)
		return d.buildSubtask(l, called)
	}
	d.emit(called)
	d.callAtOnce(l, called)
	return true
}

// callAtOnce carries out a tool that waits for nobody.
func (d *decision) callAtOnce(l *Lane, c schemas.ToolCalled) {
	switch c.Tool {
	case Narrate:
		d.narrate(l, c)
	case taskbuilder.UpdateProgress:
		d.updateProgress(l, c)
	case agents.SuggestReplies:
		d.suggestReplies(c)
	case LookupTask, ListTemplates, GetTemplate, BuilderContext:
		d.lookup(c)
	default:
		d.write(l, c)
	}
}

// offered says whether a lane's agent has a tool. What its prompt did not list, it
// can't call.
func (d *decision) offered(l *Lane, name string) bool {
	return !slices.Contains(l.Without, name) &&
		slices.ContainsFunc(d.toolsOf(l), func(t agents.Tool) bool { return t.Name == name })
}

func (d *decision) toolsOf(l *Lane) []agents.Tool {
	if d.t.Agent != nil {
		return namedTools(d.t.Agent.Tools)
	}
	switch l.Agent {
	case string(schemas.PlaybookEditor):
		return append(playbookeditor.Tools(d.w.CanBuild()), lookupTaskTool, createPlaybookTool, writeModulesTool)
	case ModuleWriter:
		return moduleWriterTools()
	case string(schemas.TaskBuilder):
		return taskbuilder.Tools(d.w.CanBuild())
	case string(schemas.Guide):
		return guide.Tools()
	case StepWriter:
		if l.Assignment.OnTask {
			return taskWriterTools()
		}
		return stepWriterTools()
	}
	return nil
}

// toolReturned tells a model what its call came to.
func (d *decision) toolReturned(c schemas.ToolCalled, code schemas.Code, result string) {
	d.emit(schemas.ToolReturned{Call: c.Call, Lane: c.Lane, Code: code, Result: result})
}

// returnToRouter is a domain's no. The hand-off wins: calls behind it in the same
// answer are not run. From the library nobody else owns the settings that were asked
// for, so there is nobody to hand to, and the batch goes on.
func (d *decision) returnToRouter(l *Lane, c schemas.ToolCalled) bool {
	var args struct {
		Reason string `json:"reason"`
	}
	if err := steps.Strict(c.Args, &args); err != nil {
		d.toolReturned(c, schemas.CodeInvalidArguments, err.Error())
		return true
	}
	if d.t.Domain == schemas.TaskBuilder && d.t.Target != nil && d.t.Target.ViewedFrom == taskbuilder.FromLibrary {
		d.refuseTool(l, c, schemas.CodeNobodyToHandTo, nobodyLadder(*d.t.Target), schemas.Subject{Task: d.t.Target.Task},
			"viewed from the library, nobody else owns this; say that you don't change it, and that it is changed in the library's own settings")
		return true
	}
	d.toolReturned(c, "", "handed back")
	for _, rest := range l.Batch[l.Done:] {
		skipped := schemas.ToolCalled{Call: schemas.CallID(d.mint(l)), Lane: l.ID, Tool: rest.Name, Args: rest.Args, Ref: rest.ID}
		d.emit(skipped)
		d.toolReturned(skipped, schemas.CodeNotRun, "not run: the turn was handed back")
	}
	d.handBack(args.Reason)
	return false
}

// nobodyLadder is why a hand-back from the library is refused.
func nobodyLadder(t schemas.TargetResolved) schemas.Ladder {
	l := schemas.Ladder{Rule: handBackRule, Basis: t.Ladder.Basis, Outcome: string(schemas.CodeNobodyToHandTo)}
	l.Try("viewed_from_playbook", t.ViewedFrom, t.ViewedFrom == taskbuilder.FromPlaybook)
	return l
}

// editChrome asks a playbook for a change of its chrome: an effect, whose result
// comes back as an input.
func (d *decision) editChrome(l *Lane, c schemas.ToolCalled) bool {
	playbook := d.t.canvasID()
	edit, code, why := playbookeditor.ReadEdit(c.Tool, c.Args, d.w.Canvas(playbook), string(c.Call))
	if code != "" {
		d.emit(c)
		ladder := schemas.Ladder{Rule: steps.ArgumentsRule, Basis: d.w.Basis, Outcome: string(code)}
		ladder.Try("arguments", why, false)
		d.refuseTool(l, c, code, ladder, schemas.Subject{Playbook: playbook}, why)
		return true
	}
	c.Edit = &edit
	d.emit(c)
	return false
}

// edited takes what a document's chrome came to.
func (d *decision) edited(in Edited) {
	if d.s.Running == nil || d.s.Running.Ending != nil {
		return
	}
	l, ok := d.s.Running.Lanes[in.Lane]
	if !ok || l.Tool == nil || l.Tool.Call != in.Call || l.Tool.Edited {
		return
	}
	c := l.Tool.ToolCalled
	d.under(bySystem, l.Tool.Event)
	in.Basis = d.w.Basis
	d.emit(in.DocumentEdited)
	if in.Code != "" {
		ladder := schemas.Ladder{Outcome: string(in.Code)}
		if in.Ladder != nil {
			ladder = *in.Ladder
		}
		d.refuseTool(l, c, in.Code, ladder, schemas.Subject{Playbook: c.Edit.Playbook, Task: c.Edit.Task}, in.Result)
		d.flip(l, schemas.RowRunning, in.Result)
		d.runBatch(l)
		return
	}
	if c.Edit.Op == schemas.AddModules {
		d.fillModules(l, c)
		return
	}
	if c.Edit.Op == schemas.AddTask {
		d.flip(l, schemas.RowRunning, c.Edit.Title)
	}
	d.toolReturned(c, "", in.Result)
	d.runBatch(l)
}

// refuseTool records a refusal and tells the model of it.
func (d *decision) refuseTool(l *Lane, c schemas.ToolCalled, code schemas.Code, ladder schemas.Ladder, about schemas.Subject, detail string) {
	d.emitAbout(schemas.WriteRefused{Code: code, Tool: c.Tool, Call: c.Call, Lane: l.ID, Task: about.Task, Detail: detail, Ladder: ladder}, about)
	d.toolReturned(c, code, detail)
}
