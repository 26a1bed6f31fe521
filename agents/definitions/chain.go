package definitions

import (
	"fmt"
	"strings"
)

// maxChain is how many files an agent may build on, itself included.
const maxChain = 10

// An UnknownError says that nothing has an id, or nothing that may be built on.
type UnknownError struct {
	ID ID
	By ID // the agent that names it as its base; "" for a request
}

func (e *UnknownError) Error() string {
	if e.By != "" {
		return fmt.Sprintf("unknown base (%s) of agent %s", e.ID, e.By)
	}
	return fmt.Sprintf("unknown agent (%s)", e.ID)
}

// A BrokenError says that the file that has an id was refused: no other is taken in
// its place.
type BrokenError struct {
	ID      ID
	Source  string
	Problem *Problem
}

func (e *BrokenError) Error() string {
	return fmt.Sprintf("agent %s is broken in %s: %s; %s", e.ID, e.Source, e.Problem.Error(), e.Problem.Fix)
}

func (e *BrokenError) Unwrap() error { return e.Problem }

// A ChainError says that an agent builds on itself, or on too many others.
type ChainError struct {
	ID    ID
	Chain []string // the files, from the agent on
}

func (e *ChainError) Error() string {
	return fmt.Sprintf("the bases of agent %s lead nowhere: %s", e.ID, strings.Join(e.Chain, " → "))
}

// An Agent is a definition with all that it builds on.
type Agent struct {
	Definition              // the file that has the id; its Matter is the merged one
	Chain      []Definition `json:"chain"` // as the files stand, from the agent to its last base
}

// Agent resolves an id: the file that has it, and its bases (workspace-turns.md 3.4).
// The error is an [*UnknownError], a [*BrokenError] or a [*ChainError].
func (c *Catalog) Agent(id ID) (Agent, error) {
	chain, err := c.chain(id)
	if err != nil {
		return Agent{}, err
	}
	a := Agent{Definition: chain[0], Chain: chain}
	last := len(chain) - 1
	a.Matter, a.Body = chain[last].Matter, chain[last].Body
	for i := last - 1; i >= 0; i-- {
		a.Body = body(a.Body, chain[i])
		a.Matter = merge(a.Matter, chain[i].Matter)
	}
	return a, nil
}

// chain is the agent's file and its bases. An agent that names itself builds on the
// one below its own scope; another base is looked for from its own scope down, so that
// what the program brings builds on nothing of a project.
func (c *Catalog) chain(id ID) ([]Definition, error) {
	var chain []Definition
	by, from := ID(""), 0
	for at := id; ; {
		h, ok := c.find(at, from)
		switch {
		case !ok:
			return nil, &UnknownError{at, by}
		case h.problem != nil:
			return nil, &BrokenError{at, h.source, h.problem}
		}
		if len(chain) == maxChain || visited(chain, *h.d) {
			return nil, &ChainError{id, append(sources(chain), h.source)}
		}
		chain = append(chain, *h.d)
		base := h.d.Matter.Base
		if base == "" {
			return chain, nil
		}
		from = h.scope.rank()
		if base == at {
			from++
		}
		by, at = at, base
	}
}

// find is the first file of an id from a scope's rank down.
func (c *Catalog) find(id ID, rank int) (holder, bool) {
	for _, h := range c.holders[id] {
		if h.scope.rank() >= rank {
			return h, true
		}
	}
	return holder{}, false
}

func visited(chain []Definition, d Definition) bool {
	for _, before := range chain {
		if before.ID == d.ID && before.Scope == d.Scope {
			return true
		}
	}
	return false
}

func sources(chain []Definition) []string {
	var out []string
	for _, d := range chain {
		out = append(out, d.Source)
	}
	return out
}

func body(base string, child Definition) string {
	if a := child.Matter.Prompt.Append; a != nil && !*a || base == "" {
		return child.Body
	}
	if child.Body == "" {
		return base
	}
	return base + "\n\n" + child.Body
}

// merge lays a child over its base: what the child gives wins. Tools are layers of
// their own, see [Agent.Tools].
func merge(base, child Matter) Matter {
	m := base
	m.Base, m.Tools = child.Base, child.Tools
	give(&m.Name, child.Name)
	give(&m.Description, child.Description)
	give(&m.UI.Color, child.UI.Color)
	give(&m.Subagent.AppendPrompt, child.Subagent.AppendPrompt)
	give(&m.AI.Model, child.AI.Model)
	give(&m.AI.ThinkingLevel, child.AI.ThinkingLevel)
	give(&m.Disabled, child.Disabled)
	give(&m.UI.Hidden, child.UI.Hidden)
	give(&m.Prompt.Append, child.Prompt.Append)
	give(&m.Subagent.Runnable, child.Subagent.Runnable)
	give(&m.Subagent.WorkflowRunnable, child.Subagent.WorkflowRunnable)
	give(&m.Subagent.SkipInitHook, child.Subagent.SkipInitHook)
	return m
}

// give sets a value where one is given.
func give[T comparable](to *T, value T) {
	var none T
	if value != none {
		*to = value
	}
}
