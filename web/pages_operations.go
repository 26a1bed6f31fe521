package web

import (
	"net/http"

	"github.com/a-h/templ"

	"turnbook/projections"
	"turnbook/schemas/proof"
)

// operationsView is what the page for operators shows.
type operationsView struct {
	Sync    string
	Build   string // version of the program
	Head    uint64
	Lag     uint64 // messages that the tables have yet to take in
	Epoch   string
	State   projections.State
	Letters []projections.DeadLetter
	Aside   []projections.Damage // files of comments that were set aside
	Proved  *verified            // nil where nothing was verified since the start
	Anchors []projections.Anchor // the latest; none where nothing was anchored
	Running string               // the operation that is under way; "" for none
	Last    *rebuilt             // how the last one ended; nil for none since the start
}

// healthy says whether an operator has nothing to do.
func (v operationsView) healthy() bool {
	return !v.altered() && v.State.Following && v.Lag == 0 && len(v.Letters) == 0 && len(v.State.Damaged) == 0 && len(v.Aside) == 0 && !v.State.Unverified
}

// altered says whether the last verification found that the book is not what was written.
func (v operationsView) altered() bool { return v.Proved != nil && !v.Proved.Report.Holds }

// shownFindings is how many findings the page lists; turnbook verify lists more.
const shownFindings = 10

// findings are the first places where the book is not what was written.
func (v operationsView) findings() []proof.Finding {
	first, _ := firstOf(v.Proved.Report.Findings, shownFindings)
	return first
}

func (p *pages) operations(r *http.Request) (templ.Component, error) {
	head, err := p.log.Head(r.Context())
	if err != nil {
		return nil, err
	}
	letters, _, err := p.store.DeadLetters(r.Context(), p.vendor)
	if err != nil {
		return nil, err
	}
	anchors, _, err := p.store.Anchors(r.Context(), p.vendor, 1)
	if err != nil {
		return nil, err
	}
	v := operationsView{Anchors: anchors, Proved: p.proved.Load(), Sync: p.sync, Build: p.build, Head: head, Epoch: p.log.Epoch(), State: p.store.State(), Letters: letters}
	if at := v.State.AsOf.Seq; head > at {
		v.Lag = head - at
	}
	if p.comments != nil {
		v.Aside = p.comments.Damaged()
	}
	v.Running, v.Last = p.rebuilds.state()
	return operationsPage(v), nil
}
