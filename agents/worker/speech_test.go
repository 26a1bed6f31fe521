package worker_test

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/agentstest"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
)

// overheard keeps all deltas that were sent.
type overheard struct {
	bus.Deltas
	script *agentstest.Script
	mu     sync.Mutex
	sent   []bus.Delta
}

func (o *overheard) Send(d bus.Delta) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sent = append(o.sent, d)
}

// of are the pieces of a turn so far.
func (o *overheard) of(id schemas.TurnID) []bus.Delta {
	o.mu.Lock()
	defer o.mu.Unlock()
	var all []bus.Delta
	for _, d := range o.sent {
		if d.Turn == id {
			all = append(all, d)
		}
	}
	return all
}

// speaking runs a test in virtual time, on a house whose words are overheard.
func speaking(t *testing.T, answers map[string][]agentstest.Answer, f func(h *house, o *overheard, session schemas.SessionID)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		o := &overheard{script: agentstest.NewScript(answers)}
		h := openWith(t, worker.Options{
			Log: bus.Mem(), Wakes: bus.MemWakes(), Model: o.script, Deltas: o, AtOnce: 4,
		})
		h.furnish()
		f(h, o, h.session())
		h.stop()
	})
}

// spoken is the text of a call as its pieces tell it; they must be without a gap.
func spoken(t *testing.T, pieces []bus.Delta, call schemas.CallID) string {
	t.Helper()
	var text strings.Builder
	for _, d := range pieces {
		if d.Call != call {
			continue
		}
		if d.Offset != text.Len() {
			t.Errorf("a piece of %s is at %d, want it at %d", call, d.Offset, text.Len())
		}
		text.WriteString(d.Text)
	}
	return text.String()
}

func TestTheWordsOfTheTurnsOwnerAreHeardWhileTheyAreWritten(t *testing.T) {
	speaking(t, map[string][]agentstest.Answer{"router": {agentstest.Pick(schemas.Guide)}}, func(h *house, o *overheard, session schemas.SessionID) {
		pace := make(chan struct{})
		o.script.Say("guide", agentstest.Answer{Parts: []string{"One", " two", " three", " four", " five"}, Pace: pace})
		ui := onEditor
		id, err := h.rt.Message(h.t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: "Hello", UIContext: &ui})
		if err != nil {
			h.t.Fatal(err)
		}
		say := func(offset int, text string) bus.Delta {
			return bus.Delta{Vendor: vendor, Session: session, Turn: id, Call: schemas.CallID(id) + ".m.1", Domain: schemas.Guide, Offset: offset, Text: text}
		}
		heard := func(when string, want ...bus.Delta) {
			t.Helper()
			synctest.Wait()
			if diff := cmp.Diff(want, o.of(id)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", when, diff)
			}
		}
		one, two, three, four := say(0, "One"), say(3, " two"), say(7, " three"), say(13, " four five")
		heard("the first piece comes at once", one)
		pace <- struct{}{}
		heard("the next waits for the pause to be over", one)
		<-time.After(time.Second)
		heard("then it comes", one, two)
		pace <- struct{}{}
		heard("who was silent for long speaks at once", one, two, three)
		close(pace)
		h.ended(id)
		heard("the end waits for no pause", one, two, three, four)
	})
}

func TestThePiecesOfAMessageAreTheMessage(t *testing.T) {
	for _, c := range []struct {
		name  string
		parts []string
	}{
		{"words", []string{"You ", "have ", "3 ", "tasks."}},
		{"one long part", []string{strings.Repeat("long ", 1000)}},
		{"a thousand short parts", strings.Split(strings.Repeat("ab ", 1000), "b")},
		{"characters that are cut", []string{"a\xc3", "\xa9b\xe2", "\x82", "\xac", "\xf0\x9f\x98", "\x80."}},
		{"bytes that are no text", []string{"a\xff", "\xfe", "b\xe2", "\x82c", "\xff", "\xff"}},
		{"blanks first", []string{" ", "\n", " a", " ", "b "}},
		{"much that is no text", []string{"a", strings.Repeat("\xff", 300), "b"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			speaking(t, map[string][]agentstest.Answer{
				"router": {agentstest.Pick(schemas.Guide)}, "guide": {{Parts: c.parts}},
			}, func(h *house, o *overheard, session schemas.SessionID) {
				id, _ := h.ask(session, "Hello", onEditor)
				written := events[schemas.MessageWritten](h, id)
				if len(written) != 1 {
					t.Fatalf("written: %+v", written)
				}
				if got := spoken(t, o.of(id), written[0].Call); got != written[0].Text {
					t.Errorf("heard %q, written is %q", got, written[0].Text)
				}
				for _, d := range o.of(id) {
					if d.Text == "" || d.Text != strings.ToValidUTF8(d.Text, "?") {
						t.Errorf("a piece is %q", d.Text)
					}
				}
			})
		})
	}
}

func TestTextThatNobodyWillReadIsNeverSent(t *testing.T) {
	speaking(t, map[string][]agentstest.Answer{
		"router": {{Parts: []string{`{"domain":`, `"playbook-editor"}`}}},
		"playbook-editor": {
			{Parts: []string{" ", "\n"}, Calls: agentstest.Calls(agentstest.Call("c1", "build_task_steps", map[string]any{"targets": []map[string]int{{"module_index": 0, "task_index": 0}}})).Calls},
			{Parts: []string{"All ", "done."}},
		},
		"step-writer": {{Parts: []string{"Let me ", "think."}}},
	}, func(h *house, o *overheard, session schemas.SessionID) {
		id, _ := h.ask(session, "Build subtasks for task 1", onEditor)
		written := events[schemas.MessageWritten](h, id)
		if len(written) != 1 {
			t.Fatalf("written: %+v", written)
		}
		if got := spoken(t, o.of(id), written[0].Call); got != "All done." {
			t.Errorf("heard %q", got)
		}
		for _, d := range o.of(id) {
			if d.Call != written[0].Call {
				t.Errorf("heard %+v, which is in no message", d)
			}
		}
	})
}

func TestAnAttemptThatFailsIsHeardNoFurtherAndTheNextIsAnotherCall(t *testing.T) {
	speaking(t, map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.Guide)},
		"guide":  {{Parts: []string{"You ", "have "}, Err: errBroken}, {Parts: []string{"There ", "are 3."}}},
	}, func(h *house, o *overheard, session schemas.SessionID) {
		id, _ := h.ask(session, "Hello", onEditor)
		failed, written := events[schemas.ModelFailed](h, id), events[schemas.MessageWritten](h, id)
		if len(failed) != 1 || len(written) != 1 || failed[0].Call == written[0].Call {
			t.Fatalf("failed %+v, written %+v", failed, written)
		}
		if got := spoken(t, o.of(id), failed[0].Call); got != "You " {
			t.Errorf("of the attempt that failed, %q was heard; the rest came within the pause", got)
		}
		if got := spoken(t, o.of(id), written[0].Call); got != "There are 3." {
			t.Errorf("of the next, %q was heard", got)
		}
	})
}
