package taskbuilder

import (
	"encoding/json"

	"turnbook/agents"
	"turnbook/agents/steps"
	"turnbook/schemas"
)

// Names of the domain's tools.
const (
	AddStep        = "add_step"
	UpdateStep     = "update_step"
	MoveStep       = "move_step"
	RemoveSteps    = "remove_steps"
	BuildSubtask   = "build_subtask"
	UpdateProgress = "update_progress"
)

// targetView is what the model is shown of its target.
type targetView struct {
	Outcome    string           `json:"outcome"`
	ViewedFrom string           `json:"viewed_from,omitempty"`
	Task       *agents.TaskView `json:"task,omitempty"`
}

// Request is one round of the domain; task is nil where the target could not be
// resolved.
func Request(call schemas.CallID, w agents.World, target schemas.TargetResolved, task *agents.TaskView, talk []agents.Message) agents.Request {
	view := targetView{Outcome: target.Ladder.Outcome, ViewedFrom: target.ViewedFrom, Task: task}
	return agents.Request{
		Call:     call,
		Agent:    string(schemas.TaskBuilder),
		Data:     []agents.Data{agents.NewData("target", view)},
		Messages: talk,
		Tools:    Tools(w.CanBuild()),
	}
}

// Tools are the domain's tools. Replies, the title of the progress and the way back to
// the router are always there, so that a vendor without the capability still gets a
// coherent turn.
func Tools(canBuild bool) []agents.Tool {
	tools := []agents.Tool{agents.ReturnToRouterTool, agents.SuggestRepliesTool, updateProgressTool}
	if canBuild {
		tools = append(tools, AddStepTool, UpdateStepTool, MoveStepTool, removeStepsTool, buildSubtaskTool, builderContextTool)
		tools = append(tools, WriteFormTool, EditFormTool, planFormTool)
		tools = append(tools, templateTools...)
	}
	return tools
}

// AddStepTool is the declaration of add_step.
var AddStepTool = agents.Tool{
	Name:        AddStep,
	Description: "Add a step to the open task. Without parent_id and after_id it goes to the end. parent_id and branch put it into a branch of a step that has branches; after_id puts it behind a sibling, and an empty after_id before all of them.",
	Arguments: json.RawMessage(`{"type":"object","additionalProperties":false,"required":["title"],"properties":{
"title":{"type":"string","description":"what is to be done"},
"description":{"type":"string","description":"how"},
"kind":{"enum":["INSTRUCTION","FORM","APPROVAL","DECISION","UPLOAD","EMAIL"],"default":"INSTRUCTION"},
"branches":{"type":"array","items":{"type":"string"},"description":"names of the branches of a DECISION or APPROVAL; absent for the usual ones"},
"parent_id":{"type":"string"},"branch":{"type":"string"},"after_id":{"type":"string"}}}`),
}

// UpdateStepTool is the declaration of update_step.
var UpdateStepTool = agents.Tool{
	Name:        UpdateStep,
	Description: "Change the title, description or kind of a step that is there. What you leave out stays as it is. Not for another place (move_step) or a form's content (edit_form).",
	Arguments: json.RawMessage(`{"type":"object","additionalProperties":false,"required":["step_id"],"properties":{
"step_id":{"type":"string"},"title":{"type":"string"},"description":{"type":"string"},
"kind":{"enum":["INSTRUCTION","FORM","APPROVAL","DECISION","UPLOAD","EMAIL"]}}}`),
}

// MoveStepTool is the declaration of move_step.
var MoveStepTool = agents.Tool{
	Name:        MoveStep,
	Description: "Move a step of the open task, with what it holds. Without parent_id and after_id it goes to the end; places are said as in add_step.",
	Arguments: json.RawMessage(`{"type":"object","additionalProperties":false,"required":["step_id"],"properties":{
"step_id":{"type":"string"},"parent_id":{"type":"string"},"branch":{"type":"string"},"after_id":{"type":"string"}}}`),
}

var removeStepsTool = agents.Tool{
	Name:        RemoveSteps,
	Description: "Remove steps of the open task, with what they hold. One intention is one call: name all of them. The user is asked first when something saved would be lost; wait for the answer, and take a no for a no.",
	Arguments: json.RawMessage(`{"type":"object","additionalProperties":false,"required":["step_ids"],"properties":{
"step_ids":{"type":"array","minItems":1,"items":{"type":"string"}}}}`),
}

var buildSubtaskTool = agents.Tool{
	Name:        BuildSubtask,
	Description: "Have the open task's subtasks written by a sub-agent, when the user asks for all of them; for one step, or for steps that the user names, use add_step.",
	Arguments:   json.RawMessage(`{"type":"object","additionalProperties":false,"properties":{"brief":{"type":"string","description":"what to write, when it is not simply the task's subtasks"}}}`),
}

var updateProgressTool = agents.Tool{
	Name:        UpdateProgress,
	Description: "Give the progress that the user sees a title, once, where several steps are written. The rows follow from what you write; you can't set them.",
	Arguments:   json.RawMessage(`{"type":"object","additionalProperties":false,"required":["title"],"properties":{"title":{"type":"string"}}}`),
}

var builderContextTool = agents.Tool{
	Name:        "get_task_builder_context",
	Description: "Read the open task anew, with its steps as they stand now. target is as fresh at the beginning of each round: use it only in the middle of a long batch.",
	Arguments:   json.RawMessage(`{"type":"object","additionalProperties":false,"properties":{}}`),
}

var templateTools = []agents.Tool{
	{
		Name: "list_step_templates", Description: "List the templates of steps in the library, when the user speaks of a template.",
		Arguments: json.RawMessage(`{"type":"object","additionalProperties":false,"properties":{}}`),
	},
	{
		Name: "get_step_template", Description: "Read a template of steps. Nothing is copied by itself: add its steps with add_step.",
		Arguments: json.RawMessage(`{"type":"object","additionalProperties":false,"required":["template_id"],"properties":{"template_id":{"type":"string"}}}`),
	},
}

const formHelp = ` A form is {"elements_map":{"<id>":{"type","label","required","help","options":[{"value","label"}],"show_when":{…}}},"order":["<id>"]}; types: text, long_text, number, date, choice, multiple_choice, check, email, phone, file, heading.`

// WriteFormTool is the declaration of write_form.
var WriteFormTool = agents.Tool{
	Name:        steps.WriteFormTool,
	Description: "Write the form of a FORM step, whole: for a new form, or one that is to be replaced." + formHelp,
	Arguments:   json.RawMessage(`{"type":"object","additionalProperties":false,"required":["step_id","form"],"properties":{"step_id":{"type":"string"},"form":{"type":"object"}}}`),
}

// EditFormTool is the declaration of edit_form.
var EditFormTool = agents.Tool{
	Name:        steps.EditFormTool,
	Description: "Edit the form of a FORM step that has one, all edits or none; what you don't name stays: add_element {id, element, after?}, update_element {id, change}, remove_element {id}, move_element {id, after?}, set_options {id, options}, set_rule {id, rule?}." + formHelp,
	Arguments:   json.RawMessage(`{"type":"object","additionalProperties":false,"required":["step_id","ops"],"properties":{"step_id":{"type":"string"},"ops":{"type":"array","items":{"type":"object"}}}}`),
}

var planFormTool = agents.Tool{
	Name:        steps.PlanFormTool,
	Description: "See what edit_form would make of a form, and what is wrong with the edits; writes nothing. For edits that you are not sure of.",
	Arguments:   EditFormTool.Arguments,
}
