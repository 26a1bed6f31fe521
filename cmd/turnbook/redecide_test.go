package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// The same seed makes the same book, whose chains end in the same hashes; what it holds
// can be decided again, and another rule would have decided some of it otherwise.
func TestAFilledBookIsTheSameAgainAndDecidedAgain(t *testing.T) {
	dir := t.TempDir()
	ends := func(name, seed string) string {
		data := filepath.Join(dir, name)
		if r := call(t, "", "bench", "fill", "--data", data, "--events", "1500", "--seed", seed, "--json"); r.Status != exitDone {
			t.Fatalf("filled with %+v", r)
		}
		r := call(t, "", "query", "--data", data, "--json", "select hash from events where seq = (select max(seq) from events) order by idx")
		if r.Status != exitDone || !strings.Contains(r.Out, `"hash"`) {
			t.Fatalf("asked with %+v", r)
		}
		return r.Out
	}
	first := ends("first", "1")
	if again := ends("again", "1"); again != first {
		t.Errorf("the same seed made %s, and then %s", first, again)
	}
	if other := ends("other", "2"); other == first {
		t.Error("another seed made the same book")
	}
	if r := call(t, "", "bench", "fill", "--data", filepath.Join(dir, "first")); r.Status != exitRefused || !strings.Contains(r.Err, "there is a book in that folder") {
		t.Errorf("a second filling came to %+v", r)
	}
	s := serveIn(t, filepath.Join(dir, "first"))
	if r := s.call("check"); r.Status != exitDone {
		t.Errorf("check: %+v", r)
	}
	if r := s.call("redecide", "--all"); r.Status != exitDone || !strings.Contains(r.Out, "all come out as they stand in the book.") {
		t.Errorf("as it was: %+v", r)
	}
	r := s.call("redecide", "--all", "--rule", "redirect/2")
	if r.Status != exitDone || !strings.Contains(r.Out, "redirect: Should the playbook editor take it instead?") || !strings.Contains(r.Out, "(redirect/2)") || !strings.Contains(r.Out, "nothing is recorded, since another agent would have been asked") {
		t.Errorf("by redirect/2: %+v", r)
	}
	asJSON := s.call("redecide", "--where", "dropped > 0", "--set", "/builder_mounts=1", "--json")
	var last struct {
		Type      string
		Differing int
	}
	for line := range strings.Lines(asJSON.Out) {
		if err := json.Unmarshal([]byte(line), &last); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
	}
	if last.Type != "done" || last.Differing == 0 {
		t.Errorf("a mounted builder: %+v", asJSON)
	}
	for want, args := range map[string][]string{
		"give one of --turn, --all, and what chooses turns": {"redecide"}, "as in ai-task-builder=off": {"redecide", "--all", "--flag", "x"}, "write it as a pointer": {"redecide", "--all", "--set", "x"},
		"there is no rule redirect/9 here": {"redecide", "--all", "--rule", "redirect/9"}, "NOT_FOUND": {"retry", "playbook/nobody"},
	} {
		if r := s.call(args...); r.Status == exitDone || !strings.Contains(r.Err, want) {
			t.Errorf("%v: %+v", args, r)
		}
	}
	if r := s.call("rules", "activate", "redirect/2"); r.Status != exitDone || !strings.Contains(r.Out, "on rule redirect/2 decides.") {
		t.Errorf("activated: %+v", r)
	}
	if r := s.call("redecide", "--all"); r.Status != exitDone {
		t.Errorf("decided again after another rule was activated: %+v", r)
	}
	if r := s.call("rebuild", "--dry-run"); r.Status != exitDone || !strings.Contains(r.Out, "Nothing differs in") {
		t.Errorf("a dry run: %+v", r)
	}
	s.stop()
}
