package projections

import (
	"errors"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"turnbook/schemas"
)

// Turns of two conversations, said in turn: the conversation that was opened first comes
// first, and a limit takes those that were asked first.
const interleaved = `
acme.session.b session.opened {"user_id":"ann"}
acme.session.a session.opened {"user_id":"ann"}
acme.session.a turn=t1 turn.requested {"text":"100% visa","ui_context":{},"idempotency_key":"1","digest":"x"}
acme.session.b turn=t2 turn.requested {"text":"100 Visas","ui_context":{},"idempotency_key":"2","digest":"x"}
acme.session.a turn=t3 turn.requested {"text":"other","ui_context":{},"idempotency_key":"3","digest":"x","queue":true}
globex.session.a session.opened {"user_id":"ann"}
globex.session.a turn=t4 turn.requested {"text":"visa","ui_context":{},"idempotency_key":"4","digest":"x"}
`

func TestTurnsAreChosenInTheOrderOfTheirConversations(t *testing.T) {
	s := projected(t, tell(t, interleaved), t.TempDir())
	defer closeStore(t, s)
	type found struct {
		Count    int
		First    []ChosenTurn
		Sessions []schemas.SessionID
		OfA      []schemas.TurnID
	}
	for name, c := range map[string]struct {
		choice TurnChoice
		limit  int
		want   found
	}{
		"all":     {TurnChoice{}, 9, found{3, []ChosenTurn{{"b", "t2"}, {"a", "t1"}, {"a", "t3"}}, []schemas.SessionID{"b", "a"}, []schemas.TurnID{"t1", "t3"}}},
		"a limit": {TurnChoice{}, 2, found{3, []ChosenTurn{{"b", "t2"}, {"a", "t1"}}, []schemas.SessionID{"b", "a"}, []schemas.TurnID{"t1", "t3"}}},
		"a text":  {TurnChoice{TurnFilter: TurnFilter{Text: "VISA"}}, 9, found{2, []ChosenTurn{{"b", "t2"}, {"a", "t1"}}, []schemas.SessionID{"b", "a"}, []schemas.TurnID{"t1"}}},
		"a sign":  {TurnChoice{TurnFilter: TurnFilter{Text: "100% "}}, 9, found{1, []ChosenTurn{{"a", "t1"}}, []schemas.SessionID{"a"}, []schemas.TurnID{"t1"}}},
		"both":    {TurnChoice{TurnFilter: TurnFilter{Session: "a"}, Where: "status = 'queued' -- only"}, 9, found{1, []ChosenTurn{{"a", "t3"}}, []schemas.SessionID{"a"}, []schemas.TurnID{"t3"}}},
		"none":    {TurnChoice{TurnFilter: TurnFilter{Domain: "guide"}, Where: "vendor <> 'acme'"}, 9, found{}},
	} {
		c.choice.Vendor = "acme"
		var got found
		var errs [4]error
		got.Count, errs[0] = s.CountTurns(t.Context(), c.choice)
		got.First, errs[1] = s.FirstTurns(t.Context(), c.choice, c.limit)
		got.Sessions, _, errs[2] = s.SessionsOf(t.Context(), c.choice, 9)
		got.OfA, errs[3] = s.TurnsOf(t.Context(), c.choice, "a")
		if diff := gocmp.Diff(c.want, got); diff != "" || errors.Join(errs[:]...) != nil {
			t.Errorf("%s: %v, want (-), got (+):\n%s", name, errors.Join(errs[:]...), diff)
		}
	}
	var refused *QueryError
	if _, err := s.CountTurns(t.Context(), TurnChoice{TurnFilter: TurnFilter{Vendor: "acme"}, Where: "1); DELETE FROM turns; --"}); !errors.As(err, &refused) {
		t.Errorf("a condition that writes: %v", err)
	}
	texts, err := s.TurnTexts(t.Context(), "acme", []schemas.TurnID{"t1", "t4", "t3"})
	if diff := gocmp.Diff(map[schemas.TurnID]string{"t1": "100% visa", "t3": "other"}, texts); diff != "" || err != nil {
		t.Errorf("texts: %v\n%s", err, diff)
	}
}
