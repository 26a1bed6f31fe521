package handles

import (
	"fmt"
	"slices"
	"strings"

	"turnbook/schemas"
)

// awaited marks an end as delivered, where its owner has it.
func (h *Handle) awaited(in Awaited) []schemas.Event {
	if in.By != h.Launched.Owner || !h.Ended() || in.Generation != h.Generation() || h.Delivered >= in.Generation {
		return nil
	}
	return []schemas.Event{schemas.HandleAttentionConsumed{Generation: in.Generation, By: ByAwait}}
}

// detach has the owner woken, once. An end that is there already is the caller's to hand on.
func (h *Handle) detach(in Detach) []schemas.Event {
	if !h.Blocks() {
		return nil
	}
	return []schemas.Event{schemas.HandleAttentionSet{Policy: schemas.NotifyOnTerminal, Reason: in.Reason}}
}

func (h *Handle) notified(in Notified) []schemas.Event {
	if !h.Pending() || in.Generation != h.Generation() {
		return nil
	}
	return []schemas.Event{schemas.HandleNotified(in)}
}

func (h *Handle) ownerGone() []schemas.Event {
	if !h.Pending() {
		return nil
	}
	return []schemas.Event{schemas.HandleAttentionConsumed{Generation: h.Generation(), By: ByOwnerGone}}
}

// An Owner is a workspace as its wakes find it.
type Owner struct {
	Gone        bool // removed or archived
	Busy        bool // it has a turn at work or waiting
	Interrupted bool // a person stopped its work, and has not written since
	// Told are the wakes that its session has, by what they speak of (see [About]).
	Told map[string]schemas.TurnID
}

// A Wake is what is to be done about the ends that an owner is to be told of.
type Wake struct {
	Do Do
	// Tell are the ends that one message speaks of, and Text and About are that message's.
	Tell  []*Handle
	Text  string
	About []string
	// Mark are ends whose message is there already: a crash kept it from being noted.
	Mark map[schemas.HandleID]Notified
	// Drop are ends that nobody is left to be told of.
	Drop []*Handle
}

// A Do says what is to be done. The list is closed.
type Do string

const (
	DoNothing Do = "nothing"
	DoLeave   Do = "leave"      // until a person writes
	DoAgain   Do = "when_idle"  // look again when the owner's turn has ended
	DoBlocked Do = "when_ended" // look again when what the owner waits for has ended
	DoSend    Do = "send"
	DoDrop    Do = "drop"
)

// Attention decides what an owner is told of its delegated turns (workspace-turns.md
// 2.12): all that have ended, in one message, when it is idle and waits for nothing.
func Attention(all []*Handle, o Owner) Wake {
	pending := pick(all, (*Handle).Pending)
	w := Wake{Do: DoNothing}
	switch {
	case len(pending) == 0:
		return w
	case o.Gone:
		return Wake{Do: DoDrop, Drop: pending}
	}
	for _, h := range pending {
		if turn, ok := o.Told[About(h)]; ok {
			w.mark(h, turn)
		} else {
			w.Tell = append(w.Tell, h)
		}
	}
	w.Do = whenToTell(w.Tell, all, o)
	if w.Do == DoSend {
		w.write()
	} else {
		w.Tell = nil
	}
	return w
}

func whenToTell(tell, all []*Handle, o Owner) Do {
	switch {
	case len(tell) == 0:
		return DoNothing
	case o.Interrupted:
		return DoLeave
	case o.Busy:
		return DoAgain
	case slices.ContainsFunc(all, (*Handle).Blocks):
		return DoBlocked
	}
	return DoSend
}

func (w *Wake) mark(h *Handle, turn schemas.TurnID) {
	if w.Mark == nil {
		w.Mark = make(map[schemas.HandleID]Notified)
	}
	w.Mark[h.ID] = Notified{Generation: h.Generation(), Turn: turn}
}

func (w *Wake) write() {
	lines := []string{"Work that you delegated has come to its end:"}
	for _, h := range w.Tell {
		lines = append(lines, fmt.Sprintf("- %s: %s", h.PublicID(), h.Status))
		w.About = append(w.About, About(h))
	}
	lines = append(lines, "Fetch the reports once: call task_await with these ids and timeout_secs 0. Then go on with your work.")
	w.Text = strings.Join(lines, "\n")
}

// About is what a wake's message says that it speaks of: a handle, and which end of it.
func About(h *Handle) string { return fmt.Sprintf("%s#%d", h.ID, h.Generation()) }

func pick(all []*Handle, want func(*Handle) bool) []*Handle {
	var out []*Handle
	for _, h := range all {
		if want(h) {
			out = append(out, h)
		}
	}
	return out
}
