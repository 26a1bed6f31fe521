package workspaces_test

import (
	"errors"
	"slices"
	"testing"

	"turnbook/agents/agentstest"
	"turnbook/agents/launch"
	"turnbook/agents/workspaces"
	"turnbook/schemas"
)

// gaveUp is an answer that fails a turn.
var gaveUp = agentstest.Answer{Text: "Half of", Stop: "length"}

// retried asks for a delegated turn once more.
func (h *house) retried(id schemas.HandleID) workspaces.Launched {
	h.t.Helper()
	l, err := h.ws.Retry(h.t.Context(), vendor, id)
	h.must(err)
	return l
}

// Scenario 70: a later try of the same turn that comes to its end mends the failure: the
// owner is told of the second end once more, and once; a start tells nobody again.
func TestALaterTrySettlesTheTurnAnew(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t, agentFile, scribe()))
		first := h.launched(owner, fresh("begin"))
		h.quiet()
		h.model.(*cast).says("tidy up", gaveUp)
		l := h.launched(owner, under("scribe", behind(follow(first.Workspace, "tidy up"))))
		h.quiet()
		failed := []string{"created running scribe notify_on_terminal", "settled 1 error failed MODEL_CUT", "notified 1"}
		same(t, "the handle", h.handle(l.Handle), failed...)
		hold := make(chan struct{})
		h.model.(*cast).says("tidy up", agentstest.Answer{Hold: hold, Text: "All of it."})
		h.retried(l.Handle)
		same(t, "the handle, from then on", h.handle(l.Handle), append(failed, "revived")...)
		h.quiet()
		same(t, "the handle, while it is tried", h.handle(l.Handle), append(failed, "revived")...)
		close(hold)
		h.quiet()
		mended := append(failed, "revived", "settled 2 completed finished", "notified 2")
		same(t, "the handle, tried again", h.handle(l.Handle), mended...)
		if e := h.settled(l.Handle, 2); e.Report != "All of it." {
			t.Errorf("it reports %q", e.Report)
		}
		h = h.again()
		h.quiet()
		same(t, "the handle, after a start", h.handle(l.Handle), mended...)
		same(t, "the owner", h.origins(owner), "outcome", "outcome")
		same(t, "the session", h.story(schemas.SessionBoundary, string(first.Workspace)),
			"runs exec", "ended end_turn", "runs scribe", "ended model_failed", "runs scribe", "ended end_turn")
		same(t, "the workspace", h.story(schemas.WorkspaceBoundary, string(first.Workspace)), "saved exec")
	})
}

// Scenario 70: an owner that has read the second end already is not woken for it.
func TestAnOwnerThatHasTheSecondEndIsNotWoken(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		h.model.(*cast).says("tidy up", gaveUp)
		l := h.launched(owner, behind(fresh("tidy up")))
		h.quiet()
		mine, theirs := make(chan struct{}), make(chan struct{})
		h.model.(*cast).says("mine", held(mine))
		h.model.(*cast).says("tidy up", held(theirs))
		h.say(owner, "mine")
		h.retried(l.Handle)
		h.quiet()
		close(theirs)
		rows, err := h.ws.AwaitFor(t.Context(), vendor, owner, launch.Await{IDs: []string{string(l.Handle)}, Timeout: 1 << 40, MinCompleted: 1})
		h.must(err)
		if rows[0].Status != "completed" || rows[0].Generation != 2 {
			t.Errorf("awaited: %+v", rows)
		}
		close(mine)
		h.quiet()
		same(t, "the handle", h.handle(l.Handle), "created running exec notify_on_terminal", "settled 1 error failed MODEL_CUT", "notified 1",
			"revived", "settled 2 completed finished", "consumed 2 by await")
		same(t, "the owner", h.origins(owner), "outcome", "person")
	})
}

// A try that fails too is an end of its own, and can be tried again; two clicks are one.
func TestEachFailureCanBeTriedAgainOnce(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		h.model.(*cast).says("tidy up", gaveUp)
		l := h.launched(owner, behind(fresh("tidy up")))
		h.quiet()
		if a, b := h.retried(l.Handle), h.retried(l.Handle); a.Turn != b.Turn || a.Turn == l.Turn {
			t.Errorf("asked twice: %s and %s behind %s", a.Turn, b.Turn, l.Turn)
		}
		h.quiet()
		h.retried(l.Handle)
		h.quiet()
		ends := slices.DeleteFunc(h.handle(l.Handle), func(s string) bool { return s == "revived" }) // it may have failed before it was seen
		same(t, "the handle", ends, "created running exec notify_on_terminal", "settled 1 error failed MODEL_CUT", "notified 1",
			"settled 2 error failed MODEL_CUT", "notified 2", "settled 3 error failed MODEL_CUT", "notified 3")
	})
}

// What was meant as an end stays one, and nothing is tried where nothing can run.
func TestWhatIsNotTriedAgain(t *testing.T) {
	inHouse(t, furniture{config: launch.Config{MaxParallel: 1}}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		refused := func(what string, id schemas.HandleID, want schemas.Code) {
			t.Helper()
			_, err := h.ws.Retry(t.Context(), vendor, id)
			var no *workspaces.Refusal
			if !errors.As(err, &no) || no.Code != want {
				t.Errorf("%s: got %v, want %s", what, err, want)
			}
		}
		done := h.launched(owner, fresh("done"))
		h.quiet()
		refused("one that is done", done.Handle, schemas.CodeAlreadyEnded)
		h.model.(*cast).says("tidy up", gaveUp)
		failed := h.launched(owner, fresh("tidy up"))
		h.quiet()
		hold := make(chan struct{})
		h.model.(*cast).says("held", held(hold))
		running := h.launched(owner, fresh("held"))
		h.quiet()
		refused("one that runs", running.Handle, schemas.CodeTurnRunning)
		refused("one behind the limit", failed.Handle, schemas.CodeLimitReached)
		_, err := h.ws.Interrupt(t.Context(), vendor, running.Handle, "user/ann")
		h.must(err)
		h.quiet()
		refused("one that was stopped", running.Handle, schemas.CodeAlreadyEnded)
		h.say(failed.Workspace, "held")
		h.quiet()
		refused("one whose workspace is busy", failed.Handle, schemas.CodeTurnRunning)
		close(hold)
		h.quiet()
		h.must(h.ws.Archive(t.Context(), vendor, failed.Workspace, true, "ann"))
		refused("one whose workspace was archived", failed.Handle, schemas.CodeWorkspaceArchived)
		refused("one that never was", "wst_none", schemas.CodeUnknownHandle)
	})
}
