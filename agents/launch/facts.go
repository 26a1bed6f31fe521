package launch

import (
	"slices"

	"turnbook/agents/definitions"
	"turnbook/schemas"
)

// An Ask is a launch as it was asked for.
type Ask struct {
	Task      Task
	Owner     schemas.WorkspaceID
	ByPlanner bool // the turn that asks runs under a planner
	// Reawaken marks the program's own launch of a sub-agent that had come to rest. No
	// tool sets it.
	Reawaken bool
	Turn     schemas.TurnID // whose agent asked; "" for a person or a program
	Call     schemas.CallID // its tool call
}

// attention is who hears of the end: the turn that asks waits for it, or has its workspace
// woken. What no turn asked for wakes nobody, whatever its arguments say: who launched it
// looks for themselves, and a workspace that asked for nothing is not set to work.
func (a Ask) attention() schemas.AttentionPolicy {
	switch {
	case a.Turn == "":
		return schemas.Unattended
	case a.Task.Background:
		return schemas.NotifyOnTerminal
	}
	return schemas.BlockingUntilTerminal
}

// explicit says whether an agent was named. A blank name is none (D10).
func (a Ask) explicit() bool { return !blank(a.Task.Agent) }

// A Workspace is one workspace as it stands in the book.
type Workspace struct {
	ID        schemas.WorkspaceID
	Known     bool // it is in the book, and its checkout was not removed
	Archived  bool
	Trusted   bool                  // its project is
	Busy      bool                  // it has a running or queued turn
	Ancestors []schemas.WorkspaceID // of a sub-agent's: its parent, that one's parent, and so on
	Agent     schemas.AgentID       // of a sub-agent's: its identity
	Depth     int                   // of a sub-agent's: how far below the top
	Stopped   bool                  // of a sub-agent's: it was interrupted, and nothing of it goes on
	Reported  bool                  // of a sub-agent's: it gave its report, and nothing of it goes on
}

func (w Workspace) child() bool { return len(w.Ancestors) > 0 }

// A Held is a delegated turn as it stands in the book, whoever's it is.
type Held struct {
	Handle    schemas.HandleID
	Kind      schemas.HandleKind
	Owner     schemas.WorkspaceID
	Workspace schemas.WorkspaceID
	Status    schemas.HandleStatus
	Created   bool // the workspace was made for it
	Waits     bool // it waits in the foreground for work that it delegated: it holds no slot
}

// A Standing is what the book says at the moment of a launch.
type Standing struct {
	Owner        Workspace
	Target       Workspace // of mode existing
	Held         []Held    // of all owners
	UnknownModel string    // why the model that was named can't be; "" where it can, or none was
}

// owns says whether the target was made for a turn of the owner, whatever became of it.
func (s Standing) owns(target schemas.WorkspaceID) bool {
	return slices.ContainsFunc(s.Held, func(h Held) bool {
		return h.Kind == schemas.WorkspaceTurn && h.Created && h.Owner == s.Owner.ID && h.Workspace == target
	})
}

// A View is what a checkout says of agents: its own files, the installation's and the
// program's. A nil Catalog is a checkout that can't be looked at.
type View struct {
	Catalog *definitions.Catalog
	Reason  string // why it can't be looked at
}

func (w View) reachable() bool { return w.Catalog != nil }
