package web

import (
	"turnbook/projections"
	"turnbook/schemas"
)

// ExplainCode says in half a sentence why a code refuses, whoever asked.
func ExplainCode(c schemas.Code) string {
	switch c {
	case schemas.CodeTurnRunning:
		return "a turn was running in this conversation; wait for its end, or ask to queue"
	case schemas.CodeCardOpen:
		return "a question was open in this conversation, and the message was not to withdraw it; answer it first"
	case schemas.CodeKeyConflict:
		return "the same command had been sent before with other words"
	case schemas.CodeUnknownTurn:
		return "there is no such turn in this conversation"
	case schemas.CodeUnknownCard:
		return "there is no such card in this conversation"
	case schemas.CodeCardSettled:
		return "the card had been settled before, otherwise; only the first answer counts"
	case schemas.CodeWrongFingerprint:
		return "the answer was to another plan than the card's; look at the card again"
	case schemas.CodeModelError, schemas.CodeModelTimeout:
		return "the model did not answer"
	case schemas.CodeModelCut:
		return "the model's answer broke off"
	case schemas.CodeRateLimited, schemas.CodeOverloaded:
		return "the model's vendor had no room for the call"
	case schemas.CodeModelRefused:
		return "the model's vendor turned the call down"
	case schemas.CodeContextOverflow:
		return "the conversation is longer than the model can read"
	case schemas.CodeModelUnusable:
		return "the model's answer could not be used"
	case schemas.CodeRoundsExhausted:
		return "the agent took more rounds than it may"
	}
	return reasonOr(c, "the rule "+shown(string(c))+" stood in its way")
}

// explainCommand says why a command of a person came to nothing; "" for what an agent
// wanted.
func explainCommand(r projections.Refusal) string {
	switch r.Tool {
	case "message":
		return "A message was not taken: " + ExplainCode(r.Code) + "."
	case "cancel":
		return "Nothing was stopped: " + ExplainCode(r.Code) + "."
	case "answer":
		return "An answer to a card was not taken: " + ExplainCode(r.Code) + ". Nothing was deleted by it."
	case "edit_steps":
		return "Steps were not edited by hand: " + ExplainCode(r.Code) + ". " + consequence(r.Code)
	case "undo_steps":
		return "An edit by hand was not undone: " + ExplainCode(r.Code) + "."
	}
	return ""
}
