package document

import (
	"encoding/json"
	"fmt"
	"slices"

	"turnbook/schemas"
)

// DecodeStep is [schemas.Decode] for what must be a step event.
func DecodeStep(eventType string, data []byte) (schemas.StepEvent, error) {
	e, err := schemas.Decode(eventType, data)
	if err != nil {
		return nil, err
	}
	step, ok := e.(schemas.StepEvent)
	if !ok {
		return nil, fmt.Errorf("document: %s is no step event", eventType)
	}
	return step, nil
}

// Touched are the steps that a step event makes, changes, moves or takes away.
func Touched(e schemas.StepEvent) []schemas.StepID {
	if r, ok := e.(schemas.StepsRemoved); ok {
		return slices.Concat(r.Steps, r.Cascade)
	}
	return e.StepIDs()
}

// Inverse is the step events that take an event back, in order: asked of the tree
// before the event, they make of the tree after it the tree before it. It is nil for
// an event that the tree can't take.
func (t *Steps) Inverse(e schemas.StepEvent) []schemas.StepEvent {
	var back []schemas.StepEvent
	switch e := e.(type) {
	case schemas.StepAdded:
		back = []schemas.StepEvent{schemas.StepsRemoved{Steps: []schemas.StepID{e.Step}}}
	case schemas.StepUpdated:
		if s, ok := t.byID[e.Step]; ok {
			back = []schemas.StepEvent{asItWas(s, e)}
		}
	case schemas.StepMoved:
		if s, ok := t.byID[e.Step]; ok {
			back = []schemas.StepEvent{schemas.StepMoved{Step: e.Step, Place: t.Place(s)}}
		}
	case schemas.FormWritten:
		if s, ok := t.byID[e.Step]; ok {
			back = []schemas.StepEvent{schemas.FormWritten{Step: e.Step, Form: formOf(s)}}
		}
	case schemas.StepsRemoved:
		back = t.restore(t.top, e)
	}
	for i := range back {
		back[i] = back[i].Readdressed(e.Address())
	}
	return back
}

// asItWas is the update that gives back what another one changes.
func asItWas(s *Step, e schemas.StepUpdated) schemas.StepUpdated {
	was := schemas.StepUpdated{Step: s.ID}
	if e.Kind != "" {
		was.Kind = s.Kind
	}
	if title := s.Title; e.Title != nil {
		was.Title = &title
	}
	if description := s.Description; e.Description != nil {
		was.Description = &description
	}
	return was
}

// formOf is a step's form as an event has it: null for none.
func formOf(s *Step) json.RawMessage {
	if s.Form == nil {
		return json.RawMessage("null")
	}
	return s.Form
}

// restore is the events that bring removed steps back. They stand in tree order, so
// that whatever one of them stands in, or behind, is there before it.
func (t *Steps) restore(among []*Step, e schemas.StepsRemoved) []schemas.StepEvent {
	var back []schemas.StepEvent
	for _, s := range among {
		if slices.Contains(e.Steps, s.ID) || slices.Contains(e.Cascade, s.ID) {
			added := schemas.StepAdded{Step: s.ID, Kind: s.Kind, Title: s.Title, Description: s.Description, Place: t.Place(s)}
			for _, b := range s.Branches {
				added.Branches = append(added.Branches, b.Name)
			}
			back = append(back, added)
			if s.Form != nil {
				back = append(back, schemas.FormWritten{Step: s.ID, Form: s.Form})
			}
		}
		for _, b := range s.Branches {
			back = append(back, t.restore(b.Steps, e)...)
		}
	}
	return back
}
