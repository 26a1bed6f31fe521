package projections

import (
	"fmt"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// smallBook is what the measures are worked out on by hand. Messages are a second apart:
// the first is of 09:00:01.
const smallBook = `
acme.session.s7 session.opened {"user":"local"}
acme.session.s7 turn=t1 turn.requested {"text":"build","ui_context":{},"idempotency_key":"k1","digest":"x"}
+ turn.bucket-computed {"bucket":"editor","ladder":{"rule":"bucket/1","rungs":[],"outcome":"classify"}}
+ turn.model-called {"call_id":"t1.m.1","lane":"m","agent":"router","deadline":"2026-03-01T09:05:00Z"}
acme.session.s7 turn=t1 turn.model-answered {"call_id":"t1.m.1","lane":"m","model":"offline","text":"task-builder","usage":{"input":20,"output":2}}
+ turn.redirect-considered {"pick":"task-builder","domain":"playbook-editor","ladder":{"rule":"redirect/1","rungs":[{"name":"no_builder_open","input":"none","held":true}],"outcome":"redirected"}}
+ turn.domain-dispatched {"domain":"playbook-editor","hop":0,"by":"redirect"}
acme.session.s7 turn=t1 turn.handed-back {"domain":"playbook-editor","reason":"no","active_domain":"router","hop":1}
+ turn.redirect-considered {"pick":"guide","domain":"guide","ladder":{"rule":"redirect/1","rungs":[{"name":"router_picked_task_builder","input":"guide","held":false}],"outcome":"kept"}}
acme.session.s7 turn=t1 turn.domain-dispatched {"domain":"guide","hop":1,"by":"router"}
+ turn.model-called {"call_id":"t1.m.2","lane":"m","agent":"guide","deadline":"2026-03-01T09:05:00Z"}
acme.session.s7 turn=t1 turn.model-answered {"call_id":"t1.m.2","lane":"m","model":"offline","text":"so","usage":{"input":9007199254740993,"output":7}}
+ about=p1/42 task.step-added {"task_id":"42","step_id":"n1","kind":"INSTRUCTION","title":"New","place":{}}
+ task.write-refused {"code":"PERSISTED","tool":"update_step","call_id":"c","lane":"m","task_id":"42","step_id":"s3","detail":"d","ladder":{"rule":"write/1","rungs":[{"name":"editable","input":"draft","held":true},{"name":"not_persisted","input":"s3","held":false}],"outcome":"PERSISTED"}}
acme.session.s7 turn=t1 turn.ended {"status":"completed","stop_reason":"end_turn","hops":1,"closing":"done"}
acme.session.s7 turn=t2 turn.requested {"text":"delete","ui_context":{},"idempotency_key":"k2","digest":"x"}
+ turn.domain-dispatched {"domain":"task-builder","hop":0,"by":"pin"}
+ about=p1/42 task.step-added {"task_id":"42","step_id":"n2","kind":"INSTRUCTION","title":"New","place":{}}
+ about=p1/42 task.step-updated {"task_id":"42","step_id":"n1","title":"Newer"}
+ turn.flush-planned {"plan_id":"t2.flush.1","tasks":[],"drops":[{"event":"t2/3","step_id":"n2","task_id":"42","reason":"not_mounted"},{"event":"t2/4","step_id":"n1","task_id":"42","reason":"not_mounted"}]}
+ about=p1/42 turn.interrupt-raised {"card_id":"c1","call_id":"t2.m.2","lane":"m","tool":"remove_steps","playbook_id":"p1","task_id":"42","targets":[],"cascade":[],"fingerprint":"f1"}
acme.session.s8 session.opened {"user":"local"}
acme.session.s7 turn=t2 turn.interrupt-answered {"card_id":"c1","decision":"decline","fingerprint":"f1"}
acme.session.s7 session.command-refused {"command":"answer","code":"CARD_SETTLED","turn_id":"t2","card_id":"c1"}
acme.workspace.w0 workspace.created {"project_id":"p1","name":"shop","title":"Shop","checkout":{"kind":"local","repo":"/src","path":"/src"}}
acme.workspace.w0 workspace.launch-refused {"code":"UNKNOWN_AGENT","detail":"unknown agent (plam)","asked":{"kind":"workspace_turn","agent_id":"plam"},"ladders":[{"rule":"eligible/1","rungs":[{"name":"exists","input":"plam","held":false}],"outcome":"UNKNOWN_AGENT"}]}
acme.handle.wst_1 handle.created {"kind":"workspace_turn","mode":"new","owner_workspace_id":"w0","workspace_id":"w0","turn_id":"t9","status":"running","title":"T","prompt":"P","asked_agent_id":"plan","agent_id":"plan","strict":true,"model":{"value":"","tier":"default"},"thinking":{"value":"off","tier":"default"}}
acme.handle.wst_1 handle.settled {"status":"error","generation":1,"reason":"refused","code":"AGENT_CHANGED","turn_id":"t9"}
`

// asked is what a measure says of the small book: its columns, then a line a row.
func asked(t *testing.T, s *Store, q Question, given map[string]any) string {
	t.Helper()
	args, err := Bind(q.SQL, q.Values(given))
	if err != nil {
		t.Fatal(err)
	}
	a, err := s.Query(t.Context(), q.SQL, args, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	out := strings.Join(a.Columns, " | ") + "\n"
	for _, row := range a.Rows {
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = fmt.Sprint(v)
		}
		out += strings.Join(cells, " | ") + "\n"
	}
	return out
}

func TestMeasuresAreWhatCanBeWorkedOutByHand(t *testing.T) {
	s := projected(t, tell(t, smallBook), t.TempDir())
	defer closeStore(t, s)
	want := map[string]string{
		"refusals-by-rung":           "code | rung | refusals | turns\nCARD_SETTLED | command: answer | 1 | 1\nPERSISTED | not_persisted | 1 | 1\nUNKNOWN_AGENT | eligible/1 exists | 1 | 0\n",
		"hops-per-turn":              "hops | turns | exhausted\n1 | 1 | 0\n",
		"redirects":                  "day | considered | applied | kept\n2026-03-01 | 2 | 1 | 1\n",
		"drops-by-reason":            "reason | drops | waiting | applied | refused\nnot_mounted | 2 | 2 | 0 | 0\n",
		"cards":                      "outcome | cards | mean_seconds | shortest | longest\ndeclined | 1 | 2 | 2 | 2\n",
		"additive-and-full-edits":    "edit | turns | step_events | share_percent\nadditive | 1 | 1 | 50\nfull | 1 | 2 | 50\n",
		"turns-by-domain-and-bucket": "domain | bucket | turns | failed\nguide | editor | 1 | 0\ntask-builder |  | 1 | 0\n",
		"tokens-by-agent":            "agent | model | calls | failed | input_tokens | output_tokens\nguide | offline | 1 | 0 | 9007199254740993 | 7\nrouter | offline | 1 | 0 | 20 | 2\n",
		"launch-failures":            "code | launches | refused_at_launch | failed_at_start\nAGENT_CHANGED | 1 | 0 | 1\nUNKNOWN_AGENT | 1 | 1 | 0\n",
		"cost-by-agent":              "agent | model | calls | cost | without_price\nguide | offline | 1 | 0 | 0\nrouter | offline | 1 | 0 | 0\n",
		"time-per-hop":               "hop | domain | dispatches | mean_seconds | longest\n0 | playbook-editor | 1 | 2 | 2\n1 | guide | 1 | 2 | 2\n",
	}
	got := map[string]string{}
	for _, q := range Measures() {
		got[q.Name] = asked(t, s, q, nil)
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

func TestMeasuresSayWhatTheyMeanAndBeginWhereTheyAreTold(t *testing.T) {
	s := projected(t, tell(t, smallBook), t.TempDir())
	defer closeStore(t, s)
	for _, q := range Measures() {
		if q.Title == "" || !strings.HasSuffix(q.About, ".") || q.Chart.Kind == "" || len(q.Chart.Y) == 0 {
			t.Errorf("%+v", q)
		}
		if got := asked(t, s, q, map[string]any{"since": "2027"}); strings.Count(got, "\n") != 1 {
			t.Errorf("%s has rows of a time that has not come: %s", q.Name, got)
		}
		columns := strings.Fields(asked(t, s, q, nil))
		for _, name := range append(q.Chart.Y, q.Chart.X) {
			if !strings.Contains(strings.Join(columns, " "), name) {
				t.Errorf("%s draws %s, which is no column", q.Name, name)
			}
		}
	}
}
