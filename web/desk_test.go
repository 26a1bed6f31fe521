package web_test

import (
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/projections"
)

// exportOf is a file that the desk writes, with its head.
func (h *house) exportOf(form url.Values) (*http.Response, string) {
	h.t.Helper()
	res, err := http.PostForm(h.url+"/v1/export", form)
	h.must(err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	h.must(err)
	return res, string(body)
}

func TestAnExportHonoursItsQueryAndSaysThatItWasCut(t *testing.T) {
	h := open(t, setting{})
	form := url.Values{"format": {"csv"}, "sql": {"SELECT seq, :w AS w FROM events ORDER BY seq"}, "p.w": {"=1+1"}, "limit": {"2"}, "p.left": {"of before"}}
	res, body := h.exportOf(form)
	if want := "seq,w\r\n1,'=1+1\r\n2,'=1+1\r\n"; body != want {
		t.Errorf("the file is %q, want %q", body, want)
	}
	got := map[string]string{}
	for _, name := range []string{"Content-Type", "Content-Disposition", "Turnbook-As-Of", "Turnbook-Lag", "Turnbook-Rows", "Turnbook-Truncated"} {
		got[name] = res.Header.Get(name)
	}
	want := map[string]string{
		"Content-Type": "text/csv; charset=utf-8; header=present", "Content-Disposition": fmt.Sprintf(`attachment; filename="turnbook-query-as-of-%d-cut-at-2.csv"`, h.head()),
		"Turnbook-As-Of": fmt.Sprint(h.head()), "Turnbook-Lag": "0", "Turnbook-Rows": "2", "Turnbook-Truncated": "true",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("heads (-want +got):\n%s", diff)
	}
	then, body := h.exportOf(url.Values{"format": {"jsonl"}, "sql": {"SELECT max(seq) AS n FROM events"}, "as_of": {"2"}})
	if body != "{\"n\":2}\n" || then.Header.Get("Turnbook-As-Of") != "2" || then.Header.Get("Turnbook-Truncated") != "false" {
		t.Errorf("as of 2: %q with %v", body, then.Header)
	}
}

func TestAnExportOfManyRowsIsWholeInEveryFormat(t *testing.T) {
	h := open(t, setting{})
	many := "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000) SELECT i, 'row ' || i AS name FROM n"
	res, body := h.exportOf(url.Values{"format": {"csv"}, "sql": {many}})
	records, err := csv.NewReader(strings.NewReader(body)).ReadAll()
	if err != nil || len(records) != 30_001 || res.Header.Get("Turnbook-Rows") != "30000" {
		t.Errorf("%d records, %v", len(records), err)
	}
	_, body = h.exportOf(url.Values{"format": {"jsonl"}, "sql": {many}})
	if !strings.HasSuffix(body, "{\"i\":30000,\"name\":\"row 30000\"}\n") {
		t.Errorf("the end is %q", body[len(body)-60:])
	}
	res, body = h.exportOf(url.Values{"format": {"parquet"}, "saved": {"cards"}})
	if !strings.HasPrefix(body, "PAR1") || !strings.Contains(res.Header.Get("Content-Disposition"), "turnbook-cards-as-of-") {
		t.Errorf("%.20q with %v", body, res.Header)
	}
}

func TestAnExportThatCannotBeIsAProblem(t *testing.T) {
	h := open(t, setting{})
	for want, form := range map[string]url.Values{
		`{"status":422,"code":"INVALID_REQUEST","field":"format"}`: {"format": {"xls"}, "sql": {"SELECT 1"}},
		`{"status":422,"code":"INVALID_REQUEST","field":"limit"}`:  {"format": {"csv"}, "sql": {"SELECT 1"}, "limit": {"many"}},
		`{"status":400,"code":"INVALID_QUERY","field":"sql"}`:      {"format": {"otlp"}, "sql": {"SELECT 1"}},
		`{"status":404,"code":"NOT_FOUND"}`:                        {"format": {"csv"}, "saved": {"nobody"}},
	} {
		res, body := h.exportOf(form)
		if res.Header.Get("Content-Type") != "application/problem+json" || !strings.Contains(body, strings.Trim(want[strings.Index(want, `"code"`):strings.Index(want+`,"field"`, `,"field"`)], "{}")) {
			t.Errorf("%v: %s, want %s", form, body, want)
		}
	}
}

func TestTheDeskShowsAnAnswerWithItsChartAndEveryDigit(t *testing.T) {
	h := open(t, setting{})
	p := h.page("/desk?" + url.Values{
		"sql": {`SELECT '<img onerror=x>' AS name, 9007199254740993 AS n, NULL AS missing, 'p1' AS playbook_id WHERE :who = 'me'`}, "p.who": {"me"}, "chart": {"bar"},
	}.Encode())
	got := []string{}
	for _, cell := range p.all(`<td class="[^"]*">(.*?)</td>`) {
		got = append(got, strings.Join(strings.Fields(cell), " "))
	}
	want := []string{
		`<bdi dir="auto" class="prose">&lt;img onerror=x&gt;</bdi>`, `<bdi dir="auto" class="prose">9007199254740993</bdi>`, `<bdi dir="auto" class="prose">null</bdi>`,
		`<a href="/playbooks/p1"><bdi dir="auto">p1</bdi></a>`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("cells (-want +got):\n%s", diff)
	}
	if titles := p.all(`<title id="chart-title">(.*?)</title>`); len(titles) != 1 || strings.Contains(p.body, ` style=`) {
		t.Errorf("titles of the chart: %v", titles)
	}
	if standing := p.all(`<p class="desk-standing" role="status">(.*?)</p>`); len(standing) != 1 || standing[0] != fmt.Sprintf("1 row, as of position %d, lag 0.", h.head()) {
		t.Errorf("standing: %v", standing)
	}
}

func TestTheDeskSaysWhyThereIsNoAnswer(t *testing.T) {
	h := open(t, setting{})
	for query, want := range map[string]string{
		"sql=DELETE+FROM+turns":          "the query is refused (forbidden): only the tables can be read, and nothing can be changed",
		"sql=SELECT+1%3B+SELECT+2":       "the query is refused (several_statements): give one statement",
		"sql=SELECT+:a":                  "the query is refused (parameters): give a value for :a",
		"sql=SELECT+1&as_of=99999":       fmt.Sprintf("the tables as of position 99999 can&#39;t be asked: give 1 to %d, where the tables stand", h.head()),
		"sql=SELECT+1&limit=2001":        "limit: give 0 to 2000",
		"sql=SELECT+'a'&chart=histogram": "no chart can be drawn: column &#34;&#39;a&#39;&#34; holds no numbers",
	} {
		p := h.page("/desk?" + query)
		if p.status != 200 || !strings.Contains(p.body, want) {
			t.Errorf("%s: %d, lacks %q; it says %v", query, p.status, want, p.all(`<p class="notice[^>]*>(.*?)</p>`))
		}
	}
	if p := h.page("/desk?saved=nobody"); p.status != 404 {
		t.Errorf("a question that nobody saved: %d", p.status)
	}
}

func TestEachReadyMeasureHasAnAddressThatAnswers(t *testing.T) {
	h := open(t, setting{})
	for _, q := range projections.Measures() {
		p := h.page("/desk?saved=" + q.Name)
		if p.status != 200 || len(p.all(`<p class="desk-standing" role="status">(.*?)</p>`)) != 1 || len(p.all(`(notice bad)`)) != 0 {
			t.Errorf("%s: %d, %v", q.Name, p.status, p.all(`<p class="notice[^>]*>(.*?)</p>`))
		}
	}
}
