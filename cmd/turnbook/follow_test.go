package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A wire stands between a command and its server, and can be cut: by hand, or once
// before the first bytes from the server that hold a text.
type wire struct {
	listener net.Listener
	to       string

	mu   sync.Mutex
	at   string // "" for none
	open []net.Conn
	cuts int
}

func newWire(t *testing.T, url, at string) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener: l, to: strings.TrimPrefix(url, "http://"), at: at}
	go w.serve()
	t.Cleanup(func() { l.Close(); w.cut() })
	return w
}

func (w *wire) url() string { return "http://" + w.listener.Addr().String() }

func (w *wire) serve() {
	for {
		near, err := w.listener.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", w.to)
		if err != nil {
			near.Close()
			continue
		}
		w.mu.Lock()
		w.open = append(w.open, near, far)
		w.mu.Unlock()
		go w.pipe(near, far, false)
		go w.pipe(far, near, true)
	}
}

func (w *wire) pipe(from, to net.Conn, answers bool) {
	defer to.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if err != nil || answers && w.cutsAt(buffer[:n]) {
			return
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// cutsAt cuts the wire where it should be.
func (w *wire) cutsAt(answer []byte) bool {
	w.mu.Lock()
	cut := w.at != "" && bytes.Contains(answer, []byte(w.at))
	if cut {
		w.at = ""
	}
	w.mu.Unlock()
	if cut {
		w.cut()
	}
	return cut
}

func (w *wire) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.open {
		c.Close()
	}
	w.open = nil
	w.cuts++
}

func TestAnAskWhoseAnswerIsLostMakesOneTurnAndShowsItToItsEnd(t *testing.T) {
	s := serveIn(t, t.TempDir(), "--model", "offline:0s")
	w := newWire(t, s.url, `{"type":"ack"`)
	cmd := exec.Command(binary, "ask", "--json", "--playbook", "nurse-onboarding", "Build subtasks for every task in module 1")
	cmd.Env = append(cmd.Environ(), "TURNBOOK_URL="+w.url())
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || w.cuts == 0 {
		t.Fatalf("after %d cuts ask ends with %v\n%s", w.cuts, err, stderr.String())
	}
	var got []string
	for line := range strings.Lines(string(out)) {
		got = append(got, readEvent(json.RawMessage(line), nil).Type)
	}
	if len(got) == 0 || got[0] != "turn.requested" || got[len(got)-1] != "turn.ended" {
		t.Errorf("the turn's events are %q", got)
	}
	if turns := s.call("query", "--json", "select count(*) as n from turns"); turns.Out != "{\"n\":1}\n" {
		t.Errorf("turns: %s", turns.Out)
	}
}

func TestATailMissesNothingAndRepeatsNothingOverLostConnections(t *testing.T) {
	s := serveIn(t, t.TempDir(), "--model", "offline:0s")
	w := newWire(t, s.url, "")
	tail := exec.Command(binary, "tail", "--json", "--from", "start", "--type", "task.step-added", "--type", "turn.ended")
	tail.Env = append(tail.Environ(), "TURNBOOK_URL="+w.url())
	stdout, err := tail.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := tail.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tail.Process.Kill(); _ = tail.Wait() })
	lines := bufio.NewScanner(stdout)
	var seen []string
	for range 3 {
		if got := s.call("ask", "--playbook", "nurse-onboarding", "Build subtasks for every task in module 1"); got.Status != exitDone {
			t.Fatalf("ask: %+v", got)
		}
		for ended := false; !ended && lines.Scan(); {
			e := readEvent(json.RawMessage(lines.Text()), nil)
			seen, ended = append(seen, e.ID), e.Type == "turn.ended"
		}
		w.cut()
	}
	var want []string
	for line := range strings.Lines(s.call("query", "--json", "select id from events where type in ('task.step-added', 'turn.ended') order by seq, idx").Out) {
		var row struct{ ID string }
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		want = append(want, row.ID)
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("the tail has a hole or a double (-book +tail):\n%s", diff)
	}
}
