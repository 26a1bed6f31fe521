package offline

import "strings"

// guide answers questions from the canvas and writes nothing: an ask to write goes
// back to the router.
func guide(a *answer) {
	if rounds := a.rounds(); len(rounds) > 0 {
		a.say("%s", report(rounds))
		return
	}
	var c canvas
	a.data("canvas", &c)
	asks := read(a.ask())
	if orders := commands(asks); len(orders) > 0 {
		a.call(returnToRouter, handBackArgs{"the guide writes nothing: " + heading(orders[0].Source)})
		return
	}
	for _, o := range asks {
		switch {
		case o.Never:
			a.say("I changed nothing.")
			return
		case o.Question || o.Verb == tell:
			answerQuestion(a, o, c)
			return
		}
	}
	a.say("%s", abilities())
}

// answerQuestion answers from a canvas.
func answerQuestion(a *answer, o ask, c canvas) {
	q := readQuestion(o.Source)
	q.refs = append(q.refs, c.mentioned(o.Source)...)
	if q.how || len(q.refs) == 0 && (q.able || !q.status) {
		a.say("%s", abilities())
		return
	}
	if c.Playbook.ID == "" && len(c.Modules) == 0 {
		a.say("There is no playbook on the canvas, so I can't tell.")
		return
	}
	a.say("%s", q.ofCanvas(c))
}

// mentioned finds a task or module whose title stands in a question without its
// noun: the longest one. Asks are not read so: there a title must not decide.
func (c canvas) mentioned(src string) []ref {
	text := " " + foldTitle(src) + " "
	best := ref{}
	try := func(n noun, title string) {
		f := foldTitle(title)
		if word, _ := nounOf(f); f != "" && word == "" && len(f) > len(foldTitle(best.Title)) && strings.Contains(text, " "+f+" ") {
			best = ref{Noun: n, Title: title}
		}
	}
	for _, m := range c.Modules {
		try(module, m.Title)
		for _, t := range m.Tasks {
			try(task, t.Title)
		}
	}
	if best.Title == "" {
		return nil
	}
	return []ref{best}
}

func abilities() string {
	return "I answer questions about the playbook on the canvas, such as “How many tasks are there?”, “What is in module 2?” and “Which tasks have no subtasks?”. " +
		"In the editor you can ask for modules, tasks and subtasks, as in “build subtasks for every task in module 1”."
}
