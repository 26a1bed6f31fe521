package workspaces_test

import (
	"slices"
	"strings"
	"testing"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/launch"
	"turnbook/agents/turn"
	"turnbook/schemas"
)

// sub is the launch of a sub-agent.
func sub(agent, prompt string) launch.Task {
	return launch.Task{Kind: schemas.AgentTask, Agent: agent, Prompt: prompt, Title: "Part"}
}

// spawns is an answer that gives a part to a sub-agent and waits for it.
func spawns(agent, prompt string) agentstest.Answer {
	return calls("task", object{"agentId": agent, "prompt": prompt, "title": "Part"})
}

// by are the delegated turns of a house, by what they were asked.
func (h *house) by() map[string]schemas.HandleID {
	h.t.Helper()
	hs, err := h.ws.Handles(h.t.Context(), vendor)
	h.must(err)
	ids := map[string]schemas.HandleID{}
	for _, x := range hs {
		ids[x.Launched.Prompt] = x.ID
	}
	return ids
}

// Scenario 78: with a single slot a turn that waits for its own sub-agent gives the slot
// up, all the way down; as deep as nesting goes, and no deeper.
func TestOneSlotIsEnoughForNestedWaits(t *testing.T) {
	model := newCast(map[string][]agentstest.Answer{
		"top": {spawns("exec", "one")}, "one": {spawns("exec", "two")}, "two": {spawns("exec", "three")},
	})
	inHouse(t, furniture{model: model, config: launch.Config{MaxParallel: 1, MaxDepth: 2}}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		h.launched(owner, fresh("top"))
		h.quiet()
		ids := h.by()
		if len(ids) != 3 {
			t.Fatalf("launched: %v", ids)
		}
		for prompt, id := range ids {
			handle := h.handle(id)
			if !slices.Contains(handle, "settled 1 completed finished") {
				t.Errorf("%s: %v", prompt, handle)
			}
		}
		for _, r := range model.asked {
			ask, _ := lastAsk(r)
			if has := slices.ContainsFunc(r.Tools, func(x agents.Tool) bool { return x.Name == "task" }); has == (ask == "two") {
				t.Errorf("%q has the tool task: %v", ask, has)
			}
		}
	})
}

// Sub-agents beyond the limit wait, without a checkout, and start in the order in which
// they were asked for; a start of the program keeps them waiting.
func TestSubAgentsWaitForASlot(t *testing.T) {
	inHouse(t, furniture{config: launch.Config{MaxParallel: 1}}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		hold := make(chan struct{})
		h.model.(*cast).says("a", held(hold))
		for _, prompt := range []string{"a", "b", "c"} {
			h.launched(owner, behind(sub("explore", prompt)))
		}
		h.quiet()
		h = h.again()
		h.quiet()
		ids := h.by()
		for _, prompt := range []string{"b", "c"} {
			same(t, prompt, h.handle(ids[prompt]), "created queued explore notify_on_terminal")
			if w := h.workspace(h.created(ids[prompt]).Workspace); w.Checkout.Path != "" {
				t.Errorf("%s has a checkout already: %s", prompt, w.Checkout.Path)
			}
		}
		close(hold)
		for _, id := range ids {
			h.delivered(id)
		}
		h.allOver()
		var order []string
		for _, ask := range h.model.(*cast).asks() {
			if ask = strings.TrimPrefix(ask, "explore: "); len(ask) == 1 && !slices.Contains(order, ask) {
				order = append(order, ask)
			}
		}
		same(t, "the order", order, "a", "b", "c")
	})
}

// A sub-agent that spends its rounds is asked for its report, five times in a row at most.
func TestASubAgentOwesItsReport(t *testing.T) {
	busy := slices.Repeat([]agentstest.Answer{calls("list", object{})}, turn.MaxRounds)
	model := newCast(map[string][]agentstest.Answer{"quiet": busy, "slow": busy, "Your turn was ended": busy})
	inHouse(t, furniture{model: model}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		l := h.launched(owner, behind(sub("explore", "quiet")))
		h.settled(l.Handle, 1)
		h.quiet()
		story := h.handle(l.Handle)
		n := 0
		for _, line := range story {
			if line == "deferred unreported" {
				n++
			}
		}
		if last := story[len(story)-2]; n != 5 || !strings.HasPrefix(last, "settled 1 error failed") {
			t.Errorf("%d times: %v", n, story)
		}
		model.says("Your turn was ended", agentstest.Answer{Text: "Here it is."})
		l = h.launched(owner, behind(sub("explore", "slow")))
		h.settled(l.Handle, 1)
		h.quiet()
		same(t, "the one that gave it", h.handle(l.Handle), "created running explore notify_on_terminal", "deferred unreported", "settled 1 completed finished", "notified 1")
	})
}

// What a sub-agent tells on its way reaches its parent as a message of its own, once.
func TestProgressReachesTheParent(t *testing.T) {
	model := newCast(map[string][]agentstest.Answer{"part": {calls("agent_report", object{"message": "Half of it."}), {Text: "All of it."}}})
	inHouse(t, furniture{model: model}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		l := h.launched(owner, behind(sub("exec", "part")))
		h.quiet()
		same(t, "the handle", h.handle(l.Handle), "created running exec notify_on_terminal", "progressed Half of it.", "settled 1 completed finished", "notified 1")
		same(t, "the owner", h.origins(owner), "progress", "outcome")
	})
}

// Scenario 80: a person who stops a turn stops the sub-agents below it, leaves first, and
// nothing wakes the turn again until the person writes. Delegated turns in workspaces of
// their own go on.
func TestAHardInterruptGoesDownTheTree(t *testing.T) {
	model := newCast(map[string][]agentstest.Answer{"top": {spawns("exec", "middle")}, "middle": {spawns("explore", "leaf")}})
	inHouse(t, furniture{model: model}, func(t *testing.T, h *house) {
		hold := make(chan struct{})
		model.says("leaf", held(hold))
		model.says("beside", held(hold))
		owner := h.register(repo(t))
		top := h.say(owner, "top")
		beside := h.launched(owner, behind(fresh("beside")))
		h.quiet()
		h.must(h.rt.Cancel(t.Context(), vendor, schemas.SessionID(owner), turn.Cancel{Turn: top, Reason: "stop"}))
		h.quiet()
		ids := h.by()
		var order []string
		for _, r := range h.read(schemas.HandleBoundary, "") {
			if _, ok := r.Event.(schemas.HandleSettled); ok {
				order = append(order, r.Entity.ID)
			}
		}
		same(t, "the order", order, string(ids["leaf"]), string(ids["middle"]))
		close(hold)
		h.quiet()
		same(t, "the one beside", h.handle(beside.Handle), "created running exec notify_on_terminal", "settled 1 completed finished")
		same(t, "the owner, while it is stopped", h.origins(owner), "person")
		h.say(owner, "go on")
		h.quiet()
		same(t, "the one beside, later", h.handle(beside.Handle), "created running exec notify_on_terminal", "settled 1 completed finished", "notified 1")
		for _, prompt := range []string{"middle", "leaf"} {
			if _, err := h.ws.Handle(t.Context(), vendor, ids[prompt]); err != nil || h.workspace(h.created(ids[prompt]).Workspace).Removed {
				t.Errorf("%s: its workspace is gone, or it is: %v", prompt, err)
			}
		}
	})
}
