// Package guide is the domain that answers questions. It writes nothing: it has no
// tool that could.
package guide

import (
	"turnbook/agents"
	"turnbook/schemas"
)

// Request is one round of the domain; canvas is nil where none is on screen.
func Request(call schemas.CallID, canvas *agents.CanvasView, talk []agents.Message) agents.Request {
	r := agents.Request{
		Call:     call,
		Agent:    string(schemas.Guide),
		Messages: talk,
		Tools:    Tools(),
	}
	if canvas != nil {
		r.Data = []agents.Data{agents.NewData("canvas", canvas)}
	}
	return r
}

// Tools are the domain's tools.
func Tools() []agents.Tool { return []agents.Tool{agents.ReturnToRouterTool} }
