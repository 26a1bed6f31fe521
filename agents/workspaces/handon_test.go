package workspaces_test

import (
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/agentstest"
	"turnbook/agents/launch"
	"turnbook/bus"
	"turnbook/schemas"
)

// architect is an agent file of a planner that may be a sub-agent.
const architect = "---\nname: Architect\nbase: plan\nsubagent:\n  runnable: true\n---\nThink.\n"

// plans has a planner in a workspace hand a plan in, then exec carry it out.
func (h *house) plans(w schemas.WorkspaceID) {
	h.t.Helper()
	plan := ""
	for _, r := range h.read(schemas.SessionBoundary, string(w)) {
		if e, ok := r.Event.(schemas.AgentResolved); ok {
			plan = e.PlanFile
		}
	}
	h.model.(*cast).says("Your turn ended without a plan.", calls("write", object{"path": plan, "text": "# Plan\n1. Go.\n"}), calls("propose_plan", object{}))
	h.model.(*cast).says("Carry out the plan", calls("write", object{"path": "NOTES.md", "text": "gone\n"}), agentstest.Answer{Text: "It went."})
}

// handedOn is what a planner's handle and its workspace's session come to.
var (
	handedOn = []string{"created running architect notify_on_terminal", "deferred unreported", "deferred handed_on", "settled 1 completed finished", "notified 1"}
	twoTurns = []string{"runs architect", "ended end_turn", "runs architect", "ended plan_proposed", "runs exec", "ended end_turn"}
)

// A planner that is a sub-agent owes a plan. When it has handed one in, its workspace is
// exec's, which carries the plan out and reports (workspace-turns.md 4.4): the planner's
// pin and its rules bind exec no more.
func TestASubAgentsPlanIsCarriedOut(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t, ".turnbook/agents/architect.md", architect))
		hold := make(chan struct{})
		h.model.(*cast).says("think", held(hold))
		l := h.launched(owner, behind(sub("architect", "think")))
		h.quiet()
		h.plans(l.Workspace)
		close(hold)
		h.quiet()
		same(t, "the handle", h.handle(l.Handle), handedOn...)
		same(t, "the session", h.story(schemas.SessionBoundary, string(l.Workspace)), twoTurns...)
		same(t, "the workspace", h.story(schemas.WorkspaceBoundary, string(l.Workspace)), "saved architect", "handed on from architect to exec", "saved exec")
		same(t, "the origins", h.origins(l.Workspace), "launch", "recovery", "handon")
		if e := h.settled(l.Handle, 1); e.Report != "It went." {
			t.Errorf("it reports %q", e.Report)
		}
		if w := h.workspace(l.Workspace); w.Agent != "exec" {
			t.Errorf("the workspace is %s's", w.Agent)
		}
	})
}

// A planner that hands no plan in is asked for it, and what it says instead is none.
func TestAPlannersTextIsNoPlan(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t, ".turnbook/agents/architect.md", architect))
		l := h.launched(owner, behind(sub("architect", "think")))
		h.quiet()
		owes := "deferred unreported"
		same(t, "the handle", h.handle(l.Handle), "created running architect notify_on_terminal", owes, owes, owes, owes, owes, "settled 1 error failed", "notified 1")
	})
}

// Wherever the process dies, a plan is handed on once, and carried out once.
func TestAPlanIsHandedOnOnceOverAKill(t *testing.T) {
	_, appends := handOnKilled(t, -1)
	for k := range appends {
		got, _ := handOnKilled(t, k)
		if diff := cmp.Diff([][]string{handedOn, twoTurns}, got); diff != "" {
			t.Errorf("killed at append %d of %d (-whole +killed):\n%s", k, appends, diff)
		}
	}
}

// handOnKilled hands a plan on in a process that dies at its k-th append behind the
// planner's first turn, and in another that goes on. k below 0 lets it live.
func handOnKilled(t *testing.T, k int) (out [][]string, appends int) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		const many = 1 << 20
		mortal := &agentstest.Dying{Log: bus.Mem(), Left: many, After: k%2 == 1, Die: func() {}}
		h := open(t, furniture{log: mortal, wakes: bus.MemWakes()})
		owner := h.register(repo(t, ".turnbook/agents/architect.md", architect))
		hold := make(chan struct{})
		h.model.(*cast).says("think", held(hold))
		l := h.launched(owner, behind(sub("architect", "think")))
		h.quiet()
		h.plans(l.Workspace)
		if k >= 0 {
			mortal.Allow(k)
		} else {
			mortal.Allow(many)
		}
		close(hold)
		h.quiet()
		appends = many - mortal.Left
		h.stop()
		f := h.furniture
		f.log = mortal.Log
		second := open(t, f)
		second.delivered(l.Handle)
		second.allOver()
		out = [][]string{second.handle(l.Handle), second.story(schemas.SessionBoundary, string(l.Workspace))}
		if w := second.workspace(l.Workspace); w.Agent != schemas.AgentID(launch.Exec) {
			t.Errorf("killed at append %d: the workspace is %s's", k, w.Agent)
		}
	})
	return out, appends
}
