package turn

import (
	"fmt"
	"slices"
	"strings"

	"turnbook/agents/router"
	"turnbook/agents/taskbuilder"
	"turnbook/schemas"
)

// Who gave a domain its turn.
const (
	byPin      = "pin"
	byRouter   = "router"
	byFallback = "fallback"
	byRedirect = "redirect"
)

// route decides who takes a fresh message: decider 1, then the pin or the router.
func (d *decision) route() {
	b := router.CompareBucket(d.s.Bucket, d.s.Pinned, d.t.Request.UIContext)
	d.emit(b)
	switch b.Ladder.Outcome {
	case router.Keep:
		d.dispatch(d.s.Pinned, byPin)
		return
	case router.Unpin:
		d.emit(schemas.DomainUnpinned{Domain: d.s.Pinned, Reason: "bucket_changed"})
	}
	d.callModel(d.t.lane(RouterLane), string(schemas.Router))
}

// classified reads the router's answer, or that there is none, and lets decider 2
// look at the pick. A fallback or a redirect that lands on a domain that declined
// ends the turn: nothing else is tried (decisions.md 25).
func (d *decision) classified(answer string, failure schemas.Code) {
	ui := d.t.Request.UIContext
	d.as(byAgent(string(schemas.Router)))
	pick := router.ReadPick(d.t.Hop, answer, failure, d.t.declined(), ui)
	d.emit(pick)
	d.as(bySystem)
	by := byRouter
	if pick.Fallback {
		by = byFallback
	}
	guard, err := router.GuardRedirect(d.w.Rule(router.RedirectRule), pick.Pick, ui)
	if err != nil {
		d.err = err
		return
	}
	d.emit(guard)
	if guard.Domain != pick.Pick {
		by = byRedirect
	}
	if slices.Contains(d.t.declined(), guard.Domain) {
		d.exhausted()
		return
	}
	d.dispatch(guard.Domain, by)
}

// dispatch gives the turn to a domain. A domain that was chosen at hop 0 is pinned
// for the session; the guide never is, a fallback is a guess, and a domain reached
// by hand-back serves this turn only.
func (d *decision) dispatch(domain schemas.Domain, by string) {
	d.emit(schemas.DomainDispatched{Domain: domain, Hop: d.t.Hop, By: by})
	if d.t.Hop == 0 && domain != schemas.Guide && (by == byRouter || by == byRedirect) {
		d.emit(schemas.DomainPinned{Domain: domain})
	}
	if domain == schemas.TaskBuilder {
		target, _ := taskbuilder.ResolveTarget(d.w, d.t.Request.UIContext)
		d.emitAbout(target, schemas.Subject{Playbook: target.Playbook, Task: target.Task})
	}
	d.callModel(d.t.lane(schemas.MainLane), string(domain))
}

// handBack gives the turn back to the router: the domain declined, the hand-off
// context is cleared and a hop is spent, in one event.
func (d *decision) handBack(reason string) {
	domain := d.t.Domain
	declined := append(d.t.declined(), domain)
	d.emit(schemas.TurnHandedBack{
		Domain: domain, Reason: reason, ActiveDomain: schemas.Router, Declined: declined, Hop: d.t.Hop + 1,
	})
	d.as(bySystem)
	if d.s.Pinned == domain {
		d.emit(schemas.DomainUnpinned{Domain: domain, Reason: "handed_back"})
	}
	// Hop 3 is the last dispatch: who declines there has spent the budget.
	if d.t.Hop > MaxHops || len(declined) == len(schemas.Domains()) {
		d.exhausted()
		return
	}
	d.callModel(d.t.lane(RouterLane), string(schemas.Router))
}

// exhausted ends the turn with a plain answer: who declined, and why.
func (d *decision) exhausted() {
	var said []string
	for _, x := range d.t.Declined {
		said = append(said, fmt.Sprintf("%s: %s", x.Domain, x.Reason))
	}
	d.reachBoundary(schemas.TurnCompleted, schemas.StopHopsExhausted, "Nobody could take this. "+strings.Join(said, "; ")+".")
}
