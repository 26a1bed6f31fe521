package handles

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"turnbook/schemas"
)

// A town is an owner, one workspace that it launches turns in, and all that happens to
// them in any order: settling, interrupting, awaiting, restarts, wakes.
type town struct {
	t    *testing.T
	seed uint64
	r    *rand.Rand
	n    int // names are counted

	handles  []*Handle
	waiting  map[schemas.HandleID]bool // the owner waits in the foreground
	settled  map[string]int            // ends, by handle and generation
	received map[string]int            // deliveries, by handle and generation
	owner    Owner

	turns   Turns
	open    schemas.HandleID // whose turn was cut last, with nothing begun since
	queue   []schemas.TurnID
	running schemas.TurnID
	saved   schemas.AgentID
	over    []schemas.TurnID // that ended, in order
	ends    []Ended          // what was told of ends, to be told again
}

func newTown(t *testing.T, seed uint64) *town {
	return &town{
		t: t, seed: seed, r: rand.New(rand.NewPCG(seed, 5)), saved: "exec",
		waiting: map[schemas.HandleID]bool{}, settled: map[string]int{}, received: map[string]int{},
		owner: Owner{Told: map[string]schemas.TurnID{}},
	}
}

func (w *town) name(of string) string { w.n++; return fmt.Sprint(of, w.n) }

func (w *town) wrong(format string, args ...any) {
	w.t.Helper()
	w.t.Fatalf("seed %d: "+format, append([]any{w.seed}, args...)...)
}

// decide asks a handle, and folds what follows.
func (w *town) decide(h *Handle, in Input) {
	before := *h
	events, err := Decide(h, in)
	if err != nil && len(events) > 0 {
		w.wrong("%T is refused and has %v", in, events)
	}
	for _, e := range events {
		w.count(h, &before, e)
		if err := h.Evolve(e); err != nil {
			w.wrong("%v", err)
		}
	}
}

// count holds each event against what was promised.
func (w *town) count(h, before *Handle, e schemas.Event) {
	switch e := e.(type) {
	case schemas.HandleSettled:
		w.settled[key(h, e.Generation)]++
		if e.Generation != before.Generation()+1 {
			w.wrong("%s settles generation %d behind %d", h.ID, e.Generation, before.Generation())
		}
		guess := []schemas.SettleReason{schemas.SettledFailed, schemas.SettledUnsent, schemas.SettledStale, schemas.SettledSuperseded}
		if before.Ended() && !slices.Contains(guess, before.Outcome.Reason) {
			w.wrong("%s was %s by %s and became %s", h.ID, before.Status, before.Outcome.Reason, e.Status)
		}
		if e.Turn != "" && before.Outcome.Turn == e.Turn {
			w.wrong("%s ends twice with %s", h.ID, e.Turn)
		}
		delete(w.waiting, h.ID)
	case schemas.HandleRevived:
		if i := slices.Index(w.over, e.Turn); i >= 0 && slices.Index(w.over, before.Outcome.Turn) >= i {
			w.wrong("%s ended with %s and is brought back by the start of %s, which came before", h.ID, before.Outcome.Turn, e.Turn)
		}
	case schemas.HandleNotified:
		if w.received[key(h, e.Generation)]++; h.Unattended() {
			w.wrong("%s has its owner woken, and no turn asked for it", h.ID)
		}
	case schemas.HandleAttentionConsumed:
		w.received[key(h, e.Generation)]++
	}
}

func key(h *Handle, generation int) string { return fmt.Sprintf("%s#%d", h.ID, generation) }

// launch delegates a turn: an override of the saved agent, or one that is saved.
func (w *town) launch() {
	h := &Handle{ID: schemas.HandleID(w.name("wst_"))}
	turn, over := schemas.TurnID(w.name("t")), w.r.IntN(2) == 0
	c := schemas.HandleCreated{
		Kind: schemas.WorkspaceTurn, Owner: "o", Workspace: place, Turn: turn, Status: schemas.HandleRunning,
		Agent: "exec", Strict: over, SkipPersistence: over, Attention: schemas.NotifyOnTerminal,
	}
	if over {
		c.Agent = schemas.AgentID(w.name("over"))
		c.Pin = &schemas.Pin{DefinitionRef: schemas.DefinitionRef{Agent: c.Agent}}
	}
	switch w.r.IntN(4) {
	case 0, 1:
		c.Attention = schemas.BlockingUntilTerminal
		w.waiting[h.ID] = true
	case 2:
		c.Attention = schemas.Unattended
	}
	if w.running != "" {
		c.Status = schemas.HandleQueued
	}
	w.handles = append(w.handles, h)
	w.decide(h, Create{HandleCreated: c})
	w.request(turn, schemas.Delegation{
		Workspace: place, Origin: schemas.FromLaunch, Handle: h.ID, Owner: "o", Agent: c.Agent, Strict: over, Pin: c.Pin, SkipPersistence: over,
	})
}

func (w *town) request(turn schemas.TurnID, d schemas.Delegation) {
	if err := w.turns.Requested(turn, d); err != nil {
		w.wrong("%v", err)
	}
	w.queue = append(w.queue, turn)
	w.next()
}

// next starts the first turn of the queue, where none runs. A launch that has come to its
// end does not begin.
func (w *town) next() {
	for w.running == "" && len(w.queue) > 0 {
		turn := w.queue[0]
		w.queue = w.queue[1:]
		if h := w.of(turn); h != nil {
			if _, err := Decide(h, Accepted{turn}); err != nil {
				w.turns.Ended(turn, schemas.StopCancelled)
				continue
			}
			w.decide(h, Accepted{turn})
		}
		w.turns.Started(turn)
		w.running = turn
		w.started(turn)
	}
}

// of is the handle that a launch's own turn belongs to; nil for other turns.
func (w *town) of(turn schemas.TurnID) *Handle {
	for _, h := range w.handles {
		if h.Launched.Turn == turn {
			return h
		}
	}
	return nil
}

// started holds a turn's agent against the handle that it is for, and saves it.
func (w *town) started(turn schemas.TurnID) {
	d, _ := w.turns.Under(turn)
	if wake := d.Origin == schemas.FromMonitor; wake && d.Handle != w.open {
		w.wrong("the wake %s goes on with %q, and %q is open", turn, d.Handle, w.open)
	}
	if h := w.find(d.Handle); h != nil {
		if l := h.Launched; d.Agent != l.Agent || d.Strict != l.Strict || d.SkipPersistence != l.SkipPersistence || d.Pin != l.Pin {
			w.wrong("%s is for %s and runs under %+v", turn, h.ID, d)
		}
	} else if d.Strict || d.SkipPersistence || d.Pin != nil {
		w.wrong("%s is for nobody and runs under %+v", turn, d)
	}
	if e, ok := Saved(turn, d); ok {
		w.saved = e.Agent
	}
	if w.saved != "exec" {
		w.wrong("%s saves the override %s", turn, w.saved)
	}
}

func (w *town) find(id schemas.HandleID) *Handle {
	for _, h := range w.handles {
		if h.ID == id {
			return h
		}
	}
	return nil
}

// end ends the turn at work, one way or another, and tells every handle.
func (w *town) end() {
	if w.running == "" {
		return
	}
	stops := []schemas.StopReason{schemas.StopEnd, schemas.StopCut, schemas.StopCut, schemas.StopPlanProposed, schemas.StopModelFailed, schemas.StopCancelled, schemas.StopAgentUnresolved}
	w.endWith(stops[w.r.IntN(len(stops))])
}

func (w *town) endWith(stop schemas.StopReason) {
	turn := w.running
	under, _ := w.turns.Under(turn)
	w.turns.Ended(turn, stop)
	w.over = append(w.over, turn)
	w.running, w.open = "", ""
	if stop == schemas.StopCut {
		w.open = under.Handle
	}
	behind := schemas.HandleID("")
	if len(w.queue) > 0 {
		d, _ := w.turns.Under(w.queue[0])
		behind = d.Handle
	}
	for _, h := range w.handles {
		in := Ended{Turn: turn, Stop: stop, Report: "r", Later: Later{
			Correlated: under.Handle == h.ID, Continues: behind == h.ID, NewInput: len(w.queue) > 0 && behind != h.ID, Waiting: w.waiting[h.ID],
		}}
		w.decide(h, in)
		w.ends = append(w.ends, in)
	}
	w.next()
}

// message is a person's message, or a wake of a command that is watched.
func (w *town) message() {
	d := schemas.Delegation{Workspace: place, Origin: schemas.FromMonitor, Agent: w.saved}
	if w.r.IntN(3) == 0 {
		d.Origin = schemas.FromPerson
	}
	w.request(schemas.TurnID(w.name("t")), d)
}

func (w *town) interrupt(h *Handle) {
	halts := h.Halts()
	w.decide(h, Interrupt{})
	d, _ := w.turns.Under(w.running)
	if halts == HaltTurn && d.Handle == h.ID {
		w.endWith(schemas.StopCancelled)
	}
}

// await has the owner wait, or hands it the end that is there.
func (w *town) await(h *Handle) {
	if h.Active() {
		w.waiting[h.ID] = true
		return
	}
	w.decide(h, Awaited{By: "o", Generation: h.Generation()})
}

func (w *town) detach(h *Handle) {
	delete(w.waiting, h.ID)
	w.decide(h, Detach{WaitExceeded})
}

// restart forgets what was in memory, and now and then a turn that was at work.
func (w *town) restart() {
	for id := range w.waiting {
		delete(w.waiting, id)
		w.decide(w.find(id), Detach{MessageWaiting})
	}
	if w.running != "" && w.r.IntN(2) == 0 {
		w.endWith(schemas.StopCut)
	}
	for _, h := range w.handles {
		d, _ := w.turns.Under(w.running)
		switch atWork := w.running != "" && d.Handle == h.ID; {
		case atWork:
			w.decide(h, Seen{Turn: w.running, Ended: w.over})
		case !slices.Contains(w.queue, h.Launched.Turn):
			w.decide(h, Lost{})
		}
	}
}

// drain wakes the owner, and now and then crashes before that is noted.
func (w *town) drain() {
	wake := Attention(w.handles, w.owner)
	for id, in := range wake.Mark {
		w.decide(w.find(id), in)
	}
	if wake.Do != DoSend {
		return
	}
	turn, crash := schemas.TurnID(w.name("o")), w.r.IntN(3) == 0
	for i, h := range wake.Tell {
		if before, told := w.owner.Told[wake.About[i]]; told {
			w.wrong("%s was told in %s and is told again", wake.About[i], before)
		}
		w.owner.Told[wake.About[i]] = turn
		if !crash {
			w.decide(h, Notified{h.Generation(), turn})
		}
	}
}

// again tells of an end that was told of before.
func (w *town) again(h *Handle) {
	if len(w.ends) > 0 {
		in := w.ends[w.r.IntN(len(w.ends))]
		in.Later.Correlated = in.Later.Correlated && w.of(in.Turn) == h
		in.Later.Older = !in.Later.Correlated
		w.decide(h, in)
	}
}

// late hears of the start of a turn that has ended.
func (w *town) late(h *Handle) {
	if len(w.over) == 0 {
		return
	}
	if i := w.r.IntN(len(w.over)); w.of(w.over[i]) == h {
		w.decide(h, Seen{Turn: w.over[i], Ended: w.over[:i]})
	}
}

func (w *town) step() {
	if len(w.handles) == 0 || w.r.IntN(8) == 0 {
		w.launch()
		return
	}
	h := w.handles[w.r.IntN(len(w.handles))]
	switch w.r.IntN(12) {
	case 0, 1, 2:
		w.end()
	case 3, 4:
		w.message()
	case 5:
		w.interrupt(h)
	case 6:
		w.await(h)
	case 7:
		w.detach(h)
	case 8:
		w.restart()
	case 9:
		w.owner.Busy, w.owner.Interrupted = w.r.IntN(2) == 0, w.r.IntN(4) == 0
		w.drain()
	case 10:
		w.again(h)
	case 11:
		w.late(h)
	}
}

// rest lets everything come to its end, and the owner hear of it.
func (w *town) rest() {
	for w.running != "" {
		w.endWith(schemas.StopEnd)
	}
	for _, h := range w.handles {
		w.decide(h, Lost{})
	}
	w.owner.Busy, w.owner.Interrupted = false, false
	w.drain()
	w.drain() // what a crash left unmarked
}

func (w *town) check() {
	for _, h := range w.handles {
		if h.Active() || h.Pending() {
			w.wrong("%s is %s, pending %v, and everything has come to rest", h.ID, h.Status, h.Pending())
		}
		for g := 1; g <= h.Generation(); g++ {
			if n := w.settled[key(h, g)]; n != 1 {
				w.wrong("%s has %d ends", key(h, g), n)
			}
			if n := w.received[key(h, g)]; n > 1 {
				w.wrong("%s is delivered %d times", key(h, g), n)
			}
		}
		if last := key(h, h.Generation()); h.Notifies() && h.Outcome.Reason != schemas.SettledStopped && w.received[last] != 1 {
			w.wrong("%s is delivered %d times", last, w.received[last])
		}
	}
}

// Whatever happens, in whatever order: each end is one and is delivered once, a delegated
// turn's messages run under its agent and no others do, and an override is never saved.
func TestAnythingInAnyOrder(t *testing.T) {
	for seed := range uint64(5000) {
		w := newTown(t, seed)
		for range 60 {
			w.step()
		}
		w.rest()
		w.check()
	}
}
