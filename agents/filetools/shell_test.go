package filetools_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/checkout"
	"turnbook/agents/filetools"
	"turnbook/schemas"
)

func digest(text string) string { return schemas.Digest([]byte(text)) }

// allow gives a bench a shell whose marks are in a folder.
func (b *bench) allow(dir string, notices chan<- filetools.Notice) *filetools.Shell {
	b.t.Helper()
	co := checkout.New(logger(b.t), checkout.Options{Root: b.t.TempDir()})
	o := filetools.ShellOptions{Dir: dir}
	if notices != nil {
		o.Notice = func(n filetools.Notice) { notices <- n }
	}
	b.Shell = filetools.NewShell(logger(b.t), co, checkout.Place{Kind: checkout.Local, Repo: b.dir, Path: b.dir}, o)
	b.t.Cleanup(func() { b.Shell.Close() })
	return b.Shell
}

func TestACommandRunsInTheCheckoutWhereItIsAllowed(t *testing.T) {
	b := newBench(t, map[string]string{"a.txt": "one\n"})
	b.refused("shell", `{"command":"true"}`, schemas.CodeNoShell)
	b.allow(t.TempDir(), nil)
	b.says("shell", `{"command":"cat a.txt; echo two >&2; exit 3"}`, "one\ntwo\n[exit status 3]")
	for _, args := range []string{`{}`, `{"command":" "}`, `{"command":"true","monitor":"x"}`, `{"command":"true","background":true,"monitor":"("}`, `{"command":"true","timeout_secs":601}`} {
		b.refused("shell", args, schemas.CodeInvalidArguments)
	}
}

func TestACommandThatWasBegunIsNotRunAgain(t *testing.T) {
	b := newBench(t, map[string]string{"a.txt": "one\n"})
	marks := t.TempDir()
	b.allow(marks, nil)
	b.says("shell", `{"command":"echo two >>a.txt"}`, "[exit status 0]")
	b.allow(marks, nil) // the program was started again, and its book has no result
	b.refused("shell", `{"command":"echo two >>a.txt"}`, schemas.CodeRanInPart)
	b.refused("shell", `{"command":"echo two >>a.txt","background":true}`, schemas.CodeRanInPart)
	b.holds("a.txt", "one\ntwo\n")
	b.Call = "c2"
	b.says("shell", `{"command":"echo two >>a.txt"}`, "[exit status 0]")
}

func TestOutputAndTimeAreBounded(t *testing.T) {
	b := newBench(t, map[string]string{"a.txt": "one\n"})
	b.allow(t.TempDir(), nil)
	got := b.run("shell", `{"command":"echo first; yes | head -c 100000; echo last"}`)
	if len(got.Text) > 33<<10 || !strings.HasPrefix(got.Text, "first\n") || !strings.HasSuffix(got.Text, "last\n[exit status 0]") || !strings.Contains(got.Text, "[67243 bytes are left out;") {
		t.Errorf("%d bytes: %q", len(got.Text), got.Text)
	}
	b.Call = "c2"
	if text := b.refused("shell", `{"command":"echo before; sleep 1000","timeout_secs":3}`, schemas.CodeTimedOut); !strings.HasPrefix(text, "before\n[ended after 3s;") {
		t.Error(text)
	}
}

func TestABackgroundCommandIsMonitoredAndItsEndNoticed(t *testing.T) {
	b := newBench(t, map[string]string{"a.txt": "one\n"})
	notices := make(chan filetools.Notice)
	s := b.allow(t.TempDir(), notices)
	b.says("shell", `{"command":"echo ready 1; echo noise; mkfifo go; read x <go; echo ready 2; echo ready 3; exit 4","background":true,"monitor":"^ready"}`, "running in the background as bash:c1")
	first := <-notices
	if diff := cmp.Diff(filetools.Notice{ID: "bash:c1", Lines: []string{"ready 1"}}, first); diff != "" {
		t.Error(diff)
	}
	if list := s.List(); len(list) != 1 || !list[0].Running {
		t.Errorf("%+v", list)
	}
	b.Call = "c2"
	b.says("shell", `{"command":"until [ -p go ]; do :; done; echo >go"}`, "[exit status 0]")
	var lines []string
	last := filetools.Notice{}
	for !last.Ended {
		last = <-notices
		lines = append(lines, last.Lines...)
	}
	if diff := cmp.Diff([]string{"ready 2", "ready 3"}, lines); diff != "" || last.Status != 4 {
		t.Errorf("status %d: %s", last.Status, diff)
	}
	list := s.List()
	if len(list) != 1 || list[0].Running || list[0].Status != 4 {
		t.Fatalf("%+v", list)
	}
	if out, err := os.ReadFile(list[0].Output); err != nil || string(out) != "ready 1\nnoise\nready 2\nready 3\n" {
		t.Errorf("%q: %v", out, err)
	}
}

func TestABackgroundCommandIsKilledAndUnknownAfterAStart(t *testing.T) {
	b := newBench(t, map[string]string{"a.txt": "one\n"})
	s := b.allow(t.TempDir(), nil)
	b.says("shell", `{"command":"sleep 1000","background":true}`, "running in the background as bash:c1")
	for range 2 {
		if err := s.Kill("bash:c1"); err != nil {
			t.Error(err)
		}
	}
	if list := s.List(); len(list) != 1 || list[0].Running || list[0].Status != -1 {
		t.Errorf("%+v", list)
	}
	b.Call = "c2"
	b.says("shell", `{"command":"sleep 1000","background":true}`, "running in the background as bash:c2")
	s.Close() // ends it, or the test would never end
	var unknown *filetools.UnknownCommandError
	if err := b.allow(t.TempDir(), nil).Kill("bash:c2"); !errors.As(err, &unknown) || unknown.ID != "bash:c2" {
		t.Error(err)
	}
}
