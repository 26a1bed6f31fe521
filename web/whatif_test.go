package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/schemas"
)

// foreignBuilder is the editor of p1 with a builder that holds a task of p2.
const foreignBuilder = `{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true,"current_task_id":"x1","builder_mounts":1,"loaded_task":{"id":"x1","context":"PLAYBOOK","playbook_id":"p2"}}`

// An answer of a what-if, as far as the tests look.
type whatIfAnswer struct {
	Turns, Decisions, Differing, Left int
	Groups                            []struct {
		Rule      string
		Count     int
		Decisions []struct {
			Turn          schemas.TurnID
			Before, After *struct{ Rule, Outcome, Answer string }
			Link          string
		}
	}
	Unknown []struct {
		Turn    schemas.TurnID
		Because string
	}
}

// said is an answer in a line a decision.
func (a whatIfAnswer) said() (lines []string) {
	for _, g := range a.Groups {
		for _, d := range g.Decisions {
			was, is := "not decided", "not decided"
			if d.Before != nil {
				was = d.Before.Rule + " " + d.Before.Outcome
			}
			if d.After != nil {
				is = d.After.Rule + " " + d.After.Outcome
			}
			lines = append(lines, g.Rule+": "+was+" → "+is)
		}
	}
	for _, u := range a.Unknown {
		lines = append(lines, "unknown, since "+u.Because)
	}
	return lines
}

func TestAWhatIfTellsWhatWouldDifferAndWritesNothing(t *testing.T) {
	h := open(t, setting{})
	id := h.ask(h.session(), "add a step called Passport", foreignBuilder)
	h.ended(id)
	other := h.ask(h.session(), "How many tasks are there?", onEditor)
	h.ended(other)
	head := h.head()
	redirected := []string{
		"redirect: redirect/1 kept → redirect/2 redirected", "target-task: target-task/1 HYDRATION_FAILED → not decided",
		"unknown, since another agent would have been asked, the playbook editor instead of the task builder",
	}
	for name, c := range map[string]struct {
		ask  map[string]any
		want []string
	}{
		"as it was, all":     {map[string]any{"all": true}, nil},
		"as it was, one":     {map[string]any{"turn": id}, nil},
		"another rule":       {map[string]any{"turn": id, "rules": []string{"redirect/2"}}, redirected},
		"another rule, all":  {map[string]any{"all": true, "rules": []string{"redirect/2"}}, redirected},
		"another rule, some": {map[string]any{"where": "domain = 'task-builder' -- only those", "rules": []string{"redirect/2"}}, redirected},
		"another rule, none": {map[string]any{"where": "domain = 'nobody'", "rules": []string{"redirect/2"}}, nil},
		"of an agent":        {map[string]any{"domain": "task-builder", "rules": []string{"redirect/2"}}, redirected},
		"of another agent":   {map[string]any{"domain": "guide", "rules": []string{"redirect/2"}}, nil},
		"that ended":         {map[string]any{"status": "completed", "stop_reason": "end_turn", "text": "CALLED passport", "rules": []string{"redirect/2"}}, redirected},
		"with a text":        {map[string]any{"text": "100%", "rules": []string{"redirect/2"}}, nil},
		"of a time":          {map[string]any{"since": "2020-01-01", "where": "hops = 0", "rules": []string{"redirect/2"}, "limit": 5}, redirected},
		"of another time":    {map[string]any{"until": "2020-01-01", "rules": []string{"redirect/2"}, "limit": 5}, nil},
		"the first alone":    {map[string]any{"all": true, "rules": []string{"redirect/2"}, "limit": 1}, redirected},
		"the same rule":      {map[string]any{"all": true, "rules": []string{"redirect/1"}}, nil},
		"another screen": {map[string]any{"turn": id, "set": map[string]any{"/current_task_id": 0}}, []string{
			"redirect: redirect/1 kept → redirect/1 redirected", "target-task: target-task/1 HYDRATION_FAILED → not decided",
			"unknown, since another agent would have been asked, the playbook editor instead of the task builder",
		}},
		"another capability": {map[string]any{"turn": id, "flags": map[string]bool{"ai-task-builder": false}}, []string{"target-task: target-task/1 HYDRATION_FAILED → target-task/1 CAPABILITY_OFF"}},
		"from too late on":   {map[string]any{"turn": id, "rules": []string{"redirect/2"}, "from": head}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got whatIfAnswer
			h.call("POST", "/v1/redecide", c.ask, &got)
			if diff := cmp.Diff(c.want, got.said()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if now := h.head(); now != head {
		t.Errorf("the log stands at %d, and stood at %d", now, head)
	}
}

func TestAWhatIfThatCantBeAskedIsRefused(t *testing.T) {
	h := open(t, setting{})
	id := h.ask(h.session(), "How many tasks are there?", onEditor)
	h.ended(id)
	for _, c := range []struct {
		ask    string
		status int
		want   string
	}{
		{`{}`, 422, `"INVALID_REQUEST"`}, {`{"all":true,"turn":"x"}`, 422, `"INVALID_REQUEST"`},
		{`{"all":true,"session":"s1"}`, 422, `give one of turn, all, and what chooses turns`}, {`{"all":true,"limit":100001}`, 422, `give 1 to 100000`},
		{`{"status":"over"}`, 422, `give queued, running, awaiting_answer, completed, cancelled or failed`}, {`{"stop_reason":"over"}`, 422, `hops_exhausted`}, {`{"since":"yesterday"}`, 422, `"since"`},
		{`{"all":true,"rules":["redirect/9"]}`, 422, `there is redirect/1, redirect/2`}, {`{"all":true,"rules":["redirect"]}`, 422, `a name and a version`},
		{`{"turn":"nobody"}`, 404, `"NOT_FOUND"`}, {`{"where":"1; drop table turns","rules":["redirect/2"]}`, 400, `"INVALID_QUERY"`},
		{`{"turn":"` + string(id) + `","set":{"page":1}}`, 400, `"INVALID_CONTEXT"`}, {`{"turn":"` + string(id) + `","set":{"/page":1}}`, 400, `give a string`},
	} {
		status, _, body := h.raw("POST", "/v1/redecide", c.ask)
		if status != c.status || !strings.Contains(body, c.want) {
			t.Errorf("%s is answered with %d %s", c.ask, status, body)
		}
	}
}

// The stream tells the same, a line a turn, and how far it is.
func TestAWhatIfIsToldAsItIsFound(t *testing.T) {
	h := open(t, setting{})
	id := h.ask(h.session(), "add a step called Passport", foreignBuilder)
	h.ended(id)
	status, kind, body := h.raw("POST", "/v1/redecide/stream", `{"all":true,"rules":["redirect/2"]}`)
	if status != 200 || kind != "application/x-ndjson" {
		t.Fatalf("answered with %d %s", status, kind)
	}
	var types []string
	for line := range strings.Lines(body) {
		var l struct {
			Type             string
			Turn             schemas.TurnID
			Turns, Differing int
			Done, Of, Left   uint64
			Decisions        int
			Changed          []json.RawMessage
			Unknown          *struct{ Seq uint64 }
		}
		h.must(json.Unmarshal([]byte(line), &l))
		types = append(types, fmt.Sprintf("%s %v %d %d", l.Type, l.Turn == id, len(l.Changed), l.Differing))
	}
	if diff := cmp.Diff([]string{"turn true 2 0", "progress false 0 2", "done false 0 2"}, types); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if status, _, body := h.raw("POST", "/v1/redecide/stream", `{"all":true,"rules":["redirect/9"]}`); status != 422 {
		t.Errorf("an unknown rule is answered with %d %s", status, body)
	}
}

// Case B46: from every decision of a turn's page a link leads to its what-if, which stands
// whole in its address.
func TestTheWholeQuestionStandsInTheAddress(t *testing.T) {
	h := open(t, setting{})
	id := h.ask(h.session(), "add a step called Passport", foreignBuilder)
	h.ended(id)
	links := h.page("/turns/" + string(id)).all(`href="(/turns/[^"]*/what-if[^"]*)"`)
	decisions := 0
	for _, r := range h.records(bus.Query{Turn: id}) {
		decisions += len(schemas.Verdicts(r.Event))
	}
	if len(links) != decisions+1 {
		t.Errorf("%d links for %d decisions: %v", len(links), decisions, links)
	}
	for _, link := range links {
		if p := h.page(link); p.status != http.StatusOK || !strings.Contains(p.body, "Choose what would have been otherwise") {
			t.Errorf("%s is answered with %d", link, p.status)
		}
	}
	asked := h.page("/turns/" + string(id) + "/what-if?" + url.Values{"rule": {"redirect/2"}, "set": {"/note=<b>", ""}, "flag": {"ai-task-builder=on"}}.Encode())
	for _, want := range []string{
		`value="redirect/2" selected`, `value="ai-task-builder=on" selected`, `value="/note=&lt;b&gt;"`, "<p>2 of 4 decisions that could be taken again would differ.</p>",
		"nothing is recorded: another agent would have been asked, the playbook editor instead of the task builder.", "not decided",
	} {
		if !strings.Contains(asked.body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for question, want := range map[string]string{
		"rule=redirect/9": "there is no rule redirect/9 here", "set=nonsense": "write it as a pointer and a value", "set=/page/x=1": "could hold", "rule=redirect/1": "all come out as they did",
	} {
		if p := h.page("/turns/" + string(id) + "/what-if?" + question); p.status != http.StatusOK || !strings.Contains(p.body, want) {
			t.Errorf("%s is answered with %d, without %q", question, p.status, want)
		}
	}
	if p := h.page("/turns/nobody/what-if"); p.status != http.StatusNotFound {
		t.Errorf("nobody's what-if is answered with %d", p.status)
	}
}

func TestARuleIsActivatedOnceAndListed(t *testing.T) {
	h := open(t, setting{})
	inForce := func() (rules []string) {
		var list struct {
			Rules []struct {
				Rule    string
				InForce bool `json:"in_force"`
			}
		}
		h.call("GET", "/v1/rules", nil, &list)
		for _, r := range list.Rules {
			if strings.HasPrefix(r.Rule, "redirect/") {
				rules = append(rules, fmt.Sprint(r.Rule, " ", r.InForce))
			}
		}
		return rules
	}
	before := inForce()
	var first, second struct{ Seq uint64 }
	h.call("POST", "/v1/rules", map[string]string{"rule": "redirect/2"}, &first)
	h.call("POST", "/v1/rules", map[string]string{"rule": "redirect/2"}, &second)
	if diff := cmp.Diff([]string{"redirect/1 true", "redirect/2 false", "redirect/1 false", "redirect/2 true"}, append(before, inForce()...)); diff != "" || first.Seq != h.head() || second.Seq != 0 {
		t.Errorf("activated at %d and %d (-want +got):\n%s", first.Seq, second.Seq, diff)
	}
	if status, _, body := h.raw("POST", "/v1/rules", `{"rule":"redirect/3"}`); status != 422 {
		t.Errorf("redirect/3 is answered with %d %s", status, body)
	}
}
