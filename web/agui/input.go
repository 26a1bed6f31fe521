package agui

import (
	"encoding/json"
	"fmt"
	"strings"

	"turnbook/agents/worker"
	"turnbook/schemas"
)

// An Input is what a client posts to run an agent (RunAgentInput), as far as it is
// taken: state and tools are not. Members that nobody knows are passed over.
type Input struct {
	Thread   string             `json:"threadId"`
	Run      string             `json:"runId"`
	Messages []InputMessage     `json:"messages"`
	Context  []ContextEntry     `json:"context"`
	Props    json.RawMessage    `json:"forwardedProps"`
	Resume   []ResumeEntry      `json:"resume"`
	sent     schemas.SentAt     // by the client's own clock; "" where it did not say
	ui       *schemas.UIContext // nil where none came with it
}

// An InputMessage is one of the client's messages. Content is text, or a list of parts.
type InputMessage struct {
	ID      string          `json:"id"`
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

// A ContextEntry is a text with a name.
type ContextEntry struct {
	Description string `json:"description"`
	Value       string `json:"value"`
}

// A ResumeEntry is an answer to an interrupt.
type ResumeEntry struct {
	Interrupt string          `json:"interruptId"`
	Status    string          `json:"status"` // resolved or cancelled
	Payload   json.RawMessage `json:"payload"`
}

// contextName is how the context of a view is named, in forwardedProps and as the
// description of a context entry.
const contextName = "ui_context"

// check reads the ids and the context. What it refuses, it refuses before the stream:
// it is no input at all.
func (in *Input) check() error {
	if _, err := schemas.ParseID[string]("threadId", in.Thread); err != nil {
		return err
	}
	if _, err := schemas.ParseID[string]("runId", in.Run); err != nil {
		return err
	}
	for i, m := range in.Messages {
		if m.Role != userRole {
			continue
		}
		if _, err := schemas.ParseID[string](fmt.Sprintf("messages.%d.id", i), m.ID); err != nil {
			return err
		}
	}
	return in.readProps()
}

// readProps finds what the user's view shows, in forwardedProps, else in the context;
// and when the client sent it.
func (in *Input) readProps() (err error) {
	var props struct {
		UI   json.RawMessage `json:"ui_context"`
		Sent json.RawMessage `json:"sent_at"`
	}
	if len(in.Props) > 0 && in.Props[0] == '{' {
		if err := json.Unmarshal(in.Props, &props); err != nil {
			return &worker.InputError{Field: "forwardedProps", Want: err.Error()}
		}
	}
	for _, c := range in.Context {
		if c.Description == contextName && props.UI == nil {
			props.UI = json.RawMessage(c.Value)
		}
	}
	if in.sent, err = readSent(props.Sent); err != nil || props.UI == nil {
		return err
	}
	ui, err := schemas.ParseUIContext(props.UI)
	in.ui = &ui
	return err
}

func readSent(raw json.RawMessage) (schemas.SentAt, error) {
	var text string
	if raw != nil && json.Unmarshal(raw, &text) != nil {
		return "", &worker.InputError{Field: "forwardedProps.sent_at", Want: "it is no text; give RFC 3339, as in 2026-05-04T09:30:00.250Z"}
	}
	at, err := schemas.ParseSentAt(text)
	if err != nil {
		return "", &worker.InputError{Field: "forwardedProps.sent_at", Want: err.Error()}
	}
	return at, nil
}

// asked is the newest message of the user; nil for none.
func (in *Input) asked() *InputMessage {
	for i := len(in.Messages) - 1; i >= 0; i-- {
		if in.Messages[i].Role == userRole {
			return &in.Messages[i]
		}
	}
	return nil
}

// text is what a message says. Of a list of parts, its texts; anything else in it has
// no meaning here.
func (m InputMessage) text() string {
	var text string
	if json.Unmarshal(m.Content, &text) == nil {
		return text
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if json.Unmarshal(m.Content, &parts) != nil {
		return ""
	}
	var texts []string
	for _, p := range parts {
		if p.Type == "text" {
			texts = append(texts, p.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// approval reads what a resume says of its card. ok is false where it says nothing that
// counts: a missing or null decision is an error, never an answer.
func (e ResumeEntry) approval() (approved, ok bool) {
	switch e.Status {
	case "cancelled":
		return false, true
	case "resolved":
		var payload struct {
			Approved *bool `json:"approved"`
		}
		if json.Unmarshal(e.Payload, &payload) == nil && payload.Approved != nil {
			return *payload.Approved, true
		}
	}
	return false, false
}
