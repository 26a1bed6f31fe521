package telemetry

import (
	"encoding/json"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"turnbook/agents"
	"turnbook/schemas"
)

// model takes in what happens to a call of a model. The router's calls have an agent of
// their own above them, which ends when its pick was understood.
func (t *turn) model(r schemas.Record) {
	switch e := r.Event.(type) {
	case schemas.ModelCalled:
		below := lanePlace(e.Lane)
		if e.Agent == string(schemas.Router) {
			if below = routerPlace; t.seg.open[below] == nil {
				t.agent(r, below, e.Agent, rootPlace, e.Lane)
			}
		}
		o := t.opened(r, modelPlace(e.Call), below, opChat, trace.SpanKindClient,
			attribute.String(attrOperation, opChat), attribute.String(attrAgent, e.Agent), attribute.String(attrConversation, t.session),
			attribute.String(attrLane, string(e.Lane)), attribute.Int(attrAttempt, e.Attempt), attribute.Bool(attrStream, true))
		if e.NotBefore.After(o.Start) {
			o.Start = e.NotBefore // a repeated attempt waits before it begins
		}
	case schemas.ModelAnswered:
		t.answered(r, e)
	case schemas.ModelFailed:
		t.close(modelPlace(e.Call), r.Time, string(e.Code))
	}
}

func (t *turn) answered(r schemas.Record, e schemas.ModelAnswered) {
	o := t.at(modelPlace(e.Call))
	provider, model, known := strings.Cut(e.Model, ":")
	if !known {
		model = provider // "offline" is both
	}
	o.Name = opChat + " " + model
	o.set(attribute.String(attrProvider, provider), attribute.String(attrRequestModel, model), attribute.String(attrModel, model))
	if e.Stop != "" {
		o.set(attribute.StringSlice(attrFinish, []string{e.Stop}))
	}
	if t.content {
		o.set(said(attrOutputMessages, "assistant", e.Text, e.ToolCalls))
	}
	o.usage = e.Usage
	for _, place := range []string{lanePlace(e.Lane), routerPlace} {
		if above := t.seg.open[place]; above != nil {
			above.usage = sum(above.usage, e.Usage)
			break
		}
	}
	t.close(modelPlace(e.Call), r.Time, "")
}

// tool takes in what happens to a call of a tool.
func (t *turn) tool(r schemas.Record) {
	switch e := r.Event.(type) {
	case schemas.ToolCalled:
		about := []attribute.KeyValue{
			attribute.String(attrOperation, opTool), attribute.String(attrTool, e.Tool), attribute.String(attrToolCall, string(e.Call)),
			attribute.String(attrToolType, toolFunction), attribute.String(attrConversation, t.session), attribute.String(attrLane, string(e.Lane)),
		}
		name := opTool + " " + e.Tool
		if e.Tool == agents.ReturnToRouter {
			name += " " + string(schemas.Router)
			about = append(about, attribute.String(attrTransfer, passControl), attribute.String(attrTransferTo, string(schemas.Router)))
		}
		o := t.opened(r, toolPlace(e.Call), lanePlace(e.Lane), name, trace.SpanKindInternal, about...)
		if t.content {
			o.set(attribute.String(attrToolArguments, string(e.Args)))
		}
	case schemas.ToolReturned:
		if t.content {
			t.at(toolPlace(e.Call)).set(attribute.String(attrToolResult, e.Result))
		}
		t.close(toolPlace(e.Call), r.Time, string(e.Code))
	case schemas.WriteRefused:
		t.at(toolPlace(e.Call)).note(eventRefused, r.Time, attribute.String(attrCode, string(e.Code)))
	}
}

func sum(a, b schemas.Usage) schemas.Usage {
	return schemas.Usage{
		Input: a.Input + b.Input, Output: a.Output + b.Output, Cached: a.Cached + b.Cached,
		CacheWrite: a.CacheWrite + b.CacheWrite, Reasoning: a.Reasoning + b.Reasoning,
	}
}

// usage is what was consumed, as attributes; none for nothing.
func usage(u schemas.Usage) []attribute.KeyValue {
	if u == (schemas.Usage{}) {
		return nil
	}
	all := []attribute.KeyValue{attribute.Int(attrInput, u.Input), attribute.Int(attrOutput, u.Output)}
	for _, more := range []attribute.KeyValue{attribute.Int(attrCached, u.Cached), attribute.Int(attrCacheWrite, u.CacheWrite), attribute.Int(attrReasoning, u.Reasoning)} {
		if more.Value.AsInt64() != 0 {
			all = append(all, more)
		}
	}
	return all
}

// A message is what was said, in the form of the conventions.
type message struct {
	Role  string `json:"role"`
	Parts []part `json:"parts"`
}

type part struct {
	Type      string          `json:"type"` // text or tool_call
	Content   string          `json:"content,omitempty"`
	ID        string          `json:"id,omitempty"`
	Name      string          `json:"name,omitempty"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
}

func said(key, role, text string, calls []schemas.ToolRequest) attribute.KeyValue {
	m := message{Role: role}
	if text != "" {
		m.Parts = append(m.Parts, part{Type: "text", Content: text})
	}
	for _, c := range calls {
		m.Parts = append(m.Parts, part{Type: "tool_call", ID: c.ID, Name: c.Name, Arguments: c.Args})
	}
	raw, _ := json.Marshal([]message{m}) // arguments in the book are JSON
	return attribute.String(key, string(raw))
}
