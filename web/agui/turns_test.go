package agui

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"

	"turnbook/agents/agentstest"
	"turnbook/agents/turn"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
)

const vendor schemas.VendorID = "acme"

// A play is what a session is asked, and what the models say. Answers settle the cards
// that are raised, in order; where they run out, a card is left open.
type play struct {
	models  map[string][]agentstest.Answer
	asks    []asked
	answers []schemas.CardDecision
}

type asked struct {
	text string
	ui   schemas.UIContext
}

var onEditor = schemas.MustUIContext(`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true}`)

func onTask(task string) schemas.UIContext {
	return schemas.MustUIContext(`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true,"current_task_id":"` + task + `","builder_mounts":1,"loaded_task":{"id":"` + task + `","context":"PLAYBOOK","playbook_id":"p1"}}`)
}

// records plays in virtual time, with counted ids, and returns what the session's
// boundary holds.
func (p play) records(t *testing.T) (list []schemas.Record) {
	synctest.Test(t, func(t *testing.T) {
		log, n := bus.Mem(), 0
		rt := worker.New(slog.New(slog.DiscardHandler), worker.Options{
			Log: log, Wakes: bus.MemWakes(), Model: agentstest.NewScript(p.models), NewID: func() string { n++; return fmt.Sprintf("id%d", n) },
		})
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error, 1)
		go func() { done <- rt.Run(ctx, ctx) }()
		session := p.perform(t, rt, log)
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		for r, err := range log.Read(t.Context(), bus.Of(schemas.Entity{Vendor: vendor, Kind: schemas.SessionBoundary, ID: string(session)})) {
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, r)
		}
	})
	return list
}

func (p play) perform(t *testing.T, rt *worker.Runtime, log bus.Log) schemas.SessionID {
	t.Helper()
	ctx := t.Context()
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	_, err := rt.Record(ctx, vendor, schemas.VendorBoundary, string(vendor), "system", schemas.FlagFlipped{Flag: schemas.AITaskBuilder, On: true}, "flag")
	must(err)
	must(rt.ImportPlaybook(ctx, vendor, "ann", "p1", schemas.PlaybookImported{
		Title: "Onboarding",
		Modules: []schemas.Module{
			{ID: "m1", Title: "First week", Tasks: []schemas.Task{
				{ID: "t1", Title: "Set up the laptop", Steps: []schemas.Step{
					{ID: "old", Kind: schemas.Instruction, Title: "Unpack it"},
					{ID: "fork", Kind: schemas.Decision, Title: "Does it start?", Branches: []schemas.Branch{
						{Name: "yes", Steps: []schemas.Step{{ID: "deep", Kind: schemas.Email, Title: "Tell IT"}}}, {Name: "no"},
					}},
				}},
				{ID: "t2", Title: "Collect bank details"},
			}},
			{ID: "lm", Linked: "lm"},
		},
	}, "import"))
	session, err := rt.OpenSession(ctx, vendor, "ann", "p1", "thread")
	must(err)
	answers := p.answers
	for i, a := range p.asks {
		id, err := rt.Message(ctx, worker.MessageCommand{Vendor: vendor, Session: session, Text: a.text, UIContext: &a.ui, Key: fmt.Sprintf("run%d", i), ID: fmt.Sprintf("user%d", i)})
		must(err)
		for more := true; more; {
			card := boundary(t, log, id)
			if more = card != nil && len(answers) > 0; more {
				must(rt.Answer(ctx, vendor, session, turn.Answer{Card: card.Card, Decision: answers[0], Fingerprint: card.Fingerprint}))
				answers = answers[1:]
			}
		}
	}
	return session
}

// boundary waits for the end of a turn, or for a card that is open.
func boundary(t *testing.T, log bus.Log, id schemas.TurnID) (card *schemas.InterruptRaised) {
	t.Helper()
	synctest.Wait()
	for batch, err := range log.Follow(t.Context(), bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary, Turn: id}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range batch {
			switch e := r.Event.(type) {
			case schemas.InterruptRaised:
				card = &e
			case schemas.InterruptAnswered, schemas.InterruptSuperseded:
				card = nil
			case schemas.TurnEnded:
				return nil
			}
		}
		if card != nil {
			return card
		}
	}
	panic("follow ended without an error")
}

// A telling is one run, as it is told.
type telling struct {
	run    string
	whole  bool   // from the turn's beginning
	frames string // server-sent events

	th *thread // as it stands after it
}

// tell tells the runs of a session: each turn from its beginning, and again from each
// card's answer on. What is heard beside a record is told behind it; nil for nothing.
func tell(t *testing.T, records []schemas.Record, beside func() []bus.Delta) []telling {
	t.Helper()
	var list []telling
	for _, r := range records {
		switch e := r.Event.(type) {
		case schemas.TurnRequested:
			list = append(list, tellRun(t, records, e.Key, r.Turn, "", beside))
		case schemas.InterruptAnswered:
			list = append(list, tellRun(t, records, "resume "+string(e.Card), r.Turn, e.Card, beside))
		case schemas.InterruptSuperseded:
			list = append(list, tellRun(t, records, "resume "+string(e.Card), r.Turn, e.Card, beside))
		}
	}
	return list
}

func tellRun(t *testing.T, records []schemas.Record, run string, turn schemas.TurnID, from schemas.CardID, beside func() []bus.Delta) telling {
	t.Helper()
	w := httptest.NewRecorder()
	s := &stream{
		h: &Handler{lg: slog.New(slog.DiscardHandler), o: Options{Log: bus.Mem()}}, in: &Input{Thread: "thread", Run: run}, out: newEncoder(w),
		th: newThread(schemas.SessionID(records[0].Entity.ID)), runID: run, turn: turn, from: from,
		pieces: Pieces{Take: beside},
	}
	if err := s.out.send(moment{}, RunStarted{Thread: "thread", Run: run, Protocol: Protocol}); err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		over, err := s.take(r)
		if err != nil {
			t.Fatalf("run %s at %d/%d: %v\n%s", run, r.Seq, r.Index, err, w.Body)
		}
		if over {
			break
		}
		if beside == nil {
			continue
		}
		if err := s.hear(); err != nil {
			t.Fatalf("run %s after %d/%d: %v\n%s", run, r.Seq, r.Index, err, w.Body)
		}
	}
	if s.out.ledger.running || len(s.out.ledger.open) > 0 {
		t.Errorf("run %s has not ended; open is %v", run, s.out.ledger.open)
	}
	return telling{run: run, whole: from == "", frames: w.Body.String(), th: s.th}
}

// types of frames, in order, with their JSON.
func framesOf(t *testing.T, text string) (list []map[string]json.RawMessage) {
	t.Helper()
	for frame := range strings.SplitSeq(strings.TrimSuffix(text, "\n\n"), "\n\n") {
		lines := strings.Split(frame, "\n")
		var event map[string]json.RawMessage
		if err := json.Unmarshal([]byte(strings.TrimPrefix(lines[len(lines)-1], "data: ")), &event); err != nil {
			t.Fatalf("%v in %q", err, frame)
		}
		list = append(list, event)
	}
	return list
}
