package workspaces

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"turnbook/agents/definitions"
	"turnbook/agents/handles"
	"turnbook/agents/launch"
	"turnbook/agents/turn"
	"turnbook/schemas"
)

// A Launched is a delegated turn that was launched.
type Launched struct {
	Handle    schemas.HandleID
	Kind      schemas.HandleKind
	Workspace schemas.WorkspaceID
	Status    schemas.HandleStatus
	Turn      schemas.TurnID
}

// A Caller is who launches.
type Caller struct {
	Vendor schemas.VendorID
	Actor  string // "user/local", "agent/exec"
	Turn   schemas.TurnID
	Call   schemas.CallID
	Live   definitions.AI // model and thinking of the turn that asks, as it runs
	Key    string         // makes a repetition find the first one's handle; "" for none
}

// Launch launches a delegated turn. A [*launch.Refusal] says that it came to nothing and
// why; it is recorded with its ladders. Where the workspace was made before the launch
// failed, the refusal names it, and the handle is in the book, settled.
func (s *Service) Launch(ctx context.Context, c Caller, a launch.Ask) (Launched, error) {
	l := &launching{s: s, c: c, a: a, handle: s.handleID(c)}
	send, err := l.enter(ctx)
	if err != nil {
		return Launched{}, err
	}
	if send != nil {
		if err := s.dispatch(ctx, c.Vendor, send); err != nil {
			return Launched{}, err
		}
	}
	h, err := s.Handle(ctx, c.Vendor, l.handle)
	if err != nil {
		return Launched{}, err
	}
	return launchedOf(h), nil
}

// carryOut does what was decided of a launch, but for its message.
func (l *launching) carryOut(ctx context.Context, v launch.Verdict) (*handles.Handle, error) {
	switch v.Step {
	case launch.Refuse:
		return nil, l.refused(ctx, v)
	case launch.Create:
		return l.make(ctx, v)
	case launch.Dispatch:
		return l.record(ctx, v, l.a.Task.Workspace)
	}
	return nil, fmt.Errorf("workspaces: a launch can't go on with %q", v.Step)
}

func launchedOf(h *handles.Handle) Launched {
	return Launched{Handle: h.ID, Kind: h.Launched.Kind, Workspace: h.Launched.Workspace, Status: h.Status, Turn: h.Launched.Turn}
}

// handleID names the handle of a launch: of a tool call, always the same one.
func (s *Service) handleID(c Caller) schemas.HandleID {
	switch {
	case c.Call != "":
		return schemas.HandleID("wst_" + idOf("c", string(c.Call)))
	case c.Key != "":
		return schemas.HandleID("wst_" + idOf("k", c.Actor, c.Key))
	}
	return schemas.HandleID("wst_" + idOf("r", s.o.NewID()))
}

// A launching is one launch under way.
type launching struct {
	s      *Service
	c      Caller
	a      launch.Ask
	handle schemas.HandleID

	owner    *Workspace
	target   *Workspace
	standing launch.Standing
	view     launch.View
	git      launch.Git
}

// admit asks all that can be asked before anything is made.
func (l *launching) admit(ctx context.Context) (launch.Verdict, error) {
	if err := l.stand(ctx); err != nil {
		return launch.Verdict{}, err
	}
	v := launch.Admit(l.a, l.standing, l.s.o.Config)
	if v.Step == launch.Refuse {
		return v, nil
	}
	if err := l.prove(ctx); err != nil {
		return launch.Verdict{}, err
	}
	return launch.Before(l.a, v, launch.Proof{Standing: l.standing, View: l.view, Git: l.git}, l.s.o.Config), nil
}

// stand reads what the book says.
func (l *launching) stand(ctx context.Context) error {
	var err error
	if l.owner, l.standing.Owner, err = l.workspace(ctx, l.a.Owner); err != nil {
		return err
	}
	if l.a.Task.Workspace != "" {
		if l.target, l.standing.Target, err = l.workspace(ctx, l.a.Task.Workspace); err != nil {
			return err
		}
	}
	if l.a.Task.Model != "" && l.s.o.Config.KnowsModel != nil {
		l.standing.UnknownModel = l.s.o.Config.KnowsModel(l.a.Task.Model)
	}
	l.standing.Held, err = l.s.held(ctx, l.c.Vendor)
	return err
}

// workspace is a workspace as a launch sees it.
func (l *launching) workspace(ctx context.Context, id schemas.WorkspaceID) (*Workspace, launch.Workspace, error) {
	seen := launch.Workspace{ID: id}
	w, err := l.s.Workspace(ctx, l.c.Vendor, id)
	var no *Refusal
	if errors.As(err, &no) {
		return nil, seen, nil
	}
	if err != nil {
		return nil, seen, err
	}
	p, err := l.s.Project(ctx, l.c.Vendor, w.Project)
	if err != nil {
		return nil, seen, err
	}
	seen.Known, seen.Archived, seen.Trusted = !w.Removed, w.Archived, p.Trusted
	seen.Agent, seen.Depth = w.Agent, w.Depth
	if seen.Busy, err = l.s.busy(ctx, place{l.c.Vendor, id}); err != nil {
		return nil, seen, err
	}
	if w.Parent != "" {
		if seen.Ancestors, err = l.s.ancestors(ctx, l.c.Vendor, w); err != nil {
			return nil, seen, err
		}
		err = l.s.rests(ctx, l.c.Vendor, w, &seen)
	}
	return w, seen, err
}

// ancestors are the workspaces that a sub-agent works for, from its parent up.
func (s *Service) ancestors(ctx context.Context, v schemas.VendorID, w *Workspace) ([]schemas.WorkspaceID, error) {
	var up []schemas.WorkspaceID
	for w.Parent != "" && len(up) < maxAncestors {
		up = append(up, w.Parent)
		parent, err := s.Workspace(ctx, v, w.Parent)
		if err != nil {
			return up, err
		}
		w = parent
	}
	return up, nil
}

// maxAncestors bounds the way up; the depth limit keeps it far shorter.
const maxAncestors = 100

// rests says whether a sub-agent has come to rest.
func (s *Service) rests(ctx context.Context, v schemas.VendorID, w *Workspace, seen *launch.Workspace) error {
	if w.Handle == "" {
		return nil
	}
	h, err := s.Handle(ctx, v, w.Handle)
	if err != nil {
		return err
	}
	seen.Stopped = h.Status == schemas.HandleInterrupted
	seen.Reported = h.Status == schemas.HandleCompleted
	return nil
}

// prove looks at checkouts: the owner's for a new workspace or a sub-agent, the target's
// for an existing one. Nothing is looked at for an agent that was not named.
func (l *launching) prove(ctx context.Context) error {
	named := strings.TrimSpace(l.a.Task.Agent) != ""
	if l.a.Task.Kind == schemas.WorkspaceTurn && l.a.Task.Mode == launch.ModeExisting {
		if named {
			l.view = l.s.view(ctx, l.target)
		}
		return nil
	}
	if !named {
		return nil
	}
	l.view = l.s.view(ctx, l.owner)
	if l.view.Catalog != nil {
		if err := l.s.judge(ctx, l.c.Vendor, l.owner, l.view.Catalog); err != nil {
			return err
		}
	}
	if l.a.Task.Kind == schemas.WorkspaceTurn {
		l.git = l.s.gitOf(ctx, l.owner, l.a.Task)
	}
	return nil
}

// refused records a launch that came to nothing, with its owner where there is one.
func (l *launching) refused(ctx context.Context, v launch.Verdict) error {
	if l.owner == nil {
		return v.Refusal
	}
	by := actor{name: l.c.Actor, turn: l.c.Turn}
	_, err := l.s.book.append(ctx, l.s, workspaceEntity(l.c.Vendor, l.a.Owner), by, func(fold) ([]schemas.Event, error) {
		return []schemas.Event{v.Refused(l.a)}, nil
	})
	if err != nil {
		return err
	}
	return v.Refusal
}

// record writes the handle, and returns it where its message is to be sent now. The handle
// comes first: a turn that nobody has a record of could not be found again.
func (l *launching) record(ctx context.Context, v launch.Verdict, w schemas.WorkspaceID) (*handles.Handle, error) {
	if err := l.write(ctx, v, w); err != nil {
		return nil, err
	}
	if v.Step == launch.Settle {
		l.s.settled(ctx, l.c.Vendor, l.handle)
		return nil, v.Refusal
	}
	h, err := l.s.Handle(ctx, l.c.Vendor, l.handle)
	if err != nil {
		return nil, err
	}
	if h.Launched.Kind == schemas.AgentTask && h.Status == schemas.HandleQueued {
		return nil, nil // it waits for a slot
	}
	return h, nil
}

// write writes the handle, once.
func (l *launching) write(ctx context.Context, v launch.Verdict, w schemas.WorkspaceID) error {
	model, thinking := l.settings(v.Terms)
	r := launch.Record{Workspace: w, Turn: turn.TurnID(schemas.SessionID(w), messageKey(l.handle)), Model: model, Thinking: thinking}
	events := v.Record(l.a, r)
	by := actor{name: l.c.Actor, turn: l.c.Turn}
	_, err := l.s.book.append(ctx, l.s, handleEntity(l.c.Vendor, l.handle), by, func(f fold) ([]schemas.Event, error) {
		if f.(*held).Exists() {
			return nil, nil
		}
		return events, nil
	})
	return err
}

// messageKey is the idempotency key of a handle's message: sent again, it is one turn.
func messageKey(h schemas.HandleID) string { return "launch." + string(h) }
