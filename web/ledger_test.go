package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/projections"
	"turnbook/schemas"
)

func TestTheLedgerListsWhatTurnsAndHandsWereRefused(t *testing.T) {
	h := open(t, setting{})
	session := h.session()
	turn := h.finished(session, "Change step 1 of task 1 of module 1 to Plug it in", onEditor)
	// The library's task can't be edited by hand from a playbook that shows it.
	status, _, body := h.raw(http.MethodPost, "/v1/tasks/lt/steps/edits", `{"playbook_id":"p1","changes":[{"op":"add","kind":"INSTRUCTION","title":"N"}]}`)
	if status != http.StatusConflict {
		t.Fatalf("the edit is let in: %d %s", status, body)
	}
	ledger := func(query string) (out []string) {
		t.Helper()
		var page struct {
			Entries []projections.LedgerEntry
			Next    string
		}
		for before := ""; ; before = "&before=" + page.Next {
			page.Next = ""
			h.call("GET", "/v1/ledger?limit=1"+query+before, nil, &page)
			for _, e := range page.Entries {
				whose := "turn"
				if e.Turn == "" {
					whose = "hand"
				}
				toldAt := "later"
				if e.Told == 0 {
					toldAt = "never"
				} else if e.Told == e.Seq {
					toldAt = "at once"
				}
				out = append(out, strings.Join([]string{e.Kind, e.Code, e.Actor, whose, toldAt}, " "))
			}
			if page.Next == "" {
				return out
			}
		}
	}
	hand := "refusal " + string(schemas.CodeLinkedModule) + " user/local hand at once"
	agent := "refusal " + string(schemas.CodePersisted) + " agent/step-writer turn later"
	for query, want := range map[string][]string{
		"": {hand, agent}, "&code=PERSISTED": {agent}, "&actor=user/local": {hand}, "&kind=drop": nil,
		"&since=2020-01-01": {hand, agent}, "&until=2020-01-01": nil, "&task=t1": {agent},
	} {
		if diff := cmp.Diff(want, ledger(query)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", query, diff)
		}
	}
	p := h.page("/ledger")
	if !strings.Contains(p.body, "Somebody wanted to") && !strings.Contains(p.body, "Steps were not edited by hand") || !strings.Contains(p.body, "/turns/"+string(turn)+"?at=") {
		t.Errorf("the page reads %s", p.body)
	}
	_, _, bad := h.raw("GET", "/v1/ledger?until=soon", "")
	same(t, "a bad time", brief(t, bad), `{"status":422,"code":"INVALID_REQUEST","field":"until"}`)
}
