package worker_test

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/schemas/goldentest"
)

// corpus are the books of all histories, by name.
func corpus(t *testing.T) map[string]bus.Log {
	logs := make(map[string]bus.Log)
	for name, text := range texts(t, "histories") {
		logs[name] = openBook(t, text)
	}
	return logs
}

// whatIf asks it of all turns of a log.
func whatIf(t *testing.T, log bus.Log, c worker.Change) (found []worker.Retaken) {
	t.Helper()
	w, err := worker.NewWhatIf(slog.New(slog.DiscardHandler), log, c)
	if err != nil {
		t.Fatal(err)
	}
	for opened, err := range worker.Sessions(t.Context(), log, vendor) {
		if err != nil {
			t.Fatal(err)
		}
		for r, err := range w.Session(t.Context(), opened.Entity, func(schemas.TurnID) bool { return true }) {
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, r)
		}
	}
	return found
}

// wording is an answer as lines to read.
func wording(found []worker.Retaken) string {
	var out strings.Builder
	for _, r := range found {
		for _, o := range r.Changed {
			fmt.Fprintf(&out, "  %d.%d %s %s: %s → %s\n", o.At.Seq, o.At.Index, o.Rule, o.About, ladderText(o.Before), ladderText(o.After))
		}
		if u := r.Unknown; u != nil {
			fmt.Fprintf(&out, "  from %d on nothing is recorded: %s instead of %s\n", u.Seq, typeOf(u.Decided), typeOf(u.Recorded))
		}
	}
	return out.String()
}

func ladderText(l *schemas.Ladder) string {
	if l == nil {
		return "not taken"
	}
	return l.Rule + " " + l.Outcome
}

func typeOf(e schemas.Event) string {
	if e == nil {
		return "nothing"
	}
	return e.EventType()
}

// The corpus is asked a few questions, and the answers stand in a file: a rule that begins
// to decide otherwise shows here, by the history and the decision.
func TestTheCorpusUnderOtherRulesFlagsAndScreens(t *testing.T) {
	logs := corpus(t)
	var got strings.Builder
	for _, q := range []struct {
		name   string
		change worker.Change
	}{
		{"redirect/2", worker.Change{Rules: []schemas.Rule{"redirect/2"}}},
		{"redirect/1", worker.Change{Rules: []schemas.Rule{"redirect/1"}}},
		{"ai-task-builder off", worker.Change{Flags: []schemas.FlagFlipped{{Flag: schemas.AITaskBuilder}}}},
		{"/current_task_id = null", worker.Change{Context: []schemas.ContextEdit{{Pointer: "/current_task_id", Value: []byte(`null`)}}}},
		{"/builder_mounts = 0", worker.Change{Context: []schemas.ContextEdit{{Pointer: "/builder_mounts", Value: []byte(`0`)}}}},
	} {
		fmt.Fprintf(&got, "# what if %s\n", q.name)
		for _, name := range slices.Sorted(maps.Keys(logs)) {
			if text := wording(whatIf(t, logs[name], q.change)); text != "" {
				fmt.Fprintf(&got, "%s\n%s", name, text)
			}
		}
		got.WriteString("\n")
	}
	file := filepath.Join("testdata", "what-if.txt")
	goldentest.Compare(t, file, got.String())
}

// B46: a what-if can begin at every decision of every turn, and one that changes nothing
// from there on finds nothing. Each leaves the book as it was.
func TestAWhatIfBeginsAtEveryDecision(t *testing.T) {
	for name, log := range corpus(t) {
		head, err := log.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		for r, err := range log.Read(t.Context(), bus.Query{Kind: schemas.SessionBoundary}) {
			if err != nil {
				t.Fatal(err)
			}
			if r.Turn == "" || len(schemas.Verdicts(r.Event)) == 0 {
				continue
			}
			asked++
			for _, c := range []worker.Change{
				{}, {Context: []schemas.ContextEdit{{Pointer: "/is_playbook_editor_route", Value: []byte(`false`)}}},
				{Flags: []schemas.FlagFlipped{{Flag: schemas.AITaskBuilder}}, Rules: []schemas.Rule{"redirect/2"}},
			} {
				c.From = r.Seq
				for _, found := range whatIf(t, log, c) {
					for _, o := range found.Changed {
						if o.At.Seq < c.From {
							t.Errorf("%s: asked from %d, and %d differs", name, c.From, o.At.Seq)
						}
					}
					if c.Nothing() && (len(found.Changed) > 0 || found.Unknown != nil) {
						t.Errorf("%s: nothing was changed from %d on, and it differs:\n%s", name, c.From, wording([]worker.Retaken{found}))
					}
				}
			}
		}
		if after, err := log.Head(t.Context()); asked == 0 || after != head || err != nil {
			t.Errorf("%s: %d decisions asked, head %d was %d: %v", name, asked, after, head, err)
		}
	}
}

func TestAWhatIfByARuleThatIsNotHereIsRefused(t *testing.T) {
	_, err := worker.NewWhatIf(slog.New(slog.DiscardHandler), bus.Mem(), worker.Change{Rules: []schemas.Rule{"redirect/9"}})
	if unknown := (*agents.UnknownRuleError)(nil); !errors.As(err, &unknown) {
		t.Errorf("redirect/9: %v", err)
	}
}

// A rule that is activated decides from there on; what was decided before is decided again
// by what was in force then, as every book is when its house is closed.
func TestWhatWasDecidedBeforeARuleWasActivatedStaysSo(t *testing.T) {
	foreign := schemas.MustUIContext(`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true,"current_task_id":"x1","builder_mounts":1,"loaded_task":{"id":"x1","context":"PLAYBOOK","playbook_id":"p2"}}`)
	inBubble(t, map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.TaskBuilder), agentstest.Pick(schemas.TaskBuilder)}, "task-builder": {says("I can't find it.")}, "playbook-editor": {says("To which?")},
	}, func(h *house, _ *agentstest.Script, session schemas.SessionID) {
		before, _ := h.ask(session, "add a step", foreign)
		if seq, err := h.rt.ActivateRule(t.Context(), vendor, "ann", "redirect/2", "activate"); seq == 0 || err != nil {
			t.Fatalf("activated at %d: %v", seq, err)
		}
		if seq, err := h.rt.ActivateRule(t.Context(), vendor, "ann", "redirect/2", "again"); seq != 0 || err != nil {
			t.Errorf("activated again at %d: %v", seq, err)
		}
		var unknown *agents.UnknownRuleError
		if _, err := h.rt.ActivateRule(t.Context(), vendor, "ann", "redirect/3", ""); !errors.As(err, &unknown) {
			t.Errorf("redirect/3: %v", err)
		}
		if inForce, err := h.rt.RulesInForce(t.Context(), vendor); inForce["redirect"] != "redirect/2" || inForce["pick"] != "pick/1" || err != nil {
			t.Errorf("in force: %v: %v", inForce, err)
		}
		second, err := h.rt.OpenSession(t.Context(), vendor, "ann", "p1", "second")
		if err != nil {
			t.Fatal(err)
		}
		after, _ := h.ask(second, "add a step", foreign)
		for id, want := range map[schemas.TurnID]string{before: "redirect/1 kept", after: "redirect/2 redirected"} {
			if got := events[schemas.RedirectConsidered](h, id); len(got) != 1 || ladderText(&got[0].Ladder) != want {
				t.Errorf("%s: %+v, want %s", id, got, want)
			}
		}
	})
}
