package offline

import "strings"

// An assignment is the data "assignment": the one task that a step writer writes.
type assignment struct {
	Module string   `json:"module"`
	Task   taskTree `json:"task"`
	Brief  string   `json:"brief"` // an ask of the user about this task; "" for none
}

// writeSteps answers for a step writer. Its ask is the brief and nothing else;
// without one, or where the brief is about no single step, it follows the plan.
func writeSteps(a *answer) {
	var given assignment
	if !a.data("assignment", &given) {
		a.say("I was given no task, so I wrote nothing.")
		return
	}
	rounds := a.rounds()
	if anyRefused(rounds) {
		a.say("%s", wrote(rounds))
		return
	}
	var orders []ask
	for _, o := range commands(read(given.Brief)) {
		if o.singleStep() {
			orders = append(orders, o)
		}
	}
	if len(orders) > 0 {
		a.followBrief(orders, given.Task, rounds)
		return
	}
	if given.Brief != "" {
		a.say("The brief asks for nothing that a step writer does, so I wrote nothing.")
		return
	}
	narrated := len(rounds) > 0 || !a.has("narrate")
	if !narrated {
		a.call("narrate", narration{heading("Writing subtasks for “" + given.Task.Title + "”")})
	}
	if a.planStep(given.Task, rounds) {
		return
	}
	a.calls = nil // nothing to add is nothing to narrate
	if len(rounds) > 0 {
		a.say("%s", wrote(rounds))
	}
	if there := already(given.Task, rounds); there != "" {
		a.say("%s", there)
	}
}

// followBrief carries out one clause of the brief a round.
func (a *answer) followBrief(orders []ask, t taskTree, rounds []round) {
	if o, past, left := nextOf(orders, len(rounds)); left {
		if past == 0 && o.Verb == add && o.Title != "" && t.has(o.Title) {
			a.say("“%s” is already there.", o.Title)
			return
		}
		err := o.limited()
		if err == nil {
			err = a.step(o, t, past)
		}
		if err != nil {
			a.say("%v", err)
		}
		a.leftovers(o)
	}
	if len(a.calls) == 0 && len(rounds) > 0 {
		a.text = append([]string{wrote(rounds)}, a.text...)
	}
}

// wrote repeats what the tools said of the writes.
func wrote(rounds []round) string {
	var writes []round
	for _, r := range rounds {
		var kept round
		for _, o := range r {
			if o.call.Name != "narrate" || o.code != "" {
				kept = append(kept, o)
			}
		}
		writes = append(writes, kept)
	}
	return strings.TrimSpace(report(writes))
}

// nextOf is the clause whose turn it is after some rounds, and how many of them were
// its own. left is false where all are done.
func nextOf(orders []ask, rounds int) (o ask, past int, left bool) {
	for _, o := range orders {
		if n := o.span(); rounds >= n {
			rounds -= n
			continue
		}
		return o, rounds, true
	}
	return ask{}, 0, false
}
