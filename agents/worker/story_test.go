package worker_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/agentstest"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
)

// dispatches are who had a turn, hop by hop, and by what.
func (h *house) dispatches(id schemas.TurnID) []schemas.DomainDispatched {
	return events[schemas.DomainDispatched](h, id)
}

func (h *house) wantDispatches(id schemas.TurnID, want ...schemas.DomainDispatched) {
	h.t.Helper()
	if diff := cmp.Diff(want, h.dispatches(id)); diff != "" {
		h.t.Errorf("dispatches (-want +got):\n%s", diff)
	}
}

var (
	toEditor  = schemas.DomainDispatched{Domain: schemas.PlaybookEditor, By: "router"}
	toBuilder = schemas.DomainDispatched{Domain: schemas.TaskBuilder, By: "router"}
)

func addStep(title string) agentstest.Answer {
	return agentstest.Calls(agentstest.Call("1", "add_step", map[string]any{"title": title}))
}

func handBack(reason string) agentstest.Answer {
	return agentstest.Calls(agentstest.Call("1", "return_to_router", map[string]any{"reason": reason}))
}

func TestWithABuilderOpenTheTaskBuilderKeepsTheTurnAndItsStepsAreSaved(t *testing.T) {
	inBubble(t, map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.TaskBuilder)}, "task-builder": {addStep("Sign"), {Text: "Added."}},
	}, func(h *house, _ *agentstest.Script, session schemas.SessionID) {
		id, end := h.ask(session, "add a step", withBuilder("t1"))
		if want := (schemas.TurnEnded{Status: schemas.TurnCompleted, Stop: schemas.StopEnd, Closing: "1 built, 0 left unchanged."}); end != want {
			t.Errorf("ended %+v, want %+v", end, want)
		}
		h.wantDispatches(id, toBuilder)
		added := events[schemas.StepAdded](h, id)
		want := []schemas.StepAdded{{
			StepAddress: schemas.TaskAddress("t1"), Step: schemas.StepID(id) + ".m.2", Kind: schemas.Instruction, Title: "Sign", Place: schemas.Place{After: "old"},
		}}
		if diff := cmp.Diff(want, added); diff != "" {
			t.Errorf("steps (-want +got):\n%s", diff)
		}
		if o := h.outcome(session); len(o.Saved) != 1 {
			t.Errorf("saved %v", o.Saved)
		}
	})
}

func TestOnTheListAPickOfTheTaskBuilderIsRedirectedToTheEditor(t *testing.T) {
	inBubble(t, map[string][]agentstest.Answer{"router": {agentstest.Pick(schemas.TaskBuilder)}, "playbook-editor": {{Text: "Which task?"}}},
		func(h *house, _ *agentstest.Script, session schemas.SessionID) {
			id, end := h.ask(session, "add a step", onEditor)
			if end.Closing != "" || end.Hops != 0 {
				t.Errorf("ended %+v, want no closing line and no hop", end)
			}
			h.wantDispatches(id, schemas.DomainDispatched{Domain: schemas.PlaybookEditor, By: "redirect"})
		})
}

func TestAPinnedDomainTakesTheNextMessageUntilABuilderOpens(t *testing.T) {
	inBubble(t, map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.PlaybookEditor), agentstest.Pick(schemas.TaskBuilder)},
	}, func(h *house, script *agentstest.Script, session schemas.SessionID) {
		one, _ := h.ask(session, "one", onEditor)
		two, _ := h.ask(session, "two", onEditor)
		three, _ := h.ask(session, "three", withBuilder("t1"))
		four, _ := h.ask(session, "four", withBuilder("t2")) // another builder, the same bucket
		five, _ := h.ask(session, "five", onEditor)
		pinned := func(d schemas.Domain) schemas.DomainDispatched {
			return schemas.DomainDispatched{Domain: d, By: "pin"}
		}
		h.wantDispatches(one, toEditor)
		h.wantDispatches(two, pinned(schemas.PlaybookEditor))
		h.wantDispatches(three, toBuilder)
		h.wantDispatches(four, pinned(schemas.TaskBuilder))
		// The script's router has said all it had to say: its answer is unusable.
		h.wantDispatches(five, schemas.DomainDispatched{Domain: schemas.PlaybookEditor, By: "fallback"})
		asked := 0
		for _, r := range script.Asked {
			if r.Agent == "router" {
				asked++
			}
		}
		if asked != 3 {
			t.Errorf("the router was asked %d times for five messages, want 3", asked)
		}
		want := []schemas.DomainUnpinned{{Domain: schemas.PlaybookEditor, Reason: "bucket_changed"}}
		if diff := cmp.Diff(want, events[schemas.DomainUnpinned](h, three)); diff != "" {
			t.Errorf("unpinned (-want +got):\n%s", diff)
		}
	})
}

func TestTheGuideIsNeverPinned(t *testing.T) {
	inBubble(t, map[string][]agentstest.Answer{"router": {agentstest.Pick(schemas.Guide), agentstest.Pick(schemas.PlaybookEditor)}},
		func(h *house, _ *agentstest.Script, session schemas.SessionID) {
			h.ask(session, "How many?", onEditor)
			id, _ := h.ask(session, "Rename it", onEditor)
			h.wantDispatches(id, toEditor)
		})
}

func TestAHandBackSpendsAHopOfTheSameTurnAndLeavesTheSessionUnpinned(t *testing.T) {
	inBubble(t, map[string][]agentstest.Answer{
		"router":       {agentstest.Pick(schemas.TaskBuilder), agentstest.Pick(schemas.PlaybookEditor), agentstest.Pick(schemas.TaskBuilder)},
		"task-builder": {{Text: "Not mine.", Calls: append(handBack("the task's title is the playbook's").Calls, agentstest.Call("2", "add_step", map[string]any{"title": "never"}))}},
		"playbook-editor": {
			agentstest.Calls(agentstest.Call("1", "rename_task", map[string]any{"module_index": 0, "task_index": 0, "title": "Prepare it"})), {Text: "Renamed."},
		},
	}, func(h *house, script *agentstest.Script, session schemas.SessionID) {
		id, end := h.ask(session, "Rename this task", withBuilder("t1"))
		if want := (schemas.TurnEnded{Status: schemas.TurnCompleted, Stop: schemas.StopEnd, Hops: 1}); end != want {
			t.Errorf("ended %+v, want %+v", end, want)
		}
		h.wantDispatches(id, toBuilder, schemas.DomainDispatched{Domain: schemas.PlaybookEditor, Hop: 1, By: "router"})
		back := schemas.TurnHandedBack{
			Domain: schemas.TaskBuilder, Reason: "the task's title is the playbook's", ActiveDomain: schemas.Router, Declined: []schemas.Domain{schemas.TaskBuilder}, Hop: 1,
		}
		if diff := cmp.Diff([]schemas.TurnHandedBack{back}, events[schemas.TurnHandedBack](h, id)); diff != "" {
			t.Errorf("handed back (-want +got):\n%s", diff)
		}
		if n := len(events[schemas.StepAdded](h, id)); n != 0 {
			t.Errorf("%d steps were written behind the hand-back of the same answer", n)
		}
		var codes []schemas.Code
		for _, r := range events[schemas.ToolReturned](h, id) {
			codes = append(codes, r.Code)
		}
		if diff := cmp.Diff([]schemas.Code{"", schemas.CodeNotRun, ""}, codes); diff != "" {
			t.Errorf("results (-want +got):\n%s", diff)
		}
		next, _ := h.ask(session, "and now", withBuilder("t1"))
		h.wantDispatches(next, toBuilder)
		if offered := string(script.Asked[2].Data[1].JSON); offered != `["playbook-editor","guide"]` {
			t.Errorf("at hop 1 the router was offered %s", offered)
		}
	})
}

func TestWhenEveryDomainHasDeclinedTheTurnEndsPlainlyAndTheNextBeginsAtZero(t *testing.T) {
	inBubble(t, map[string][]agentstest.Answer{
		"router":       {agentstest.Pick(schemas.TaskBuilder), agentstest.Pick(schemas.Guide), agentstest.Pick(schemas.Guide)},
		"task-builder": {handBack("not mine")}, "guide": {handBack("not mine either")},
	}, func(h *house, _ *agentstest.Script, session schemas.SessionID) {
		// The editor can't decline: a third answer of the router that is declined falls
		// back to the guide, which has declined too.
		elsewhere := schemas.MustUIContext(`{"page":"playbooks","current_task_id":"t1","loaded_task":{"id":"t1","context":"PLAYBOOK","playbook_id":"p1"}}`)
		id, end := h.ask(session, "do it", elsewhere)
		want := schemas.TurnEnded{
			Status: schemas.TurnCompleted, Stop: schemas.StopHopsExhausted, Hops: 2,
			Closing: "Nobody could take this. task-builder: not mine; guide: not mine either.",
		}
		if end != want {
			t.Errorf("ended %+v, want %+v", end, want)
		}
		h.wantDispatches(id, toBuilder, schemas.DomainDispatched{Domain: schemas.Guide, Hop: 1, By: "router"})
		_, end = h.ask(session, "again", onEditor)
		if end.Hops != 0 {
			t.Errorf("the next message began with %d hops spent", end.Hops)
		}
	})
}

func TestFromTheLibraryThereIsNobodyToHandTo(t *testing.T) {
	inBubble(t, map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.TaskBuilder)}, "task-builder": {handBack("a title"), {Text: "Change it in the library."}},
	}, func(h *house, _ *agentstest.Script, session schemas.SessionID) {
		id, end := h.ask(session, "rename this task", schemas.MustUIContext(`{"page":"library_module","current_task_id":"lt","builder_mounts":1}`))
		if want := (schemas.TurnEnded{Status: schemas.TurnCompleted, Stop: schemas.StopEnd, Closing: "0 built, 1 left unchanged."}); end != want {
			t.Errorf("ended %+v, want %+v", end, want)
		}
		refused := events[schemas.WriteRefused](h, id)
		if len(refused) != 1 || refused[0].Code != schemas.CodeNobodyToHandTo {
			t.Errorf("refused %+v", refused)
		}
	})
}

func TestALibraryTaskIsSavedThroughTheLibrarysPath(t *testing.T) {
	inBubble(t, map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.TaskBuilder)}, "task-builder": {addStep("Enrol"), {Text: "Added."}},
	}, func(h *house, _ *agentstest.Script, session schemas.SessionID) {
		id, end := h.ask(session, "add a step", schemas.MustUIContext(`{"page":"library_module","current_task_id":"lt","builder_mounts":1,"contribution":"library","loaded_task":{"id":"lt","context":"LIBRARY_MODULE"}}`))
		if end.Closing != "1 built, 0 left unchanged." {
			t.Errorf("ended %+v", end)
		}
		plans := events[schemas.FlushPlanned](h, id)
		if len(plans) != 1 || plans[0].Tasks[0].Path != schemas.UpdateLibrarySteps || plans[0].Tasks[0].Context != schemas.InLibraryModule {
			t.Errorf("planned %+v", plans)
		}
		applied := events[schemas.FlushApplied](h, id)
		if len(applied) != 1 || applied[0].Entity != "library/library" || applied[0].Applied != 1 {
			t.Errorf("applied %+v", applied)
		}
	})
}

func TestWithoutTheCapabilityTheTurnIsCoherentAndWritesNothing(t *testing.T) {
	inBubble(t, map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.TaskBuilder)}, "task-builder": {addStep("Never"), {Text: "It is switched off."}},
	}, func(h *house, script *agentstest.Script, session schemas.SessionID) {
		_, err := h.rt.Record(t.Context(), vendor, schemas.VendorBoundary, string(vendor), "system", schemas.FlagFlipped{Flag: schemas.AITaskBuilder}, "off")
		if err != nil {
			t.Fatal(err)
		}
		id, end := h.ask(session, "add a step", withBuilder("t1"))
		if end.Status != schemas.TurnCompleted || end.Closing != "" {
			t.Errorf("ended %+v", end)
		}
		if got := events[schemas.TargetResolved](h, id); len(got) != 1 || got[0].Ladder.Outcome != "CAPABILITY_OFF" {
			t.Errorf("target %+v", got)
		}
		if got := events[schemas.ToolReturned](h, id); len(got) != 1 || got[0].Code != schemas.CodeUnknownTool {
			t.Errorf("the tool came to %+v", got)
		}
		var offered []string
		for _, tool := range script.Asked[1].Tools {
			offered = append(offered, tool.Name)
		}
		if diff := cmp.Diff([]string{"return_to_router", "emit_suggest_replies", "update_progress"}, offered); diff != "" {
			t.Errorf("offered (-want +got):\n%s", diff)
		}
	})
}

// A view that closes its builder while its turn writes applies nothing more: what
// is dropped is listed, told, and not saved.
func TestStepsThatTheOriginViewDropsAreToldAndNotSaved(t *testing.T) {
	hold, said := make(chan struct{}), make(chan struct{})
	h := open(t, memLog(), memWakes(), agentstest.NewScript(map[string][]agentstest.Answer{
		"router":       {agentstest.Pick(schemas.TaskBuilder)},
		"task-builder": {addStep("Seen"), {Calls: addStep("Unseen").Calls, Hold: hold, Said: said}, {Text: "Done."}},
	}))
	h.furnish()
	session := h.session()
	view, err := h.rt.OpenView(t.Context(), vendor, "ann", session)
	if err != nil {
		t.Fatal(err)
	}
	ui := withBuilder("t1")
	id, err := h.rt.Message(h.t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: "two steps", View: view, UIContext: &ui, Key: "k"})
	if err != nil {
		t.Fatal(err)
	}
	<-said
	if err := h.rt.SetContext(t.Context(), vendor, view, onEditor, ""); err != nil {
		t.Fatal(err)
	}
	close(hold)
	want := schemas.TurnEnded{Status: schemas.TurnCompleted, Stop: schemas.StopEnd,
		Closing: "2 built, 0 left unchanged. 1 dropped: no subtask builder was open in your tab. Nothing is lost; dropped steps can be applied later."}
	if end := h.ended(id); end != want {
		t.Errorf("ended %+v, want %+v", end, want)
	}
	plan := events[schemas.FlushPlanned](h, id)[0]
	seen, unseen := schemas.StepID(id)+".m.2", schemas.StepID(id)+".m.4"
	if len(plan.Drops) != 1 || plan.Drops[0].Step != unseen || plan.Drops[0].Reason != schemas.ReasonNotMounted {
		t.Errorf("dropped %+v", plan.Drops)
	}
	if o := h.outcome(session); len(o.Saved) != 1 || !strings.Contains(o.Saved[0], string(seen)) {
		t.Errorf("saved %v, want %s alone", o.Saved, seen)
	}
	// Nothing is lost: the user can have it applied after all, once.
	for i, want := range []int{1, 0} {
		done, err := h.rt.ApplyDrops(t.Context(), vendor, session, id)
		if err != nil || len(done) != want {
			t.Errorf("time %d: applied %+v, %v; want %d documents", i+1, done, err, want)
		}
	}
	if o := h.outcome(session); len(o.Saved) != 2 || !strings.Contains(o.Saved[1], string(unseen)) {
		t.Errorf("saved %v, want %s too", o.Saved, unseen)
	}
	h.decidedAgain(session)
}

func TestAPlaybookPublishedInMidTurnIsRefusedAtTheSeamAndTold(t *testing.T) {
	hold, said := make(chan struct{}), make(chan struct{})
	h := open(t, memLog(), memWakes(), agentstest.NewScript(map[string][]agentstest.Answer{
		"router":       {agentstest.Pick(schemas.TaskBuilder)},
		"task-builder": {addStep("In time"), {Calls: addStep("Too late").Calls, Hold: hold, Said: said}, {Text: "Done."}},
	}))
	h.furnish()
	session := h.session()
	ui := withBuilder("t1")
	id, err := h.rt.Message(h.t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: "two steps", UIContext: &ui, Key: "k"})
	if err != nil {
		t.Fatal(err)
	}
	<-said
	if _, err := h.rt.Record(t.Context(), vendor, schemas.PlaybookBoundary, "p1", "user/bob", schemas.PlaybookPublished{}, "publish"); err != nil {
		t.Fatal(err)
	}
	close(hold)
	want := schemas.TurnEnded{Status: schemas.TurnCompleted, Stop: schemas.StopEnd, Closing: "1 built, 1 left unchanged. 1 not saved: NOT_EDITABLE."}
	if end := h.ended(id); end != want {
		t.Errorf("ended %+v, want %+v", end, want)
	}
	if got := events[schemas.WriteRefused](h, id); len(got) != 1 || got[0].Code != schemas.CodeUnsupportedSurface {
		t.Errorf("the late write came to %+v", got)
	}
	if got := events[schemas.FlushRefused](h, id); len(got) != 1 || got[0].Code != schemas.CodeNotEditable {
		t.Errorf("the flush came to %+v", got)
	}
	h.decidedAgain(session)
}

func TestTwoSubAgentsWorkAtOnceAndNeverThree(t *testing.T) {
	said := make(chan struct{}, 3)
	hold := make(chan struct{})
	wait := agentstest.Answer{Text: "ok", Hold: hold, Said: said}
	h := open(t, memLog(), memWakes(), agentstest.NewScript(map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.PlaybookEditor)},
		"playbook-editor": {agentstest.Calls(agentstest.Call("1", "build_task_steps", map[string]any{"targets": []map[string]int{
			{"module_index": 0, "task_index": 0}, {"module_index": 0, "task_index": 1}, {"module_index": 0, "task_index": 2},
		}}))},
		"step-writer": {wait, wait, wait},
	}))
	h.furnish()
	session := h.session()
	ui := onEditor
	id, err := h.rt.Message(h.t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: "build", UIContext: &ui, Key: "k"})
	if err != nil {
		t.Fatal(err)
	}
	<-said
	<-said
	close(hold)
	h.ended(id)
	atWork, most := 0, 0
	for _, line := range h.story(id) {
		switch line {
		case "turn.lane-started":
			atWork++
			most = max(most, atWork)
		case "turn.lane-ended":
			atWork--
		}
	}
	if most != 2 || atWork != 0 {
		t.Errorf("%d sub-agents at once, %d left; want 2 and 0", most, atWork)
	}
}

func TestANarrationFlipsItsRowAndStaysInternal(t *testing.T) {
	inBubble(t, map[string][]agentstest.Answer{
		"router":          {agentstest.Pick(schemas.PlaybookEditor)},
		"playbook-editor": {agentstest.Calls(agentstest.Call("1", "build_task_steps", map[string]any{"targets": []map[string]int{{"module_index": 0, "task_index": 1}}}))},
		"step-writer":     {agentstest.Calls(agentstest.Call("1", "narrate", map[string]any{"text": "Looking at the badge"}), agentstest.Call("2", "update_step", map[string]any{"step_id": "old", "title": "x"}))},
	}, func(h *house, _ *agentstest.Script, session schemas.SessionID) {
		id, _ := h.ask(session, "build", onEditor)
		var details []string
		for _, r := range events[schemas.RowChanged](h, id) {
			details = append(details, fmt.Sprintf("%s %s", r.Status, r.Detail))
		}
		want := []string{"pending ", "running ", "running Looking at the badge", `running there is no step "old" in this task`, `unchanged 0 built, 1 left unchanged: there is no step "old" in this task`}
		if diff := cmp.Diff(want, details); diff != "" {
			t.Errorf("rows (-want +got):\n%s", diff)
		}
		if schemas.VisibilityOf(schemas.Narrated{}.EventType()) != schemas.Internal {
			t.Error("narration would go to front ends")
		}
	})
}

// A question, and a card that is declined, change nothing: there is no step event, and
// the document's boundary stands where it stood.
func TestAQuestionAndADeclinedCardLeaveTheDocumentAsItWas(t *testing.T) {
	inBubble(t, map[string][]agentstest.Answer{
		"router": {agentstest.Pick(schemas.Guide), agentstest.Pick(schemas.TaskBuilder)}, "guide": {{Text: "Three."}},
		"task-builder": {agentstest.Calls(agentstest.Call("rm", "remove_steps", map[string]any{"step_ids": []string{"old"}})), {Text: "Kept."}},
	}, func(h *house, _ *agentstest.Script, session schemas.SessionID) {
		before, err := h.log.Last(h.t.Context(), schemas.Entity{Vendor: vendor, Kind: schemas.PlaybookBoundary, ID: "p1"})
		if err != nil {
			t.Fatal(err)
		}
		h.ask(session, "How many tasks are there?", onEditor)
		ui := withBuilder("t1")
		id, err := h.rt.Message(h.t.Context(), worker.MessageCommand{Vendor: vendor, Session: session, Text: "delete it", UIContext: &ui, Key: "k"})
		if err != nil {
			t.Fatal(err)
		}
		if err := h.answer(session, h.raised(session, id), schemas.Decline); err != nil {
			t.Fatal(err)
		}
		h.ended(id)
		after, err := h.log.Last(h.t.Context(), schemas.Entity{Vendor: vendor, Kind: schemas.PlaybookBoundary, ID: "p1"})
		if err != nil || after != before {
			t.Errorf("the playbook stood at %d and stands at %d, %v", before, after, err)
		}
		for r, err := range h.log.Read(h.t.Context(), bus.Query{Kind: schemas.SessionBoundary}) {
			if _, step := r.Event.(schemas.StepEvent); step || err != nil {
				t.Errorf("%s at %d, %v", r.Type, r.Seq, err)
			}
		}
	})
}
