package schemas

import (
	"encoding/json"
	"time"
)

// ModelCalled records that a model is asked. The effect follows it; without an
// answer in the book it may run again after a crash.
type ModelCalled struct {
	Call      CallID    `json:"call_id" jsonschema:"the call, <turn>.<lane>.<n>"`
	Lane      LaneID    `json:"lane" jsonschema:"whose round it is"`
	Agent     string    `json:"agent" jsonschema:"the agent that asks"`
	Attempt   int       `json:"attempt,omitempty" jsonschema:"0 for the first try"`
	NotBefore time.Time `json:"not_before,omitzero" jsonschema:"when a repeated attempt may begin; absolute, kept over a restart"`
	Deadline  time.Time `json:"deadline" jsonschema:"when an answer is too late; absolute, kept over a restart"`
}

// A ToolRequest is a tool call as a model asked for it.
type ToolRequest struct {
	ID   string          `json:"id" jsonschema:"the model's own name of the call, unique in its answer"`
	Name string          `json:"name" jsonschema:"the tool"`
	Args json.RawMessage `json:"args,omitempty" words:"model" jsonschema:"the arguments, as they came; text where they were no JSON"`
}

// Usage is what a model call consumed, in tokens.
type Usage struct {
	Input      int `json:"input" jsonschema:"tokens read, those of a cache among them"`
	Output     int `json:"output" jsonschema:"tokens written, those of reasoning among them"`
	Cached     int `json:"cached,omitempty" jsonschema:"of those read: out of the vendor's cache"`
	CacheWrite int `json:"cache_write,omitempty" jsonschema:"of those read: put into the vendor's cache"`
	Reasoning  int `json:"reasoning,omitempty" jsonschema:"of those written: reasoning"`
}

// An Asking is how a model was asked: which model, how hard it was to think, what gave
// it each, and what it was told.
type Asking struct {
	Model        string   `json:"model" jsonschema:"the model that was asked, as in anthropic:ID"`
	ModelFrom    Tier     `json:"model_from" jsonschema:"the tier that chose it: explicit, bucket, configured, front_matter, ancestor, caller, owner or default"`
	Thinking     string   `json:"thinking" jsonschema:"how hard it was to think: off, low, medium, high, xhigh or max"`
	ThinkingFrom Tier     `json:"thinking_from" jsonschema:"the tier that chose that"`
	Definition   string   `json:"definition" jsonschema:"the agent file that holds the standing orders"`
	Without      []string `json:"without,omitempty" jsonschema:"tools that the agent file takes away"`
	Prompt       string   `json:"prompt" jsonschema:"SHA-256 in hex of the standing orders and the tools, which are kept once under this name"`
}

// ModelAnswered records a model's answer. It is a recorded input: the tool calls,
// step events and refusals that stand behind it in its message follow from it.
type ModelAnswered struct {
	Call      CallID        `json:"call_id" jsonschema:"the call that is answered"`
	Lane      LaneID        `json:"lane" jsonschema:"whose round it was"`
	Model     string        `json:"model" jsonschema:"the model that answered"`
	Text      string        `json:"text,omitempty" words:"model" jsonschema:"what it said"`
	ToolCalls []ToolRequest `json:"tool_calls,omitempty" jsonschema:"what it asks for, in order"`
	Stop      string        `json:"stop,omitempty" jsonschema:"the model's own stop reason"`
	Usage     Usage         `json:"usage,omitzero" jsonschema:"what it consumed"`
	Asked     *Asking       `json:"asked,omitempty" jsonschema:"how it was asked; absent in old books"`
	Basis     Basis         `json:"basis,omitempty" jsonschema:"document positions that the decision on it read"`
}

// ModelFailed records that a model call came to nothing. It is a recorded input.
type ModelFailed struct {
	Call    CallID  `json:"call_id" jsonschema:"the call that failed"`
	Lane    LaneID  `json:"lane" jsonschema:"whose round it was"`
	Code    Code    `json:"code" jsonschema:"MODEL_ERROR, MODEL_TIMEOUT, MODEL_UNUSABLE, MODEL_CUT, MODEL_RATE_LIMITED, MODEL_OVERLOADED, MODEL_REFUSED or CONTEXT_OVERFLOW"`
	Message string  `json:"message" words:"model" jsonschema:"what the adapter reported"`
	After   int     `json:"retry_after_ms,omitempty" jsonschema:"how long the vendor asks to be left alone, in milliseconds"`
	Asked   *Asking `json:"asked,omitempty" jsonschema:"how it was asked; absent in old books, and where it was not"`
	Basis   Basis   `json:"basis,omitempty" jsonschema:"document positions that the decision on it read"`
}

// ToolCalled records that a tool call of a model is carried out.
type ToolCalled struct {
	Call CallID          `json:"call_id" jsonschema:"the call, <turn>.<lane>.<n>"`
	Lane LaneID          `json:"lane" jsonschema:"whose call it is"`
	Tool string          `json:"tool" jsonschema:"the tool"`
	Args json.RawMessage `json:"args,omitempty" words:"model" jsonschema:"its arguments"`
	Ref  string          `json:"ref" jsonschema:"the model's own name of the call"`
	Edit *DocumentEdit   `json:"edit,omitempty" jsonschema:"for a tool that edits a document: the change, resolved"`

	Outside bool `json:"outside,omitempty" jsonschema:"for a tool of a workspace: it is carried out outside, and its result is a recorded input"`

	Basis Basis `json:"basis,omitempty" jsonschema:"document positions that it read"`
}

// ToolReturned records what a tool told its model. One result for each call.
type ToolReturned struct {
	Call   CallID `json:"call_id" jsonschema:"the call"`
	Lane   LaneID `json:"lane" jsonschema:"whose call it was"`
	Code   Code   `json:"code,omitempty" jsonschema:"why it was refused; absent where it was done"`
	Result string `json:"result" words:"author" jsonschema:"what the model is told"`

	Changed []FileChange `json:"changed,omitempty" jsonschema:"the files of a workspace that it changed"`
	Basis   Basis        `json:"basis,omitempty" jsonschema:"where it begins a decision: positions that the decision on it read"`
}

// MessageWritten records a finished message of the agent that owns the turn.
type MessageWritten struct {
	Call   CallID `json:"call_id" jsonschema:"the model call that wrote it; its deltas carried this id"`
	Domain Domain `json:"domain" jsonschema:"who speaks"`
	Text   string `json:"text" words:"model" jsonschema:"what it says"`
}
