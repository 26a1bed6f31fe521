package main

import (
	"encoding/json"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web"
)

// sayCard has words for cards; "" for other events.
func sayCard(e event) string {
	switch f := e.fact.(type) {
	case schemas.InterruptRaised:
		return "card " + visible(string(f.Card)) + ": " + visible(web.ExplainCard(cardOf(f)))
	case schemas.InterruptAnswered:
		if f.Decision == schemas.Confirm {
			return "card " + visible(string(f.Card)) + " is confirmed"
		}
		return "card " + visible(string(f.Card)) + " is declined: nothing is deleted"
	case schemas.InterruptStale:
		return "card " + visible(string(f.Card)) + " is stale: the steps were changed after it was shown, so nothing is deleted"
	case schemas.InterruptSuperseded:
		if f.Reason == "cancelled" {
			return "card " + visible(string(f.Card)) + " is left unanswered: the turn was stopped, and nothing is deleted"
		}
		return "card " + visible(string(f.Card)) + " is left unanswered: a new message came, and nothing is deleted"
	}
	return ""
}

// cardOf is a card as it was raised.
func cardOf(f schemas.InterruptRaised) projections.Interrupt {
	targets, _ := json.Marshal(f.Targets) // texts always marshal
	cascade, _ := json.Marshal(f.Cascade)
	return projections.Interrupt{
		ID: f.Card, Status: schemas.CardOpen, Tool: f.Tool, Playbook: f.Playbook, Task: f.Task,
		Targets: projections.JSON(targets), Cascade: projections.JSON(cascade), Fingerprint: f.Fingerprint,
	}
}
