package openai

import (
	"encoding/json"
	"fmt"
	"strings"

	vendor "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/shared"

	"turnbook/agents"
)

// paramsOf is a request as the vendor takes it. Orders and data are one system message:
// servers of other makers often take no second.
func paramsOf(o Options, r agents.Request) (vendor.ChatCompletionNewParams, error) {
	p := vendor.ChatCompletionNewParams{
		Model:         shared.ChatModel(o.Model),
		StreamOptions: vendor.ChatCompletionStreamOptionsParam{IncludeUsage: vendor.Bool(true)},
	}
	if r.Thinking != agents.ThinkingOff {
		p.ReasoningEffort = shared.ReasoningEffort(r.Thinking)
	}
	if system := strings.TrimSpace(r.System + "\n\n" + agents.Fence(r.Data)); system != "" {
		p.Messages = append(p.Messages, vendor.SystemMessage(system))
	}
	for _, m := range agents.Paired(r.Messages) {
		p.Messages = append(p.Messages, messageOf(m))
	}
	for _, t := range r.Tools {
		var schema map[string]any
		if err := json.Unmarshal(t.Arguments, &schema); err != nil {
			return p, fmt.Errorf("openai: the schema of tool %s: %w", t.Name, err)
		}
		p.Tools = append(p.Tools, vendor.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{
			Name: t.Name, Description: vendor.String(t.Description), Parameters: schema,
		}))
	}
	return p, nil
}

func messageOf(m agents.Message) vendor.ChatCompletionMessageParamUnion {
	switch m.Role {
	case agents.ToolRole:
		return vendor.ToolMessage(agents.ResultText(m), m.Ref)
	case agents.UserRole:
		return vendor.UserMessage(m.Text)
	}
	if len(m.Calls) == 0 {
		return vendor.AssistantMessage(m.Text)
	}
	a := vendor.ChatCompletionAssistantMessageParam{}
	if m.Text != "" {
		a.Content.OfString = vendor.String(m.Text)
	}
	for _, c := range m.Calls {
		args := string(c.Args)
		if args == "" {
			args = "{}"
		}
		a.ToolCalls = append(a.ToolCalls, vendor.ChatCompletionMessageToolCallUnionParam{
			OfFunction: &vendor.ChatCompletionMessageFunctionToolCallParam{
				ID: c.ID, Function: vendor.ChatCompletionMessageFunctionToolCallFunctionParam{Name: c.Name, Arguments: args},
			},
		})
	}
	return vendor.ChatCompletionMessageParamUnion{OfAssistant: &a}
}
