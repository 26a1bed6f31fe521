package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/agentstest"
	"turnbook/agents/turn"
	"turnbook/bus"
	"turnbook/bus/bustest"
	"turnbook/schemas"
)

func TestTwoMessagesAtOnceAreOneTurnAndOneConflict(t *testing.T) {
	hold := make(chan struct{})
	defer close(hold)
	said := make(chan struct{}, 9)
	model := agentstest.NewScript(map[string][]agentstest.Answer{"router": {{Hold: hold, Said: said}}})
	h := open(t, setting{model: model})
	session := string(h.session())
	type answer struct {
		status int
		body   string
	}
	answers := make(chan answer, 2)
	for _, text := range []string{"one", "two"} {
		go func() {
			status, _, body := h.raw("POST", "/v1/sessions/"+session+"/messages", `{"text":"`+text+`","ui_context":`+onEditor+`}`)
			answers <- answer{status, body}
		}()
	}
	a, b := <-answers, <-answers
	if a.status > b.status {
		a, b = b, a
	}
	var first struct{ Turn string }
	var second struct{ Code, Turn string }
	if err := json.Unmarshal([]byte(a.body), &first); err != nil || a.status != 202 {
		t.Fatalf("the first is answered with %+v", a)
	}
	if err := json.Unmarshal([]byte(b.body), &second); err != nil || b.status != 409 || second.Code != "TURN_RUNNING" || second.Turn != first.Turn {
		t.Errorf("the second is answered with %+v; turn %s runs", b, first.Turn)
	}
	<-said
	h.call("POST", "/v1/turns/"+first.Turn+"/cancel", map[string]string{"reason": "enough"}, nil)
	if end := h.ended(schemas.TurnID(first.Turn)); end.Status != schemas.TurnCancelled {
		t.Errorf("ended %+v", end)
	}
}

func TestOneMessageTenTimesIsOneTurn(t *testing.T) {
	h := open(t, setting{})
	session := h.session()
	var all sync.WaitGroup
	bodies := make([]string, 10)
	for i := range bodies {
		all.Go(func() {
			status, _, body := h.raw("POST", "/v1/sessions/"+string(session)+"/messages", `{"text":"What is here?","idempotency_key":"once","ui_context":`+onEditor+`}`)
			bodies[i] = fmt.Sprintf("%d %s", status, strings.TrimSpace(body))
		})
	}
	all.Wait()
	want := make([]string, 10)
	for i := range want {
		want[i] = fmt.Sprintf(`202 {"turn":"%s"}`, turn.TurnID(session, "once"))
	}
	if diff := cmp.Diff(want, bodies); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
	if n := len(h.records(bus.Query{Vendor: vendor, Types: []string{"turn.requested"}})); n != 1 {
		t.Errorf("%d turns were asked for", n)
	}
	status, _, body := h.raw("POST", "/v1/sessions/"+string(session)+"/messages", `{"text":"Something else","idempotency_key":"once"}`)
	if status != 409 || !strings.Contains(body, "KEY_CONFLICT") {
		t.Errorf("the key with other content is answered with %d %s", status, body)
	}
}

// asked is a log that notes which turns are read, and where.
type asked struct {
	bus.Log
	mu      sync.Mutex
	queries []bus.Query
}

func (a *asked) Read(ctx context.Context, q bus.Query) iter.Seq2[schemas.Record, error] {
	if q.Turn != "" {
		a.mu.Lock()
		a.queries = append(a.queries, q)
		a.mu.Unlock()
	}
	return a.Log.Read(ctx, q)
}

func TestATurnThatWaitedIsReadWithoutWhatOthersWroteMeanwhile(t *testing.T) {
	log := &asked{Log: bus.Mem()}
	h := open(t, setting{log: log, told: true})
	a, other := bustest.NewAuthor(t, log, "a"), bustest.NewAuthor(t, log, "b")
	begin := a.Append(t, a.Session, "t", schemas.TurnRequested{Text: "delete it", Key: "k", Digest: "d"})
	other.Turn(t, 250)
	end := a.Append(t, a.Session, "t", schemas.TurnEnded{Status: schemas.TurnCompleted, Stop: schemas.StopEnd})
	var page struct{ Events []struct{ Type string } }
	h.call("GET", "/v1/turns/t/events", nil, &page)
	if diff := cmp.Diff([]struct{ Type string }{{"turn.requested"}, {"turn.ended"}}, page.Events); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	before := func(seq uint64) schemas.Position { return schemas.Position{Seq: seq, Index: -1} }
	want := []bus.Query{{Vendor: vendor, Turn: "t", After: before(begin), To: begin}, {Vendor: vendor, Turn: "t", After: before(end), To: end}}
	log.mu.Lock()
	defer log.mu.Unlock()
	if diff := cmp.Diff(want, log.queries); diff != "" {
		t.Errorf("reads of the log (-want +got):\n%s", diff)
	}
}
