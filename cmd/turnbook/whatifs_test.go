package main

import (
	"encoding/json"
	"html"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A changedList is what differs by rule, a line a decision.
type changedList struct {
	Groups []struct {
		Rule      string
		Decisions []struct{ Rule, Link string }
	}
	Turns, Decisions, Agreeing, Differing int
}

func (l changedList) lines() (all []string) {
	for _, g := range l.Groups {
		for _, d := range g.Decisions {
			all = append(all, d.Rule+" "+d.Link)
		}
	}
	return all
}

// pageLines are the decisions that the page lists, and its words for all of them.
func (s *server) pageLines(query string) (sum string, lines []string) {
	s.t.Helper()
	answer, err := http.Get(s.url + "/what-if?" + query)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	sums := regexp.MustCompile(`id="what-if-sum">([^<]*)<`).FindStringSubmatch(string(body))
	if sums == nil {
		s.t.Fatalf("%s has no answer:\n%s", query, body)
	}
	for _, group := range strings.Split(string(body), "<h3>")[1:] {
		rule := regexp.MustCompile(`<code>([^<]*)</code>`).FindStringSubmatch(group)[1]
		for _, m := range regexp.MustCompile(`<li><p><a href="([^"]*)"`).FindAllStringSubmatch(group, -1) {
			lines = append(lines, rule+" "+html.UnescapeString(m[1]))
		}
	}
	return sums[1], lines
}

// commandLines are the decisions that the command lists, by rule.
func (s *server) commandLines(args ...string) (lines []string) {
	s.t.Helper()
	r := s.call(append([]string{"redecide", "--json"}, args...)...)
	if r.Status != exitDone {
		s.t.Fatalf("%v: %+v", args, r)
	}
	for text := range strings.Lines(r.Out) {
		var line whatIfLine
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			s.t.Fatal(err)
		}
		for _, c := range line.Changed {
			lines = append(lines, c.Rule+" "+c.Link)
		}
	}
	slices.SortStableFunc(lines, func(a, b string) int {
		return strings.Compare(strings.Fields(a)[0], strings.Fields(b)[0])
	})
	return lines
}

// The page, the interface and the command answer one question with one list, in one order,
// for a whole book and for some of its turns.
func TestPageInterfaceAndCommandTellTheSame(t *testing.T) {
	data := filepath.Join(t.TempDir(), "book")
	if r := call(t, "", "bench", "fill", "--data", data, "--events", "1500"); r.Status != exitDone {
		t.Fatalf("filled with %+v", r)
	}
	s := serveIn(t, data)
	for query, ask := range map[string]struct {
		body string
		args []string
	}{
		"rule=redirect/2": {`{"all":true,"rules":["redirect/2"]}`, []string{"--all", "--rule", "redirect/2"}},
		"rule=redirect/2&domain=task-builder&text=STEP": {
			`{"domain":"task-builder","text":"step","rules":["redirect/2"]}`, []string{"--domain", "task-builder", "--text", "step", "--rule", "redirect/2"},
		},
		"set=/builder_mounts%3D1&where=dropped+%3E+0": {`{"where":"dropped > 0","set":{"/builder_mounts":1}}`, []string{"--where", "dropped > 0", "--set", "/builder_mounts=1"}},
		"set=/builder_mounts%3D1&limit=50":            {`{"all":true,"limit":50,"set":{"/builder_mounts":1}}`, []string{"--all", "--limit", "50", "--set", "/builder_mounts=1"}},
	} {
		var told changedList
		if err := s.client().Call(t.Context(), http.MethodPost, "/v1/redecide", json.RawMessage(ask.body), &told); err != nil {
			t.Fatal(err)
		}
		sum, onPage := s.pageLines(query)
		if told.Differing == 0 || told.Agreeing == 0 {
			t.Errorf("%s: nothing to compare: %+v", query, told)
		}
		if diff := cmp.Diff(told.lines(), onPage); diff != "" {
			t.Errorf("%s: the page (-interface +page), %s:\n%s", query, sum, diff)
		}
		if diff := cmp.Diff(told.lines(), s.commandLines(ask.args...)); diff != "" {
			t.Errorf("%s: the command (-interface +command):\n%s", query, diff)
		}
	}
	if r := s.call("redecide", "--all", "--limit", "50", "--rule", "redirect/2"); !strings.Contains(r.Out, "The first 50 turns of ") {
		t.Errorf("a limit: %+v", r)
	}
	if r := s.call("turns", "--domain", "task-builder", "--text", "no such words"); r.Status != exitDone || !strings.Contains(r.Out+r.Err, "There are no such turns.") {
		t.Errorf("turns by their words: %+v", r)
	}
	s.stop()
}
