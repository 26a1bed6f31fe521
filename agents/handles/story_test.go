package handles

import (
	"errors"
	"reflect"
	"testing"

	"turnbook/schemas"
)

// A story is one decision: what has happened, what is asked, what follows.
type story struct {
	name  string
	given []schemas.Event
	when  Input
	then  []schemas.Event
	code  schemas.Code // of the refusal
}

const (
	handle schemas.HandleID    = "wst_1"
	owner  schemas.WorkspaceID = "w-owner"
	place  schemas.WorkspaceID = "w-place"
)

// launched is a turn in the background, of an agent that was named, at work.
func launched() schemas.HandleCreated {
	return schemas.HandleCreated{
		Kind: schemas.WorkspaceTurn, Mode: "existing", Owner: owner, Workspace: place, Turn: "t1", Status: schemas.HandleRunning,
		Agent: "plan", Strict: true, SkipPersistence: true, Attention: schemas.NotifyOnTerminal,
	}
}

func queued() schemas.HandleCreated {
	c := launched()
	c.Status = schemas.HandleQueued
	return c
}

// child is a sub-agent that its parent waits for.
func child() schemas.HandleCreated {
	return schemas.HandleCreated{
		Kind: schemas.AgentTask, Mode: "new", Owner: owner, Workspace: "w-child", Turn: "t1", Status: schemas.HandleRunning,
		CreatedWorkspace: true, Agent: "explore", Attention: schemas.BlockingUntilTerminal, Depth: 1,
	}
}

// unattended is a sub-agent that a person launched.
func unattended() schemas.HandleCreated {
	c := child()
	c.Attention = schemas.Unattended
	return c
}

func done(turn schemas.TurnID, generation int) schemas.HandleSettled {
	return schemas.HandleSettled{Status: schemas.HandleCompleted, Generation: generation, Reason: schemas.SettledFinished, Report: "Done.", Turn: turn, Stop: schemas.StopEnd}
}

func overtaken(turn schemas.TurnID, stop schemas.StopReason) schemas.HandleSettled {
	return schemas.HandleSettled{
		Status: schemas.HandleInterrupted, Generation: 1, Reason: schemas.SettledSuperseded, Error: "superseded: new input took the turn's place", Turn: turn, Stop: stop,
	}
}

var (
	stopped = schemas.HandleSettled{Status: schemas.HandleInterrupted, Generation: 1, Reason: schemas.SettledStopped}
	stale   = schemas.HandleSettled{Status: schemas.HandleInterrupted, Generation: 1, Reason: schemas.SettledStale, Error: "nothing of the turn was there any more after a restart"}
	broken  = schemas.HandleSettled{Status: schemas.HandleError, Generation: 1, Reason: schemas.SettledFailed, Code: schemas.CodeRoundsExhausted, Error: "the turn ended with rounds_exhausted", Turn: "t1", Stop: schemas.StopRoundsExhausted}
	ours    = Later{Correlated: true}
)

// ends is the end of a turn of the handle's own.
func ends(turn schemas.TurnID, stop schemas.StopReason, later Later) Ended {
	later.Correlated = true
	return Ended{Turn: turn, Stop: stop, Report: "Done.", Later: later}
}

// fold is a handle that events have happened to.
func fold(t *testing.T, events ...schemas.Event) *Handle {
	t.Helper()
	h := &Handle{ID: handle}
	for _, e := range events {
		if err := h.Evolve(e); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

func tell(t *testing.T, stories []story) {
	t.Helper()
	for _, s := range stories {
		t.Run(s.name, func(t *testing.T) {
			h := fold(t, s.given...)
			got, err := Decide(h, s.when)
			var refused *Refused
			if errors.As(err, &refused) != (s.code != "") || refused != nil && refused.Code != s.code || refused == nil && err != nil {
				t.Fatalf("got %v, want %s", err, s.code)
			}
			if !reflect.DeepEqual(got, s.then) {
				t.Errorf("got  %+v\nwant %+v", got, s.then)
			}
			for _, e := range got {
				if err := h.Evolve(e); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// facts are events, for short.
func facts(events ...schemas.Event) []schemas.Event { return events }

// turns are their ids, for short.
func turns(ids ...schemas.TurnID) []schemas.TurnID { return ids }
