package offline

// singleStep gives an ask about one subtask to a step writer. It only adds: what
// it must not touch is refused where it is written.
func (e *editing) singleStep(o ask) error {
	if o.Verb == remove || o.Verb == move {
		return noSuch("From here I only add subtasks. Open the task's builder to %s one.", o.Verb)
	}
	found, err := e.stepTarget(o)
	if err != nil {
		return err
	}
	e.call("build_task_steps", buildArgs{Targets: found, Brief: o.Source})
	return nil
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
	return nil, noSuch("Which task is the subtask for? %s.", e.canvas.taskNames())
}
