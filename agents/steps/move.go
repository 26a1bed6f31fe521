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
	step, o, ok := s.named(args.Step, args.Coordinates, "the step to move")
	if !ok {
		return o
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
