package workspaces_test

import (
	"strings"
	"testing"

	"turnbook/agents/checkout/checkouttest"
	"turnbook/schemas"
)

const agentFile = ".turnbook/agents/scribe.md"

// branched is a repository whose branch other has an agent that main has not.
func branched(t *testing.T) string {
	root := repo(t)
	checkouttest.Git(t, root, "checkout", "--quiet", "-b", "other")
	checkouttest.Write(t, root, agentFile, scribe())
	checkouttest.Commit(t, root, "an agent")
	checkouttest.Git(t, root, "checkout", "--quiet", "main")
	return root
}

// vouched says what a launch's ladder found of the owner's word.
func (h *house) vouched(id schemas.HandleID) schemas.Ladder {
	h.t.Helper()
	for _, l := range h.created(id).Ladders {
		if l.Rule == "vouch/1" {
			return l
		}
	}
	h.t.Fatalf("no ladder of vouching in %+v", h.created(id).Ladders)
	return schemas.Ladder{}
}

// Scenario 23: an agent that stands on the target's branch alone runs, whatever the owner
// has. Scenario 24: where it does not stand there either, the handle is settled, and the
// refusal names the workspace.
func TestAnotherBranchIsLookedAtWhenItIsThere(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(branched(t))
		task := under("scribe", fresh("write"))
		task.Trunk = "other"
		l := h.launched(owner, task)
		h.quiet()
		same(t, "the handle", h.handle(l.Handle), "created running scribe blocking_until_terminal", "settled 1 completed finished")

		task = under("nobody", fresh("write"))
		task.Trunk = "other"
		_, no := h.launch(owner, task)
		h.quiet()
		if no == nil || no.Code != schemas.CodeUnknownAgent {
			t.Fatalf("refused %+v", no)
		}
		hs, err := h.ws.Handles(t.Context(), vendor)
		h.must(err)
		same(t, "the failed one", h.handle(hs[1].ID), "created running nobody", "settled 1 error refused UNKNOWN_AGENT")
		if !strings.Contains(no.Detail, string(hs[1].Launched.Workspace)) {
			t.Errorf("the refusal does not name workspace %s: %s", hs[1].Launched.Workspace, no.Detail)
		}
	})
}

// Scenarios 25 to 28: only the branch that git reads vouches for an owner, never a name
// that looks like it.
func TestOnlyGitVouches(t *testing.T) {
	for _, c := range []struct {
		name, on, trunk string
		vouches         bool
	}{
		{"the branch that is checked out", "feature/foo", "feature/foo", true},
		{"a branch that comes to the same name", "feature/foo", "feature-foo", false},
		{"the workspace's own, and another is checked out", "feature/foo", "", false},
		{"the workspace's own", "main", "", true},
		{"no branch is checked out", "--detach", "main", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			inHouse(t, furniture{}, func(t *testing.T, h *house) {
				root := repo(t)
				checkouttest.Git(t, root, "branch", "feature/foo")
				checkouttest.Git(t, root, "branch", "feature-foo")
				owner := h.register(root)
				checkouttest.Git(t, root, "checkout", "--quiet", c.on)
				task := under("plan", fresh("think"))
				task.Trunk = c.trunk
				l := h.launched(owner, task)
				if ladder := h.vouched(l.Handle); ladder.Held() != c.vouches {
					t.Errorf("vouched: %+v", ladder)
				}
				h.quiet()
			})
		})
	}
}
