package launch

import (
	"fmt"

	"turnbook/schemas"
)

// Slots counts the delegated turns that hold a slot (workspace-turns.md 6.3): those at
// work, whoever's they are. One that waits for its own delegated work holds none, so that
// a limit of one can't lock itself; a queued workspace turn holds one only where nothing
// else runs in its workspace; a queued sub-agent waits for one.
func Slots(held []Held) int {
	at := make(map[schemas.WorkspaceID]bool)
	for _, h := range held {
		if h.Status == schemas.HandleRunning && !h.Waits {
			at[h.Workspace] = true
		}
	}
	for _, h := range held {
		if h.Status == schemas.HandleQueued && h.Kind == schemas.WorkspaceTurn && !waits(held, h.Workspace) {
			at[h.Workspace] = true
		}
	}
	return len(at)
}

// waits says whether a workspace's running turn waits for work that it delegated.
func waits(held []Held, w schemas.WorkspaceID) bool {
	for _, h := range held {
		if h.Workspace == w && h.Status == schemas.HandleRunning && h.Waits {
			return true
		}
	}
	return false
}

// guardSlot refuses a workspace turn that has no slot: more turns at once than the
// installation allows cost more than anybody watches.
func guardSlot(held []Held, cfg Config) *climb {
	c := newClimb("slot/1")
	n, most := Slots(held), cfg.parallel()
	c.try("slot_free", fmt.Sprintf("%d of %d", n, most), n < most, schemas.CodeLimitReached,
		fmt.Sprintf("%d delegated turns are at work, and the limit is %d; wait for one of them with task_await, or stop one", n, most))
	return c
}
