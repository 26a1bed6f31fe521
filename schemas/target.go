package schemas

import (
	"encoding/json"
	"strconv"
)

// A StepAddress is where a step event says it belongs: path A writes coordinates,
// path B a task id. The fields are raw, since events of every age and origin are
// read; [ResolveTarget] is their only reader.
type StepAddress struct {
	ModuleIndex json.RawMessage `json:"module_index,omitempty" jsonschema:"path A: index of the module on the canvas, from 0"`
	TaskIndex   json.RawMessage `json:"task_index,omitempty" jsonschema:"path A: index of the task in its module, from 0"`
	TaskID      json.RawMessage `json:"task_id,omitempty" jsonschema:"path B: the bound task"`
}

// CanvasAddress is the address of path A.
func CanvasAddress(module, task int) StepAddress {
	return StepAddress{ModuleIndex: strconv.AppendInt(nil, int64(module), 10), TaskIndex: strconv.AppendInt(nil, int64(task), 10)}
}

// TaskAddress is the address of path B.
func TaskAddress(id TaskID) StepAddress {
	raw, _ := json.Marshal(string(id)) // a string always marshals
	return StepAddress{TaskID: raw}
}

// Task is the id that the address names: a non-blank string or a number, 0
// included (authoring.md section 7). false, true, null, {}, [], "" and " " are
// junk and name nothing.
func (a StepAddress) Task() (TaskID, bool) {
	id, ok := IDText(a.TaskID, ZeroIsID)
	return TaskID(id), ok
}

// Coordinates are the canvas coordinates that the address names: both integers,
// both at least 0.
func (a StepAddress) Coordinates() (module, task int, ok bool) {
	module, ok1 := index(a.ModuleIndex)
	task, ok2 := index(a.TaskIndex)
	return module, task, ok1 && ok2
}

func index(raw json.RawMessage) (int, bool) {
	if len(raw) == 0 || raw[0] == '"' {
		return 0, false
	}
	s, ok := IDText(raw, ZeroIsID)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 0
}

// A TargetOutcome says who applies a step event in one view.
type TargetOutcome string

const (
	TargetShell        TargetOutcome = "SHELL"        // the canvas tree
	TargetTaskBuilder  TargetOutcome = "TASK_BUILDER" // the builder's tree
	TargetContribution TargetOutcome = "CONTRIBUTION" // the page's own tree
	TargetDrop         TargetOutcome = "DROP"         // nobody
)

// A TargetReason says why a target is what it is; "" where the outcome says it.
type TargetReason string

const (
	ReasonUnclaimed     TargetReason = "unclaimed"      // no contribution is registered
	ReasonOtherPlaybook TargetReason = "other_playbook" // another playbook is on the canvas
	ReasonNotMounted    TargetReason = "not_mounted"    // no builder is on screen
	ReasonNotAuthorable TargetReason = "not_authorable" // agents may not write the loaded task
	ReasonOtherTask     TargetReason = "other_task"     // the builder holds another task
	ReasonUnaddressed   TargetReason = "unaddressed"    // the event names no place
)

// A Target is what decider 3 says of one event in one view.
type Target struct {
	Outcome      TargetOutcome `json:"outcome"`
	Reason       TargetReason  `json:"reason,omitempty"`
	Contribution string        `json:"contribution,omitempty"`
}

// TargetRule is the name and version of decider 3.
const TargetRule = "target/1"

// ResolveTarget is decider 3 (authoring.md section 7, decisions.md 19): which
// store of a view that shows ui applies a step event addressed to addr, in
// playbook ("" for the library). The first row that matches wins.
//
// A task-addressed event on the editor route is never SHELL: the canvas store
// cannot resolve an address that is a task id alone.
func ResolveTarget(ui UIContext, playbook PlaybookID, addr StepAddress) Target {
	return resolveTarget(ui, playbook, addr, nil)
}

// ExplainTarget is [ResolveTarget] with its ladder: one rung a row, until the row
// that decided.
func ExplainTarget(ui UIContext, playbook PlaybookID, addr StepAddress) (Target, Ladder) {
	l := Ladder{Rule: TargetRule}
	t := resolveTarget(ui, playbook, addr, &l)
	l.Outcome = string(t.Outcome)
	if t.Reason != "" {
		l.Outcome += " " + string(t.Reason)
	}
	return t, l
}

func resolveTarget(ui UIContext, playbook PlaybookID, addr StepAddress, l *Ladder) Target {
	row := func(name, input string, matched bool) bool {
		if l != nil {
			l.Try(name, input, matched)
		}
		return matched
	}
	if row("not_on_editor_route", strconv.FormatBool(ui.EditorRoute()), !ui.EditorRoute()) {
		t := Target{Outcome: TargetContribution, Contribution: ui.Contribution()}
		if t.Contribution == "" {
			t.Reason = ReasonUnclaimed
		}
		return t
	}
	canvas, _ := ui.PlaybookID()
	if row("other_playbook_on_canvas", string(playbook)+" / "+string(canvas), playbook != "" && playbook != canvas) {
		return Target{Outcome: TargetDrop, Reason: ReasonOtherPlaybook}
	}
	if task, ok := addr.Task(); row("task_addressed", string(addr.TaskID), ok) {
		loaded, _ := ui.LoadedTask()
		switch {
		case row("no_builder_mounted", strconv.FormatBool(ui.BuilderMounted()), !ui.BuilderMounted()):
			return Target{Outcome: TargetDrop, Reason: ReasonNotMounted}
		case row("loaded_task_not_authorable", string(loaded.Context), !ui.AIAuthorable()):
			return Target{Outcome: TargetDrop, Reason: ReasonNotAuthorable}
		case row("another_task_loaded", string(task)+" / "+string(loaded.ID), loaded.ID != task):
			return Target{Outcome: TargetDrop, Reason: ReasonOtherTask}
		}
		return Target{Outcome: TargetTaskBuilder}
	}
	if _, _, ok := addr.Coordinates(); row("coordinate_addressed", string(addr.ModuleIndex)+","+string(addr.TaskIndex), ok) {
		return Target{Outcome: TargetShell}
	}
	return Target{Outcome: TargetDrop, Reason: ReasonUnaddressed}
}
