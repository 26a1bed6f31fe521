package mcp

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"turnbook/projections"
	"turnbook/schemas"
)

// A card is what a caller is told of a card: what is to be deleted, and what goes with it.
type card struct {
	ID          schemas.CardID     `json:"card"`
	Turn        schemas.TurnID     `json:"turn"`
	Session     schemas.SessionID  `json:"session"`
	Playbook    string             `json:"playbook_id,omitempty"`
	Task        schemas.TaskID     `json:"task_id,omitempty"`
	Status      schemas.CardStatus `json:"status"`
	Targets     []schemas.CardStep `json:"targets"`
	Cascade     []schemas.CardStep `json:"cascade"`
	Fingerprint string             `json:"fingerprint"`
}

func cardOf(c projections.Interrupt) card {
	return card{
		ID: c.ID, Turn: c.Turn, Session: c.Session, Playbook: string(c.Playbook), Task: c.Task, Status: c.Status,
		Targets: steps(c.Targets), Cascade: steps(c.Cascade), Fingerprint: c.Fingerprint,
	}
}

// steps are the steps that a card holds as JSON.
func steps(text projections.JSON) []schemas.CardStep {
	out := []schemas.CardStep{}
	_ = json.Unmarshal([]byte(text), &out) // absent where there are none
	return out
}

func (s *server) cardTools(out *sdk.Server) {
	add(out, reads, "list_open_cards", "List the cards that wait for a person's answer.", s.openCards)
	add(out, changes, "answer_card", "Answer a card in a person's name: confirm deletes the steps that it shows, decline deletes nothing. The fingerprint says which plan was "+
		"looked at; where the steps have changed since, nothing is deleted. The same answer again changes nothing.", s.answerCard)
}

func (s *server) openCards(ctx context.Context, _ *sdk.CallToolRequest, a struct {
	Session string `json:"session,omitempty" jsonschema:"only this conversation's"`
}) (any, error) {
	var list struct {
		Cards []projections.Interrupt `json:"cards"`
	}
	q := url.Values{"status": {string(schemas.CardOpen)}}
	if a.Session != "" {
		q.Set("session", a.Session)
	}
	if err := s.call.Call(ctx, http.MethodGet, "/v1/cards?"+q.Encode(), nil, &list); err != nil {
		return nil, err
	}
	out := struct {
		Cards []card `json:"cards"`
	}{[]card{}}
	for _, c := range list.Cards {
		out.Cards = append(out.Cards, cardOf(c))
	}
	return out, nil
}

type answerArgs struct {
	Card        schemas.CardID       `json:"card" jsonschema:"the card"`
	Decision    schemas.CardDecision `json:"decision" jsonschema:"confirm or decline"`
	Fingerprint string               `json:"fingerprint" jsonschema:"that of the card: the plan that was looked at"`
}

func (s *server) answerCard(ctx context.Context, _ *sdk.CallToolRequest, a answerArgs) (any, error) {
	return s.send(ctx, http.MethodPost, "/v1/cards/"+url.PathEscape(string(a.Card))+"/answer",
		map[string]string{"decision": string(a.Decision), "fingerprint": a.Fingerprint})
}
