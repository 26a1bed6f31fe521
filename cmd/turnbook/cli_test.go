package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/schemas/goldentest"
)

const offboarding = `# Offboarding

## Last week

### Collect the laptop

- Ask for it
- Check it

## After

- Exit talk
- Close the accounts
`

const response = `{"type": "playbook", "spec_version": "cacao-2.0", "id": "playbook--a0777575-5c4c-4710-9f01-15776103837f",
 "name": "Phishing mail", "created": "2024-01-01T00:00:00Z", "modified": "2024-01-01T00:00:00Z",
 "created_by": "identity--ae92cc83-7ff4-4a0a-8b3e-5c3a1f4d4a11", "playbook_types": ["detection"],
 "workflow_start": "start--11111111-1111-4111-8111-111111111111",
 "authentication_info_definitions": {"http-basic--22222222-2222-4222-8222-222222222222": {"type": "http-basic", "password": "secret"}},
 "workflow": {
  "start--11111111-1111-4111-8111-111111111111": {"type": "start", "on_completion": "action--33333333-3333-4333-8333-333333333333"},
  "action--33333333-3333-4333-8333-333333333333": {"type": "action", "name": "Block the sender", "commands": [{"type": "manual", "command": "Ask the mail team"}], "on_completion": "end--44444444-4444-4444-8444-444444444444"},
  "end--44444444-4444-4444-8444-444444444444": {"type": "end"}}}
`

// A transcript is calls of the program with what they printed, as a file keeps it.
type transcript struct{ strings.Builder }

// note adds a call, and returns its result.
func (tr *transcript) note(args []string, r result) result {
	fmt.Fprintf(tr, "$ turnbook %s\n%s", strings.Join(args, " "), r.Out)
	for line := range strings.Lines(r.Err) {
		tr.WriteString("2> " + line)
	}
	fmt.Fprintf(tr, "exit %d\n\n", r.Status)
	return r
}

// compare holds the transcript against its file, without what differs from run to run.
func (tr *transcript) compare(t *testing.T, name string) {
	t.Helper()
	path, got := filepath.Join("testdata", name), settled(tr.String())
	goldentest.Compare(t, path, got)
}

func TestGoodFilesStayBesideABrokenOne(t *testing.T) {
	s := serveIn(t, t.TempDir(), "--demo=false")
	dir := t.TempDir()
	for name, content := range map[string]string{
		"offboarding.md": offboarding, "response.json": response, "evil.md": "# \x1b[31mred \u202egnp\n\n## m\n",
		"broken.json": "{\"type\": \"playbook\",\n \"x\": }",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var tr transcript
	for _, args := range [][]string{
		{"import", "offboarding.md", "broken.json", "response.json", "missing.md"},
		{"import", "evil.md"},
		{"import", "--json", "broken.json"},
		{"query", "select title, status from playbooks order by title"},
		{"query", "--json", "select title, status from playbooks order by title"},
	} {
		tr.note(args, s.callIn(dir, args...))
	}
	tr.compare(t, "import.txt")
	s.stop()
}

func TestAnAskIsShownReplayedExplainedAndProved(t *testing.T) {
	data, files := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(files, "offboarding.md"), []byte(offboarding), 0o600); err != nil {
		t.Fatal(err)
	}
	s := serveIn(t, data, "--demo=false", "--model", "offline:0s")
	var tr transcript
	note := func(args ...string) result { return tr.note(args, s.callIn(files, args...)) }
	note("ask", "Build")
	note("import", "offboarding.md")
	note("ask", "--key", "k", "Build subtasks for every task in module 1")
	turn := firstID(t, s.call("turns", "--json", "--limit", "1"))
	note("turns")
	note("sessions")
	note("replay", turn)
	note("why", turn)
	note("query", "select status, stop_reason, hops from turns")
	note("query", "--json", "select status, 9007199254740993 n, null n from turns")
	note("query", "--limit", "1", "select kind from steps order by position")
	note("query", "--json", "drop table turns")
	note("check")
	note("rebuild", "--diff")
	s.stop()
	for _, args := range [][]string{
		{"query", "--data", data, "select count(*) n from steps"}, {"check", "--data", data}, {"rebuild", "--data", data, "--diff"},
	} {
		tr.note(append(slices.Clone(args[:1]), args[3:]...), call(t, "", args...))
	}
	tr.compare(t, "walk.txt")
}

func TestTheTablesAreAskedByNameOfThenAndIntoFiles(t *testing.T) {
	data, files := t.TempDir(), t.TempDir()
	s := serveIn(t, data, "--demo=false")
	if err := os.WriteFile(filepath.Join(files, "offboarding.md"), []byte(offboarding), 0o600); err != nil {
		t.Fatal(err)
	}
	var tr transcript
	note := func(args ...string) result { return tr.note(args, s.callIn(files, args...)) }
	note("import", "offboarding.md")
	note("query", "--save", "titles", "--param", "from=1", "select position, title from tasks where position >= :from and :from <> ''")
	note("queries")
	note("query", "--saved", "titles")
	note("query", "--saved", "titles", "--param", "from=0", "--json")
	note("query", "--saved", "titles", "--param", "nothing=0")
	note("query", "--saved", "nobody")
	note("query", "--saved", "redirects", "--save", "x")
	note("query", "--as-of", "1", "select count(*) n from tasks")
	note("query", "--as-of", "99", "select 1")
	note("export", "--query", "select seq, '=1+1' as formula from events order by seq", "--format", "csv", "--limit", "2", "--out", "events.csv")
	note("export", "--saved", "titles", "--format", "jsonl")
	note("export", "--query", "select 1", "--format", "xls", "--out", "nothing.xls")
	note("export", "--query", "select 1", "--format", "otlp", "--out", "nothing.otlp")
	s.stop()
	tr.note([]string{"query", "--saved", "titles", "--as-of", "2"}, call(t, "", "query", "--data", data, "--saved", "titles", "--as-of", "2"))
	tr.compare(t, "desk.txt")
	left, err := filepath.Glob(filepath.Join(files, "*"))
	if diff := cmp.Diff([]string{filepath.Join(files, "events.csv"), filepath.Join(files, "offboarding.md")}, left); diff != "" || err != nil {
		t.Errorf("%v, files (-want +got):\n%s", err, diff)
	}
	if raw, err := os.ReadFile(filepath.Join(files, "events.csv")); string(raw) != "seq,formula\r\n1,'=1+1\r\n2,'=1+1\r\n" || err != nil {
		t.Errorf("%v, the file is %q", err, raw)
	}
}

// An ask and a replay print the very CloudEvents of the book, in its order.
func TestJSONIsOneCloudEventALine(t *testing.T) {
	s := serveIn(t, t.TempDir(), "--model", "offline:0s")
	ask := s.call("ask", "--json", "--key", "k", "Build subtasks for every task in module 1")
	again := s.call("ask", "--json", "--key", "k", "Build subtasks for every task in module 1")
	if diff := cmp.Diff(ask, again); diff != "" || ask.Status != exitDone {
		t.Errorf("the same key shows another turn (-first +second):\n%s", diff)
	}
	turn := firstID(t, s.call("turns", "--json", "--limit", "1"))
	replay := s.call("replay", "--json", turn)
	if diff := cmp.Diff(replay, ask); diff != "" {
		t.Errorf("what was streamed is not what is kept (-replay +ask):\n%s", diff)
	}
	for line := range strings.Lines(ask.Out) {
		if e := readEvent(json.RawMessage(line), nil); e.fact == nil || string(e.Turn) != turn {
			t.Errorf("no event of turn %s: %s", turn, line)
		}
	}
	internal := s.call("replay", "--json", "--internal", turn)
	if len(internal.Out) <= len(replay.Out) || !strings.Contains(internal.Out, `"turn.model-answered"`) || strings.Contains(replay.Out, `"turn.model-answered"`) {
		t.Error("--internal should add what only auditors see, and nothing else should")
	}
	s.stop()
}

func TestWrongUsageIsTwoAndARefusalIsOne(t *testing.T) {
	s := serveIn(t, t.TempDir(), "--model", "offline:0s")
	var tr transcript
	for _, args := range [][]string{
		{"frobnicate"}, {"ask"}, {"ask", "--context", "{", "x"}, {"ask", "--nonsense", "x"}, {"turns", "extra"},
		{"query", "--limit", "0", "select 1"}, {"query", "--json"}, {"tail", "--url", "ftp://x"},
		{"why", "nobody"}, {"replay", "--json", "nobody"}, {"cancel", "nobody"},
		{"ask", "--session", "nobody", "x"}, {"ask", "--playbook", "nobody", "x"}, {"tail", "--type", "no.such"}, {"tail", "--from", "rubbish"},
		{"export"}, {"export", "--turn", ""}, {"export", "--turn", "t", "--form", "f"}, {"export", "--turn", "t", "--limit", "5"},
		{"export", "--form", "f", "--bundle", "b.zip"}, {"export", "--turn", "t", "--bundle", "b.zip", "--out", "t.jsonl"},
		{"query", "--title", "x", "select 1"}, {"query", "--save", "x", "--limit", "5", "select 1"}, {"replay", "--internal", "--at", "1", "t"},
		{"verify", "--data", "d", "--bundle", "b"}, {"verify", "--anchor", "--data", "d"}, {"verify", "--vendor", "v"}, {"rebuild", "--data", "d", "--url", "http://127.0.0.1:1"},
		{"check", "--data", "nowhere"}, {"turns", "--url", "http://127.0.0.1:1"},
	} {
		tr.note(args, s.call(args...))
	}
	tr.compare(t, "refused.txt")
	s.stop()
}

// firstID is the id of the first object that was printed.
func firstID(t *testing.T, r result) string {
	t.Helper()
	var first struct{ ID string }
	if err := json.NewDecoder(strings.NewReader(r.Out)).Decode(&first); err != nil {
		t.Fatalf("%v in %+v", err, r)
	}
	return first.ID
}
