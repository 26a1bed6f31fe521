package main

import (
	"encoding/json"
	"fmt"
)

// Event types of cards.
const (
	cardRaised     = "turn.interrupt-raised"
	cardAnswered   = "turn.interrupt-answered"
	cardStale      = "turn.interrupt-stale"
	cardSuperseded = "turn.interrupt-superseded"
)

// A card is what the facts about a card say, each a part of it.
type card struct {
	ID       string            `json:"card_id"`
	Tool     string            `json:"tool"`
	Task     string            `json:"task_id"`
	Targets  []json.RawMessage `json:"targets"`
	Cascade  []json.RawMessage `json:"cascade"`
	Decision string            `json:"decision"`
	Reason   string            `json:"reason"`
}

// sayCard has words for cards; "" for other events.
func sayCard(e event) string {
	var c card
	if json.Unmarshal(e.Data, &c) != nil {
		return ""
	}
	id := visible(c.ID)
	switch e.Type {
	case cardRaised:
		return fmt.Sprintf("card %s waits for an answer: %s on %s of task %s, and %d that go with it",
			id, visible(c.Tool), counted(len(c.Targets), "step"), visible(c.Task), len(c.Cascade))
	case cardAnswered:
		return fmt.Sprintf("card %s is answered: %s", id, visible(c.Decision))
	case cardStale:
		return fmt.Sprintf("card %s is stale: the steps were changed since; nothing is done", id)
	case cardSuperseded:
		return fmt.Sprintf("card %s is left unanswered: %s", id, spoken(c.Reason))
	}
	return ""
}
