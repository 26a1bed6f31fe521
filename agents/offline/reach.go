package offline

// abroad tells an ask about a step of another task than the open one: of every
// task, or of one that is named otherwise.
func (o ask) abroad(open string) bool {
	refs := []ref{o.Object}
	for _, p := range o.Places {
		refs = append(refs, p.Ref)
	}
	for i := 0; i < len(refs); i++ {
		r := refs[i]
		if r.In != nil {
			refs = append(refs, *r.In)
		}
		switch r.Noun {
		case task, module, playbook:
			if r.All || r.Plural || r.Numbers != nil || r.Title != "" && !sameTitle(r.Title, open) {
				return true
			}
		}
	}
	return false
}

// everyTask tells an ask about a step of each of several tasks.
func (o ask) everyTask() bool {
	for _, p := range o.Places {
		for r := &p.Ref; r != nil; r = r.In {
			if r.Noun == task && (r.All || r.Plural) {
				return true
			}
		}
	}
	return false
}

// limited refuses an ask that takes something out. The error is a [*lookupError].
func (o ask) limited() error {
	if o.Limit == "" {
		return nil
	}
	return noSuch("I don't understand what “%s” takes out; name what you mean instead.", o.Limit)
}

// singleStep tells an ask about one step: to write it, or to change it.
func (o ask) singleStep() bool {
	switch o.Verb {
	case add, rename, change, move, remove:
		return o.Object.Noun == step && (!o.Object.All || o.Verb == remove) || o.Object.Noun == field
	}
	return false
}

// chrome tells an ask about what is around the steps: modules, tasks, the playbook.
func (o ask) chrome() bool {
	switch o.Verb {
	case add, rename, change, move, remove, publish:
		return o.Object.Noun == task || o.Object.Noun == module || o.Object.Noun == playbook
	}
	return false
}

// command tells whether something is to be done.
func (o ask) command() bool { return o.Verb != "" && o.Verb != tell && !o.Question && !o.Never }
