package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestATurnsEventsAreFilteredOnTheServer(t *testing.T) {
	h := open(t, setting{})
	turn := h.finished(h.session(), "Build subtasks for every task in module 1", onEditor)
	types := func(query string) []string {
		t.Helper()
		p := h.page("/turns/" + string(turn) + "?" + query)
		if p.status != 200 {
			t.Fatalf("%s answers %d", query, p.status)
		}
		return p.all(`<p class="muted"><code>([a-z.-]+)</code>`)
	}
	if got := types("type=task.step-added"); len(got) != 6 || got[0] != "task.step-added" {
		t.Errorf("the steps are %v", got)
	}
	if diff := cmp.Diff([]string{"turn.bucket-computed", "turn.classified", "turn.redirect-considered"}, types("show=decision")); diff != "" {
		t.Errorf("decisions (-want +got):\n%s", diff)
	}
	if got := types("show=refusal"); len(got) != 0 {
		t.Errorf("refusals: %v", got)
	}
	if got := types("show=drop"); len(got) != 0 {
		t.Errorf("drops: %v", got)
	}
	for _, kind := range types("show=wire") {
		if kind == "turn.model-called" {
			t.Error("front ends do not get calls of models")
		}
	}
	lane := types("lane=t0_1&type=task.step-added")
	if len(lane) != 3 {
		t.Errorf("one worker's steps are %v", lane)
	}
	if got := types("lane=t0_1"); got[0] != "turn.lane-queued" || strings.Count(strings.Join(got, " "), "turn.row-changed") == 0 {
		t.Errorf("one worker's events are %v", got)
	}
}

func TestTheScreenAsItWasCanOnlyBeLookedAt(t *testing.T) {
	h := open(t, setting{})
	session := h.session()
	turn := h.asked(session, "Delete step 1", withBuilder("t1"))
	path := "/turns/" + string(turn)
	if p := h.page(path); !strings.Contains(p.body, `data-follow="turn"`) || !strings.Contains(p.body, "Step through this turn") {
		t.Error("a turn that waits is followed, and can be stepped through")
	}
	var stops []string
	for at, n := h.page(path + "?n=1").all(`data-at="([0-9.]+)"`)[0], 0; at != ""; n++ {
		p := h.page(path + "?at=" + at)
		past := p.body[strings.Index(p.body, `<section id="past"`):]
		past = past[:strings.Index(past, "</section>")]
		if !strings.Contains(past, "Read-only") || strings.Contains(p.body, "data-follow") || strings.Contains(past, `method="post"`) || strings.Contains(past, "<textarea") {
			t.Fatalf("at %s the past can be changed, or changes: %s", at, past)
		}
		stops = append(stops, at)
		next := page{body: past}.all(`data-way="next" href="/turns/[^"?]+\?at=([0-9.]+)" aria-label="Next event"`)
		if at = ""; len(next) == 1 {
			at = next[0]
		}
	}
	var want []string
	for _, r := range h.turnPositions(turn) {
		want = append(want, fmt.Sprintf("%d.%d", r.Seq, r.Index))
	}
	if diff := cmp.Diff(want, stops); diff != "" {
		t.Errorf("steps through the turn (-events +links):\n%s", diff)
	}
	card := h.page(path + "?at=" + stops[len(stops)-1])
	if got := card.all(`aria-label="(Previous question)"`); len(got) != 0 {
		t.Error("there is no question before the question")
	}
	if !strings.Contains(card.body, "<h3>Open questions</h3>") || strings.Contains(card.body, "card-answer") {
		t.Error("the question is shown, and can't be answered there")
	}
	for _, bad := range []string{"?at=x", "?at=1.0", "?at=99999999", "?at=" + stops[0] + "&view=nobody"} {
		if p := h.page(path + bad); p.status < 400 || p.status > 499 || !strings.Contains(p.body, "That can’t be shown") {
			t.Errorf("%s answers %d", bad, p.status)
		}
	}
}
