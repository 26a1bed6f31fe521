package offline

import (
	"context"
	"iter"
	"time"

	"turnbook/agents"
)

// Options are the ways in which the model can be made.
type Options struct {
	Pace time.Duration // how long an answer takes; 0 for no time. A context ends it
}

// New makes the model. It keeps nothing between requests and may be shared.
func New(o Options) agents.Model { return model{pace: o.Pace} }

type model struct{ pace time.Duration }

func (model) Name() string { return "offline" }

// Stream answers a request: its text, a word at a time and each after its share of the
// pace, then its calls, then [agents.Done] with the stop reason "tool_use" or
// "end_turn". The only error is the context's.
func (m model) Stream(ctx context.Context, r agents.Request) iter.Seq2[agents.Part, error] {
	return func(yield func(agents.Part, error) bool) {
		words, rest := answerTo(r).parts()
		shares := max(len(words), 1)
		for i, part := range append(words, rest...) {
			wait := time.Duration(0)
			if i < shares {
				wait = m.pace / time.Duration(shares)
			}
			if err := pause(ctx, wait); err != nil {
				yield(nil, err)
				return
			}
			if !yield(part, nil) {
				return
			}
		}
	}
}

// pause waits, or returns the context's error.
func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

func answerTo(r agents.Request) *answer {
	a := &answer{req: r}
	if rounds := a.rounds(); offered(rounds) {
		a.say("%s", afterOffer(rounds))
		return a
	}
	switch r.Agent {
	case "router":
		route(a)
	case "playbook-editor":
		edit(a)
	case "step-writer":
		writeSteps(a)
	case "task-builder":
		buildTask(a)
	case "module-writer":
		writeModule(a)
	case "guide":
		guide(a)
	case "compact":
		compact(a)
	default:
		if a.data("workspace", &struct{}{}) {
			workspace(a)
			break
		}
		a.say("The offline model has no part for the agent %q.", r.Agent)
	}
	return a
}
