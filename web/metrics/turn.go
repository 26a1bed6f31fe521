package metrics

import (
	"time"

	"turnbook/schemas"
)

// A turn counts what one turn does.
type turn struct {
	m      *Metrics
	domain schemas.Domain
	since  time.Time // since when it runs; zero while it waits
	ran    time.Duration
	calls  map[schemas.CallID]call
}

type call struct {
	agent string
	began time.Time
}

// Take implements [turns.Turn].
func (t *turn) Take(r schemas.Record, again bool) {
	t.follow(r)
	if !again {
		t.count(r)
	}
	switch e := r.Event.(type) { // what is over is forgotten
	case schemas.ModelAnswered:
		delete(t.calls, e.Call)
	case schemas.ModelFailed:
		delete(t.calls, e.Call)
	}
}

// follow keeps what later events are understood by.
func (t *turn) follow(r schemas.Record) {
	switch e := r.Event.(type) {
	case schemas.TurnStarted, schemas.InterruptAnswered:
		t.since = r.Time
	case schemas.InterruptRaised, schemas.TurnEnded:
		if !t.since.IsZero() {
			t.ran += r.Time.Sub(t.since)
			t.since = time.Time{}
		}
	case schemas.DomainDispatched:
		t.domain = e.Domain
	case schemas.ModelCalled:
		began := r.Time
		if e.NotBefore.After(began) {
			began = e.NotBefore
		}
		t.calls[e.Call] = call{e.Agent, began}
	}
}

func (t *turn) count(r schemas.Record) {
	c := &t.m.count
	switch e := r.Event.(type) {
	case schemas.TurnHandedBack:
		c.hops.Inc()
	case schemas.RedirectConsidered:
		outcome := "kept"
		if e.Domain != e.Pick {
			outcome = "applied"
		}
		c.redirects.WithLabelValues(outcome).Inc()
	case schemas.WriteRefused:
		c.refused(e.Code)
	case schemas.FlushRefused:
		c.refused(e.Code)
	case schemas.FlushPlanned:
		for _, d := range e.Drops {
			c.drops.WithLabelValues(oneOf(schemas.TargetReasons(), d.Reason)).Inc()
		}
	case schemas.ModelAnswered:
		t.answered(r, e)
	case schemas.ModelFailed:
		c.calls.WithLabelValues(c.agent.of(t.calls[e.Call].agent), c.code.of(string(e.Code))).Inc()
	case schemas.TurnEnded:
		c.turns.WithLabelValues(t.owner(), oneOf(schemas.TurnStatuses(), e.Status)).Inc()
		c.ran.WithLabelValues(t.owner()).Observe(t.ran.Seconds())
	default:
		t.card(r)
	}
}

func (t *turn) card(r schemas.Record) {
	outcome := ""
	switch e := r.Event.(type) {
	case schemas.InterruptRaised:
		outcome = "raised"
	case schemas.InterruptAnswered:
		if outcome = "declined"; e.Decision == schemas.Confirm {
			outcome = "confirmed"
		}
	case schemas.InterruptStale:
		outcome = "stale"
	case schemas.InterruptSuperseded:
		outcome = "superseded"
	default:
		return
	}
	t.m.count.cards.WithLabelValues(outcome).Inc()
}

func (t *turn) answered(r schemas.Record, e schemas.ModelAnswered) {
	c, called := &t.m.count, t.calls[e.Call]
	model := c.model.of(e.Model)
	c.calls.WithLabelValues(c.agent.of(called.agent), "answered").Inc()
	if took := r.Time.Sub(called.began); took >= 0 && !called.began.IsZero() {
		c.answers.WithLabelValues(model).Observe(took.Seconds())
	}
	for kind, n := range map[string]int{"input": e.Usage.Input, "cached": e.Usage.Cached, "output": e.Usage.Output} {
		c.tokens.WithLabelValues(model, kind).Add(float64(max(n, 0)))
	}
	cost, known := t.m.o.Prices.Cost(e.Model, r.Time, e.Usage)
	if !known {
		c.unpriced.WithLabelValues(model).Inc()
		return
	}
	c.cost.WithLabelValues(model).Add(float64(max(cost, 0))) // exact up to nine million of the currency
}

// owner is the domain that owns the turn; none is that of a turn that never got one.
func (t *turn) owner() string {
	if t.domain == "" {
		return "none"
	}
	return oneOf(schemas.Domains(), t.domain)
}
