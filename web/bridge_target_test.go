package web_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/web/client"
)

// framesOf are the frames of all step events behind a cursor, as a view must get them:
// each with the target of what that view showed when it happened.
func (h *house) framesOf(view schemas.ViewID, after string) (frames []client.Frame) {
	h.t.Helper()
	var ui schemas.UIContext
	begun := after == ""
	for _, r := range h.records(bus.Query{Vendor: vendor}) {
		cursor := fmt.Sprintf("%s.%d.%d", h.log.Epoch(), r.Seq, r.Index)
		switch e := r.Event.(type) {
		case schemas.ViewContextChanged:
			if r.Entity.ID == string(view) {
				ui = e.UIContext
			}
		case schemas.StepEvent:
			target := schemas.ResolveTarget(ui, r.Subject.Playbook, e.Address())
			if begun {
				frames = append(frames, client.Frame{Cursor: cursor, Raw: []byte(h.frame("s", r, &target))})
			}
		}
		begun = begun || cursor == after
	}
	return frames
}

// Whole frames for two views at once: out of the log (over more than a page), live, and
// resumed at any event, with contexts of both views in between.
func TestATargetIsThatOfTheViewAtThePositionOfTheEvent(t *testing.T) {
	const seed = 11
	random := rand.New(rand.NewPCG(seed, seed))
	h := open(t, setting{told: true})
	session := h.session()
	tabs := []*tab{h.tab(""), h.tab("")}
	screens := []string{onEditor, withBuilder("t1"), withBuilder("t2"), `{"page":"library","contribution":"panel"}`, strings.ReplaceAll(onEditor, "p1", "p2")}
	addresses := []schemas.StepAddress{schemas.TaskAddress("t1"), schemas.TaskAddress("t2"), schemas.CanvasAddress(0, 0), {}}
	happens := func(times int) {
		for i := range times {
			if random.IntN(4) == 0 {
				ui := schemas.MustUIContext(screens[random.IntN(len(screens))])
				h.must(h.rt.SetContext(t.Context(), vendor, tabs[random.IntN(2)].view, ui, ""))
				continue
			}
			e := step(fmt.Sprintf("s%d", i), addresses[random.IntN(len(addresses))])
			e.Description = strings.Repeat("d", 2000)
			h.writeSteps(session, schemas.Subject{Playbook: "p1", Task: "t1"}, e, step(fmt.Sprintf("r%d", i), addresses[random.IntN(len(addresses))]))
		}
	}
	sub := client.Subscribe{Ref: "s", Types: []string{"task.step-added"}}
	check := func(what string, b *tab, after string) {
		t.Helper()
		var want, got []string
		for _, f := range h.framesOf(b.view, after) {
			want, got = append(want, string(f.Raw)), append(got, string(b.next("event").Raw))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("seed %d, %s (-want +got):\n%s", seed, what, diff)
		}
	}
	happens(1300)
	for _, b := range tabs {
		sub.From = h.log.Epoch() + ".0.0"
		h.must(b.s.Subscribe(h.context(), sub))
	}
	for _, b := range tabs {
		check("out of the log", b, "")
	}
	edge := h.stepCursors()
	happens(60)
	for _, b := range tabs {
		check("live", b, edge[len(edge)-1])
	}
	edge = h.stepCursors()
	for _, back := range []int{1, 2, 3, 20, 90} {
		sub.From = edge[len(edge)-back]
		for _, b := range tabs {
			h.must(b.s.Subscribe(h.context(), sub))
			check(fmt.Sprintf("resumed %d events back", back), b, sub.From)
			b.next("caught_up")
		}
	}
	// A listener with a view gets that view's.
	for _, b := range tabs {
		l := h.listen(h.url, url.Values{"view": {string(b.view)}, "types": {"task.step-added"}}.Encode(), sub.From)
		for _, want := range h.framesOf(b.view, sub.From) {
			frame := strings.Replace(string(want.Raw), `"ref":"s",`, "", 1)
			if diff := cmp.Diff(sentEvent{want.Cursor, "event", frame}, l.next("event")); diff != "" {
				t.Fatalf("seed %d, a listener (-want +got):\n%s", seed, diff)
			}
		}
	}
}
