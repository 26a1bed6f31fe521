package web

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"turnbook/agents/worker"
	"turnbook/projections"
	"turnbook/schemas"
)

type openBody struct {
	Playbook string `json:"playbook_id,omitempty" doc:"the playbook that it is opened on"`
	Key      string `json:"idempotency_key,omitempty" doc:"the same key again finds the same session"`
}

type opened struct {
	Session schemas.SessionID `json:"session"`
}

type limited struct {
	Limit int `query:"limit" minimum:"1" maximum:"1000" default:"100" doc:"at most so many"`
}

type sessionPath struct {
	ID string `path:"id" doc:"the session"`
}

type sessionList struct {
	Standing
	Sessions []projections.Session `json:"sessions"`
}

type sessionAnswer struct {
	Standing
	projections.SessionState
}

type messageBody struct {
	Text      string          `json:"text" doc:"what the user wants"`
	UIContext json.RawMessage `json:"ui_context,omitempty" doc:"what is on screen; absent for the view's last one, or the session's"`
	View      string          `json:"view_id,omitempty" doc:"the origin view"`
	Key       string          `json:"idempotency_key,omitempty" doc:"the same command again finds the same turn"`
	Queue     bool            `json:"queue,omitempty" doc:"wait behind a running turn"`
	SentAt    schemas.SentAt  `json:"sent_at,omitempty" doc:"when it was sent by the client's own clock, RFC 3339; kept beside ours, never counted with"`
}

type accepted struct {
	Turn schemas.TurnID `json:"turn"`
}

func (r *rest) sessions() {
	serve(r, route{http.MethodPost, "/v1/sessions", "openSession", 201, "Open a session"}, r.openSession)
	serve(r, route{http.MethodGet, "/v1/sessions", "listSessions", 0, "List sessions, the latest first"}, r.listSessions)
	serve(r, route{http.MethodGet, "/v1/sessions/{id}", "getSession", 0, "A session with its messages, its running turn and its rows"}, r.getSession)
	serve(r, route{http.MethodPost, "/v1/sessions/{id}/messages", "sendMessage", 202, "Send a message: it begins a turn"}, r.sendMessage)
	serve(r, route{http.MethodPut, "/v1/views/{id}/context", "setContext", 0, "Say what a view shows: {\"ui_context\": …, \"sent_at\": …}, or the context itself"}, r.setContext)
	r.about = append(r.about, func(api *huma.OpenAPI) {
		api.Paths["/v1/views/{id}/context"].Put.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
			"application/json": {Schema: uiContext{}.Schema(nil)}, // which may stand in a member, too: a context has no ui_context of its own
		}}
	})
}

func (r *rest) openSession(ctx context.Context, _ *none, b openBody) (opened, error) {
	playbook, err := parseID[schemas.PlaybookID]("playbook_id", b.Playbook)
	if err != nil {
		return opened{}, err
	}
	id, err := r.o.Runtime.OpenSession(ctx, r.o.Vendor, r.o.User, playbook, b.Key)
	return opened{id}, err
}

func (r *rest) listSessions(ctx context.Context, in *limited, _ none) (sessionList, error) {
	r.settle(ctx)
	list, asOf, err := r.o.Store.Sessions(ctx, r.o.Vendor, in.Limit)
	return sessionList{r.standing(asOf), all(list)}, err
}

func (r *rest) getSession(ctx context.Context, in *sessionPath, _ none) (sessionAnswer, error) {
	id, err := schemas.ParseID[schemas.SessionID]("session", in.ID)
	if err != nil {
		return sessionAnswer{}, err
	}
	fresh := r.fresh(ctx)
	state, asOf, err := r.session(ctx, id)
	return sessionAnswer{r.standing(asOf), state}, orBehind(fresh, err)
}

func (s *Server) session(ctx context.Context, id schemas.SessionID) (projections.SessionState, projections.AsOf, error) {
	state, asOf, err := s.o.Store.SessionState(ctx, s.o.Vendor, id)
	return listed(state), asOf, err
}

// listed is a conversation whose lists are never null.
func listed(s projections.SessionState) projections.SessionState {
	s.Messages, s.Queued, s.Rows = all(s.Messages), all(s.Queued), all(s.Rows)
	s.Cards, s.Replies = all(s.Cards), all(s.Replies)
	return s
}

func (r *rest) sendMessage(ctx context.Context, in *sessionPath, b messageBody) (accepted, error) {
	session, err := schemas.ParseID[schemas.SessionID]("session", in.ID)
	if err != nil {
		return accepted{}, err
	}
	view, err := parseID[schemas.ViewID]("view_id", b.View)
	if err != nil {
		return accepted{}, err
	}
	turn, err := r.message(ctx, session, view, b, traceOf(requestOf(ctx)))
	return accepted{turn}, err
}

// traceOf is the trace that a request is part of, as its caller says; "" for none.
func traceOf(r *http.Request) string { return schemas.TraceParent(r.Header.Get("Traceparent")) }

// message is the command behind every way to send one.
func (s *Server) message(ctx context.Context, session schemas.SessionID, view schemas.ViewID, b messageBody, trace string) (schemas.TurnID, error) {
	c := worker.MessageCommand{Vendor: s.o.Vendor, Session: session, Text: b.Text, View: view, Key: b.Key, Queue: b.Queue, Trace: trace, SentAt: b.SentAt}
	if b.UIContext != nil {
		ui, err := schemas.ParseUIContext(b.UIContext)
		if err != nil {
			return "", err
		}
		c.UIContext = &ui
	}
	return s.o.Runtime.Message(ctx, c)
}

type viewPath struct {
	ID string `path:"id" doc:"the view"`
}

type viewAnswer struct {
	View schemas.ViewID `json:"view_id"`
}

// setContext takes the context as a member or as the whole body: a context has no
// member ui_context of its own.
func (r *rest) setContext(ctx context.Context, in *viewPath, raw []byte) (viewAnswer, error) {
	id, err := schemas.ParseID[schemas.ViewID]("view", in.ID)
	if err != nil {
		return viewAnswer{}, err
	}
	var wrapped struct {
		UIContext json.RawMessage `json:"ui_context"`
		SentAt    schemas.SentAt  `json:"sent_at"`
	}
	if err := parseJSON(raw, &wrapped); err != nil {
		return viewAnswer{}, err
	}
	if wrapped.UIContext != nil {
		raw = wrapped.UIContext
	} else {
		wrapped.SentAt = "" // a member of the context, as any other
	}
	ui, err := schemas.ParseUIContext(raw)
	if err != nil {
		return viewAnswer{}, err
	}
	return viewAnswer{id}, r.o.Runtime.SetContext(ctx, r.o.Vendor, id, ui, wrapped.SentAt)
}
