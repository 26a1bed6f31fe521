package steps

import (
	"fmt"

	"turnbook/schemas"
	"turnbook/schemas/document"
)

// A Site is the one task that a tool call may write.
type Site struct {
	Playbook schemas.PlaybookID  // "" in the library
	Task     schemas.TaskID      // as resolved, once
	Context  schemas.TaskContext // chooses the flush path
	Tree     *document.Steps     // the task's steps as this session sees them: saved, with its unflushed events over them
	// Saved says whether a step was there before this session's unflushed events.
	Saved func(schemas.StepID) bool

	address schemas.StepAddress
	gate    gate
}

// A gate decides one write; see guard_canvas.go and guard_task.go.
type gate func(w write) schemas.Ladder

// A write is what a gate looks at beside the site.
type write struct {
	args Coordinates
	step schemas.StepID // the step that is to be changed; "" where one is added
}

// Subject is what events of the site are about.
func (s *Site) Subject() schemas.Subject {
	return schemas.Subject{Playbook: s.Playbook, Task: s.Task}
}

// Coordinates are canvas coordinates in a model's arguments. Path A's worker may
// name its own task by them, and no other; path B's tools have none.
type Coordinates struct {
	ModuleIndex *int `json:"module_index,omitempty"`
	TaskIndex   *int `json:"task_index,omitempty"`
}

func (c Coordinates) String() string {
	text := func(i *int) string {
		if i == nil {
			return "-"
		}
		return fmt.Sprint(*i)
	}
	return text(c.ModuleIndex) + "," + text(c.TaskIndex)
}

// An Outcome is what a tool came to: an event, or a refusal with its rungs.
type Outcome struct {
	Event  schemas.StepEvent // nil where it was refused
	Ladder schemas.Ladder    // of the gate, whatever came of it; without rungs where the arguments could not be read
	Code   schemas.Code      // why it was refused; "" where it was not
	Step   schemas.StepID    // the step in question; "" where there is none yet
	Detail string            // what the model, and the user, are told
}

// Refused says whether nothing was written.
func (o Outcome) Refused() bool { return o.Code != "" }

// ArgumentsRule is the rule that refuses arguments that can't be read, before any
// gate is asked.
const ArgumentsRule = "arguments/1"

// refuse ends a write at a rung of its own, below those of the gate.
func refuse(l schemas.Ladder, rung string, code schemas.Code, step schemas.StepID, format string, args ...any) Outcome {
	if l.Rule == "" {
		l.Rule = ArgumentsRule
	}
	detail := fmt.Sprintf(format, args...)
	l.Try(rung, detail, false)
	l.Outcome = string(code)
	return Outcome{Ladder: l, Code: code, Step: step, Detail: detail}
}

// pass asks the site's gate. ok means that the write may go on.
func (s *Site) pass(w write) (Outcome, bool) {
	l := s.gate(w)
	if l.Outcome != schemas.OutcomeOK {
		code := schemas.Code(l.Outcome)
		return Outcome{Ladder: l, Code: code, Step: w.step, Detail: Explain(code, w.step)}, false
	}
	return Outcome{Ladder: l}, true
}

// named asks the gate of a write to one step, which must be there. what tells a model
// that named none which one is meant.
func (s *Site) named(id schemas.StepID, c Coordinates, what string) (*document.Step, Outcome, bool) {
	if id == "" {
		return nil, refuse(schemas.Ladder{}, "readable", schemas.CodeInvalidArguments, "", "step_id is empty; name %s", what), false
	}
	o, ok := s.pass(write{args: c, step: id})
	if !ok {
		return nil, o, false
	}
	step, ok := s.Tree.Step(id)
	if !ok {
		return nil, refuse(o.Ladder, "step_known", schemas.CodeUnknownStep, id, "there is no step %q in this task", id), false
	}
	return step, o, true
}

// emit sets the address, last of all.
func (s *Site) emit(o Outcome, e schemas.StepEvent, format string, args ...any) Outcome {
	o.Event = e.Readdressed(s.address)
	o.Step = e.StepIDs()[0]
	o.Detail = fmt.Sprintf(format, args...)
	return o
}

// Explain says a refusal of a write gate in words.
func Explain(code schemas.Code, step schemas.StepID) string {
	switch code {
	case schemas.CodeNotEditable:
		return "the playbook can't be edited now: it is published, archived, or locked by somebody else"
	case schemas.CodeUnassigned:
		return "those coordinates are not the task that this worker was given"
	case schemas.CodeInvalidIndex:
		return "there is no such task on the canvas"
	case schemas.CodeLinkedModule:
		return "the module is linked from the library; its tasks are changed there"
	case schemas.CodePersisted:
		return fmt.Sprintf("step %q was saved before; from the list, steps are only added", step)
	case schemas.CodeCapabilityOff:
		return "writing subtasks is not switched on for this vendor"
	case schemas.CodeNoTarget:
		return "no subtask builder is open"
	case schemas.CodeHydrationFailed:
		return "the open task could not be found"
	case schemas.CodeUnsupportedSurface:
		return "the open task is on a page where subtasks can't be written: its playbook is no draft"
	case schemas.CodeArchived:
		return "the task, its module or its playbook is archived"
	default:
		return string(code)
	}
}
