package worker_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/offline"
	"turnbook/agents/turn"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
)

// narrow is a model that reads no more than so many bytes of conversation.
type narrow struct {
	agents.Model
	most int
}

func (n narrow) Stream(ctx context.Context, r agents.Request) iter.Seq2[agents.Part, error] {
	size := 0
	for _, m := range r.Messages {
		size += len(m.Text)
	}
	if r.Agent == string(schemas.TaskBuilder) && size > n.most {
		return func(yield func(agents.Part, error) bool) {
			yield(nil, &agents.Error{Code: schemas.CodeContextOverflow, Message: fmt.Sprintf("%d bytes > %d maximum", size, n.most)})
		}
	}
	return n.Model.Stream(ctx, r)
}

// compacting is a session with talk behind it, of which a next turn has some summed up.
type compacting struct {
	model  agents.Model
	budget int
	before []string
	ask    string
}

func (c compacting) open(t *testing.T, log bus.Log, wakes bus.Wakes) *house {
	return openWith(t, worker.Options{Log: log, Wakes: wakes, Model: c.model, AtOnce: 4, Budget: c.budget})
}

// say sends the message whose turn is looked at.
func (c compacting) say(h *house, session schemas.SessionID) error {
	ui := withBuilder("t1")
	_, err := h.rt.Message(h.t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: c.ask, UIContext: &ui, Key: "k"})
	return err
}

// compacted is what a turn had of it: what became of older talk, what was written, how
// it ended.
func compacted(h *house, session schemas.SessionID) []string {
	h.t.Helper()
	var lines []string
	for r, err := range h.log.Read(h.t.Context(), bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary, Turn: turnOf(session)}) {
		if err != nil {
			h.t.Fatal(err)
		}
		switch e := r.Event.(type) {
		case schemas.CompactionBegun, schemas.TalkCompacted, schemas.TalkLeftOut, schemas.StepAdded, schemas.MessageWritten, schemas.TurnEnded:
			lines = append(lines, r.Type+" "+mustJSON(h.t, e))
		}
	}
	return lines
}

// run has the turn killed at its k-th append, and taken up by another process; a k
// below 0 lets it live, and counts its appends.
func (c compacting) run(t *testing.T, k int, after bool) (lines []string, appends int) {
	t.Helper()
	log, wakes := bus.Mem(), bus.MemWakes()
	h := c.open(t, log, wakes)
	h.furnish()
	session := h.session()
	for _, text := range c.before {
		h.ask(session, text, withBuilder("t1"))
	}
	h.stop()

	died := make(chan struct{})
	const many = 1 << 20
	d := &agentstest.Dying{Log: log, Left: many, After: after, Die: func() { close(died) }}
	if k >= 0 {
		d.Left = k
	}
	first := c.open(t, d, wakes)
	err := c.say(first, session)
	if k < 0 {
		if err != nil {
			t.Fatal(err)
		}
		first.confirmToTheEnd(session)
		first.stop()
		return compacted(first, session), many - d.Left
	}
	<-died
	first.stop()
	second := c.open(t, log, wakes)
	if err := c.say(second, session); err != nil {
		t.Fatal(err)
	}
	second.confirmToTheEnd(session)
	second.stop()
	return compacted(second, session), 0
}

// A process may die at any append of a turn that has talk summed up: another one takes
// it up, talk is summed up once, and no step is written twice.
func TestAWorkerKilledWhileTalkIsSummedUpChangesNothing(t *testing.T) {
	plain := offline.New(offline.Options{})
	for name, c := range map[string]compacting{
		"for the budget":  {model: plain, budget: 240, before: []string{long, "What is here?"}, ask: "Add an approval step at the end"},
		"for an overflow": {model: narrow{plain, 150}, budget: 10_000, before: []string{badges, labels}, ask: "Add an approval step at the end"},
	} {
		t.Run(name, func(t *testing.T) {
			want, appends := c.run(t, -1, false)
			if got := strings.Join(want, "\n"); !strings.Contains(got, "turn.talk-compacted") || !strings.Contains(got, "task.step-added") {
				t.Fatalf("the whole turn sums up nothing, or writes nothing:\n%s", got)
			}
			for k := range appends {
				for _, after := range []bool{false, true} {
					got, _ := c.run(t, k, after)
					if diff := cmp.Diff(want, got); diff != "" {
						t.Fatalf("killed at append %d of %d (written: %v), the turn differs (-whole +killed):\n%s", k, appends, after, diff)
					}
				}
			}
		})
	}
}

// A turn that is stopped while talk is summed up ends at once; what was to be summed up
// stays as it was said.
func TestATurnThatIsStoppedWhileTalkIsSummedUpLosesNone(t *testing.T) {
	said := make(chan struct{})
	script := agentstest.NewScript(map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.Guide), agentstest.Pick(schemas.Guide)}, "compact": {{Hang: true, Said: said}}, "guide": {says("Noted."), says("Well.")},
	})
	h := openWith(t, worker.Options{Log: bus.Mem(), Wakes: bus.MemWakes(), Model: script, AtOnce: 4, Budget: 80})
	session := h.session()
	h.ask(session, long, nowhere)
	ui := nowhere
	id, err := h.rt.Message(t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: labels, UIContext: &ui, Key: "k"})
	if err != nil {
		t.Fatal(err)
	}
	<-said
	if err := h.rt.Cancel(t.Context(), vendor, session, turn.Cancel{Turn: id, Reason: "enough"}); err != nil {
		t.Fatal(err)
	}
	if end := h.ended(id); end.Status != schemas.TurnCancelled {
		t.Errorf("ended %+v", end)
	}
	again, _ := h.ask(session, badges, nowhere)
	begun := events[schemas.CompactionBegun](h, again)
	if len(begun) != 1 || begun[0].Messages+begun[0].Kept != 4 {
		t.Errorf("the next turn finds %+v, want the long message, its answer, the stopped turn's and its own", begun)
	}
}

// What is summed up goes over each vendor's wire as data, between tags that it can't
// close, and the talk itself no more.
func TestASummaryIsDataOnEachVendorsWire(t *testing.T) {
	onEachWire(t, func(t *testing.T, model agents.Model, wire *heard) {
		h := openWith(t, worker.Options{Log: bus.Mem(), Wakes: bus.MemWakes(), Model: model, AtOnce: 4, Budget: 240})
		h.furnish()
		session := h.session()
		h.ask(session, order+". "+long, withBuilder("t1"))
		if id, _ := h.ask(session, "Add an approval step at the end", withBuilder("t1")); len(events[schemas.TalkCompacted](h, id)) != 1 {
			t.Fatalf("nothing was summed up:\n%s", strings.Join(h.story(id), "\n"))
		}
		last := heard{bodies: wire.bodies[len(wire.bodies)-1:]}
		last.check(t)
		var texts []string
		gather(t, json.RawMessage(last.bodies[0]), &texts)
		all := strings.Join(texts, "\n")
		if !strings.Contains(all, `<document name="earlier">`) || strings.Contains(all, "the front desk") {
			t.Errorf("the last request is\n%s", all)
		}
	})
}
