package web_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/web/client"
)

// tab is one connection of the bridge: one view.
type tab struct {
	h    *house
	s    *client.Stream
	view schemas.ViewID
}

func (h *house) tab(as schemas.ViewID) *tab {
	h.t.Helper()
	s, err := h.c.Dial(h.context())
	h.must(err)
	h.t.Cleanup(func() { s.CloseNow() })
	w, err := s.Hello(h.context(), client.Hello{Ref: "h", View: as})
	h.must(err)
	return &tab{h, s, w.View}
}

// next is the next frame of a type; only frames of a subscription may come before it.
func (b *tab) next(kind string) client.Frame {
	b.h.t.Helper()
	for {
		f, err := b.s.Next(b.h.context())
		if err != nil {
			b.h.t.Fatalf("waiting for %s: %v", kind, err)
		}
		if f.Type == kind {
			return f
		}
		if !slices.Contains([]string{"event", "caught_up", "snapshot", "delta", "lagging"}, f.Type) {
			b.h.t.Fatalf("waiting for %s: %s", kind, f.Raw)
		}
	}
}

// raw sends a frame as it is.
func (b *tab) raw(frame string) {
	b.h.t.Helper()
	b.h.must(b.s.Send(b.h.context(), json.RawMessage(frame)))
}

// shows publishes a context.
func (b *tab) shows(ui string) {
	b.h.t.Helper()
	b.raw(`{"type":"ui_context","ref":"u","ui_context":` + ui + `}`)
	same(b.h.t, "the answer to ui_context", string(b.next("ack").Raw), `{"type":"ack","ref":"u"}`)
}

// events reads event frames until one of a type has come, that one included.
func (b *tab) events(until string) []string {
	b.h.t.Helper()
	var all []string
	for {
		f, err := b.s.Next(b.h.context())
		if err != nil {
			b.h.t.Fatalf("waiting for %s: %v", until, err)
		}
		if f.Type != "event" {
			continue
		}
		all = append(all, string(f.Raw))
		var e struct{ Type string }
		b.h.must(json.Unmarshal(f.Event, &e))
		if e.Type == until {
			return all
		}
	}
}

// frame is what a wire-visible record looks like to a view.
func (h *house) frame(ref string, r schemas.Record, target *schemas.Target) string {
	f := fmt.Sprintf(`{"type":"event","ref":%q,"cursor":"%s.%d.%d","event":%s`, ref, h.log.Epoch(), r.Seq, r.Index, r.Stored)
	if target != nil {
		raw, _ := json.Marshal(target)
		f += `,"target":` + string(raw)
	}
	return f + "}"
}

// writeSteps appends step events to a session as a turn would, and returns them.
func (h *house) writeSteps(session schemas.SessionID, about schemas.Subject, events ...schemas.Event) []schemas.Record {
	h.t.Helper()
	e := schemas.Entity{Vendor: vendor, Kind: schemas.SessionBoundary, ID: string(session)}
	last, err := h.log.Last(h.t.Context(), e)
	h.must(err)
	var drafts []schemas.Draft
	for i, event := range events {
		drafts = append(drafts, schemas.Draft{ID: fmt.Sprintf("w%d/%d", last, i), Event: event, Subject: about, Turn: "tw", Actor: "agent/test"})
	}
	records, err := h.log.Append(h.t.Context(), e, last, time.Now(), drafts...)
	h.must(err)
	return records
}

func step(id string, at schemas.StepAddress) schemas.StepAdded {
	return schemas.StepAdded{StepAddress: at, Step: schemas.StepID(id), Kind: schemas.Instruction, Title: "T " + id}
}

func TestAHelloIsWelcomedWithAView(t *testing.T) {
	h := open(t, setting{})
	s, err := h.c.Dial(h.context())
	h.must(err)
	defer s.CloseNow()
	head := h.head()
	w, err := s.Hello(h.context(), client.Hello{Ref: "h1", Version: 1})
	h.must(err)
	same(t, "the welcome", string(w.Raw), fmt.Sprintf(`{"type":"welcome","ref":"h1","version":1,"epoch":%q,"head":%d,"view_id":%q,
		"limits":{"frame_bytes":8388608,"text_bytes":1048576,"buffer_bytes":1048576},"capabilities":["snapshot","resume","target","credit","delta"]}`, h.log.Epoch(), head, w.View))
	got := h.records(bus.Query{Vendor: vendor, Kind: schemas.ViewBoundary})
	if diff := cmp.Diff([]schemas.Event{schemas.ViewOpened{User: "local"}}, eventsOf(got)); diff != "" {
		t.Errorf("views (-want +got):\n%s", diff)
	}
}

func eventsOf(records []schemas.Record) []schemas.Event {
	var all []schemas.Event
	for _, r := range records {
		all = append(all, r.Event)
	}
	return all
}

func TestAViewComesBackUnderItsIDUnlessItIsLive(t *testing.T) {
	h := open(t, setting{})
	first := h.tab("")
	if twin := h.tab(first.view); twin.view == first.view {
		t.Error("a duplicated tab has the view of the first")
	}
	if stranger := h.tab("v-of-nobody"); stranger.view == "v-of-nobody" {
		t.Error("an id that the server did not mint became a view")
	}
	h.must(first.s.Close())
	h.untilClosed(first.view)
	// The id is free a moment after the end is in the log.
	for again := h.tab(first.view); again.view != first.view; again = h.tab(first.view) {
		h.must(again.s.Close())
		h.untilClosed(again.view)
	}
	var kinds []string
	for _, r := range h.records(bus.Query{Vendor: vendor, Kind: schemas.ViewBoundary, ID: string(first.view)}) {
		kinds = append(kinds, r.Type)
	}
	if diff := cmp.Diff([]string{"view.opened", "view.closed", "view.opened"}, kinds); diff != "" {
		t.Errorf("the view's life (-want +got):\n%s", diff)
	}
}

// untilClosed waits for the end of a view.
func (h *house) untilClosed(view schemas.ViewID) schemas.ViewClosed {
	h.t.Helper()
	for batch, err := range h.log.Follow(h.context(), bus.Query{Vendor: vendor, Kind: schemas.ViewBoundary, ID: string(view)}) {
		h.must(err)
		for _, r := range batch {
			if e, ok := r.Event.(schemas.ViewClosed); ok {
				return e
			}
		}
	}
	panic("follow ended without an error")
}

func TestALostConnectionEndsTheViewAndNotTheTurn(t *testing.T) {
	h := open(t, setting{})
	session := h.session()
	b := h.tab("")
	h.must(b.s.Message(h.context(), client.Message{Ref: "m", Session: session, Text: "Build subtasks for every task in module 1", UIContext: ptr(schemas.MustUIContext(onEditor))}))
	id := b.next("ack").Turn
	h.must(b.s.CloseNow())
	if end := h.untilClosed(b.view); end.Reason != "lost" {
		t.Errorf("the view ended because it was %q", end.Reason)
	}
	if end := h.ended(id); end.Status != schemas.TurnCompleted {
		t.Errorf("the turn ended %+v", end)
	}
}

func TestAServerThatStopsSaysGoodbyeAndKeepsTheBook(t *testing.T) {
	h := open(t, setting{})
	b := h.tab("")
	h.stop()
	_, err := b.s.Next(h.context())
	if status := websocket.CloseStatus(err); status != websocket.StatusGoingAway {
		t.Errorf("the stream ended with %v", err)
	}
	if end := h.untilClosed(b.view); end.Reason != "the server stopped" {
		t.Errorf("the view ended because it was %q", end.Reason)
	}
}

func ptr[T any](v T) *T { return &v }

// The rows of the table in authoring.md section 7, and row zero of decisions.md 19.
func TestEveryStepEventCarriesTheTargetOfThisView(t *testing.T) {
	h := open(t, setting{told: true})
	session := h.session()
	canvas, task := schemas.CanvasAddress(0, 0), schemas.TaskAddress("t1")
	for name, c := range map[string]struct {
		ui   string
		at   schemas.StepAddress
		want schemas.Target
	}{
		"not on the editor route, a contribution":    {`{"page":"library","contribution":"library-panel"}`, canvas, schemas.Target{Outcome: schemas.TargetContribution, Contribution: "library-panel"}},
		"not on the editor route, no contribution":   {`{"page":"library"}`, task, schemas.Target{Outcome: schemas.TargetContribution, Reason: schemas.ReasonUnclaimed}},
		"another playbook on the canvas":             {strings.ReplaceAll(onEditor, "p1", "p2"), canvas, schemas.Target{Outcome: schemas.TargetDrop, Reason: schemas.ReasonOtherPlaybook}},
		"task-addressed, the same task in a builder": {withBuilder("t1"), task, schemas.Target{Outcome: schemas.TargetTaskBuilder}},
		"task-addressed, no builder":                 {onEditor, task, schemas.Target{Outcome: schemas.TargetDrop, Reason: schemas.ReasonNotMounted}},
		"task-addressed, not authorable":             {strings.Replace(withBuilder("t1"), `"is_draft_active":true`, `"is_draft_active":false`, 1), task, schemas.Target{Outcome: schemas.TargetDrop, Reason: schemas.ReasonNotAuthorable}},
		"task-addressed, another task":               {withBuilder("t2"), task, schemas.Target{Outcome: schemas.TargetDrop, Reason: schemas.ReasonOtherTask}},
		"coordinate-addressed":                       {onEditor, canvas, schemas.Target{Outcome: schemas.TargetShell}},
		"neither":                                    {onEditor, schemas.StepAddress{}, schemas.Target{Outcome: schemas.TargetDrop, Reason: schemas.ReasonUnaddressed}},
	} {
		t.Run(name, func(t *testing.T) {
			b := h.tab("")
			b.shows(c.ui)
			h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Playbook: "p1", Types: []string{"task.step-added"}}))
			b.next("caught_up")
			wrote := h.writeSteps(session, schemas.Subject{Playbook: "p1", Task: "t1"}, step("s1", c.at))
			same(t, "the frame", string(b.next("event").Raw), h.frame("s", wrote[0], &c.want))
		})
	}
}

func TestATargetFollowsTheContextBetweenTwoEventsLiveAndResumed(t *testing.T) {
	h := open(t, setting{told: true})
	session := h.session()
	about := schemas.Subject{Playbook: "p1", Task: "t1"}
	task := schemas.TaskAddress("t1")
	b := h.tab("")
	b.shows(onEditor)
	h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Session: session, Types: []string{"task.step-added"}}))
	snapshot := b.next("snapshot")
	b.next("caught_up")

	one := h.writeSteps(session, about, step("s1", task))
	first := b.next("event")
	b.shows(withBuilder("t1"))
	two := h.writeSteps(session, about, step("s2", task))
	second := b.next("event")
	b.shows(onEditor)
	three := h.writeSteps(session, about, step("s3", task))
	third := b.next("event")

	drop := &schemas.Target{Outcome: schemas.TargetDrop, Reason: schemas.ReasonNotMounted}
	want := []string{
		h.frame("s", one[0], drop),
		h.frame("s", two[0], &schemas.Target{Outcome: schemas.TargetTaskBuilder}),
		h.frame("s", three[0], drop),
	}
	for i, f := range []client.Frame{first, second, third} {
		same(t, fmt.Sprintf("live frame %d", i), string(f.Raw), want[i])
	}
	// The same again, from positions at which the view showed something else.
	for i, from := range []string{snapshot.AsOf, first.Cursor, second.Cursor} {
		h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Session: session, Types: []string{"task.step-added"}, From: from}))
		for j, w := range want[i:] {
			same(t, fmt.Sprintf("frame %d from cursor %d", i+j, i), string(b.next("event").Raw), w)
		}
		b.next("caught_up")
	}
}

func TestASnapshotIsWhatIsOnScreenAndTheLiveFramesBeginAfterIt(t *testing.T) {
	h := open(t, setting{})
	session := h.session()
	h.ended(h.ask(session, "What is here?", onEditor))
	b := h.tab("")
	b.shows(onEditor)
	h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Session: session, Tasks: []schemas.TaskID{"t2"}}))
	got := b.next("snapshot")
	same(t, "caught up", string(b.next("caught_up").Raw), fmt.Sprintf(`{"type":"caught_up","ref":"s","cursor":%q}`, got.AsOf))

	tree, asOf, err := h.store.Playbook(t.Context(), vendor, "p1", session)
	h.must(err)
	for _, m := range tree.Modules {
		for i := range m.Tasks {
			if m.Tasks[i].ID != "t2" {
				m.Tasks[i].Steps = nil
			}
		}
	}
	state, _, err := h.store.SessionState(t.Context(), vendor, session)
	h.must(err)
	want, err := json.Marshal(map[string]any{
		"type": "snapshot", "ref": "s", "as_of": fmt.Sprintf("%s.%d.%d", h.log.Epoch(), asOf.Seq, asOf.Index), "playbook": tree,
		"session": state.Session, "messages": state.Messages, "rows": []any{}, "running_turn": state.Running, "shown_turn": state.Shown,
		"queued": []any{}, "cards": []any{}, "replies": []any{}, "lock": nil, "context": json.RawMessage(onEditor),
	})
	h.must(err)
	same(t, "the snapshot", string(got.Raw), string(want))

	id := h.ask(session, "Add a step to task 2 of module 1", onEditor)
	frames := b.events("turn.ended")
	var kept []string
	for _, r := range h.records(bus.Query{Vendor: vendor, Turn: id}) {
		if schemas.VisibilityOf(r.Type) != schemas.Wire {
			continue
		}
		var target *schemas.Target
		if e, ok := r.Event.(schemas.StepEvent); ok {
			target = ptr(schemas.ResolveTarget(schemas.MustUIContext(onEditor), "p1", e.Address()))
		}
		kept = append(kept, h.frame("s", r, target))
	}
	if diff := cmp.Diff(kept, frames); diff != "" {
		t.Errorf("the turn's frames (-log +stream):\n%s", diff)
	}
}

func TestAPlaceThatIsNoneIsAResync(t *testing.T) {
	h := open(t, setting{})
	b := h.tab("")
	epoch, head := h.log.Epoch(), h.head()
	h.must(h.store.WaitFor(h.context(), head))
	at := h.store.Checkpoint()
	for from, reason := range map[string]string{
		"abc": "malformed", epoch + ".-1.0": "malformed", epoch + ".1": "malformed", epoch + ".1.x": "malformed", "..": "malformed",
		"other.1.0": "other_epoch", fmt.Sprintf("%s.%d.0", epoch, head+1): "above_head", epoch + ".9007199254740993.0": "above_head",
	} {
		h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", From: from}))
		same(t, "the answer to "+from, string(b.next("resync").Raw), fmt.Sprintf(`{"type":"resync","ref":"s","reason":%q,"epoch":%q,"head":%d,"as_of":"%s.%d.%d"}`, reason, epoch, head, epoch, at.Seq, at.Index))
	}
	h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "t", From: epoch + ".0.0", Types: []string{"playbook.imported"}}))
	if f := b.next("event"); f.Ref != "t" {
		t.Errorf("after a resync the stream goes on with %s", f.Raw)
	}
}

func TestFramesThatComeToNothingAreAnsweredWithACode(t *testing.T) {
	h := open(t, setting{})
	s, err := h.c.Dial(h.context())
	h.must(err)
	defer s.CloseNow()
	b := &tab{h: h, s: s}
	answer := func(frame, kind, want string) {
		t.Helper()
		b.raw(frame)
		f := b.next(kind)
		var got map[string]any
		h.must(json.Unmarshal(f.Raw, &got))
		if got["detail"] == "" || got["status"] == nil {
			t.Errorf("%s is answered with %s", frame, f.Raw)
		}
		delete(got, "detail")
		delete(got, "title")
		delete(got, "status")
		brief, _ := json.Marshal(got)
		same(t, "the answer to "+frame, string(brief), want)
	}
	answer(`{"type":"subscribe","ref":"1"}`, "error", `{"type":"error","ref":"1","code":"NO_HELLO"}`)
	answer(`{"type":"hello","ref":"h","version":2}`, "error", `{"type":"error","ref":"h","code":"INVALID_REQUEST"}`)
	answer(`{"type":"hello","ref":"h","view_id":"a\u0000"}`, "error", `{"type":"error","ref":"h","code":"INVALID_ID","field":"view_id"}`)
	_, err = s.Hello(h.context(), client.Hello{})
	h.must(err)
	session := h.session()
	answer(`{"type":"hello","ref":"h"}`, "error", `{"type":"error","ref":"h","code":"NO_HELLO"}`)
	answer(`[]`, "error", `{"type":"error","code":"INVALID_REQUEST"}`)
	answer(`{"type":"subscribe","type":"x"}`, "error", `{"type":"error","code":"INVALID_JSON"}`)
	answer(`{"type":"apply","ref":"a"}`, "error", `{"type":"error","ref":"a","code":"UNKNOWN_FRAME"}`)
	answer(`{"type":"answer","ref":"a"}`, "refused", `{"type":"refused","ref":"a","code":"INVALID_ID","field":"card"}`)
	answer(`{"type":"answer","ref":"a","card":"c9"}`, "refused", `{"type":"refused","ref":"a","code":"UNKNOWN_CARD","card":"c9"}`)
	answer(`{"type":"answer","ref":"a","card":"c9","decision":"perhaps","session":"`+string(session)+`"}`, "refused", `{"type":"refused","ref":"a","code":"INVALID_REQUEST","field":"decision"}`)
	answer(`{"type":"subscribe","ref":"s","session":"nobody"}`, "error", `{"type":"error","ref":"s","code":"NOT_FOUND"}`)
	answer(`{"type":"subscribe","ref":"s","playbook":"p9"}`, "error", `{"type":"error","ref":"s","code":"NOT_FOUND"}`)
	answer(`{"type":"subscribe","ref":"s","types":["turn.lost"]}`, "error", `{"type":"error","ref":"s","code":"INVALID_REQUEST","field":"types"}`)
	answer(`{"type":"ui_context","ref":"u","ui_context":[]}`, "refused", `{"type":"refused","ref":"u","code":"INVALID_CONTEXT","field":"ui_context"}`)
	answer(`{"type":"message","ref":"m","session":"nobody","text":"x"}`, "refused", `{"type":"refused","ref":"m","code":"UNKNOWN_SESSION"}`)
	answer(`{"type":"message","ref":"m","session":"`+string(session)+`","text":""}`, "refused", `{"type":"refused","ref":"m","code":"INVALID_REQUEST","field":"text"}`)
	answer(`{"type":"cancel","ref":"c","session":"`+string(session)+`","turn":"t9"}`, "refused", `{"type":"refused","ref":"c","code":"UNKNOWN_TURN","turn":"t9"}`)
	answer(`{"type":"subscribe","ref":"`+strings.Repeat("r", 300)+`"}`, "error", `{"type":"error","code":"INVALID_REQUEST"}`)
}

func TestInternalEventsNeverReachAView(t *testing.T) {
	h := open(t, setting{})
	b := h.tab("")
	h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", From: h.log.Epoch() + ".0.0"}))
	b.next("caught_up")
	h.ask(h.session(), "Build subtasks for every task in module 1", onEditor)
	for _, raw := range b.events("turn.ended") {
		var f struct{ Event struct{ Type string } }
		h.must(json.Unmarshal([]byte(raw), &f))
		if schemas.VisibilityOf(f.Event.Type) != schemas.Wire {
			t.Errorf("a view got %s", f.Event.Type)
		}
	}
}

func TestDataThatIsKeptBesideTheLogComesWithItsEvent(t *testing.T) {
	log, wakes := embedded(t)
	h := open(t, setting{log: log, wakes: wakes})
	b := h.tab("")
	h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Types: []string{"view.context-changed"}}))
	b.next("caught_up")
	ui := `{"note":"` + strings.Repeat("n", 1_200_000) + `","page":"task"}`
	b.shows(ui)
	h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "t", Types: []string{"view.context-changed"}, From: h.log.Epoch() + ".0.0"}))
	f := b.next("event")
	for f.Ref != "t" {
		f = b.next("event")
	}
	same(t, "the data", string(f.Data), `{"ui_context":`+ui+`}`)
}
