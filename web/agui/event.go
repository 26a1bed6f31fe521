package agui

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"
)

// An Event is one event of AG-UI 1.0. Only those that Turnbook sends are declared; an
// optional member that is absent is left out, never null. The set is closed.
type Event interface{ kind() string }

// A Message is one of the conversation, as MESSAGES_SNAPSHOT and the echo of a run's
// input carry it. Content is absent for an assistant that only calls tools.
type Message struct {
	ID       string     `json:"id"`
	Role     string     `json:"role"`
	Content  *string    `json:"content,omitempty"`
	Calls    []ToolCall `json:"toolCalls,omitempty"`
	AnswerTo string     `json:"toolCallId,omitempty"` // of a tool's message: the call
}

// A ToolCall is a call in a message of an assistant.
type ToolCall struct {
	ID       string   `json:"id"`
	Type     string   `json:"type"` // "function"
	Function Function `json:"function"`
}

// A Function is what a call calls.
type Function struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// An Op is an operation of RFC 6902. Value is absent for "remove".
type Op struct {
	Op    string          `json:"op"`
	Path  string          `json:"path"`
	Value json.RawMessage `json:"value,omitempty"`
}

// A Usage is what the calls of one model consumed in a run. Counts that no model told
// are absent.
type Usage struct {
	Model  string `json:"model,omitempty"`
	Input  int    `json:"inputTokens,omitempty"`
	Output int    `json:"outputTokens,omitempty"`
	Total  int    `json:"totalTokens,omitempty"`
}

// appendFrame writes an event as one SSE frame, whose lines end with LF alone. at is the
// moment of the fact behind it, zero for none; id is a cursor, "" for none.
func appendFrame(dst []byte, e Event, at time.Time, id string) []byte {
	body := raw(e)
	if id != "" {
		dst = append(append(append(dst, "id: "...), id...), '\n')
	}
	dst = append(append(append(dst, `data: {"type":"`...), e.kind()...), '"')
	if !at.IsZero() {
		dst = strconv.AppendInt(append(dst, `,"timestamp":`...), at.UnixMilli(), 10)
	}
	if len(body) > len("{}") {
		dst = append(dst, ',')
	}
	return append(append(dst, body[1:]...), "\n\n"...)
}

// raw is a value of ours as JSON on one line, with <, > and & as they are. It always
// marshals: what comes from outside was JSON before it was stored.
func raw(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("agui: " + err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
