package main

import (
	"fmt"
	"testing"
)

// onTask is the editor of the demo playbook with so many builders open on the task that
// holds a fork.
func onTask(builders int) string {
	return fmt.Sprintf(`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"nurse-onboarding","is_draft_active":true,
		"current_task_id":"medication","builder_mounts":%d,"loaded_task":{"id":"medication","context":"PLAYBOOK","playbook_id":"nurse-onboarding"}}`, builders)
}

func TestAnAskThatEndsAtACardSaysHowToAnswerItAndTheAnswerCountsOnce(t *testing.T) {
	s := serveIn(t, t.TempDir(), "--model", "offline:0s")
	var tr transcript
	note := func(args ...string) result { return tr.note(args, s.call(args...)) }
	if got := tr.note([]string{"ask", "--context", "BUILDER", "delete everything"}, s.call("ask", "--context", onTask(1), "delete everything")); got.Status != exitDone {
		t.Errorf("an ask that ends at a card: %+v", got)
	}
	card := firstID(t, s.call("cards", "--json"))
	note("cards", "--status", "open")
	note("answer", card, "confirm", "--fingerprint", "0000")
	note("answer", card, "perhaps")
	note("answer", "nobody", "confirm")
	note("answer", card, "confirm")
	note("answer", card, "decline")
	note("answer", card, "confirm", "--json")
	note("cards", "--status", "open")
	tr.compare(t, "cards.txt")
	s.stop()
}

func TestDroppedStepsAreListedWithWhyAndAppliedOnce(t *testing.T) {
	s := serveIn(t, t.TempDir(), "--model", "offline:0s")
	var tr transcript
	tr.note([]string{"ask", "--context", "NO BUILDER", "add a step called Receipt"}, s.call("ask", "--context", onTask(0), "add a step called Receipt"))
	turn := firstID(t, s.call("turns", "--json", "--limit", "1"))
	for _, args := range [][]string{
		{"drops", turn}, {"why", turn}, {"drops", turn, "--apply"}, {"drops", turn, "--apply"}, {"drops", turn}, {"drops", "nobody"},
	} {
		tr.note(args, s.call(args...))
	}
	tr.compare(t, "drops.txt")
	s.stop()
}
