package web_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/agentstest"
	"turnbook/bus"
	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web/client"
)

// forked is a playbook whose task holds a saved fork with a step below it.
var forked = schemas.PlaybookImported{Title: "Forked", Modules: []schemas.Module{{ID: "fm", Title: "M", Tasks: []schemas.Task{{ID: "ft", Title: "T", Steps: []schemas.Step{
	{ID: "a", Kind: schemas.Instruction, Title: "A"},
	{ID: "fork", Kind: schemas.Decision, Title: "Fork", Branches: []schemas.Branch{{Name: "yes", Steps: []schemas.Step{{ID: "deep", Kind: schemas.Email, Title: "Deep"}}}, {Name: "no"}}},
}}}}}}

// onFork is the editor with a builder open on the task that holds the fork.
var onFork = strings.NewReplacer(`"playbook_id":"p1"`, `"playbook_id":"p2"`).Replace(withBuilder("ft"))

func remove(ids ...string) agentstest.Answer {
	return agentstest.Calls(agentstest.Call("rm", "remove_steps", map[string]any{"step_ids": ids}))
}

func builderSays(rounds ...agentstest.Answer) *agentstest.Script {
	pick := agentstest.Pick(schemas.TaskBuilder)
	return agentstest.NewScript(map[string][]agentstest.Answer{"router": {pick, pick, pick}, "task-builder": rounds})
}

// card runs a turn of the task builder to its card.
func (h *house) card(session schemas.SessionID) projections.Interrupt {
	h.t.Helper()
	h.must(h.rt.ImportPlaybook(h.t.Context(), vendor, "local", "p2", forked, "import2"))
	id := h.ask(session, "Delete the fork", onFork)
	return h.raised(id, 1)
}

// raised waits for the nth card of a turn, and reads it.
func (h *house) raised(id schemas.TurnID, n int) (c projections.Interrupt) {
	h.t.Helper()
	for batch, err := range h.log.Follow(h.context(), bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary, Turn: id}) {
		h.must(err)
		for _, r := range batch {
			e, ok := r.Event.(schemas.InterruptRaised)
			if !ok {
				continue
			}
			if n--; n == 0 {
				h.call("GET", "/v1/cards/"+string(e.Card), nil, &c)
				return c
			}
		}
	}
	panic("follow ended without an error")
}

// steps are the ids of all saved steps of the forked playbook, by a read of its tree.
func (h *house) steps() (ids []string) {
	h.t.Helper()
	var p projections.PlaybookTree
	h.call("GET", "/v1/playbooks/p2", nil, &p)
	var walk func([]projections.StepTree)
	walk = func(steps []projections.StepTree) {
		for _, s := range steps {
			ids = append(ids, string(s.ID))
			for _, b := range s.Branches {
				walk(b.Steps)
			}
		}
	}
	walk(p.Modules[0].Tasks[0].Steps)
	return ids
}

// A door is one way to answer a card: the turn that goes on, or a [*client.Problem].
type door func(session schemas.SessionID, card schemas.CardID, d schemas.CardDecision, print string) (schemas.TurnID, error)

// doors are the ways in, each with a connection of its own.
func (h *house) doors() map[string]func() door {
	return map[string]func() door{
		"over REST": func() door {
			return func(_ schemas.SessionID, card schemas.CardID, d schemas.CardDecision, print string) (schemas.TurnID, error) {
				var out struct{ Turn schemas.TurnID }
				err := h.c.Call(h.context(), "POST", "/v1/cards/"+string(card)+"/answer", map[string]any{"decision": d, "fingerprint": print}, &out)
				return out.Turn, err
			}
		},
		"over the bridge": func() door {
			b := h.tab("")
			return func(session schemas.SessionID, card schemas.CardID, d schemas.CardDecision, print string) (schemas.TurnID, error) {
				if err := b.s.Answer(h.context(), client.Answer{Ref: "a", Session: session, Card: card, Decision: d, Fingerprint: print}); err != nil {
					return "", err
				}
				f, err := b.s.Next(h.context())
				if err != nil {
					return "", err
				}
				return f.Turn, f.Problem()
			}
		},
	}
}

// throughBoth runs a test once for each door, each on a fresh house.
func throughBoth(t *testing.T, rounds []agentstest.Answer, f func(h *house, answer door, session schemas.SessionID, card projections.Interrupt)) {
	t.Helper()
	for _, name := range []string{"over REST", "over the bridge"} {
		t.Run(name, func(t *testing.T) {
			h := open(t, setting{model: builderSays(rounds...)})
			session := h.session()
			card := h.card(session)
			f(h, h.doors()[name](), session, card)
		})
	}
}

// wantProblem compares a refusal with what it should name.
func wantProblem(t *testing.T, err error, want client.Problem) {
	t.Helper()
	var p *client.Problem
	if !errors.As(err, &p) {
		t.Fatalf("answered with %v, want %s", err, want.Code)
	}
	got := client.Problem{Status: p.Status, Code: p.Code, Turn: p.Turn, Card: p.Card, At: p.At}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the problem (-want +got):\n%s", diff)
	}
	if p.Detail == "" {
		t.Error("the problem has no words")
	}
}

// settled reads a card as it stands.
func (h *house) settled(card schemas.CardID) (c projections.Interrupt) {
	h.t.Helper()
	h.call("GET", "/v1/cards/"+string(card), nil, &c)
	return c
}

func TestACardIsShownBeforeAnythingIsDeleted(t *testing.T) {
	h := open(t, setting{model: builderSays(remove("fork"))})
	session := h.session()
	card := h.card(session)
	want := projections.Interrupt{
		Vendor: vendor, ID: schemas.CardID(card.Turn) + ".m.2.card", Turn: card.Turn, Session: session, Status: schemas.CardOpen, Tool: "remove_steps",
		Call: schemas.CallID(card.Turn) + ".m.2", Playbook: "p2", Task: "ft", Targets: `[{"step_id":"fork","title":"Fork"}]`, Cascade: `[{"step_id":"deep","title":"Deep"}]`,
		Fingerprint: card.Fingerprint, RaisedSeq: card.RaisedSeq, RaisedAt: card.RaisedAt,
	}
	if diff := cmp.Diff(want, card); diff != "" {
		t.Errorf("the card (-want +got):\n%s", diff)
	}
	var list struct{ Cards []projections.Interrupt }
	h.call("GET", "/v1/cards?status=open&session="+string(session), nil, &list)
	if diff := cmp.Diff([]projections.Interrupt{card}, list.Cards); diff != "" {
		t.Errorf("open cards (-want +got):\n%s", diff)
	}
	h.call("GET", "/v1/cards?status=declined", nil, &list)
	if len(list.Cards) != 0 {
		t.Errorf("declined cards %+v", list.Cards)
	}
	if diff := cmp.Diff([]string{"a", "fork", "deep"}, h.steps()); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
}

func TestAConfirmedCardDeletesOnceHoweverOftenItIsConfirmed(t *testing.T) {
	throughBoth(t, []agentstest.Answer{remove("fork"), {Text: "Gone."}}, func(h *house, answer door, session schemas.SessionID, card projections.Interrupt) {
		for range 3 {
			id, err := answer(session, card.ID, schemas.Confirm, card.Fingerprint)
			if err != nil || id != card.Turn {
				h.t.Fatalf("answered with %q, %v; want turn %q", id, err, card.Turn)
			}
		}
		if end := h.ended(card.Turn); end.Status != schemas.TurnCompleted {
			h.t.Errorf("ended %+v", end)
		}
		if _, err := answer(session, card.ID, schemas.Confirm, card.Fingerprint); err != nil {
			h.t.Errorf("the same answer after the end: %v", err)
		}
		if diff := cmp.Diff([]string{"a"}, h.steps()); diff != "" {
			h.t.Errorf("steps (-want +got):\n%s", diff)
		}
		if n := len(h.records(bus.Query{Vendor: vendor, Types: []string{"turn.interrupt-answered"}})); n != 1 {
			h.t.Errorf("%d answers stand in the book", n)
		}
		if n := len(h.records(bus.Query{Vendor: vendor, Turn: card.Turn, Types: []string{"turn.classified"}})); n != 1 {
			h.t.Errorf("%d routing decisions; a resumed turn shows none of its own", n)
		}
	})
}

func TestADeclinedCardDeletesNothingAndCantBeConfirmed(t *testing.T) {
	throughBoth(t, []agentstest.Answer{remove("fork"), {Text: "Kept."}}, func(h *house, answer door, session schemas.SessionID, card projections.Interrupt) {
		if _, err := answer(session, card.ID, schemas.Decline, card.Fingerprint); err != nil {
			h.t.Fatal(err)
		}
		h.ended(card.Turn)
		now := h.settled(card.ID)
		_, err := answer(session, card.ID, schemas.Confirm, card.Fingerprint)
		wantProblem(h.t, err, client.Problem{Status: 409, Code: schemas.CodeCardSettled, Turn: card.Turn, Card: card.ID, At: now.AnsweredSeq})
		if err != nil && !strings.Contains(err.Error(), fmt.Sprintf("already answered at %d", now.AnsweredSeq)) {
			h.t.Errorf("the refusal says %q", err)
		}
		if now.Status != schemas.CardDeclined || len(h.steps()) != 3 {
			h.t.Errorf("the card is %s, the steps %v", now.Status, h.steps())
		}
	})
}

// B16: the tree moves under the card, in another tab.
func TestAConfirmedCardWhoseStepsChangedIsStaleAndANewOneMayBeRaised(t *testing.T) {
	add := agentstest.Calls(agentstest.Call("1", "add_step", map[string]any{"title": "New", "parent_id": "fork", "branch": "no"}))
	rounds := []agentstest.Answer{remove("fork"), add, {Text: "Added."}, remove("fork"), {Text: "Gone."}}
	throughBoth(t, rounds, func(h *house, answer door, session schemas.SessionID, card projections.Interrupt) {
		h.ended(h.ask(h.session(), "Add a step below the fork", onFork))
		if _, err := answer(session, card.ID, schemas.Confirm, card.Fingerprint); err != nil {
			h.t.Fatal(err)
		}
		second := h.raised(card.Turn, 2)
		if old := h.settled(card.ID); old.Status != schemas.CardStale || old.AnsweredSeq == 0 {
			h.t.Errorf("the first card is %+v", old)
		}
		if len(h.steps()) != 4 {
			h.t.Errorf("steps %v, want all four", h.steps())
		}
		var dossier struct{ Refusals []projections.Refusal }
		h.call("GET", "/v1/turns/"+string(card.Turn)+"/dossier", nil, &dossier)
		if len(dossier.Refusals) != 1 || dossier.Refusals[0].Code != schemas.CodeStaleCard {
			h.t.Errorf("refused %+v", dossier.Refusals)
		}
		if _, err := answer(session, second.ID, schemas.Confirm, second.Fingerprint); err != nil {
			h.t.Fatal(err)
		}
		h.ended(card.Turn)
		if diff := cmp.Diff([]string{"a"}, h.steps()); diff != "" {
			h.t.Errorf("steps (-want +got):\n%s", diff)
		}
		h.proved()
	})
}

func TestAnAnswerToAnotherCardOrPlanIsRefusedAndRecordedAndMovesNothing(t *testing.T) {
	throughBoth(t, []agentstest.Answer{remove("fork")}, func(h *house, answer door, session schemas.SessionID, card projections.Interrupt) {
		_, err := answer(session, card.ID, schemas.Confirm, "0000")
		wantProblem(h.t, err, client.Problem{Status: 422, Code: schemas.CodeWrongFingerprint, Turn: card.Turn, Card: card.ID})
		_, err = answer(session, "c9", schemas.Confirm, card.Fingerprint)
		wantProblem(h.t, err, client.Problem{Status: 404, Code: schemas.CodeUnknownCard, Card: "c9"})
		_, err = answer(session, card.ID, "perhaps", card.Fingerprint)
		wantProblem(h.t, err, client.Problem{Status: 422, Code: "INVALID_REQUEST"})
		if now := h.settled(card.ID); now.Status != schemas.CardOpen {
			h.t.Errorf("the card is %s", now.Status)
		}
		refused := h.records(bus.Query{Vendor: vendor, Types: []string{"session.command-refused"}})
		if len(refused) == 0 || refused[0].Event != schemas.Event(schemas.CommandRefused{Command: "answer", Code: schemas.CodeWrongFingerprint, Turn: card.Turn, Card: card.ID}) {
			h.t.Errorf("the book holds %+v", refused)
		}
		if _, err := answer(session, card.ID, schemas.Decline, card.Fingerprint); err != nil {
			h.t.Errorf("the right answer after the wrong ones: %v", err)
		}
		h.ended(card.Turn)
	})
}

func TestANewMessageSupersedesTheCardAndRuns(t *testing.T) {
	throughBoth(t, []agentstest.Answer{remove("fork"), {Text: "Hello."}}, func(h *house, answer door, session schemas.SessionID, card projections.Interrupt) {
		if end := h.ended(h.ask(session, "Never mind, hello", onFork)); end.Status != schemas.TurnCompleted {
			h.t.Errorf("the new turn ended %+v", end)
		}
		if want := (schemas.TurnEnded{Status: schemas.TurnCancelled, Stop: schemas.StopSuperseded}); h.ended(card.Turn) != want {
			h.t.Errorf("the paused turn ended %+v, want %+v", h.ended(card.Turn), want)
		}
		_, err := answer(session, card.ID, schemas.Confirm, card.Fingerprint)
		wantProblem(h.t, err, client.Problem{Status: 409, Code: schemas.CodeCardSettled, Turn: card.Turn, Card: card.ID})
		if now := h.settled(card.ID); now.Status != schemas.CardSuperseded || now.Reason != "new_message" || len(h.steps()) != 3 {
			h.t.Errorf("the card is %+v, the steps %v", now, h.steps())
		}
	})
}

// B11: two values for one question, at the same instant.
func TestOfTwoAnswersAtOnceTheFirstWinsAndTheOtherIsToldWhere(t *testing.T) {
	h := open(t, setting{model: builderSays(remove("fork"))})
	session := h.session()
	card := h.card(session)
	var all sync.WaitGroup
	var errs [2]error
	for i, d := range []schemas.CardDecision{schemas.Confirm, schemas.Decline} {
		answer := h.doors()[[]string{"over REST", "over the bridge"}[i]]()
		all.Go(func() { _, errs[i] = answer(session, card.ID, d, card.Fingerprint) })
	}
	all.Wait()
	h.ended(card.Turn)
	now := h.settled(card.ID)
	want, lost := schemas.CardConfirmed, errs[1]
	if errs[0] != nil {
		want, lost = schemas.CardDeclined, errs[0]
	}
	if errs[0] != nil && errs[1] != nil || now.Status != want {
		t.Fatalf("answered with %v and %v, and the card is %s", errs[0], errs[1], now.Status)
	}
	wantProblem(t, lost, client.Problem{Status: 409, Code: schemas.CodeCardSettled, Turn: card.Turn, Card: card.ID, At: now.AnsweredSeq})
}
