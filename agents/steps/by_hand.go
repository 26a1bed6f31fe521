package steps

import (
	"encoding/json"
	"fmt"

	"turnbook/schemas"
	"turnbook/schemas/document"
)

// ByHand is the site of a person who edits a task. Whether it may be written was
// decided before, once for all changes of the edit: its gate is that ladder.
func ByHand(about schemas.Subject, tree *document.Steps, passed schemas.Ladder) *Site {
	return &Site{
		Playbook: about.Playbook, Task: about.Task, Tree: tree,
		Saved:   func(schemas.StepID) bool { return true },
		address: schemas.TaskAddress(about.Task),
		gate:    func(write) schemas.Ladder { return passed },
	}
}

// handArgs are the arguments of a tool that a person's change comes to.
type handArgs struct {
	Step        schemas.StepID   `json:"step_id,omitempty"`
	Steps       []schemas.StepID `json:"step_ids,omitempty"`
	Kind        schemas.StepKind `json:"kind,omitempty"`
	Title       *string          `json:"title,omitempty"`
	Description *string          `json:"description,omitempty"`
	Branches    []string         `json:"branches,omitempty"`
	Parent      schemas.StepID   `json:"parent_id,omitempty"`
	Branch      string           `json:"branch,omitempty"`
	After       *schemas.StepID  `json:"after_id,omitempty"`
	Form        json.RawMessage  `json:"form,omitempty"`
}

// Change carries out one change by hand, by the tool that an agent would use: what is
// wrong with a title, a kind, a place or a form is the same for both.
func Change(s *Site, c schemas.StepEdit) Outcome {
	switch c.Op {
	case schemas.OpAdd:
		return Add(s, argsOf(handArgs{Kind: c.Kind, Title: c.Title, Description: c.Description, Branches: c.Branches}, c.Place), c.Step)
	case schemas.OpUpdate:
		return Update(s, argsOf(handArgs{Step: c.Step, Kind: c.Kind, Title: c.Title, Description: c.Description}, nil))
	case schemas.OpMove:
		if c.Place == nil {
			return s.refuseByHand(c, "place", schemas.CodeInvalidArguments, "place is missing; say where the step is to stand")
		}
		return Move(s, argsOf(handArgs{Step: c.Step}, c.Place))
	case schemas.OpRemove:
		return removeByHand(s, c)
	case schemas.OpWriteForm:
		return WriteForm(s, WriteFormTool, argsOf(handArgs{Step: c.Step, Form: c.Form}, nil))
	default:
		return s.refuseByHand(c, "op", schemas.CodeInvalidArguments, "there is no change called %q; give add, update, move, remove or write_form", c.Op)
	}
}

// argsOf writes a tool's arguments. A place that names no sibling is the first one.
func argsOf(a handArgs, at *schemas.Place) json.RawMessage {
	if at != nil {
		a.Parent, a.Branch, a.After = at.Parent, at.Branch, &at.After
	}
	raw, err := json.Marshal(a)
	if err != nil {
		// The form came through the door, which takes nothing but JSON.
		panic("steps: arguments can't be written: " + err.Error())
	}
	return raw
}

// removeByHand removes what a person saw: every step that is named must be there, and
// nothing goes that the person did not see.
func removeByHand(s *Site, c schemas.StepEdit) Outcome {
	for _, id := range c.Steps {
		if _, ok := s.Tree.Step(id); !ok {
			return s.refuseByHand(c, "step_known", schemas.CodeUnknownStep, "there is no step %q in this task", id)
		}
	}
	r, o := PlanRemoval(s, argsOf(handArgs{Steps: c.Steps}, nil))
	if o.Refused() {
		return o
	}
	seen := make(map[schemas.StepID]bool, len(c.Cascade))
	for _, id := range c.Cascade {
		seen[id] = true
	}
	for _, held := range r.Cascade {
		if !seen[held.Step] {
			return s.refuseByHand(c, "seen", schemas.CodeUnseenSteps, "%s (%q) would go, too, and was not seen; look again", Quote(held.Title), held.Step)
		}
	}
	return Remove(s, r, o)
}

func (s *Site) refuseByHand(c schemas.StepEdit, rung string, code schemas.Code, format string, args ...any) Outcome {
	return refuse(s.gate(write{}), rung, code, c.Step, "%s", fmt.Sprintf(format, args...))
}
