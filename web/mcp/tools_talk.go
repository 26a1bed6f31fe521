package mcp

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"turnbook/projections"
	"turnbook/schemas"
)

type messageArgs struct {
	Text       string         `json:"text" jsonschema:"what is wanted"`
	Session    string         `json:"session,omitempty" jsonschema:"the conversation to go on with; without it a new one"`
	Playbook   string         `json:"playbook_id,omitempty" jsonschema:"of a new conversation: the playbook that it is about"`
	Workspace  string         `json:"workspace_id,omitempty" jsonschema:"the workspace whose agent is meant, in place of a session"`
	UIContext  map[string]any `json:"ui_context,omitempty" jsonschema:"what is on screen; without it the playbook's editor with no builder open"`
	Background bool           `json:"run_in_background,omitempty" jsonschema:"return at once; false, the default, waits for the turn's end"`
	Queue      bool           `json:"queue,omitempty" jsonschema:"wait behind a running turn"`
	Key        string         `json:"idempotency_key,omitempty" jsonschema:"the same call again, after a broken connection, finds the same turn"`
}

// A said is what came of a message.
type said struct {
	Session  schemas.SessionID  `json:"session"`
	Turn     schemas.TurnID     `json:"turn"`
	Status   schemas.TurnStatus `json:"status"`
	Stop     schemas.StopReason `json:"stop_reason,omitempty"`
	Messages []string           `json:"messages"`
	Cards    []card             `json:"open_cards,omitempty"`
	Note     string             `json:"note,omitempty"`
}

func (s *server) talkTools(out *sdk.Server) {
	add(out, changes, "send_message", "Ask the authoring agents for something in a playbook, or the agent of a workspace, and wait for the turn's end. Steps are deleted only "+
		"when a person confirms it: such a card is put to you, or named in the result for answer_card.", s.sendMessage)
	add(out, reads, "get_turn", "Why a turn went as it did: decisions with their checks, refusals, drops, cards, the closing line.",
		func(ctx context.Context, _ *sdk.CallToolRequest, a struct {
			Turn string `json:"turn" jsonschema:"the turn"`
		}) (any, error) {
			return s.get(ctx, "/v1/turns/"+url.PathEscape(a.Turn)+"/dossier")
		})
}

// sendMessage sends the message, or goes on where it asked something.
func (s *server) sendMessage(ctx context.Context, r *sdk.CallToolRequest, a messageArgs) (any, error) {
	if r.Params.RequestState != "" {
		return s.goOn(ctx, r)
	}
	session, turn, err := s.begin(ctx, a)
	if err != nil {
		return nil, err
	}
	longest := longestWait
	if a.Background {
		longest = 0
	}
	return s.follow(ctx, r, session, turn, longest, mayAsk(r))
}

// begin sends the message, and names its turn.
func (s *server) begin(ctx context.Context, a messageArgs) (session string, turn schemas.TurnID, err error) {
	body := map[string]any{"text": a.Text, "queue": a.Queue}
	if a.Key != "" {
		body["idempotency_key"] = a.Key
	}
	session = a.Workspace // whose conversation has its id
	path := "/v1/workspaces/" + url.PathEscape(session) + "/messages"
	if session == "" {
		if session, err = s.session(ctx, a); err != nil {
			return "", "", err
		}
		if body["ui_context"], err = s.screen(ctx, session, a); err != nil {
			return "", "", err
		}
		path = "/v1/sessions/" + url.PathEscape(session) + "/messages"
	}
	var begun struct {
		Turn schemas.TurnID `json:"turn"`
	}
	err = s.call.Call(ctx, http.MethodPost, path, body, &begun)
	return session, begun.Turn, err
}

// session is the conversation that is meant; without one, a new one.
func (s *server) session(ctx context.Context, a messageArgs) (string, error) {
	if a.Session != "" {
		return a.Session, nil
	}
	var opened struct {
		Session string `json:"session"`
	}
	body := map[string]string{}
	if a.Playbook != "" {
		body["playbook_id"] = a.Playbook
	}
	if a.Key != "" { // so that the same call again is in the same session
		body["idempotency_key"] = a.Key
	}
	err := s.call.Call(ctx, http.MethodPost, "/v1/sessions", body, &opened)
	return opened.Session, err
}

// screen is what is on screen: what the caller says, or the editor of the conversation's
// playbook with no builder open.
func (s *server) screen(ctx context.Context, session string, a messageArgs) (map[string]any, error) {
	if a.UIContext != nil {
		return a.UIContext, nil
	}
	var st projections.SessionState
	if err := s.call.Call(ctx, http.MethodGet, "/v1/sessions/"+url.PathEscape(session), nil, &st); err != nil {
		return nil, err
	}
	if st.Playbook == "" {
		return map[string]any{"page": "other"}, nil
	}
	var list struct {
		Playbooks []projections.Playbook `json:"playbooks"`
	}
	if err := s.call.Call(ctx, http.MethodGet, "/v1/playbooks", nil, &list); err != nil {
		return nil, err
	}
	draft := false
	for _, p := range list.Playbooks {
		draft = draft || p.ID == st.Playbook && p.Status == "draft"
	}
	return map[string]any{
		"page": "playbook_editor", "is_playbook_editor_route": true, "playbook_id": st.Playbook, "is_draft_active": draft, "builder_mounts": 0,
	}, nil
}

// follow waits until the turn ends, or raises a card, and tells what came of it. Where a
// person can be asked, the card is the result.
func (s *server) follow(ctx context.Context, r *sdk.CallToolRequest, session string, id schemas.TurnID, longest time.Duration, ask bool) (any, error) {
	var t projections.Turn
	err := wait(ctx, r, longest, func(seconds int) (bool, string, error) {
		err := s.call.Call(ctx, http.MethodGet, "/v1/turns/"+url.PathEscape(string(id))+"?wait="+strconv.Itoa(seconds), nil, &t)
		return t.Status != schemas.TurnQueued && t.Status != schemas.TurnRunning, string(t.Status), err
	})
	if err != nil {
		return nil, err
	}
	out := said{Session: schemas.SessionID(session), Turn: id, Status: t.Status, Stop: t.StopReason, Messages: []string{}}
	var st projections.SessionState
	if err := s.call.Call(ctx, http.MethodGet, "/v1/sessions/"+url.PathEscape(session), nil, &st); err != nil {
		return nil, err
	}
	for _, m := range st.Messages {
		if m.Turn == id && m.Role != "user" {
			out.Messages = append(out.Messages, m.Text)
		}
	}
	for _, c := range st.Cards {
		if c.Turn == id {
			out.Cards = append(out.Cards, cardOf(c))
		}
	}
	switch {
	case len(out.Cards) > 0 && ask:
		return s.question(out.Cards[0])
	case len(out.Cards) > 0:
		out.Note = "The turn waits for a person to answer the card: show it, and answer it with answer_card."
	case t.Status == schemas.TurnRunning, t.Status == schemas.TurnQueued:
		out.Note = "It goes on. Look at it with get_turn."
	}
	return out, nil
}
