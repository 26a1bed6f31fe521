package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/coder/websocket"

	"turnbook/schemas"
)

// protocol is the bridge's subprotocol.
const protocol = "turnbook.v1"

// maxFrame is the largest frame that is taken, in bytes: a snapshot of a big playbook.
const maxFrame = 64 << 20

// A Stream is one connection of the bridge. One goroutine may read while others send.
type Stream struct {
	conn *websocket.Conn
}

// A Frame is a frame from the server; which members are there is the type's affair.
type Frame struct {
	Type   string          `json:"type"`
	Ref    string          `json:"ref"`
	Cursor string          `json:"cursor"`
	AsOf   string          `json:"as_of"` // of a snapshot: its cursor
	Event  json.RawMessage `json:"event"` // a CloudEvent, as it stands in the log
	Data   json.RawMessage `json:"data"`  // of an event that holds only a reference to it
	Target *schemas.Target `json:"target"`
	Turn   schemas.TurnID  `json:"turn"`
	Code   schemas.Code    `json:"code"`
	Detail string          `json:"detail"`
	Epoch  string          `json:"epoch"`
	Head   uint64          `json:"head"`
	View   schemas.ViewID  `json:"view_id"`
	Reason string          `json:"reason"`
	Card   schemas.CardID  `json:"card"` // of a refused answer
	At     uint64          `json:"at"`   // position of the answer that the card has

	Call   schemas.CallID `json:"call_id"` // of a delta: the message that it is a piece of
	Offset int            `json:"offset"`  // bytes of the message before it
	Text   string         `json:"text"`

	Raw json.RawMessage `json:"-"` // the frame, whole
}

// Problem is a refused or error frame as an error; nil for other frames.
func (f Frame) Problem() error {
	if f.Type != "refused" && f.Type != "error" {
		return nil
	}
	p := &Problem{}
	if err := json.Unmarshal(f.Raw, p); err != nil {
		return fmt.Errorf("read a %s frame: %w", f.Type, err)
	}
	p.Raw = f.Raw
	return p
}

// A Hello begins a stream.
type Hello struct {
	Ref     string            `json:"ref,omitempty"`
	Version int               `json:"version,omitempty"` // 0 for the newest that both speak
	View    schemas.ViewID    `json:"view_id,omitempty"` // to come back under; "" for a new one
	Session schemas.SessionID `json:"session,omitempty"` // the conversation that the view shows
}

// A Subscribe asks for events, in place of what was asked for before.
type Subscribe struct {
	Ref      string             `json:"ref,omitempty"`
	Session  schemas.SessionID  `json:"session,omitempty"`
	Playbook schemas.PlaybookID `json:"playbook,omitempty"`
	Turn     schemas.TurnID     `json:"turn,omitempty"`
	Types    []string           `json:"types,omitempty"`
	Tasks    []schemas.TaskID   `json:"tasks,omitempty"`   // whose steps a snapshot holds
	Modules  []schemas.ModuleID `json:"modules,omitempty"` // whose tasks it holds; nil for all
	From     string             `json:"from,omitempty"`    // a cursor; "" for "snapshot"
}

// A Message asks for a turn.
type Message struct {
	Ref       string             `json:"ref,omitempty"`
	Session   schemas.SessionID  `json:"session"`
	Text      string             `json:"text"`
	UIContext *schemas.UIContext `json:"ui_context,omitempty"`
	Key       string             `json:"idempotency_key,omitempty"`
	Queue     bool               `json:"queue,omitempty"`
}

// An Answer settles a card.
type Answer struct {
	Ref         string               `json:"ref,omitempty"`
	Session     schemas.SessionID    `json:"session,omitempty"` // "" to have it looked up by the card
	Card        schemas.CardID       `json:"card"`
	Decision    schemas.CardDecision `json:"decision"`
	Fingerprint string               `json:"fingerprint"` // of the plan that was looked at
}

// Dial opens a stream. It must be closed.
func (c *Client) Dial(ctx context.Context) (*Stream, error) {
	u := c.base.JoinPath("/v1/stream")
	conn, res, err := websocket.Dial(ctx, u.String(), &websocket.DialOptions{HTTPClient: c.http, Subprotocols: []string{protocol}})
	if err != nil {
		if res != nil && res.StatusCode >= 400 {
			return nil, fmt.Errorf("open a stream: the server answers %d: %w", res.StatusCode, err)
		}
		return nil, fmt.Errorf("open a stream: %w", err)
	}
	conn.SetReadLimit(maxFrame)
	return &Stream{conn: conn}, nil
}

// Send sends a frame: any value that marshals to a JSON object, with its type.
func (s *Stream) Send(ctx context.Context, frame any) error {
	raw, err := json.Marshal(frame)
	if err != nil {
		return err
	}
	return s.conn.Write(ctx, websocket.MessageText, raw)
}

// Hello sends a hello and waits for the welcome. The error is a [*Problem], or says
// that the server can't be reached.
func (s *Stream) Hello(ctx context.Context, h Hello) (Frame, error) {
	if err := s.Send(ctx, struct {
		Type string `json:"type"`
		Hello
	}{"hello", h}); err != nil {
		return Frame{}, err
	}
	f, err := s.Next(ctx)
	if err != nil {
		return f, err
	}
	if f.Type != "welcome" {
		return f, errors.Join(f.Problem(), fmt.Errorf("hello is answered by a frame %q", f.Type))
	}
	return f, nil
}

// Subscribe sends a subscribe frame; what comes of it comes from Next.
func (s *Stream) Subscribe(ctx context.Context, sub Subscribe) error {
	return s.Send(ctx, struct {
		Type string `json:"type"`
		Subscribe
	}{"subscribe", sub})
}

// Message sends a message frame; its ack or refused frame comes from Next.
func (s *Stream) Message(ctx context.Context, m Message) error {
	return s.Send(ctx, struct {
		Type string `json:"type"`
		Message
	}{"message", m})
}

// Answer sends an answer frame; its ack or refused frame comes from Next.
func (s *Stream) Answer(ctx context.Context, a Answer) error {
	return s.Send(ctx, struct {
		Type string `json:"type"`
		Answer
	}{"answer", a})
}

// Next waits for a frame. After an error there are no more.
func (s *Stream) Next(ctx context.Context) (Frame, error) {
	_, raw, err := s.conn.Read(ctx)
	if err != nil {
		return Frame{}, err
	}
	f := Frame{Raw: raw}
	if err := json.Unmarshal(raw, &f); err != nil {
		return f, fmt.Errorf("read a frame: %w", err)
	}
	return f, nil
}

// Close ends the stream. Turns go on.
func (s *Stream) Close() error { return s.conn.Close(websocket.StatusNormalClosure, "") }

// CloseNow ends the stream without a word.
func (s *Stream) CloseNow() error { return s.conn.CloseNow() }
