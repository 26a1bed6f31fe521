package schemas

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
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
	raw = bytes.TrimSpace(raw)
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
	l := Ladder{Rule: TargetRule, Rungs: make([]Rung, 0, 6)}
	t := resolveTarget(ui, playbook, addr, &l)
	l.Outcome = string(t.Outcome)
	if t.Reason != "" {
		l.Outcome += " " + string(t.Reason)
	}
	return t, l
}

func resolveTarget(ui UIContext, playbook PlaybookID, addr StepAddress, l *Ladder) Target {
	if l.row("not_on_editor_route", !ui.EditorRoute(), strconv.FormatBool(ui.EditorRoute())) {
		t := Target{Outcome: TargetContribution, Contribution: ui.Contribution()}
		if t.Contribution == "" {
			t.Reason = ReasonUnclaimed
		}
		return t
	}
	canvas, _ := ui.PlaybookID()
	if l.row("other_playbook_on_canvas", playbook != "" && playbook != canvas, string(playbook), string(canvas)) {
		return Target{Outcome: TargetDrop, Reason: ReasonOtherPlaybook}
	}
	if task, ok := addr.Task(); l.row("task_addressed", ok, string(addr.TaskID)) {
		loaded, _ := ui.LoadedTask()
		switch {
		case l.row("no_builder_mounted", !ui.BuilderMounted(), strconv.FormatBool(ui.BuilderMounted())):
			return Target{Outcome: TargetDrop, Reason: ReasonNotMounted}
		case l.row("loaded_task_not_authorable", !ui.AIAuthorable(), string(loaded.Context)):
			return Target{Outcome: TargetDrop, Reason: ReasonNotAuthorable}
		case l.row("another_task_loaded", loaded.ID != task, string(task), string(loaded.ID)):
			return Target{Outcome: TargetDrop, Reason: ReasonOtherTask}
		}
		return Target{Outcome: TargetTaskBuilder}
	}
	_, _, ok := addr.Coordinates()
	if l.row("coordinate_addressed", ok, string(addr.ModuleIndex), string(addr.TaskIndex)) {
		return Target{Outcome: TargetShell}
	}
	return Target{Outcome: TargetDrop, Reason: ReasonUnaddressed}
}

// row hands matched on, and adds it to the ladder if there is one.
func (l *Ladder) row(name string, matched bool, looked ...string) bool {
	if l != nil {
		l.Try(name, strings.Join(looked, " / "), matched)
	}
	return matched
}
