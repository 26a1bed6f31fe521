package turn

import (
	"encoding/json"
	"fmt"
	"strings"

	"turnbook/agents/playbookeditor"
	"turnbook/agents/steps"
	"turnbook/schemas"
)

// fanOut begins a lane for each target of build_task_steps. Coordinates are resolved
// to tasks here, once. A target that can't be written gets its row and its refusal,
// and nobody is sent to it. The call returns when its last lane has ended.
func (d *decision) fanOut(l *Lane, c schemas.ToolCalled) bool {
	var args playbookeditor.BuildArgs
	if why := readTargets(c.Args, &args); why != "" {
		d.toolReturned(c, schemas.CodeInvalidArguments, why)
		return true
	}
	playbook := d.t.canvasID()
	d.as(bySystem)
	for _, t := range args.Targets {
		d.assign(c, schemas.Assignment{ModuleIndex: *t.ModuleIndex, TaskIndex: *t.TaskIndex, Playbook: playbook}, args.Brief)
	}
	d.fillPool()
	return d.joined(l, c)
}

// buildSubtask has the open builder's task written by one sub-agent, of the same kind
// as on path A and with the same narration, addressed by the task's id.
func (d *decision) buildSubtask(l *Lane, c schemas.ToolCalled) bool {
	var args struct {
		Brief string `json:"brief"`
	}
	if err := steps.Strict(c.Args, &args); err != nil {
		d.toolReturned(c, schemas.CodeInvalidArguments, err.Error())
		return true
	}
	t := d.t.Target
	if t == nil || !t.OK() {
		code := schemas.CodeNoTarget
		if t != nil {
			code = schemas.Code(t.Ladder.Outcome)
		}
		d.noSite(l, c, &noSite{code: code})
		return true
	}
	d.as(bySystem)
	lane := schemas.LaneID(fmt.Sprintf("b%d", l.minted))
	title := string(t.Task)
	if task := d.openTask(); task != nil {
		title = task.Title
	}
	d.emit(schemas.LaneQueued{
		Lane: lane, Call: c.Call, Agent: StepWriter, Brief: args.Brief,
		Assignment: schemas.Assignment{Playbook: t.Playbook, Task: t.Task, OnTask: true},
	})
	d.emit(schemas.RowChanged{Row: schemas.RowID(lane), Title: title, Status: schemas.RowPending})
	d.fillPool()
	return d.joined(l, c)
}

// readTargets reads and checks the arguments; "" for nothing wrong.
func readTargets(raw json.RawMessage, args *playbookeditor.BuildArgs) string {
	if err := steps.Strict(raw, args); err != nil {
		return err.Error()
	}
	if len(args.Targets) == 0 {
		return "targets is empty; name at least one task"
	}
	seen := make(map[[2]int]bool)
	for i, t := range args.Targets {
		if t.ModuleIndex == nil || t.TaskIndex == nil {
			return fmt.Sprintf("targets[%d] lacks module_index or task_index", i)
		}
		at := [2]int{*t.ModuleIndex, *t.TaskIndex}
		if seen[at] {
			return fmt.Sprintf("targets[%d] names task %d of module %d again", i, at[1], at[0])
		}
		seen[at] = true
	}
	return ""
}

// assign queues a lane for one target, or refuses it with its row.
func (d *decision) assign(c schemas.ToolCalled, a schemas.Assignment, brief string) {
	title := fmt.Sprintf("Module %d, task %d", a.ModuleIndex+1, a.TaskIndex+1)
	if _, task, ok := d.w.Canvas(a.Playbook).At(a.ModuleIndex, a.TaskIndex); ok {
		a.Task, title = task.ID, task.Title
	}
	lane := d.laneFor(a)
	d.emit(schemas.LaneQueued{Lane: lane, Call: c.Call, Agent: StepWriter, Assignment: a, Brief: brief})
	d.emit(schemas.RowChanged{Row: schemas.RowID(lane), Title: title, Status: schemas.RowPending})
	ladder := steps.GuardCanvas(d.w, d.s.User, a, steps.Coordinates{})
	if ladder.Outcome == schemas.OutcomeOK {
		return
	}
	code := schemas.Code(ladder.Outcome)
	about := schemas.Subject{Playbook: a.Playbook, Task: a.Task}
	detail := steps.Explain(code, "")
	d.emitAbout(schemas.WriteRefused{Code: code, Tool: c.Tool, Call: c.Call, Lane: lane, Task: a.Task, Detail: detail, Ladder: ladder}, about)
	d.emit(schemas.LaneEnded{Lane: lane, Outcome: "refused", Code: code, Unchanged: 1})
	d.flip(d.t.lane(lane), schemas.RowUnchanged, "left unchanged: "+detail)
}

// laneFor is the id of a task's lane and row, t{module_index}_{task_index}; the
// second time in a turn it gets a suffix.
func (d *decision) laneFor(a schemas.Assignment) schemas.LaneID {
	base := fmt.Sprintf("t%d_%d", a.ModuleIndex, a.TaskIndex)
	id := schemas.LaneID(base)
	for n := 2; d.t.Lanes[id] != nil; n++ {
		id = schemas.LaneID(fmt.Sprintf("%s-%d", base, n))
	}
	return id
}

// fillPool starts waiting lanes while there is room, in the order in which they were
// queued. Step workers and module workers have pools of their own, so that neither can
// starve the other.
func (d *decision) fillPool() {
	room := map[string]int{StepWriter: StepWorkers, ModuleWriter: ModWorkers}
	for _, id := range d.t.Order {
		if l := d.t.Lanes[id]; l.Call != "" && l.Status == LaneAtWork {
			room[l.Agent]--
		}
	}
	for _, id := range d.t.Order {
		l := d.t.Lanes[id]
		if l.Status != LaneWaiting || room[l.Agent] <= 0 {
			continue
		}
		room[l.Agent]--
		d.emit(schemas.LaneStarted{Lane: id, Deadline: d.w.Now.Add(LaneTime)})
		d.flip(l, schemas.RowRunning, "")
		d.callModel(l, l.Agent)
	}
}

// endLane ends a sub-agent's lane, drains its refusal ledger into its row, gives its
// place to the next and, if it was the last of its call, lets the call return.
func (d *decision) endLane(l *Lane, outcome string, code schemas.Code, why string) {
	d.as(bySystem)
	d.emit(schemas.LaneEnded{Lane: l.ID, Outcome: outcome, Code: code, Built: l.Built, Unchanged: l.Refused})
	counts := counted(l.Built, l.Refused)
	if l.Why != "" {
		counts += ": " + l.Why
	}
	switch {
	case outcome != "done":
		d.flip(l, schemas.RowFailed, why+"; "+counts)
	case l.Built == 0 && l.Refused > 0:
		d.flip(l, schemas.RowUnchanged, counts)
	default:
		d.flip(l, schemas.RowDone, counts)
	}
	d.fillPool()
	d.joinCaller(l.Call)
}

// joinCaller lets a fan-out's call return once its last lane has ended, and its
// model go on.
func (d *decision) joinCaller(call schemas.CallID) {
	for _, id := range d.t.Order {
		caller := d.t.Lanes[id]
		if caller.Tool == nil || caller.Tool.Call != call {
			continue
		}
		if d.joined(caller, caller.Tool.ToolCalled) {
			d.runBatch(caller)
		}
		return
	}
}

// joined returns a fan-out's call if all of its lanes have ended, and says so.
func (d *decision) joined(l *Lane, c schemas.ToolCalled) bool {
	built, unchanged := 0, 0
	var lines []string
	for _, id := range d.t.Order {
		w := d.t.Lanes[id]
		if w.Call != c.Call {
			continue
		}
		if w.Status != LaneOver {
			return false
		}
		built += w.Built
		unchanged += w.Refused
		// What went well stands in the rows; what did not is told, with its reason.
		if row := d.t.Rows[schemas.RowID(id)]; row.Status != schemas.RowDone || w.Refused > 0 {
			lines = append(lines, fmt.Sprintf("\n- %s: %s", row.Title, row.Detail))
		}
	}
	d.as(byAgent(l.Agent))
	d.toolReturned(c, "", counted(built, unchanged)+strings.Join(lines, ""))
	return true
}

// counted is the sentence that tells what was done and what was not.
func counted(built, unchanged int) string {
	return fmt.Sprintf("%d built, %d left unchanged", built, unchanged)
}

// expired takes a clock reading: a lane's time is up. What it wrote stays.
func (d *decision) expired(in Expired) {
	if d.s.Running == nil || d.s.Running.Ending != nil {
		return
	}
	l, ok := d.s.Running.Lanes[in.Lane]
	if !ok || l.Status != LaneAtWork || l.Deadline.IsZero() || d.w.Now.Before(l.Deadline) {
		return
	}
	d.under(bySystem, "")
	d.emit(schemas.DeadlinePassed{Lane: in.Lane, Basis: d.w.Basis})
	d.endLane(l, "timed_out", schemas.CodeTimedOut, fmt.Sprintf("its %d seconds are over", int(LaneTime.Seconds())))
}
