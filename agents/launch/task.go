package launch

import (
	"encoding/json"
	"fmt"

	"turnbook/agents"
	"turnbook/agents/definitions"
	"turnbook/schemas"
)

// A Mode says where a workspace turn runs. The list is closed.
type Mode string

const (
	ModeNew      Mode = "new"
	ModeExisting Mode = "existing"
	ModeFork     Mode = "fork" // it is read, and refused
)

// A Task is the arguments of the tool task.
type Task struct {
	Kind       schemas.HandleKind
	Agent      string // trimmed and in small letters; "" for none
	Prompt     string
	Title      string
	Background bool // return at once; the turn that asks is woken
	Model      string
	Thinking   string // a level, or a number from 0
	Shared     bool   // of a sub-agent: it works in its parent's checkout

	Mode       Mode // of a workspace turn, as all below
	Workspace  schemas.WorkspaceID
	Branch     string
	Trunk      string
	Dispatch   schemas.Dispatch
	Disposable bool
}

// ParseTask reads the arguments of the tool task (workspace-turns.md 1.1, 1.2): null is
// absent, a member that nobody knows is refused, and every issue is told with its path.
// What one field has to do with another is asked only where each is right by itself.
func ParseTask(args json.RawMessage) (Task, *InputError) {
	o := open(args)
	if len(*o.issues) > 0 {
		return Task{}, o.done("task")
	}
	var t Task
	kind := o.oneOf("kind", "subagent", "workspace")
	t.Agent = o.agent("agentId")
	alias := o.agent("subagent_type")
	t.Prompt, t.Title = o.required("prompt"), o.required("title")
	t.Background, _ = read[bool](o, "run_in_background", "true or false")
	n, several := o.whole("n", 1, 20)
	t.Model, t.Thinking = o.name("model"), o.thinking("thinking")
	t.Shared = o.oneOf("isolation", "fork", "none") == "none"
	t.where(o.inner("workspace"))
	o.close()
	if len(*o.issues) > 0 {
		return Task{}, o.done("task")
	}
	if kind == "workspace" {
		t.Kind = schemas.WorkspaceTurn
		t.refineWorkspace(o, alias, several)
	} else {
		t.Kind = schemas.AgentTask
		t.refineSubAgent(o, alias, n)
	}
	return t, o.done("task")
}

func (t *Task) where(o *object) {
	t.Mode = Mode(o.oneOf("mode", string(ModeNew), string(ModeExisting), string(ModeFork)))
	t.Workspace = schemas.WorkspaceID(o.name("workspaceId"))
	t.Branch, t.Trunk = o.name("branchName"), o.name("trunkBranch")
	t.Dispatch = schemas.Dispatch(o.oneOf("queueDispatchMode", string(schemas.AtToolEnd), string(schemas.AtTurnEnd)))
	t.Disposable, _ = read[bool](o, "disposable", "true or false")
	o.close()
}

func (t *Task) refineWorkspace(o *object, alias string, several bool) {
	if alias != "" {
		o.issue("subagent_type", "workspace tasks do not take this alias; leave it out")
	}
	if several {
		o.issue("n", "workspace tasks run once; leave it out")
	}
	in := &object{path: []string{"workspace"}, issues: o.issues}
	switch {
	case t.Mode == ModeFork:
		in.issue("mode", "fork is not supported; give new or existing")
	case t.Mode == ModeExisting && t.Workspace == "":
		in.issue("workspaceId", "mode existing needs the workspace; give its id")
	}
}

func (t *Task) refineSubAgent(o *object, alias string, n int) {
	switch {
	case t.Agent == "" && alias == "":
		o.issue("agentId", "it is missing; give the id of an agent")
	case t.Agent != "" && alias != "" && t.Agent != alias:
		o.issue("agentId", "agentId and subagent_type name different agents; give one of them")
	case t.Agent == "":
		t.Agent = alias
	}
	if n > 1 {
		o.issue("n", "one launch runs one sub-agent; launch several instead")
	}
}

// agent reads an agent's id.
func (o *object) agent(name string) string {
	text, ok := read[string](o, name, "the id of an agent")
	if !ok {
		return ""
	}
	id, err := definitions.ParseID(text)
	if err != nil {
		o.issue(name, err.Error())
	}
	return string(id)
}

// thinking reads a level, or a number, which is understood with the model.
func (o *object) thinking(name string) string {
	raw, ok := o.take(name)
	if !ok {
		return ""
	}
	var text string
	if json.Unmarshal(raw, &text) != nil {
		text = string(raw)
	}
	level, ok := definitions.ReadLevel(text)
	if !ok {
		o.issue(name, fmt.Sprintf("%q is no level; give %s, or a number from 0", shorten(level), definitions.Levels()))
	}
	return level
}

func shorten(text string) string { return agents.Shorten(text) }
