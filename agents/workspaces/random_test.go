package workspaces_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/handles"
	"turnbook/agents/launch"
	"turnbook/agents/turn"
	"turnbook/agents/workspaces"
	"turnbook/schemas"
)

// moody is a model that answers as its seed says, the same to the same request, and takes
// its time. Time is free in a bubble.
type moody struct{ seed uint64 }

func (m moody) Name() string { return "moody" }

func (m moody) Stream(ctx context.Context, r agents.Request) iter.Seq2[agents.Part, error] {
	ask, round := lastAsk(r)
	sum := fnv.New64a()
	fmt.Fprint(sum, ask, round)
	draw := rand.New(rand.NewPCG(m.seed, sum.Sum64()))
	hold := make(chan struct{})
	time.AfterFunc(time.Duration(draw.IntN(5000))*time.Millisecond, func() { close(hold) })
	a := agentstest.Answer{Hold: hold, Text: "did it"}
	if draw.IntN(8) == 0 {
		a.Stop = "length"
	}
	if round < 2 {
		a.Calls = m.calls(draw, len(r.Messages))
	}
	return agentstest.NewScript(map[string][]agentstest.Answer{r.Agent: {a}}).Stream(ctx, r)
}

// calls are what it does: it reads, waits, or delegates; most often it says something.
func (m moody) calls(draw *rand.Rand, n int) []schemas.ToolRequest {
	prompt := fmt.Sprintf("part %d of %d", draw.IntN(1000), n)
	switch draw.IntN(8) {
	case 0:
		return calls("read", object{"path": "README.md"}).Calls
	case 1:
		return calls("task_await", object{"timeout_secs": draw.IntN(4)}).Calls
	case 2:
		return calls("task", object{"agentId": "explore", "prompt": prompt, "title": "Scout", "run_in_background": draw.IntN(2) == 0}).Calls
	case 3:
		return calls("task", object{"kind": "workspace", "prompt": prompt, "title": "Part", "run_in_background": draw.IntN(2) == 0}).Calls
	}
	return nil
}

// Whatever is launched, said, stopped and awaited, and however often the service is
// started again in between, the promises of delegation hold.
func TestWhateverHappensThePromisesHold(t *testing.T) {
	base := rand.Uint64()
	for i := range uint64(6) {
		seed := base + i
		synctest.Test(t, func(t *testing.T) {
			r := &anything{rand.New(rand.NewPCG(seed, 0)), nil}
			h := open(t, furniture{model: moody{seed}, config: launch.Config{MaxParallel: 3}})
			r.places = append(r.places, h.register(repo(t, agentFile, scribe())))
			for range 14 {
				h = r.happens(h)
			}
			h.overAndKept()
			if t.Failed() {
				t.Logf("seed %d", seed)
			}
		})
		if t.Failed() {
			return
		}
	}
}

type anything struct {
	*rand.Rand
	places []schemas.WorkspaceID
}

func pick[T any](r *anything, from ...T) T { return from[r.IntN(len(from))] }

// happens does one thing to a house, or opens it again.
func (r *anything) happens(h *house) *house {
	h.t.Helper()
	task := under(pick(r, "", "plan", "scribe", "nobody"), fresh(fmt.Sprintf("ask %d", r.IntN(1000))))
	task.Background, task.Disposable = r.IntN(3) > 0, r.IntN(4) == 0
	switch r.IntN(11) {
	case 0, 1, 2:
		r.took(h.ask(launch.Ask{Task: task, Owner: r.places[0], Turn: pick[schemas.TurnID](r, "", "t-caller")}))
	case 3, 4:
		task.Mode, task.Workspace, task.Dispatch = launch.ModeExisting, pick(r, r.places...), pick(r, schemas.AtToolEnd, schemas.AtTurnEnd)
		h.launch(r.places[0], task)
	case 5:
		h.launch(pick(r, r.places...), launch.Task{Kind: schemas.AgentTask, Agent: "explore", Prompt: task.Prompt, Title: "Scout", Background: task.Background})
	case 6:
		m := sayNow(pick(r, r.places...), task.Prompt)
		m.Dispatch = task.Dispatch
		_, _ = h.ws.Say(h.t.Context(), m) // its workspace may be gone by now
	case 7:
		if hs, err := h.ws.Handles(h.t.Context(), vendor); err == nil && len(hs) > 0 {
			_, err := h.ws.Interrupt(h.t.Context(), vendor, pick(r, hs...).ID, "user/ann")
			h.must(err)
		}
	case 8:
		return h.again()
	case 9:
		if hs, err := h.ws.Handles(h.t.Context(), vendor); err == nil && len(hs) > 0 {
			_, _ = h.ws.Retry(h.t.Context(), vendor, pick(r, hs...).ID) // most can't be tried
		}
	case 10:
		<-time.After(time.Duration(r.IntN(8000)) * time.Millisecond)
	}
	return h
}

func (r *anything) took(l workspaces.Launched, no *launch.Refusal) {
	if no == nil {
		r.places = append(r.places, l.Workspace)
	}
}

// overAndKept waits for the end of all that was delegated, and holds the book against
// the promises.
func (h *house) overAndKept() {
	h.t.Helper()
	hs := h.allEnded()
	known := map[schemas.HandleID]schemas.HandleCreated{}
	for _, x := range hs {
		known[x.ID] = x.Launched
		h.oneEndOneDelivery(x.ID)
		stopped := false
		h.must(h.rt.Session(h.t.Context(), vendor, schemas.SessionID(x.Launched.Owner), func(s *turn.Session) { stopped = s.Stopped }))
		if x.Active() || x.Pending() && !stopped && !h.workspace(x.Launched.Owner).Removed {
			h.t.Errorf("%s is left behind: %v", x.ID, h.handle(x.ID))
		}
	}
	ws, err := h.ws.Workspaces(h.t.Context(), vendor)
	h.must(err)
	for _, w := range ws {
		if w.Owner != "" && known[w.Handle].Workspace != w.ID {
			h.t.Errorf("workspace %s is nobody's", w.ID)
		}
		h.agentsKept(w.ID, known)
	}
}

// allEnded waits for all that was delegated, and for what its ends began.
func (h *house) allEnded() []*handles.Handle {
	h.t.Helper()
	for {
		before, err := h.ws.Handles(h.t.Context(), vendor)
		h.must(err)
		for _, x := range before {
			fact(h, schemas.HandleBoundary, string(x.ID), func(schemas.HandleSettled) bool { return true })
		}
		h.allOver()
		after, err := h.ws.Handles(h.t.Context(), vendor)
		h.must(err)
		if len(after) == len(before) && !h.busy() {
			return after
		}
	}
}

// busy says whether a turn has not ended.
func (h *house) busy() bool {
	h.t.Helper()
	ws, err := h.ws.Workspaces(h.t.Context(), vendor)
	h.must(err)
	return slices.ContainsFunc(ws, func(w *workspaces.Workspace) bool {
		ended := 0
		for _, line := range h.story(schemas.SessionBoundary, string(w.ID)) {
			if strings.HasPrefix(line, "ended") {
				ended++
			}
		}
		return ended < len(h.origins(w.ID))
	})
}

// oneEndOneDelivery: generations count up, and each is told or read at most once. Of what
// no turn asked for, nobody is told.
func (h *house) oneEndOneDelivery(id schemas.HandleID) {
	h.t.Helper()
	unattended := h.created(id).Attention == schemas.Unattended
	ends, told := 0, map[int]int{}
	for _, r := range h.read(schemas.HandleBoundary, string(id)) {
		switch e := r.Event.(type) {
		case schemas.HandleSettled:
			if ends++; e.Generation != ends {
				h.t.Errorf("%s: end %d is the generation %d", id, ends, e.Generation)
			}
		case schemas.HandleNotified:
			if told[e.Generation]++; unattended {
				h.t.Errorf("%s: somebody was woken: %v", id, h.handle(id))
			}
		case schemas.HandleAttentionConsumed:
			told[e.Generation]++
		}
	}
	for g, n := range told {
		if n > 1 || g > ends {
			h.t.Errorf("%s: generation %d was delivered %d times: %v", id, g, n, h.handle(id))
		}
	}
}

// agentsKept: a strict turn runs under the agent that its launch was validated with, and
// nothing is remembered of an override.
func (h *house) agentsKept(w schemas.WorkspaceID, known map[schemas.HandleID]schemas.HandleCreated) {
	h.t.Helper()
	asked := map[schemas.TurnID]schemas.Delegation{}
	for _, r := range h.read(schemas.SessionBoundary, string(w)) {
		switch e := r.Event.(type) {
		case schemas.TurnRequested:
			asked[r.Turn] = *e.Delegation
		case schemas.AgentResolved:
			d := asked[r.Turn]
			c := known[d.Handle]
			if d.Origin == schemas.FromLaunch && c.Strict && e.Code == "" && (e.Agent != c.Agent || e.Definition.Source != c.Pin.Source) {
				h.t.Errorf("%s was launched under %s of %s, and ran under %s of %s", d.Handle, c.Agent, c.Pin.Source, e.Agent, e.Definition.Source)
			}
		}
	}
	for _, r := range h.read(schemas.WorkspaceBoundary, string(w)) {
		e, ok := r.Event.(schemas.WorkspaceSettingsSaved)
		if d := asked[e.Turn]; ok && (d.SkipPersistence || !slices.Contains([]schemas.Origin{schemas.FromLaunch, schemas.FromRetry, schemas.FromHandOn, schemas.FromPerson}, d.Origin)) {
			h.t.Errorf("workspace %s remembers %s of turn %s: %+v", w, e.Agent, e.Turn, d)
		}
	}
}
