package launch

import (
	"reflect"
	"strings"
	"testing"

	"turnbook/schemas"
)

func TestVouching(t *testing.T) {
	all := "+branch_readable +branch_is_base +no_branch_named +agent_files_committed +at_remote_tip = VOUCHED"
	for _, r := range []struct {
		name string
		git  Git
		want string
	}{
		{"25 the named base is checked out", Git{Branch: "feature/foo", Base: "feature/foo", Clean: true, AtTip: true}, all},
		{"23 another base", Git{Branch: "main", Base: "next", Clean: true, AtTip: true}, "+branch_readable -branch_is_base = NOT_VOUCHED"},
		{"26 names that come to one prove nothing", Git{Branch: "feature/foo", Base: "feature-foo", Clean: true, AtTip: true}, "+branch_readable -branch_is_base = NOT_VOUCHED"},
		{"28 unreadable is no", Git{Base: "main", Clean: true, AtTip: true, Problem: "HEAD is detached"}, "-branch_readable = NOT_VOUCHED"},
		{"28 and nothing equals nothing", Git{Clean: true, AtTip: true}, "-branch_readable = NOT_VOUCHED"},
		{"a named branch may be there already", Git{Branch: "main", Base: "main", Named: true, Clean: true, AtTip: true}, "+branch_readable +branch_is_base -no_branch_named = NOT_VOUCHED"},
		{"what is not committed does not come along", Git{Branch: "main", Base: "main", AtTip: true}, "+branch_readable +branch_is_base +no_branch_named -agent_files_committed = NOT_VOUCHED"},
		{"a newer remote commit may come along", Git{Branch: "main", Base: "main", Clean: true}, "+branch_readable +branch_is_base +no_branch_named +agent_files_committed -at_remote_tip = NOT_VOUCHED"},
	} {
		t.Run(r.name, func(t *testing.T) {
			if got := rungs(Vouch(r.git)); got != r.want {
				t.Errorf("got %s", got)
			}
		})
	}
}

func TestSlots(t *testing.T) {
	turn := func(w schemas.WorkspaceID, s schemas.HandleStatus) Held {
		return Held{Kind: schemas.WorkspaceTurn, Workspace: w, Status: s}
	}
	child := func(w schemas.WorkspaceID, s schemas.HandleStatus) Held {
		return Held{Kind: schemas.AgentTask, Workspace: w, Status: s}
	}
	waiting := child("c", schemas.HandleRunning)
	waiting.Waits = true
	for _, r := range []struct {
		name string
		held []Held
		want int
	}{
		{"each at work has one", []Held{turn("a", schemas.HandleRunning), child("b", schemas.HandleRunning)}, 2},
		{"none has two", []Held{turn("a", schemas.HandleRunning), turn("a", schemas.HandleQueued)}, 1},
		{"a queued turn has one where nothing runs", []Held{turn("a", schemas.HandleQueued)}, 1},
		{"a queued sub-agent has none", []Held{child("a", schemas.HandleQueued)}, 0},
		{"nor what has ended", []Held{turn("a", schemas.HandleCompleted), child("b", schemas.HandleError)}, 0},
		{"nor what waits for its own", []Held{waiting, child("d", schemas.HandleRunning)}, 1},
	} {
		if got := Slots(r.held); got != r.want {
			t.Errorf("%s: got %d, want %d", r.name, got, r.want)
		}
	}
}

func TestWhoMayLaunch(t *testing.T) {
	for _, r := range []struct {
		name string
		set  func(*Ask, *Standing)
		code schemas.Code
	}{
		{"nobody", func(a *Ask, _ *Standing) { a.Owner = "" }, schemas.CodeUnknownOwner},
		{"not a workspace that is gone", func(_ *Ask, s *Standing) { s.Owner.Known = false }, schemas.CodeUnknownOwner},
		{"nor an archived one", func(_ *Ask, s *Standing) { s.Owner.Archived = true }, schemas.CodeUnknownOwner},
		{"nor one whose project nobody trusts", func(_ *Ask, s *Standing) { s.Owner.Trusted = false }, schemas.CodeUntrustedProject},
		{"not with a blank prompt", func(a *Ask, _ *Standing) { a.Task.Prompt = " \n" }, schemas.CodeInvalidLaunch},
		{"not in another mode", func(a *Ask, _ *Standing) { a.Task.Mode = "old" }, schemas.CodeInvalidLaunch},
		{"not with a model that nobody knows", func(_ *Ask, s *Standing) { s.UnknownModel = "there is no model x" }, schemas.CodeUnknownModel},
		{"10 a planner launches no workspace turn, unnamed", func(a *Ask, _ *Standing) { a.ByPlanner = true }, schemas.CodePlanMode},
	} {
		t.Run(r.name, func(t *testing.T) {
			a, s := Ask{Owner: owner, Task: parse(t, `{"kind":"workspace","prompt":"p","title":"t"}`)}, standing()
			r.set(&a, &s)
			v := Admit(a, s, Config{})
			if v.Step != Refuse || v.Refusal.Code != r.code {
				t.Fatalf("got %+v", v)
			}
			if got := v.Refused(a); got.Code != r.code || got.Detail == "" || len(got.Ladders) != 1 || got.Asked.Kind != schemas.WorkspaceTurn {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestSubAgents(t *testing.T) {
	busy := func(s *Standing) {
		s.Held = []Held{{Kind: schemas.AgentTask, Workspace: "w1", Status: schemas.HandleRunning}}
	}
	for _, r := range []struct {
		name, agent string
		planner     bool
		set         func(*Standing)
		code        schemas.Code
		queued      bool
		detail      string
	}{
		{name: "is made", agent: "explore"},
		{name: "waits for a slot", agent: "explore", set: busy, queued: true},
		{name: "78 one that waits for its own holds none", agent: "explore", set: func(s *Standing) { busy(s); s.Held[0].Waits = true }},
		{name: "of a planner is an explorer", agent: "explore", planner: true},
		{name: "of a planner is nothing else", agent: "exec", planner: true, code: schemas.CodePlanMode},
		{name: "is known", agent: "nobody", code: schemas.CodeUnknownAgent, detail: "runnable here: exec, explore"},
		{name: "is runnable", agent: "plan", code: schemas.CodeAgentNotRunnable, detail: "runnable here: exec, explore"},
		{name: "is nested so deep and no deeper", agent: "explore", set: func(s *Standing) { s.Owner.Depth = 3 }, code: schemas.CodeDepthReached, detail: "4 deep, and the limit is 3"},
		{name: "is nobody's who was stopped", agent: "explore", set: func(s *Standing) { s.Owner.Stopped = true }, code: schemas.CodeInvalidLaunch},
		{name: "is nobody's who has reported", agent: "explore", set: func(s *Standing) { s.Owner.Reported = true }, code: schemas.CodeInvalidLaunch},
	} {
		t.Run(r.name, func(t *testing.T) {
			a, s := Ask{Owner: owner, ByPlanner: r.planner, Task: parse(t, `{"agentId":"`+r.agent+`","prompt":"p","title":"t"}`)}, standing()
			s.Held = nil
			if r.set != nil {
				r.set(&s)
			}
			cfg := Config{MaxParallel: 1}
			v := Before(a, Admit(a, s, cfg), Proof{Standing: s, View: View{Catalog: everywhere().catalog()}}, cfg)
			if r.code != "" {
				if v.Step != Refuse || v.Refusal.Code != r.code || !strings.Contains(v.Refusal.Detail, r.detail) {
					t.Errorf("got %+v %+v", v, v.Refusal)
				}
				return
			}
			if v.Step != Create || v.Queued != r.queued || v.Terms.Agent != schemas.AgentID(r.agent) || v.Terms.Pin == nil {
				t.Errorf("got %+v %+v", v, v.Refusal)
			}
			if v = After(a, v, Made{}, cfg); v.Step != Dispatch || v.Terms.Pin == nil {
				t.Errorf("got %+v", v)
			}
		})
	}
}

func TestAnOwnerThatIsArchivedMeanwhileOwnsNothing(t *testing.T) {
	a, s := Ask{Owner: owner, Task: parse(t, `{"kind":"workspace","prompt":"p","title":"t"}`)}, standing()
	v := Before(a, Admit(a, s, Config{}), Proof{Standing: s}, Config{})
	v = After(a, v, Made{Workspace: "w-new", Archived: true}, Config{})
	if v.Step != Discard || v.Refusal.Code != schemas.CodeUnknownOwner {
		t.Errorf("got %+v", v)
	}
}

func TestALaunchThatFailedOnceItsWorkspaceWasThere(t *testing.T) {
	r := row{args: launchOf("project"), there: files{"project/pj.md": ""}}
	_, v := r.walk(t)
	a := Ask{Owner: owner, Task: parse(t, `{"prompt":"p","title":"t",`+r.args+`,"run_in_background":true}`)}
	got := v.Record(a, Record{Workspace: "w-new", Turn: "t1"})
	want := []schemas.Event{
		schemas.HandleCreated{
			Kind: schemas.WorkspaceTurn, Mode: "new", Owner: owner, Workspace: "w-new", Turn: "t1", Status: schemas.HandleRunning, CreatedWorkspace: true,
			Title: "t", Prompt: "p", Asked: "pj", Agent: "pj", Strict: true, Ladders: v.Ladders,
		},
		schemas.HandleSettled{
			Status: schemas.HandleError, Generation: 1, Reason: schemas.SettledRefused, Code: schemas.CodeUnknownAgent,
			Error: "unknown agent (pj); selectable here: exec, gg, gp, plan, pp. Nothing ran. The workspace (w-new) was made and is kept: mend the agent there, or name another, and launch again with workspace.mode existing and workspaceId w-new",
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("35, 38:\ngot  %+v\nwant %+v", got, want)
	}
	var told []string
	for _, l := range v.Ladders {
		told = append(told, l.Rule+" "+l.Outcome)
	}
	if got := strings.Join(told, ", "); got != "launch/1 OK, vouch/1 VOUCHED, eligible/1 OK, slot/1 OK, eligible/1 UNKNOWN_AGENT" {
		t.Errorf("the ladders are %s", got)
	}
	r.args += `,"workspace":{"disposable":true}`
	if _, v = r.walk(t); strings.Contains(v.Refusal.Detail, "again") || !strings.Contains(v.Refusal.Detail, "cleaned up") {
		t.Errorf("39: %s", v.Refusal.Detail)
	}
}
