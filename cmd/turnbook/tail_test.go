package main

import (
	"bufio"
	"encoding/json"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestATailGoesOnWhereItWasWhenItsServerComesBack(t *testing.T) {
	dir := t.TempDir()
	first := serveIn(t, dir, "--model", "offline:0s")
	address := strings.TrimPrefix(first.url, "http://")

	tail := exec.Command(binary, "tail", "--json", "--from", "start", "--type", "task.step-added", "--type", "turn.ended")
	tail.Env = append(tail.Environ(), "TURNBOOK_URL="+first.url)
	stdout, err := tail.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := tail.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tail.Process.Kill() })
	lines := bufio.NewScanner(stdout)
	var seen []string
	untilTheEnd := func() {
		t.Helper()
		for lines.Scan() {
			e := readEvent(json.RawMessage(lines.Text()), nil)
			seen = append(seen, e.ID)
			if e.Type == "turn.ended" {
				return
			}
		}
		t.Fatal("the tail ended")
	}

	ask := []string{"ask", "--playbook", "nurse-onboarding", "Build subtasks for every task in module 1"}
	if got := first.call(ask...); got.Status != exitDone {
		t.Fatalf("ask: %+v", got)
	}
	untilTheEnd()
	first.kill()
	second := serveIn(t, dir, "--model", "offline:0s", "--listen", address)
	if got := second.call(ask...); got.Status != exitDone {
		t.Fatalf("ask again: %+v", got)
	}
	untilTheEnd()

	var want []string
	kept := second.call("query", "--json", "select id from events where type in ('task.step-added', 'turn.ended') order by seq, idx")
	for line := range strings.Lines(kept.Out) {
		var row struct{ ID string }
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		want = append(want, row.ID)
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("the tail has a hole or a double (-book +tail):\n%s", diff)
	}
	if err := tail.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := tail.Wait(); err != nil {
		t.Errorf("Ctrl-C is how a tail ends well: %v", err)
	}
	second.stop()
}
