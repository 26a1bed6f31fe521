package workspaces_test

import (
	"context"
	"iter"
	"strings"
	"sync"

	"turnbook/agents"
	"turnbook/agents/agentstest"
)

// A cast is a model that answers by what it was asked last: the first round behind a
// message gets the first answer to it, and so on. It keeps nothing that a restart could
// lose. Behind the last answer it says "did" and what it was asked.
type cast struct {
	mu    sync.Mutex
	lines map[string][]agentstest.Answer
	asked []agents.Request
}

func newCast(lines map[string][]agentstest.Answer) *cast {
	if lines == nil {
		lines = map[string][]agentstest.Answer{}
	}
	return &cast{lines: lines}
}

// says has a message answered, from now on. A message is known by how it begins.
func (c *cast) says(message string, answers ...agentstest.Answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines[message] = answers
}

func (c *cast) Name() string { return "cast" }

func (c *cast) Stream(ctx context.Context, r agents.Request) iter.Seq2[agents.Part, error] {
	return agentstest.NewScript(map[string][]agentstest.Answer{r.Agent: {c.answer(r)}}).Stream(ctx, r)
}

func (c *cast) answer(r agents.Request) agentstest.Answer {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = append(c.asked, r)
	ask, round := lastAsk(r)
	best := ""
	for message := range c.lines {
		if strings.HasPrefix(ask, message) && len(message) > len(best) {
			best = message
		}
	}
	if answers := c.lines[best]; best != "" && round < len(answers) {
		return answers[round]
	}
	first, _, _ := strings.Cut(ask, "\n")
	return agentstest.Answer{Text: "did " + first}
}

// lastAsk is the last message of the user, and how many rounds there were since.
func lastAsk(r agents.Request) (ask string, round int) {
	for _, m := range r.Messages {
		switch m.Role {
		case agents.UserRole:
			ask, round = m.Text, 0
		case agents.AssistantRole:
			round++
		}
	}
	return ask, round
}

// asks are the messages that an agent was asked, each once, in order.
func (c *cast) asks() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []string
	for _, r := range c.asked {
		if ask, round := lastAsk(r); round == 0 {
			all = append(all, r.Agent+": "+ask)
		}
	}
	return all
}

// calls is an answer of one tool call.
func calls(tool string, args any) agentstest.Answer {
	return agentstest.Calls(agentstest.Call("c", tool, args))
}

// object is a tool's arguments.
type object map[string]any

// held is an answer that waits for the test.
func held(hold <-chan struct{}) agentstest.Answer { return agentstest.Answer{Hold: hold, Text: "held"} }
