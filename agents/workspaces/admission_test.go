package workspaces_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"

	"turnbook/agents/launch"
	"turnbook/agents/workspaces"
	"turnbook/bus"
	"turnbook/schemas"
)

// slow holds the next messages up that are sent, once it is told to.
type slow struct {
	bus.Wakes

	mu    sync.Mutex
	holds []chan struct{}
}

// next holds one more of the messages to come, until the test lets it go.
func (s *slow) next() (release func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	hold := make(chan struct{})
	s.holds = append(s.holds, hold)
	return func() { close(hold) }
}

func (s *slow) Send(ctx context.Context, w bus.Wake) error {
	s.mu.Lock()
	var hold chan struct{}
	if len(s.holds) > 0 {
		hold, s.holds = s.holds[0], s.holds[1:]
	}
	s.mu.Unlock()
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return s.Wakes.Send(ctx, w)
}

// inSlowHouse runs a test in a house whose messages can be held up.
func inSlowHouse(t *testing.T, c launch.Config, test func(t *testing.T, h *house, wakes *slow)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		wakes := &slow{Wakes: bus.MemWakes()}
		test(t, open(t, furniture{log: bus.Mem(), wakes: wakes, config: c}), wakes)
	})
}

// launching launches, and does not wait for it.
func (h *house) launching(owner schemas.WorkspaceID, t launch.Task) <-chan workspaces.Launched {
	done := make(chan workspaces.Launched, 1)
	go func() {
		l, err := h.ws.Launch(h.t.Context(), workspaces.Caller{Vendor: vendor, Actor: "user/ann"}, launch.Ask{Task: t, Owner: owner, Turn: "t-caller"})
		if err != nil {
			h.t.Errorf("launch of %q: %v", t.Prompt, err)
		}
		done <- l
	}()
	return done
}

// Whatever kind of launch has a workspace that is slow to take its message, it is in the
// book by then, and a launch of another owner goes through.
func TestASlowMessageHoldsUpNoOtherLaunch(t *testing.T) {
	for name, task := range map[string]launch.Task{"a workspace turn": behind(fresh("slow")), "a sub-agent": behind(sub("explore", "slow"))} {
		t.Run(name, func(t *testing.T) {
			inSlowHouse(t, launch.Config{}, func(t *testing.T, h *house, wakes *slow) {
				owner, other := h.register(repo(t)), h.register(repo(t))
				release := wakes.next()
				done := h.launching(owner, task)
				h.quiet()
				id := h.by()["slow"]
				h.delivered(h.launched(other, behind(fresh("quick"))).Handle)
				if story := h.handle(id); len(story) != 1 {
					t.Errorf("the slow one, meanwhile: %v", story)
				}
				release()
				if l := <-done; l.Handle != id {
					t.Errorf("launched %s, want %s", l.Handle, id)
				}
				h.delivered(id)
			})
		})
	}
}

// A launch whose message is under way has its slot: nobody else is admitted to it.
func TestASlotIsTakenBeforeItsMessageIsSent(t *testing.T) {
	inSlowHouse(t, launch.Config{MaxParallel: 1}, func(t *testing.T, h *house, wakes *slow) {
		owner, other := h.register(repo(t)), h.register(repo(t))
		release := wakes.next()
		done := h.launching(owner, behind(fresh("slow")))
		h.quiet()
		if _, no := h.launch(other, behind(fresh("late"))); no == nil || no.Code != schemas.CodeLimitReached {
			t.Errorf("one more than the limit: refused %v", no)
		}
		release()
		h.delivered((<-done).Handle)
		h.delivered(h.launched(other, behind(fresh("late"))).Handle)
	})
}

// Sub-agents that waited take the slots that are there, and no more, however long their
// messages take; and a slow one does not hold up the one behind it.
func TestWaitingSubAgentsTakeTheSlotsThatAreThere(t *testing.T) {
	inSlowHouse(t, launch.Config{MaxParallel: 2}, func(t *testing.T, h *house, wakes *slow) {
		owner := h.register(repo(t))
		hold, busy := make(chan struct{}), make(chan struct{})
		for prompt, until := range map[string]chan struct{}{"a": hold, "b": hold, "mine": busy} {
			h.model.(*cast).says(prompt, held(until))
		}
		h.say(owner, "mine") // while it is at work, it is told of nothing
		for _, prompt := range []string{"a", "b", "c", "d", "e"} {
			h.launched(owner, behind(sub("explore", prompt)))
		}
		h.quiet()
		first, second := wakes.next(), wakes.next()
		close(hold)
		h.quiet()
		ids := h.by()
		for prompt, want := range map[string][]string{"c": {queued, "accepted"}, "d": {queued, "accepted"}, "e": {queued}} {
			same(t, prompt, h.handle(ids[prompt]), want...)
		}
		second()
		h.settled(ids["d"], 1)
		first()
		close(busy)
		for _, id := range ids {
			h.delivered(id)
		}
	})
}

const queued = "created queued explore notify_on_terminal"

// A launch whose caller is gone is not admitted, and leaves nothing.
func TestALaunchThatNobodyWaitsForIsNotAdmitted(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := h.ws.Launch(ctx, workspaces.Caller{Vendor: vendor, Actor: "user/ann"}, launch.Ask{Task: fresh("late"), Owner: owner})
		if !errors.Is(err, context.Canceled) || len(h.by()) != 0 {
			t.Errorf("launched %v: %v", h.by(), err)
		}
	})
}
