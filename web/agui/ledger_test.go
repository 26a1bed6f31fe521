package agui

import (
	"errors"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	started  = RunStarted{Thread: "t", Run: "r", Protocol: Protocol}
	finished = RunFinished{Thread: "t", Run: "r", Outcome: Outcome{Type: Success}}
	failed   = RunError{Message: "no"}
)

// Each row of protocols.md 1.5, and what this ledger holds beyond it. The last event of
// a breach is the one that is refused.
func TestTheLedgerRefusesIllegalOrder(t *testing.T) {
	text, call, sub := TextStarted{"m", assistantRole}, CallStarted{ID: "c", Name: "f"}, SubagentStarted{ID: "s", Name: "w"}
	row := ActivitySnapshot{ID: "a", Type: StepProgress}
	for _, breach := range []struct {
		rule   string
		events []Event
		want   OrderError
	}{
		{"a run begins with its start", []Event{text}, OrderError{"TEXT_MESSAGE_START", "", "no run is open; it begins with RUN_STARTED and ends once"}},
		{"one run at a time", []Event{started, started}, OrderError{"RUN_STARTED", "r", "a run is open"}},
		{"nothing after the end", []Event{started, finished, Custom{Name: "x"}}, OrderError{"CUSTOM", "", "no run is open; it begins with RUN_STARTED and ends once"}},
		{"a run ends once", []Event{started, finished, finished}, OrderError{"RUN_FINISHED", "", "no run is open; it begins with RUN_STARTED and ends once"}},
		{"what has finished can't fail", []Event{started, finished, failed}, OrderError{"RUN_ERROR", "", "no run is open; it begins with RUN_STARTED and ends once"}},
		{"what has failed can't finish", []Event{started, failed, finished}, OrderError{"RUN_FINISHED", "", "no run is open; it begins with RUN_STARTED and ends once"}},
		{"a failed stream begins anew", []Event{failed, failed}, OrderError{"RUN_ERROR", "", "no run is open; it begins with RUN_STARTED and ends once"}},
		{"content needs its message", []Event{started, TextContent{"m", "x"}}, OrderError{"TEXT_MESSAGE_CONTENT", "m", "it is not open"}},
		{"so does its end", []Event{started, TextEnded{"m"}}, OrderError{"TEXT_MESSAGE_END", "m", "it is not open"}},
		{"a message begins once", []Event{started, text, text}, OrderError{"TEXT_MESSAGE_START", "m", "it is open"}},
		{"and is not begun again", []Event{started, text, TextEnded{"m"}, text}, OrderError{"TEXT_MESSAGE_START", "m", "it was there before"}},
		{"not in a later run either", []Event{started, text, TextEnded{"m"}, finished, started, text}, OrderError{"TEXT_MESSAGE_START", "m", "it was there before"}},
		{"arguments need their call", []Event{started, CallArgs{"c", "{}"}}, OrderError{"TOOL_CALL_ARGS", "c", "it is not open"}},
		{"so does its end", []Event{started, CallEnded{"c"}}, OrderError{"TOOL_CALL_END", "c", "it is not open"}},
		{"a call begins once", []Event{started, call, call}, OrderError{"TOOL_CALL_START", "c", "it is open"}},
		{"a result needs its call", []Event{started, CallResult{ID: "c"}}, OrderError{"TOOL_CALL_RESULT", "c", "nobody made this call"}},
		{"and waits for its arguments", []Event{started, call, CallResult{ID: "c"}}, OrderError{"TOOL_CALL_RESULT", "c", "its arguments have not ended"}},
		{"and comes once", []Event{started, call, CallEnded{"c"}, CallResult{ID: "c"}, CallResult{ID: "c"}}, OrderError{"TOOL_CALL_RESULT", "c", "it has its result"}},
		{"two steps of one name", []Event{started, StepStarted{"x"}, StepStarted{"x"}}, OrderError{"STEP_STARTED", "x", "it is open"}},
		{"a step ends that began", []Event{started, StepStarted{"x"}, StepFinished{"y"}}, OrderError{"STEP_FINISHED", "y", "it is not open"}},
		{"a sub-agent begins once a run", []Event{started, sub, SubagentFinished{ID: "s"}, sub}, OrderError{"SUBAGENT_STARTED", "s", "it was there before"}},
		{"a sub-agent ends that began", []Event{started, SubagentFinished{ID: "s"}}, OrderError{"SUBAGENT_FINISHED", "s", "it is not open"}},
		{"or fails", []Event{started, SubagentFailed{ID: "s"}}, OrderError{"SUBAGENT_ERROR", "s", "it is not open"}},
		{"no end over an open message", []Event{started, text, finished}, OrderError{"RUN_FINISHED", "r", `the message "m" is open`}},
		{"no end over an open call", []Event{started, call, finished}, OrderError{"RUN_FINISHED", "r", `the tool call "c" is open`}},
		{"no end over an open step", []Event{started, StepStarted{"x"}, finished}, OrderError{"RUN_FINISHED", "r", `the step "x" is open`}},
		{"no end over an open sub-agent", []Event{started, sub, finished}, OrderError{"RUN_FINISHED", "r", `the sub-agent "s" is open`}},
		{"an interrupt needs interrupts", []Event{started, RunFinished{Run: "r", Outcome: Outcome{Type: Suspended}}}, OrderError{"RUN_FINISHED", "r", "an interrupted run has interrupts, and no other has"}},
		{"a delta needs its state", []Event{started, StateSnapshot{}, finished, started, StateDelta{}}, OrderError{"STATE_DELTA", "", "the run has told no state that it could change"}},
		{"a delta needs its activity", []Event{started, ActivityDelta{ID: "a"}}, OrderError{"ACTIVITY_DELTA", "a", "it was not shown, so it can't change"}},
		{"an id is a message or an activity", []Event{started, row, TextStarted{"a", assistantRole}}, OrderError{"TEXT_MESSAGE_START", "a", "an activity has this id"}},
		{"whichever comes first", []Event{started, text, ActivitySnapshot{ID: "m"}}, OrderError{"ACTIVITY_SNAPSHOT", "m", "a message has this id"}},
	} {
		l := newLedger()
		last := len(breach.events) - 1
		for _, e := range breach.events[:last] {
			if err := l.take(e); err != nil {
				t.Fatalf("%s: %v", breach.rule, err)
			}
		}
		var got *OrderError
		if err := l.take(breach.events[last]); !errors.As(err, &got) || *got != breach.want {
			t.Errorf("%s: refused by %v, want %v", breach.rule, err, &breach.want)
		}
	}
}

func TestTheLedgerClosesWhatIsOpenTheLatestFirst(t *testing.T) {
	l := newLedger()
	for _, e := range []Event{
		started, StepStarted{"x"}, CallStarted{ID: "c"}, CallEnded{"c"}, SubagentStarted{ID: "s"}, TextStarted{"m", assistantRole}, CallStarted{ID: "d"},
	} {
		if err := l.take(e); err != nil {
			t.Fatal(err)
		}
	}
	want := []Event{CallEnded{"d"}, TextEnded{"m"}, SubagentFinished{ID: "s"}, StepFinished{"x"}}
	got := l.closing()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("closing (-want +got):\n%s", diff)
	}
	for _, e := range append(got, finished, started, SubagentStarted{ID: "s"}) {
		if err := l.take(e); err != nil {
			t.Error(err)
		}
	}
}

// What the ledger has taken is on the wire, so that what closes it later closes what the
// client knows.
func TestWhatComesBeforeAnIllegalEventIsSent(t *testing.T) {
	w := httptest.NewRecorder()
	e := newEncoder(w)
	err := e.send(moment{}, started, TextStarted{"m", assistantRole}, TextEnded{"n"}, TextEnded{"m"})
	var order *OrderError
	if !errors.As(err, &order) || order.ID != "n" {
		t.Errorf("refused by %v", err)
	}
	if err := e.finish(moment{}, failed); err != nil {
		t.Error(err)
	}
	want := `data: {"type":"RUN_STARTED","threadId":"t","runId":"r","protocolVersion":"1.0"}

data: {"type":"TEXT_MESSAGE_START","messageId":"m","role":"assistant"}

data: {"type":"TEXT_MESSAGE_END","messageId":"m"}

data: {"type":"RUN_ERROR","message":"no"}

`
	if diff := cmp.Diff(want, w.Body.String()); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
}

func TestACallOfAnEarlierRunHasItsResultInThisOne(t *testing.T) {
	l := newLedger()
	l.know("c")
	for _, e := range []Event{started, CallResult{ID: "c"}, finished} {
		if err := l.take(e); err != nil {
			t.Error(err)
		}
	}
}
