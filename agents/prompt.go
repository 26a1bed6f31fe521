package agents

import (
	"encoding/json"
	"fmt"

	"turnbook/schemas"
)

// A Prompt is what a model is told whatever the documents say: the standing orders and
// the tools. It is kept once, by its digest, which every answer names.
type Prompt struct {
	Agent  string `json:"agent"`
	System string `json:"system"`
	Tools  []Tool `json:"tools"`
}

// PromptOf is the part of a request that is kept.
func PromptOf(r Request) Prompt {
	p := Prompt{Agent: r.Agent, System: r.System, Tools: r.Tools}
	if p.Tools == nil {
		p.Tools = []Tool{}
	}
	return p
}

// Written is a prompt as it is kept, and the SHA-256 of that in hex.
func (p Prompt) Written() (text []byte, digest string, err error) {
	if text, err = json.Marshal(p); err != nil {
		return nil, "", fmt.Errorf("agents: the prompt of %s: %w", p.Agent, err)
	}
	return text, schemas.Digest(text), nil
}
