package telemetry

// Conventions is the version of OpenTelemetry's GenAI conventions that the names below
// are of. They are «development»: a change of theirs is a change of this file.
const Conventions = "semantic-conventions-genai 2026-11"

// Operations, the values of gen_ai.operation.name.
const (
	opWorkflow = "invoke_workflow" // a turn
	opAgent    = "invoke_agent"    // an agent's part of it, in its lane
	opChat     = "chat"            // a call of a model
	opTool     = "execute_tool"    // a call of a tool
)

// workflow is the name of the one workflow that there is.
const workflow = "turnbook.turn"

// scope names who makes the spans.
const scope = "turnbook/agents/telemetry"

// Attributes of the conventions.
const (
	attrOperation    = "gen_ai.operation.name"
	attrWorkflow     = "gen_ai.workflow.name"
	attrConversation = "gen_ai.conversation.id"
	attrAgent        = "gen_ai.agent.name"
	attrProvider     = "gen_ai.provider.name"
	attrRequestModel = "gen_ai.request.model"
	attrModel        = "gen_ai.response.model"
	attrStream       = "gen_ai.request.stream"
	attrFinish       = "gen_ai.response.finish_reasons"
	attrInput        = "gen_ai.usage.input_tokens" // those of a cache among them
	attrOutput       = "gen_ai.usage.output_tokens"
	attrCached       = "gen_ai.usage.cache_read.input_tokens"
	attrCacheWrite   = "gen_ai.usage.cache_write.input_tokens"
	attrReasoning    = "gen_ai.usage.reasoning.output_tokens"
	attrTool         = "gen_ai.tool.name"
	attrToolCall     = "gen_ai.tool.call.id"
	attrToolType     = "gen_ai.tool.type"
	attrTransfer     = "gen_ai.transfer.mode"
	attrTransferTo   = "gen_ai.transfer.target.name"
	attrError        = "error.type"
)

// Attributes that hold what was said; only with [Options.Content].
const (
	attrInputMessages  = "gen_ai.input.messages"
	attrOutputMessages = "gen_ai.output.messages"
	attrToolArguments  = "gen_ai.tool.call.arguments"
	attrToolResult     = "gen_ai.tool.call.result"
)

// Values of theirs.
const (
	toolFunction = "function"
	passControl  = "pass_control" // a hand-back: the router decides who goes on
)

// Names of our own, for what has no convention: a card (semantic-conventions-genai#95),
// a refusal, where a turn stands.
const (
	attrVendor   = "turnbook.vendor"
	attrTurn     = "turnbook.turn.id"
	attrStatus   = "turnbook.turn.status"
	attrStop     = "turnbook.turn.stop_reason"
	attrHops     = "turnbook.turn.hops"
	attrLane     = "turnbook.lane"
	attrAttempt  = "turnbook.attempt"
	attrCard     = "turnbook.card.id"
	attrDecision = "turnbook.card.decision"
	attrCode     = "turnbook.code"

	eventRequested = "turnbook.confirmation.requested"
	eventSettled   = "turnbook.confirmation.settled"
	eventRefused   = "turnbook.write.refused"
)
