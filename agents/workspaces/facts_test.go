package workspaces_test

import (
	"context"
	"strings"
	"time"

	"turnbook/bus"
	"turnbook/schemas"
)

// settled waits until a handle has come to so many ends.
func (h *house) settled(id schemas.HandleID, generation int) schemas.HandleSettled {
	h.t.Helper()
	return fact(h, schemas.HandleBoundary, string(id), func(e schemas.HandleSettled) bool { return e.Generation == generation })
}

// fact waits for an event of a boundary.
func fact[E schemas.Event](h *house, kind schemas.BoundaryKind, id string, is func(E) bool) E {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), 24*time.Hour) // in a bubble, time is free
	defer cancel()
	for batch, err := range h.log.Follow(ctx, bus.Query{Vendor: vendor, Kind: kind, ID: id}) {
		if err != nil {
			h.t.Fatalf("what is waited for in %s %s has not come: %v\n%s", kind, id, err, strings.Join(h.story(kind, id), "\n"))
		}
		for _, r := range batch {
			if e, ok := r.Event.(E); ok && is(e) {
				return e
			}
		}
	}
	panic("follow ended without an error")
}

// ends waits for the n-th end of a turn in a workspace's session.
func (h *house) ends(w schemas.WorkspaceID, n int) {
	h.t.Helper()
	if n > 0 {
		fact(h, schemas.SessionBoundary, string(w), func(schemas.TurnEnded) bool { n--; return n == 0 })
	}
}

// asked waits for the n-th request of a turn in a workspace's session.
func (h *house) asked(w schemas.WorkspaceID, n int) {
	h.t.Helper()
	fact(h, schemas.SessionBoundary, string(w), func(schemas.TurnRequested) bool { n--; return n == 0 })
}

// origins are under what the turns of a workspace's session were asked for.
func (h *house) origins(w schemas.WorkspaceID) []string {
	h.t.Helper()
	var all []string
	for _, r := range h.read(schemas.SessionBoundary, string(w)) {
		if e, ok := r.Event.(schemas.TurnRequested); ok {
			all = append(all, string(e.Delegation.Origin))
		}
	}
	return all
}

// delivered waits until an owner has an outcome, or was woken for it.
func (h *house) delivered(id schemas.HandleID) {
	h.t.Helper()
	fact(h, schemas.HandleBoundary, string(id), func(e schemas.Event) bool {
		_, woken := e.(schemas.HandleNotified)
		_, has := e.(schemas.HandleAttentionConsumed)
		return woken || has
	})
}

// allOver waits until every turn that was asked for has ended, then for quiet.
func (h *house) allOver() {
	h.t.Helper()
	ws, err := h.ws.Workspaces(h.t.Context(), vendor)
	h.must(err)
	for _, w := range ws {
		h.ends(w.ID, len(h.origins(w.ID)))
	}
	h.quiet()
}
