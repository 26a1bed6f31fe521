package offline

import (
	"slices"

	"turnbook/schemas"
)

// A target is the data "target": the task whose builder is open, if it may be
// written.
type target struct {
	Outcome    string   `json:"outcome"`     // "OK", or the rung that refused
	ViewedFrom string   `json:"viewed_from"` // "playbook" or "library"
	Task       taskTree `json:"task"`
}

// A building is one request to the task builder.
type building struct {
	*answer
	target target
	rounds []round
}

// buildTask answers for the task builder: it writes the open task, one clause of
// the ask after the other, and hands back what belongs to the playbook.
func buildTask(a *answer) {
	asks := read(a.ask())
	orders := commands(asks)
	b := &building{answer: a, rounds: freshCards(orders, a.rounds())}
	if !a.data("target", &b.target) {
		b.target.Outcome = string(schemas.CodeNoTarget)
	}
	for _, r := range b.rounds {
		if r.refused() {
			a.say("%s", report(b.rounds))
			b.afterRefusal(r)
			return
		}
	}
	if len(orders) == 0 {
		b.noOrder(asks)
		return
	}
	b.next(orders)
	if said := report(b.rounds); len(a.calls) == 0 && said != "" {
		a.text = append([]string{said}, a.text...)
	}
}

// freshCards leaves out the cards that went stale, where the ask wants a new one for
// each. Without that wish, a stale card is a refusal like any other.
func freshCards(orders []ask, rounds []round) []round {
	if !slices.ContainsFunc(orders, func(o ask) bool { return o.Retry }) {
		return rounds
	}
	return slices.DeleteFunc(rounds, func(r round) bool {
		return slices.ContainsFunc(r, func(o outcome) bool { return o.code == schemas.CodeStaleCard })
	})
}

// afterRefusal says what can be done instead, where nobody is left to hand to.
func (b *building) afterRefusal(r round) {
	if slices.ContainsFunc(r, func(o outcome) bool { return o.code == schemas.CodeNobodyToHandTo }) {
		b.text = nil
		b.say("There is nobody to hand this to (%s). %s", schemas.CodeNobodyToHandTo, librarySettings)
	}
}

func (b *building) noOrder(asks []ask) {
	for _, o := range asks {
		switch {
		case o.Never:
			b.say("You asked me not to, so I changed nothing.")
			return
		case o.Question || o.Verb == tell:
			b.question(o)
			return
		}
	}
	if b.target.Outcome != "OK" {
		b.explain()
		return
	}
	b.say("I did not understand that, so I changed nothing. I understand, for example, “add an approval step after the first one”, “rename step 2 to Check the passport” and “make step 2 an upload”.")
	b.offer("Add an approval step after the first one", "Write the subtasks of this task", "What templates are there?")
}

// next carries out the first clause that was not carried out yet.
func (b *building) next(orders []ask) {
	rounds := b.rounds
	for _, o := range orders {
		if o.ofTemplate() && b.target.Outcome == "OK" {
			took, done := b.useTemplate(o, rounds)
			if !done {
				return
			}
			rounds = rounds[took:]
			continue
		}
		n := o.span()
		if len(rounds) >= n {
			rounds = rounds[n:]
			continue
		}
		b.carryOut(o, len(rounds))
		return
	}
}

// carryOut does one clause; past counts the rounds that it took already.
func (b *building) carryOut(o ask, past int) {
	switch {
	case o.Limit != "":
		b.say("%v %s", o.limited(), b.unchanged())
	case o.Verb == forward:
		b.call(returnToRouter, handBackArgs{"you asked for it"})
	case o.Verb == head, o.Verb == claim:
		b.progress(o)
	case b.isChrome(o):
		b.handBack("the ask is about the playbook around this task: " + heading(o.Source))
	case b.target.Outcome != "OK" && !(o.Anyway && b.has("add_step")):
		b.explain()
	case o.ofTemplate():
		b.explain()
	case o.Verb == build:
		b.call("build_subtask", struct{}{})
	default:
		if err := b.step(o, b.target.Task, past); err != nil {
			b.refuse(err, b.unchanged())
		}
		b.leftovers(o)
	}
}

// unchanged says that this clause changed nothing.
func (b *building) unchanged() string {
	if wroteAny(b.rounds) {
		return "I changed nothing more."
	}
	return "I changed nothing."
}
