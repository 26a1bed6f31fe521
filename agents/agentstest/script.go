// Package agentstest helps tests of agents: a model whose answers are written down,
// and stories of decisions.
package agentstest

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"sync"

	"turnbook/agents"
	"turnbook/schemas"
)

// An Answer is what a scripted model says to one request.
type Answer struct {
	Parts []string        // the beginning of the text, part by part
	Pace  <-chan struct{} // wait for it before each of Parts but the first; nil for no wait
	Text  string
	Calls []schemas.ToolRequest
	Stop  string          // why the model ended it; "" for end_turn
	Err   error           // instead of an answer, or of the rest of it behind Parts
	Hold  <-chan struct{} // wait for it, or for the caller to give up, first
	Hang  bool            // never answer; wait for the caller to give up
	Said  chan<- struct{} // told when the request has come in; nil for nobody
}

// A Script is a model that answers by agent and round, as written down. An agent
// that has nothing left to say ends its work with the text "done".
type Script struct {
	mu      sync.Mutex
	answers map[string][]Answer
	Asked   []agents.Request // every request, in order of arrival
}

// NewScript is a model with answers by agent, in the order of its rounds.
func NewScript(answers map[string][]Answer) *Script {
	if answers == nil {
		answers = map[string][]Answer{}
	}
	return &Script{answers: answers}
}

// Say gives an agent other answers than it had.
func (s *Script) Say(agent string, answers ...Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers[agent] = answers
}

// Name implements [agents.Model].
func (s *Script) Name() string { return "script" }

// Stream implements [agents.Model].
func (s *Script) Stream(ctx context.Context, r agents.Request) iter.Seq2[agents.Part, error] {
	a := s.next(r)
	return func(yield func(agents.Part, error) bool) {
		if a.Said != nil {
			a.Said <- struct{}{}
		}
		if a.Hold != nil || a.Hang {
			select {
			case <-a.Hold:
			case <-ctx.Done():
				yield(nil, ctx.Err())
				return
			}
		}
		if !a.speak(ctx, yield) {
			return
		}
		if a.Err != nil {
			yield(nil, a.Err)
			return
		}
		if a.Text != "" && !yield(agents.Text(a.Text), nil) {
			return
		}
		for _, c := range a.Calls {
			if !yield(agents.Call(c), nil) {
				return
			}
		}
		yield(agents.Done{Stop: cmp.Or(a.Stop, "end_turn")}, nil)
	}
}

// speak says the parts; false where the caller has heard enough.
func (a Answer) speak(ctx context.Context, yield func(agents.Part, error) bool) bool {
	for i, text := range a.Parts {
		if i > 0 && a.Pace != nil {
			select {
			case <-a.Pace:
			case <-ctx.Done():
				yield(nil, ctx.Err())
				return false
			}
		}
		if !yield(agents.Text(text), nil) {
			return false
		}
	}
	return true
}

func (s *Script) next(r agents.Request) Answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Asked = append(s.Asked, r)
	left := s.answers[r.Agent]
	if len(left) == 0 {
		return Answer{Text: "done"}
	}
	s.answers[r.Agent] = left[1:]
	return left[0]
}

// Pick is a router's answer.
func Pick(d schemas.Domain) Answer {
	return Answer{Text: fmt.Sprintf(`{"domain":%q,"why":"the test says so"}`, d)}
}

// Call is a tool call with arguments that marshal.
func Call(id, tool string, args any) schemas.ToolRequest {
	raw, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	return schemas.ToolRequest{ID: id, Name: tool, Args: raw}
}

// Calls is an answer of tool calls.
func Calls(calls ...schemas.ToolRequest) Answer { return Answer{Calls: calls} }
