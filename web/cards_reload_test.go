package web_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/agentstest"
	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web/client"
)

// A reload is what a tab sees that comes to a session now.
type reload struct {
	Cards   []projections.Interrupt
	Running *projections.Turn `json:"running_turn"`
	Shown   *projections.Turn `json:"shown_turn"`
	Replies []string
	Lock    *struct {
		User  schemas.UserID
		Until projections.Stamp
	}
}

func (h *house) reload(session schemas.SessionID, ui string) (r reload) {
	h.t.Helper()
	b := h.tab("")
	b.shows(ui)
	h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Session: session}))
	h.must(json.Unmarshal(b.next("snapshot").Raw, &r))
	return r
}

// B12: a refresh on the second question shows the second.
func TestAReloadShowsTheCardThatIsOpenAndTheOtherAnswered(t *testing.T) {
	h := open(t, setting{model: builderSays(remove("fork"), remove("a"), agentstest.Answer{Text: "Done."})})
	session := h.session()
	first := h.card(session)
	if diff := cmp.Diff([]projections.Interrupt{first}, h.reload(session, onFork).Cards); diff != "" {
		t.Errorf("cards at first (-want +got):\n%s", diff)
	}
	answer := h.doors()["over REST"]()
	if _, err := answer(session, first.ID, schemas.Confirm, first.Fingerprint); err != nil {
		t.Fatal(err)
	}
	second := h.raised(first.Turn, 2)
	now := h.reload(session, onFork)
	if diff := cmp.Diff([]projections.Interrupt{second}, now.Cards); diff != "" {
		t.Errorf("cards after the first answer (-want +got):\n%s", diff)
	}
	if now.Running == nil || now.Running.ID != first.Turn || now.Running.Status != schemas.TurnAwaitingAnswer {
		t.Errorf("the running turn is %+v", now.Running)
	}
	if got := h.settled(first.ID).Status; got != schemas.CardConfirmed {
		t.Errorf("the first card is %s", got)
	}
	if _, err := answer(session, second.ID, schemas.Decline, second.Fingerprint); err != nil {
		t.Fatal(err)
	}
	h.ended(first.Turn)
	if now = h.reload(session, onFork); len(now.Cards) != 0 || now.Running != nil || now.Shown.Status != schemas.TurnCompleted {
		t.Errorf("at the end a reload shows %+v", now)
	}
}

func TestACardThatOneTabSettlesIsSettledInTheOthers(t *testing.T) {
	h := open(t, setting{model: builderSays(remove("fork"))})
	session := h.session()
	card := h.card(session)
	other := h.tab("")
	h.must(other.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Session: session, Types: []string{"turn.interrupt-answered", "task.steps-removed"}}))
	other.next("caught_up")
	if _, err := h.doors()["over the bridge"]()(session, card.ID, schemas.Confirm, card.Fingerprint); err != nil {
		t.Fatal(err)
	}
	var told struct {
		Data schemas.InterruptAnswered
		Type string
	}
	h.must(json.Unmarshal(other.next("event").Event, &told))
	if told.Data.Card != card.ID || told.Data.Decision != schemas.Confirm {
		t.Errorf("the other tab is told %+v", told)
	}
	h.must(json.Unmarshal(other.next("event").Event, &told))
	if told.Type != "task.steps-removed" {
		t.Errorf("then it is told %s", told.Type)
	}
}

// A process restart, another tab, a day later: the card is still open, and answerable
// once.
func TestACardOutlivesTheServer(t *testing.T) {
	dir, tables := t.TempDir(), t.TempDir()
	log, end := embeddedIn(t, dir)
	h := open(t, setting{log: log, wakes: log, model: builderSays(remove("fork")), tables: tables})
	session := h.session()
	card := h.card(session)
	h.close()
	end()

	log, _ = embeddedIn(t, dir)
	h = open(t, setting{log: log, wakes: log, model: builderSays(agentstest.Answer{Text: "Gone."}), tables: tables})
	if diff := cmp.Diff([]projections.Interrupt{card}, h.reload(session, onFork).Cards); diff != "" {
		t.Errorf("cards after the restart (-want +got):\n%s", diff)
	}
	answer := h.doors()["over the bridge"]()
	if _, err := answer(session, card.ID, schemas.Confirm, card.Fingerprint); err != nil {
		t.Fatal(err)
	}
	if end := h.ended(card.Turn); end.Status != schemas.TurnCompleted {
		t.Errorf("ended %+v", end)
	}
	_, err := answer(session, card.ID, schemas.Decline, card.Fingerprint)
	wantProblem(t, err, client.Problem{Status: 409, Code: schemas.CodeCardSettled, Turn: card.Turn, Card: card.ID, At: h.settled(card.ID).AnsweredSeq})
	if diff := cmp.Diff([]string{"a"}, h.steps()); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
}
