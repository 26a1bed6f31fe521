package offline

import "slices"

const lookupTask = "lookup_task"

// question answers from the canvas; what stands in a task is looked up.
func (e *editing) question(o ask) {
	q := readQuestion(o.Source)
	q.refs = append(q.refs, e.canvas.mentioned(o.Source)...)
	at, ok := q.oneTask(e.canvas)
	switch {
	case len(e.rounds) > 0:
		var found struct {
			Task taskTree `json:"task"`
		}
		if !e.rounds[0].result(&found) {
			e.say("The task can't be read.")
			return
		}
		e.say("%s", describe(found.Task))
	case ok && q.aboutSteps():
		e.call(lookupTask, struct {
			Task string `json:"task_id"`
		}{e.canvas.task(at).ID})
	default:
		answerQuestion(e.answer, o, e.canvas)
	}
}

// aboutSteps tells a question that only a look at a task's steps answers: "what
// steps does task 2 of module 1 have". Their number stands on the canvas.
func (q question) aboutSteps() bool {
	_, asks := q.names(step)
	return asks && !q.howMany && !q.without && !q.how
}

// oneTask is the one task that a question names.
func (q question) oneTask(c canvas) (taskAt, bool) {
	t, ok := q.names(task)
	if !ok || !t.definite() {
		return taskAt{}, false
	}
	m, named := q.names(module)
	found, err := c.tasks(q.placed(t, m, named))
	if err != nil || len(found) != 1 {
		return taskAt{}, false
	}
	return found[0], true
}

// namesTask tells a question about the steps of a task that it names.
func (q question) namesTask() bool {
	named := slices.ContainsFunc(q.refs, func(r ref) bool {
		return r.Noun == task && (r.Numbers != nil || r.Title != "") || r.Noun == "" && r.Title != ""
	})
	return named && q.aboutSteps()
}
