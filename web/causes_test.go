package web_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/projections"
	"turnbook/schemas"
)

func TestCausationIsWalkedBothWays(t *testing.T) {
	h := open(t, setting{})
	turn := h.finished(h.session(), "Build subtasks for task 2 of module 1", onEditor)
	type causes struct {
		Event           projections.CauseLink
		Causes, Effects []projections.CauseLink
	}
	at := func(p schemas.Position) (out causes) {
		t.Helper()
		h.call("GET", fmt.Sprintf("/v1/turns/%s/causes?at=%d.%d", turn, p.Seq, p.Index), nil, &out)
		return out
	}
	events := h.turnPositions(turn)
	last := at(events[len(events)-1])
	if n := len(last.Causes); n < 3 || last.Causes[n-1].Type != "session.context-changed" || last.Causes[n-1].Cause != "" {
		t.Errorf("what led to the end is %+v", last.Causes)
	}
	// Each event is among the effects of its cause.
	for _, p := range events {
		c := at(p)
		if len(c.Causes) == 0 {
			continue
		}
		found := false
		for _, l := range at(c.Causes[0].Position()).Effects {
			found = found || cmp.Equal(l, c.Event)
		}
		if !found {
			t.Errorf("%v is no effect of its cause %v", c.Event, c.Causes[0])
		}
	}
	_, _, body := h.raw("GET", "/v1/turns/"+string(turn)+"/causes?at=1.5", "")
	same(t, "an event of others", brief(t, body), `{"status":422,"code":"INVALID_REQUEST","field":"at"}`)
}
