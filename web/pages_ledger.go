package web

import (
	"math"
	"net/http"
	"net/url"

	"github.com/a-h/templ"

	"turnbook/projections"
	"turnbook/schemas"
)

// ledgerView is the page of all refusals and drops.
type ledgerView struct {
	Ask     ledgerQuery
	Entries []projections.LedgerEntry
	Next    string
}

func (p *pages) ledger(r *http.Request) (templ.Component, error) {
	v := ledgerView{Ask: readLedgerQuery(r.URL.Query())}
	a, err := v.Ask.ask(p.vendor)
	if err != nil {
		return nil, err
	}
	v.Entries, v.Next, _, err = readLedger(r.Context(), p.store, a)
	return ledgerPageOf(v), err
}

// next is the address of the next page.
func (v ledgerView) next() templ.SafeURL {
	q := url.Values{}
	for name, value := range map[string]string{
		"kind": v.Ask.Kind, "code": v.Ask.Code, "actor": v.Ask.Actor, "task": v.Ask.Task, "since": v.Ask.Since, "until": v.Ask.Until, "before": v.Next,
	} {
		if value != "" {
			q.Set(name, value)
		}
	}
	return templ.SafeURL("/ledger?" + q.Encode())
}

// explainEntry says an entry in the words of the turn's page.
func explainEntry(e projections.LedgerEntry) string {
	if e.Kind == projections.LedgerDrop {
		return ExplainDrop(projections.Drop{Reason: schemas.TargetReason(e.Code), Status: e.Status})
	}
	return ExplainRefusal(projections.Refusal{Turn: e.Turn, Code: schemas.Code(e.Code), Tool: e.Tool, Call: e.Call})
}

// told says whether the user was told, and how.
func told(e projections.LedgerEntry) string {
	switch {
	case e.Told == 0:
		return "The user was not told."
	case e.Saying == "":
		return "The user was told at once, by this very answer."
	}
	return "The user was told at the turn’s end:"
}

// at is the screen of its turn at an event.
func (v ledgerView) at(e projections.LedgerEntry, seq uint64) templ.SafeURL {
	at := schemas.Position{Seq: seq, Index: math.MaxInt32}
	if seq == e.Seq {
		at.Index = e.Index
	}
	return turnAsk{Turn: e.Turn}.at(at)
}
