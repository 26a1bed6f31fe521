package worker

import (
	"context"
	"fmt"
	"sync"

	"turnbook/agents"
	"turnbook/bus"
)

// texts knows which prompts were kept by this process.
type texts struct {
	mu   sync.Mutex
	kept map[string]bool
}

// keep keeps a prompt, once, and answers its digest. It is kept before its digest
// stands in the book.
func (x *texts) keep(ctx context.Context, to bus.Texts, p agents.Prompt) (digest string, err error) {
	text, digest, err := p.Written()
	if err != nil || to == nil {
		return digest, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.kept[digest] {
		return digest, nil
	}
	if err := to.Keep(ctx, digest, text); err != nil {
		return "", fmt.Errorf("keep the prompt of %s: %w", p.Agent, err)
	}
	if x.kept == nil {
		x.kept = make(map[string]bool)
	}
	x.kept[digest] = true
	return digest, nil
}
