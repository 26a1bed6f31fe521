package launch

import (
	"strings"
	"testing"

	"turnbook/schemas"
)

// A row is one of the tables of workspace-turns.md section 5.
type row struct {
	name    string
	args    string // beside prompt and title
	owner   files  // what the owner's checkout has beside everywhere
	there   files  // what the target's has
	unseen, // the target can't be looked at
	not bool // the owner does not vouch
	set  func(*Ask, *Standing)
	gone files // what the owner's checkout has lost between the stages

	want want
}

// A want is what comes of a launch.
type want struct {
	created  bool // the workspace
	recorded bool // the delegated turn
	code     schemas.Code
	agent    schemas.AgentID
	strict   bool
	skip     bool
	in       string
}

// walk carries a launch out, on paper.
func (r row) walk(t *testing.T) (want, Verdict) {
	task, wrong := ParseTask([]byte(`{"prompt":"Do it.","title":"Work",` + r.args + `}`))
	if wrong != nil {
		return want{code: schemas.CodeInvalidArguments}, Verdict{}
	}
	a, s, g := Ask{Task: task, Owner: owner}, standing(), vouching()
	if r.set != nil {
		r.set(&a, &s)
	}
	if r.not {
		g.Base = "other"
	}
	mine := View{Catalog: everywhere().with(r.owner).catalog()}
	theirs := View{Catalog: everywhere().with(r.there).catalog()}
	if r.unseen {
		theirs = View{Reason: "no route to host"}
	}
	first := mine
	if a.Task.Mode == ModeExisting {
		first = theirs
	}
	v := Before(a, Admit(a, s, Config{}), Proof{Standing: s, View: first, Git: g}, Config{})
	w := want{created: v.Step == Create}
	if w.created {
		again := View{Catalog: everywhere().with(r.owner).with(r.gone).catalog()}
		v = After(a, v, Made{Workspace: "w-new", Target: theirs, Owner: again}, Config{})
	}
	return w.of(t, a, v), v
}

func (w want) of(t *testing.T, a Ask, v Verdict) want {
	if v.Refusal != nil {
		w.code = v.Refusal.Code
	}
	if v.Step != Dispatch && v.Step != Settle {
		return w
	}
	events := v.Record(a, Record{Workspace: "w-new", Turn: "t1"})
	created := events[0].(schemas.HandleCreated)
	w.recorded = true
	if v.Step == Dispatch {
		d := v.Delegation(a, "wst_3", Record{Workspace: "w-new", Turn: "t1"})
		w.agent, w.strict, w.skip, w.in = d.Agent, d.Strict, d.SkipPersistence, created.Validated
		if (d.Pin != nil) != d.Strict {
			t.Errorf("a strict turn is pinned, and no other: %+v", d)
		}
	} else if created.Attention != "" || len(events) != 2 {
		t.Errorf("a launch that fails at once wakes nobody later: %+v", events)
	}
	return w
}

func TestGuardRows(t *testing.T) {
	full := func(_ *Ask, s *Standing) {
		for range 16 {
			s.Held = append(s.Held, Held{Owner: other, Workspace: schemas.WorkspaceID(strings.Repeat("x", len(s.Held))), Status: schemas.HandleRunning})
		}
	}
	existing := `"kind":"workspace","workspace":{"mode":"existing","workspaceId":"w-target"}`
	atChild := func(a *Ask, s *Standing) { a.Reawaken, s.Target = true, sub() }
	for _, r := range []row{
		{name: "G1 a planner launches no workspace turn", args: `"kind":"workspace","agentId":"plan"`, set: func(a *Ask, _ *Standing) { a.ByPlanner = true }, want: want{code: schemas.CodePlanMode}},
		{name: "G2 the name can be no agent's", args: `"kind":"workspace"`, set: func(a *Ask, _ *Standing) { a.Task.Agent = "No Agent!" }, want: want{code: schemas.CodeMalformedAgent}},
		{name: "G2 nor past the tool", args: `"kind":"workspace","agentId":"no.agent"`, want: want{code: schemas.CodeInvalidArguments}},
		{name: "G3 the alias is none of a workspace task", args: `"kind":"workspace","agentId":"plan","subagent_type":"plan"`, want: want{code: schemas.CodeInvalidArguments}},
		{name: "G4 fork is not supported", args: `"kind":"workspace"`, set: func(a *Ask, _ *Standing) { a.Task.Mode = ModeFork }, want: want{code: schemas.CodeUnsupportedMode}},
		{name: "G5 the workspace is not the owner's", args: existing, set: func(_ *Ask, s *Standing) { s.Held[0].Owner = other }, want: want{code: schemas.CodeInvalidScope}},
		{name: "G5 nor is a sub-agent's, for the tool", args: existing, set: func(a *Ask, s *Standing) {
			a.Task.Workspace, s.Target = child, sub()
			s.Held = append(s.Held, Held{Kind: schemas.AgentTask, Owner: owner, Workspace: child, Created: true})
		}, want: want{code: schemas.CodeInvalidScope}},
		{name: "G5 whose it is comes before whether it is archived", args: existing, set: func(_ *Ask, s *Standing) { s.Held[0].Owner, s.Target.Archived = other, true }, want: want{code: schemas.CodeInvalidScope}},
		{name: "G6 the target is archived", args: existing, set: func(_ *Ask, s *Standing) { s.Target.Archived = true }, want: want{code: schemas.CodeWorkspaceArchived}},
		{name: "G7 a sub-agent keeps its agent", args: `"agentId":"plan",` + existing, set: func(a *Ask, s *Standing) { atChild(a, s); a.Task.Workspace = child }, want: want{code: schemas.CodeKeepsIdentity}},
		{name: "G8 a sub-agent is woken under its own", args: existing, set: func(a *Ask, s *Standing) { atChild(a, s); a.Task.Workspace = child }, want: want{recorded: true, agent: "explore"}},
		{name: "G9 unknown, vouched", args: `"kind":"workspace","agentId":"nobody"`, want: want{code: schemas.CodeUnknownAgent}},
		{name: "G10 hidden, vouched", args: `"kind":"workspace","agentId":"hid"`, want: want{code: schemas.CodeAgentNotSelectable}},
		{name: "G11 disabled, vouched", args: `"kind":"workspace","agentId":"off"`, want: want{code: schemas.CodeAgentDisabled}},
		{name: "G12 unknown, not vouched: the target decides", args: `"kind":"workspace","agentId":"nobody"`, not: true, there: files{"project/nobody.md": agentFile("name: Nobody")}, want: want{created: true, recorded: true, agent: "nobody", strict: true, in: InTarget}},
		{name: "G12 hidden, not vouched: the target decides", args: `"kind":"workspace","agentId":"hid"`, not: true, there: files{"project/hid.md": agentFile("name: Seen")}, want: want{created: true, recorded: true, agent: "hid", strict: true, in: InTarget}},
		{name: "G12 disabled, not vouched: the target decides", args: `"kind":"workspace","agentId":"off"`, not: true, there: files{"global/off.md": agentFile("name: On")}, want: want{created: true, recorded: true, agent: "off", strict: true, in: InTarget}},
		{name: "G13 vouched, passes", args: `"kind":"workspace","agentId":"plan"`, want: want{created: true, recorded: true, agent: "plan", strict: true, in: InTarget}},
		{name: "G13 not vouched, passes", args: `"kind":"workspace","agentId":"plan"`, not: true, want: want{created: true, recorded: true, agent: "plan", strict: true, in: InTarget}},
		{name: "G14 no slot, new", args: `"kind":"workspace"`, set: full, want: want{code: schemas.CodeLimitReached}},
		{name: "G14 no slot, existing", args: existing, set: full, want: want{code: schemas.CodeLimitReached}},
		{name: "G14 no slot, busy with a person's turn", args: existing, set: func(a *Ask, s *Standing) { full(a, s); s.Target.Busy = true }, want: want{code: schemas.CodeLimitReached}},
		{name: "G14 no slot, a turn that is about to begin in an idle target", args: existing, set: func(a *Ask, s *Standing) {
			full(a, s)
			s.Held = append(s.Held, Held{Owner: owner, Workspace: target, Kind: schemas.WorkspaceTurn, Status: schemas.HandleRunning})
		}, want: want{code: schemas.CodeLimitReached}},
		{name: "G14 behind a turn that has a slot none is needed", args: existing, set: func(a *Ask, s *Standing) {
			full(a, s)
			s.Target.Busy = true
			s.Held = append(s.Held, Held{Owner: owner, Workspace: target, Kind: schemas.WorkspaceTurn, Status: schemas.HandleRunning})
		}, want: want{recorded: true, agent: "exec"}},
	} {
		r.check(t)
	}
}

func (r row) check(t *testing.T) {
	t.Run(r.name, func(t *testing.T) {
		if got, v := r.walk(t); got != r.want {
			t.Errorf("got  %+v\nwant %+v\n%+v", got, r.want, v.Refusal)
		}
	})
}

// launchOf launches the agent of a scope in a workspace of its own.
func launchOf(scope string) string {
	return `"kind":"workspace","agentId":"` + byScope(scope) + `"`
}

func TestRowsOfModeNew(t *testing.T) {
	sent := func(scope, in string) want {
		return want{created: true, recorded: true, agent: schemas.AgentID(byScope(scope)), strict: true, in: in}
	}
	settled := func(code schemas.Code) want { return want{created: true, recorded: true, code: code} }
	onlyThere := files{"project/pj.md": ""}
	for _, r := range []row{
		{name: "N1", args: launchOf("built-in"), want: sent("built-in", InTarget)},
		{name: "N2", args: launchOf("built-in"), not: true, want: sent("built-in", InTarget)},
		{name: "N3", args: launchOf("global"), want: sent("global", InTarget)},
		{name: "N4", args: launchOf("global"), not: true, want: sent("global", InTarget)},
		{name: "N5", args: launchOf("g-plugin"), want: sent("g-plugin", InTarget)},
		{name: "N6", args: launchOf("g-plugin"), not: true, want: sent("g-plugin", InTarget)},
		{name: "N7", args: launchOf("p-plugin"), want: sent("p-plugin", InTarget)},
		{name: "N8", args: launchOf("p-plugin"), not: true, want: sent("p-plugin", InTarget)},
		{name: "N9", args: launchOf("project"), want: sent("project", InTarget)},
		{name: "N10", args: launchOf("project"), not: true, want: sent("project", InTarget)},
		{name: "N10 on the target's branch alone", args: launchOf("project"), not: true, owner: onlyThere, want: sent("project", InTarget)},
		{name: "N11 unknown", args: launchOf("project"), there: onlyThere, want: settled(schemas.CodeUnknownAgent)},
		{name: "N11 hidden", args: launchOf("built-in"), there: files{"project/plan.md": agentFile("base: plan\nui:\n  hidden: true")}, want: settled(schemas.CodeAgentNotSelectable)},
		{name: "N11 disabled", args: launchOf("project"), there: files{"project/pj.md": agentFile("disabled: true")}, want: settled(schemas.CodeAgentDisabled)},
		{name: "N12 unknown", args: launchOf("project"), not: true, there: onlyThere, want: settled(schemas.CodeUnknownAgent)},
		{name: "N12 hidden", args: `"kind":"workspace","agentId":"hid"`, not: true, want: settled(schemas.CodeAgentNotSelectable)},
		{name: "N12 disabled", args: `"kind":"workspace","agentId":"off"`, not: true, want: settled(schemas.CodeAgentDisabled)},
		{name: "N13", args: launchOf("built-in"), unseen: true, want: sent("built-in", InOwner)},
		{name: "N14", args: launchOf("global"), unseen: true, want: sent("global", InOwner)},
		{name: "N15", args: launchOf("g-plugin"), unseen: true, want: sent("g-plugin", InOwner)},
		{name: "N16", args: launchOf("p-plugin"), unseen: true, want: settled(schemas.CodeUnreachable)},
		{name: "N17", args: launchOf("project"), unseen: true, want: settled(schemas.CodeUnreachable)},
		{name: "N17 a project's shadow of a built-in", args: launchOf("built-in"), owner: files{"project/plan.md": agentFile("base: plan")}, unseen: true, want: settled(schemas.CodeUnreachable)},
		{name: "N18 hidden", args: launchOf("global"), unseen: true, gone: files{"global/gg.md": agentFile("ui:\n  hidden: true")}, want: settled(schemas.CodeAgentNotSelectable)},
		{name: "N18 disabled", args: launchOf("global"), unseen: true, gone: files{"global/gg.md": agentFile("disabled: true")}, want: settled(schemas.CodeAgentDisabled)},
		{name: "N19", args: launchOf("global"), unseen: true, gone: files{"global/gg.md": ""}, want: settled(schemas.CodeUnknownAgent)},
		{name: "N20", args: launchOf("built-in"), not: true, unseen: true, want: settled(schemas.CodeUnreachable)},
		{name: "N21", args: launchOf("global"), not: true, unseen: true, want: settled(schemas.CodeUnreachable)},
		{name: "N22", args: launchOf("g-plugin"), not: true, unseen: true, want: settled(schemas.CodeUnreachable)},
		{name: "N23", args: launchOf("p-plugin"), not: true, unseen: true, want: settled(schemas.CodeUnreachable)},
		{name: "N24", args: launchOf("project"), not: true, unseen: true, want: settled(schemas.CodeUnreachable)},
	} {
		r.check(t)
	}
}

func TestRowsOfModeExisting(t *testing.T) {
	at := func(id string) string {
		return `"kind":"workspace","agentId":"` + id + `","workspace":{"mode":"existing","workspaceId":"w-target"}`
	}
	sent := func(scope string) want {
		return want{recorded: true, agent: schemas.AgentID(byScope(scope)), strict: true, skip: true, in: InTarget}
	}
	unreachable := want{code: schemas.CodeUnreachable}
	for _, r := range []row{
		{name: "E1", args: at(byScope("built-in")), want: sent("built-in")},
		{name: "E2", args: at(byScope("global")), want: sent("global")},
		{name: "E3", args: at(byScope("g-plugin")), want: sent("g-plugin")},
		{name: "E4", args: at(byScope("p-plugin")), want: sent("p-plugin")},
		{name: "E5", args: at(byScope("project")), want: sent("project")},
		{name: "E6", args: at("nobody"), want: want{code: schemas.CodeUnknownAgent}},
		{name: "E7", args: at("hid"), want: want{code: schemas.CodeAgentNotSelectable}},
		{name: "E8", args: at("off"), want: want{code: schemas.CodeAgentDisabled}},
		{name: "E9", args: at(byScope("built-in")), unseen: true, want: unreachable},
		{name: "E10", args: at(byScope("global")), unseen: true, want: unreachable},
		{name: "E11", args: at(byScope("g-plugin")), unseen: true, want: unreachable},
		{name: "E12", args: at(byScope("p-plugin")), unseen: true, want: unreachable},
		{name: "E13", args: at(byScope("project")), unseen: true, want: unreachable},
	} {
		r.check(t)
	}
}

func TestRowsWithoutAnAgent(t *testing.T) {
	made, there := `"kind":"workspace"`, `"kind":"workspace","workspace":{"mode":"existing","workspaceId":"w-target"}`
	atChild := func(a *Ask, s *Standing) { a.Reawaken, a.Task.Workspace, s.Target = true, child, sub() }
	isNew, exists := want{created: true, recorded: true, agent: "exec"}, want{recorded: true, agent: "exec"}
	for _, r := range []row{
		{name: "O1", args: made, want: isNew},
		{name: "O2", args: made, not: true, want: isNew},
		{name: "O3", args: made, unseen: true, want: isNew},
		{name: "O4", args: made, unseen: true, not: true, want: isNew},
		{name: "O5", args: there, want: exists},
		{name: "O6", args: there, unseen: true, want: exists},
		{name: "O7 R", args: there, set: atChild, want: want{recorded: true, agent: "explore"}},
		{name: "O7 U", args: there, set: atChild, unseen: true, want: want{recorded: true, agent: "explore"}},
		{name: "O a blank name is none", args: made, set: func(a *Ask, _ *Standing) { a.Task.Agent = "  " }, want: isNew},
	} {
		r.check(t)
	}
}
