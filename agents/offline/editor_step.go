package offline

// singleStep gives an ask about one subtask to a step writer. It only adds: what
// it must not touch is refused where it is written.
func (e *editing) singleStep(o ask) error {
	found, err := e.stepTarget(o)
	if err != nil {
		return err
	}
	e.build(buildArgs{Targets: found, Brief: o.Source})
	return nil
}

// build has subtasks written, where the account may.
func (e *editing) build(args buildArgs) bool {
	if !e.has("build_task_steps") {
		e.say("Having subtasks written is not switched on for this account. I changed nothing.")
		e.offer("How many tasks are there?", "What can you do?")
		return false
	}
	return e.call("build_task_steps", args)
}

// stepTarget is the task that an ask about one subtask names.
func (e *editing) stepTarget(o ask) ([]taskAt, error) {
	refs := []ref{o.Object}
	for _, p := range o.Places {
		refs = append(refs, p.Ref)
	}
	for i := 0; i < len(refs); i++ {
		if refs[i].In != nil {
			refs = append(refs, *refs[i].In)
		}
	}
	for _, r := range refs {
		if r.Noun == task {
			for _, in := range refs {
				if in.Noun == module && r.In == nil {
					r.In = &in
				}
			}
			return e.canvas.tasks(r)
		}
	}
	for _, r := range refs[1+len(o.Places):] { // "step 1 of “Order laptop”"
		if r.Noun == "" && r.Title != "" {
			return e.canvas.titledTask(r)
		}
	}
	for i, p := range o.Places {
		if r := p.Ref; r.Noun == "" && r.Title != "" && p.At == inside {
			for _, other := range o.Places[i+1:] {
				if other.Ref.Noun == module {
					r.In = &other.Ref
				}
			}
			return e.canvas.titledTask(r)
		}
	}
	if at, open := e.canvas.open(); open {
		return []taskAt{at}, nil
	}
	word := "in"
	if o.Verb == add {
		word = "to"
	}
	return nil, asking("Which task is the subtask for? "+e.canvas.taskNames()+".", o.forTask(e.canvas, word)...)
}
