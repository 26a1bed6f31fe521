package projections

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// Case B19.
func TestRowsChangedByHandAreNamedAndHealed(t *testing.T) {
	log := someTurns(t, 2, 2)
	s := projected(t, log, t.TempDir())
	defer closeStore(t, s)
	for _, edit := range []string{
		"UPDATE turns SET text = 'other words' WHERE id = 's0-t1'",
		"DELETE FROM decisions WHERE turn_id = 's1-t2' AND rule = 'redirect/1'",
		"INSERT INTO refusals VALUES (1, 0, 'acme', 's0-t1', 'PERSISTED', 'x', '', '', '', '', '', '', '')",
		"UPDATE steps SET position = 7 WHERE id = 's0-t1.m.1'",
	} {
		if _, err := s.conn.ExecContext(t.Context(), edit); err != nil {
			t.Fatal(err)
		}
	}
	diff, err := s.Check(t.Context(), log)
	if err != nil {
		t.Fatal(err)
	}
	want := []TableDiff{{Table: "decisions", Missing: 1}, {Table: "refusals", Extra: 1}, {Table: "steps", Changed: 1}, {Table: "turns", Changed: 1}}
	if d := gocmp.Diff(want, diff.Tables); d != "" {
		t.Errorf("Check, want (-), got (+):\n%s", d)
	}
	named := fmt.Sprint(diff.First)
	for _, part := range []string{"text is other words, should be Write the steps of this task", "position is 7, should be 5"} {
		if !strings.Contains(named, part) {
			t.Errorf("Check does not say %q: %s", part, named)
		}
	}
	before, err := s.Rebuild(t.Context(), log, RebuildOptions{DryRun: true})
	if d := gocmp.Diff(want, before.Tables); d != "" || err != nil {
		t.Errorf("a dry run, %v, want (-), got (+):\n%s", err, d)
	}
	if _, err := s.Rebuild(t.Context(), log, RebuildOptions{}); err != nil {
		t.Fatal(err)
	}
	mustEqualTheFold(t, s, log)
}

// Case B31.
func TestADamagedFileIsSetAsideAndDrawnAgain(t *testing.T) {
	for name, damage := range map[string]func(t *testing.T, s *Store){
		"overwritten in the middle after a clean stop": func(t *testing.T, s *Store) {
			closeStore(t, s)
			overwrite(t, s.path, size(s.path)/2)
		},
		"overwritten in the middle after a kill": func(t *testing.T, s *Store) {
			if _, err := s.conn.ExecContext(t.Context(), "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
				t.Fatal(err)
			}
			kill(s)
			overwrite(t, s.path, size(s.path)/2)
		},
		"its header overwritten": func(t *testing.T, s *Store) {
			closeStore(t, s)
			overwrite(t, s.path, 0)
		},
		"cut short": func(t *testing.T, s *Store) {
			closeStore(t, s)
			if err := os.Truncate(s.path, size(s.path)/2); err != nil {
				t.Fatal(err)
			}
		},
		"cut to nothing": func(t *testing.T, s *Store) {
			closeStore(t, s)
			if err := os.Truncate(s.path, 0); err != nil {
				t.Fatal(err)
			}
		},
		"its write-ahead log deleted": func(t *testing.T, s *Store) {
			kill(s)
			if err := os.Remove(s.path + "-wal"); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			log, dir := someTurns(t, 4, 4), t.TempDir()
			damage(t, projected(t, log, dir))
			s := openAt(t, dir)
			defer closeStore(t, s)
			stop := running(t, s, log)
			defer stop()
			waitUntil(t, s, func(st State) bool { return len(st.Damaged) == 1 && !st.Unverified })
			waitForHead(t, s, log)
			mustEqualTheFold(t, s, log)
			if aside, _ := filepath.Glob(s.path + ".damaged-1"); len(aside) != 1 {
				t.Errorf("set aside: %v", aside)
			}
		})
	}
}

func overwrite(t *testing.T, path string, at int64) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt([]byte(strings.Repeat("garbage!", 512)), at); err != nil {
		t.Fatal(err)
	}
}

// waitUntil looks at the state each time that it may have changed.
func waitUntil(t *testing.T, s *Store, holds func(State) bool) {
	t.Helper()
	for !holds(s.State()) {
		s.mu.Lock()
		moved := s.moved
		s.mu.Unlock()
		if holds(s.State()) {
			return
		}
		select {
		case <-moved:
		case <-t.Context().Done():
			t.Fatalf("the state stayed %+v", s.State())
		}
	}
}

func TestAfterAnUncleanStopAnswersAreUnverifiedUntilTheFileIsChecked(t *testing.T) {
	log, dir := someTurns(t, 2, 2), t.TempDir()
	kill(projected(t, log, dir))
	s := openAt(t, dir)
	defer closeStore(t, s)
	if err := s.Verified(t.Context()); err != nil {
		t.Fatal(err)
	}
	if st := s.State(); st.Unverified || len(st.Damaged) > 0 {
		t.Errorf("a whole file is found to be %+v", st)
	}
	if size(s.path+".damaged-1") >= 0 {
		t.Error("a whole file was set aside")
	}
	mustEqualTheFold(t, s, log)
}

func TestACleanStopNeedsNoCheck(t *testing.T) {
	log, dir := someTurns(t, 1, 1), t.TempDir()
	closeStore(t, projected(t, log, dir))
	found, err := inspect(filepath.Join(dir, "tables.db"))
	if err != nil || found != (finding{}) {
		t.Errorf("inspect: %+v, %v", found, err)
	}
}
