package web

import (
	"net/http"

	"github.com/a-h/templ"

	"turnbook/projections"
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
}

// healthy says whether an operator has nothing to do.
func (v operationsView) healthy() bool {
	return v.State.Following && v.Lag == 0 && len(v.Letters) == 0 && len(v.State.Damaged) == 0 && !v.State.Unverified
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
	v := operationsView{Sync: p.sync, Build: p.build, Head: head, Epoch: p.log.Epoch(), State: p.store.State(), Letters: letters}
	if at := v.State.AsOf.Seq; head > at {
		v.Lag = head - at
	}
	return operationsPage(v), nil
}
