package steps

import (
	"encoding/json"
	"fmt"

	"turnbook/schemas"
	"turnbook/schemas/form"
)

// Names of the form tools.
const (
	WriteFormTool = "write_form"
	EditFormTool  = "edit_form"
	PlanFormTool  = "plan_form_edits"
)

// formArgs are the arguments of the form tools: write_form takes a document, the
// others take edits.
type formArgs struct {
	Step schemas.StepID  `json:"step_id"`
	Form json.RawMessage `json:"form"`
	Ops  json.RawMessage `json:"ops"`
}

// WriteForm is the tools write_form (the whole document) and edit_form (edits of the
// one that is there, all or none). On path A it is one of the sites that refuse a
// saved step (PERSISTED).
func WriteForm(s *Site, tool string, raw json.RawMessage) Outcome {
	doc, title, o := s.readForm(tool, raw)
	if o.Refused() {
		return o
	}
	written, err := doc.JSON()
	if err != nil {
		return refuse(o.Ladder, "arguments", schemas.CodeInvalidArguments, o.Step, "%v", err)
	}
	return s.emit(o, schemas.FormWritten{Step: o.Step, Form: written}, "wrote the form of %s: %s", Quote(title), countOf(len(doc.Elements), "element"))
}

// PlanForm is the tool plan_form_edits: what the form would be after the edits. It
// writes nothing; a plan that does not hold is told with every place that is wrong.
func PlanForm(s *Site, raw json.RawMessage) (string, Outcome) {
	doc, title, o := s.readForm(PlanFormTool, raw)
	if o.Refused() {
		return "", o
	}
	written, err := doc.JSON()
	if err != nil {
		return "", refuse(o.Ladder, "arguments", schemas.CodeInvalidArguments, o.Step, "%v", err)
	}
	return fmt.Sprintf("the form of %s would be %s", Quote(title), written), o
}

// readForm reads a form tool's arguments, asks the gate, and makes the document that
// the step would have.
func (s *Site) readForm(tool string, raw json.RawMessage) (form.Document, string, Outcome) {
	var args struct {
		formArgs
		Coordinates
	}
	none := form.Document{}
	if err := s.decode(raw, &args, &args.formArgs); err != nil {
		return none, "", refuse(schemas.Ladder{}, "readable", schemas.CodeInvalidArguments, "", "%v", err)
	}
	step, o, ok := s.named(args.Step, args.Coordinates, "the FORM step")
	if !ok {
		return none, "", o
	}
	if step.Kind != schemas.Form {
		return none, "", refuse(o.Ladder, "is_form", schemas.CodeInvalidArguments, args.Step, "step %q is of kind %s and has no form; make it a FORM first", args.Step, step.Kind)
	}
	doc, err := makeForm(tool, args.formArgs, step.Form)
	if err != nil {
		return none, "", refuse(o.Ladder, "arguments", schemas.CodeInvalidArguments, args.Step, "%v", err)
	}
	o.Step = args.Step
	return doc, step.Title, o
}

// makeForm is the document that the arguments ask for. Before its first write a FORM
// step has an empty one.
func makeForm(tool string, args formArgs, now json.RawMessage) (form.Document, error) {
	if tool == WriteFormTool {
		if len(args.Ops) > 0 {
			return form.Document{}, fmt.Errorf("write_form takes a form, whole; edit_form takes ops")
		}
		return form.Parse(args.Form)
	}
	if len(args.Form) > 0 {
		return form.Document{}, fmt.Errorf("%s takes ops; write_form takes a form", tool)
	}
	before := form.Document{}
	if len(now) > 0 {
		var err error
		if before, err = form.Parse(now); err != nil {
			return form.Document{}, fmt.Errorf("the form that is there can't be edited: %w", err)
		}
	}
	ops, err := form.ParseOps(args.Ops)
	if err != nil {
		return form.Document{}, err
	}
	return form.Apply(before, ops)
}
