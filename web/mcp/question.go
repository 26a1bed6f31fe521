package mcp

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"turnbook/schemas"
)

// stateless is the first version of the protocol in which a result asks, and the call is
// made again with the answer, as often as it takes. Before it, the server asks once.
const stateless = "2026-07-28"

// asked is the name of the one question of a result.
const asked = "card"

// A state is what a caller brings back with an answer: which plan was shown to it.
type state struct {
	Session     schemas.SessionID `json:"session"`
	Turn        schemas.TurnID    `json:"turn"`
	Card        schemas.CardID    `json:"card"`
	Fingerprint string            `json:"fingerprint"`
}

// mayAsk says whether a person can be asked through the caller, in this round.
func mayAsk(r *sdk.CallToolRequest) bool {
	c := r.ClientCapabilities()
	if c == nil || c.Elicitation == nil || c.Elicitation.Form == nil && c.Elicitation.URL != nil {
		return false
	}
	return r.ProtocolVersion() >= stateless || r.Params.RequestState == ""
}

// question is a card as an input request.
func (s *server) question(c card) (*sdk.CallToolResult, error) {
	sealed, err := s.seal(state{c.Session, c.Turn, c.ID, c.Fingerprint})
	if err != nil {
		return nil, err
	}
	form := json.RawMessage(`{"type":"object","required":["approved"],"properties":{"approved":{"type":"boolean","title":"Delete them"}}}`)
	return &sdk.CallToolResult{
		InputRequests: sdk.InputRequestMap{asked: &sdk.ElicitParams{Mode: "form", Message: wording(c), RequestedSchema: form}},
		RequestState:  sealed,
	}, nil
}

// wording is what the person reads. Titles stand in it as they are, in quotes.
func wording(c card) string {
	text := fmt.Sprintf("Delete %d step(s)", len(c.Targets))
	if len(c.Cascade) > 0 {
		text += fmt.Sprintf(", and %d below them", len(c.Cascade))
	}
	var titles []string
	for _, step := range append(c.Targets[:len(c.Targets):len(c.Targets)], c.Cascade...) {
		titles = append(titles, fmt.Sprintf("%q", step.Title))
	}
	return text + "? " + strings.Join(titles, ", ")
}

// goOn settles the card that was asked about, and follows its turn. A question that was
// put aside leaves the card open, and is not asked again in this call.
func (s *server) goOn(ctx context.Context, r *sdk.CallToolRequest) (any, error) {
	st, err := s.unseal(r.Params.RequestState)
	if err != nil {
		return nil, err
	}
	answer, _ := r.Params.InputResponses[asked].(*sdk.ElicitResult)
	decision, given, err := decided(answer)
	if err != nil {
		return nil, err
	}
	if given {
		if _, err := s.answerCard(ctx, r, answerArgs{st.Card, decision, st.Fingerprint}); err != nil {
			return nil, err
		}
	}
	return s.follow(ctx, r, string(st.Session), st.Turn, longestWait, given && mayAsk(r))
}

// decided is what a person decided; given is false for one that did not.
func decided(r *sdk.ElicitResult) (d schemas.CardDecision, given bool, err error) {
	switch {
	case r == nil || r.Action == "cancel":
		return "", false, nil
	case r.Action == "decline":
		return schemas.Decline, true, nil
	case r.Action != "accept":
		return "", false, &badInput{"inputResponses." + asked, "give accept, decline or cancel as its action"}
	}
	approved, ok := r.Content["approved"].(bool)
	switch {
	case !ok:
		return "", false, &badInput{"inputResponses." + asked, "approved is missing; give true or false"}
	case approved:
		return schemas.Confirm, true, nil
	}
	return schemas.Decline, true, nil
}

// seal signs a state.
func (s *server) seal(st state) (string, error) {
	raw, err := json.Marshal(st)
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(append(s.sign(raw), raw...)), nil
}

// unseal reads a state that this server signed, since it was started.
func (s *server) unseal(text string) (st state, err error) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(raw) < sha256.Size || !hmac.Equal(s.sign(raw[sha256.Size:]), raw[:sha256.Size]) {
		return st, &badInput{"requestState", "it is not this server's, or from before it was started anew; the card is still open: answer it with answer_card"}
	}
	return st, json.Unmarshal(raw[sha256.Size:], &st)
}

func (s *server) sign(raw []byte) []byte {
	h := hmac.New(sha256.New, s.key)
	h.Write(raw)
	return h.Sum(nil)
}
