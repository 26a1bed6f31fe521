package comments_test

import (
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turnbook/projections/comments"
)

// damages are ways in which a file of several pages is no longer what was written.
var damages = map[string]func(raw []byte) []byte{
	"emptied":      func([]byte) []byte { return nil },
	"cut off":      func(raw []byte) []byte { return raw[:len(raw)/2+7] },
	"another file": func([]byte) []byte { return []byte(strings.Repeat("no database ", 1000)) },
	"one page overwritten": func(raw []byte) []byte {
		copy(raw[8192:12288], strings.Repeat("\x55", 4096))
		return raw
	},
}

func TestADamagedFileIsSetAsideAndAnEmptyOneTakesItsPlace(t *testing.T) {
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "comments.db")
			s := open(t, path)
			for _, key := range []string{"a", "b", "c", "d"} {
				add(t, s, key, strings.Repeat(key, 5000))
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			raw = damage(raw)
			if err := os.WriteFile(path, raw, 0o644); err != nil {
				t.Fatal(err)
			}
			s = open(t, path)
			told := s.Damaged()
			if len(told) != 1 || told[0].File != path+".damaged-1" || told[0].Reason == "" {
				t.Fatalf("set aside: %+v", told)
			}
			if kept, err := os.ReadFile(told[0].File); err != nil || string(kept) != string(raw) {
				t.Errorf("the file that was set aside is not as it was found: %v", err)
			}
			add(t, s, "a", "anew")
			if n, err := s.Count(t.Context(), "acme", "t1"); n != 1 || err != nil {
				t.Errorf("%d comments: %v", n, err)
			}
			s.Close()
			if again := open(t, path).Damaged(); len(again) != 0 {
				t.Errorf("set aside once more: %+v", again)
			}
		})
	}
}

func TestAFileOfALaterProgramIsLeftAsItIs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "comments.db")
	s := open(t, path)
	add(t, s, "k", "kept")
	s.Close()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("PRAGMA user_version = 2"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	var later *comments.VersionError
	if _, err := comments.Open(t.Context(), slog.New(slog.DiscardHandler), path); !errors.As(err, &later) || later.Have != 2 {
		t.Errorf("opened with %v", err)
	}
	if _, err := os.Stat(path + ".damaged-1"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it was set aside: %v", err)
	}
}
