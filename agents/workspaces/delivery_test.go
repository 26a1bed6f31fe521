package workspaces_test

import (
	"errors"
	"strings"
	"testing"

	"turnbook/agents/agentstest"
	"turnbook/agents/launch"
	"turnbook/agents/workspaces"
	"turnbook/schemas"
)

// Scenario 66: what an agent said is its report: runs that tools stand between are parted
// by a blank line. Who waited has it, and nobody is woken.
func TestAForegroundTaskBringsItsReport(t *testing.T) {
	model := newCast(map[string][]agentstest.Answer{
		"outer": {calls("task", object{"kind": "workspace", "prompt": "inner", "title": "Inner"})},
		"inner": {{Text: "First.", Calls: calls("list", object{}).Calls}, {Text: "Then."}},
	})
	inHouse(t, furniture{model: model}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		h.say(owner, "outer")
		h.quiet()
		hs, err := h.ws.Handles(t.Context(), vendor)
		h.must(err)
		same(t, "the handle", h.handle(hs[0].ID), "created running exec blocking_until_terminal", "settled 1 completed finished", "consumed 1 by await")
		if hs[0].Outcome.Report != "First.\n\nThen." {
			t.Errorf("the report is %q", hs[0].Outcome.Report)
		}
		returned := ""
		for _, r := range h.read(schemas.SessionBoundary, string(owner)) {
			if e, ok := r.Event.(schemas.ToolReturned); ok {
				returned = e.Result
			}
		}
		if !strings.Contains(returned, `"report_markdown":"First.\n\nThen."`) {
			t.Errorf("the tool brought %s", returned)
		}
		same(t, "the owner", h.origins(owner), "person")
	})
}

// Scenario 67: an idle owner is woken once, with one message that names the handle.
func TestAnIdleOwnerIsWokenOnce(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		l := h.launched(owner, behind(fresh("tidy up")))
		h.quiet()
		want := []string{"created running exec notify_on_terminal", "settled 1 completed finished", "notified 1"}
		same(t, "the handle", h.handle(l.Handle), want...)
		h = h.again()
		h.say(owner, "hello")
		h.quiet()
		same(t, "the handle, later", h.handle(l.Handle), want...)
		same(t, "the owner", h.origins(owner), "outcome", "person")
		if asks := h.model.(*cast).asks(); !strings.Contains(asks[1], string(l.Handle)) {
			t.Errorf("the wake says %s", asks[1])
		}
	})
}

// What no turn asked for wakes nobody, in the background or not, and nobody is asked to
// wait for it. A later turn of the owner can still read its report.
func TestALaunchThatNoTurnMadeWakesNobody(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		hold := make(chan struct{})
		h.model.(*cast).says("slow", held(hold))
		ids := []schemas.HandleID{h.unattended(owner, fresh("slow")).Handle, h.unattended(owner, behind(fresh("tidy up"))).Handle}
		h.say(owner, "hello")
		h.quiet()
		close(hold)
		h = h.again()
		h.quiet()
		for _, id := range ids {
			same(t, string(id), h.handle(id), "created running exec unattended", "settled 1 completed finished")
		}
		same(t, "the owner", h.origins(owner), "person")
		h.model.(*cast).says("read it", calls("task_await", object{"task_ids": ids, "timeout_secs": 0}))
		h.say(owner, "read it")
		h.quiet()
		same(t, "the one that was read", h.handle(ids[1]), "created running exec unattended", "settled 1 completed finished", "consumed 1 by await")
		same(t, "the owner, later", h.origins(owner), "person", "person")
	})
}

// What a sub-agent that a person launched tells on its way is in the book, and sets its
// parent to no work.
func TestProgressThatNoTurnAskedForWakesNobody(t *testing.T) {
	model := newCast(map[string][]agentstest.Answer{"part": {calls("agent_report", object{"message": "Half of it."}), {Text: "All of it."}}})
	inHouse(t, furniture{model: model}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		l := h.unattended(owner, sub("exec", "part"))
		h.quiet()
		same(t, "the handle", h.handle(l.Handle), "created running exec unattended", "progressed Half of it.", "settled 1 completed finished")
		same(t, "the owner", h.origins(owner))
	})
}

// Scenario 68: an owner that has the outcome already is not woken for it. Scenario 69:
// three that end while their owner is busy are one message.
func TestABusyOwnerIsWokenForAllAtOnce(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		hold := make(chan struct{})
		h.model.(*cast).says("mine", held(hold))
		h.say(owner, "mine")
		var ids []schemas.HandleID
		for _, prompt := range []string{"a", "b", "c", "d"} {
			ids = append(ids, h.launched(owner, behind(fresh(prompt))).Handle)
		}
		h.quiet()
		rows, err := h.ws.AwaitFor(t.Context(), vendor, owner, launch.Await{IDs: []string{string(ids[3])}, MinCompleted: 1})
		h.must(err)
		if rows[0].Status != "completed" {
			t.Errorf("awaited: %+v", rows)
		}
		close(hold)
		h.quiet()
		for _, id := range ids[:3] {
			same(t, string(id), h.handle(id), "created running exec notify_on_terminal", "settled 1 completed finished", "notified 1")
		}
		same(t, "the one that was read", h.handle(ids[3]), "created running exec notify_on_terminal", "settled 1 completed finished", "consumed 1 by await")
		same(t, "the owner", h.origins(owner), "person", "outcome")
	})
}

// Scenario 70: a turn whose model gives up is told with its reason, once.
func TestAFailedTurnIsToldWithItsReason(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		h.model.(*cast).says("tidy up", agentstest.Answer{Err: errors.New("the vendor is gone")})
		l := h.launched(owner, behind(fresh("tidy up")))
		e := h.settled(l.Handle, 1) // the engine asks again for a while; in a bubble that is free
		h.quiet()
		same(t, "the handle", h.handle(l.Handle), "created running exec notify_on_terminal", "settled 1 error failed MODEL_ERROR", "notified 1")
		if !strings.Contains(e.Error, string(e.Stop)) {
			t.Errorf("the reason is %q, and it stopped for %s", e.Error, e.Stop)
		}
	})
}

// Scenario 70: an answer that the model ended for another reason than that it was done is
// no report, and its reason is named.
func TestAnAnswerThatWasCutShortIsNoReport(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		h.model.(*cast).says("tidy up", agentstest.Answer{Text: "Half of", Stop: "length"})
		l := h.launched(owner, behind(fresh("tidy up")))
		h.quiet()
		same(t, "the handle", h.handle(l.Handle), "created running exec notify_on_terminal", "settled 1 error failed MODEL_CUT", "notified 1")
		if e := h.settled(l.Handle, 1); e.Report != "" || !strings.Contains(e.Error, `"length"`) {
			t.Errorf("it reports %q and failed since %q", e.Report, e.Error)
		}
	})
}

// Scenario 71: one that was stopped stays so, whatever its turn says later. Scenario 72:
// stopping it again stops nothing of what runs there now.
func TestWhatWasStoppedStaysStopped(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		hold := make(chan struct{})
		h.model.(*cast).says("tidy up", held(hold))
		h.model.(*cast).says("mine", held(hold))
		l := h.launched(owner, behind(fresh("tidy up")))
		h.quiet()
		stopped, err := h.ws.Interrupt(t.Context(), vendor, l.Handle, "user/ann")
		h.must(err)
		h.quiet()
		mine := h.say(l.Workspace, "mine")
		h.quiet()
		again, err := h.ws.Interrupt(t.Context(), vendor, l.Handle, "user/ann")
		h.must(err)
		close(hold)
		h.quiet()
		if stopped.Status != "stopped" || again.Status != "already_inactive" {
			t.Errorf("stopped %+v, then %+v", stopped, again)
		}
		same(t, "the handle", h.handle(l.Handle), "created running exec notify_on_terminal", "settled 1 interrupted stopped")
		same(t, "the session", h.story(schemas.SessionBoundary, string(l.Workspace)), "runs exec", "ended cancelled", "runs exec", "ended end_turn")
		if mine == "" {
			t.Error("the person's message was not taken")
		}
		same(t, "the owner", h.origins(owner))
	})
}

// A message that waits is taken back alone: the turn at work goes on, with all below it.
func TestTakingAMessageBackStopsNothingElse(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		hold := make(chan struct{})
		h.model.(*cast).says("tidy up", held(hold))
		h.model.(*cast).says("look", held(hold))
		first := h.launched(owner, fresh("tidy up"))
		child := h.launched(first.Workspace, launch.Task{Kind: schemas.AgentTask, Agent: "explore", Prompt: "look", Title: "Scout"})
		task := follow(first.Workspace, "go on")
		task.Dispatch = schemas.AtTurnEnd
		second := h.launched(owner, task)
		h.quiet()
		_, err := h.ws.Interrupt(t.Context(), vendor, second.Handle, "user/ann")
		h.must(err)
		h.quiet()
		close(hold)
		h.quiet()
		same(t, "the second", h.handle(second.Handle), "created queued exec blocking_until_terminal", "settled 1 interrupted stopped")
		same(t, "the child", h.handle(child.Handle), "created running explore blocking_until_terminal", "settled 1 completed finished")
		first1 := h.handle(first.Handle)
		if last := first1[len(first1)-1]; last != "settled 1 completed finished" {
			t.Errorf("the first: %v", first1)
		}
	})
}

// Scenario 74: a plan that was proposed completes a planner's turn, and is its report;
// approved, it is carried out in the same workspace, once.
func TestAPlanIsAReport(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		var plan string
		h.model.(*cast).says("think", agentstest.Answer{Text: "No file yet."})
		l := h.launched(owner, under("plan", fresh("think")))
		h.quiet()
		for _, r := range h.read(schemas.SessionBoundary, string(l.Workspace)) {
			if e, ok := r.Event.(schemas.AgentResolved); ok {
				plan = e.PlanFile
			}
		}
		h.model.(*cast).says("once more", calls("write", object{"path": plan, "text": "# Plan\n1. Go.\n"}), calls("propose_plan", object{}))
		again := h.launched(owner, under("plan", follow(l.Workspace, "once more")))
		h.quiet()
		same(t, "the handle", h.handle(again.Handle), "created running plan blocking_until_terminal", "settled 1 completed plan")
		hs, err := h.ws.Handle(t.Context(), vendor, again.Handle)
		h.must(err)
		if !strings.Contains(hs.Outcome.Report, "1. Go.") {
			t.Errorf("the report is %q", hs.Outcome.Report)
		}
		_, err = h.ws.ApprovePlan(t.Context(), vendor, l.Workspace)
		h.must(err)
		h.quiet()
		var no *workspaces.Refusal
		if _, err = h.ws.ApprovePlan(t.Context(), vendor, l.Workspace); !errors.As(err, &no) || no.Code != schemas.CodeNoPlan {
			t.Errorf("approved twice: %v", err)
		}
		same(t, "the session", h.story(schemas.SessionBoundary, string(l.Workspace)), "runs plan", "ended end_turn", "runs plan", "ended plan_proposed", "runs exec", "ended end_turn")
	})
}

// Scenario 79: nobody is woken who was archived.
func TestAnArchivedOwnerIsNotWoken(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		top := h.register(repo(t))
		owner := h.launched(top, fresh("tidy up")).Workspace
		h.quiet()
		hold := make(chan struct{})
		h.model.(*cast).says("inner", held(hold))
		l := h.launched(owner, behind(fresh("inner")))
		h.quiet()
		h.must(h.ws.Archive(t.Context(), vendor, owner, true, "ann"))
		close(hold)
		h.quiet()
		same(t, "the handle", h.handle(l.Handle), "created running exec notify_on_terminal", "settled 1 completed finished", "consumed 1 by owner_gone")
		same(t, "the owner", h.origins(owner), "launch")
	})
}
