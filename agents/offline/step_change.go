package offline

import (
	"fmt"
	"slices"

	"turnbook/schemas"
)

func (a *answer) updateStep(o ask, t taskTree) error {
	r, err := o.stepRef(t)
	if err != nil {
		return err
	}
	s, err := t.find(r)
	if err != nil {
		return o.withSteps(err, t)
	}
	args := updateArgs{Step: s.step.ID, Title: o.Title, Description: o.Text, Kind: o.Kind}
	switch {
	case o.Aspect == kindAspect && o.Kind == "":
		return asking(fmt.Sprintf("What kind shall “%s” be: instruction, form, approval, decision, upload or e-mail?", s.step.Title),
			kindReplies(s.step.Title)...)
	case args == updateArgs{Step: s.step.ID}:
		return noSuch("What shall “%s” say?", s.step.Title)
	}
	if o.Kind != schemas.Form || s.step.Kind != schemas.Form || o.Fields == nil { // it is a form already
		a.call("update_step", args)
	}
	if o.Fields != nil {
		a.writeForm(s.step.ID, o.Fields)
	}
	return nil
}

func kindReplies(title string) []string {
	var out []string
	for _, kind := range [...]string{"an instruction", "a form", "an upload", "an e-mail"} {
		out = append(out, fmt.Sprintf("Make “%s” %s", title, kind))
	}
	return out
}

// removeStep uses the tool of its path: remove_steps asks the user first, one call
// for one intention; remove_step takes back one.
func (a *answer) removeStep(o ask, t taskTree) error {
	ids, err := o.stepsToRemove(t)
	if err != nil {
		return o.withSteps(err, t)
	}
	if !a.has("remove_steps") && a.has("remove_step") {
		for _, id := range ids {
			a.call("remove_step", updateArgs{Step: id})
		}
		return nil
	}
	a.call("remove_steps", struct {
		Steps []string `json:"step_ids"`
	}{ids})
	return nil
}

func (o ask) stepsToRemove(t taskTree) ([]string, error) {
	r := o.Object.placedIn(o.Places, t)
	if r.All {
		return t.allOf(r)
	}
	if r.Plural && r.Numbers == nil && r.Title == "" && r.ID == "" {
		return nil, noSuch("Which subtasks? They are %s.", names(t.Steps))
	}
	numbers := r.Numbers
	var ids []string
	for i := range max(1, len(numbers)) {
		if len(numbers) > 0 {
			r.Numbers = numbers[i : i+1]
		}
		s, err := t.find(r)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(ids, s.step.ID) {
			ids = append(ids, s.step.ID)
		}
	}
	return ids, nil
}

// allOf are the ids of all steps at the top, or of a branch; of one kind, if the ref
// says so. What they hold goes with them.
func (t taskTree) allOf(r ref) ([]string, error) {
	among := t.Steps
	if r.In != nil && r.In.Noun == branch {
		_, b, err := t.branch(*r.In)
		if err != nil {
			return nil, err
		}
		among = b.Steps
	}
	if r.Kind != "" {
		among = ofKind(among, r.Kind)
	}
	var ids []string
	for _, s := range among {
		ids = append(ids, s.ID)
	}
	if ids == nil {
		return nil, noSuch("There are no such subtasks.")
	}
	return ids, nil
}

// stepRef is the one step that the ask is about, with the branch where a place names
// one.
func (o ask) stepRef(t taskTree) (ref, error) {
	r := o.Object
	if r.All || r.Plural && r.Numbers == nil {
		return r, noSuch("One subtask at a time, please.")
	}
	return r.placedIn(o.Places, t), nil
}

// placedIn puts "step 1" and "in the no branch", said apart, together. The task
// itself is no place: the address is settled before a step is written.
func (r ref) placedIn(places []place, t taskTree) ref {
	for _, p := range places {
		if p.Ref.Noun == branch && r.In == nil && p.At == inside {
			in := p.Ref
			r.In = &in
		}
	}
	if r.In != nil && t.isHome(*r.In) {
		r.In = nil
	}
	return r
}
