package offline

import (
	"slices"

	"turnbook/schemas"
)

// addArgs are the arguments of add_step. Without After the step goes to the end;
// with an empty one it goes first.
type addArgs struct {
	Title       string           `json:"title"`
	Description string           `json:"description,omitempty"`
	Kind        schemas.StepKind `json:"kind"`
	Branches    []string         `json:"branches,omitempty"`
	placeArgs
}

// placeArgs are the arguments that say where a step goes.
type placeArgs struct {
	Parent string  `json:"parent_id,omitempty"`
	Branch string  `json:"branch,omitempty"`
	After  *string `json:"after_id,omitempty"`
}

type updateArgs struct {
	Step        string           `json:"step_id"`
	Title       string           `json:"title,omitempty"`
	Description string           `json:"description,omitempty"`
	Kind        schemas.StepKind `json:"kind,omitempty"`
}

// span is how many rounds a clause takes: one, or two for a new form with its
// questions, whose step must be there first.
func (o ask) span() int {
	if o.Verb == add && o.Object.Noun == step && len(o.Fields) > 0 {
		return 2
	}
	return 1
}

// step carries out the next round of an ask about one step; past counts those that
// it took already. The error is a [*lookupError].
func (a *answer) step(o ask, t taskTree, past int) error {
	if past == 0 {
		return a.writeStep(o, t)
	}
	title := o.Title
	if title == "" {
		title = heading(defaultTitle(schemas.Form) + t.Title)
	}
	for _, s := range slices.Backward(t.spots()) {
		if s.step.Title == title && s.step.Kind == schemas.Form && !s.step.Saved {
			a.writeForm(s.step.ID, o.Fields)
			return nil
		}
	}
	return noSuch("The new form “%s” is not in the task any more.", title)
}

// writeStep carries out an ask about one step of the task. It is the same for the
// task builder and for a step writer with a brief. The error is a [*lookupError].
func (a *answer) writeStep(o ask, t taskTree) error {
	switch {
	case o.Object.Noun == field:
		return a.editForm(o, t)
	case o.Trial:
		return noSuch("I can try out changes of a form's questions and nothing else.")
	}
	switch o.Verb {
	case add:
		return a.addStep(o, t)
	case rename, change:
		return a.updateStep(o, t)
	case remove:
		return a.removeStep(o, t)
	case move:
		return a.moveStep(o, t)
	}
	return noSuch("I can't %s a subtask.", o.Verb)
}

func (a *answer) addStep(o ask, t taskTree) error {
	args := addArgs{Title: o.Title, Description: o.Text, Kind: o.Kind, Branches: o.Branches}
	for _, p := range o.Places {
		if said := args.purpose(p, t); said {
			continue
		}
		if err := args.put(p, t, ""); err != nil {
			return o.withBranches(err, t)
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

// purpose takes "to check the passport" for what a new step is to do, where it names
// no place.
func (args *addArgs) purpose(p place, t taskTree) bool {
	r := p.Ref
	if p.At == first || p.At == finally || p.At == numbered || p.At == after || p.At == before || r.Noun != "" || t.isHome(r) {
		return false
	}
	if _, err := t.find(r); err == nil || !r.Bare || args.Title != "" {
		return false
	}
	if args.Kind == schemas.Email { // "add an e-mail to the team"
		r.Title = "E-mail " + r.Title
	}
	args.Title = heading(r.Title)
	return true
}

// put applies a place for a step that is new, or for the one that moves: a step is no
// neighbour of itself.
func (args *placeArgs) put(p place, t taskTree, moving string) error {
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
			for i := s.index - 1; i >= 0 && *args.After == ""; i-- {
				if s.siblings[i].ID != moving {
					args.After = &s.siblings[i].ID
				}
			}
		}
		return nil
	}
	r := p.Ref
	if r.Noun == "" {
		if _, err := t.find(r); err != nil {
			r.Noun = branch
			return args.putInto(t, r)
		}
	}
	holder := r
	return args.putInto(t, ref{Noun: branch, In: &holder})
}

func (args *placeArgs) putInto(t taskTree, r ref) error {
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
