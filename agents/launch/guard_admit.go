package launch

import (
	"fmt"

	"turnbook/agents/definitions"
	"turnbook/schemas"
)

// Admit decides on all that the book alone can tell: who asks, whether its project is
// trusted, and whether the named workspace is its own (workspace-turns.md 1.3, 2.1 to 2.3,
// 6.2). Its verdict is Refuse or GoOn.
func Admit(a Ask, s Standing, cfg Config) Verdict {
	c := newClimb("launch/1")
	c.call(a, s)
	c.owner(a, s)
	if a.Task.Kind == schemas.AgentTask {
		c.parent(s.Owner, cfg)
	} else if c.try("mode_built", string(a.Task.Mode), a.Task.Mode != ModeFork, schemas.CodeUnsupportedMode, "mode fork is not supported; give new or existing") && a.Task.Mode == ModeExisting {
		c.target(a, s)
	}
	return Verdict{Step: GoOn}.and(c)
}

// call checks the call itself.
func (c *climb) call(a Ask, s Standing) {
	t := a.Task
	c.try("model", t.Model, s.UnknownModel == "", schemas.CodeUnknownModel, s.UnknownModel)
	c.try("not_plan_mode", yes(a.ByPlanner), !a.ByPlanner || t.Kind == schemas.AgentTask && agentOf(a) == schemas.AgentID(Explore), schemas.CodePlanMode,
		"a plan launches nothing but explore sub-agents; propose the plan, and let it be carried out")
	c.try("owner_named", string(a.Owner), a.Owner != "", schemas.CodeUnknownOwner, "no workspace asks for it")
	c.try("prompt", "", !blank(t.Prompt), schemas.CodeInvalidLaunch, "the prompt is blank; say what is to be done")
	if t.Kind == schemas.WorkspaceTurn {
		c.try("mode", string(t.Mode), t.Mode == ModeNew || t.Mode == ModeExisting || t.Mode == ModeFork, schemas.CodeInvalidLaunch,
			fmt.Sprintf("there is no mode %s; give new or existing", shorten(string(t.Mode))))
		c.try("dispatch", string(t.Dispatch), t.Dispatch == "" || t.Dispatch == schemas.AtToolEnd || t.Dispatch == schemas.AtTurnEnd, schemas.CodeInvalidLaunch,
			fmt.Sprintf("there is no queueDispatchMode %s; give tool-end or turn-end", shorten(string(t.Dispatch))))
	} else {
		c.try("agent_named", t.Agent, a.explicit(), schemas.CodeInvalidLaunch, "a sub-agent needs an agent; give its agentId")
	}
	if a.explicit() {
		_, err := definitions.ParseID(t.Agent)
		c.try("agent_syntax", t.Agent, err == nil, schemas.CodeMalformedAgent, words(err))
	}
}

// owner checks who asks.
func (c *climb) owner(a Ask, s Standing) {
	c.try("owner_known", string(a.Owner), s.Owner.Known, schemas.CodeUnknownOwner, "there is no workspace ("+string(a.Owner)+") to launch from")
	c.try("owner_in_use", yes(!s.Owner.Archived), !s.Owner.Archived, schemas.CodeUnknownOwner, "the workspace ("+string(a.Owner)+") that asks is archived; take it out of the archive")
	c.try("project_trusted", yes(s.Owner.Trusted), s.Owner.Trusted, schemas.CodeUntrustedProject, "nobody has said that this project may be worked in; trust it in its settings")
}

// parent checks a sub-agent's parent. One that has come to its end spawns nothing more.
func (c *climb) parent(w Workspace, cfg Config) {
	c.try("parent_not_stopped", yes(!w.Stopped), !w.Stopped, schemas.CodeInvalidLaunch, "the agent of this workspace was stopped; it launches nothing more")
	c.try("parent_not_reported", yes(!w.Reported), !w.Reported, schemas.CodeInvalidLaunch, "the agent of this workspace has given its report; it launches nothing more")
	depth, most := w.Depth+1, cfg.depth()
	c.try("depth", fmt.Sprintf("%d of %d", depth, most), depth <= most, schemas.CodeDepthReached,
		fmt.Sprintf("the sub-agent would be %d deep, and the limit is %d; do this part yourself", depth, most))
}

// target checks the workspace of mode existing. Whose it is comes first: nobody learns of
// another's workspace more than that it is not theirs.
func (c *climb) target(a Ask, s Standing) {
	id := a.Task.Workspace
	c.try("workspace_named", string(id), id != "", schemas.CodeInvalidLaunch, "mode existing needs workspaceId")
	c.try("workspace_owned", string(id), s.owns(id) || a.Reawaken && s.descends(), schemas.CodeInvalidScope,
		"invalid_scope: the workspace ("+string(id)+") was not made for a turn of this one")
	c.try("workspace_known", string(id), s.Target.Known, schemas.CodeUnknownWorkspace, "the workspace ("+string(id)+") is gone; launch with mode new")
	c.try("workspace_in_use", yes(!s.Target.Archived), !s.Target.Archived, schemas.CodeWorkspaceArchived,
		"the workspace ("+string(id)+") is archived; take it out of the archive, or launch with mode new")
	c.try("identity_free", string(s.Target.Agent), !s.Target.child() || !a.explicit(), schemas.CodeKeepsIdentity,
		"the workspace ("+string(id)+") is a sub-agent's and keeps its agent ("+string(s.Target.Agent)+"); leave agentId out")
}

// descends says whether the target is a sub-agent's below the owner.
func (s Standing) descends() bool {
	for _, above := range s.Target.Ancestors {
		if above == s.Owner.ID {
			return true
		}
	}
	return false
}
