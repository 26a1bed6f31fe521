package offline

import "turnbook/schemas"

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
// the ask a round, and hands back what belongs to the playbook.
func buildTask(a *answer) {
	b := &building{answer: a, rounds: a.rounds()}
	if !a.data("target", &b.target) {
		b.target.Outcome = string(schemas.CodeNoTarget)
	}
	for _, r := range b.rounds {
		if r.refused() {
			a.say("%s", report(b.rounds))
			return
		}
	}
	asks := read(a.ask())
	orders := commands(asks)
	switch {
	case len(orders) == 0 && len(b.rounds) == 0:
		b.noOrder(asks)
	default:
		b.next(orders)
	}
	if len(a.calls) == 0 && len(b.rounds) > 0 {
		a.text = append([]string{report(b.rounds)}, a.text...)
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
}

// next carries out the first clause that was not carried out yet.
func (b *building) next(orders []ask) {
	for i, o := range orders {
		plan := o.Verb == build && !o.elsewhere()
		if i < len(b.rounds) && !plan {
			continue
		}
		switch {
		case o.Limit != "":
			b.say("%v %s", o.limited(), b.unchanged())
		case b.isChrome(o):
			b.handBack("the ask is about the playbook around this task: " + heading(o.Source))
		case b.target.Outcome != "OK":
			b.explain()
		case plan:
			if !b.planStep(b.target.Task, b.rounds) {
				if there := already(b.target.Task, b.rounds); there != "" {
					b.say("%s", there)
				}
				if i+1 < len(orders) {
					b.say("I did not get to “%s”.", orders[i+1].Source)
				}
			}
		default:
			if err := b.writeStep(o, b.target.Task); err != nil {
				b.say("%v %s", err, b.unchanged())
			}
			b.leftovers(o)
		}
		return
	}
}

// unchanged says that this clause changed nothing.
func (b *building) unchanged() string {
	if len(b.rounds) > 0 {
		return "I changed nothing more."
	}
	return "I changed nothing."
}

// isChrome tells what the task builder does not own. A title without a noun is the
// task itself only where no step has it.
func (b *building) isChrome(o ask) bool {
	if o.Object.Noun == "" && o.Object.Title != "" {
		return sameTitle(o.Object.Title, b.target.Task.Title) && !b.target.Task.has(o.Object.Title)
	}
	if o.singleStep() && o.abroad(b.target.Task.Title) {
		return true
	}
	return o.chrome() || o.Verb == build && o.elsewhere()
}

// handBack gives the turn to the router. From the library nobody else owns the
// ask, so it says where the change is made instead.
func (b *building) handBack(reason string) {
	if b.target.ViewedFrom == "library" {
		b.say("I write the subtasks of the open task and nothing around it. Titles, tasks and modules of the library are changed in the library's own settings page. I changed nothing.")
		return
	}
	b.call(returnToRouter, struct {
		Reason string `json:"reason"`
	}{reason})
}

// explain says why the task can't be written.
func (b *building) explain() {
	why := ""
	switch schemas.Code(b.target.Outcome) {
	case schemas.CodeCapabilityOff:
		why = "The AI task builder is not switched on for this account."
	case schemas.CodeNoTarget:
		why = "No task is open in a builder."
	case schemas.CodeHydrationFailed:
		why = "The open task could not be loaded."
	case schemas.CodeUnsupportedSurface:
		why = "The open task is on a page where I can't write: only drafts and the library can be written."
	case schemas.CodeArchived:
		why = "The task, its module or its playbook is archived."
	default:
		why = "The open task can't be written (" + b.target.Outcome + ")."
	}
	b.say("%s I changed nothing.", why)
}

// question answers what is about this task. The rest is the guide's.
func (b *building) question(o ask) {
	q := readQuestion(o.Source)
	switch {
	case b.target.Outcome == "OK" && q.aboutTask():
		b.say("%s", q.ofTask(b.target.Task))
	case b.target.ViewedFrom == "library":
		b.say("I can answer questions about the open task and nothing else here.")
	default:
		b.handBack("a question that is not about this task: " + heading(o.Source))
	}
}
