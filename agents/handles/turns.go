package handles

import (
	"maps"

	"fmt"
	"slices"

	"turnbook/schemas"
)

// Turns folds the turns of one workspace's session, as far as delegation is concerned. Its
// zero value is a session without turns.
//
// A message of the program's own (a wake, a nudge, progress, guidance) is asked for under
// the workspace's saved agent. When its turn starts, and not before, it is decided whether
// it goes on with a delegated turn (workspace-turns.md 4.5): whether that one is still
// open is not known while it runs.
type Turns struct {
	waiting map[schemas.TurnID]schemas.Delegation
	last    delegated // the last turn that started
}

// A delegated is a turn that started, under what it runs.
type delegated struct {
	turn  schemas.TurnID
	under schemas.Delegation
	ended bool
	stop  schemas.StopReason
}

// Clone is a copy that can be folded further on its own.
func (t *Turns) Clone() Turns {
	c := *t
	c.waiting = maps.Clone(t.waiting)
	return c
}

// Requested folds the request of a turn. An origin that nobody knows is an error.
func (t *Turns) Requested(turn schemas.TurnID, d schemas.Delegation) error {
	if !slices.Contains(origins(), d.Origin) {
		return fmt.Errorf("handles: turn %s is of the origin %q, which nobody knows", turn, d.Origin)
	}
	if t.waiting == nil {
		t.waiting = make(map[schemas.TurnID]schemas.Delegation)
	}
	t.waiting[turn] = d
	return nil
}

// Started folds the start of a turn.
func (t *Turns) Started(turn schemas.TurnID) {
	d, ok := t.waiting[turn]
	if !ok {
		return
	}
	delete(t.waiting, turn)
	t.last = delegated{turn: turn, under: t.inherit(d)}
}

// Ended folds the end of a turn. One that never started leaves no trace.
func (t *Turns) Ended(turn schemas.TurnID, stop schemas.StopReason) {
	delete(t.waiting, turn)
	if t.last.turn == turn {
		t.last.ended, t.last.stop = true, stop
	}
}

// Under is what a turn runs under: of one that waits, what it would run under if it
// started now. ok is false for a turn that is neither waiting nor the last one.
func (t *Turns) Under(turn schemas.TurnID) (d schemas.Delegation, ok bool) {
	if turn == t.last.turn && turn != "" {
		return t.last.under, true
	}
	if d, ok = t.waiting[turn]; ok {
		return t.inherit(d), true
	}
	return d, false
}

// Open is the delegated turn that is still open, and what it runs under.
func (t *Turns) Open() (schemas.Delegation, bool) {
	return t.last.under, t.last.open()
}

// open says whether a delegated turn goes on: it is at work, or was cut behind a tool call.
// One that ended otherwise is over, whatever is still watched for on its behalf.
func (l delegated) open() bool {
	return l.under.Handle != "" && (!l.ended || l.stop == schemas.StopCut)
}

// inherit is what a turn runs under that starts now. A person's message, a launch, its
// retry and a plan that is handed on speak for themselves. The program's own goes on with the turn that is open, or with the one that
// it names, where that one's handle was kept open and nothing came between.
func (t *Turns) inherit(d schemas.Delegation) schemas.Delegation {
	if !synthetic(d.Origin) {
		return d
	}
	open := t.last.open() || d.Handle != "" && d.Handle == t.last.under.Handle
	if !open {
		d.Handle, d.Owner = "", ""
		return d
	}
	from := t.last.under
	d.Handle, d.Owner = from.Handle, from.Owner
	d.Agent, d.Strict, d.Pin, d.SkipPersistence = from.Agent, from.Strict, from.Pin, from.SkipPersistence
	d.Model, d.Thinking = from.Model, from.Thinking
	return d
}

// synthetic says whether a message is the program's own.
func synthetic(o schemas.Origin) bool {
	return o != schemas.FromPerson && o != schemas.FromLaunch && o != schemas.FromRetry && o != schemas.FromHandOn
}

func origins() []schemas.Origin {
	return []schemas.Origin{
		schemas.FromPerson, schemas.FromLaunch, schemas.FromMonitor, schemas.FromOutcome,
		schemas.FromNudge, schemas.FromProgress, schemas.FromParent, schemas.FromHandOn, schemas.FromRetry, schemas.FromRecovery,
	}
}

// Saved is what a workspace remembers of a turn that starts (workspace-turns.md 4.6): its
// agent with model and thinking. An override saves nothing, and neither does a message of
// the program's own.
func Saved(turn schemas.TurnID, d schemas.Delegation) (schemas.WorkspaceSettingsSaved, bool) {
	if d.SkipPersistence || synthetic(d.Origin) {
		return schemas.WorkspaceSettingsSaved{}, false
	}
	return schemas.WorkspaceSettingsSaved{Agent: d.Agent, Model: d.Model.Value, Thinking: d.Thinking.Value, Turn: turn}, true
}
