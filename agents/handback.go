package agents

import "encoding/json"

// ReturnToRouter is the name of the tool by which a domain declines a turn.
const ReturnToRouter = "return_to_router"

// ReturnToRouterTool is the one body of hand-back that the domains share.
var ReturnToRouterTool = Tool{
	Name:        ReturnToRouter,
	Description: "Decline this message, so that another domain takes it. Call it first, alone, when what is asked is not yours; not because something was refused, and not after you wrote. Ends your part of the turn.",
	Arguments:   json.RawMessage(`{"type":"object","additionalProperties":false,"required":["reason"],"properties":{"reason":{"type":"string","description":"why it is not yours, for the user"}}}`),
}

// SuggestReplies is the name of the tool that offers replies to pick from.
const SuggestReplies = "emit_suggest_replies"

// SuggestRepliesTool is for agents that talk with the user; a sub-agent has no
// conversation of its own.
var SuggestRepliesTool = Tool{
	Name:        SuggestReplies,
	Description: "Offer the user up to six short replies to pick from, when you have asked something that has few answers. Each reads as the user would say it.",
	Arguments:   json.RawMessage(`{"type":"object","additionalProperties":false,"required":["replies"],"properties":{"replies":{"type":"array","minItems":1,"maxItems":6,"items":{"type":"string"}}}}`),
}
