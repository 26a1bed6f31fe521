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
