package main

import "testing"

// Two turns stand side by side, in the words of the turn's page.
func TestTwoTurnsAreLaidSideBySide(t *testing.T) {
	s := serveIn(t, t.TempDir(), "--model", "offline:0s")
	ask := func(key, text string) string {
		s.call("ask", "--key", key, text)
		return firstID(t, s.call("turns", "--json", "--limit", "1"))
	}
	first, second := ask("a", "Change step 1 of task 1 of module 1 to Plug it in"), ask("b", "What is here?")
	var tr transcript
	for _, args := range [][]string{{"diff", first, second}, {"diff", second, second}, {"diff", first, "nobody"}, {"diff", first}} {
		tr.note(args, s.call(args...))
	}
	tr.compare(t, "diff.txt")
	s.stop()
}
