package workspaces_test

import (
	"os"
	"path/filepath"
	"testing"

	"turnbook/agents/checkout/checkouttest"
	"turnbook/agents/launch"
	"turnbook/schemas"
)

// changedMeanwhile has a follow-up under scribe wait behind a turn, changes the checkout,
// and says how the follow-up went. files are what the checkout has at launch.
func changedMeanwhile(t *testing.T, agent string, files []string, change func(dir string)) (handle, session []string) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t, files...))
		hold := make(chan struct{})
		h.model.(*cast).says("tidy up", held(hold))
		first := h.launched(owner, fresh("tidy up"))
		h.quiet() // its agent is resolved before the checkout changes
		task := under(agent, follow(first.Workspace, "write"))
		task.Dispatch, task.Background = schemas.AtTurnEnd, true
		l := h.launched(owner, task)
		change(h.workspace(first.Workspace).Checkout.Path)
		close(hold)
		h.quiet()
		handle, session = h.handle(l.Handle), h.story(schemas.SessionBoundary, string(first.Workspace))
	})
	return handle, session
}

// Scenarios 49, 51 to 53, 56, 59: what a launch was validated with is what runs, or the
// turn fails, at once and loudly. No other agent takes its place.
func TestAStrictTurnRunsWhatWasValidatedOrFails(t *testing.T) {
	with := func(text string) func(string) {
		return func(dir string) {
			if err := os.WriteFile(filepath.Join(dir, agentFile), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	plain := []string{agentFile, scribe()}
	for _, c := range []struct {
		name, agent string
		files       []string
		change      func(dir string)
		runs        string // with its code
	}{
		{"nothing changed", "scribe", plain, func(string) {}, "runs scribe"},
		{"it is gone", "scribe", plain, func(dir string) { os.Remove(filepath.Join(dir, agentFile)) }, "runs  UNKNOWN_AGENT"},
		{"it is hidden", "scribe", plain, with(scribe("ui:", "  hidden: true")), "runs  AGENT_NOT_SELECTABLE"},
		{"it is switched off", "scribe", plain, with(scribe("disabled: true")), "runs  AGENT_DISABLED"},
		{"its base is gone", "scribe", plain, with("---\nname: S\nbase: gone\n---\nx\n"), "runs  UNKNOWN_AGENT"},
		{"its text was edited", "scribe", plain, with(scribe() + "And more.\n"), "runs scribe"},
		{"a hidden exec of the project", "exec", nil, func(dir string) {
			checkouttest.Write(t, dir, ".turnbook/agents/exec.md", "---\nname: E\nui:\n  hidden: true\n---\nx\n")
		}, "runs  AGENT_NOT_SELECTABLE"},
		{"an exec of the project that is no other's", "exec", nil, func(dir string) {
			checkouttest.Write(t, dir, ".turnbook/agents/exec.md", "---\nname: E\n---\nx\n")
		}, "runs  AGENT_CHANGED"},
	} {
		t.Run(c.name, func(t *testing.T) {
			handle, session := changedMeanwhile(t, c.agent, c.files, c.change)
			if c.runs == "runs "+c.agent {
				same(t, "the session", session, "runs exec", "ended end_turn", c.runs, "ended end_turn")
				same(t, "the handle", handle, "created queued "+c.agent+" notify_on_terminal", "accepted", "settled 1 completed finished", "notified 1")
				return
			}
			same(t, "the session", session, "runs exec", "ended end_turn", c.runs, "ended agent_unresolved")
			// Scenario 55: it is not tried again, and the owner is told.
			same(t, "the handle", handle, "created queued "+c.agent+" notify_on_terminal", "accepted", "settled 1 error refused "+c.runs[len("runs  "):], "notified 1")
		})
	}
}

// Scenarios 50, 52 and 53: without a name a turn goes on under exec, whatever became of
// the agent that its workspace remembers.
func TestATurnWithoutANameGoesOn(t *testing.T) {
	for name, text := range map[string]string{
		"it is gone": "", "it is switched off": scribe("disabled: true"), "its base is gone": "---\nname: S\nbase: gone\n---\nx\n",
	} {
		t.Run(name, func(t *testing.T) {
			inHouse(t, furniture{}, func(t *testing.T, h *house) {
				owner := h.register(repo(t, agentFile, scribe()))
				l := h.launched(owner, under("scribe", fresh("write")))
				h.quiet()
				file := filepath.Join(h.workspace(l.Workspace).Checkout.Path, agentFile)
				h.must(os.Remove(file))
				if text != "" {
					h.must(os.WriteFile(file, []byte(text), 0o644))
				}
				h.say(l.Workspace, "more")
				h.quiet()
				same(t, "the session", h.story(schemas.SessionBoundary, string(l.Workspace)), "runs scribe", "ended end_turn", "runs exec", "ended end_turn")
			})
		})
	}
}

// Scenario 54: a sub-agent runs under a hidden agent, for it was launched as one.
func TestASubAgentMayBeHidden(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		l := h.launched(owner, launch.Task{Kind: schemas.AgentTask, Agent: "explore", Prompt: "look", Title: "Scout"})
		h.quiet()
		same(t, "the handle", h.handle(l.Handle), "created running explore blocking_until_terminal", "settled 1 completed finished")
	})
}
