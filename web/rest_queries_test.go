package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"
)

func TestASavedQueryIsAskedByItsNameWithItsParametersBound(t *testing.T) {
	h := open(t, setting{})
	h.call("PUT", "/v1/queries/by-title", map[string]any{
		"title": "By title", "sql": "SELECT id, :n AS n FROM playbooks WHERE title = :title", "params": []map[string]string{{"name": "n", "default": "9007199254740993"}},
	}, nil)
	want := `{"name":"by-title","title":"By title","about":"","sql":"SELECT id, :n AS n FROM playbooks WHERE title = :title","params":[{"name":"n","default":"9007199254740993"},{"name":"title","default":""}],"chart":{"kind":""},"ready":false}`
	_, _, body := h.raw("GET", "/v1/queries/by-title", "")
	same(t, "the saved query", body, want)
	for body, rows := range map[string]string{
		`{"saved":"by-title","params":{"title":"Onboarding"}}`:                          `[["p1",9007199254740993]]`,
		`{"saved":"by-title","params":{"title":"Onboarding","n":107505301260286111}}`:   `[["p1",107505301260286111]]`,
		`{"saved":"by-title","params":{"title":"x' OR 1=1 --","n":"5"}}`:                `[]`,
		`{"sql":"SELECT :a, :b, :c, :d","params":{"a":null,"b":true,"c":"12","d":1.5}}`: `[[null,1,"12",1.5]]`,
	} {
		var got struct{ Rows json.RawMessage }
		h.call("POST", "/v1/query", json.RawMessage(body), &got)
		if string(got.Rows) != rows {
			t.Errorf("%s: %s, want %s", body, got.Rows, rows)
		}
	}
	var list struct{ Queries []struct{ Name string } }
	h.call("GET", "/v1/queries", nil, &list)
	before := len(list.Queries)
	h.call("DELETE", "/v1/queries/by-title", nil, &list)
	if before < 10 || len(list.Queries) != before-1 {
		t.Errorf("%d queries, and %d after one was forgotten", before, len(list.Queries))
	}
}

func TestAnAnswerSaysAsOfWhatItIsAndThePastWhatItCost(t *testing.T) {
	h := open(t, setting{})
	var now, then struct {
		AsOf      struct{ Seq uint64 } `json:"as_of"`
		Lag       *uint64
		Limit     int
		Truncated bool
		Rows      [][]int
		Cost      struct{ Messages, Bytes int }
	}
	h.call("POST", "/v1/query", map[string]any{"sql": "SELECT seq FROM events", "limit": 2}, &now)
	if now.AsOf.Seq != h.head() || now.Lag == nil || *now.Lag != 0 || now.Limit != 2 || !now.Truncated || len(now.Rows) != 2 || now.Cost.Messages != 0 {
		t.Errorf("now: %+v", now)
	}
	h.call("POST", "/v1/query", map[string]any{"sql": "SELECT max(seq) FROM events", "as_of": 2}, &then)
	if then.AsOf.Seq != 2 || *then.Lag != h.head()-2 || fmt.Sprint(then.Rows) != "[[2]]" || then.Cost.Messages != 2 || then.Cost.Bytes == 0 {
		t.Errorf("then: %+v", then)
	}
}

const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"

// The query has two minutes; the test would not see its end if leaving did not stop it.
func TestAQueryStopsWhenWhoAskedIsGone(t *testing.T) {
	h := open(t, setting{})
	ctx, leave := context.WithCancel(t.Context())
	body, err := json.Marshal(map[string]any{"sql": endless, "seconds": 120})
	h.must(err)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url+"/v1/query", bytes.NewReader(body))
	h.must(err)
	req.Header.Set("Content-Type", "application/json")
	gone := make(chan error, 1)
	go func() {
		_, err := http.DefaultClient.Do(req)
		gone <- err
	}()
	for h.store.DB().Stats().InUse == 0 {
		runtime.Gosched()
	}
	leave()
	if err := <-gone; err == nil || !strings.Contains(err.Error(), "canceled") {
		t.Errorf("the request: %v", err)
	}
	for h.store.DB().Stats().InUse > 0 {
		runtime.Gosched()
	}
}
