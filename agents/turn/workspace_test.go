package turn_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/agentstest"
	"turnbook/agents/turn"
	"turnbook/schemas"
)

// A place is a workspace's session, decided on step by step.
type place struct {
	t   *testing.T
	s   *turn.Session
	seq uint64
}

// strict is a launched turn's delegation: under one agent, or not at all.
func strict() *schemas.Delegation {
	ref := schemas.DefinitionRef{Agent: "docs", Scope: "project", Source: ".turnbook/agents/docs.md", Digest: strings.Repeat("ab", 32)}
	return &schemas.Delegation{
		Workspace: "w1", Origin: schemas.FromLaunch, Handle: "wst_1", Owner: "w0", Agent: "docs", Strict: true, Pin: &schemas.Pin{DefinitionRef: ref},
		SkipPersistence: true, Model: schemas.Setting{Value: "m", Tier: "explicit"}, Thinking: schemas.Setting{Value: "high", Tier: "explicit"},
	}
}

func (p *place) decide(in turn.Input) {
	p.t.Helper()
	if _, err := turn.Decide(p.s, agentstest.World(p.t, nil, nil), in); err != nil {
		p.t.Fatal(err)
	}
	p.seq++
	p.s.Settle(p.seq)
}

// asks is the one effect that the session waits for.
func asks[E turn.Effect](p *place) E {
	p.t.Helper()
	effects := turn.Next(p.s)
	if len(effects) != 1 {
		p.t.Fatalf("waits for %#v", effects)
	}
	e, ok := effects[0].(E)
	if !ok {
		p.t.Fatalf("waits for %#v", effects[0])
	}
	return e
}

// runs resolves the agent of the running turn, and answers its first model call.
func (p *place) runs(a schemas.ModelAnswered) turn.ResolveAgent {
	p.t.Helper()
	r := asks[turn.ResolveAgent](p)
	p.decide(turn.Resolved{AgentResolved: schemas.AgentResolved{Asked: r.Delegation.Agent, Agent: r.Delegation.Agent, Tools: []string{"read"}}})
	p.answers(a)
	return r
}

func (p *place) answers(a schemas.ModelAnswered) {
	p.t.Helper()
	c := asks[turn.CallModel](p)
	a.Call, a.Lane = c.Call, c.Lane
	p.decide(turn.Answered{ModelAnswered: a})
}

// sumsUp answers the call that sums older talk up; it must be no call of the workspace's
// agent.
func (p *place) sumsUp() {
	p.t.Helper()
	if c := asks[turn.CallModel](p); c.Agent != turn.Compact {
		p.t.Fatalf("asks %s", c.Agent)
	}
	p.answers(schemas.ModelAnswered{Text: "They talked."})
}

func newPlace(t *testing.T) *place {
	p := &place{t: t, s: turn.NewSession(schemas.Entity{Vendor: "acme", Kind: schemas.SessionBoundary, ID: "w1"})}
	p.decide(turn.Open{User: "local", Workspace: "w1", Key: "open"})
	return p
}

// talk is a person's turn that leaves more to read than the budget of the tests.
func (p *place) talk() {
	p.t.Helper()
	own := &schemas.Delegation{Workspace: "w1", Origin: schemas.FromPerson, Agent: "exec"}
	p.decide(turn.Message{Text: strings.Repeat("a long story ", 900), Key: "talk", Delegation: own})
	p.runs(schemas.ModelAnswered{Text: "Noted."})
}

// Scenario 57: older talk is summed up before a strict turn; the turn that follows is the
// same one, strict and pinned, and the agent that sums up is not held to its pin.
func TestAStrictTurnStaysStrictOverCompaction(t *testing.T) {
	p := newPlace(t)
	p.talk()
	p.decide(turn.Message{Text: "go on", Key: "launch", Budget: 1000, Delegation: strict()})
	p.sumsUp()
	if diff := cmp.Diff(*strict(), asks[turn.ResolveAgent](p).Delegation); diff != "" {
		t.Errorf("after compaction it runs under (-launched +now):\n%s", diff)
	}
}

// Scenario 65: a delegated turn was cut; the wake that goes on with it has older talk
// summed up first, and is still the delegated turn, under its agent.
func TestAWakeGoesOnWithACutTurnOverCompaction(t *testing.T) {
	p := newPlace(t)
	p.talk()
	p.decide(turn.Message{Text: "begin", Key: "launch", Delegation: strict()})
	p.runs(schemas.ModelAnswered{ToolCalls: []schemas.ToolRequest{{ID: "c1", Name: "read"}}})
	wake := &schemas.Delegation{Workspace: "w1", Origin: schemas.FromMonitor, Agent: "exec", Dispatch: schemas.AtToolEnd}
	p.decide(turn.Message{Text: "a line matched", Key: "wake", Queue: true, Budget: 1000, Delegation: wake})
	tool := asks[turn.RunTool](p)
	p.decide(turn.Returned{ToolReturned: schemas.ToolReturned{Call: tool.Call, Lane: tool.Lane, Result: "read"}})
	if o := p.s.Outcomes[turn.TurnID("w1", "launch")]; o.Stop != schemas.StopCut {
		t.Fatalf("the delegated turn ended with %s", o.Stop)
	}
	p.sumsUp()
	got, want := asks[turn.ResolveAgent](p).Delegation, *strict()
	want.Origin, want.Dispatch = schemas.FromMonitor, schemas.AtToolEnd
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the wake runs under (-the cut turn +now):\n%s", diff)
	}
}
