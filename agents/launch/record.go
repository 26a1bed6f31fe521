package launch

import "turnbook/schemas"

// A Record is what whoever carries a launch out has made for it.
type Record struct {
	Workspace schemas.WorkspaceID
	Turn      schemas.TurnID
	Model     schemas.Setting
	Thinking  schemas.Setting
}

// Asked is the launch as the book keeps it.
func (a Ask) Asked() schemas.Launch {
	l := schemas.Launch{
		Kind: a.Task.Kind, Agent: a.Task.Agent, Title: a.Task.Title, Model: a.Task.Model, Thinking: a.Task.Thinking,
		Turn: a.Turn, Call: a.Call,
	}
	if a.Task.Kind == schemas.WorkspaceTurn {
		l.Mode, l.Workspace, l.Branch, l.Trunk = string(a.Task.Mode), a.Task.Workspace, a.Task.Branch, a.Task.Trunk
	}
	return l
}

// Refused is the fact of a launch that came to nothing.
func (v Verdict) Refused(a Ask) schemas.LaunchRefused {
	return schemas.LaunchRefused{Code: v.Refusal.Code, Detail: v.Refusal.Detail, Asked: a.Asked(), Ladders: v.Ladders}
}

// genericTitle is the title of a launch that has none.
const genericTitle = "Workspace turn"

// Record are the first facts of the delegated turn: that it is there, and, where it was
// to be settled, its end. A caller that is told of a failure at once is not woken for it
// again, so there is no attention policy then.
func (v Verdict) Record(a Ask, r Record) []schemas.Event {
	created := schemas.HandleCreated{
		Kind: a.Task.Kind, Mode: string(a.mode()), Owner: a.Owner, Workspace: r.Workspace, Turn: r.Turn,
		Status:           schemas.HandleRunning,
		CreatedWorkspace: a.mode() == ModeNew,
		Disposable:       a.mode() == ModeNew && a.Task.Disposable,
		Title:            a.Task.Title, Prompt: a.Task.Prompt,
		Agent: v.Terms.Agent, Strict: v.Terms.Strict, SkipPersistence: v.Terms.SkipPersistence,
		Pin: v.Terms.Pin, Validated: v.Terms.Validated, Ladders: v.Ladders,
		Model: r.Model, Thinking: r.Thinking,
		Attention: a.attention(), CallerTurn: a.Turn, CallerCall: a.Call,
	}
	if blank(created.Title) {
		created.Title = genericTitle
	}
	if a.explicit() {
		created.Asked = agentOf(a)
	}
	if v.Queued {
		created.Status, created.Dispatch = schemas.HandleQueued, a.Task.Dispatch
	}
	if v.Step != Settle {
		return []schemas.Event{created}
	}
	created.Attention = ""
	return []schemas.Event{created, schemas.HandleSettled{
		Status: schemas.HandleError, Generation: 1, Reason: schemas.SettledRefused, Code: v.Refusal.Code, Error: v.Refusal.Detail,
	}}
}

// mode is the mode; a sub-agent's workspace is always a new one, unless it is woken.
func (a Ask) mode() Mode {
	if a.Task.Kind == schemas.AgentTask {
		return ModeNew
	}
	return a.Task.Mode
}

// Delegation is what the turn's message says of it.
func (v Verdict) Delegation(a Ask, h schemas.HandleID, r Record) schemas.Delegation {
	d := schemas.Delegation{
		Workspace: r.Workspace, Origin: schemas.FromLaunch, Handle: h, Owner: a.Owner,
		Agent: v.Terms.Agent, Strict: v.Terms.Strict, Pin: v.Terms.Pin, SkipPersistence: v.Terms.SkipPersistence,
		Model: r.Model, Thinking: r.Thinking,
	}
	if a.mode() == ModeExisting {
		d.Dispatch = a.Task.Dispatch
	}
	return d
}
