package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The steps that a turn has written stand in the tree of the past as not saved, until
// the position where the playbook took them.
func TestAReplayShowsTheScreenAtAPosition(t *testing.T) {
	s := serveIn(t, t.TempDir(), "--demo=false", "--model", "offline:0s")
	files := t.TempDir()
	if err := os.WriteFile(filepath.Join(files, "offboarding.md"), []byte(offboarding), 0o600); err != nil {
		t.Fatal(err)
	}
	s.callIn(files, "import", "offboarding.md")
	s.call("ask", "--key", "k", "Build subtasks for task 1 in module 2")
	turn := firstID(t, s.call("turns", "--json", "--limit", "1"))
	var tr transcript
	for _, event := range []string{"turn.flush-planned", "playbook.steps-flushed"} {
		seq := strings.TrimSpace(s.call("query", "--json", "select cast(seq as text) id from events where type = '"+event+"'").Out)
		seq = strings.TrimSuffix(strings.TrimPrefix(seq, `{"id":"`), `"}`)
		tr.note([]string{"replay", turn, "--at", "N"}, s.call("replay", turn, "--at", seq))
	}
	tr.note([]string{"replay", turn, "--at", "soon"}, s.call("replay", turn, "--at", "soon"))
	tr.note([]string{"replay", turn, "--view", "nobody"}, s.call("replay", turn, "--view", "nobody"))
	tr.compare(t, "moment.txt")
	s.stop()
}
