package launch

import (
	"encoding/json"
	"strings"

	"turnbook/agents"
	"turnbook/agents/definitions"
)

// A Place is what the tools' descriptions depend on.
type Place struct {
	Runnable []definitions.Agent // that can be spawned here
	Shares   bool                // a sub-agent may work in its parent's checkout
}

// Tools are the tools of delegation, as a model is shown them.
func Tools(p Place) []agents.Tool {
	return []agents.Tool{
		taskTool(p),
		{Name: "task_await", Arguments: awaitArguments, Description: "Wait for delegated work and get its reports. Without task_ids: for all of yours that is at work. " +
			"timeout_secs 0 looks once and does not wait. A completed report is kept: asking for it again gives it again. " +
			"Call it in a later step than the task call whose id it names."},
		{Name: "task_list", Arguments: listArguments, Description: "List your delegated work with its status; without statuses, what is unfinished. Use task_await for its reports."},
		{Name: "task_stop", Arguments: stopArguments, Description: "Stop delegated work, and for a sub-agent all that it delegated itself. Workspaces and their files stay. Nothing is taken back."},
		{Name: "agent_report", Arguments: reportArguments, Description: "Tell the agent that you work for something important on the way. It does not end your work: your last message is the report."},
	}
}

func taskTool(p Place) agents.Tool {
	var b strings.Builder
	b.WriteString("Delegate work. kind subagent (the default) gives a part of your own task to a sub-agent in a checkout of its own; it needs agentId. " +
		"kind workspace launches one turn in a workspace of its own standing: mode new makes one, mode existing goes on in one that you made. " +
		"Workspace tasks take an optional agentId, the agent of the launched turn, e.g. plan; without it exec. Internal agents can't be named there.\n" +
		"A checkout is made from what is committed: changes that you have not committed are not in it. " +
		"The other side sees nothing of your conversation: put all that it must know into prompt.\n" +
		"run_in_background returns at once, and you are told when the work has come to its end. " +
		"Keep about 7 reusable sub-agents at most, and stay below 10; launch nothing whose result you do not need.\n")
	b.WriteString(runnableText(p.Runnable))
	return agents.Tool{Name: "task", Description: b.String(), Arguments: taskArguments(p.Shares)}
}

func runnableText(list []definitions.Agent) string {
	if len(list) == 0 {
		return "No agent can be spawned as a sub-agent here."
	}
	lines := []string{"Agents that can be spawned as sub-agents here:"}
	for _, a := range list {
		line := "- " + string(a.ID)
		if about := strings.Join(strings.Fields(a.Matter.Description), " "); about != "" {
			line += ": " + about
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// taskArguments is the schema of task. Whether a sub-agent may share its parent's
// checkout depends on where that is; the parser takes the field everywhere.
func taskArguments(shares bool) json.RawMessage {
	const isolation = `"isolation":{"type":["string","null"],"enum":["fork","none",null],"description":"of a sub-agent: none works in your own checkout; fork, the default, in one of its own"},`
	if shares {
		return json.RawMessage(strings.Replace(taskSchema, `"workspace":`, isolation+`"workspace":`, 1))
	}
	return json.RawMessage(taskSchema)
}

const taskSchema = `{"type":"object","additionalProperties":false,"required":["prompt","title"],"properties":{` +
	`"kind":{"type":["string","null"],"enum":["subagent","workspace",null],"description":"subagent is the default"},` +
	`"agentId":{"type":["string","null"],"description":"the agent to run: needed for a sub-agent, optional for a workspace task"},` +
	`"prompt":{"type":"string","minLength":1,"description":"the whole order, with all that must be known"},` +
	`"title":{"type":"string","minLength":1,"description":"of a sub-agent: a short name of its role; of a workspace: what it is about"},` +
	`"run_in_background":{"type":["boolean","null"],"description":"return at once and be told of the outcome; false, the default, waits for it"},` +
	`"model":{"type":["string","null"],"minLength":1,"description":"a model instead of the one that is set up"},` +
	`"thinking":{"type":["string","number","null"],"description":"off, low, medium, high, xhigh, max, or a number from 0"},` +
	`"workspace":{"type":["object","null"],"additionalProperties":false,"description":"of a workspace task","properties":{` +
	`"mode":{"type":["string","null"],"enum":["new","existing",null],"description":"new is the default"},` +
	`"workspaceId":{"type":["string","null"],"minLength":1,"description":"of mode existing: a workspace that you made"},` +
	`"branchName":{"type":["string","null"],"minLength":1,"description":"of mode new: the branch to make or attach"},` +
	`"trunkBranch":{"type":["string","null"],"minLength":1,"description":"of mode new: the branch to begin at; yours by default"},` +
	`"queueDispatchMode":{"type":["string","null"],"enum":["tool-end","turn-end",null],"description":"of mode existing, behind a running turn: cut it behind its next tool call, or wait for its end"},` +
	`"disposable":{"type":["boolean","null"],"description":"of mode new: remove the workspace when its turn has come to its end"}}}}}`

var (
	awaitArguments = json.RawMessage(`{"type":"object","additionalProperties":false,"properties":{` +
		`"task_ids":{"type":["array","null"],"items":{"type":"string"},"description":"what to wait for"},` +
		`"timeout_secs":{"type":["integer","null"],"minimum":0,"description":"the longest wait; 600 by default, 0 to look once"},` +
		`"min_completed":{"type":["integer","null"],"minimum":1,"description":"return when so many have come to their end; 1 by default"},` +
		`"filter":{"type":["string","null"],"description":"of background commands: only lines that match this regular expression"},` +
		`"filter_exclude":{"type":["boolean","null"],"description":"leave those lines out instead"}}}`)
	listArguments = json.RawMessage(`{"type":"object","additionalProperties":false,"properties":{` +
		`"statuses":{"type":["array","null"],"items":{"type":"string","enum":["queued","running","backgrounded","completed","interrupted","error"]}},` +
		`"includeArchived":{"type":["boolean","null"],"description":"turns in archived workspaces too"}}}`)
	stopArguments = json.RawMessage(`{"type":"object","additionalProperties":false,"required":["task_ids"],"properties":{` +
		`"task_ids":{"type":"array","minItems":1,"items":{"type":"string"},"description":"what to stop"}}}`)
	reportArguments = json.RawMessage(`{"type":"object","additionalProperties":false,"required":["message"],"properties":{` +
		`"message":{"type":"string","minLength":1,"description":"what you found, in Markdown"}}}`)
)
