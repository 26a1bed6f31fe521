package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"turnbook/agents"
	"turnbook/bus"
)

type promptPath struct {
	Digest string `path:"digest" doc:"the SHA-256 in hex that a model call names"`
}

// promptAnswer is a prompt as it was sent. It does not change.
type promptAnswer struct {
	Digest string       `json:"digest"`
	Agent  string       `json:"agent" doc:"the agent that it was written for"`
	System string       `json:"system" doc:"the standing orders"`
	Tools  []promptTool `json:"tools" doc:"what the model might call"`
}

type promptTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Arguments   json.RawMessage `json:"arguments" doc:"JSON Schema of the arguments"`
}

func (r *rest) prompts() {
	serve(r, route{http.MethodGet, "/v1/prompts/{digest}", "getPrompt", 0, "What a model was told, by the digest that its call names"}, r.getPrompt)
}

func (r *rest) getPrompt(ctx context.Context, in *promptPath, _ none) (promptAnswer, error) {
	p, err := promptOf(ctx, r.o.Texts, in.Digest)
	if errors.Is(err, bus.ErrNoText) {
		return promptAnswer{}, problem(CodeNotFound, "no prompt of this digest was sent here; give the one that a model call names")
	}
	a := promptAnswer{Digest: in.Digest, Agent: p.Agent, System: p.System, Tools: []promptTool{}}
	for _, t := range p.Tools {
		a.Tools = append(a.Tools, promptTool(t))
	}
	return a, err
}

// promptOf reads a prompt that was kept, or answers [bus.ErrNoText].
func promptOf(ctx context.Context, texts bus.Texts, digest string) (p agents.Prompt, err error) {
	if texts == nil {
		return p, bus.ErrNoText
	}
	text, err := texts.Text(ctx, digest)
	if err != nil {
		return p, err
	}
	if err := json.Unmarshal(text, &p); err != nil {
		return p, fmt.Errorf("read the prompt %s: %w", digest, err)
	}
	return p, nil
}
