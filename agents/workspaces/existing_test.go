package workspaces_test

import (
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/definitions"
	"turnbook/agents/launch"
	"turnbook/agents/workspaces"
	"turnbook/schemas"
)

// Scenario 41: an agent that is named for one turn runs it, strictly, and is not
// remembered.
func TestAnOverrideIsForOneTurn(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		first := h.launched(owner, fresh("tidy up"))
		h.quiet()
		before := h.workspace(first.Workspace)
		l := h.launched(owner, under("plan", follow(first.Workspace, "think")))
		h.quiet()
		if c := h.created(l.Handle); !c.Strict || !c.SkipPersistence || c.Pin == nil {
			t.Errorf("launched as %+v", c)
		}
		same(t, "the session", h.story(schemas.SessionBoundary, string(l.Workspace)),
			"runs exec", "ended end_turn", "runs plan", "ended end_turn")
		after := h.workspace(first.Workspace)
		if diff := cmp.Diff(before.Choices, after.Choices); diff != "" || after.Saved != "exec" {
			t.Errorf("the workspace remembers %s; choices (-before +after):\n%s", after.Saved, diff)
		}
	})
}

// Scenario 42: one that can't be leaves no record, and nothing is sent. Scenario 45: whose
// the workspace is comes first, then the archive, then the agent.
func TestWhatAnExistingTargetRefuses(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner, other := h.register(repo(t, ".turnbook/agents/off.md", scribe("disabled: true"))), h.register(repo(t))
		first := h.launched(owner, fresh("tidy up"))
		h.quiet()
		refused := func(owner schemas.WorkspaceID, agent string, want schemas.Code) {
			t.Helper()
			if _, no := h.launch(owner, under(agent, follow(first.Workspace, "go on"))); no == nil || no.Code != want {
				t.Errorf("agent %q is refused with %+v, want %s", agent, no, want)
			}
		}
		refused(owner, "compact", schemas.CodeUnknownAgent)
		refused(owner, "explore", schemas.CodeAgentNotSelectable)
		refused(owner, "off", schemas.CodeAgentDisabled)
		h.must(h.ws.Archive(t.Context(), vendor, first.Workspace, true, "ann"))
		refused(owner, "nobody", schemas.CodeWorkspaceArchived)
		refused(other, "nobody", schemas.CodeInvalidScope)
		if hs, err := h.ws.Handles(t.Context(), vendor); err != nil || len(hs) != 1 {
			t.Errorf("%d handles, %v", len(hs), err)
		}
		if n := len(h.model.(*cast).asks()); n != 1 {
			t.Errorf("%d turns ran", n)
		}
	})
}

// Scenario 43: a checkout that is not there can vouch for no agent, the program's own not
// excepted; without a name the turn is sent all the same.
func TestACheckoutThatIsNotThere(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		first := h.launched(owner, fresh("tidy up"))
		h.quiet()
		h.must(os.RemoveAll(h.workspace(first.Workspace).Checkout.Path))
		if _, no := h.launch(owner, under("plan", follow(first.Workspace, "think"))); no == nil || no.Code != schemas.CodeUnreachable {
			t.Errorf("refused %+v", no)
		}
		l := h.launched(owner, follow(first.Workspace, "go on"))
		h.quiet()
		if c := h.created(l.Handle); c.Agent != "exec" || c.Strict {
			t.Errorf("launched as %+v", c)
		}
	})
}

// Scenario 44: a sub-agent's workspace takes no other agent. Reawakened without one it
// keeps its own.
func TestASubAgentKeepsItsIdentity(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		child := h.launched(owner, launch.Task{Kind: schemas.AgentTask, Agent: "explore", Prompt: "look", Title: "Scout"})
		h.quiet()
		ask := launch.Ask{Task: under("plan", follow(child.Workspace, "more")), Owner: owner, Reawaken: true}
		caller := workspaces.Caller{Vendor: vendor, Actor: "system"}
		if _, err := h.ws.Launch(t.Context(), caller, ask); codeOf(err) != schemas.CodeKeepsIdentity {
			t.Errorf("another agent: %v", err)
		}
		ask.Task.Agent = ""
		_, err := h.ws.Launch(t.Context(), caller, ask)
		h.must(err)
		h.quiet()
		same(t, "the session", h.story(schemas.SessionBoundary, string(child.Workspace)), "runs explore", "ended end_turn", "runs explore", "ended end_turn")
	})
}

// Scenario 46: behind a running turn of its own a follow-up waits, without a slot of its
// own, and is not mixed with what a person says.
func TestAFollowUpWaitsBehindItsTurn(t *testing.T) {
	inHouse(t, furniture{config: launch.Config{MaxParallel: 1}}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		hold := make(chan struct{})
		h.model.(*cast).says("tidy up", held(hold))
		first := h.launched(owner, fresh("tidy up"))
		h.quiet()
		task := follow(first.Workspace, "go on")
		task.Dispatch = schemas.AtTurnEnd
		second := h.launched(owner, task)
		if second.Status != schemas.HandleQueued {
			t.Errorf("launched as %s", second.Status)
		}
		close(hold)
		h.quiet()
		same(t, "the first", h.handle(first.Handle), "created running exec blocking_until_terminal", "settled 1 completed finished")
		same(t, "the second", h.handle(second.Handle), "created queued exec blocking_until_terminal", "accepted", "settled 1 completed finished")
		same(t, "what was asked", h.model.(*cast).asks(), "exec: tidy up", "exec: go on")
	})
}

// Scenario 47: a person's turn in the target holds no slot, so a follow-up needs one.
func TestAPersonsTurnHoldsNoSlot(t *testing.T) {
	inHouse(t, furniture{config: launch.Config{MaxParallel: 1}}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		first := h.launched(owner, fresh("tidy up"))
		h.quiet()
		hold := make(chan struct{})
		defer close(hold)
		h.model.(*cast).says("mine", held(hold))
		h.model.(*cast).says("elsewhere", held(hold))
		h.say(first.Workspace, "mine")
		h.launched(owner, fresh("elsewhere"))
		h.quiet()
		if _, no := h.launch(owner, follow(first.Workspace, "go on")); no == nil || no.Code != schemas.CodeLimitReached {
			t.Errorf("refused %+v", no)
		}
	})
}

// Scenario 48: a follow-up runs with the target's own settings, whatever its owner's have
// become; a model that it names wins.
func TestAFollowUpHasTheTargetsSettings(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		task := fresh("tidy up")
		task.Model = "target:m"
		first := h.launched(owner, task)
		h.quiet()
		_, err := h.ws.Say(t.Context(), workspaces.Message{Vendor: vendor, Workspace: owner, Text: "hello", Model: "owner:m"})
		h.must(err)
		h.quiet()
		for _, named := range []string{"", "named:m"} {
			task := follow(first.Workspace, "go on")
			task.Model = named
			l, err := h.ws.Launch(t.Context(), workspaces.Caller{Vendor: vendor, Actor: "agent/exec", Live: definitions.AI{Model: "live:m"}}, launch.Ask{Task: task, Owner: owner})
			h.must(err)
			h.quiet()
			if got, want := h.created(l.Handle).Model.Value, slices.DeleteFunc([]string{named, "target:m"}, func(s string) bool { return s == "" })[0]; got != want {
				t.Errorf("named %q: the turn runs with %q, want %q", named, got, want)
			}
		}
	})
}

// A person names a level as a launch does: a number gets its name, and what is no level is
// refused before anything is sent.
func TestAPersonsLevelOfThinking(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		m := workspaces.Message{Vendor: vendor, Workspace: owner, Text: "hello", Thinking: " HARD "}
		var no *workspaces.Refusal
		if _, err := h.ws.Say(t.Context(), m); !errors.As(err, &no) || no.Code != schemas.CodeInvalidLaunch {
			t.Errorf("it met %v", err)
		}
		m.Thinking = "2"
		_, err := h.ws.Say(t.Context(), m)
		h.must(err)
		h.quiet()
		want := map[schemas.AgentID]definitions.AI{"exec": {ThinkingLevel: "medium"}}
		if diff := cmp.Diff(want, h.workspace(owner).Choices); diff != "" {
			t.Errorf("the workspace remembers (-want +got):\n%s", diff)
		}
	})
}
