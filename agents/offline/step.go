package offline

import "turnbook/schemas"

// addArgs are the arguments of add_step. Without After the step goes to the end;
// with an empty one it goes first.
type addArgs struct {
	Title       string           `json:"title"`
	Description string           `json:"description,omitempty"`
	Kind        schemas.StepKind `json:"kind"`
	Branches    []string         `json:"branches,omitempty"`
	Parent      string           `json:"parent_id,omitempty"`
	Branch      string           `json:"branch,omitempty"`
	After       *string          `json:"after_id,omitempty"`
}

type updateArgs struct {
	Step        string           `json:"step_id"`
	Title       string           `json:"title,omitempty"`
	Description string           `json:"description,omitempty"`
	Kind        schemas.StepKind `json:"kind,omitempty"`
}

// writeStep carries out an ask about one step of the task. It is the same for the
// task builder and for a step writer with a brief. The error is a [*lookupError].
func (a *answer) writeStep(o ask, t taskTree) error {
	switch o.Verb {
	case add:
		return a.addStep(o, t)
	case rename, change:
		return a.updateStep(o, t)
	case remove:
		return a.removeStep(o, t)
	}
	return noSuch("I can't %s a subtask.", o.Verb)
}

func (a *answer) addStep(o ask, t taskTree) error {
	args := addArgs{Title: o.Title, Description: o.Text, Kind: o.Kind, Branches: o.Branches}
	for _, p := range o.Places {
		if err := args.put(p, t); err != nil {
			return err
		}
	}
	switch {
	case args.Kind != "":
	case len(args.Branches) > 0:
		args.Kind = schemas.Decision
	default:
		args.Kind = kindFrom(args.Title)
	}
	if args.Title == "" {
		args.Title = heading(defaultTitle(args.Kind) + t.Title)
	}
	if len(args.Branches) > 0 && args.Kind.DefaultBranches() == nil {
		return noSuch("A subtask of kind %s has no branches.", kindName(args.Kind))
	}
	a.call("add_step", args)
	return nil
}

// put applies a place.
func (args *addArgs) put(p place, t taskTree) error {
	switch {
	case p.At == first:
		args.After = new(string)
		return nil
	case p.At == numbered:
		p.At = before
		p.Ref.Noun = step
	case p.At == finally, t.isHome(p.Ref):
		return nil
	case p.Ref.Noun == branch:
		return args.putInto(t, p.Ref)
	}
	if p.At == after || p.At == before {
		s, err := t.find(p.Ref)
		if err != nil {
			return err
		}
		args.Parent, args.Branch = s.parent, s.branch
		args.After = &s.step.ID
		if p.At == before {
			args.After = new(string)
			if s.index > 0 {
				args.After = &s.siblings[s.index-1].ID
			}
		}
		return nil
	}
	r := p.Ref
	if r.Noun == "" {
		if _, err := t.find(r); err != nil {
			if r.Bare && args.Title == "" { // "add a step to check the passport"
				if args.Kind == schemas.Email { // "add an e-mail to the team"
					r.Title = "E-mail " + r.Title
				}
				args.Title = heading(r.Title)
				return nil
			}
			r.Noun = branch
			return args.putInto(t, r)
		}
	}
	holder := r
	return args.putInto(t, ref{Noun: branch, In: &holder})
}

func (args *addArgs) putInto(t taskTree, r ref) error {
	p, b, err := t.branch(r)
	if err != nil {
		return err
	}
	args.Parent, args.Branch = p.step.ID, b.Name
	return nil
}

// isHome tells whether a ref means the task itself, or what holds it: the address
// is settled before a step is written.
func (t taskTree) isHome(r ref) bool {
	return r.Noun == task || r.Noun == module || r.Noun == playbook ||
		r.Noun == step && r.Numbers == nil && r.Title == "" && r.Kind == "" ||
		r.Noun == "" && (r.Title == "" || sameTitle(r.Title, t.Title))
}

func defaultTitle(k schemas.StepKind) string {
	switch k {
	case schemas.Approval:
		return "Approve: "
	case schemas.Form:
		return "Fill in: "
	case schemas.Decision:
		return "Decide: "
	case schemas.Upload:
		return "Upload for: "
	case schemas.Email:
		return "Notify about: "
	}
	return "Carry out: "
}
