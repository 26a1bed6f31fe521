package worker_test

import (
	"testing"
	"time"

	"turnbook/agents/agentstest"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
)

// A worker that was taken for dead is only slow. Another one has ended its turn
// meanwhile: what the slow one comes with is too late, and changes nothing.
func TestALateWorkerIsFencedOffByTheExpectedPosition(t *testing.T) {
	log := memLog()
	hold, said := make(chan struct{}), make(chan struct{})
	slow := open(t, log, memWakes(), agentstest.NewScript(map[string][]agentstest.Answer{
		"router":       {agentstest.Pick(schemas.TaskBuilder)},
		"task-builder": {{Calls: addStep("From the slow one").Calls, Hold: hold, Said: said}, {Text: "Slow."}},
	}))
	slow.furnish()
	session := slow.session()
	ui := withBuilder("t1")
	id, err := slow.rt.Message(t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: "add a step", UIContext: &ui, Key: "k"})
	if err != nil {
		t.Fatal(err)
	}
	<-said

	wakes := memWakes()
	quick := open(t, log, wakes, agentstest.NewScript(map[string][]agentstest.Answer{
		"task-builder": {addStep("From the quick one"), {Text: "Quick."}},
	}))
	if err := wakes.Send(t.Context(), bus.Wake{Vendor: vendor, Session: session, Turn: id, Sent: time.Now()}); err != nil {
		t.Fatal(err)
	}
	end := quick.ended(id)
	head, err := log.Last(t.Context(), schemas.Entity{Vendor: vendor, Kind: schemas.SessionBoundary, ID: string(session)})
	if err != nil {
		t.Fatal(err)
	}
	close(hold)
	slow.rt.Drain(t.Context()) // it comes with its answer, and finds the session elsewhere
	slow.stop()
	after, err := log.Last(t.Context(), schemas.Entity{Vendor: vendor, Kind: schemas.SessionBoundary, ID: string(session)})
	if err != nil || after != head {
		t.Errorf("the late worker moved the session from %d to %d, %v", head, after, err)
	}
	added := events[schemas.StepAdded](quick, id)
	if len(added) != 1 || added[0].Title != "From the quick one" || end.Closing != "1 built, 0 left unchanged." {
		t.Errorf("ended %+v with %+v, want the quick worker's one step", end, added)
	}
	quick.decidedAgain(session)
}
