package vendortest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"turnbook/agents"
	"turnbook/schemas"
)

// Anthropic serves POST /v1/messages, streaming, to whoever has the key.
func Anthropic(key string, behind agents.Model) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/messages", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+key && r.Header.Get("X-Api-Key") != key {
			fail(w, http.StatusUnauthorized, `{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}`)
			return
		}
		var in anthropicRequest
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || !in.Stream || len(in.Messages) == 0 || in.Messages[0].Role != "user" {
			fail(w, http.StatusBadRequest, `{"type":"error","error":{"type":"invalid_request_error","message":"the request is not what this stub takes"}}`)
			return
		}
		out := &anthropicStream{sse: sse{w: w, rc: http.NewResponseController(w)}}
		out.event("message_start", map[string]any{"message": map[string]any{
			"id": "msg_stub", "type": "message", "role": "assistant", "model": in.Model, "content": []any{},
			"stop_reason": nil, "stop_sequence": nil, "usage": map[string]any{"input_tokens": 7, "output_tokens": 1},
		}})
		for part, err := range behind.Stream(r.Context(), in.request()) {
			if err != nil {
				out.event("error", map[string]any{"error": map[string]any{"type": "api_error", "message": err.Error()}})
				return
			}
			out.part(part)
		}
	})
	return mux
}

type anthropicRequest struct {
	Model  string
	Stream bool
	System []struct{ Text string }
	Tools  []struct {
		Name, Description string
		Schema            json.RawMessage `json:"input_schema"`
	}
	Messages []struct {
		Role    string
		Content []anthropicBlock
	}
}

type anthropicBlock struct {
	Type, Text, ID, Name string
	Input                json.RawMessage
	ToolUse              string `json:"tool_use_id"`
	Content              []struct{ Text string }
}

func (in anthropicRequest) request() agents.Request {
	var system []string
	for _, b := range in.System {
		system = append(system, b.Text)
	}
	var tools []agents.Tool
	for _, t := range in.Tools {
		tools = append(tools, agents.Tool{Name: t.Name, Description: t.Description, Arguments: t.Schema})
	}
	var messages []agents.Message
	for _, m := range in.Messages {
		said := agents.Message{Role: agents.Role(m.Role)}
		for _, b := range m.Content {
			switch b.Type {
			case "text":
				said.Text += b.Text
			case "tool_use":
				said.Calls = append(said.Calls, schemas.ToolRequest{ID: b.ID, Name: b.Name, Args: b.Input})
			case "tool_result":
				messages = append(messages, result(b.ToolUse, b.Content[0].Text))
			}
		}
		if said.Text != "" || said.Calls != nil {
			messages = append(messages, said)
		}
	}
	return understand(strings.Join(system, "\n\n"), tools, messages)
}

// anthropicStream writes an answer in blocks.
type anthropicStream struct {
	sse
	index  int
	inText bool
	calls  bool
}

func (s *anthropicStream) event(kind string, data map[string]any) {
	data["type"] = kind
	s.send(kind, data)
}

func (s *anthropicStream) part(part agents.Part) {
	switch part := part.(type) {
	case agents.Text:
		if !s.inText {
			s.open(map[string]any{"type": "text", "text": ""})
			s.inText = true
		}
		s.delta(map[string]any{"type": "text_delta", "text": string(part)})
	case agents.Call:
		s.closeText()
		s.calls = true
		s.open(map[string]any{"type": "tool_use", "id": fmt.Sprintf("toolu_%d", s.index), "name": part.Name, "input": map[string]any{}})
		for _, piece := range halves(part.Args) {
			s.delta(map[string]any{"type": "input_json_delta", "partial_json": piece})
		}
		s.close()
	case agents.Done:
		s.closeText()
		stop := "end_turn"
		if s.calls {
			stop = "tool_use"
		}
		s.event("message_delta", map[string]any{"delta": map[string]any{"stop_reason": stop, "stop_sequence": nil}, "usage": map[string]any{"output_tokens": 9}})
		s.event("message_stop", map[string]any{})
	}
}

func (s *anthropicStream) open(block map[string]any) {
	s.event("content_block_start", map[string]any{"index": s.index, "content_block": block})
}

func (s *anthropicStream) delta(delta map[string]any) {
	s.event("content_block_delta", map[string]any{"index": s.index, "delta": delta})
}

func (s *anthropicStream) close() {
	s.event("content_block_stop", map[string]any{"index": s.index})
	s.index++
}

func (s *anthropicStream) closeText() {
	if s.inText {
		s.inText = false
		s.close()
	}
}
