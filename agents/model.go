package agents

import (
	"context"
	"encoding/json"
	"iter"
	"time"

	"turnbook/schemas"
)

// A Model answers requests. It is a port: adapters of paid models, the offline
// model and tapes stand behind it, and nobody else knows which.
//
// Stream yields the parts of one answer in order and ends with a [Done], or with an
// error. An error is an [*Error] where the adapter can say what went wrong. An
// adapter does not retry: the engine does, and writes it down.
type Model interface {
	// Name is what stands in the book, as in "anthropic:claude-x" or "offline".
	Name() string
	Stream(ctx context.Context, r Request) iter.Seq2[Part, error]
}

// A Request is one round: all that a model is given.
type Request struct {
	Call     schemas.CallID // names the round; deltas of its text carry it
	Agent    string         // the agent that asks
	System   string         // its standing orders
	Data     []Data         // what it may look at; never orders, whatever they say
	Messages []Message      // the conversation, oldest first
	Tools    []Tool         // what it may call
	Thinking Thinking       // how hard it is to think; "" for as the vendor has it
}

// Thinking is how hard a model is asked to think: off, low, medium, high, xhigh or max.
// An adapter says it in its vendor's words. Off asks for nothing, since some models know
// no such word.
type Thinking string

// ThinkingOff asks for no thinking.
const ThinkingOff Thinking = "off"

// Data is a JSON document from outside: titles, descriptions, trees. An adapter
// marks it as data; a title that gives orders is still a title.
type Data struct {
	Name string // "focus", "domains", "canvas", "target", "assignment"
	JSON json.RawMessage
}

// A Role says whose a message is.
type Role string

const (
	UserRole      Role = "user"
	AssistantRole Role = "assistant"
	ToolRole      Role = "tool"
)

// A Message is one turn of the conversation with a model.
type Message struct {
	Role  Role
	Text  string                // user and assistant: what was said; tool: the result
	Calls []schemas.ToolRequest // assistant: what it asked for
	Ref   string                // tool: the [schemas.ToolRequest] that it answers
	Code  schemas.Code          // tool: why it was refused; "" where it was done
}

// A Tool is something a model may call.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Arguments   json.RawMessage `json:"arguments"` // JSON Schema of its arguments, an object
}

// A Part is a piece of an answer: [Text], [Reasoning], [Call] or [Done].
type Part interface{ part() }

// Text is a delta of the answer's text.
type Text string

// Reasoning is a delta of what the model thought on its way. It is no part of the
// answer, and nobody is shown it.
type Reasoning string

// Call is a whole tool call. Arguments that are no JSON are kept as they came.
type Call schemas.ToolRequest

// Done ends an answer.
type Done struct {
	Model string // the model that answered, where it differs from Name
	Stop  string // the model's own stop reason
	Usage schemas.Usage
}

func (Text) part()      {}
func (Reasoning) part() {}
func (Call) part()      {}
func (Done) part()      {}

// An Error is a model's failure, as far as its adapter understands it.
type Error struct {
	Code    schemas.Code  // one of those that [schemas.ModelFailed] names
	Message string        // for people; it holds no key
	After   time.Duration // how long the vendor asks to be left alone; 0 for no word
	Err     error
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }
func (e *Error) Unwrap() error { return e.Err }
