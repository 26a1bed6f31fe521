package web_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/projections"
	"turnbook/schemas"
)

// state is a turn as of a position, as the tests read it.
type state struct {
	At    string
	AsOf  projections.AsOf `json:"as_of"`
	Type  string
	Turn  projections.Turn
	View  schemas.ViewID            `json:"view_id"`
	Tree  *projections.PlaybookTree `json:"playbook"`
	Task  *projections.TaskTree
	Rows  []projections.Row
	Cards []projections.Interrupt

	Context  json.RawMessage
	Messages []projections.Message
	Replies  []string
}

func (h *house) state(turn schemas.TurnID, query string) state {
	h.t.Helper()
	var out state
	h.call("GET", "/v1/turns/"+string(turn)+"/state"+query, nil, &out)
	return out
}

// uncounted is a turn's row without what its state leaves out.
func uncounted(t projections.Turn) projections.Turn {
	t.ModelCalls, t.ToolCalls, t.InputTokens, t.OutputTokens = 0, 0, 0, 0
	return t
}

// asDrawn is a tree that was read, without what a folded one leaves out.
func asDrawn(t projections.PlaybookTree) *projections.PlaybookTree {
	t.Source, t.Format, t.Digest, t.Report = "", "", "", ""
	t.LockedSince, t.CreatedSeq, t.CreatedAt, t.ChangedAt = "", 0, "", ""
	return &t
}

// TestTheStateAtAnEventIsWhatTheTablesSaidThen draws tables from the log up to each
// event of turns, and wants the same as the state as of that event.
func TestTheStateAtAnEventIsWhatTheTablesSaidThen(t *testing.T) {
	h := open(t, setting{})
	session := h.session()
	turns := []schemas.TurnID{
		h.finished(session, "Build subtasks for every task in module 1", onEditor),
		h.finished(session, "Add a step to task 2 of module 1", withBuilder("t2")),
		h.finished(session, "Rename module 1 to Day one", onEditor),
		h.asked(session, "Delete step 1", withBuilder("t1")),
		h.finished(session, "Add a step to task 1 of module 1", onEditor), // withdraws the question
	}
	older := h.olderTables()
	for _, turn := range turns {
		for _, r := range h.lastOfMessages(turn) {
			got := h.state(turn, fmt.Sprintf("?at=%d", r.Seq))
			want := h.tablesAt(older.to(r.Seq), session, turn)
			if diff := cmp.Diff(want, tabular(got)); diff != "" {
				t.Fatalf("after %s at %d of %s (-tables +state):\n%s", r.Type, r.Seq, turn, diff)
			}
		}
	}
}

// seen is what tables and states both say.
type seen struct {
	Turn     projections.Turn
	Tree     *projections.PlaybookTree
	Rows     []projections.Row
	Cards    []projections.Interrupt
	Messages []projections.Message
}

func tabular(s state) seen {
	return seen{s.Turn, s.Tree, s.Rows, s.Cards, s.Messages}
}

// tablesAt draws the log up to a position into tables of their own.
func (h *house) tablesAt(store *projections.Store, session schemas.SessionID, turn schemas.TurnID) seen {
	h.t.Helper()
	screen, _, err := store.Screen(h.context(), projections.ScreenQuery{Vendor: vendor, Session: session, Playbook: "p1"})
	h.must(err)
	row, _, err := store.Turn(h.context(), vendor, turn)
	h.must(err)
	rows, _, err := store.Rows(h.context(), vendor, turn)
	h.must(err)
	out := seen{Turn: uncounted(row), Tree: asDrawn(*screen.Playbook), Rows: rows, Cards: screen.Session.Cards}
	for _, m := range screen.Session.Messages {
		if m.Turn == turn {
			out.Messages = append(out.Messages, m)
		}
	}
	if out.Rows == nil {
		out.Rows = []projections.Row{}
	}
	if out.Cards == nil {
		out.Cards = []projections.Interrupt{}
	}
	return out
}

// finished runs a turn to its end.
func (h *house) finished(session schemas.SessionID, text, ui string) schemas.TurnID {
	h.t.Helper()
	id := h.ask(session, text, ui)
	h.ended(id)
	return id
}

// asked runs a turn to its question.
func (h *house) asked(session schemas.SessionID, text, ui string) schemas.TurnID {
	h.t.Helper()
	id := h.ask(session, text, ui)
	h.raised(id, 1)
	return id
}

// lastOfMessages are the last records of a turn's messages.
func (h *house) lastOfMessages(turn schemas.TurnID) []schemas.Record {
	h.t.Helper()
	var out []schemas.Record
	for _, r := range h.records(bus.Query{Vendor: vendor, Turn: turn}) {
		if r.Last {
			out = append(out, r)
		}
	}
	return out
}

func TestAStateIsAskedForWithinItsTurn(t *testing.T) {
	h := open(t, setting{})
	session := h.session()
	first := h.finished(session, "Add a step to task 2 of module 1", onEditor)
	second := h.finished(session, "Add a step to task 1 of module 1", onEditor)
	began := h.lastOfMessages(second)[0].Seq
	for _, c := range []struct{ turn, query, want string }{
		{string(first), "?at=soon", `{"status":422,"code":"INVALID_REQUEST","field":"at"}`},
		{string(first), fmt.Sprintf("?at=%d", began), `{"status":422,"code":"INVALID_REQUEST","field":"at"}`},
		{string(second), fmt.Sprintf("?at=%d.0", began-1), `{"status":422,"code":"INVALID_REQUEST","field":"at"}`},
		{string(second), "?view=nobody", `{"status":404,"code":"UNKNOWN_VIEW"}`},
		{"nowhere", "", `{"status":404,"code":"UNKNOWN_TURN","turn":"nowhere"}`},
	} {
		_, _, body := h.raw("GET", "/v1/turns/"+c.turn+"/state"+c.query, "")
		same(t, c.turn+c.query, brief(t, body), c.want)
	}
}

// turnPositions are where a turn's events stand.
func (h *house) turnPositions(turn schemas.TurnID) []schemas.Position {
	h.t.Helper()
	var out []schemas.Position
	for _, r := range h.records(bus.Query{Vendor: vendor, Turn: turn}) {
		out = append(out, r.Position)
	}
	return out
}
