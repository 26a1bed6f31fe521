package steps

import (
	"encoding/json"
	"fmt"

	"turnbook/schemas"
	"turnbook/schemas/document"
)

// addArgs are the arguments of add_step. The coordinates exist on path A alone.
type addArgs struct {
	Title       string           `json:"title"`
	Description string           `json:"description"`
	Kind        schemas.StepKind `json:"kind"`
	Branches    []string         `json:"branches"`
	Parent      schemas.StepID   `json:"parent_id"`
	Branch      string           `json:"branch"`
	After       *schemas.StepID  `json:"after_id"`
}

// Add is the tool add_step. id is the id that the new step gets.
//
// It has no gate for saved steps: nesting below a saved branchable step appends to
// one of its branches and rewrites nothing.
func Add(s *Site, raw json.RawMessage, id schemas.StepID) Outcome {
	var args struct {
		addArgs
		Coordinates
	}
	if err := s.decode(raw, &args, &args.addArgs); err != nil {
		return refuse(schemas.Ladder{}, "readable", schemas.CodeInvalidArguments, "", "%v", err)
	}
	o, ok := s.pass(write{args: args.Coordinates})
	if !ok {
		return o
	}
	if args.Kind == "" {
		args.Kind = schemas.Instruction
	}
	if wrong := firstWrong(CheckTitle(args.Title), checkDescription(args.Description), checkKind(args.Kind), checkBranches(args.Kind, args.Branches)); wrong != "" {
		return refuse(o.Ladder, "arguments", schemas.CodeInvalidArguments, "", "%s", wrong)
	}
	place, code, why := s.place(args.Parent, args.Branch, args.After)
	if code != "" {
		return refuse(o.Ladder, "place", code, args.Parent, "%s", why)
	}
	branches := args.Branches
	if len(branches) == 0 {
		branches = args.Kind.DefaultBranches()
	}
	return s.emit(o, schemas.StepAdded{
		Step: id, Kind: args.Kind, Title: args.Title, Description: args.Description, Branches: branches, Place: place,
	}, "added %s", Quote(args.Title))
}

// decode reads arguments that may hold coordinates on path A only: with is the
// struct with them, without the part that both paths have.
func (s *Site) decode(raw json.RawMessage, with, without any) error {
	if s.address.TaskID == nil {
		return Strict(raw, with)
	}
	return Strict(raw, without)
}

// place makes a model's wish a place among siblings. Without a wish it is the end.
func (s *Site) place(parent schemas.StepID, branch string, after *schemas.StepID) (schemas.Place, schemas.Code, string) {
	if after != nil && *after != "" && parent == "" {
		sibling, ok := s.Tree.Step(*after)
		if !ok {
			return schemas.Place{}, schemas.CodeUnknownStep, fmt.Sprintf("there is no step %q to stand after", *after)
		}
		at := s.Tree.Place(sibling)
		return schemas.Place{Parent: at.Parent, Branch: at.Branch, After: *after}, "", ""
	}
	siblings := s.Tree.Top()
	at := schemas.Place{Parent: parent}
	if parent != "" {
		p, ok := s.Tree.Step(parent)
		if !ok {
			return schemas.Place{}, schemas.CodeUnknownStep, fmt.Sprintf("there is no step %q to stand in", parent)
		}
		in, ok := branchOf(p, branch)
		if !ok {
			return schemas.Place{}, schemas.CodeNotBranchable, fmt.Sprintf("step %q has no branch %q", parent, branch)
		}
		at.Branch, siblings = in.Name, in.Steps
	}
	switch {
	case after == nil && len(siblings) > 0:
		at.After = siblings[len(siblings)-1].ID
	case after != nil && *after != "":
		if !stands(siblings, *after) {
			return schemas.Place{}, schemas.CodeUnknownStep, fmt.Sprintf("there is no step %q in branch %q of step %q", *after, at.Branch, parent)
		}
		at.After = *after
	}
	return at, "", ""
}

// branchOf finds a branch; without a name it is the first one.
func branchOf(p *document.Step, name string) (*document.Branch, bool) {
	if name == "" && len(p.Branches) > 0 {
		return p.Branches[0], true
	}
	return p.Branch(name)
}

func stands(siblings []*document.Step, id schemas.StepID) bool {
	for _, s := range siblings {
		if s.ID == id {
			return true
		}
	}
	return false
}
