package web_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/agentstest"
	"turnbook/bus"
	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web/client"
)

// A life is what a read of a playbook tells of its life.
type life struct {
	Status   string
	Lock     *lockTold
	EditedBy schemas.UserID    `json:"edited_by"`
	EditedAt projections.Stamp `json:"edited_at"`
	Pending  []schemas.Activity
}

type lockTold struct {
	User  schemas.UserID
	Until time.Time
}

func (h *house) life(playbook string) (l life) {
	h.t.Helper()
	h.call("GET", "/v1/playbooks/"+playbook, nil, &l)
	return l
}

// refused makes a call that must come to nothing.
func (h *house) refused(method, path string, in any, status int, code schemas.Code) {
	h.t.Helper()
	wantProblem(h.t, h.c.Call(h.context(), method, path, in, nil), client.Problem{Status: status, Code: code})
}

func TestALockIsTakenRenewedShownTakenOverAndLetGo(t *testing.T) {
	h := open(t, setting{})
	if l := h.life("p1"); l.Lock != nil {
		t.Errorf("nobody took the lock, and it reads %+v", l.Lock)
	}
	bea, err := h.rt.TakeLock(t.Context(), vendor, "bea", "p1", false)
	h.must(err)
	h.refused("PUT", "/v1/playbooks/p1/lock", nil, 409, schemas.CodeLocked)
	h.refused("POST", "/v1/playbooks/p1/publish", nil, 409, schemas.CodeLocked)
	h.refused("POST", "/v1/playbooks/p1/edits", map[string]string{"op": "rename_playbook", "title": "Mine"}, 409, schemas.CodeNotEditable)
	if diff := cmp.Diff(&lockTold{"bea", bea.Until}, h.life("p1").Lock); diff != "" {
		t.Errorf("the lock of another (-want +got):\n%s", diff)
	}

	var mine lockTold
	h.call("PUT", "/v1/playbooks/p1/lock", map[string]bool{"take_over": true}, &mine)
	if mine.User != "local" || !mine.Until.After(time.Now()) {
		t.Errorf("taken over, it reads %+v", mine)
	}
	h.call("PUT", "/v1/playbooks/p1/lock", nil, &mine)
	if diff := cmp.Diff(&mine, h.life("p1").Lock); diff != "" {
		t.Errorf("the lock, renewed (-want +got):\n%s", diff)
	}
	if got := h.reload(h.session(), onEditor).Lock; got == nil || got.User != "local" {
		t.Errorf("a reload shows the lock %+v", got)
	}
	var from []schemas.UserID
	for _, r := range h.records(bus.Query{Vendor: vendor, Types: []string{"playbook.edit-lock-taken"}}) {
		from = append(from, r.Event.(schemas.EditLockTaken).From)
	}
	if diff := cmp.Diff([]schemas.UserID{"", "bea", ""}, from); diff != "" {
		t.Errorf("taken over from (-want +got):\n%s", diff)
	}

	for range 2 {
		h.call("DELETE", "/v1/playbooks/p1/lock", nil, nil)
	}
	if l := h.life("p1"); l.Lock != nil {
		t.Errorf("after it was let go the lock reads %+v", l.Lock)
	}
	h.refused("PUT", "/v1/playbooks/p9/lock", nil, 404, "NOT_FOUND")
}

func TestPublishingDrainsThePendingActivityAndClosesTheDraft(t *testing.T) {
	h := open(t, setting{})
	var edit struct{ Seq uint64 }
	h.call("POST", "/v1/playbooks/p1/edits", map[string]string{"op": "rename_playbook", "title": "Onboarding a nurse"}, &edit)
	before := h.life("p1")
	want := []schemas.Activity{
		{Seq: before.Pending[0].Seq, User: "local", What: "playbook.imported", Size: 1},
		{Seq: edit.Seq, User: "local", What: "playbook.renamed", Size: 1},
	}
	if diff := cmp.Diff(want, before.Pending); diff != "" {
		t.Errorf("pending (-want +got):\n%s", diff)
	}
	if before.EditedBy != "local" || before.EditedAt == "" {
		t.Errorf("last edited %s by %q", before.EditedAt, before.EditedBy)
	}
	var done struct{ Playbook, Status string }
	h.call("POST", "/v1/playbooks/p1/publish", nil, &done)
	after := h.life("p1")
	if done.Status != "published" || after.Status != "published" || len(after.Pending) != 0 || after.Pending == nil {
		t.Errorf("published, it reads %+v and %+v", done, after)
	}
	published := h.records(bus.Query{Vendor: vendor, Types: []string{"playbook.published"}})
	if diff := cmp.Diff(schemas.Event(schemas.PlaybookPublished{User: "local", Activity: want}), published[0].Event); diff != "" {
		t.Errorf("the event (-want +got):\n%s", diff)
	}
	h.refused("POST", "/v1/playbooks/p1/publish", nil, 409, schemas.CodeNotEditable)
	h.refused("PUT", "/v1/playbooks/p1/lock", nil, 409, schemas.CodeNotEditable)
	h.call("POST", "/v1/playbooks/p1/archive", nil, &done)
	if done.Status != "archived" {
		t.Errorf("archived, it reads %+v", done)
	}
	h.refused("POST", "/v1/playbooks/p1/archive", nil, 409, schemas.CodeArchived)
	h.refused("POST", "/v1/playbooks/p9/publish", nil, 404, "NOT_FOUND")
	h.proved()
}

// proved checks that the tables are what the log says, and stay so when drawn anew.
func (h *house) proved() {
	h.t.Helper()
	for _, path := range []string{"/v1/check", "/v1/rebuild", "/v1/check"} {
		var out struct {
			Equal bool
			First []projections.Difference
		}
		h.call("POST", path, map[string]bool{"diff": true}, &out)
		if !out.Equal {
			h.t.Errorf("%s tells of differences: %v", path, out.First)
		}
	}
}

// dropped runs a turn of the task builder whose origin view closes its builder while
// the agent writes two steps.
func (h *house) dropped(session schemas.SessionID, said <-chan struct{}, hold chan<- struct{}) schemas.TurnID {
	h.t.Helper()
	b := h.tab("")
	h.must(b.s.Message(h.context(), client.Message{Ref: "m", Session: session, Text: "Add two steps", UIContext: ptr(schemas.MustUIContext(withBuilder("t1")))}))
	id := b.next("ack").Turn
	<-said
	b.shows(onEditor)
	close(hold)
	h.ended(id)
	return id
}

func TestDroppedStepsAreAppliedLaterOnce(t *testing.T) {
	hold, said := make(chan struct{}), make(chan struct{}, 1)
	h := open(t, setting{model: builderSays(adds("One", hold, said), adds("Two", nil, nil))})
	session := h.session()
	id := h.dropped(session, said, hold)
	if got, want := h.drops(id), []string{"waiting  0", "waiting  0"}; !cmp.Equal(got, want) {
		t.Errorf("drops %q, want %q", got, want)
	}
	apply := func() (out struct{ Applied []schemas.DropsApplied }) {
		h.call("POST", "/v1/turns/"+string(id)+"/drops/apply", nil, &out)
		return out
	}

	// Somebody else edits: nothing is let in, and the steps go on waiting.
	_, err := h.rt.TakeLock(t.Context(), vendor, "bea", "p1", true)
	h.must(err)
	if got := apply().Applied; len(got) != 1 || got[0].Code != schemas.CodeNotEditable {
		t.Errorf("under another's lock it came to %+v", got)
	}
	if got := h.drops(id); got[0] != "waiting NOT_EDITABLE 0" {
		t.Errorf("drops %q", got)
	}
	h.must(h.rt.ReleaseLock(t.Context(), vendor, "bea", "p1"))

	got := apply().Applied
	if len(got) != 1 || got[0].Code != "" || got[0].Seq == 0 || len(got[0].Steps) != 2 {
		t.Fatalf("it came to %+v", got)
	}
	if again := apply(); len(again.Applied) != 0 || again.Applied == nil {
		t.Errorf("applied again it came to %+v", again)
	}
	var task projections.TaskTree
	h.call("GET", "/v1/tasks/t1", nil, &task)
	var titles []string
	for _, s := range task.Steps {
		titles = append(titles, s.Title)
	}
	if diff := cmp.Diff([]string{"Unpack it", "One", "Two"}, titles); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"applied", "applied"}, []string{h.drops(id)[0][:7], h.drops(id)[1][:7]}); diff != "" {
		t.Errorf("drops (-want +got):\n%s", diff)
	}
	wantProblem(t, h.c.Call(h.context(), "POST", "/v1/turns/t9/drops/apply", nil, nil), client.Problem{Status: 404, Code: schemas.CodeUnknownTurn, Turn: "t9"})
	h.proved()
}

// The rows of the second table of authoring.md, with ids that look like nothing.
func TestEveryTaskIDOfAnEventIsAnAddressOrJunk(t *testing.T) {
	h := open(t, setting{told: true})
	session := h.session()
	b := h.tab("")
	b.shows(onEditor)
	h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Session: session, Types: []string{"task.step-added"}}))
	b.next("caught_up")
	about := schemas.Subject{Playbook: "p1", Task: "t1"}
	addressed := schemas.Target{Outcome: schemas.TargetDrop, Reason: schemas.ReasonNotMounted}
	junk := schemas.Target{Outcome: schemas.TargetShell} // the coordinates count
	for raw, want := range map[string]schemas.Target{
		`0`: addressed, `"0"`: addressed, `-1`: addressed, `1e3`: addressed, `"NaN"`: addressed, `"t1"`: addressed,
		`""`: junk, `" "`: junk, `false`: junk, `true`: junk, `null`: junk, `{}`: junk, `[]`: junk,
	} {
		at := schemas.CanvasAddress(0, 0)
		at.TaskID = json.RawMessage(raw)
		h.writeSteps(session, about, step("s"+raw, at))
		if got := b.next("event").Target; got == nil || *got != want {
			t.Errorf("task_id %s: the target is %+v, want %+v", raw, got, want)
		}
	}
	// A tab that shows any of them gets its events too.
	for _, raw := range []string{`0`, `"0"`, `""`, `" "`, `false`, `null`, `{}`, `[]`, `-1`, `1e3`, `"NaN"`} {
		b.shows(`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p1","current_task_id":` + raw + `}`)
		h.writeSteps(session, about, step("c"+raw, schemas.CanvasAddress(0, 0)))
		if got := b.next("event").Target; got == nil || *got != junk {
			t.Errorf("current_task_id %s: the target is %+v", raw, got)
		}
	}
}

// adds is a round that adds a step; hold and said as in [agentstest.Answer].
func adds(title string, hold <-chan struct{}, said chan<- struct{}) agentstest.Answer {
	a := agentstest.Calls(agentstest.Call("1", "add_step", map[string]any{"title": title}))
	a.Hold, a.Said = hold, said
	return a
}

// drops are a turn's drops in the order they were written: status, code, and where they
// landed.
func (h *house) drops(id schemas.TurnID) (out []string) {
	h.t.Helper()
	var dossier struct{ Drops []projections.Drop }
	h.call("GET", "/v1/turns/"+string(id)+"/dossier", nil, &dossier)
	for _, d := range slices.Backward(dossier.Drops) {
		out = append(out, fmt.Sprintf("%s %s %d", d.Status, d.Code, d.AppliedSeq))
	}
	return out
}
