package steps

import (
	"encoding/json"
	"fmt"
	"slices"

	"turnbook/schemas"
	"turnbook/schemas/document"
)

// RemoveOne is path A's tool remove_step: one step that this turn wrote. What was
// saved is refused (PERSISTED), so the set that it can remove has nothing to lose,
// and there is no card to raise.
func RemoveOne(s *Site, raw json.RawMessage) Outcome {
	var args struct {
		Step schemas.StepID `json:"step_id"`
		Coordinates
	}
	if err := Strict(raw, &args); err != nil {
		return refuse(schemas.Ladder{}, "readable", schemas.CodeInvalidArguments, "", "%v", err)
	}
	step, o, ok := s.named(args.Step, args.Coordinates, "the step to remove")
	if !ok {
		return o
	}
	e := schemas.StepsRemoved{Steps: []schemas.StepID{args.Step}}
	for _, d := range step.Descendants() {
		e.Cascade = append(e.Cascade, d.ID)
	}
	return s.emit(o, e, "removed %s", Quote(step.Title))
}

// A Removal is what remove_steps would do to the tree as it stands: the plan that a
// card shows and a fingerprint binds.
type Removal struct {
	Targets []schemas.CardStep // named and there, in the order of the tree
	Cascade []schemas.CardStep // gone with them
	Asks    bool               // whether something saved would be lost, so that a person is asked
	Print   string             // the fingerprint
}

// RemovalTool is the name of the tool that a [Removal] is the plan of.
const RemovalTool = "remove_steps"

// PlanRemoval reads the arguments of remove_steps and plans it on the tree. Ids that
// name no step are passed over while another does; only unknown ones are refused
// (UNKNOWN_STEP). The outcome is a refusal, or passes.
func PlanRemoval(s *Site, raw json.RawMessage) (Removal, Outcome) {
	var args struct {
		Steps []schemas.StepID `json:"step_ids"`
	}
	if err := Strict(raw, &args); err != nil {
		return Removal{}, refuse(schemas.Ladder{}, "readable", schemas.CodeInvalidArguments, "", "%v", err)
	}
	if len(args.Steps) == 0 {
		return Removal{}, refuse(schemas.Ladder{}, "readable", schemas.CodeInvalidArguments, "", "step_ids is empty; name the steps to remove")
	}
	o, ok := s.pass(write{step: args.Steps[0]})
	if !ok {
		return Removal{}, o
	}
	var named []*document.Step
	for _, id := range args.Steps {
		if step, ok := s.Tree.Step(id); ok && !slices.Contains(named, step) {
			named = append(named, step)
		}
	}
	if len(named) == 0 {
		return Removal{}, refuse(o.Ladder, "step_known", schemas.CodeUnknownStep, args.Steps[0], "none of these steps is in this task")
	}
	r := planRemoval(s, named)
	o.Step = named[0].ID
	return r, o
}

func planRemoval(s *Site, named []*document.Step) Removal {
	r := Removal{Targets: []schemas.CardStep{}, Cascade: []schemas.CardStep{}}
	var content []schemas.Step
	note := func(list *[]schemas.CardStep, step *document.Step) {
		*list = append(*list, schemas.CardStep{Step: step.ID, Title: step.Title})
		content = append(content, schemas.Step{ID: step.ID, Kind: step.Kind, Title: step.Title, Description: step.Description, Form: step.Form})
		r.Asks = r.Asks || s.Saved(step.ID)
	}
	for _, step := range named {
		if below(step, named) {
			continue // it goes with a step that is named too
		}
		note(&r.Targets, step)
		for _, d := range step.Descendants() {
			if slices.Contains(named, d) {
				note(&r.Targets, d)
			} else {
				note(&r.Cascade, d)
			}
		}
	}
	r.Print = fingerprint(s, r, content)
	return r
}

// below says whether a step stands inside one of the named ones.
func below(step *document.Step, named []*document.Step) bool {
	for up := step.Parent; up != nil; up = up.Parent {
		if slices.Contains(named, up) {
			return true
		}
	}
	return false
}

// fingerprint is SHA-256 over the canonical JSON of the plan: tool, task, target ids,
// cascade ids, and the content of those steps. Whatever of it moves, the fingerprint
// moves.
func fingerprint(s *Site, r Removal, content []schemas.Step) string {
	plan := struct {
		Tool    string             `json:"tool"`
		Task    schemas.TaskID     `json:"task_id"`
		Targets []schemas.CardStep `json:"targets"`
		Cascade []schemas.CardStep `json:"cascade"`
		Content []schemas.Step     `json:"content"`
	}{RemovalTool, s.Task, r.Targets, r.Cascade, content}
	digest, err := schemas.DigestJSON(plan)
	if err != nil {
		// A step's form is raw JSON that was canonical when it was stored.
		panic("steps: a removal's plan can't be written: " + err.Error())
	}
	return digest
}

// Remove carries a removal out.
func Remove(s *Site, r Removal, o Outcome) Outcome {
	e := schemas.StepsRemoved{Steps: make([]schemas.StepID, len(r.Targets))}
	for i, t := range r.Targets {
		e.Steps[i] = t.Step
	}
	for _, c := range r.Cascade {
		e.Cascade = append(e.Cascade, c.Step)
	}
	detail := "removed " + Quote(r.Targets[0].Title)
	if n := len(r.Targets) - 1; n > 0 {
		detail += fmt.Sprintf(" and %d more", n)
	}
	if n := len(r.Cascade); n > 0 {
		detail += fmt.Sprintf(", with %d that they held", n)
	}
	return s.emit(o, e, "%s", detail)
}
