package offline

// module adds, renames or moves a module.
func (e *editing) module(o ask) error {
	if o.Verb == add {
		return e.addModule(o)
	}
	found, err := e.canvas.modules(o.Object)
	if n := o.Object.Numbers; err != nil && o.Anyway && o.Verb == rename && len(n) == 1 && n[0] > 0 {
		found, err = []int{n[0] - 1}, nil
	}
	switch {
	case err != nil:
		return err
	case len(found) > 1:
		return noSuch("One module at a time, please.")
	}
	at := found[0]
	switch {
	case o.Verb == rename && o.Title == "":
		return noSuch("What shall module %d be called?", at+1)
	case o.Verb == rename:
		e.call("rename_module", struct {
			Module int    `json:"module_index"`
			Title  string `json:"title"`
		}{at, o.Title})
		return nil
	case o.Verb == move:
		return e.moveModule(at, o)
	}
	return noSuch("A module has a title and a place; I can't change anything else.")
}

func (e *editing) addModule(o ask) error {
	if o.Title == "" {
		return noSuch("What shall the module be called?")
	}
	args := struct {
		Title string `json:"title"`
		After *int   `json:"after_module_index,omitempty"`
	}{Title: o.Title}
	for _, p := range o.Places {
		if p.At == finally || p.Ref.Noun == playbook {
			continue
		}
		to, err := e.newIndex(p, len(e.canvas.Modules), e.canvas.modules)
		if err != nil {
			return err
		}
		if to == 0 && len(e.canvas.Modules) > 0 {
			return noSuch("I can only put a new module after another one. Ask for that, and then “move it to the top”.")
		}
		if to > 0 {
			after := to - 1
			args.After = &after
		}
	}
	e.call("add_module", args)
	return nil
}

func (e *editing) moveModule(at int, o ask) error {
	if len(o.Places) == 0 {
		return noSuch("Where shall module %d go?", at+1)
	}
	to, err := e.newIndex(o.Places[len(o.Places)-1], len(e.canvas.Modules), e.canvas.modules)
	if err != nil {
		return err
	}
	e.call("move_module", struct {
		Module int `json:"module_index"`
		To     int `json:"to_index"`
	}{at, settled(at, to, len(e.canvas.Modules))})
	return nil
}

// newIndex is the gap that a place means in a list of n: 0 before the first thing,
// n behind the last one. find finds the neighbour.
func (e *editing) newIndex(p place, n int, find func(ref) ([]int, error)) (int, error) {
	switch p.At {
	case first:
		return 0, nil
	case finally:
		return n, nil
	case numbered:
		i, ok := index(p.Ref.Numbers[0], n)
		if !ok {
			return 0, noSuch("There is no position %d.", p.Ref.Numbers[0])
		}
		return i, nil
	case after, before:
		found, err := find(p.Ref)
		if err != nil {
			return 0, err
		}
		if p.At == after {
			return found[len(found)-1] + 1, nil
		}
		return found[0], nil
	}
	return 0, noSuch("Before or after which one?")
}

// settled is the index at which a thing stands once it has left its old place.
func settled(at, gap, n int) int {
	if gap > at {
		gap--
	}
	return min(gap, n-1)
}
