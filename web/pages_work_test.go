package web

import (
	"reflect"
	"testing"

	"turnbook/schemas"
)

// A planner's file stands outside the checkout, under a long path: a reader is told that it
// is the plan, once, and that no file of the checkout changed.
func TestThePlanFileIsToldByWhatItIs(t *testing.T) {
	const plan = "/srv/data/plans/p1/w1.md"
	w, calls := workTurn{}, map[schemas.CallID]*workCall{}
	for _, e := range []schemas.Event{
		schemas.AgentResolved{Agent: "plan", PlanFile: plan},
		schemas.ToolCalled{Call: "c1", Tool: "write", Args: []byte(`{"path":"` + plan + `","text":"# Plan\n"}`)},
		schemas.ToolReturned{Call: "c1", Result: plan + ": created, 7 bytes", Changed: []schemas.FileChange{{Path: plan, Op: "created", Size: 7}}},
		schemas.ToolCalled{Call: "c2", Tool: "read", Args: []byte(`{"path":"README.md"}`)},
		schemas.ToolReturned{Call: "c2", Result: "# Small"},
	} {
		w.take(e, calls)
	}
	want := []workItem{
		{Call: &workCall{ID: "c1", Tool: "write", About: "the plan", Done: true, Result: "the plan: created, 7 bytes"}},
		{Call: &workCall{ID: "c2", Tool: "read", About: "README.md", Done: true, Result: "# Small"}},
	}
	if !reflect.DeepEqual(w.Items, want) || len(w.changes()) > 0 {
		for _, i := range w.Items {
			t.Errorf("got %+v", *i.Call)
		}
	}
}
