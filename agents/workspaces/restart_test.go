package workspaces_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"turnbook/agents/workspaces"
	"turnbook/schemas"
)

// Scenario 58: a strict turn whose process stopped before its first word goes on in the
// next one: under the same agent, for the same handle, and nothing of it is remembered.
func TestAStrictTurnGoesOnOverARestart(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t, agentFile, scribe()))
		first := h.launched(owner, fresh("begin"))
		h.quiet()
		hold := make(chan struct{})
		h.model.(*cast).says("write", held(hold))
		l := h.launched(owner, behind(under("scribe", follow(first.Workspace, "write"))))
		h.quiet()
		h = h.again()
		h.quiet()
		close(hold)
		h.quiet()
		asked := h.model.(*cast).asks()
		same(t, "what was asked", asked[:3], "exec: begin", "scribe: write", "scribe: write")
		same(t, "the handle", h.handle(l.Handle), "created running scribe notify_on_terminal", "settled 1 completed finished", "notified 1")
		same(t, "the session", h.story(schemas.SessionBoundary, string(first.Workspace)), "runs exec", "ended end_turn", "runs scribe", "ended end_turn")
		same(t, "the workspace", h.story(schemas.WorkspaceBoundary, string(first.Workspace)), "saved exec")
	})
}

// Scenario 76: what makes no sense in the book of one delegated turn costs that one and no
// other: the rest is listed, recovered and told as ever.
func TestAHandleThatMakesNoSenseCostsNoOther(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		hold := make(chan struct{})
		h.model.(*cast).says("tidy up", held(hold))
		l := h.launched(owner, behind(fresh("tidy up")))
		h.quiet()
		h.stop()
		stray := schemas.Entity{Vendor: vendor, Kind: schemas.HandleBoundary, ID: "wst_0stray"}
		_, err := h.log.Append(t.Context(), stray, 0, time.Now(), schemas.Draft{ID: "stray/0", Event: schemas.HandleAccepted{}, Actor: "system"})
		h.must(err)
		h = h.again()
		h.quiet()
		close(hold)
		h.quiet()
		hs, err := h.ws.Handles(t.Context(), vendor)
		h.must(err)
		if len(hs) != 1 || hs[0].ID != l.Handle {
			t.Errorf("listed: %+v", hs)
		}
		var no *workspaces.Refusal
		if _, err := h.ws.Handle(t.Context(), vendor, "wst_0stray"); !errors.As(err, &no) || no.Code != schemas.CodeUnknownHandle {
			t.Errorf("the stray one: %v", err)
		}
		same(t, "the handle", h.handle(l.Handle), "created running exec notify_on_terminal", "settled 1 completed finished", "notified 1")
	})
}

// Scenario 77: a turn that ends while it is stopped comes to one end: the one that was
// first, and its owner is told of that and of nothing else.
func TestAnEndAndAnInterruptAreOneEnd(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		first := h.launched(owner, fresh("begin"))
		h.quiet()
		done := []string{"created running exec notify_on_terminal", "settled 1 completed finished", "notified 1"}
		stopped := []string{"created running exec notify_on_terminal", "settled 1 interrupted stopped"}
		for i := range 12 {
			hold, prompt := make(chan struct{}), fmt.Sprintf("round %d", i)
			h.model.(*cast).says(prompt, held(hold))
			l := h.launched(owner, behind(follow(first.Workspace, prompt)))
			h.quiet()
			var both sync.WaitGroup
			both.Go(func() { close(hold) })
			for range 2 {
				both.Go(func() {
					if _, err := h.ws.Interrupt(t.Context(), vendor, l.Handle, "user/ann"); err != nil {
						t.Error(err)
					}
				})
			}
			both.Wait()
			h.quiet()
			if got := h.handle(l.Handle); !slices.Equal(got, done) && !slices.Equal(got, stopped) {
				t.Errorf("%s: %v", prompt, got)
			}
		}
	})
}
