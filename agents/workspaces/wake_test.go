package workspaces_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"turnbook/agents/agentstest"
	"turnbook/agents/launch"
	"turnbook/schemas"
)

// watched is a house with a command that writes what the test tells it to, and is watched
// for "bell". Its process is no part of a bubble, so these tests wait for facts alone.
type watched struct {
	*house
	owner, target schemas.WorkspaceID
	pipe          string
}

// watch launches an ordinary turn, then a planner's in the same workspace that starts the
// command and goes on as it is told.
func watch(t *testing.T, then ...agentstest.Answer) (w *watched, override schemas.HandleID) {
	w = &watched{pipe: filepath.Join(t.TempDir(), "pipe")}
	if err := syscall.Mkfifo(w.pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	command := calls("shell", object{"command": "cat <>" + w.pipe, "background": true, "monitor": "bell"})
	model := newCast(map[string][]agentstest.Answer{"watch": append([]agentstest.Answer{command}, then...)})
	w.house = open(t, furniture{model: model, config: launch.Config{Shell: true}})
	w.owner = w.register(repo(t, agentFile, scribe()))
	first := w.launched(w.owner, fresh("tidy up"))
	w.settled(first.Handle, 1)
	w.target = first.Workspace
	return w, w.launched(w.owner, under("scribe", follow(w.target, "watch"))).Handle
}

// ring has the command write a line.
func (w *watched) ring(line string) {
	w.t.Helper()
	f, err := os.OpenFile(w.pipe, os.O_WRONLY, 0)
	w.must(err)
	defer f.Close()
	_, err = fmt.Fprintln(f, line)
	w.must(err)
}

// Scenarios 60 and 61: what a watched command shows cuts the turn that started it, and
// goes on with it, under the same agent, time and again; the cut is no end of the handle,
// and nothing is remembered of the override.
func TestAWakeGoesOnWithTheOpenTurn(t *testing.T) {
	hold, said := make(chan struct{}), make(chan struct{}, 3)
	reads := agentstest.Answer{Hold: hold, Said: said, Calls: calls("read", object{"path": "README.md"}).Calls}
	w, id := watch(t, reads)
	w.model.(*cast).says("The background command", reads)
	for turns := 3; turns <= 4; turns++ {
		<-said
		w.ring("bell")
		w.asked(w.target, turns)
		hold <- struct{}{}
	}
	<-said
	hold <- struct{}{}
	w.settled(id, 1)
	w.stop()
	handle := slices.DeleteFunc(w.handle(id), func(s string) bool { return strings.HasPrefix(s, "deferred continuation") })
	same(t, "the handle", handle, "created running scribe blocking_until_terminal", "settled 1 completed finished")
	same(t, "the origins", w.origins(w.target), "launch", "launch", "monitor", "monitor")
	same(t, "the session", w.story(schemas.SessionBoundary, string(w.target)), "runs exec", "ended end_turn",
		"runs scribe", "ended cut", "runs scribe", "ended cut", "runs scribe", "ended end_turn")
	same(t, "the workspace", w.story(schemas.WorkspaceBoundary, string(w.target)), "saved exec")
}

// Scenarios 62 and 63: behind the turn's end a late match is the workspace's own: it runs
// under what the workspace remembers, even where the override's agent is gone, and changes
// nothing of the handle.
func TestALateWakeIsTheWorkspacesOwn(t *testing.T) {
	w, id := watch(t)
	w.settled(id, 1)
	w.must(os.Remove(filepath.Join(w.workspace(w.target).Checkout.Path, agentFile)))
	w.ring("bell")
	w.ends(w.target, 3)
	w.stop()
	same(t, "the handle", w.handle(id), "created running scribe blocking_until_terminal", "settled 1 completed finished")
	same(t, "the session", w.story(schemas.SessionBoundary, string(w.target)), "runs exec", "ended end_turn", "runs scribe", "ended end_turn", "runs exec", "ended end_turn")
	same(t, "the origins", w.origins(w.target), "launch", "launch", "monitor")
}

// Scenarios 64 and 73: a person's message that takes the turn's place ends it as
// superseded; what its command shows later goes on with nothing.
func TestAPersonsMessageTakesTheTurnsPlace(t *testing.T) {
	hold, said := make(chan struct{}), make(chan struct{}, 1)
	w, id := watch(t, agentstest.Answer{Hold: hold, Said: said, Calls: calls("read", object{"path": "README.md"}).Calls})
	<-said
	_, err := w.ws.Say(t.Context(), sayNow(w.target, "mine"))
	w.must(err)
	close(hold)
	w.ends(w.target, 3)
	w.settled(id, 1)
	w.ring("bell")
	w.ends(w.target, 4)
	w.stop()
	same(t, "the handle", w.handle(id), "created running scribe blocking_until_terminal", "settled 1 interrupted superseded")
	same(t, "the session", w.story(schemas.SessionBoundary, string(w.target)), "runs exec", "ended end_turn",
		"runs scribe", "ended cut", "runs exec", "ended end_turn", "runs exec", "ended end_turn")
}

// Scenario 65b: an overridden turn that has to wait for work of its own is asked to, a few
// times, under its agent; what the workspace remembers stays. When the work has ended, the
// turn has too, even where nobody is left to ask.
func TestANudgeGoesOnWithTheOverride(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t, agentFile, scribe()))
		first := h.launched(owner, fresh("tidy up"))
		h.quiet()
		inside, outside := make(chan struct{}), make(chan struct{})
		h.model.(*cast).says("inner", held(inside))
		h.model.(*cast).says("outer", held(outside))
		outer := h.launched(owner, under("scribe", follow(first.Workspace, "outer")))
		inner := h.launched(first.Workspace, fresh("inner"))
		h.quiet()
		close(outside)
		h.quiet()
		waiting := []string{"created running scribe blocking_until_terminal",
			"deferred blocking_work", "deferred blocking_work", "deferred blocking_work", "deferred blocking_work"}
		same(t, "the outer one, while the inner one runs", h.handle(outer.Handle), waiting...)
		close(inside)
		h.quiet()
		same(t, "the inner one", h.handle(inner.Handle), "created running exec blocking_until_terminal", "settled 1 completed finished")
		same(t, "the outer one", h.handle(outer.Handle), append(waiting, "settled 1 completed finished")...)
		same(t, "the origins", h.origins(first.Workspace), "launch", "launch", "nudge", "nudge", "nudge")
		same(t, "the session", h.story(schemas.SessionBoundary, string(first.Workspace)), "runs exec", "ended end_turn",
			"runs scribe", "ended end_turn", "runs scribe", "ended end_turn", "runs scribe", "ended end_turn", "runs scribe", "ended end_turn")
		same(t, "the workspace", h.story(schemas.WorkspaceBoundary, string(first.Workspace)), "saved exec")
	})
}
