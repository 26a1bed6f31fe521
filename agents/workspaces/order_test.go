package workspaces_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"turnbook/bus"
	"turnbook/schemas"
)

// A deaf log takes nothing of handles' ends while it is deaf, as where whoever was to
// write them is late.
type deaf struct {
	bus.Log
	is func() bool
}

func (d *deaf) Append(ctx context.Context, e schemas.Entity, expect uint64, at time.Time, drafts ...schemas.Draft) ([]schemas.Record, error) {
	for _, draft := range drafts {
		if _, ends := draft.Event.(schemas.HandleSettled); ends && d.is() {
			return nil, errors.New("not now")
		}
	}
	return d.Log.Append(ctx, e, expect, at, drafts...)
}

// Ends are heard of aside, in any order. What came behind a turn's end has not taken its
// place (2.10): the turn's own end counts first.
func TestAnEndThatIsHeardOfLateStillCountsBeforeWhatCameBehindIt(t *testing.T) {
	isDeaf := false
	inHouse(t, furniture{log: &deaf{bus.Mem(), func() bool { return isDeaf }}, wakes: bus.MemWakes()}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		isDeaf = true
		l := h.launched(owner, fresh("first"))
		h.ends(l.Workspace, 1)
		h.quiet()
		isDeaf = false
		h.say(l.Workspace, "and now something else")
		h.ends(l.Workspace, 2)
		h.quiet()
		same(t, "the handle", h.handle(l.Handle), "created running exec blocking_until_terminal", "settled 1 completed finished")
	})
}
