package workspaces_test

import (
	"os"
	"strings"
	"testing"

	"turnbook/agents/checkout/checkouttest"
	"turnbook/agents/launch"
	"turnbook/schemas"
)

// failed launches a turn whose workspace is made and lacks the agent.
func (h *house) failed(owner schemas.WorkspaceID, change func(*launch.Task)) (*launch.Refusal, schemas.HandleID) {
	h.t.Helper()
	task := under("nobody", fresh("write"))
	task.Trunk = "other"
	if change != nil {
		change(&task)
	}
	_, no := h.launch(owner, task)
	h.quiet()
	hs, err := h.ws.Handles(h.t.Context(), vendor)
	h.must(err)
	if no == nil || len(hs) == 0 {
		h.t.Fatalf("refused %v, %d handles", no, len(hs))
	}
	return no, hs[len(hs)-1].ID
}

// Scenario 35: one record, settled, whose workspace is the owner's, and nobody is woken.
// Scenario 36: its owner goes on there. Scenario 37: nobody else does.
func TestAFailedLaunchKeepsItsWorkspace(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(branched(t))
		no, id := h.failed(owner, nil)
		c := h.created(id)
		if !c.CreatedWorkspace || c.Attention != "" || !strings.Contains(no.Detail, string(c.Workspace)) || !strings.Contains(no.Detail, "existing") {
			t.Errorf("created %+v; %s", c, no.Detail)
		}
		l := h.launched(owner, follow(c.Workspace, "go on"))
		h.quiet()
		same(t, "the next turn", h.handle(l.Handle), "created running exec blocking_until_terminal", "settled 1 completed finished")

		other := h.register(repo(t))
		if _, no := h.launch(other, follow(c.Workspace, "go on")); no == nil || no.Code != schemas.CodeInvalidScope {
			t.Errorf("another owner: refused %v", no)
		}
	})
}

// Scenario 38: a launch in the background that failed at once has told its caller, who is
// not woken for it again.
func TestAFailedLaunchWakesNobody(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(branched(t))
		_, id := h.failed(owner, func(t *launch.Task) { t.Background = true })
		h.quiet()
		same(t, "the handle", h.handle(id), "created running nobody", "settled 1 error refused UNKNOWN_AGENT")
		same(t, "the owner", h.story(schemas.SessionBoundary, string(owner)))
		h = h.again()
		h.quiet()
		same(t, "the owner, after a start", h.story(schemas.SessionBoundary, string(owner)))
	})
}

// Scenario 39: a workspace that was to be thrown away goes, and no retry is advised there.
func TestAFailedDisposableLaunchCleansUp(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(branched(t))
		no, id := h.failed(owner, func(t *launch.Task) { t.Disposable = true })
		w := h.workspace(h.created(id).Workspace)
		if _, err := os.Stat(w.Checkout.Path); !w.Removed || !os.IsNotExist(err) {
			t.Errorf("the workspace is there: %v, %v", w.Removed, err)
		}
		if strings.Contains(no.Detail, "existing") {
			t.Errorf("a retry is advised: %s", no.Detail)
		}
	})
}

// Scenario 40: where the removal fails, that is written down, the refusal is told, and the
// record stays. The next start tries again.
func TestARemovalThatFails(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		root := branched(t)
		owner := h.register(root)
		checkouttest.Write(t, root, ".git/worktrees/keep", "a file in the way\n")
		task := fresh("tidy up")
		task.Disposable = true
		hold := make(chan struct{})
		h.model.(*cast).says("tidy up", held(hold))
		l := h.launched(owner, task)
		h.quiet()
		path := h.workspace(l.Workspace).Checkout.Path
		checkouttest.Git(t, root, "worktree", "lock", path)
		moved := root + ".away"
		h.must(os.Rename(root, moved))
		close(hold)
		h.quiet()
		same(t, "the workspace", h.story(schemas.WorkspaceBoundary, string(l.Workspace)), "saved exec", "not removed")
		same(t, "the handle", h.handle(l.Handle), "created running exec blocking_until_terminal", "settled 1 completed finished")
		h.must(os.Rename(moved, root))
		checkouttest.Git(t, root, "worktree", "unlock", path)
		h = h.again()
		h.quiet()
		same(t, "the workspace, after a start", h.story(schemas.WorkspaceBoundary, string(l.Workspace)), "saved exec", "not removed", "removed")
	})
}
