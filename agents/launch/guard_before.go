package launch

import (
	"cmp"

	"turnbook/schemas"
)

// A Proof is what was looked at before anything is made. Mode new and sub-agents read the
// owner's checkout, mode existing reads the target's. Where no agent is named, nothing
// need be read.
type Proof struct {
	Standing Standing
	View     View
	Git      Git // of mode new: what git says of the owner's checkout
}

// Before decides, of an admitted launch, on what agent files say before anything is made
// (workspace-turns.md 2.3, 2.4 stage 1, 6.2). Its verdict is Refuse, Create or Dispatch.
func Before(a Ask, v Verdict, p Proof, cfg Config) Verdict {
	switch {
	case v.over():
		return v
	case a.Task.Kind == schemas.AgentTask:
		return beforeSubAgent(a, v, p, cfg)
	case a.Task.Mode == ModeExisting:
		return beforeExisting(a, v, p, cfg)
	}
	return beforeNew(a, v, p, cfg)
}

// beforeNew is stage 1. What the owner's checkout says of the agent is final where that
// checkout vouches for the new one, and told but not applied elsewhere: the agent may
// exist on the other branch only.
func beforeNew(a Ask, v Verdict, p Proof, cfg Config) Verdict {
	if a.explicit() {
		vouch := climbVouch(p.Git)
		v = v.and(vouch)
		v.Vouched = vouch.ladder.Held()
		e := p.View.eligible(a.Task.Agent, cfg, Selected)
		if !e.OK() && !v.Vouched {
			e.Ladder.Outcome, e.Refusal = "ADVISORY", nil
		}
		v = v.and(&climb{ladder: e.Ladder, refusal: e.Refusal})
	}
	if !v.over() {
		v = v.and(guardSlot(p.Standing.Held, cfg))
	}
	if !v.over() {
		v.Step = Create
	}
	return v
}

// beforeExisting validates a named agent in the target alone: nobody vouches for a
// checkout that somebody has worked in.
func beforeExisting(a Ask, v Verdict, p Proof, cfg Config) Verdict {
	target := p.Standing.Target
	v.Terms = Terms{Agent: schemas.AgentID(Exec)}
	switch {
	case target.child():
		v.Terms.Agent = cmp.Or(target.Agent, schemas.AgentID(Exec))
	case a.explicit():
		if v = validate(a, v, p.View, View{}, cfg); v.over() {
			return v
		}
		v.Terms.SkipPersistence = true
	}
	if !target.Busy || !busyWithOurs(p.Standing) {
		if v = v.and(guardSlot(p.Standing.Held, cfg)); v.over() {
			return v
		}
	}
	v.Step, v.Queued = Dispatch, target.Busy
	return v
}

// busyWithOurs says whether the target is at a delegated turn: one that waits behind it
// needs no slot of its own.
func busyWithOurs(s Standing) bool {
	for _, h := range s.Held {
		if h.Workspace == s.Target.ID && h.Status.Active() {
			return true
		}
	}
	return false
}

// beforeSubAgent asks the parent's checkout. Without a slot a sub-agent waits for one.
func beforeSubAgent(a Ask, v Verdict, p Proof, cfg Config) Verdict {
	e := p.View.eligible(a.Task.Agent, cfg, SubAgent)
	if v = v.and(&climb{ladder: e.Ladder, refusal: e.Refusal}); v.over() {
		return v
	}
	v.Terms = Terms{Agent: schemas.AgentID(e.Agent.ID), Pin: PinOf(e.Agent), Validated: InOwner, Definition: &e.Agent}
	v.Step, v.Queued = Create, guardSlot(p.Standing.Held, cfg).refusal != nil
	return v
}

// eligible asks a checkout of an agent. A refusal names those that it has instead.
func (w View) eligible(id string, cfg Config, use Use) Eligibility {
	if w.reachable() {
		e := Eligible(id, w.Catalog, cfg, use)
		if !e.OK() {
			e.Refusal.Detail += hint(w.Catalog, cfg, use)
		}
		return e
	}
	c := newClimb("eligible/1")
	c.try("reachable", w.Reason, false, schemas.CodeUnreachable, unreachable(id, w.Reason))
	return Eligibility{Refusal: c.refusal, Ladder: c.ladder}
}

func unreachable(id, reason string) string {
	text := "agent can't be verified (" + id + "): the checkout is not reachable"
	if reason != "" {
		text += ": " + reason
	}
	return text
}
