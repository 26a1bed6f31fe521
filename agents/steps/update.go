package steps

import (
	"encoding/json"

	"turnbook/schemas"
)

// updateArgs are the arguments of update_step.
type updateArgs struct {
	Step        schemas.StepID   `json:"step_id"`
	Title       *string          `json:"title"`
	Description *string          `json:"description"`
	Kind        schemas.StepKind `json:"kind"`
}

// Update is the tool update_step: new words or another kind for a step. On path A
// it is one of the sites that refuse a saved step (PERSISTED).
func Update(s *Site, raw json.RawMessage) Outcome {
	var args struct {
		updateArgs
		Coordinates
	}
	if err := s.decode(raw, &args, &args.updateArgs); err != nil {
		return refuse(schemas.Ladder{}, "readable", schemas.CodeInvalidArguments, "", "%v", err)
	}
	step, o, ok := s.named(args.Step, args.Coordinates, "the step to change")
	if !ok {
		return o
	}
	if wrong := args.wrong(step.Kind, len(step.Branches) > 0); wrong != "" {
		return refuse(o.Ladder, "arguments", schemas.CodeInvalidArguments, args.Step, "%s", wrong)
	}
	return s.emit(o, schemas.StepUpdated{Step: args.Step, Kind: args.Kind, Title: args.Title, Description: args.Description}, "changed %s", Quote(step.Title))
}

// wrong says what is wrong with the arguments for a step of a kind; "" for nothing.
func (a updateArgs) wrong(kind schemas.StepKind, branched bool) string {
	if a.Title == nil && a.Description == nil && a.Kind == "" {
		return "nothing is changed; give a title, a description or a kind"
	}
	if a.Title != nil {
		if w := CheckTitle(*a.Title); w != "" {
			return w
		}
	}
	if a.Description != nil {
		if w := checkDescription(*a.Description); w != "" {
			return w
		}
	}
	if a.Kind == "" || a.Kind == kind {
		return ""
	}
	if w := checkKind(a.Kind); w != "" {
		return w
	}
	// A change of kind must not take away branches, nor what they hold, nor make a
	// step that should branch and can't.
	if branched || a.Kind.DefaultBranches() != nil {
		return "a step with branches keeps its kind; add a new step instead"
	}
	return ""
}
