package steps

import (
	"encoding/json"

	"turnbook/schemas"
)

// moveArgs are the arguments of move_step.
type moveArgs struct {
	Step   schemas.StepID  `json:"step_id"`
	Parent schemas.StepID  `json:"parent_id"`
	Branch string          `json:"branch"`
	After  *schemas.StepID `json:"after_id"`
}

// Move is the tool move_step: a step to another place, with what it holds. On path A
// it is one of the sites that refuse a saved step (PERSISTED).
func Move(s *Site, raw json.RawMessage) Outcome {
	var args struct {
		moveArgs
		Coordinates
	}
	if err := s.decode(raw, &args, &args.moveArgs); err != nil {
		return refuse(schemas.Ladder{}, "readable", schemas.CodeInvalidArguments, "", "%v", err)
	}
	if args.Step == "" {
		return refuse(schemas.Ladder{}, "readable", schemas.CodeInvalidArguments, "", "step_id is empty; name the step to move")
	}
	o, ok := s.pass(write{args: args.Coordinates, step: args.Step})
	if !ok {
		return o
	}
	step, ok := s.Tree.Step(args.Step)
	if !ok {
		return refuse(o.Ladder, "step_known", schemas.CodeUnknownStep, args.Step, "there is no step %q in this task", args.Step)
	}
	place, code, why := s.place(args.Parent, args.Branch, args.After)
	if code != "" {
		return refuse(o.Ladder, "place", code, args.Step, "%s", why)
	}
	if place.After == args.Step {
		// The end, or the place behind itself: where it stands among the others.
		place = s.Tree.Place(step)
	}
	e := schemas.StepMoved{Step: args.Step, Place: place}
	if err := s.Tree.Clone().Apply(e); err != nil {
		return refuse(o.Ladder, "place", schemas.CodeInvalidArguments, args.Step, "%v", err)
	}
	return s.emit(o, e, "moved %s", Quote(step.Title))
}
