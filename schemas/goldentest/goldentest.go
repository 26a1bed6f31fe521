// Package goldentest holds what a test made against a file that somebody has read.
package goldentest

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the files that tests compare with anew; read the difference as code")

// Updating says whether -update was given: for files that a test writes otherwise than
// whole.
func Updating() bool { return *update }

// Compare holds got against a file, and returns what stands there. With -update it writes
// the file first.
func Compare(t testing.TB, file, got string) string {
	t.Helper()
	if *update {
		Write(t, file, got)
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s; -update writes it anew (-file +now):\n%s", file, diff)
	}
	return string(want)
}

// Write writes a file, in a folder that need not be there yet.
func Write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
