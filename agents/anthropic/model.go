package anthropic

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"

	vendor "github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"

	"turnbook/agents"
	"turnbook/schemas"
)

// Options say which model is asked, and how. Model and Key are required.
type Options struct {
	Model     string
	Key       string
	BaseURL   string            // "" for the vendor's own
	MaxTokens int               // the longest answer; 0 for 8192
	Transport http.RoundTripper // nil for the usual one
}

// New is a model behind Anthropic's interface. Nothing is read from the environment.
func New(o Options) agents.Model {
	if o.MaxTokens == 0 {
		o.MaxTokens = 8192
	}
	settings := []option.RequestOption{
		option.WithoutEnvironmentDefaults(), option.WithoutOpenTelemetry(), option.WithMaxRetries(0),
		option.WithAPIKey(o.Key), option.WithHTTPClient(&http.Client{Transport: o.Transport}),
	}
	if o.BaseURL != "" {
		settings = append(settings, option.WithBaseURL(o.BaseURL))
	}
	return &model{o: o, client: vendor.NewClient(settings...)}
}

type model struct {
	o      Options
	client vendor.Client
}

// Name implements [agents.Model].
func (m *model) Name() string { return "anthropic:" + m.o.Model }

// Stream implements [agents.Model].
func (m *model) Stream(ctx context.Context, r agents.Request) iter.Seq2[agents.Part, error] {
	return func(yield func(agents.Part, error) bool) {
		params, err := paramsOf(m.o, r)
		if err != nil {
			yield(nil, err)
			return
		}
		stream := m.client.Messages.NewStreaming(ctx, params)
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
		case !a.ended:
			yield(nil, &agents.Error{Code: schemas.CodeModelCut, Message: "the answer broke off"})
		case a.declined():
			yield(nil, &agents.Error{Code: schemas.CodeModelRefused, Message: "the model declined to answer"})
		default:
			yield(a.done(), nil)
		}
	}
}

// An answer is what has come of a stream.
type answer struct {
	model   string
	stop    string
	usage   schemas.Usage
	spoke   bool
	ended   bool
	calling *agents.Call // the tool call that is being written; nil for none
}

// take is what one event of the stream means.
func (a *answer) take(e vendor.MessageStreamEventUnion) []agents.Part {
	switch e := e.AsAny().(type) {
	case vendor.MessageStartEvent:
		a.model = string(e.Message.Model)
		u := e.Message.Usage
		a.count(u.InputTokens, u.CacheReadInputTokens, u.CacheCreationInputTokens, u.OutputTokens)
	case vendor.ContentBlockStartEvent:
		if e.ContentBlock.Type == "tool_use" {
			a.calling = &agents.Call{ID: e.ContentBlock.ID, Name: e.ContentBlock.Name}
		}
	case vendor.ContentBlockDeltaEvent:
		return a.delta(e.Delta)
	case vendor.ContentBlockStopEvent:
		return a.called()
	case vendor.MessageDeltaEvent:
		a.stop = string(e.Delta.StopReason)
		u := e.Usage
		a.count(u.InputTokens, u.CacheReadInputTokens, u.CacheCreationInputTokens, u.OutputTokens)
	case vendor.MessageStopEvent:
		a.ended = true
	}
	return nil
}

func (a *answer) delta(d vendor.RawContentBlockDeltaUnion) []agents.Part {
	switch {
	case d.Type == "text_delta" && d.Text != "":
		a.spoke = true
		return []agents.Part{agents.Text(d.Text)}
	case d.Type == "thinking_delta" && d.Thinking != "":
		return []agents.Part{agents.Reasoning(d.Thinking)}
	case d.Type == "input_json_delta" && a.calling != nil:
		a.calling.Args = append(a.calling.Args, d.PartialJSON...)
	}
	return nil
}

// called ends the tool call that was being written.
func (a *answer) called() []agents.Part {
	if a.calling == nil {
		return nil
	}
	call := *a.calling
	if len(call.Args) == 0 {
		call.Args = json.RawMessage("{}") // how the vendor writes "no arguments"
	}
	a.calling, a.spoke = nil, true
	return []agents.Part{call}
}

// count keeps the latest figures: the vendor repeats them as they grow. Its input is
// without what went through the cache.
func (a *answer) count(input, cached, written, output int64) {
	if all := input + cached + written; all > 0 {
		a.usage.Input, a.usage.Cached, a.usage.CacheWrite = int(all), int(cached), int(written)
	}
	if output > 0 {
		a.usage.Output = int(output)
	}
}

func (a *answer) declined() bool { return a.stop == "refusal" && !a.spoke }

func (a *answer) done() agents.Done {
	return agents.Done{Model: "anthropic:" + a.model, Stop: a.stop, Usage: a.usage}
}
