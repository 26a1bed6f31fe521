package anthropic

import (
	"encoding/json"
	"fmt"

	vendor "github.com/anthropics/anthropic-sdk-go/v2"

	"turnbook/agents"
)

// paramsOf is a request as the vendor takes it. The standing orders and the tools are
// the same in every round, and may be cached there; the data are not.
func paramsOf(o Options, r agents.Request) (vendor.MessageNewParams, error) {
	p := vendor.MessageNewParams{Model: vendor.Model(o.Model), MaxTokens: int64(o.MaxTokens)}
	think(&p, r.Thinking)
	if r.System != "" {
		p.System = append(p.System, vendor.TextBlockParam{Text: r.System, CacheControl: vendor.NewCacheControlEphemeralParam()})
	}
	if fence := agents.Fence(r.Data); fence != "" {
		p.System = append(p.System, vendor.TextBlockParam{Text: fence})
	}
	for _, t := range r.Tools {
		tool, err := toolOf(t)
		if err != nil {
			return p, err
		}
		p.Tools = append(p.Tools, tool)
	}
	p.Messages = messagesOf(agents.Paired(r.Messages))
	return p, nil
}

// think asks the model to think as hard as it is told. It decides how much of that an
// answer needs; a model that knows no such thing says so, and the doctor tells it.
func think(p *vendor.MessageNewParams, level agents.Thinking) {
	if level == "" || level == agents.ThinkingOff {
		return
	}
	p.Thinking = vendor.ThinkingConfigParamUnion{OfAdaptive: &vendor.ThinkingConfigAdaptiveParam{}}
	p.OutputConfig.Effort = vendor.OutputConfigEffort(level)
}

func toolOf(t agents.Tool) (vendor.ToolUnionParam, error) {
	var schema map[string]any
	if err := json.Unmarshal(t.Arguments, &schema); err != nil {
		return vendor.ToolUnionParam{}, fmt.Errorf("anthropic: the schema of tool %s: %w", t.Name, err)
	}
	in := vendor.ToolInputSchemaParam{Properties: schema["properties"], ExtraFields: map[string]any{}}
	for key, value := range schema {
		if key != "type" && key != "properties" {
			in.ExtraFields[key] = value
		}
	}
	return vendor.ToolUnionParam{OfTool: &vendor.ToolParam{
		Name: t.Name, Description: vendor.String(t.Description), InputSchema: in,
	}}, nil
}

// messagesOf is a conversation in the vendor's two roles: results of tools are the
// user's. It begins with the user, whoever began it.
func messagesOf(messages []agents.Message) []vendor.MessageParam {
	var out []vendor.MessageParam
	if len(messages) == 0 || messages[0].Role != agents.UserRole {
		out = append(out, vendor.NewUserMessage(vendor.NewTextBlock("Go on.")))
	}
	var results []vendor.ContentBlockParamUnion
	flush := func() {
		if len(results) > 0 {
			out, results = append(out, vendor.NewUserMessage(results...)), nil
		}
	}
	for _, m := range messages {
		switch m.Role {
		case agents.ToolRole:
			results = append(results, vendor.NewToolResultBlock(m.Ref, agents.ResultText(m), m.Code != ""))
		case agents.AssistantRole:
			flush()
			if blocks := blocksOf(m); len(blocks) > 0 {
				out = append(out, vendor.NewAssistantMessage(blocks...))
			}
		case agents.UserRole:
			// What the user says after results stands in the same message with them.
			results = append(results, vendor.NewTextBlock(m.Text))
			flush()
		}
	}
	flush()
	return out
}

func blocksOf(m agents.Message) []vendor.ContentBlockParamUnion {
	var blocks []vendor.ContentBlockParamUnion
	if m.Text != "" {
		blocks = append(blocks, vendor.NewTextBlock(m.Text))
	}
	for _, c := range m.Calls {
		blocks = append(blocks, vendor.NewToolUseBlock(c.ID, argsOf(c.Args), c.Name))
	}
	return blocks
}

// argsOf is arguments as an object, which is all that the vendor takes back: what was
// none is shown under a key of its own.
func argsOf(raw json.RawMessage) json.RawMessage {
	var object map[string]json.RawMessage
	switch {
	case len(raw) == 0:
		return json.RawMessage("{}")
	case json.Unmarshal(raw, &object) == nil && object != nil:
		return raw
	}
	wrapped, err := json.Marshal(map[string]json.RawMessage{"unreadable": raw})
	if err != nil {
		return json.RawMessage("{}")
	}
	return wrapped
}
