package web

import (
	"context"
	"net/http"
	"slices"

	"github.com/a-h/templ"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// editorView is what the playbook editor shows at first paint: the tree with the
// session's unflushed steps, and the conversation. Live events go on behind Cursor.
type editorView struct {
	Playbook projections.PlaybookTree
	Session  schemas.SessionID // "" before the first message
	Talk     []talkTurn
	Running  schemas.TurnID
	Cursor   string
}

// draft says whether agents may write what is on the canvas.
func (v editorView) draft() bool { return v.Playbook.Status == document.Draft }

// talkTurn is one turn of the conversation: what was asked, what was said and done.
type talkTurn struct {
	ID      schemas.TurnID
	Status  schemas.TurnStatus
	Domain  schemas.Domain
	Text    string
	Says    []projections.Message
	Rows    []projections.Row
	Drops   []projections.Drop
	Closing string
}

// running says whether the turn still has something to do.
func (t talkTurn) running() bool {
	return t.Status == schemas.TurnRunning || t.Status == schemas.TurnQueued || t.Status == schemas.TurnAwaitingAnswer
}

// mostTalk is how many turns of a conversation the page shows; the rest stands on the
// page of sessions.
const mostTalk = 50

// newSession in the address asks for a fresh conversation.
const newSession = "new"

func (p *pages) editor(r *http.Request) (templ.Component, error) {
	ctx, id := r.Context(), schemas.PlaybookID(r.PathValue("id"))
	session, err := p.conversation(ctx, id, schemas.SessionID(r.URL.Query().Get("session")))
	if err != nil {
		return nil, err
	}
	v := editorView{Session: session}
	asOf, err := steady(
		func() (asOf projections.AsOf, err error) {
			v.Playbook, asOf, err = p.store.Playbook(ctx, p.vendor, id, session)
			return asOf, err
		},
		func() (projections.AsOf, error) { return p.readTalk(ctx, &v) },
	)
	v.Cursor = cursorOf(asOf)
	return editorPage(v), err
}

// conversation is the session that the page shows: the one that is asked for, else the
// user's last one on this playbook, "" for a fresh one.
func (p *pages) conversation(ctx context.Context, id schemas.PlaybookID, asked schemas.SessionID) (schemas.SessionID, error) {
	if asked == newSession {
		return "", nil
	}
	if asked != "" {
		_, _, err := p.store.SessionState(ctx, p.vendor, asked)
		return asked, err
	}
	sessions, _, err := p.store.Sessions(ctx, p.vendor, 0)
	for _, s := range sessions {
		if s.Playbook == id && s.User == p.user {
			return s.ID, err
		}
	}
	return "", err
}

// readTalk reads the session's conversation, the oldest turn first. What it holds
// beyond the tree's position is told again live, and known by its ids.
func (p *pages) readTalk(ctx context.Context, v *editorView) (projections.AsOf, error) {
	if v.Session == "" {
		_, asOf, err := p.store.Turns(ctx, projections.TurnFilter{Vendor: p.vendor, Limit: 1})
		return asOf, err
	}
	state, asOf, err := p.store.SessionState(ctx, p.vendor, v.Session)
	if err != nil {
		return asOf, err
	}
	turns, _, err := p.store.Turns(ctx, projections.TurnFilter{Vendor: p.vendor, Session: v.Session, Limit: mostTalk})
	v.Running, v.Talk = state.RunningTurn, nil
	slices.Reverse(turns)
	for _, t := range turns {
		talk := talkTurn{ID: t.ID, Status: t.Status, Domain: t.Domain, Text: t.Text, Closing: t.Closing}
		for _, m := range state.Messages {
			if m.Role == "assistant" && m.Turn == t.ID {
				talk.Says = append(talk.Says, m)
			}
		}
		if err == nil {
			talk.Rows, _, err = p.store.Rows(ctx, p.vendor, t.ID)
		}
		if err == nil && t.Dropped > 0 {
			talk.Drops, _, err = p.store.Drops(ctx, projections.LedgerFilter{Vendor: p.vendor, Turn: t.ID})
		}
		v.Talk = append(v.Talk, talk)
	}
	return asOf, err
}
