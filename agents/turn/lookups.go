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

// Names of the tools that read.
const (
	LookupTask     = "lookup_task"
	ListTemplates  = "list_step_templates"
	GetTemplate    = "get_step_template"
	BuilderContext = "get_task_builder_context"
)

// taskOf finds the task of a resolved target.
func taskOf(w agents.World, t schemas.TargetResolved) *document.Task { return taskbuilder.Task(w, t) }

// lookup carries out a tool that reads and writes nothing.
func (d *decision) lookup(c schemas.ToolCalled) {
	var args struct {
		Task     schemas.TaskID `json:"task_id"`
		Template string         `json:"template_id"`
	}
	if err := steps.Strict(c.Args, &args); err != nil {
		d.toolReturned(c, schemas.CodeInvalidArguments, err.Error())
		return
	}
	switch c.Tool {
	case LookupTask:
		d.lookupTask(c, args.Task)
	case BuilderContext:
		d.told(c, d.builderView())
	case ListTemplates:
		d.told(c, templatesOf(d.w.Library))
	default:
		t, ok := d.w.Library.Template(args.Template)
		if !ok {
			d.toolReturned(c, schemas.CodeUnknownTemplate, fmt.Sprintf("there is no template %q; list_step_templates names those there are", args.Template))
			return
		}
		d.told(c, t)
	}
}

// lookupTask reads any task of the canvas by its id. Reads reach the whole canvas,
// and validate the id alone; it is path A's only way to see a task beside its own.
func (d *decision) lookupTask(c schemas.ToolCalled, id schemas.TaskID) {
	playbook := d.t.canvasID()
	m, task, ok := d.w.Canvas(playbook).Find(id)
	if !ok {
		d.toolReturned(c, schemas.CodeUnknownTask, fmt.Sprintf("there is no task %q on the canvas", id))
		return
	}
	tree, saved := d.s.tree(task, d.seqOf(playbook))
	d.told(c, struct {
		Module string          `json:"module"`
		Linked bool            `json:"linked,omitempty"`
		Task   agents.TaskView `json:"task"`
	}{m.Title, m.Linked, agents.ViewTask(task, tree, saved)})
}

// builderView is the open builder's task, as get_task_builder_context tells it.
func (d *decision) builderView() any {
	view := struct {
		Outcome    string           `json:"outcome"`
		ViewedFrom string           `json:"viewed_from,omitempty"`
		Surface    schemas.Surface  `json:"surface,omitempty"`
		Task       *agents.TaskView `json:"task,omitempty"`
	}{Outcome: string(schemas.CodeNoTarget)}
	if t := d.t.Target; t != nil {
		view.Outcome, view.ViewedFrom, view.Surface = t.Ladder.Outcome, t.ViewedFrom, t.Surface
		if task := d.openTask(); task != nil {
			tree, saved := d.s.tree(task, d.seqOf(t.Playbook))
			v := agents.ViewTask(task, tree, saved)
			view.Task = &v
		}
	}
	return view
}

// told returns a JSON document as a tool's result.
func (d *decision) told(c schemas.ToolCalled, v any) {
	raw, err := json.Marshal(v)
	if err != nil {
		d.toolReturned(c, schemas.CodeInvalidArguments, fmt.Sprintf("it can't be shown: %v", err))
		return
	}
	d.toolReturned(c, "", string(raw))
}

// templatesOf lists the library's step templates, without their steps.
func templatesOf(l *document.Library) any {
	type line struct {
		ID          string `json:"id"`
		Title       string `json:"title"`
		Description string `json:"description,omitempty"`
	}
	lines := []line{}
	if l != nil {
		for _, t := range l.Templates {
			lines = append(lines, line{t.ID, t.Title, t.Description})
		}
	}
	return lines
}

var lookupTaskTool = agents.Tool{
	Name: LookupTask, Description: "Read any task of the canvas by its id, with its steps. Use it when what is there matters to what you write or say; the canvas itself tells only how many steps a task has.",
	Arguments: json.RawMessage(`{"type":"object","additionalProperties":false,"required":["task_id"],"properties":{"task_id":{"type":"string"}}}`),
}
