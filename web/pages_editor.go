package web

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"turnbook/projections"
	"turnbook/schemas"
)

// editorView is what the playbook editor shows at first paint: the tree with the
// session's unflushed steps, and the conversation. Live events go on behind Cursor.
type editorView struct {
	Playbook projections.PlaybookTree
	User     schemas.UserID    // who looks
	Session  schemas.SessionID // "" before the first message
	Talk     []talkTurn
	Running  schemas.TurnID // the turn that runs, or waits for an answer; "" for none
	Cursor   string
}

// talkTurn is one turn of the conversation: what was asked, what was said and done.
type talkTurn struct {
	ID      schemas.TurnID
	Status  schemas.TurnStatus
	Domain  schemas.Domain
	Text    string
	Says    []projections.Message
	Title   string // what the agent calls its work; "" for nothing
	Rows    []projections.Row
	Cards   []cardView
	Drops   []projections.Drop
	Closing string
	Replies []string // what may be said next; of the last turn only
}

// closingLine is how the turn ended, unless its last words say just that.
func (t talkTurn) closingLine() string {
	if n := len(t.Says); n > 0 && strings.HasSuffix(strings.TrimSpace(t.Says[n-1].Text), strings.TrimSpace(t.Closing)) {
		return ""
	}
	return t.Closing
}

// waitingDrops is how many of its dropped steps can still be applied.
func (t talkTurn) waitingDrops() int { return countWaiting(t.Drops) }

func countWaiting(drops []projections.Drop) int {
	n := 0
	for _, d := range drops {
		if d.Status == projections.DropWaiting {
			n++
		}
	}
	return n
}

// mostTalk is how many turns of a conversation the page shows; the rest stands on the
// page of sessions.
const mostTalk = 50

// firstScreen is how many tasks and steps a page draws at most before its scripts fetch
// the others, module by module, as they are scrolled to.
const firstScreen = 1200

// newSession in the address asks for a fresh conversation.
const newSession = "new"

func (p *pages) editor(r *http.Request) (templ.Component, error) {
	ctx, id := r.Context(), schemas.PlaybookID(r.PathValue("id"))
	session, err := p.conversation(ctx, id, schemas.SessionID(r.URL.Query().Get("session")))
	if err != nil {
		return nil, err
	}
	screen, asOf, err := p.store.Screen(ctx, projections.ScreenQuery{Vendor: p.vendor, Session: session, Playbook: id, Part: &projections.Part{First: firstScreen}})
	if err != nil {
		return nil, err
	}
	v := editorView{Playbook: *screen.Playbook, User: p.user, Session: session, Cursor: cursorOf(asOf)}
	if screen.Session != nil {
		v.Running = screen.Session.RunningTurn
		v.Talk, err = p.readTalk(ctx, *screen.Session)
	}
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
func (p *pages) readTalk(ctx context.Context, state projections.SessionState) ([]talkTurn, error) {
	turns, _, err := p.store.Turns(ctx, projections.TurnFilter{Vendor: p.vendor, Session: state.ID, Limit: mostTalk})
	if err != nil {
		return nil, err
	}
	cards, _, err := p.store.Interrupts(ctx, projections.CardFilter{Vendor: p.vendor, Session: state.ID})
	if err != nil {
		return nil, err
	}
	slices.Reverse(turns)
	slices.Reverse(cards)
	var talk []talkTurn
	for i, t := range turns {
		one := talkTurn{ID: t.ID, Status: t.Status, Domain: t.Domain, Text: t.Text, Title: t.ProgressTitle, Closing: t.Closing}
		for _, m := range state.Messages {
			if m.Role == "assistant" && m.Turn == t.ID {
				one.Says = append(one.Says, m)
			}
		}
		for _, c := range cards {
			if c.Turn == t.ID {
				one.Cards = append(one.Cards, viewCard(c))
			}
		}
		if i == len(turns)-1 {
			if err := readJSON(t.Replies, &one.Replies); err != nil {
				return nil, err
			}
		}
		if one.Rows, _, err = p.store.Rows(ctx, p.vendor, t.ID); err != nil {
			return nil, err
		}
		if t.Dropped > 0 {
			if one.Drops, _, err = p.store.Drops(ctx, projections.LedgerFilter{Vendor: p.vendor, Turn: t.ID}); err != nil {
				return nil, err
			}
		}
		talk = append(talk, one)
	}
	return talk, nil
}
