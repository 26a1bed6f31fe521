package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turnbook/agents/worker"
)

func TestATurnIsHandedToDevelopersInOtherWords(t *testing.T) {
	s := serveIn(t, t.TempDir(), "--model", "offline:0s")
	session, turn := askFanOut(t, s)
	outcome(t, s, session, turn)
	file := filepath.Join(t.TempDir(), "turn.txt")
	told := s.call("export", "--turn", string(turn), "--golden", file)
	if want := file + " holds turn " + string(turn) + "; words of people and models are replaced in it, ids are not.\n"; told.Status != 0 || told.Err != want {
		t.Fatalf("export: %+v", told)
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if text := strings.ToLower(string(raw)); strings.Contains(text, "build subtasks") || strings.Contains(text, "hospital") {
		t.Error("what was said stands in the file")
	}
	log, err := worker.ReadHistory(t.Context(), string(raw))
	if err != nil {
		t.Fatal(err)
	}
	decisions, diffs, err := worker.RedecideAll(t.Context(), slog.New(slog.DiscardHandler), log)
	if err != nil || decisions < 10 || len(diffs) > 0 {
		t.Errorf("%d decisions were taken again: %v, %v", decisions, diffs, err)
	}
	if both := s.call("export", "--turn", string(turn), "--golden", file, "--bundle", file); both.Status != 2 {
		t.Errorf("two files for one turn: %+v", both)
	}
}
