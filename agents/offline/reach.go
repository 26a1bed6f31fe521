package offline

// abroad tells an ask about a step of another task than the open one: of every
// task, or of one that is named otherwise.
func (a ask) abroad(open string) bool {
	refs := []ref{a.Object}
	for _, p := range a.Places {
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
func (a ask) everyTask() bool {
	for _, p := range a.Places {
		for r := &p.Ref; r != nil; r = r.In {
			if r.Noun == task && (r.All || r.Plural) {
				return true
			}
		}
	}
	return false
}

// limited refuses an ask that takes something out. The error is a [*lookupError].
func (a ask) limited() error {
	if a.Limit == "" {
		return nil
	}
	return noSuch("I don't understand what “%s” takes out; name what you mean instead.", a.Limit)
}

// singleStep tells an ask about one step: to write it, or to change it.
func (a ask) singleStep() bool {
	switch a.Verb {
	case add, rename, change, move, remove:
		return a.Object.Noun == step && (!a.Object.All || a.Verb == remove) || a.Object.Noun == field
	}
	return false
}

// chrome tells an ask about what is around the steps: modules, tasks, the playbook.
func (a ask) chrome() bool {
	switch a.Verb {
	case add, rename, change, move, remove, publish:
		return a.Object.Noun == task || a.Object.Noun == module || a.Object.Noun == playbook
	}
	return false
}

// command tells whether something is to be done.
func (a ask) command() bool { return a.Verb != "" && a.Verb != tell && !a.Question && !a.Never }
