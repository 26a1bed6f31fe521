package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// asked is an ask whose model takes an hour to answer, with the turn it began.
func asked(t *testing.T, s *server) (ask *exec.Cmd, turn string, rest io.Reader, stderr *bytes.Buffer) {
	t.Helper()
	ask = exec.Command(binary, "ask", "--json", "--playbook", "nurse-onboarding", "Build subtasks for every task in module 1")
	ask.Env = append(ask.Environ(), "TURNBOOK_URL="+s.url)
	stderr = &bytes.Buffer{}
	ask.Stderr = stderr
	stdout, err := ask.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := ask.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ask.Process.Kill() })
	lines := bufio.NewReader(stdout)
	first, err := lines.ReadBytes('\n')
	if err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	return ask, string(readEvent(first, nil).Turn), lines, stderr
}

// statusOf waits for a process whose output is read to its end.
func statusOf(t *testing.T, cmd *exec.Cmd, rest io.Reader) int {
	t.Helper()
	if _, err := io.Copy(io.Discard, rest); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode()
}

func TestWhoeverAskedForAStoppedTurnIsTold(t *testing.T) {
	s := serveIn(t, t.TempDir(), "--model", "offline:1h")
	ask, turn, rest, stderr := asked(t, s)
	if got := s.call("cancel", turn, "--reason", "wrong playbook"); got.Status != exitDone || got.Out != "Turn "+turn+" is asked to stop.\n" {
		t.Errorf("cancel: %+v", got)
	}
	if status := statusOf(t, ask, rest); status != exitRefused {
		t.Errorf("a stopped turn gives status %d", status)
	}
	var p struct{ Turn, Detail string }
	if err := json.Unmarshal(stderr.Bytes(), &p); err != nil || p.Turn != turn || !strings.Contains(p.Detail, "cancelled") {
		t.Errorf("the reason is %q (%v)", stderr, err)
	}
}

func TestATurnGoesOnWhenItsAskerLeaves(t *testing.T) {
	s := serveIn(t, t.TempDir(), "--model", "offline:1h")
	ask, turn, rest, stderr := asked(t, s)
	if err := ask.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	status := statusOf(t, ask, rest)
	if want := "Left; the turn goes on. See it with: turnbook replay " + turn + "\n"; status != exitRefused || stderr.String() != want {
		t.Errorf("status %d, %q; want 1, %q", status, stderr, want)
	}
	got := s.call("query", "--json", "select status from turns")
	if got.Out != "{\"status\":\"running\"}\n" {
		t.Errorf("the turn does not go on: %+v", got)
	}
}
