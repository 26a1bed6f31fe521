package vendortest

import (
	"encoding/json"
	"fmt"
	"net/http"

	"turnbook/agents"
	"turnbook/schemas"
)

// OpenAI serves POST /v1/chat/completions, streaming, to whoever has the key.
func OpenAI(key string, behind agents.Model) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+key {
			fail(w, http.StatusUnauthorized, `{"error":{"message":"Incorrect API key provided","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}`)
			return
		}
		var in openaiRequest
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || !in.Stream || len(in.Messages) == 0 {
			fail(w, http.StatusBadRequest, `{"error":{"message":"the request is not what this stub takes","type":"invalid_request_error","param":null,"code":null}}`)
			return
		}
		out := &openaiStream{sse: sse{w: w, rc: http.NewResponseController(w)}, model: in.Model}
		for part, err := range behind.Stream(r.Context(), in.request()) {
			if err != nil {
				out.send("", map[string]any{"error": map[string]any{"message": err.Error(), "type": "server_error"}})
				return
			}
			out.part(part)
		}
	})
	return mux
}

type openaiRequest struct {
	Model  string
	Stream bool
	Tools  []struct {
		Function struct {
			Name, Description string
			Parameters        json.RawMessage
		}
	}
	Messages []struct {
		Role, Content string
		ToolCall      string `json:"tool_call_id"`
		ToolCalls     []struct {
			ID       string
			Function struct{ Name, Arguments string }
		} `json:"tool_calls"`
	}
}

func (in openaiRequest) request() agents.Request {
	var tools []agents.Tool
	for _, t := range in.Tools {
		tools = append(tools, agents.Tool{Name: t.Function.Name, Description: t.Function.Description, Arguments: t.Function.Parameters})
	}
	var messages []agents.Message
	system := ""
	for _, m := range in.Messages {
		switch m.Role {
		case "system":
			system = m.Content
			continue
		case "tool":
			messages = append(messages, result(m.ToolCall, m.Content))
			continue
		}
		said := agents.Message{Role: agents.Role(m.Role), Text: m.Content}
		for _, c := range m.ToolCalls {
			said.Calls = append(said.Calls, schemas.ToolRequest{ID: c.ID, Name: c.Function.Name, Args: json.RawMessage(c.Function.Arguments)})
		}
		messages = append(messages, said)
	}
	return understand(system, tools, messages)
}

// openaiStream writes an answer in chunks.
type openaiStream struct {
	sse
	model string
	calls int
}

func (s *openaiStream) chunk(delta map[string]any, finish any) {
	s.send("", map[string]any{
		"id": "chatcmpl-stub", "object": "chat.completion.chunk", "created": 1, "model": s.model,
		"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}},
	})
}

func (s *openaiStream) part(part agents.Part) {
	switch part := part.(type) {
	case agents.Text:
		s.chunk(map[string]any{"content": string(part)}, nil)
	case agents.Call:
		call := map[string]any{"index": s.calls, "id": fmt.Sprintf("call_%d", s.calls), "type": "function", "function": map[string]any{"name": part.Name, "arguments": ""}}
		s.chunk(map[string]any{"tool_calls": []any{call}}, nil)
		for _, piece := range halves(part.Args) {
			s.chunk(map[string]any{"tool_calls": []any{map[string]any{"index": s.calls, "function": map[string]any{"arguments": piece}}}}, nil)
		}
		s.calls++
	case agents.Done:
		finish := "stop"
		if s.calls > 0 {
			finish = "tool_calls"
		}
		s.chunk(map[string]any{}, finish)
		s.send("", map[string]any{
			"id": "chatcmpl-stub", "object": "chat.completion.chunk", "created": 1, "model": s.model, "choices": []any{},
			"usage": map[string]any{"prompt_tokens": 7, "completion_tokens": 9, "total_tokens": 16},
		})
		s.raw("data: [DONE]\n\n")
	}
}
