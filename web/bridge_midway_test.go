package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents"
	"turnbook/agents/offline"
	"turnbook/bus"
	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web/client"
)

// A midway is what a snapshot re-states of a turn that is under way.
type midway struct {
	AsOf     string `json:"as_of"`
	Playbook projections.PlaybookTree
	Rows     []projections.Row
	Cards    []projections.Interrupt
	Running  *projections.Turn `json:"running_turn"`
}

func (b *tab) midway(session schemas.SessionID) (m midway) {
	b.h.t.Helper()
	b.h.must(b.s.Subscribe(b.h.context(), client.Subscribe{Ref: "s", Session: session}))
	b.h.must(json.Unmarshal(b.next("snapshot").Raw, &m))
	return m
}

// after are the frames of a turn that stand behind a cursor, without targets.
func (h *house) after(id schemas.TurnID, cursor string) (cursors []string) {
	h.t.Helper()
	begun := false
	for _, r := range h.records(bus.Query{Vendor: vendor}) {
		at := fmt.Sprintf("%s.%d.%d", h.log.Epoch(), r.Seq, r.Index)
		if begun && r.Turn == id && schemas.VisibilityOf(r.Type) == schemas.Wire {
			cursors = append(cursors, at)
		}
		begun = begun || at == cursor
	}
	return cursors
}

// turnFrames reads event frames up to the end of a turn: the cursors of those of the turn.
func (b *tab) turnFrames(id schemas.TurnID) (cursors []string) {
	b.h.t.Helper()
	for {
		f := b.next("event")
		var e struct {
			Type string
			Turn schemas.TurnID `json:"correlationid"`
		}
		b.h.must(json.Unmarshal(f.Event, &e))
		if e.Turn == id {
			cursors = append(cursors, f.Cursor)
		}
		if e.Type == "turn.ended" {
			return cursors
		}
	}
}

// Case B15, while a card is open.
func TestWhoJoinsAtAnOpenCardSeesItAndTheStreamStaysOpenOverTheSuspension(t *testing.T) {
	h := open(t, setting{model: builderSays(remove("fork"))})
	session := h.session()
	card := h.card(session)
	b := h.tab("")
	b.shows(onFork)
	m := b.midway(session)
	if diff := cmp.Diff([]projections.Interrupt{card}, m.Cards); diff != "" {
		t.Errorf("open cards (-want +got):\n%s", diff)
	}
	if m.Running == nil || m.Running.ID != card.Turn || m.Running.Status != schemas.TurnAwaitingAnswer {
		t.Errorf("the running turn is %+v", m.Running)
	}
	b.next("caught_up")
	_, err := h.doors()["over REST"]()(session, card.ID, schemas.Confirm, card.Fingerprint)
	h.must(err)
	got := b.turnFrames(card.Turn)
	if diff := cmp.Diff(h.after(card.Turn, m.AsOf), got); diff != "" {
		t.Errorf("frames behind the snapshot (-log +stream):\n%s", diff)
	}
}

// Case B15, between two rows.
func TestWhoJoinsBetweenTwoRowsSeesThemAndTheStepsThatAreNotSaved(t *testing.T) {
	hold := make(chan struct{})
	h := open(t, setting{model: &holding{Model: offline.New(offline.Options{}), lane: "Collect bank details", hold: hold}})
	session := h.session()
	id := h.ask(session, "Build subtasks for every task in module 1", onEditor)
	h.rowDone(id)
	b := h.tab("")
	b.shows(onEditor)
	m := b.midway(session)
	statuses, unsaved := map[string]int{}, 0
	for _, row := range m.Rows {
		statuses[string(row.Status)]++
	}
	for _, task := range m.Playbook.Modules[0].Tasks {
		for _, s := range task.Steps {
			if !s.Saved {
				unsaved++
			}
		}
	}
	if diff := cmp.Diff(map[string]int{"done": 1, "running": 1}, statuses); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if unsaved != 3 {
		t.Errorf("the snapshot has %d steps that are not saved yet", unsaved)
	}
	close(hold)
	got := b.turnFrames(id)
	if diff := cmp.Diff(h.after(id, m.AsOf), got); diff != "" {
		t.Errorf("frames behind the snapshot (-log +stream):\n%s", diff)
	}
}

// Case B5: cut at the third row, back behind it, and once more after the end.
func TestAFanOutIsWholeOverACutAndAfterItsEndAndEachEventComesOnce(t *testing.T) {
	h := open(t, setting{})
	six := schemas.PlaybookImported{Title: "Six", Modules: []schemas.Module{{ID: "sm", Title: "M"}}}
	for i := range 6 {
		six.Modules[0].Tasks = append(six.Modules[0].Tasks, schemas.Task{ID: schemas.TaskID(fmt.Sprintf("k%d", i)), Title: fmt.Sprintf("Task %d", i)})
	}
	h.must(h.rt.ImportPlaybook(t.Context(), vendor, "local", "p6", six, "import6"))
	session := h.session()
	b := h.tab("")
	ui := strings.ReplaceAll(onEditor, "p1", "p6")
	b.shows(ui)
	h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Session: session}))
	b.next("caught_up")
	id := h.ask(session, "Build subtasks for every task in module 1", ui)
	var got []string
	for rows := 0; rows < 3; {
		f := b.next("event")
		got = append(got, f.Cursor)
		var e struct{ Type string }
		h.must(json.Unmarshal(f.Event, &e))
		if e.Type == "turn.row-changed" {
			rows++
		}
	}
	h.must(b.s.CloseNow())
	third := got[len(got)-1]
	rest := func() []string {
		// Another view, where the server has not noticed yet that the one before is gone.
		b := h.tab(b.view)
		defer b.s.CloseNow()
		b.shows(ui)
		h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Session: session, From: third}))
		return b.turnFrames(id)
	}
	first := rest()
	if diff := cmp.Diff(first, rest()); diff != "" {
		t.Errorf("after the end (-before +after):\n%s", diff)
	}
	if diff := cmp.Diff(h.after(id, third), first); diff != "" {
		t.Errorf("behind the cut (-log +stream):\n%s", diff)
	}
	state, _, err := h.store.SessionState(t.Context(), vendor, session)
	h.must(err)
	if len(state.Rows) < 6 {
		t.Errorf("the turn has %d rows", len(state.Rows))
	}
}

func TestWhoComesBackAsAnotherViewMissesNothingOfThePlaybookThatItShows(t *testing.T) {
	h := open(t, setting{})
	session := h.session()
	b := h.tab("")
	b.shows(onEditor)
	h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Session: session}))
	from := b.next("caught_up").Cursor
	id := h.ask(session, "Build subtasks for every task in module 1", onEditor)
	h.ended(id)
	other := h.tab("") // as a lost connection that nobody has noticed makes it
	other.shows(onEditor)
	h.must(other.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Session: session, From: from}))
	if diff := cmp.Diff(h.after(id, from), other.turnFrames(id)); diff != "" {
		t.Errorf("behind the cut (-log +stream):\n%s", diff)
	}
}

// A holding model lets one lane of a fan-out wait.
type holding struct {
	agents.Model
	lane string // what its assignment says
	hold <-chan struct{}
}

func (m *holding) Stream(ctx context.Context, r agents.Request) iter.Seq2[agents.Part, error] {
	return func(yield func(agents.Part, error) bool) {
		for _, d := range r.Data {
			if d.Name == "assignment" && bytes.Contains(d.JSON, []byte(m.lane)) {
				select {
				case <-m.hold:
				case <-ctx.Done():
				}
			}
		}
		m.Model.Stream(ctx, r)(yield)
	}
}

// rowDone waits until a row of a turn is done.
func (h *house) rowDone(id schemas.TurnID) {
	h.t.Helper()
	for batch, err := range h.log.Follow(h.context(), bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary, Turn: id}) {
		h.must(err)
		for _, r := range batch {
			if e, ok := r.Event.(schemas.RowChanged); ok && e.Status == schemas.RowDone {
				return
			}
		}
	}
}
