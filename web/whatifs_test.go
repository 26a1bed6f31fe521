package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"html"
	"iter"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents"
	"turnbook/agents/offline"
	"turnbook/bus"
	"turnbook/schemas"
)

// asksOnTwoScreens are turns of two conversations: two before a builder of another
// playbook, one before none.
func (h *house) asksOnTwoScreens() []schemas.TurnID {
	h.t.Helper()
	first, second := h.session(), h.session()
	turns := []schemas.TurnID{
		h.finished(first, "add a step called Passport", foreignBuilder), h.finished(second, "How many tasks are there?", onEditor),
		h.finished(second, "add a step called <Visa>", foreignBuilder),
	}
	h.must(h.store.WaitFor(h.context(), h.head()))
	return turns
}

// lines are the decisions that a page of a what-if lists, each with its address.
func (p page) lines() (all []string) {
	for _, group := range strings.Split(p.body, "<h3>")[1:] {
		for _, link := range (page{body: group}).all(`<li><p><a href="([^"]*)"`) {
			all = append(all, html.UnescapeString(link))
		}
	}
	return all
}

func (a whatIfAnswer) links() (all []string) {
	for _, g := range a.Groups {
		for _, d := range g.Decisions {
			all = append(all, d.Link)
		}
	}
	return all
}

// The page of many turns lists what the interface lists; each line leads to a place that is
// there, and the whole question stands in the address.
func TestAWhatIfOfManyTurnsIsAPageThatCanBeSent(t *testing.T) {
	h := open(t, setting{})
	turns := h.asksOnTwoScreens()
	for query, want := range map[string]struct {
		ask map[string]any
		sum string
	}{
		"rule=redirect/2": {map[string]any{"all": true}, "3 turns and 11 decisions looked at: 7 agree, 4 would differ."},
		"rule=redirect/2&text=visa&domain=task-builder&status=completed&since=2020-01-01": {map[string]any{"text": "visa"}, "1 turn and 4 decisions looked at: 2 agree, 2 would differ."},
		"rule=redirect/2&stop_reason=end_turn&until=2020-01-01":                           {map[string]any{"until": "2020-01-01"}, "No turn matches: nothing was looked at."},
		"rule=redirect/2&where=domain+%3D+%27guide%27":                                    {map[string]any{"where": "domain = 'guide'"}, "1 turn and 3 decisions looked at: all agree."},
		"rule=redirect/2&limit=1":                                                         {map[string]any{"all": true, "limit": 1}, "1 turn and 4 decisions looked at: 2 agree, 2 would differ."},
	} {
		want.ask["rules"] = []string{"redirect/2"}
		var told whatIfAnswer
		h.call("POST", "/v1/redecide", want.ask, &told)
		p := h.page("/what-if?" + query)
		if diff := cmp.Diff(told.links(), p.lines()); diff != "" || p.status != http.StatusOK || !strings.Contains(p.body, want.sum) {
			t.Errorf("%s: %d, sum %q, lines (-want +got):\n%s", query, p.status, p.all(`id="what-if-sum">([^<]*)<`), diff)
		}
		for _, link := range p.lines() {
			address, place, _ := strings.Cut(link, "#")
			if at := h.page(address); place == "" || !strings.Contains(at.body, `id="`+place+`"`) {
				t.Errorf("%s is not there: %d", link, at.status)
			}
		}
	}
	p := h.page("/what-if?rule=redirect/2&limit=2&set=/note%3D%3Cb%3E&flag=ai-task-builder%3Don&session=s%22")
	for _, want := range []string{`value="redirect/2" selected`, `value="/note=&lt;b&gt;"`, `value="ai-task-builder=on" selected`, `name="limit" inputmode="numeric" value="2"`} {
		if !strings.Contains(p.body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if one := h.page("/turns/" + string(turns[0]) + "/what-if?rule=redirect/2&set=/page=x"); !strings.Contains(one.body, `href="/what-if?rule=redirect%2F2&amp;set=%2Fpage%3Dx"`) {
		t.Error("a turn's what-if does not lead to that of many")
	}
}

func TestALimitSaysWhatItLeavesOut(t *testing.T) {
	h := open(t, setting{})
	h.asksOnTwoScreens()
	p := h.page("/what-if?rule=redirect/2&limit=2&status=completed")
	want := `The first 2 turns of 3: narrow it, or <a href="/what-if?limit=3&amp;rule=redirect%2F2&amp;status=completed">raise the limit to 3</a>.`
	if !strings.Contains(p.body, want) {
		t.Errorf("the page lacks %s", want)
	}
	if whole := h.page("/what-if?rule=redirect/2&limit=3"); strings.Contains(whole.body, "what-if-cut") {
		t.Error("three turns of three are said to be cut")
	}
	for query, want := range map[string]string{
		"limit=0": "give a number from 1 to 100,000", "limit=x": "give a number", "limit=100001": "give a number", "where=1%3B+drop+table+turns": "the query is refused",
		"status=over": "is no status", "since=yesterday": "is no time", "set=x": "write it as a pointer",
	} {
		if p := h.page("/what-if?rule=redirect/2&" + query); p.status != http.StatusOK || !strings.Contains(p.body, want) || strings.Contains(p.body, "what-if-sum") {
			t.Errorf("%s is answered with %d, without %q", query, p.status, want)
		}
	}
	if p := h.page("/what-if?rule=redirect/2&draft=1"); strings.Contains(p.body, "what-if-sum") || !strings.Contains(p.body, `value="redirect/2" selected`) {
		t.Error("a question that is only shown is answered")
	}
}

// A countedModel counts how often it is asked.
type countedModel struct {
	agents.Model
	asked atomic.Int64
}

func (m *countedModel) Stream(ctx context.Context, r agents.Request) iter.Seq2[agents.Part, error] {
	m.asked.Add(1)
	return m.Model.Stream(ctx, r)
}

// tables are all rows of all tables, as JSON.
func (h *house) tables() map[string]string {
	h.t.Helper()
	var list struct{ Tables []struct{ Name string } }
	h.call("GET", "/v1/tables", nil, &list)
	rows := make(map[string]string)
	for _, of := range list.Tables {
		var answer struct{ Rows json.RawMessage }
		h.call("POST", "/v1/query", map[string]any{"sql": "SELECT * FROM " + of.Name, "limit": 100000}, &answer)
		rows[of.Name] = string(answer.Rows)
	}
	return rows
}

func TestAWhatIfOfManyTurnsWritesNothingAndAsksNoModel(t *testing.T) {
	model := &countedModel{Model: offline.New(offline.Options{})}
	h := open(t, setting{model: model})
	h.asksOnTwoScreens()
	head, asked, tables := h.head(), model.asked.Load(), h.tables()
	if asked == 0 || len(tables) == 0 {
		t.Fatalf("%d questions to the model, %d tables", asked, len(tables))
	}
	for _, query := range []string{"rule=redirect/2", "flag=ai-task-builder=off", "set=/current_task_id=0&set=/builder_mounts=0", "rule=redirect/1&limit=1"} {
		if p := h.page("/what-if?" + query); !strings.Contains(p.body, "what-if-sum") {
			t.Errorf("%s is not answered: %v", query, p.all(`role="alert">(.*?)</p>`))
		}
	}
	if diff := cmp.Diff(tables, h.tables()); diff != "" || h.head() != head || model.asked.Load() != asked {
		t.Errorf("head %d was %d, the model was asked %d times after %d; tables (-before +after):\n%s", h.head(), head, model.asked.Load(), asked, diff)
	}
}

// heldLog keeps readers of one session waiting, and tells when they leave.
type heldLog struct {
	bus.Log
	session string
	left    chan struct{}
}

func (l *heldLog) Read(ctx context.Context, q bus.Query) iter.Seq2[schemas.Record, error] {
	if q.Kind != schemas.SessionBoundary || q.ID != l.session {
		return l.Log.Read(ctx, q)
	}
	return func(yield func(schemas.Record, error) bool) {
		<-ctx.Done()
		close(l.left)
		yield(schemas.Record{}, ctx.Err())
	}
}

// How far it is comes while it runs, with a way to stop it; whoever leaves stops it.
func TestAWhatIfOfManyTurnsTellsHowFarItIsAndEndsWithItsReader(t *testing.T) {
	h := open(t, setting{})
	turns := h.asksOnTwoScreens()
	var last struct {
		Session string `json:"session_id"`
	}
	h.call("GET", "/v1/turns/"+string(turns[2]), nil, &last)
	log := &heldLog{Log: h.log, session: last.Session, left: make(chan struct{})}
	ctx, leave := context.WithCancel(h.context())
	defer leave()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, h.restartOver(log).URL+"/what-if?rule=redirect/2", nil)
	h.must(err)
	answer, err := http.DefaultClient.Do(req)
	h.must(err)
	defer answer.Body.Close()
	want := []string{`href="/what-if?draft=1&amp;rule=redirect%2F2">Stop</a>`, "0 of 3 turns looked at, 0 decisions would differ so far.", "1 of 3 turns looked at, 2 decisions would differ so far."}
	read, lines := "", bufio.NewReader(answer.Body)
	for len(want) > 0 {
		part, err := lines.ReadString('>')
		if err != nil {
			t.Fatalf("it ended before %q: %v", want[0], err)
		}
		if read += part; strings.Contains(read, want[0]) {
			want = want[1:]
		}
	}
	leave()
	select {
	case <-log.left:
	case <-h.context().Done():
		t.Error("it goes on without its reader")
	}
}

func TestTurnsAreListedByTheSameWordsAsTheyAreAsked(t *testing.T) {
	h := open(t, setting{})
	turns := h.asksOnTwoScreens()
	for query, want := range map[string][]schemas.TurnID{
		"domain=guide": {turns[1]}, "text=VISA": {turns[2]}, "text=100%25": {}, "text=_": {}, "stop_reason=end_turn&status=completed&since=2020-01-01": {turns[2], turns[1], turns[0]}, "until=2020-01-01": {},
	} {
		var list struct{ Turns []struct{ ID schemas.TurnID } }
		h.call("GET", "/v1/turns?"+query, nil, &list)
		got := []schemas.TurnID{}
		for _, found := range list.Turns {
			got = append(got, found.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s lists %v, want %v", query, got, want)
		}
	}
	for _, query := range []string{"stop_reason=x", "since=x", "status=x"} {
		if status, _, body := h.raw("GET", "/v1/turns?"+query, ""); status != http.StatusUnprocessableEntity {
			t.Errorf("%s is answered with %d %s", query, status, body)
		}
	}
}
