package agui

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/agentstest"
	"turnbook/bus"
	"turnbook/schemas"
)

// anything makes up plays in which models say anything at all, from a seed.
type anything struct{ *rand.Rand }

func pickOne[T any](r anything, from ...T) T { return from[r.IntN(len(from))] }

func (r anything) args() args {
	all := args{
		"title": pickOne(r, "A", "", "“B”\r\n\r\ndata: x"), "kind": pickOne(r, "INSTRUCTION", "FORM", "DECISION", "SONG"),
		"step_id": pickOne(r, "old", "fork", "deep", "gone"), "step_ids": pickOne(r, []string{"old"}, []string{"fork", "deep"}, []string{}),
		"targets": []args{{"module_index": r.IntN(3), "task_index": r.IntN(2)}, {"module_index": 0, "task_index": r.IntN(2)}},
		"text":    "Looking", "reason": "not mine", "replies": []string{"Go on"}, "brief": "two steps",
	}
	some := args{}
	for name, v := range all {
		if r.IntN(3) > 0 {
			some[name] = v
		}
	}
	return some
}

func (r anything) answer(tools ...string) agentstest.Answer {
	switch r.IntN(12) {
	case 0:
		return agentstest.Answer{Err: fmt.Errorf("out of order")}
	case 1:
		return says("I am done.")
	case 2:
		return agentstest.Answer{}
	}
	a := agentstest.Answer{Text: pickOne(r, "", "Working.")}
	for i := range 1 + r.IntN(4) {
		a.Calls = append(a.Calls, agentstest.Call(fmt.Sprint(i), pickOne(r, tools...), r.args()))
	}
	return a
}

func (r anything) play() play {
	p := play{models: map[string][]agentstest.Answer{}}
	for range 10 {
		p.models["router"] = append(p.models["router"], pickOne(r, agentstest.Pick(schemas.TaskBuilder), agentstest.Pick(schemas.PlaybookEditor), agentstest.Pick(schemas.Guide), says("hm")))
		p.models["task-builder"] = append(p.models["task-builder"], r.answer("add_step", "update_step", "remove_steps", "remove_steps", "build_subtask", "update_progress", "emit_suggest_replies", "return_to_router", "sing"))
		p.models["guide"] = append(p.models["guide"], r.answer("return_to_router", "add_step"))
		p.models["playbook-editor"] = append(p.models["playbook-editor"], r.answer("build_task_steps", "rename_task", "add_module", "write_modules", "lookup_task", "return_to_router"))
		p.models["step-writer"] = append(p.models["step-writer"], r.answer("narrate", "add_step", "remove_steps"))
		p.models["module-writer"] = append(p.models["module-writer"], r.answer("add_task", "sing"))
	}
	for range 3 {
		p.asks = append(p.asks, asked{"do it", pickOne(r, onEditor, onTask("t1"), onTask("t2"))})
		p.answers = append(p.answers, pickOne(r, schemas.Confirm, schemas.Decline))
	}
	p.answers = p.answers[:r.IntN(4)]
	return p
}

// pieces are words of the calls that are in the records, in any order and more than
// once: beginnings, later parts, and now and then something else.
func (r anything) pieces(records []schemas.Record) func() []bus.Delta {
	texts := map[schemas.CallID]string{}
	var calls []schemas.Record
	for _, rec := range records {
		switch e := rec.Event.(type) {
		case schemas.ModelCalled:
			if e.Lane == schemas.MainLane {
				calls = append(calls, rec)
			}
		case schemas.MessageWritten:
			texts[e.Call] = e.Text
		}
	}
	return func() (list []bus.Delta) {
		for range r.IntN(8) {
			of := calls[r.IntN(len(calls))]
			call := of.Event.(schemas.ModelCalled).Call
			text := texts[call]
			if text == "" || r.IntN(10) == 0 {
				text = "Something else."
			}
			from := pickOne(r, 0, 0, r.IntN(len(text)))
			to := from + 1 + r.IntN(len(text)-from)
			list = append(list, bus.Delta{Turn: of.Turn, Call: call, Offset: from, Text: text[from:to]})
		}
		return list
	}
}

// TestWhateverATurnDoesItsRunsAreWhole: no event is out of order (the ledger refuses it),
// each run ends once with nothing open, every row comes to rest, and what the stream
// says of state and messages is what they are, whatever was heard of them beside.
func TestWhateverATurnDoesItsRunsAreWhole(t *testing.T) {
	base := rand.Uint64()
	for i := range uint64(150) {
		r := anything{rand.New(rand.NewPCG(base+i, 0))}
		records := r.play().records(t)
		checkRuns(t, records, nil)
		checkRuns(t, records, r.pieces(records))
		if t.Failed() {
			t.Fatalf("seed %d", base+i)
		}
	}
}

// TestTheHistoriesOfTheEngineAreToldWhole does the same with the turns that the engine's
// own rules are kept by.
func TestTheHistoriesOfTheEngineAreToldWhole(t *testing.T) {
	files, err := filepath.Glob("../../agents/worker/testdata/histories/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d histories: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { checkRuns(t, readBook(t, file), nil) })
	}
}

// readBook reads the session's records of a history.
func readBook(t *testing.T, file string) (list []schemas.Record) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, lines, _ := strings.Cut(string(text), "-- book --\n")
	seq := uint64(0)
	for line := range strings.Lines(lines) {
		seq++
		name, batch, _ := strings.Cut(strings.TrimSpace(line), " ")
		e, err := schemas.ParseEntity(vendor, name)
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == schemas.SessionBoundary {
			list = append(list, schemas.DecodeBatch(e, seq, []byte(batch), nil)...)
		}
	}
	return list
}

func checkRuns(t *testing.T, records []schemas.Record, beside func() []bus.Delta) {
	t.Helper()
	whole := newThread(schemas.SessionID(records[0].Entity.ID))
	for _, r := range records {
		whole.take(r)
	}
	for _, run := range tell(t, records, beside) {
		checkRun(t, run)
	}
	for _, m := range whole.talk.snapshot() {
		if m.Role == toolRole && m.AnswerTo == "" {
			t.Errorf("a result answers nothing: %+v", m)
		}
	}
	for _, turn := range whole.turns {
		if turn.end != nil && len(turn.calls) > 0 {
			t.Errorf("turn %s has ended, and calls without a result: %v", turn.id, turn.calls)
		}
	}
}

// checkRun reads the frames as a client does.
func checkRun(t *testing.T, run telling) {
	t.Helper()
	var state any
	rows := map[string]any{}
	said := map[string]string{}
	ends := 0
	frames := framesOf(t, run.frames)
	for i, e := range frames {
		id := text(e["messageId"])
		switch kind := text(e["type"]); kind {
		case "RUN_FINISHED", "RUN_ERROR":
			if ends++; i != len(frames)-1 {
				t.Errorf("run %s: %s is not the last", run.run, kind)
			}
		case "STATE_SNAPSHOT":
			state = value(t, e["snapshot"])
		case "STATE_DELTA":
			state = patch(t, state, e["delta"])
		case "TEXT_MESSAGE_START":
			said[id] = ""
		case "TEXT_MESSAGE_CONTENT":
			said[id] += text(e["delta"])
		case "MESSAGES_SNAPSHOT":
			said = textsOf(t, e["messages"])
		case "ACTIVITY_SNAPSHOT":
			rows[id] = value(t, e["content"])
		case "ACTIVITY_DELTA":
			rows[id] = patch(t, rows[id], e["patch"])
		}
	}
	if ends != 1 {
		t.Errorf("run %s has %d ends", run.run, ends)
	}
	turn := run.th.turns[schemas.TurnID(state.(map[string]any)["turn"].(string))]
	if diff := cmp.Diff(value(t, raw(turn.state.State)), state); diff != "" {
		t.Errorf("run %s: the client's state (-turn's +client's):\n%s", run.run, diff)
	}
	for id, row := range rows {
		status := schemas.RowStatus(row.(map[string]any)["status"].(string))
		if !status.Final() && status != RowPaused {
			t.Errorf("run %s: row %s is left %s", run.run, id, status)
		}
	}
	checkSaid(t, run, turn.id, said)
}

// checkSaid compares the words of the agent that a client has with the conversation.
func checkSaid(t *testing.T, run telling, turn schemas.TurnID, said map[string]string) {
	t.Helper()
	stands := textsOf(t, raw(run.th.talk.snapshot()))
	for id, words := range said {
		if words != stands[id] {
			t.Errorf("run %s: the client has %q as %s, the conversation %q", run.run, words, id, stands[id])
		}
	}
	for id := range stands {
		if _, has := said[id]; run.whole && !has && strings.HasPrefix(id, string(turn)+".") {
			t.Errorf("run %s: the client has no %s", run.run, id)
		}
	}
}

// textsOf are the words of the agent in messages, by message.
func textsOf(t *testing.T, messages json.RawMessage) map[string]string {
	t.Helper()
	var list []Message
	if err := json.Unmarshal(messages, &list); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, m := range list {
		if m.Role == assistantRole && m.Content != nil {
			texts[m.ID] = *m.Content
		}
	}
	return texts
}
