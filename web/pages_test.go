package web_test

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"turnbook/schemas"
)

// page is what a browser is given at an address.
type page struct {
	status int
	header http.Header
	body   string
}

func (h *house) page(address string) page {
	h.t.Helper()
	answer, err := http.Get(h.url + address)
	h.must(err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	h.must(err)
	return page{answer.StatusCode, answer.Header, string(body)}
}

// all finds every match of a pattern's group.
func (p page) all(pattern string) []string {
	out := []string{}
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(p.body, -1) {
		out = append(out, m[1])
	}
	return out
}

func TestEveryPageLoadsNothingButWhatThisServerWrote(t *testing.T) {
	h := open(t, setting{})
	inline := regexp.MustCompile(`(?i)<script(?:>| [^>]*>)[^<]|<style|\sstyle=|\son[a-z]+="|(?:src|href)="(?:https?:|//|javascript:|data:)`)
	for address, status := range map[string]int{
		"/": 200, "/?q=x&status=draft&page=9": 200, "/library": 200, "/library?q=x": 200, "/playbooks/p1": 200,
		"/desk": 200, "/desk?saved=cards": 200, "/desk?sql=SELECT+1&chart=bar": 200, "/desk?sql=SELEC": 200, "/desk?saved=nobody": 404,
		"/sessions": 200, "/ledger": 200, "/ledger?kind=drop&since=2026-01-01": 200, "/ledger?since=soon": 422, "/operations": 200,
		"/turns/nobody": 404, "/no/such/page": 404, "/playbooks/no.such%2Fthing": 404, "/playbooks/p1?session=nobody": 404, "/playbooks/p1?session=new": 200,
	} {
		p := h.page(address)
		if p.status != status {
			t.Errorf("%s answers %d, want %d", address, p.status, status)
		}
		if got := p.header.Get("Content-Security-Policy"); !strings.HasPrefix(got, "default-src 'self'") || strings.Contains(got, "unsafe") {
			t.Errorf("%s has the policy %q", address, got)
		}
		if got := p.header.Get("Content-Type"); got != "text/html; charset=utf-8" {
			t.Errorf("%s is %q", address, got)
		}
		if m := inline.FindString(p.body); m != "" {
			t.Errorf("%s holds %q", address, m)
		}
	}
}

func TestAssetsAreAskedForAgainAndSentOnce(t *testing.T) {
	h := open(t, setting{})
	for name, kind := range map[string]string{
		"turnbook.js": "text/javascript; charset=utf-8", "base.css": "text/css; charset=utf-8", "icons.svg": "image/svg+xml",
	} {
		first := h.page("/assets/" + name)
		if first.status != 200 || first.header.Get("Content-Type") != kind || len(first.body) == 0 {
			t.Errorf("%s: %d, %q, %d bytes", name, first.status, first.header.Get("Content-Type"), len(first.body))
		}
		again, err := http.NewRequest(http.MethodGet, h.url+"/assets/"+name, nil)
		h.must(err)
		again.Header.Set("If-None-Match", first.header.Get("ETag"))
		answer, err := http.DefaultClient.Do(again)
		h.must(err)
		answer.Body.Close()
		if answer.StatusCode != http.StatusNotModified {
			t.Errorf("%s again: %d", name, answer.StatusCode)
		}
	}
	if p := h.page("/assets/nothing.js"); p.status != 404 {
		t.Errorf("an asset that is not there: %d", p.status)
	}
}

// longTurn writes a turn of many events, every other one internal.
func (h *house) longTurn(events int, text string) {
	h.t.Helper()
	e := schemas.Entity{Vendor: vendor, Kind: schemas.SessionBoundary, ID: "long"}
	at, last := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC), uint64(0)
	put := func(drafts ...schemas.Draft) {
		h.t.Helper()
		records, err := h.log.Append(h.t.Context(), e, last, at, drafts...)
		h.must(err)
		last = records[0].Seq
	}
	put(schemas.Draft{ID: "open/0", Event: schemas.SessionOpened{User: "local", Playbook: "p1"}, Actor: "user/local"})
	put(schemas.Draft{ID: "tl/0", Turn: "tl", Event: schemas.TurnRequested{Text: text, Key: "k", Digest: "d"}, Actor: "user/local"})
	var drafts []schemas.Draft
	for i := 1; i < events; i++ {
		var event schemas.Event = schemas.RowChanged{Row: "r", Title: "Row", Status: schemas.RowRunning, Detail: fmt.Sprintf("note %d", i)}
		if i%2 == 0 {
			event = schemas.Narrated{Lane: "t0_0", Text: fmt.Sprintf("note %d", i)}
		}
		drafts = append(drafts, schemas.Draft{ID: fmt.Sprintf("tl/%d", i), Turn: "tl", Event: event, Actor: "agent/step-writer"})
		if len(drafts) == 250 || i == events-1 {
			put(drafts...)
			drafts = nil
		}
	}
}

func TestALongTurnIsReadPageByPage(t *testing.T) {
	h := open(t, setting{told: true})
	h.longTurn(1050, strings.Repeat("a long ask ", 20_000))
	for query, want := range map[string]struct{ pages, events int }{"": {11, 1050}, "?show=wire": {6, 526}} {
		seen, pages := []string{}, 0
		for address := "/turns/tl" + query; ; pages++ {
			p := h.page(address)
			events := p.all(`<details id="e(\d+-\d+)"`)
			if len(events) > 100 || len(p.body) > 600_000 {
				t.Fatalf("%s: %d events in %d bytes", address, len(events), len(p.body))
			}
			seen = append(seen, events...)
			next := p.all(`href="([^"]*)" rel="next"`)
			if len(next) == 0 {
				pages++
				break
			}
			address = strings.ReplaceAll(next[0], "&amp;", "&")
		}
		distinct := make(map[string]bool)
		for _, e := range seen {
			distinct[e] = true
		}
		got := struct{ pages, events int }{pages, len(distinct)}
		if got != want || len(seen) != len(distinct) {
			t.Errorf("%q: %+v with %d shown, want %+v", query, got, len(seen), want)
		}
	}
}

func TestAPageGoesOnFromWhereItWasDrawn(t *testing.T) {
	h := open(t, setting{})
	p := h.page("/playbooks/p1")
	head, err := h.log.Head(t.Context())
	h.must(err)
	want := []string{fmt.Sprintf("%s.%d.0", h.log.Epoch(), head)}
	if diff := cmp.Diff(want, p.all(`data-cursor="([^"]*)"`)); diff != "" {
		t.Errorf("the page's cursor (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"t1", "t2", "lt"}, p.all(`<li class="task" data-task="([^"]+)"`)); diff != "" {
		t.Errorf("tasks (-want +got):\n%s", diff)
	}
}

// refusedTurn writes a turn whose writes were refused so many times.
func (h *house) refusedTurn(times int) {
	h.t.Helper()
	e := schemas.Entity{Vendor: vendor, Kind: schemas.SessionBoundary, ID: "stubborn"}
	drafts := []schemas.Draft{
		{ID: "open/0", Event: schemas.SessionOpened{User: "local", Playbook: "p1"}, Actor: "user/local"},
		{ID: "tr/0", Turn: "tr", Event: schemas.TurnRequested{Text: "change them", Key: "k", Digest: "d"}, Actor: "user/local"},
	}
	for i := range times {
		drafts = append(drafts, schemas.Draft{ID: fmt.Sprintf("tr/%d", i+1), Turn: "tr", Actor: "agent/step-writer", Event: schemas.WriteRefused{
			Code: schemas.CodePersisted, Tool: "update_step", Call: schemas.CallID(fmt.Sprintf("c%d", i)), Lane: "t0_0", Step: "s1", Detail: "told",
			Ladder: schemas.Ladder{Rule: "canvas-write/1", Outcome: "PERSISTED"},
		}})
	}
	_, err := h.log.Append(h.t.Context(), e, 0, time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC), drafts...)
	h.must(err)
}

func TestATurnsPageSaysHowMuchItLeavesOutAndShowsAllOfIt(t *testing.T) {
	h := open(t, setting{told: true})
	h.refusedTurn(230)
	for address, want := range map[string][]string{"/turns/tr": {"30 more refusals", "30 more decisions"}, "/turns/tr?list=all": {}} {
		p := h.page(address)
		listed := 230
		if len(want) > 0 {
			listed = 200
		}
		if got := len(p.all(`(See the checks)`)); got != listed {
			t.Errorf("%s lists %d refusals, want %d", address, got, listed)
		}
		got := p.all(`class="muted rest">([^<.]*)\.`)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s leaves out (-want +got):\n%s", address, diff)
		}
	}
}
