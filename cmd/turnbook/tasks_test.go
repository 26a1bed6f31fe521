package main

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"turnbook/agents/checkout/checkouttest"
)

// commit makes a git repository with one commit, in a folder "service".
func commit(t *testing.T, name, content string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "service")
	checkouttest.Init(t, dir, map[string]string{name: content})
	return dir
}

// made is what differs from run to run in what is told of workspaces.
var made = regexp.MustCompile(`wst_[kr][0-9a-f]+|\b[pw][0-9a-f]{16}\b|-[0-9a-f]{6}\b|sha256 [0-9a-f]+…?|/tmp/\S*?/(service|workspaces)|\b[0-9a-f]{40}\b`)

// places are the positions at the beginning of a line.
var places = regexp.MustCompile(`(?m)^ +\d+  `)

// steadied is what is told of workspaces without what differs from run to run.
func steadied(text string) string {
	return places.ReplaceAllString(made.ReplaceAllString(text, "ID"), "     N  ")
}

func TestATaskIsLaunchedWatchedAndExplained(t *testing.T) {
	s := serveIn(t, t.TempDir(), "--demo=false", "--model", "offline:0s")
	repo := commit(t, "README.md", "# Service\n")
	var tr transcript
	note := func(args ...string) result {
		r := s.callIn(repo, args...)
		steady := r
		steady.Out, steady.Err = steadied(r.Out), steadied(r.Err)
		tr.note(strings.Fields(steadied(strings.Join(args, " "))), steady)
		return r
	}
	note("task", "ls")
	note("task", "run", "write NOTES.md: hello")
	note("task", "run", "--trust", "--key", "k", "write NOTES.md: hello")
	note("task", "run", "--key", "k", "write NOTES.md: hello")
	note("task", "run", "--agent", "nobody", "--json", "write NOTES.md: hello")
	note("task", "run", "--project", "nowhere", "x")
	note("task", "run")
	task := firstID(t, s.call("task", "ls", "--all", "--json"))
	note("task", "ls")
	note("task", "show", task)
	note("task", "await", task)
	note("task", "await", task, "--timeout", "-1s")
	note("task", "retry", task)
	note("task", "stop", task)
	note("task", "show", "nobody")
	note("projects")
	note("projects", "trust", "nobody")
	note("workspaces", "show", "nobody")
	note("plan", "show", workspaceOf(t, s, task))
	note("agents", "ls", "--workspace", workspaceOf(t, s, task))
	note("agents", "show", "explore", "--workspace", workspaceOf(t, s, task))
	note("agents", "show", "nobody", "--workspace", workspaceOf(t, s, task))
	note("agents", "ls", "--workspace", "nobody", "--json")
	note("workspaces", "archive", workspaceOf(t, s, task))
	note("workspaces", "remove", workspaceOf(t, s, task))
	note("plan")
	tr.compare(t, "tasks.txt")
	s.stop()
}

// workspaceOf is the workspace that a task ran in.
func workspaceOf(t *testing.T, s *server, task string) string {
	t.Helper()
	var row shownTask
	if err := json.Unmarshal([]byte(s.call("task", "show", "--json", task).Out), &row); err != nil {
		t.Fatal(err)
	}
	return string(row.Workspace)
}

// A task's stream is the very CloudEvents of the book, and its last one is the task's end.
func TestATaskAsJSONIsOneCloudEventALine(t *testing.T) {
	s := serveIn(t, t.TempDir(), "--demo=false", "--model", "offline:0s")
	repo := commit(t, "README.md", "# Service\n")
	first := s.callIn(repo, "task", "run", "--trust", "--key", "k", "--json", "write NOTES.md: hello")
	again := s.callIn(repo, "task", "run", "--key", "k", "--json", "write NOTES.md: hello")
	if first.Status != exitDone || !strings.HasSuffix(first.Out, again.Out) || again.Out == "" {
		t.Errorf("the same key shows another task:\n%+v\n%+v", first, again)
	}
	var last event
	for line := range strings.Lines(first.Out) {
		if last = readEvent(json.RawMessage(line), nil); last.fact == nil {
			t.Errorf("no event: %s", line)
		}
	}
	if last.Type != "handle.settled" {
		t.Errorf("the last event is %s", last.Type)
	}
	background := s.callIn(repo, "task", "run", "--background", "--json", "write MORE.md: hello")
	var launched launchedTask
	if err := json.Unmarshal([]byte(background.Out), &launched); err != nil || launched.ID == "" {
		t.Fatalf("%v in %+v", err, background)
	}
	if got := s.call("task", "await", string(launched.ID), "--timeout", "1m"); got.Status != exitDone || !strings.Contains(got.Out, "completed") {
		t.Errorf("awaited: %+v", got)
	}
	s.stop()
}
