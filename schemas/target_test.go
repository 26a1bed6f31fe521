package schemas

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// views of authoring.md section 7. All but the last are on the editor route, with
// the draft p1 on the canvas.
const (
	builder      = `{"is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true,"builder_mounts":1,"loaded_task":{"id":42,"context":"PLAYBOOK","playbook_id":"p1"}}`
	zeroBuilder  = `{"is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true,"builder_mounts":1,"loaded_task":{"id":0,"context":"PLAYBOOK","playbook_id":"p1"}}`
	bigBuilder   = `{"is_playbook_editor_route":true,"playbook_id":"p1","builder_mounts":2,"loaded_task":{"id":9007199254740993,"context":"LIBRARY_TASK"}}`
	unmounted    = `{"is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true,"builder_mounts":0,"loaded_task":{"id":42,"context":"PLAYBOOK","playbook_id":"p1"}}`
	negative     = `{"is_playbook_editor_route":true,"playbook_id":"p1","builder_mounts":-1,"loaded_task":{"id":42,"context":"LIBRARY_TASK"}}`
	published    = `{"is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":false,"builder_mounts":1,"loaded_task":{"id":42,"context":"PLAYBOOK","playbook_id":"p1"}}`
	foreignTask  = `{"is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true,"builder_mounts":1,"loaded_task":{"id":42,"context":"PLAYBOOK","playbook_id":"p2"}}`
	strange      = `{"is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true,"builder_mounts":1,"loaded_task":{"id":42,"context":"TEMPLATE","playbook_id":"p1"}}`
	emptyStore   = `{"is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true,"builder_mounts":1,"loaded_task":null}`
	bareCanvas   = `{"is_playbook_editor_route":true,"playbook_id":"p1"}`
	taskPage     = `{"page":"task","is_playbook_editor_route":false,"contribution":"task-page","builder_mounts":1,"loaded_task":{"id":42,"context":"LIBRARY_TASK"}}`
	unregistered = `{"page":"playbooks","contribution":null}`
)

func TestTheFirstRowThatMatchesDecides(t *testing.T) {
	task := func(raw string) StepAddress { return StepAddress{TaskID: json.RawMessage(raw)} }
	drop := func(r TargetReason) Target { return Target{Outcome: TargetDrop, Reason: r} }
	toBuilder, shell := Target{Outcome: TargetTaskBuilder}, Target{Outcome: TargetShell}
	both := StepAddress{ModuleIndex: json.RawMessage("0"), TaskIndex: json.RawMessage("0"), TaskID: json.RawMessage(`"42"`)}
	junk := StepAddress{ModuleIndex: json.RawMessage("0"), TaskIndex: json.RawMessage("0"), TaskID: json.RawMessage(`" "`)}
	for _, c := range []struct {
		row      string
		view     string
		playbook PlaybookID
		addr     StepAddress
		want     Target
		rungs    []string // the rungs tried; the last one decides
	}{
		{"1 task", taskPage, "p1", task("42"), Target{Outcome: TargetContribution, Contribution: "task-page"}, rungs[:1]},
		{"1 canvas", taskPage, "p1", CanvasAddress(0, 0), Target{Outcome: TargetContribution, Contribution: "task-page"}, rungs[:1]},
		{"1 unaddressed", taskPage, "p1", StepAddress{}, Target{Outcome: TargetContribution, Contribution: "task-page"}, rungs[:1]},
		{"1 unclaimed", unregistered, "p1", task("42"), Target{Outcome: TargetContribution, Reason: ReasonUnclaimed}, rungs[:1]},
		{"1 empty context", `{}`, "p1", task("42"), Target{Outcome: TargetContribution, Reason: ReasonUnclaimed}, rungs[:1]},
		{"19 other playbook, task", builder, "p2", task("42"), drop(ReasonOtherPlaybook), rungs[:2]},
		{"19 other playbook, canvas", builder, "p2", CanvasAddress(0, 0), drop(ReasonOtherPlaybook), rungs[:2]},
		{"19 no playbook on canvas", `{"is_playbook_editor_route":true}`, "p1", CanvasAddress(0, 0), drop(ReasonOtherPlaybook), rungs[:2]},
		{"19 library event on canvas", bigBuilder, "", task("9007199254740993"), toBuilder, rungs[:6]},
		{"19 numeric playbook id", `{"is_playbook_editor_route":true,"playbook_id":7}`, "7", CanvasAddress(1, 2), shell, shellRungs},
		{"2", builder, "p1", task("42"), toBuilder, rungs[:6]},
		{"2 text against number", builder, "p1", task(`" 42 "`), toBuilder, rungs[:6]},
		{"2 another spelling", builder, "p1", task("4.2e1"), toBuilder, rungs[:6]},
		{"2 zero", zeroBuilder, "p1", task("0"), toBuilder, rungs[:6]},
		{"2 zero as text", zeroBuilder, "p1", task(`"0"`), toBuilder, rungs[:6]},
		{"2 every digit counts", bigBuilder, "p1", task("9007199254740993"), toBuilder, rungs[:6]},
		{"5 every digit counts", bigBuilder, "p1", task("9007199254740992"), drop(ReasonOtherTask), rungs[:6]},
		{"2 before 6", builder, "p1", both, toBuilder, rungs[:6]},
		{"3", unmounted, "p1", task("42"), drop(ReasonNotMounted), rungs[:4]},
		{"3 count below zero", negative, "p1", task("42"), drop(ReasonNotMounted), rungs[:4]},
		{"3 zero", bareCanvas, "p1", task("0"), drop(ReasonNotMounted), rungs[:4]},
		{"3 never the shell", bareCanvas, "p1", both, drop(ReasonNotMounted), rungs[:4]},
		{"4 published", published, "p1", task("42"), drop(ReasonNotAuthorable), rungs[:5]},
		{"4 task of another playbook", foreignTask, "p1", task("42"), drop(ReasonNotAuthorable), rungs[:5]},
		{"4 unknown context", strange, "p1", task("42"), drop(ReasonNotAuthorable), rungs[:5]},
		{"4 nothing loaded", emptyStore, "p1", task("42"), drop(ReasonNotAuthorable), rungs[:5]},
		{"4 before 5", published, "p1", task("43"), drop(ReasonNotAuthorable), rungs[:5]},
		{"5", builder, "p1", task("43"), drop(ReasonOtherTask), rungs[:6]},
		{"5 zero", builder, "p1", task("0"), drop(ReasonOtherTask), rungs[:6]},
		{"6", bareCanvas, "p1", CanvasAddress(0, 0), shell, shellRungs},
		{"6 with a builder", builder, "p1", CanvasAddress(3, 12), shell, shellRungs},
		{"6 junk task id", bareCanvas, "p1", junk, shell, shellRungs},
		{"7", builder, "p1", StepAddress{}, drop(ReasonUnaddressed), shellRungs},
		{"7 half a coordinate", builder, "p1", StepAddress{ModuleIndex: json.RawMessage("0")}, drop(ReasonUnaddressed), shellRungs},
		{"7 below zero", builder, "p1", CanvasAddress(-1, 0), drop(ReasonUnaddressed), shellRungs},
		{"7 false", builder, "p1", task("false"), drop(ReasonUnaddressed), shellRungs},
		{"7 null", builder, "p1", task("null"), drop(ReasonUnaddressed), shellRungs},
		{"7 empty", builder, "p1", task(`""`), drop(ReasonUnaddressed), shellRungs},
		{"7 object", builder, "p1", task(`{}`), drop(ReasonUnaddressed), shellRungs},
		{"7 list", builder, "p1", task(`[]`), drop(ReasonUnaddressed), shellRungs},
	} {
		t.Run(c.row, func(t *testing.T) {
			ui := MustUIContext(c.view)
			if diff := cmp.Diff(c.want, ResolveTarget(ui, c.playbook, c.addr)); diff != "" {
				t.Error(diff)
			}
			explained, l := ExplainTarget(ui, c.playbook, c.addr)
			if diff := cmp.Diff(c.want, explained); diff != "" {
				t.Error("explained:", diff)
			}
			var names []string
			for _, r := range l.Rungs {
				names = append(names, r.Name)
			}
			if diff := cmp.Diff(c.rungs, names); diff != "" {
				t.Error(diff)
			}
		})
	}
}

var (
	rungs = []string{
		"not_on_editor_route", "other_playbook_on_canvas", "task_addressed",
		"no_builder_mounted", "loaded_task_not_authorable", "another_task_loaded",
	}
	shellRungs = []string{"not_on_editor_route", "other_playbook_on_canvas", "task_addressed", "coordinate_addressed"}
)

func TestTheLadderKeepsWhatEachRungLookedAt(t *testing.T) {
	_, got := ExplainTarget(MustUIContext(builder), "p1", StepAddress{TaskID: json.RawMessage("43")})
	want := Ladder{Rule: "target/1", Outcome: "DROP other_task", Rungs: []Rung{
		{"not_on_editor_route", "true", false},
		{"other_playbook_on_canvas", "p1 / p1", false},
		{"task_addressed", "43", true},
		{"no_builder_mounted", "true", false},
		{"loaded_task_not_authorable", "PLAYBOOK", false},
		{"another_task_loaded", "43 / 42", true},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
