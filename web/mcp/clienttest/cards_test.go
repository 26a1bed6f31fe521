package clienttest

import (
	"encoding/json"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// deletion is a message that ends at a card.
func deletion() map[string]any {
	return map[string]any{"text": "delete everything", "playbook_id": "nurse-onboarding", "ui_context": onTask()}
}

func TestACardIsPutToThePersonOnEveryWay(t *testing.T) {
	for name, w := range ways {
		t.Run(name, func(t *testing.T) {
			h := open(t)
			for _, r := range []struct {
				answer *sdk.ElicitResult
				card   string // where it stands then
				turn   string
			}{
				{&sdk.ElicitResult{Action: "cancel"}, "open", "awaiting_answer"},
				{&sdk.ElicitResult{Action: "decline"}, "declined", "completed"},
				{&sdk.ElicitResult{Action: "accept", Content: map[string]any{"approved": false}}, "declined", "completed"},
				{&sdk.ElicitResult{Action: "accept", Content: map[string]any{"approved": true}}, "confirmed", "completed"},
			} {
				c := h.connect(w, r.answer)
				c.t = t
				_, raw := c.call("send_message", deletion())
				got := read[said](t, raw)
				if got.Status != r.turn || len(c.asked) != 1 || !strings.Contains(c.asked[0], "Delete ") {
					t.Errorf("%s: %s, asked %q", r.card, raw, c.asked)
				}
				if cards := h.cards(got.Turn); len(cards) != 1 || cards[0].Status != r.card {
					t.Errorf("the card is %+v, want %s", cards, r.card)
				}
			}
		})
	}
}

type cardRow struct{ ID, Status, Fingerprint string }

// cards are the cards of a turn.
func (h *house) cards(turn string) []cardRow {
	h.t.Helper()
	var d struct{ Cards []cardRow }
	h.must(h.rest.Call(h.t.Context(), "GET", "/v1/turns/"+turn+"/dossier", nil, &d))
	return d.Cards
}

func TestACardIsNamedToWhoCanAskNobodyAndAnsweredOnce(t *testing.T) {
	h := open(t)
	c := h.connect(ways["http, each request alone"], nil)
	_, raw := c.call("send_message", deletion())
	got := read[said](t, raw)
	if got.Status != "awaiting_answer" || len(got.Cards) != 1 {
		t.Fatalf("it waits for nobody: %s", raw)
	}
	card := got.Cards[0]
	if _, open := c.call("list_open_cards", map[string]any{"session": got.Session}); !strings.Contains(open, card.Card) {
		t.Errorf("open cards: %s", open)
	}
	for _, r := range []struct {
		decision, fingerprint, want string
	}{
		{"confirm", "another", "WRONG_FINGERPRINT"}, {"decline", card.Fingerprint, "declined"},
		{"decline", card.Fingerprint, "declined"}, {"confirm", card.Fingerprint, "CARD_SETTLED"},
	} {
		_, raw := c.call("answer_card", map[string]any{"card": card.Card, "decision": r.decision, "fingerprint": r.fingerprint})
		if !strings.Contains(raw, `"`+r.want+`"`) {
			t.Errorf("%s: %s, want %s", r.decision, raw, r.want)
		}
	}
}

// What a caller brings back with an answer counts only as this server signed it.
func TestAForgedStateAnswersNothing(t *testing.T) {
	h := open(t)
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, &sdk.ClientOptions{
		MultiRoundTrip: &sdk.MultiRoundTripOptions{Disabled: true},
		Capabilities:   &sdk.ClientCapabilities{Elicitation: &sdk.ElicitationCapabilities{Form: &sdk.FormElicitationCapabilities{}}},
	})
	c, err := client.Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: h.url + "/mcp"}, nil)
	h.must(err)
	defer c.Close()
	first, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "send_message", Arguments: deletion()})
	h.must(err)
	if !first.NeedsInput() {
		t.Fatalf("nothing is asked: %+v", first)
	}
	yes := &sdk.ElicitResult{Action: "accept", Content: map[string]any{"approved": true}}
	for name, state := range map[string]string{"cut": first.RequestState[1:], "no text": "!", "short": "AAAA"} {
		r, err := c.CallTool(t.Context(), &sdk.CallToolParams{
			Name: "send_message", Arguments: deletion(), RequestState: state, InputResponses: sdk.InputResponseMap{"card": yes},
		})
		h.must(err)
		raw, err := json.Marshal(r.StructuredContent)
		h.must(err)
		if !r.IsError || !strings.Contains(string(raw), "INVALID_ARGUMENTS") {
			t.Errorf("%s: %s", name, raw)
		}
	}
	var open struct{ Cards []cardRow }
	h.must(h.rest.Call(t.Context(), "GET", "/v1/cards?status=open", nil, &open))
	if len(open.Cards) != 1 {
		t.Errorf("open cards: %+v", open.Cards)
	}
}
