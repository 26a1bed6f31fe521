package agui

import "encoding/json"

// Protocol is the version of AG-UI that is spoken here.
const Protocol = "1.0"

// RunStarted begins a run. Input is told in a replay only: there it brings the user's
// message, which a client that sent it has already.
type RunStarted struct {
	Thread   string `json:"threadId"`
	Run      string `json:"runId"`
	Protocol string `json:"protocolVersion"`
	Input    *Echo  `json:"input,omitempty"`
}

// An Echo is the part of a run's input that a replay tells again.
type Echo struct {
	Thread   string    `json:"threadId"`
	Run      string    `json:"runId"`
	Messages []Message `json:"messages"`
}

// RunFinished ends a run that came to an end: with success, at an interrupt, or stopped.
type RunFinished struct {
	Thread  string          `json:"threadId"`
	Run     string          `json:"runId"`
	Result  json.RawMessage `json:"result,omitempty"`
	Outcome Outcome         `json:"outcome"`
	Usage   []Usage         `json:"usage,omitempty"`
}

// An Outcome says how a run ended. Its type is success, interrupt or cancelled.
type Outcome struct {
	Type       string      `json:"type"`
	Interrupts []Interrupt `json:"interrupts,omitempty"`
}

// The types of outcomes.
const (
	Success   = "success"
	Suspended = "interrupt"
	Cancelled = "cancelled"
)

// An Interrupt is a card that waits for its answer.
type Interrupt struct {
	ID       string          `json:"id"`
	Reason   string          `json:"reason"` // "tool_call"
	Message  string          `json:"message,omitempty"`
	Call     string          `json:"toolCallId,omitempty"`
	Schema   json.RawMessage `json:"responseSchema,omitempty"`
	Metadata *Plan           `json:"metadata,omitempty"`
}

// RunError ends a run that came to nothing: a refusal, a failure, a breakdown.
type RunError struct {
	Message string  `json:"message"`
	Code    string  `json:"code,omitempty"`
	Usage   []Usage `json:"usage,omitempty"`
}

// StepStarted and StepFinished are the ends of one hop of the routing.
type (
	StepStarted struct {
		Name string `json:"stepName"`
	}
	StepFinished struct {
		Name string `json:"stepName"`
	}
)

// TextStarted, TextContent and TextEnded are a message of the assistant.
type (
	TextStarted struct {
		ID   string `json:"messageId"`
		Role string `json:"role"`
	}
	TextContent struct {
		ID    string `json:"messageId"`
		Delta string `json:"delta"`
	}
	TextEnded struct {
		ID string `json:"messageId"`
	}
)

// CallStarted, CallArgs, CallEnded and CallResult are a tool call and what it came to.
type (
	CallStarted struct {
		ID     string `json:"toolCallId"`
		Name   string `json:"toolCallName"`
		Parent string `json:"parentMessageId,omitempty"`
	}
	CallArgs struct {
		ID    string `json:"toolCallId"`
		Delta string `json:"delta"`
	}
	CallEnded struct {
		ID string `json:"toolCallId"`
	}
	CallResult struct {
		Message string `json:"messageId"`
		ID      string `json:"toolCallId"`
		Content string `json:"content"`
		Role    string `json:"role"`
	}
)

// StateSnapshot and StateDelta are the state of the run's turn.
type (
	StateSnapshot struct {
		State json.RawMessage `json:"snapshot"`
	}
	StateDelta struct {
		Ops []Op `json:"delta"`
	}
)

// MessagesSnapshot is the whole conversation.
type MessagesSnapshot struct {
	Messages []Message `json:"messages"`
}

// StepProgress is the type of activity that a row of progress is.
const StepProgress = "STEP_PROGRESS"

// ActivitySnapshot and ActivityDelta are a row of progress.
type (
	ActivitySnapshot struct {
		ID      string `json:"messageId"`
		Type    string `json:"activityType"`
		Content Row    `json:"content"`
	}
	ActivityDelta struct {
		ID    string `json:"messageId"`
		Type  string `json:"activityType"`
		Patch []Op   `json:"patch"`
	}
)

// SubagentStarted, SubagentFinished and SubagentFailed are a sub-agent's lane.
type (
	SubagentStarted struct {
		ID          string `json:"subagentRunId"`
		Name        string `json:"name"`
		Description string `json:"description,omitempty"`
		Call        string `json:"parentToolCallId,omitempty"`
	}
	SubagentFinished struct {
		ID     string          `json:"subagentRunId"`
		Result json.RawMessage `json:"result,omitempty"`
	}
	SubagentFailed struct {
		ID      string `json:"subagentRunId"`
		Message string `json:"message"`
		Code    string `json:"code,omitempty"`
	}
)

// Custom is an event of Turnbook for which AG-UI has no word: named by its type, with
// the CloudEvent as its value.
type Custom struct {
	Name  string          `json:"name"`
	Value json.RawMessage `json:"value"`
}

func (RunStarted) kind() string       { return "RUN_STARTED" }
func (RunFinished) kind() string      { return "RUN_FINISHED" }
func (RunError) kind() string         { return "RUN_ERROR" }
func (StepStarted) kind() string      { return "STEP_STARTED" }
func (StepFinished) kind() string     { return "STEP_FINISHED" }
func (TextStarted) kind() string      { return "TEXT_MESSAGE_START" }
func (TextContent) kind() string      { return "TEXT_MESSAGE_CONTENT" }
func (TextEnded) kind() string        { return "TEXT_MESSAGE_END" }
func (CallStarted) kind() string      { return "TOOL_CALL_START" }
func (CallArgs) kind() string         { return "TOOL_CALL_ARGS" }
func (CallEnded) kind() string        { return "TOOL_CALL_END" }
func (CallResult) kind() string       { return "TOOL_CALL_RESULT" }
func (StateSnapshot) kind() string    { return "STATE_SNAPSHOT" }
func (StateDelta) kind() string       { return "STATE_DELTA" }
func (MessagesSnapshot) kind() string { return "MESSAGES_SNAPSHOT" }
func (ActivitySnapshot) kind() string { return "ACTIVITY_SNAPSHOT" }
func (ActivityDelta) kind() string    { return "ACTIVITY_DELTA" }
func (SubagentStarted) kind() string  { return "SUBAGENT_STARTED" }
func (SubagentFinished) kind() string { return "SUBAGENT_FINISHED" }
func (SubagentFailed) kind() string   { return "SUBAGENT_ERROR" }
func (Custom) kind() string           { return "CUSTOM" }
