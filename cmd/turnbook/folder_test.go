package main

import (
	"os"
	"strings"
	"testing"
)

func TestDamagedTablesAreToldAndDrawnAnew(t *testing.T) {
	for name, harm := range map[string]func(path string) error{
		"overwritten": func(path string) error { return os.WriteFile(path, make([]byte, 4096), 0o600) },
		"gone":        os.Remove,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			serveIn(t, dir).stop()
			if err := harm(tablesFile(dir)); err != nil {
				t.Fatal(err)
			}
			if got := call(t, "", "check", "--data", dir); got.Status != exitRefused || !strings.Contains(got.Err, "turnbook rebuild draws them anew") {
				t.Errorf("check: %+v", got)
			}
			if got := call(t, "", "rebuild", "--data", dir); got.Status != exitDone {
				t.Errorf("rebuild: %+v", got)
			}
			got := call(t, "", "query", "--data", dir, "--json", "select id from playbooks")
			if got.Status != exitDone || got.Out != "{\"id\":\"nurse-onboarding\"}\n" {
				t.Errorf("query after the rebuild: %+v", got)
			}
			if got := call(t, "", "check", "--data", dir); got.Status != exitDone || got.Err != "" {
				t.Errorf("check after the rebuild: %+v", got)
			}
		})
	}
}
