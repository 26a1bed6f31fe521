package agui

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/turn"
	"turnbook/schemas"
)

// threadWith is a thread of one turn, in which each card stands as told; the last ones
// that are open wait.
func threadWith(cards ...settlement) *thread {
	th := newThread("s")
	for i := range cards {
		c := &cards[i]
		c.turn = schemas.TurnID("turn of " + c.Card)
		t := newTranslator("s", c.turn, schemas.TurnRequested{Text: "Delete it", MessageID: "user of " + string(c.Card)})
		th.turns[c.turn], th.cards[c.Card] = t, c
		th.started = append(th.started, t)
		if c.status == schemas.CardOpen {
			t.pause = &c.InterruptRaised
		}
	}
	return th
}

func cardIs(id schemas.CardID, status schemas.CardStatus) settlement {
	return settlement{InterruptRaised: schemas.InterruptRaised{Card: id, Fingerprint: "print of " + string(id)}, status: status, at: 7}
}

func entry(id, payload string) ResumeEntry {
	if payload == "cancelled" {
		return ResumeEntry{Interrupt: id, Status: payload}
	}
	return ResumeEntry{Interrupt: id, Status: "resolved", Payload: json.RawMessage(payload)}
}

const (
	yes = `{"approved":true,"why":"so"}`
	no  = `{"approved":false}`
)

func TestAnswersAreJudgedAllBeforeTheFirstIsGiven(t *testing.T) {
	open, second := cardIs("a", schemas.CardOpen), cardIs("b", schemas.CardOpen)
	confirmed, declined := cardIs("c", schemas.CardConfirmed), cardIs("d", schemas.CardDeclined)
	stale, left := cardIs("e", schemas.CardStale), cardIs("f", schemas.CardSuperseded)
	for _, row := range []struct {
		rule   string
		cards  []settlement
		resume []ResumeEntry
		want   errand
		code   string
	}{
		{"a yes", []settlement{open}, []ResumeEntry{entry("a", yes)}, errand{answers: []turn.Answer{{Card: "a", Decision: schemas.Confirm, Fingerprint: "print of a"}}, turn: "turn of a", from: "a", yes: true}, ""},
		{"a no", []settlement{open}, []ResumeEntry{entry("a", no)}, errand{answers: []turn.Answer{{Card: "a", Decision: schemas.Decline, Fingerprint: "print of a"}}, turn: "turn of a", from: "a"}, ""},
		{"walking away is a no", []settlement{open}, []ResumeEntry{entry("a", "cancelled")}, errand{answers: []turn.Answer{{Card: "a", Decision: schemas.Decline, Fingerprint: "print of a"}}, turn: "turn of a", from: "a"}, ""},
		{"mixed answers to two", []settlement{open, second}, []ResumeEntry{entry("a", yes), entry("b", no)}, errand{answers: []turn.Answer{{Card: "a", Decision: schemas.Confirm, Fingerprint: "print of a"}, {Card: "b", Decision: schemas.Decline, Fingerprint: "print of b"}}, turn: "turn of b", from: "b"}, ""},
		{"one of two left out", []settlement{open, second}, []ResumeEntry{entry("a", yes)}, errand{}, codePending},
		{"one of two is none", []settlement{open, second}, []ResumeEntry{entry("a", yes), entry("b", `{"approved":null}`)}, errand{}, codeInvalid},
		{"one twice", []settlement{open}, []ResumeEntry{entry("a", yes), entry("a", yes)}, errand{}, codeInvalid},
		{"text for a boolean", []settlement{open}, []ResumeEntry{entry("a", `{"approved":"true"}`)}, errand{}, codeInvalid},
		{"no payload", []settlement{open}, []ResumeEntry{{Interrupt: "a", Status: "resolved"}}, errand{}, codeInvalid},
		{"another status", []settlement{open}, []ResumeEntry{{Interrupt: "a", Status: "maybe", Payload: json.RawMessage(yes)}}, errand{}, codeInvalid},
		{"an unknown card", []settlement{open}, []ResumeEntry{entry("z", yes)}, errand{}, codeUnknown},
		{"an empty id", []settlement{open}, []ResumeEntry{entry("", yes)}, errand{}, codeUnknown},
		{"a yes again", []settlement{confirmed}, []ResumeEntry{entry("c", yes)}, errand{turn: "turn of c", from: "c", yes: true}, ""},
		{"a no to a yes", []settlement{confirmed}, []ResumeEntry{entry("c", no)}, errand{}, codeConflict},
		{"walking away from a yes", []settlement{confirmed}, []ResumeEntry{entry("c", "cancelled")}, errand{}, codeConflict},
		{"a no again", []settlement{declined}, []ResumeEntry{entry("d", no)}, errand{turn: "turn of d", from: "d"}, ""},
		{"a yes to a no", []settlement{declined}, []ResumeEntry{entry("d", yes)}, errand{}, codeConflict},
		{"a yes to what went stale", []settlement{stale}, []ResumeEntry{entry("e", yes)}, errand{turn: "turn of e", from: "e", yes: true}, ""},
		{"a no to what went stale", []settlement{stale}, []ResumeEntry{entry("e", no)}, errand{}, codeConflict},
		{"walking away from it", []settlement{stale}, []ResumeEntry{entry("e", "cancelled")}, errand{turn: "turn of e", from: "e"}, ""},
		{"a yes to what was withdrawn", []settlement{left}, []ResumeEntry{entry("f", yes)}, errand{}, codeConflict},
		{"walking away from it", []settlement{left}, []ResumeEntry{entry("f", "cancelled")}, errand{turn: "turn of f", from: "f"}, ""},
		{"an old answer beside an open card", []settlement{confirmed, open}, []ResumeEntry{entry("c", yes)}, errand{}, codePending},
		{"the open one is told", []settlement{confirmed, open}, []ResumeEntry{entry("a", no), entry("c", yes)}, errand{answers: []turn.Answer{{Card: "a", Decision: schemas.Decline, Fingerprint: "print of a"}}, turn: "turn of a", from: "a"}, ""},
	} {
		got, err := errandOf(threadWith(row.cards...), &Input{Run: "r", Resume: row.resume})
		checkErrand(t, row.rule, got, err, row.want, row.code)
	}
}

func TestOfWhatIsPostedTheNewestUnseenMessageOfTheUserIsTaken(t *testing.T) {
	said := func(id, text string) InputMessage {
		return InputMessage{ID: id, Role: userRole, Content: raw(text)}
	}
	fresh := said("new", "And now?")
	ask := errand{message: &fresh, turn: turn.TurnID("s", "r")}
	old := cardIs("c", schemas.CardConfirmed)
	for _, row := range []struct {
		rule     string
		cards    []settlement
		messages []InputMessage
		resume   []ResumeEntry
		want     errand
		code     string
	}{
		{"the newest", []settlement{old}, []InputMessage{said("user of c", "Delete it"), said("older", "Unsaid"), fresh, {ID: "x", Role: "assistant"}}, nil, ask, ""},
		{"one that was taken is told again", []settlement{old}, []InputMessage{said("user of c", "Delete it")}, nil, errand{turn: "turn of c"}, ""},
		{"with other words it is refused", []settlement{old}, []InputMessage{said("user of c", "Delete all")}, nil, errand{}, "key_conflict"},
		{"none", []settlement{old}, nil, nil, errand{}, codeNothing},
		{"an empty one", []settlement{old}, []InputMessage{said("new", " \n")}, nil, errand{}, codeNothing},
		{"of parts, the texts", nil, []InputMessage{{ID: "new", Role: userRole, Content: json.RawMessage(`[{"type":"image"}]`)}}, nil, errand{}, codeNothing},
		{"not while a card waits", []settlement{cardIs("a", schemas.CardOpen)}, []InputMessage{fresh}, nil, errand{}, codePending},
		{"not beside its answer", []settlement{cardIs("a", schemas.CardOpen)}, []InputMessage{fresh}, []ResumeEntry{entry("a", yes)}, errand{}, codePending},
		{"beside an answer that was given", []settlement{old}, []InputMessage{fresh}, []ResumeEntry{entry("c", yes)}, ask, ""},
		{"not beside another", []settlement{old}, []InputMessage{fresh}, []ResumeEntry{entry("c", no)}, errand{}, codeConflict},
	} {
		got, err := errandOf(threadWith(row.cards...), &Input{Run: "r", Messages: row.messages, Resume: row.resume})
		checkErrand(t, row.rule, got, err, row.want, row.code)
	}
	parts := InputMessage{Content: json.RawMessage(`[{"type":"text","text":"One"},{"type":"image","source":{}},{"type":"text","text":"two"}]`)}
	if got := parts.text(); got != "One\ntwo" {
		t.Errorf("parts say %q", got)
	}
}

func checkErrand(t *testing.T, rule string, got errand, err error, want errand, code string) {
	t.Helper()
	if code != "" {
		var no *refusal
		if !errors.As(err, &no) || no.code != code {
			t.Errorf("%s: refused by %v, want %s", rule, err, code)
		}
		return
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(errand{})); diff != "" || err != nil {
		t.Errorf("%s (-want +got): %v\n%s", rule, err, diff)
	}
}
