package projections

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"

	"turnbook/bus"
	"turnbook/bus/bustest"
)

func TestTablesSayWhatTheyMean(t *testing.T) {
	promised := map[string][]string{
		"playbooks": {"id", "title", "status"}, "modules": {"id", "playbook_id", "position"}, "tasks": {"id", "module_id", "position"},
		"steps":     {"id", "task_id", "parent_id", "branch", "position", "kind", "title"},
		"turns":     {"id", "session_id", "domain", "status", "stop_reason", "hops"},
		"decisions": {"turn_id", "seq", "rule", "outcome"}, "rungs": {"turn_id", "seq", "name", "held"},
		"refusals": {"turn_id", "seq", "code"}, "deliveries": {"seq", "view_id", "target", "reason"},
		"links": {"playbook_id", "module_id", "position"},
	}
	for _, table := range Tables() {
		if table.About == "" || table.Source == "" || len(table.Key) == 0 {
			t.Errorf("%s: about %q, source %q, key %q", table.Name, table.About, table.Source, table.Key)
		}
		columns := map[string]bool{}
		for _, c := range table.Columns {
			columns[c.Name] = true
			if c.About == "" || c.Type != "TEXT" && c.Type != "INTEGER" {
				t.Errorf("%s.%s is of type %q and means %q", table.Name, c.Name, c.Type, c.About)
			}
		}
		for _, c := range append(promised[table.Name], table.Key...) {
			if !columns[c] {
				t.Errorf("%s has no column %s", table.Name, c)
			}
		}
		delete(promised, table.Name)
	}
	if len(promised) > 0 {
		t.Errorf("tables that outsiders rely on are missing: %v", promised)
	}
}

// someTurns is a log with a few sessions of a few turns each.
func someTurns(t *testing.T, sessions, turns int) bus.Log {
	t.Helper()
	log := bus.Mem()
	for n := range sessions {
		a := bustest.NewAuthor(t, log, fmt.Sprint(n))
		for range turns {
			a.Turn(t, 3)
		}
	}
	return log
}

// projected is a store that has followed a log to its head, in dir.
func projected(t *testing.T, log bus.Log, dir string) *Store {
	t.Helper()
	s := openAt(t, dir)
	stop := running(t, s, log)
	waitForHead(t, s, log)
	stop()
	return s
}

func mustEqualTheFold(t *testing.T, s *Store, log bus.Log) {
	t.Helper()
	diff, err := s.Check(t.Context(), log)
	if err != nil {
		t.Fatal(err)
	}
	if !diff.Equal() {
		t.Errorf("the tables are not the fold: %v", diff.First)
	}
}

func TestWaitForEndsWithItsContext(t *testing.T) {
	s := openAt(t, t.TempDir())
	defer closeStore(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.WaitFor(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("WaitFor: %v", err)
	}
}

// Case B18.
func TestStoppedInTheMiddleOfSixteenWritersTheTablesEqualTheFold(t *testing.T) {
	log, dir := bus.Mem(), t.TempDir()
	authors := make([]*bustest.Author, 16)
	for n := range authors {
		authors[n] = bustest.NewAuthor(t, log, fmt.Sprint(n))
	}
	for round := range 5 {
		var writers sync.WaitGroup
		for _, a := range authors {
			writers.Go(func() { a.Turn(t, 6) })
		}
		s := openAt(t, dir)
		stop := running(t, s, log)
		if err := s.WaitFor(t.Context(), s.Checkpoint().Seq+60); err != nil {
			t.Fatal(err)
		}
		stop()
		if round%2 == 0 {
			kill(s)
		} else {
			closeStore(t, s)
		}
		writers.Wait()
	}
	s := projected(t, log, dir)
	defer closeStore(t, s)
	mustEqualTheFold(t, s, log)
}

// kill lets go of a store's files as the death of its process would: no mark, no
// checkpoint of the write-ahead log.
func kill(s *Store) {
	s.stopping()
	s.checks.Wait()
	wal, _ := os.ReadFile(s.path + "-wal")
	whole, _ := os.ReadFile(s.path)
	s.closePools()
	_ = os.WriteFile(s.path, whole, 0o644)
	_ = os.WriteFile(s.path+"-wal", wal, 0o644)
}

func TestTheSecondWriterOfOneFileIsTold(t *testing.T) {
	log, dir := someTurns(t, 1, 1), t.TempDir()
	first, second := openAt(t, dir), openAt(t, dir)
	defer closeStore(t, first)
	defer closeStore(t, second)
	projectAll(t, first, allRecords(t, log)...)
	if err := second.project(allRecords(t, log), log.Epoch()); !errors.Is(err, ErrOtherWriter) {
		t.Errorf("project: %v", err)
	}
	mustEqualTheFold(t, first, log)
}

func TestTablesOfAnotherVersionAreDrawnAnew(t *testing.T) {
	log, dir := someTurns(t, 1, 2), t.TempDir()
	s := projected(t, log, dir)
	for _, text := range []string{"UPDATE checkpoints SET version = 'old'", "DROP TABLE drops", "CREATE TABLE olden (a)", "DELETE FROM turns"} {
		if _, err := s.conn.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	closeStore(t, s)
	s = openAt(t, dir)
	defer closeStore(t, s)
	stop := running(t, s, log)
	defer stop()
	waitUntil(t, s, func(State) bool { s.write.Lock(); defer s.write.Unlock(); return s.fold != nil })
	mustEqualTheFold(t, s, log)
}

// Case B20.
func TestReadersSeeNeitherHalfARebuildNorAnOlderPosition(t *testing.T) {
	log := someTurns(t, 6, 4)
	s := openAt(t, t.TempDir())
	defer closeStore(t, s)
	stop := running(t, s, log)
	defer stop()
	waitForHead(t, s, log)
	ctx, cancel := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			last := AsOf{}
			for ctx.Err() == nil {
				turns, asOf, err := s.Turns(t.Context(), TurnFilter{Vendor: "acme"})
				if err != nil || len(turns) < 24 || asOf.Position().Before(last.Position()) {
					t.Errorf("read %d turns as of %v after %v: %v", len(turns), asOf, last, err)
					return
				}
				last = asOf
			}
		})
	}
	a := bustest.NewAuthor(t, log, "late")
	for range 3 {
		a.Turn(t, 2)
		if _, err := s.Rebuild(t.Context(), log, RebuildOptions{}); err != nil {
			t.Error(err)
		}
	}
	waitForHead(t, s, log)
	cancel()
	readers.Wait()
	mustEqualTheFold(t, s, log)
}

// Case B21.
func TestRetryTakesAParkedBoundaryInWhenItsEventCanBeRead(t *testing.T) {
	_, given, _ := readHistory(t, "testdata/histories/parked.txt")
	log := tell(t, given)
	s := projected(t, log, t.TempDir())
	defer closeStore(t, s)
	boundary := log.records[1].Entity
	var parked *ParkedError
	if err := s.Retry(t.Context(), log, boundary); !errors.As(err, &parked) {
		t.Errorf("retry of what still can't be read: %v", err)
	}
	log.records[1].Err, log.records[1].Event = nil, log.records[0].Event // a later program knows the type
	if err := s.Retry(t.Context(), log, boundary); err != nil {
		t.Errorf("retry: %v", err)
	}
	letters, _, err := s.DeadLetters(t.Context(), "acme")
	if err != nil || len(letters) != 6 {
		t.Errorf("%d are parked: %v", len(letters), err)
	}
	var missing *NotFoundError
	if err := s.Retry(t.Context(), log, boundary); !errors.As(err, &missing) {
		t.Errorf("retry where nothing is parked: %v", err)
	}
	mustEqualTheFold(t, s, log)
}
