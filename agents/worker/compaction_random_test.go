package worker_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/agents/turn"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
)

// summary is anything that may come of being asked to sum up.
func (r anything) summary() agentstest.Answer {
	switch r.IntN(6) {
	case 0:
		return agentstest.Answer{Hang: true}
	case 1:
		return agentstest.Answer{}
	case 2:
		return fails(pickOne(r, schemas.CodeContextOverflow, schemas.CodeOverloaded, schemas.CodeModelRefused), "no")
	case 3:
		return agentstest.Calls(agentstest.Call("1", "add_step", map[string]any{"title": "X"}))
	}
	return says(strings.Repeat("It was said. ", 1+r.IntN(40)))
}

// Whatever models say, and whatever the budget: summing up loses no card, no lane, no
// step and no word of the turn itself, happens once for a cause in a turn, and every
// message is shown, summed up or told to be left out.
func TestWhateverIsSummedUpTheTaskAtHandStays(t *testing.T) {
	base, compactions := rand.Uint64(), 0
	for i := range uint64(100) {
		seed := base + i
		synctest.Test(t, func(t *testing.T) {
			r := anything{rand.New(rand.NewPCG(seed, 0))}
			script := r.script()
			rounds := []agentstest.Answer{}
			for range 30 {
				rounds = append(rounds, pickOne(r, fails(schemas.CodeContextOverflow, "too long"), says("Done."), addStep("Sign"), tool("remove_steps", map[string]any{"step_ids": []string{"old"}}), r.answer("add_step", "build_subtask")))
				script.Say("compact", r.summary(), r.summary(), r.summary(), r.summary(), r.summary())
			}
			script.Say("task-builder", rounds...)
			h := openWith(t, worker.Options{Log: bus.Mem(), Wakes: bus.MemWakes(), Model: script, AtOnce: 4, Budget: pickOne(r, 1, 40, 200, 400, 5000)})
			h.furnish()
			session := h.session()
			for range 6 {
				h.askAnything(r, session)
			}
			compactions += h.checkCompactions(seed, session)
			h.stop() // and everything is decided again
		})
		if t.Failed() {
			return
		}
	}
	if compactions == 0 {
		t.Error("nothing was ever summed up")
	}
}

// checkCompactions folds a session, and compares it before and after each event that is
// about older talk. It counts those that begin one.
func (h *house) checkCompactions(seed uint64, session schemas.SessionID) int {
	h.t.Helper()
	s := turn.NewSession(schemas.Entity{Vendor: vendor, Kind: schemas.SessionBoundary, ID: string(session)})
	begun, said := map[string]bool{}, 0
	for r, err := range h.log.Read(h.t.Context(), bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary, ID: string(session)}) {
		if err != nil {
			h.t.Fatal(err)
		}
		before, about := "", false
		switch e := r.Event.(type) {
		case schemas.TurnStarted, schemas.MessageWritten:
			said++
		case schemas.CompactionBegun:
			cause := string(r.Turn) + " " + string(e.Cause)
			if begun[cause] {
				h.t.Errorf("seed %d: %s had talk summed up twice", seed, cause)
			}
			begun[cause] = true
			before, about = essence(h.t, s), true
		case schemas.TalkCompacted, schemas.TalkLeftOut:
			before, about = essence(h.t, s), true
		}
		if err := s.Evolve(r); err != nil {
			h.t.Fatal(err)
		}
		if about {
			h.checkTalk(seed, s, before, said)
		}
	}
	return len(begun)
}

// checkTalk wants a session as it was but for older talk, of which nothing is missing.
func (h *house) checkTalk(seed uint64, s *turn.Session, before string, said int) {
	h.t.Helper()
	if after := essence(h.t, s); after != before {
		h.t.Errorf("seed %d: more changed than older talk:\n%s\n%s", seed, before, after)
	}
	if sum := len(s.Talk) + s.Earlier.SummedUp + s.Earlier.LeftOut; sum != said {
		h.t.Errorf("seed %d: of %d messages %d are accounted for", seed, said, sum)
	}
	own := func(m agents.Message) bool { return m.Role == agents.UserRole && m.Text == s.Running.Request.Text }
	if !slices.ContainsFunc(s.Talk, own) {
		h.t.Errorf("seed %d: the turn's message is not in the talk", seed)
	}
}

// essence is what must outlast summing up, as text.
func essence(t *testing.T, s *turn.Session) string {
	t.Helper()
	run := s.Running
	return mustJSON(t, []any{s.Cards, s.Pinned, s.Turns, run.Request, run.Domain, run.Target, run.Declined, run.Rows, run.Tally, run.Main()})
}
