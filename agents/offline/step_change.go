package offline

func (a *answer) updateStep(o ask, t taskTree) error {
	r, err := o.stepRef(t)
	if err != nil {
		return err
	}
	s, err := t.find(r)
	if err != nil {
		return err
	}
	args := updateArgs{Step: s.step.ID, Title: o.Title, Description: o.Text, Kind: o.Kind}
	switch {
	case o.Aspect == kindAspect && o.Kind == "":
		return noSuch("What kind shall “%s” be: instruction, form, approval, decision, upload or e-mail?", s.step.Title)
	case args == updateArgs{Step: s.step.ID}:
		return noSuch("What shall “%s” say?", s.step.Title)
	}
	a.call("update_step", args)
	return nil
}

// removeStep uses the tool of its path: remove_steps asks the user first,
// remove_step is for one.
func (a *answer) removeStep(o ask, t taskTree) error {
	r, err := o.stepRef(t)
	if err != nil {
		return err
	}
	numbers := r.Numbers
	var ids []string
	for i := range max(1, len(numbers)) {
		if len(numbers) > 0 {
			r.Numbers = numbers[i : i+1]
		}
		s, err := t.find(r)
		if err != nil {
			return err
		}
		ids = append(ids, s.step.ID)
	}
	if !a.has("remove_steps") && a.has("remove_step") && len(ids) == 1 {
		a.call("remove_step", updateArgs{Step: ids[0]})
		return nil
	}
	a.call("remove_steps", struct {
		Steps []string `json:"step_ids"`
	}{ids})
	return nil
}

// stepRef is the step that the ask is about, with the branch where a place names
// one.
func (o ask) stepRef(t taskTree) (ref, error) {
	r := o.Object
	if r.All || r.Plural && r.Numbers == nil {
		return r, noSuch("One subtask at a time, please.")
	}
	for _, p := range o.Places {
		if p.Ref.Noun == branch && r.In == nil {
			in := p.Ref
			r.In = &in
		}
	}
	if r.In != nil && t.isHome(*r.In) {
		r.In = nil
	}
	return r, nil
}
