package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// digits are numbers that a float can't hold, or writes otherwise (B32 of the cases).
const digits = `[9007199254740993,107505301260286111,-0,1.50,1e400]`

// outside is what somebody wrote who wants to be a formula, a page or a script (B37, B38).
const outside = "=HYPERLINK(\"http://x\";\"y\") </script><img src=x onerror=alert(1)> [x](javascript:alert(1))"

func TestWhatComesFromOutsideStandsAsItCameInEveryAnswer(t *testing.T) {
	files := t.TempDir()
	s := serveIn(t, t.TempDir(), "--model", "offline:0s")
	s.call("ask", "--context", `{"page":"task","current_task_id":9007199254740993,"amounts":`+digits+`}`, outside)
	turn := firstID(t, s.call("turns", "--json", "--limit", "1"))
	s.call("export", "--turn", turn, "--out", filepath.Join(files, "turn.jsonl"))
	s.call("export", "--query", "select text from turns where id = '"+turn+"'", "--format", "csv", "--out", filepath.Join(files, "text.csv"))
	s.call("export", "--query", "select data from events where type = 'turn.requested' and turn_id = '"+turn+"'", "--format", "jsonl", "--out", filepath.Join(files, "data.jsonl"))
	s.call("export", "--query", "select task_id from turns where id = '"+turn+"'", "--format", "csv", "--out", filepath.Join(files, "task.csv"))

	asJSON, err := json.Marshal(outside)
	if err != nil {
		t.Fatal(err)
	}
	escaped := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(asJSON))
	page := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;").Replace(outside)
	for where, c := range map[string]struct {
		got  string
		want []string
	}{
		"the log, replayed":      {s.call("replay", "--json", turn).Out, []string{`"amounts":` + digits, `"current_task_id":9007199254740993`, escaped}},
		"a replay to be read":    {s.call("replay", turn).Out, []string{outside[:60]}},
		"the turns":              {s.call("turns", "--json", "--limit", "1").Out, []string{`"task_id":"9007199254740993"`}},
		"the turn's page":        {s.fetch("/turns/" + turn), []string{page, "9007199254740993", "107505301260286111", "1e400"}},
		"the past of its page":   {s.fetch("/turns/" + turn + "?n=1"), []string{page}},
		"its events, over REST":  {s.fetch("/v1/turns/" + turn + "/events"), []string{digits}},
		"its export":             {contentOf(t, files, "turn.jsonl"), []string{digits, escaped}},
		"a table for a script":   {contentOf(t, files, "data.jsonl"), []string{strings.ReplaceAll(digits, `"`, `\"`)}},
		"a table for a sheet":    {contentOf(t, files, "text.csv"), []string{`"'=HYPERLINK(""http://x""`}},
		"an id for a sheet":      {contentOf(t, files, "task.csv"), []string{"9007199254740993"}},
		"a page for what is not": {s.fetch("/turns/%3Cimg%20src=x%20onerror=alert(1)%3E"), []string{"&lt;img src=x onerror=alert(1)&gt;"}},
	} {
		for _, want := range c.want {
			if !strings.Contains(c.got, want) {
				t.Errorf("%s has no %s:\n%.3000s", where, want, c.got)
			}
		}
		if strings.HasPrefix(c.got, "<!doctype html>") && strings.Contains(c.got, "<img src=x") {
			t.Errorf("%s has markup from outside", where)
		}
	}
	s.stop()
}

// fetch reads a page or an answer.
func (s *server) fetch(path string) string {
	s.t.Helper()
	r, err := http.Get(s.url + path)
	if err != nil {
		s.t.Fatal(err)
	}
	defer r.Body.Close()
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(raw)
}

func contentOf(t *testing.T, dir, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
