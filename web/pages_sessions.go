package web

import (
	"net/http"
	"net/url"
	"time"

	"github.com/a-h/templ"

	"turnbook/projections"
	"turnbook/schemas"
)

// sessionsView is what the page of conversations shows.
type sessionsView struct {
	Sessions []sessionCard
	Now      time.Time // what "ago" counts from; zero for plain times
	Cursor   string
}

type sessionCard struct {
	projections.Session
	PlaybookTitle string
	Place         string                 // title of the workspace whose conversation it is; "" for authoring
	Latest        []projections.Turn     // its last turns, the latest first
	Comments      map[schemas.TurnID]int // how many of a turn's are open
}

// link leads to the editor with this conversation beside the canvas.
// A workspace's conversation has a page of its own.
func (c sessionCard) link() templ.SafeURL {
	if c.Place != "" {
		return pathTo("workspaces", string(c.ID))
	}
	return pathTo("playbooks", string(c.Playbook)) + templ.SafeURL("?session="+url.QueryEscape(string(c.ID)))
}

// What the page lists, at most.
const (
	mostSessions    = 100
	mostTurnsListed = 600
	turnsOfASession = 5
)

func (p *pages) sessions(r *http.Request) (templ.Component, error) {
	sessions, asOf, err := p.store.Sessions(r.Context(), p.vendor, mostSessions)
	if err != nil {
		return nil, err
	}
	playbooks, _, err := p.store.Playbooks(r.Context(), p.vendor)
	if err != nil {
		return nil, err
	}
	turns, _, err := p.store.Turns(r.Context(), projections.TurnFilter{Vendor: p.vendor, Limit: mostTurnsListed})
	if err != nil {
		return nil, err
	}
	titles := make(map[schemas.PlaybookID]string, len(playbooks))
	for _, b := range playbooks {
		titles[b.ID] = b.Title
	}
	latest := make(map[schemas.SessionID][]projections.Turn)
	for _, t := range turns {
		if len(latest[t.Session]) < turnsOfASession {
			latest[t.Session] = append(latest[t.Session], t)
		}
	}
	places, err := p.workspaceTitles(r.Context())
	if err != nil {
		return nil, err
	}
	var open map[schemas.TurnID]int
	if p.comments != nil {
		if open, err = p.comments.Waiting(r.Context(), p.vendor); err != nil {
			return nil, err
		}
	}
	v := sessionsView{Now: time.Now(), Cursor: cursorOf(asOf)}
	for _, s := range sessions {
		v.Sessions = append(v.Sessions, sessionCard{Session: s, PlaybookTitle: titles[s.Playbook], Place: places[schemas.WorkspaceID(s.ID)], Latest: latest[s.ID], Comments: open})
	}
	return sessionsPage(v), nil
}
