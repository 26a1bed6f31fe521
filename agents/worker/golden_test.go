package worker_test

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/agentstest"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
)

// goldens are the histories of all turns in a history, by turn.
func goldens(t *testing.T, history string) map[schemas.TurnID]string {
	t.Helper()
	log, err := worker.ReadHistory(t.Context(), history)
	if err != nil {
		t.Fatal(err)
	}
	made := make(map[schemas.TurnID]string)
	for r, err := range log.Read(t.Context(), bus.Query{Kind: schemas.SessionBoundary}) {
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := r.Event.(schemas.TurnRequested); !ok {
			continue
		}
		if made[r.Turn], err = worker.Golden(t.Context(), slog.New(slog.DiscardHandler), log, r.Entity, r.Turn); err != nil {
			t.Errorf("turn %s: %v", r.Turn, err)
		}
	}
	return made
}

// types are the events of a history, in order, without what they say.
func types(t *testing.T, history string, of schemas.BoundaryKind) (list []string) {
	t.Helper()
	log, err := worker.ReadHistory(t.Context(), history)
	if err != nil {
		t.Fatal(err)
	}
	for r, err := range log.Read(t.Context(), bus.Query{Kind: of}) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, fmt.Sprintf("%s %d %s %s %s", r.Entity, r.Index, r.Type, r.Draft.ID, r.Cause))
	}
	return list
}

func TestATurnOfEveryKindBecomesAHistoryThatDecidesAgain(t *testing.T) {
	for name, text := range texts(t, "histories") {
		t.Run(name, func(t *testing.T) {
			longest := ""
			for _, golden := range goldens(t, text) {
				decideFile(t, golden)
				if len(golden) > len(longest) {
					longest = golden
				}
			}
			want, got := types(t, text, schemas.SessionBoundary), types(t, longest, schemas.SessionBoundary)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("the session goes otherwise (-book +history):\n%s", diff)
			}
		})
	}
}

// Words that stand nowhere but where people and models wrote.
var planted = []string{
	"kowalczyk", "szczecin", "zgrzebnioch", "47114711", "08150815", "oświęcim", "quartalsbericht", "jabberwocky", "größenwahn", "鈴木", "vorpal", "snark", "galumph",
}

// plantedScenes are turns of many kinds in which every text holds planted words.
func plantedScenes() []scene {
	form := map[string]any{
		"elements_map": map[string]any{
			"n": map[string]any{"type": "choice", "label": "Kowalczyk?", "help": "as in Szczecin 47114711", "options": []map[string]any{{"value": "Jabberwocky 08150815", "label": "Snark"}, {"value": "Vorpal"}}},
			"m": map[string]any{"type": "text", "label": "鈴木", "show_when": map[string]any{"element": "n", "operator": "equals", "value": "Jabberwocky 08150815"}},
		},
		"order": []string{"n", "m"},
	}
	long := strings.Repeat("Zgrzebnioch Oświęcim ", 30)
	return []scene{
		{name: "steps-and-form", models: builder(
			tool("add_step", map[string]any{"title": "Kowalczyk’s FORM", "kind": "FORM", "description": long}),
			tool("add_step", map[string]any{"title": "Sign: Größenwahn", "kind": "APPROVAL", "branches": []string{"Snark", "Vorpal"}}),
			tool("add_step", map[string]any{"title": "  galumph ", "parent_id": "te51ebc5558e9d9cdd577.m.4", "branch": "Snark"}),
			tool("write_form", map[string]any{"step_id": "te51ebc5558e9d9cdd577.m.2", "form": form}),
			tool("add_step", map[string]any{"title": "x", "galumph": "Snark"}),
			tool("update_progress", map[string]any{"title": "Quartalsbericht", "rows": []string{"Kowalczyk"}}),
			tool("emit_suggest_replies", map[string]any{"replies": []string{"Tell Kowalczyk", "Snark!"}}),
			tool("lookup_task", map[string]any{"task_id": "Szczecin of 鈴木"}),
			says("Kowalczyk’s form asks for Jabberwocky 08150815.")),
			asks: []asked{{text: "Add what Kowalczyk (Szczecin, 47114711) needs: " + long, ui: withBuilder("t1")}}},
		{name: "hand-back", models: map[string][]agentstest.Answer{
			"router":          {says(`{"domain":"task-builder","why":"Kowalczyk wants it"}`), says("```json Snark: playbook-editor```")},
			"task-builder":    {handBack("Galumph is not Kowalczyk’s")},
			"playbook-editor": {tool("rename_task", map[string]any{"module_index": 0, "task_index": 0, "title": "Quartalsbericht"}), says("Ask Kowalczyk in Szczecin.")},
		}, asks: []asked{{text: "what does Kowalczyk do in 47114711 Szczecin?", ui: withBuilder("t1")}}},
		{name: "fan-out", models: writer(
			[]agentstest.Answer{tool("narrate", map[string]any{"text": "Looking at Kowalczyk’s badge"}), addStep("Show 鈴木 the Vorpal"), says("Snark.")},
			tool("add_task", map[string]any{"module_index": 0, "title": "Jabberwocky", "description": "of Oświęcim"}), toTask(0, 1, 0, 3, 1, 0), says("Two of three, Kowalczyk.")),
			asks: []asked{{text: "build them for Kowalczyk", ui: onEditor}, {text: "and Szczecin?", ui: onEditor}}},
		{name: "card", models: builder(addStep("Kowalczyk"), tool("remove_steps", map[string]any{"step_ids": []string{"old"}}), says("Gone, Snark.")),
			before: []schemas.Event{schemas.PlaybookRenamed{Title: "Quartalsbericht Kowalczyk"}, schemas.StepsFlushed{Plan: "p", User: "bob", Steps: []schemas.FlushedStep{{Event: "e", Task: "t1", Type: "task.step-updated", Data: []byte(`{"task_id":"t1","step_id":"old","title":"Snark of Oświęcim"}`)}}}},
			asks:   []asked{{text: "delete the Snark", ui: withBuilder("t1"), answer: schemas.Confirm}}},
		{name: "drops", models: builder(addStep("Vorpal 08150815"), says("Added Vorpal.")),
			asks: []asked{{text: "add the Vorpal", ui: schemas.MustUIContext(`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true,"current_task_id":"t1","builder_mounts":0,"loaded_task":{"id":"t1","context":"PLAYBOOK","playbook_id":"p1"},"selection":{"Kowalczyk":["Größenwahn",47114711]}}`)}}},
	}
}

func TestNoPersonalWordIsLeftInAHistory(t *testing.T) {
	for _, s := range plantedScenes() {
		t.Run(s.name, func(t *testing.T) {
			s.prose = "Planted."
			book := s.play(t)
			if !strings.Contains(book, "Kowalczyk") {
				t.Fatal("nothing is planted")
			}
			for _, golden := range goldens(t, book) {
				decideFile(t, golden)
				for _, w := range planted {
					if at := strings.Index(strings.ToLower(golden), w); at >= 0 {
						t.Errorf("%q is left: %s", w, golden[max(0, at-200):min(len(golden), at+100)])
					}
				}
				want, got := types(t, book, schemas.SessionBoundary), types(t, golden, schemas.SessionBoundary)
				if diff := cmp.Diff(want[:min(len(want), len(got))], got); diff != "" { // what came after the turn is left out
					t.Errorf("the session goes otherwise (-book +history):\n%s", diff)
				}
			}
		})
	}
}

// TestTurnsThatWereHandedIn decides again what auditors handed to the developers. A file
// stands here as it came from `turnbook export --turn ID --golden FILE`.
func TestTurnsThatWereHandedIn(t *testing.T) {
	for name, text := range texts(t, "turns") {
		t.Run(name, func(t *testing.T) { decideFile(t, text) })
	}
}

func TestATurnThatIsNotThereHasNoHistory(t *testing.T) {
	log := bus.Mem()
	var none *worker.GoldenError
	_, err := worker.Golden(t.Context(), slog.New(slog.DiscardHandler), log, schemas.Entity{Vendor: vendor, Kind: schemas.SessionBoundary, ID: "s"}, "t")
	if !errors.As(err, &none) || none.Turn != "t" {
		t.Errorf("met %v", err)
	}
}
