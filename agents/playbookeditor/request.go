package playbookeditor

import (
	"encoding/json"

	"turnbook/agents"
	"turnbook/schemas"
)

// buildPrompt is the block of the prompt that speaks of build_task_steps.
const buildPrompt = `You have subtasks written with ` + "`build_task_steps`" + `: one sub-agent for each target task, several
at a time. Sub-agents only add; what was saved before stays. Give all targets of one ask
in one call. A single subtask ask must name its task; if it doesn't, ask which one.`

// Request is one round of the domain.
func Request(call schemas.CallID, w agents.World, canvas *agents.CanvasView, talk []agents.Message) agents.Request {
	r := agents.Request{
		Call:     call,
		Agent:    string(schemas.PlaybookEditor),
		Messages: talk,
		Tools:    Tools(w.CanBuild()),
	}
	if canvas != nil {
		r.Data = []agents.Data{agents.NewData("canvas", canvas)}
	}
	if w.CanBuild() {
		r.System = buildPrompt
	}
	return r
}

// Tools are the domain's tools.
func Tools(canBuild bool) []agents.Tool {
	tools := []agents.Tool{agents.SuggestRepliesTool}
	for _, t := range chromeTools {
		tools = append(tools, t.tool)
	}
	if canBuild {
		tools = append(tools, buildTool)
	}
	return tools
}

// BuildTaskSteps is the name of the fan-out tool.
const BuildTaskSteps = "build_task_steps"

var buildTool = agents.Tool{
	Name:        BuildTaskSteps,
	Description: "Have the subtasks of one or more tasks of the canvas written, each by a sub-agent that only adds. Give all targets of one ask in one call; put what the user wants of them into brief. Not for changing or deleting subtasks that are there. Answers how many steps were built and how many writes were refused.",
	Arguments: json.RawMessage(`{"type":"object","additionalProperties":false,"required":["targets"],"properties":{
"targets":{"type":"array","minItems":1,"items":{"type":"object","additionalProperties":false,"required":["module_index","task_index"],"properties":{
"module_index":{"type":"integer","minimum":0},"task_index":{"type":"integer","minimum":0}}}},
"brief":{"type":"string","description":"what to write, when it is not simply the task's subtasks"}}}`),
}

// BuildArgs are the arguments of build_task_steps.
type BuildArgs struct {
	Targets []Target `json:"targets"`
	Brief   string   `json:"brief"`
}

// A Target names a task of the canvas by its coordinates.
type Target struct {
	ModuleIndex *int `json:"module_index"`
	TaskIndex   *int `json:"task_index"`
}
