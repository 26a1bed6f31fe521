package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/offline"
	"turnbook/agents/vendortest"
	"turnbook/schemas"
)

// plantedKey must be nowhere in what a run leaves behind.
const plantedKey = "sk-planted-0123456789"

// A stop is one message of the walk, with what was on screen.
type stop struct{ text, context string }

const (
	onCanvas  = `{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"nurse-onboarding","is_draft_active":true}`
	inBuilder = `{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"nurse-onboarding","is_draft_active":true,` +
		`"current_task_id":"contract","builder_mounts":1,"loaded_task":{"id":"contract","context":"PLAYBOOK","playbook_id":"nurse-onboarding"}}`
)

// walked is what a newcomer's walk leaves in the tables, as JSON lines.
func walked(t *testing.T, s *server) string {
	t.Helper()
	var opened struct{ Session schemas.SessionID }
	call := func(method, path string, in, out any) {
		t.Helper()
		if err := s.client().Call(t.Context(), method, path, in, out); err != nil {
			t.Fatalf("%s %s: %v", method, path, err)
		}
	}
	call(http.MethodPost, "/v1/sessions", map[string]string{"playbook_id": "nurse-onboarding", "idempotency_key": "walk"}, &opened)
	for i, a := range []stop{
		{"Build subtasks for every task in module 1", onCanvas}, // a fan-out
		{"Add an approval step after the first one", inBuilder},
		{"Rename the playbook to Onboarding, second edition", inBuilder}, // the builder hands it back
		{"How many tasks are there?", onCanvas},
		{"Delete the first step", inBuilder}, // a card
	} {
		var accepted struct{ Turn schemas.TurnID }
		call(http.MethodPost, "/v1/sessions/"+string(opened.Session)+"/messages", map[string]any{
			"text": a.text, "ui_context": json.RawMessage(a.context), "idempotency_key": string(rune('a' + i)),
		}, &accepted)
		if card := untilItRests(t, s, opened.Session, accepted.Turn); card != nil {
			call(http.MethodPost, "/v1/cards/"+string(card.Card)+"/answer", map[string]any{"decision": "confirm", "fingerprint": card.Fingerprint}, nil)
			untilItEnds(t, s, opened.Session, accepted.Turn)
		}
	}
	var out strings.Builder
	for _, sql := range []string{
		"SELECT id, domain, status, stop_reason, hops FROM turns ORDER BY requested_seq",
		"SELECT task_id, id, parent_id, branch, position, kind, title, description FROM steps ORDER BY task_id, parent_id, branch, position",
		"SELECT turn_id, code, tool FROM refusals ORDER BY seq",
		"SELECT id, status FROM interrupts ORDER BY raised_seq",
		"SELECT id, title FROM playbooks",
	} {
		r := s.call("query", "--json", sql)
		if r.Status != 0 {
			t.Fatalf("%s: %s", sql, r.Err)
		}
		out.WriteString(r.Out)
	}
	return out.String()
}

// untilItRests waits until a turn ends or asks; the card is nil where it ended.
func untilItRests(t *testing.T, s *server, session schemas.SessionID, turn schemas.TurnID) (card *schemas.InterruptRaised) {
	t.Helper()
	events(t, s, session, turn, func(e event) bool {
		if raised, ok := e.fact.(schemas.InterruptRaised); ok {
			card = &raised
		}
		_, ended := e.fact.(schemas.TurnEnded)
		return ended || card != nil
	})
	return card
}

func untilItEnds(t *testing.T, s *server, session schemas.SessionID, turn schemas.TurnID) {
	t.Helper()
	events(t, s, session, turn, func(e event) bool {
		_, ended := e.fact.(schemas.TurnEnded)
		return ended
	})
}

func TestTheWholeProductRunsOnEachVendorsWire(t *testing.T) {
	plain := serveIn(t, t.TempDir(), "--model", "offline:0s")
	want := walked(t, plain)
	plain.stop()
	for _, word := range []string{`"hops":1`, `"status":"confirmed"`, "second edition", "APPROVAL"} {
		if !strings.Contains(want, word) {
			t.Fatalf("the walk shows no %s:\n%s", word, want)
		}
	}
	behind := offline.New(offline.Options{})
	for name, c := range map[string]struct {
		vendor   http.Handler
		base     string // behind the server's address
		variable string
	}{
		"anthropic": {vendortest.Anthropic(plantedKey, behind), "", "ANTHROPIC_API_KEY"},
		"openai":    {vendortest.OpenAI(plantedKey, behind), "/v1", "OPENAI_API_KEY"},
	} {
		t.Run(name, func(t *testing.T) {
			vendor := httptest.NewServer(c.vendor)
			defer vendor.Close()
			t.Setenv(c.variable, plantedKey)
			data, tape := t.TempDir(), filepath.Join(t.TempDir(), "wire.tape")
			var told spans
			collector := httptest.NewServer(&told)
			defer collector.Close()
			s := serveIn(t, data, "--model", name+":stub", "--model-url", vendor.URL+c.base, "--tape", "record="+tape,
				"--otlp", collector.URL, "--otel-content", "--log", "json", "--log-level", "debug")
			if diff := cmp.Diff(want, walked(t, s)); diff != "" {
				t.Errorf("over the wire it went otherwise (-offline +%s):\n%s", name, diff)
			}
			why := s.call("why", string(turnOfWalk(t, s)), "--prompts")
			for _, word := range []string{"router: answered by " + name + ":stub", "model: default, thinking: off (default), orders: built-in/router.md, prompt ", "You route one message to one domain."} {
				if !strings.Contains(why.Out, word) {
					t.Errorf("why does not tell %q:\n%s", word, why.Out)
				}
			}
			calls := s.call("query", "--json", "SELECT DISTINCT model, input_tokens, output_tokens FROM model_calls")
			if want := `{"model":"` + name + `:stub","input_tokens":7,"output_tokens":9}` + "\n"; calls.Out != want {
				t.Errorf("model calls are %s, want %s", calls.Out, want)
			}
			small := t.TempDir()
			if err := os.Mkdir(filepath.Join(small, "agents"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(small, "agents", "router.md"), []byte("---\nai:\n  model: "+name+":small\n---\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			doctor := exec1(t, "", "", "doctor", "--model", name+":stub", "--agent-model", "guide="+name+":mini", "--thinking", "low", "--model-url", vendor.URL+c.base, "--data", small)
			for _, word := range []string{"agents/router.md " + name + ":small answers", "--agent-model guide " + name + ":mini answers"} {
				if !strings.Contains(doctor.Out, word) {
					t.Errorf("the doctor does not tell %q: %+v", word, doctor)
				}
			}
			if doctor.Status != 0 || !strings.Contains(doctor.Out, "--model "+name+":stub answers") {
				t.Errorf("doctor: %+v", doctor)
			}
			scrape := scraped(t, s, `turnbook_turns_total{domain="task-builder",status="completed"} 2`)
			noKeyIn(t, []byte(scrape), "/metrics")
			s.stop()
			noKeyIn(t, told.all(t), "the spans")
			noKeyIn(t, s.stderr.Bytes(), "standard error")
			noKeyIn(t, []byte(doctor.Out+doctor.Err), "doctor")
			noKeyUnder(t, data)
			noKeyUnder(t, filepath.Dir(tape))

			t.Setenv(c.variable, "")
			again := serveIn(t, t.TempDir(), "--model", name+":stub", "--tape", "replay="+tape)
			if diff := cmp.Diff(want, walked(t, again)); diff != "" {
				t.Errorf("from the tape it went otherwise (-offline +tape):\n%s", diff)
			}
		})
	}
}

// turnOfWalk is the first turn of the walk.
func turnOfWalk(t *testing.T, s *server) schemas.TurnID {
	t.Helper()
	r := s.call("query", "--json", "SELECT id FROM turns ORDER BY requested_seq LIMIT 1")
	var row struct{ ID schemas.TurnID }
	if err := json.Unmarshal([]byte(r.Out), &row); err != nil {
		t.Fatalf("%s%s: %v", r.Out, r.Err, err)
	}
	return row.ID
}

func noKeyIn(t *testing.T, text []byte, where string) {
	t.Helper()
	if bytes.Contains(text, []byte(plantedKey)) {
		t.Errorf("the key stands in %s", where)
	}
}

func noKeyUnder(t *testing.T, dir string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		raw, err := os.ReadFile(path)
		noKeyIn(t, raw, path)
		files++
		return err
	})
	if err != nil || files == 0 {
		t.Errorf("looked at %d files under %s: %v", files, dir, err)
	}
}

func TestDoctorSaysWhatIsWrong(t *testing.T) {
	vendor := httptest.NewServer(vendortest.OpenAI("another key", offline.New(offline.Options{})))
	defer vendor.Close()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	t.Setenv("OPENAI_API_KEY", plantedKey)
	t.Setenv("ANTHROPIC_API_KEY", "")
	var tr transcript
	for _, args := range [][]string{
		{"doctor"},
		{"doctor", "--json", "--model", "offline:0s"},
		{"doctor", "--model", "openai:stub", "--model-url", vendor.URL + "/v1"},
		{"doctor", "--json", "--model", "openai:stub", "--model-url", vendor.URL + "/v1", "--router-model", "offline:0s"},
		{"doctor", "--model", "openai:stub", "--model-url", gone.URL + "/v1"},
		{"doctor", "--model", "anthropic:stub"},
		{"doctor", "--model", "somebody:stub"},
		{"doctor", "--tape", "wind"},
		{"serve", "--model", "openai:"},
	} {
		tr.note(args, exec1(t, "", "", args...))
	}
	noKeyIn(t, []byte(tr.String()), "what doctor says")
	text := strings.NewReplacer(vendor.URL, "http://vendor", gone.URL, "http://gone",
		strings.TrimPrefix(vendor.URL, "http://"), "vendor", strings.TrimPrefix(gone.URL, "http://"), "gone").Replace(tr.String())
	tr.Reset()
	tr.WriteString(text)
	tr.compare(t, "doctor.txt")
}
