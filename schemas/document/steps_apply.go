package document

import (
	"errors"
	"fmt"
	"slices"

	"turnbook/schemas"
)

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
