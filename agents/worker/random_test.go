package worker_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"turnbook/agents/agentstest"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
)

// anything makes up models that say anything at all, from a seed.
type anything struct{ *rand.Rand }

func pickOne[T any](r anything, from ...T) T { return from[r.IntN(len(from))] }

func (r anything) context() schemas.UIContext {
	task := pickOne(r, `"t1"`, `"t2"`, `"lt"`, `"gone"`, `0`, `""`, `null`, `"old"`)
	return schemas.MustUIContext(fmt.Sprintf(
		`{"page":%q,"is_playbook_editor_route":%v,"playbook_id":%s,"is_draft_active":%v,"current_task_id":%s,"builder_mounts":%d,"loaded_task":{"id":%s,"context":%q,"playbook_id":"p1"}}`,
		pickOne(r, "playbook_editor", "library", "task"), r.IntN(3) > 0, pickOne(r, `"p1"`, `"p1"`, `"nowhere"`, `null`), r.IntN(4) > 0, task, r.IntN(2),
		task, pickOne(r, "PLAYBOOK", "LIBRARY_MODULE", "MARS")))
}

func (r anything) args() any {
	args := map[string]any{}
	for range r.IntN(5) {
		key := pickOne(r, "title", "title", "kind", "parent_id", "branch", "after_id", "step_id", "module_index", "task_index", "to_index", "step_ids", "modules", "replies", "rows", "text", "reason", "targets", "brief", "task_id")
		switch key {
		case "module_index", "task_index", "to_index":
			args[key] = r.IntN(5) - 1
		case "targets":
			args[key] = []map[string]int{{"module_index": r.IntN(3), "task_index": r.IntN(4)}, {"module_index": r.IntN(2), "task_index": r.IntN(3)}}[:1+r.IntN(2)]
		case "modules":
			args[key] = []map[string]string{{"title": "M"}, {"title": pickOne(r, "N", "")}}[:1+r.IntN(2)]
		case "step_ids", "replies", "rows":
			args[key] = []string{pickOne(r, "old", "X", ""), "old"}[:1+r.IntN(2)]
		default:
			args[key] = pickOne(r, "X", "old", "APPROVAL", "DECISION", "", "\u202e<b>", "yes")
		}
	}
	return args
}

func (r anything) answer(tools ...string) agentstest.Answer {
	switch r.IntN(12) {
	case 0:
		return agentstest.Answer{Err: fmt.Errorf("out of order")}
	case 1:
		return agentstest.Answer{Hang: true}
	case 2:
		return agentstest.Answer{Text: "I am done."}
	case 3:
		return agentstest.Answer{}
	}
	a := agentstest.Answer{Text: pickOne(r, "", "Working.")}
	for i := range 1 + r.IntN(4) {
		a.Calls = append(a.Calls, agentstest.Call(fmt.Sprint(i), pickOne(r, tools...), r.args()))
	}
	return a
}

func (r anything) script() *agentstest.Script {
	answers := map[string][]agentstest.Answer{}
	for range 12 {
		answers["router"] = append(answers["router"], pickOne(r, agentstest.Pick(schemas.TaskBuilder), agentstest.Pick(schemas.PlaybookEditor), agentstest.Pick(schemas.Guide), agentstest.Answer{Text: "hm"}))
		answers["task-builder"] = append(answers["task-builder"], r.answer("add_step", "add_step", "update_step", "move_step", "remove_steps", "build_subtask", "update_progress", "emit_suggest_replies", "get_task_builder_context", "return_to_router", "sing"))
		answers["guide"] = append(answers["guide"], r.answer("return_to_router", "add_step"))
		answers["playbook-editor"] = append(answers["playbook-editor"], r.answer("build_task_steps", "build_task_steps", "rename_task", "add_module", "move_task", "add_task", "create_playbook", "write_modules", "write_modules", "lookup_task", "sing"))
	}
	for range 40 {
		answers["step-writer"] = append(answers["step-writer"], r.answer("add_step", "add_step", "update_step", "move_step", "narrate", "remove_step", "remove_steps"))
		answers["module-writer"] = append(answers["module-writer"], r.answer("add_task", "add_task", "narrate", "rename_task"))
	}
	return agentstest.NewScript(answers)
}

func TestWhateverIsAskedTheRulesHold(t *testing.T) {
	base := rand.Uint64()
	for i := range uint64(1000) {
		seed := base + i
		synctest.Test(t, func(t *testing.T) {
			r := anything{rand.New(rand.NewPCG(seed, 0))}
			h := open(t, bus.Mem(), bus.MemWakes(), r.script())
			h.furnish()
			session := h.session()
			var last schemas.TurnID
			for range 4 {
				last = h.askAnything(r, session)
			}
			for id := range h.turns(session) {
				// The last turn may wait for its card for ever; every other has ended.
				h.checkTurn(seed, id, id == last)
			}
			h.decidedAgain(session)
			h.stop()
			if t.Failed() {
				t.Logf("seed %d", seed)
			}
		})
		if t.Failed() {
			return
		}
	}
}

// askAnything sends a message and waits until its turn has ended, or waits for a card;
// that is confirmed, declined, or left to the next message.
func (h *house) askAnything(r anything, session schemas.SessionID) schemas.TurnID {
	h.t.Helper()
	ui := r.context()
	id, err := h.rt.Message(h.t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: "anything", UIContext: &ui})
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(h.t.Context(), 24*time.Hour)
	defer cancel()
	for batch, err := range h.log.Follow(ctx, bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary, Turn: id}) {
		if err != nil {
			h.t.Fatalf("turn %s neither ends nor asks: %v\n%s", id, err, strings.Join(h.story(id), "\n"))
		}
		for _, record := range batch {
			switch e := record.Event.(type) {
			case schemas.TurnEnded:
				return id
			case schemas.InterruptRaised:
				decision := pickOne(r, schemas.Confirm, schemas.Decline, "")
				if decision == "" {
					return id
				}
				if err := h.answer(session, e, decision); err != nil {
					h.t.Fatal(err)
				}
			}
		}
	}
	panic("follow ended without an error")
}

// turns are the turns of a session.
func (h *house) turns(session schemas.SessionID) map[schemas.TurnID]bool {
	h.t.Helper()
	all := map[schemas.TurnID]bool{}
	for r, err := range h.log.Read(h.t.Context(), bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary, ID: string(session)}) {
		if err != nil {
			h.t.Fatal(err)
		}
		if r.Turn != "" {
			all[r.Turn] = true
		}
	}
	return all
}

// checkTurn holds a turn's events against what must be true of every turn.
func (h *house) checkTurn(seed uint64, id schemas.TurnID, mayWait bool) {
	h.t.Helper()
	confirmed := map[schemas.CardID]bool{}
	open := false
	ended := 0
	rows := map[schemas.RowID]schemas.RowStatus{}
	lanes := map[schemas.LaneID]schemas.Assignment{}
	refused := map[schemas.CallID]schemas.Code{}
	var bound schemas.TaskID
	for r, err := range h.log.Read(h.t.Context(), bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary, Turn: id}) {
		if err != nil {
			h.t.Fatal(err)
		}
		if ended > 0 && r.Turn == id {
			h.t.Errorf("seed %d: %s after the end of the turn", seed, r.Type)
		}
		switch e := r.Event.(type) {
		case schemas.TurnEnded:
			ended++
		case schemas.InterruptRaised:
			open = true
		case schemas.InterruptSuperseded:
			open = false
		case schemas.InterruptAnswered:
			open = false
			confirmed[e.Card] = e.Decision == schemas.Confirm
		case schemas.StepsRemoved:
			if slices.Contains(e.Steps, "old") && len(confirmed) == 0 {
				h.t.Errorf("seed %d: a saved step went without a confirmed card", seed)
			}
			h.checkWrite(seed, e, r, bound, lanes)
		case schemas.TargetResolved:
			bound = e.Task
		case schemas.LaneQueued:
			lanes[e.Lane] = e.Assignment
		case schemas.RowChanged:
			if was, ok := rows[e.Row]; ok && was.Final() {
				h.t.Errorf("seed %d: row %s was %s and is %s", seed, e.Row, was, e.Status)
			}
			rows[e.Row] = e.Status
		case schemas.WriteRefused:
			refused[e.Call] = e.Code
		case schemas.ToolReturned:
			if code, ok := refused[e.Call]; ok && e.Lane == schemas.MainLane && e.Code != code && e.Code != "" {
				h.t.Errorf("seed %d: the book says %s, the model was told %s", seed, code, e.Code)
			}
		case schemas.StepEvent:
			h.checkWrite(seed, e, r, bound, lanes)
		}
	}
	if mayWait && open && ended == 0 {
		return
	}
	if ended != 1 {
		h.t.Errorf("seed %d: the turn ended %d times", seed, ended)
	}
	for row, status := range rows {
		if !status.Final() {
			h.t.Errorf("seed %d: row %s is left %s", seed, row, status)
		}
	}
}

// checkWrite wants a step event inside the task that its writer is bound to, and on
// path A no change of what was saved.
func (h *house) checkWrite(seed uint64, e schemas.StepEvent, r schemas.Record, bound schemas.TaskID, lanes map[schemas.LaneID]schemas.Assignment) {
	h.t.Helper()
	if task, ok := e.Address().Task(); ok {
		if task != bound || r.Draft.Subject.Task != bound {
			h.t.Errorf("seed %d: a write to %s while bound to %s", seed, task, bound)
		}
		return
	}
	module, task, ok := e.Address().Coordinates()
	if !ok {
		h.t.Errorf("seed %d: a step event with no address: %+v", seed, e)
	}
	found := false
	for _, a := range lanes {
		found = found || a.ModuleIndex == module && a.TaskIndex == task && a.Task == r.Draft.Subject.Task
	}
	if !found {
		h.t.Errorf("seed %d: a write at %d,%d, which nobody was assigned", seed, module, task)
	}
	if u, ok := e.(schemas.StepUpdated); ok && u.Step == "old" {
		h.t.Errorf("seed %d: path A changed a saved step: %s", seed, mustJSON(h.t, u))
	}
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
