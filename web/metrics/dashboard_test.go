package metrics

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// Every metric that the dashboard asks for is in the scrape, and every one that there is
// can be seen on it.
func TestTheDashboardAsksForWhatThereIs(t *testing.T) {
	raw, err := os.ReadFile("../../deploy/grafana/turnbook.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(raw, &board); err != nil {
		t.Fatal(err)
	}
	told := make(map[string]bool)
	for line := range strings.Lines(scrape(t, play(t, "fan-out-with-a-linked-module", "a-hand-back-spends-one-hop", "no-builder-is-redirected", "a-card-confirmed",
		"a-model-that-fails-three-times", "another-task-in-the-builder-drops"))) {
		if name, isType := strings.CutPrefix(line, "# TYPE "); isType {
			told[strings.Fields(name)[0]] = false
		}
	}
	names := regexp.MustCompile(`turnbook_[a-z_]+`)
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			for _, name := range names.FindAllString(target.Expr, -1) {
				name = strings.TrimSuffix(name, "_bucket")
				if _, known := told[name]; !known {
					t.Errorf("%q asks for %s, which nobody tells", p.Title, name)
				}
				told[name] = true
			}
		}
	}
	for name, shown := range told {
		if !shown {
			t.Errorf("%s is on no panel", name)
		}
	}
}
