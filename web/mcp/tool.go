package mcp

import (
	"context"
	"encoding/json"
	"errors"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"turnbook/web/client"
)

// A kind says what a tool does to the world, for callers that ask a person first.
type kind int

const (
	reads   kind = iota
	writes       // adds, and the same call with the same key again does nothing more
	changes      // may take something away, or let it be taken away
)

// add adds a tool. Its arguments are the members of In and no others; its result is an
// object, as structured content and as text.
func add[In any](s *sdk.Server, k kind, name, about string, h func(context.Context, *sdk.CallToolRequest, In) (any, error)) {
	no, yes := false, true
	hints := &sdk.ToolAnnotations{ReadOnlyHint: k == reads, IdempotentHint: k == reads, DestructiveHint: &no, OpenWorldHint: &no}
	if k == changes {
		hints.DestructiveHint = &yes
	}
	sdk.AddTool(s, &sdk.Tool{Name: name, Description: about, Annotations: hints},
		func(ctx context.Context, r *sdk.CallToolRequest, in In) (*sdk.CallToolResult, any, error) {
			out, err := h(ctx, r, in)
			if err != nil {
				return refused(err), nil, nil
			}
			if whole, ok := out.(*sdk.CallToolResult); ok {
				return whole, nil, nil
			}
			return nil, out, nil
		})
}

// A refusal is what a caller is told when a tool comes to nothing.
type refusal struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// refused is an error as the result of a tool: the server's problem document as it came,
// or what broke on the way to it.
func refused(err error) *sdk.CallToolResult {
	var told any = refusal{"UNAVAILABLE", err.Error()}
	if p := (*client.Problem)(nil); errors.As(err, &p) {
		told = refusal{string(p.Code), p.Detail}
		if json.Valid(p.Raw) && p.Code != "" {
			told = p.Raw
		}
	}
	if bad := (*badInput)(nil); errors.As(err, &bad) {
		told = refusal{"INVALID_ARGUMENTS", bad.Error()}
	}
	return &sdk.CallToolResult{
		IsError: true, StructuredContent: told,
		Content: []sdk.Content{&sdk.TextContent{Text: err.Error()}},
	}
}

// A badInput is an argument that can't be, beyond what its schema says.
type badInput struct{ name, want string }

func (e *badInput) Error() string { return e.name + ": " + e.want }

// get reads something of the server as it tells it.
func (s *server) get(ctx context.Context, path string) (any, error) {
	return s.send(ctx, "GET", path, nil)
}

// send makes a call, and gives the answer as it came.
func (s *server) send(ctx context.Context, method, path string, in any) (any, error) {
	var out json.RawMessage
	if err := s.call.Call(ctx, method, path, in, &out); err != nil {
		return nil, err
	}
	return out, nil
}
