package offline

import (
	"errors"
	"fmt"
	"slices"
)

// An editing is one request to the playbook editor: the canvas as it is now, and
// the clauses of the ask, of which one is carried out in a round.
type editing struct {
	*answer
	canvas canvas
	asks   []ask
	rounds []round
}

// edit answers for the playbook editor. What the tools said is repeated at the
// end, and after a refusal nothing further is tried.
func edit(a *answer) {
	e := &editing{answer: a, asks: read(a.ask()), rounds: a.rounds()}
	orders := commands(e.asks)
	if anyRefused(e.rounds) {
		a.say("%s", report(e.rounds))
		return
	}
	if !a.data("canvas", &e.canvas) && !(len(orders) > 0 && orders[0].newPlaybook()) {
		a.say("There is no playbook on the canvas, so I changed nothing.")
		a.offer("Make a playbook for onboarding a nurse")
		return
	}
	if len(orders) == 0 {
		e.noOrder()
		return
	}
	orders = e.beyondBuilder(orders)
	e.next(orders)
	if len(a.calls) == 0 && len(e.rounds) > 0 {
		a.text = append([]string{e.told(orders)}, a.text...)
	}
}

func (e *editing) noOrder() {
	for _, a := range e.asks {
		switch {
		case a.Never:
			e.say("You asked me not to, so I changed nothing.")
			return
		case a.Question || a.Verb == tell:
			e.question(a)
			return
		}
	}
	e.say("I did not understand that, so I changed nothing. I understand, for example, “build subtasks for every task in module 1”, “add a task called Order badge to module 2” and “rename the playbook to Onboarding”.")
	e.offer("Build subtasks for every task in module 1", "How many tasks are there?")
}

// carryOut does one clause; past counts the rounds that it took already.
func (e *editing) carryOut(o ask, i int, orders []ask, past int) {
	err := o.limited()
	o = o.inNewModule(newModule(orders, i))
	switch {
	case err != nil:
	case o.newPlaybook():
		err = e.createPlaybook(o, past)
	case o.Verb == forward:
		e.say("There is nobody that I could hand this to. I changed nothing.")
	case o.Verb == head, o.Verb == claim:
		e.say("The progress here is that of the tasks that I have written; I can't set it. I changed nothing.")
	case o.Verb == use:
		e.say("A template is used in a task's builder. Open one, and ask again. I changed nothing.")
	case o.Verb == build:
		err = e.buildOut(o, newModule(orders, i), past)
	case o.Object.Noun == step || o.Object.Noun == field || o.Object.Noun == branch || o.Object.In != nil && o.Object.In.Noun == branch:
		err = e.singleStep(o)
	case o.Verb == remove, o.Verb == publish:
		e.say("I have no tool to %s a %s, so I changed nothing.", verbSaid(o), o.Object.Noun.or("thing"))
	case o.Object.Noun == module:
		err = e.module(o)
	case o.Object.Noun == task:
		err = e.task(o)
	case o.Object.Noun == playbook:
		e.playbook(o)
	case o.Object.Noun == "" && o.Object.Title != "":
		err = e.titled(o)
	default:
		err = asking(fmt.Sprintf("What shall I %s: a module, a task or the playbook?", o.Verb), "Build subtasks for every task in module 1", "How many tasks are there?")
	}
	if err != nil {
		e.refuse(err, e.unchanged())
	}
	e.leftovers(o)
}

// unchanged says that this clause changed nothing.
func (e *editing) unchanged() string {
	if len(e.rounds) > 0 {
		return "I changed nothing more."
	}
	return "I changed nothing."
}

// inNewModule puts a new task into the module that the same ask added, where it
// names no other.
func (o ask) inNewModule(added *ask) ask {
	if added == nil || o.Verb != add || o.Object.Noun != task {
		return o
	}
	o.Places = append(slices.DeleteFunc(slices.Clone(o.Places), func(p place) bool { return p.Ref.Its || p.Ref.Noun == module }),
		place{At: inside, Ref: ref{Noun: module, Title: added.Title}})
	return o
}

// verbSaid is the word for what was asked.
func verbSaid(o ask) string {
	if o.Verb == publish {
		return "publish or archive"
	}
	return string(o.Verb)
}

func (n noun) or(other string) string {
	if n == "" {
		return other
	}
	return string(n)
}

// leftovers says what of an ask was not used, where something else was.
func (a *answer) leftovers(o ask) {
	if len(a.calls) > 0 && len(o.Unread) > 0 {
		var said []string
		for _, w := range o.Unread {
			said = append(said, fmt.Sprintf("“%s”", w))
		}
		a.say("I had no use for %s.", list(said))
	}
}

// titled is for a thing that was named without a noun: the task of that title, or
// else the module.
func (e *editing) titled(o ask) error {
	_, err := e.canvas.titledTask(o.Object)
	if many := (&lookupError{}); err == nil || errors.As(err, &many) && many.Several {
		o.Object.Noun = task
		return e.task(o)
	}
	if _, err := e.canvas.titledModule(o.Object.Title); err == nil {
		o.Object.Noun = module
		return e.module(o)
	}
	return noSuch("There is no task or module called “%s”. %s.", o.Object.Title, e.canvas.taskNames())
}

func (e *editing) playbook(o ask) {
	switch {
	case o.Verb == rename && o.Title != "":
		e.call("rename_playbook", struct {
			Title string `json:"title"`
		}{o.Title})
	case o.Verb == rename:
		e.say("What shall the playbook be called? I changed nothing.")
	default:
		e.say("I can rename the playbook and nothing else, so I changed nothing.")
	}
}
