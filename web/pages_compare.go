package web

import (
	"net/http"
	"net/url"

	"github.com/a-h/templ"

	"turnbook/projections"
	"turnbook/schemas"
)

// compareView is the page of two turns side by side; of one turn and those that it can be
// compared with, where no second was chosen.
type compareView struct {
	turnComparison
	Others []projections.Turn
}

// mostOthers is how many turns the page offers to compare with; the address takes any.
const mostOthers = 50

func (p *pages) compare(r *http.Request) (templ.Component, error) {
	ctx := r.Context()
	var v compareView
	var err error
	if v.First, _, err = p.store.Turn(ctx, p.vendor, schemas.TurnID(r.PathValue("id"))); err != nil {
		return nil, err
	}
	with := schemas.TurnID(r.URL.Query().Get("with"))
	if with == "" {
		v.Others, _, err = p.store.Turns(ctx, projections.TurnFilter{Vendor: p.vendor, Limit: mostOthers})
		return choosePage(v), err
	}
	if v.Second, _, err = p.store.Turn(ctx, p.vendor, with); err != nil {
		return nil, err
	}
	_, err = compareTurns(ctx, p.store, &v.turnComparison)
	return comparePage(v), err
}

// differing is how many lines differ.
func (v compareView) differing() (n int) {
	for _, p := range v.Pairs {
		if len(p.Differs) > 0 {
			n++
		}
	}
	return n
}

// compareLink leads to two turns side by side; to the choice of the second without one.
func compareLink(first, second schemas.TurnID) templ.SafeURL {
	address := pathTo("turns", string(first)) + "/compare"
	if second != "" {
		address += templ.SafeURL("?with=" + url.QueryEscape(string(second)))
	}
	return address
}

// decisionLink leads to a decision on its turn's page, which lists all where it would
// leave the decision out.
func decisionLink(d projections.Decision) templ.SafeURL {
	return turnAsk{Turn: d.Turn, All: true}.address(ladderID(d.Seq, d.Index))
}
