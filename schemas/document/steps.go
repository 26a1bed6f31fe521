package document

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"turnbook/schemas"
)

// ErrGone is what a step event meets that builds on something no longer there.
var ErrGone = errors.New("it is no longer there")

// ErrMoved is what a removal meets that would take more than it lists.
var ErrMoved = errors.New("it holds a step that was not there when its removal was decided")

// A MovedError names a step that a removal would take and does not list.
type MovedError struct{ Step schemas.StepID }

func (e *MovedError) Error() string { return fmt.Sprintf("step %q: %v", e.Step, ErrMoved) }

// Is makes errors.Is(err, ErrMoved) hold.
func (e *MovedError) Is(target error) bool { return target == ErrMoved }

// A GoneError names what a step event builds on and the tree does not hold.
type GoneError struct {
	What string // "step", "branch", "sibling"
	ID   string
}

func (e *GoneError) Error() string { return fmt.Sprintf("%s %q: %v", e.What, e.ID, ErrGone) }

// Is makes errors.Is(err, ErrGone) hold.
func (e *GoneError) Is(target error) bool { return target == ErrGone }

// A Steps is the step tree of one task.
type Steps struct {
	top     []*Step
	byID    map[schemas.StepID]*Step
	changed map[schemas.StepID]uint64 // see Changed; made when the first step is changed
}

// A Step is one step in its tree.
type Step struct {
	ID          schemas.StepID
	Kind        schemas.StepKind
	Title       string
	Description string
	Form        json.RawMessage // nil until a form is written
	Branches    []*Branch       // nil for kinds that hold nothing
	Parent      *Step           // nil at the top
	In          *Branch         // the parent's branch; nil at the top
}

// A Branch is a named bucket of steps.
type Branch struct {
	Name  string
	Steps []*Step
}

// NewSteps builds a tree from a document's steps. Ids are unique in a document and
// never empty; a step without one, or a second of one id, is left out.
func NewSteps(steps []schemas.Step) *Steps {
	t := &Steps{byID: make(map[schemas.StepID]*Step)}
	t.top = t.build(steps, nil, nil)
	return t
}

func (t *Steps) build(steps []schemas.Step, parent *Step, in *Branch) []*Step {
	var built []*Step
	for _, s := range steps {
		if _, twice := t.byID[s.ID]; twice || s.ID == "" {
			continue
		}
		n := &Step{ID: s.ID, Kind: s.Kind, Title: s.Title, Description: s.Description, Form: s.Form, Parent: parent, In: in}
		t.byID[s.ID] = n
		for _, b := range s.Branches {
			branch := &Branch{Name: b.Name}
			branch.Steps = t.build(b.Steps, n, branch)
			n.Branches = append(n.Branches, branch)
		}
		built = append(built, n)
	}
	return built
}

// Document is the tree as a document holds it.
func (t *Steps) Document() []schemas.Step { return documentOf(t.Top()) }

func documentOf(steps []*Step) []schemas.Step {
	var out []schemas.Step
	for _, s := range steps {
		d := schemas.Step{ID: s.ID, Kind: s.Kind, Title: s.Title, Description: s.Description, Form: s.Form}
		for _, b := range s.Branches {
			d.Branches = append(d.Branches, schemas.Branch{Name: b.Name, Steps: documentOf(b.Steps)})
		}
		out = append(out, d)
	}
	return out
}

// Clone is a tree that can be changed without this one.
func (t *Steps) Clone() *Steps { return NewSteps(t.Document()) }

// Top is the steps at the top of the task, in order.
func (t *Steps) Top() []*Step {
	if t == nil {
		return nil
	}
	return t.top
}

// Len is how many steps there are, nested ones included.
func (t *Steps) Len() int {
	if t == nil {
		return 0
	}
	return len(t.byID)
}

// Step finds a step.
func (t *Steps) Step(id schemas.StepID) (*Step, bool) {
	if t == nil {
		return nil, false
	}
	s, ok := t.byID[id]
	return s, ok
}

// Branch finds a branch of the step.
func (s *Step) Branch(name string) (*Branch, bool) {
	for _, b := range s.Branches {
		if b.Name == name {
			return b, true
		}
	}
	return nil, false
}

// Descendants are the steps that go when this one goes, in tree order, without it.
func (s *Step) Descendants() []*Step {
	var all []*Step
	for _, b := range s.Branches {
		for _, c := range b.Steps {
			all = append(append(all, c), c.Descendants()...)
		}
	}
	return all
}

// Place is where the step stands.
func (t *Steps) Place(s *Step) schemas.Place {
	p := schemas.Place{}
	siblings := t.top
	if s.Parent != nil {
		p.Parent, p.Branch, siblings = s.Parent.ID, s.In.Name, s.In.Steps
	}
	if i := slices.Index(siblings, s); i > 0 {
		p.After = siblings[i-1].ID
	}
	return p
}

// Apply changes the tree by one step event. The error is a [*GoneError], a
// [*MovedError], or says
// that the event's type is no step event; the tree is then as it was.
func (t *Steps) Apply(e schemas.Event) error {
	switch e := e.(type) {
	case schemas.StepAdded:
		return t.add(e)
	case schemas.StepUpdated:
		return t.update(e)
	case schemas.StepsRemoved:
		return t.remove(e)
	case schemas.StepMoved:
		return t.move(e)
	case schemas.FormWritten:
		s, ok := t.byID[e.Step]
		if !ok {
			return &GoneError{What: "step", ID: string(e.Step)}
		}
		s.Form = e.Form
		if string(e.Form) == "null" {
			s.Form = nil // an undo of its first writing
		}
		return nil
	default:
		return fmt.Errorf("document: %T is no step event", e)
	}
}

func (t *Steps) add(e schemas.StepAdded) error {
	if e.Step == "" {
		return errors.New("document: a step has no id; a place could not name it")
	}
	if _, again := t.byID[e.Step]; again {
		return fmt.Errorf("document: step %q stands in the tree already", e.Step)
	}
	s := &Step{ID: e.Step, Kind: e.Kind, Title: e.Title, Description: e.Description}
	for _, b := range e.Branches {
		s.Branches = append(s.Branches, &Branch{Name: b})
	}
	if err := t.insert(s, e.Place); err != nil {
		return err
	}
	t.byID[s.ID] = s
	return nil
}

func (t *Steps) update(e schemas.StepUpdated) error {
	s, ok := t.byID[e.Step]
	if !ok {
		return &GoneError{What: "step", ID: string(e.Step)}
	}
	if e.Kind != "" {
		s.Kind = e.Kind
	}
	if e.Title != nil {
		s.Title = *e.Title
	}
	if e.Description != nil {
		s.Description = *e.Description
	}
	return nil
}

// remove takes out all that the event lists, or nothing.
func (t *Steps) remove(e schemas.StepsRemoved) error {
	for _, id := range e.Steps {
		s, ok := t.byID[id]
		if !ok {
			return &GoneError{What: "step", ID: string(id)}
		}
		for _, d := range s.Descendants() {
			if !slices.Contains(e.Steps, d.ID) && !slices.Contains(e.Cascade, d.ID) {
				return &MovedError{Step: d.ID}
			}
		}
	}
	for _, id := range e.Steps {
		s, ok := t.byID[id]
		if !ok {
			continue // it went with a step named before it
		}
		t.takeOut(s)
		delete(t.byID, id)
		for _, d := range s.Descendants() {
			delete(t.byID, d.ID)
		}
	}
	return nil
}

func (t *Steps) move(e schemas.StepMoved) error {
	s, ok := t.byID[e.Step]
	if !ok {
		return &GoneError{What: "step", ID: string(e.Step)}
	}
	for up := t.byID[e.Place.Parent]; up != nil; up = up.Parent {
		if up == s {
			return fmt.Errorf("document: step %q can't be moved into itself", e.Step)
		}
	}
	back := t.Place(s)
	t.takeOut(s)
	if err := t.insert(s, e.Place); err != nil {
		_ = t.insert(s, back) // where it just stood is there
		return err
	}
	return nil
}

// takeOut unhooks a step from its siblings.
func (t *Steps) takeOut(s *Step) {
	siblings := t.siblings(s.In)
	if i := slices.Index(*siblings, s); i >= 0 {
		*siblings = slices.Delete(*siblings, i, i+1)
	}
}

func (t *Steps) siblings(in *Branch) *[]*Step {
	if in == nil {
		return &t.top
	}
	return &in.Steps
}

// insert hooks a step in at a place.
func (t *Steps) insert(s *Step, at schemas.Place) error {
	var parent *Step
	var in *Branch
	if at.Parent != "" {
		p, ok := t.byID[at.Parent]
		if !ok {
			return &GoneError{What: "step", ID: string(at.Parent)}
		}
		b, ok := p.Branch(at.Branch)
		if !ok {
			return &GoneError{What: "branch", ID: at.Branch}
		}
		parent, in = p, b
	}
	siblings, i := t.siblings(in), 0
	if at.After != "" {
		i = slices.IndexFunc(*siblings, func(n *Step) bool { return n.ID == at.After })
		if i < 0 {
			return &GoneError{What: "sibling", ID: string(at.After)}
		}
		i++
	}
	s.Parent, s.In = parent, in
	*siblings = slices.Insert(*siblings, i, s)
	return nil
}
