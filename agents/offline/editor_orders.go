package offline

import (
	"slices"
	"strings"
)

// beyondBuilder leaves out the clauses that an open builder's agent carried out
// before it handed the turn on: those about a step of its task, in front of one that
// is not its own.
func (e *editing) beyondBuilder(orders []ask) []ask {
	at, open := e.canvas.open()
	for i, o := range orders {
		if !open || !o.singleStep() || o.everyTask() || o.abroad(e.canvas.task(at).Title) {
			if open {
				return orders[i:]
			}
			break
		}
	}
	return orders
}

// next carries out the first clause that was not carried out yet.
func (e *editing) next(orders []ask) {
	done := 0
	for i, o := range orders {
		n := roundsOf(orders, i, e)
		if done+n > len(e.rounds) {
			e.carryOut(o, i, orders, len(e.rounds)-done)
			return
		}
		done += n
	}
}

// roundsOf is how many rounds a clause takes: one, or two for building out a
// module that the same ask adds, whose tasks must be there first.
func roundsOf(orders []ask, i int, e *editing) int {
	if orders[i].newPlaybook() {
		return 2
	}
	if orders[i].Verb == build && newModule(orders, i) != nil && e.addedTasks() {
		return 2
	}
	return 1
}

// told repeats what the tools said. Where a change of what was saved was tried from
// the list, it says where such changes are made.
func (e *editing) told(orders []ask) string {
	said := report(e.rounds)
	changes := slices.ContainsFunc(orders, func(o ask) bool { return o.singleStep() && (o.Verb != add || o.Object.Noun == field) })
	if changes && strings.HasPrefix(said, "0 built, 0 left unchanged") {
		return said + " What you named is not in that task."
	}
	if changes && !strings.Contains(said, " 0 left unchanged") {
		said += " From the list, what was saved stays as it is; open the task's builder to change it."
	}
	return said
}
