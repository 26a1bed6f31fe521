package openai

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"

	vendor "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"turnbook/agents"
	"turnbook/schemas"
)

// Options say which model is asked, and how. Model is required.
type Options struct {
	Model     string
	Key       string            // "" for a server that asks for none
	BaseURL   string            // "" for the vendor's own, https://api.openai.com/v1
	Transport http.RoundTripper // nil for the usual one
}

// DefaultBaseURL is where the vendor's own models are.
const DefaultBaseURL = "https://api.openai.com/v1"

// New is a model behind OpenAI's chat interface.
func New(o Options) agents.Model {
	if o.BaseURL == "" {
		o.BaseURL = DefaultBaseURL
	}
	// The service alone, not the whole client: that one reads the environment.
	chat := vendor.NewChatCompletionService(
		option.WithMaxRetries(0), option.WithBaseURL(o.BaseURL), option.WithAPIKey(o.Key),
		option.WithUnsafeAllowHTTP(), // a server on one's own machine has no certificate
		option.WithHTTPClient(&http.Client{Transport: o.Transport}),
	)
	return &model{o: o, chat: chat}
}

type model struct {
	o    Options
	chat vendor.ChatCompletionService
}

// Name implements [agents.Model].
func (m *model) Name() string { return "openai:" + m.o.Model }

// Stream implements [agents.Model].
func (m *model) Stream(ctx context.Context, r agents.Request) iter.Seq2[agents.Part, error] {
	return func(yield func(agents.Part, error) bool) {
		params, err := paramsOf(m.o, r)
		if err != nil {
			yield(nil, err)
			return
		}
		stream := m.chat.NewStreaming(ctx, params)
		defer stream.Close()
		a := answer{}
		for stream.Next() {
			for _, part := range a.take(stream.Current()) {
				if !yield(part, nil) {
					return
				}
			}
		}
		switch err := stream.Err(); {
		case err != nil:
			yield(nil, faultOf(err))
		case a.stop == "":
			yield(nil, &agents.Error{Code: schemas.CodeModelCut, Message: "the answer broke off"})
		case a.stop == "content_filter" && !a.spoke, a.refused && !a.spoke:
			yield(nil, &agents.Error{Code: schemas.CodeModelRefused, Message: "the model declined to answer"})
		default:
			for _, call := range a.calls {
				if !yield(agents.Call{ID: call.ID, Name: call.Name, Args: call.Args}, nil) {
					return
				}
			}
			yield(agents.Done{Model: "openai:" + a.model, Stop: a.stop, Usage: a.usage}, nil)
		}
	}
}

// An answer is what has come of a stream. Its tool calls are written side by side, and
// are whole at the end.
type answer struct {
	model   string
	stop    string
	usage   schemas.Usage
	spoke   bool
	refused bool
	calls   []agents.Call
	at      map[int64]int // where a call of the stream's index stands in calls
}

// take is what one chunk of the stream means.
func (a *answer) take(c vendor.ChatCompletionChunk) []agents.Part {
	if c.Model != "" {
		a.model = c.Model
	}
	if c.Usage.TotalTokens > 0 {
		a.usage = usageOf(c.Usage)
	}
	var parts []agents.Part
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue // one answer was asked for
		}
		d := choice.Delta
		if d.Content != "" {
			a.spoke = true
			parts = append(parts, agents.Text(d.Content))
		}
		if thought := thoughtIn(d); thought != "" {
			parts = append(parts, agents.Reasoning(thought))
		}
		a.refused = a.refused || d.Refusal != ""
		for _, call := range d.ToolCalls {
			a.spoke = true
			a.call(call)
		}
		if choice.FinishReason != "" {
			a.stop = choice.FinishReason
		}
	}
	return parts
}

// call takes a piece of a tool call. Some servers send a call whole, and all of them
// under the index 0: one that has an id of its own begins anew.
func (a *answer) call(d vendor.ChatCompletionChunkChoiceDeltaToolCall) {
	if a.at == nil {
		a.at = make(map[int64]int)
	}
	i, known := a.at[d.Index]
	if !known || d.ID != "" && a.calls[i].ID != "" && d.ID != a.calls[i].ID {
		i = len(a.calls)
		a.at[d.Index] = i
		a.calls = append(a.calls, agents.Call{})
	}
	c := &a.calls[i]
	if d.ID != "" {
		c.ID = d.ID
	}
	if d.Function.Name != "" && c.Name == "" {
		c.Name = d.Function.Name
	}
	c.Args = append(c.Args, d.Function.Arguments...)
}

// thoughtIn is reasoning, which compatible servers send beside the content under names
// of their own.
func thoughtIn(d vendor.ChatCompletionChunkChoiceDelta) string {
	for _, name := range []string{"reasoning_content", "reasoning"} {
		var text string
		if json.Unmarshal([]byte(d.JSON.ExtraFields[name].Raw()), &text) == nil && text != "" {
			return text
		}
	}
	return ""
}

func usageOf(u vendor.CompletionUsage) schemas.Usage {
	return schemas.Usage{
		Input: int(u.PromptTokens), Output: int(u.CompletionTokens),
		Cached: int(u.PromptTokensDetails.CachedTokens), CacheWrite: int(u.PromptTokensDetails.CacheWriteTokens),
		Reasoning: int(u.CompletionTokensDetails.ReasoningTokens),
	}
}
