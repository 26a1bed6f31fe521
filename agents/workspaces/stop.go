package workspaces

import (
	"context"
	"errors"
	"slices"
	"strings"

	"turnbook/agents/handles"
	"turnbook/agents/launch"
	"turnbook/agents/turn"
	"turnbook/schemas"
)

// A Stopped is what task_stop says of one id.
type Stopped struct {
	ID     string `json:"task_id"`
	Status string `json:"status"` // stopped, already_inactive, not_found, invalid_scope or error
	Note   string `json:"note,omitempty"`
}

// Stop stops delegated work of an owner; a sub-agent with all that it delegated, from
// the leaves up. Workspaces and their files stay.
func (s *Service) Stop(ctx context.Context, at place, ids []string, by string) ([]Stopped, error) {
	var out []Stopped
	for _, id := range ids {
		row, err := s.stopOne(ctx, at, id, by)
		if err != nil {
			return out, err
		}
		out = append(out, row)
	}
	return out, nil
}

func (s *Service) stopOne(ctx context.Context, at place, id, by string) (Stopped, error) {
	if strings.HasPrefix(id, "bash:") {
		if sh := s.shellAt(at); sh != nil && sh.Kill(id) == nil {
			return Stopped{ID: id, Status: "stopped"}, nil
		}
		return Stopped{ID: id, Status: "not_found", Note: "it ended with the program, or never was"}, nil
	}
	h, mine, err := s.find(ctx, at, id)
	switch {
	case err != nil:
		return Stopped{}, err
	case h == nil && !strings.HasPrefix(id, "wst_"):
		return Stopped{ID: id, Status: "not_found"}, nil
	case h == nil || !mine:
		return Stopped{ID: id, Status: "invalid_scope", Note: "it is not delegated by this workspace, or by an agent below it"}, nil
	}
	return s.Interrupt(ctx, at.vendor, h.ID, by)
}

// Interrupt stops one delegated turn: its waiting message or its running turn, and
// nothing else that runs in its workspace.
func (s *Service) Interrupt(ctx context.Context, v schemas.VendorID, id schemas.HandleID, by string) (Stopped, error) {
	h, err := s.Handle(ctx, v, id)
	if err != nil {
		return Stopped{}, err
	}
	row := Stopped{ID: h.PublicID(), Status: "stopped", Note: "the workspace is preserved"}
	halt := h.Halts()
	if h.Launched.Kind == schemas.AgentTask {
		if err := s.interruptBelow(ctx, place{v, h.Launched.Workspace}); err != nil {
			return row, err
		}
	}
	_, err = s.decideBy(ctx, v, id, actor{name: by}, handles.Interrupt{})
	var no *handles.Refused
	switch {
	case errors.As(err, &no):
		return Stopped{ID: h.PublicID(), Status: "already_inactive", Note: no.Detail}, nil
	case err != nil:
		return row, err
	case halt == handles.HaltNothing:
		return Stopped{ID: h.PublicID(), Status: "already_inactive", Note: "it was stopped before"}, nil
	}
	return row, s.halt(ctx, v, h)
}

// halt cancels the turn that a handle has in its workspace, queued or running.
func (s *Service) halt(ctx context.Context, v schemas.VendorID, h *handles.Handle) error {
	at := place{v, h.Launched.Workspace}
	var turns []schemas.TurnID
	err := s.session(ctx, at, func(seen sessionView) {
		for id, d := range seen.under {
			if d.Handle == h.ID {
				turns = append(turns, id)
			}
		}
	})
	if err != nil {
		return err
	}
	slices.Sort(turns)
	for _, id := range turns {
		if err := s.o.Runtime.Cancel(ctx, v, schemas.SessionID(at.id), turn.Cancel{Turn: id, Reason: "stopped by its owner"}); err != nil {
			return err
		}
	}
	return nil
}

// interruptBelow stops the sub-agents below a workspace, leaves first. Delegated turns of
// workspaces of their own standing go on.
func (s *Service) interruptBelow(ctx context.Context, at place) error {
	mine, err := s.owned(ctx, at)
	if err != nil {
		return err
	}
	for _, h := range mine {
		if h.Launched.Kind == schemas.AgentTask && h.Active() {
			if _, err := s.Interrupt(ctx, at.vendor, h.ID, "system"); err != nil {
				return err
			}
		}
	}
	return nil
}

// A Listed is a line of task_list.
type Listed struct {
	ID        string              `json:"task_id"`
	Status    string              `json:"status"`
	Kind      schemas.HandleKind  `json:"handle_kind,omitempty"`
	Workspace schemas.WorkspaceID `json:"workspace_id,omitempty"`
	Agent     schemas.AgentID     `json:"agent_id,omitempty"`
	Title     string              `json:"title,omitempty"`
	Depth     int                 `json:"depth"`
}

// List lists delegated work of an owner, and of the agents below it.
func (s *Service) List(ctx context.Context, at place, l launch.List) ([]Listed, error) {
	hs, err := s.Handles(ctx, at.vendor)
	if err != nil {
		return nil, err
	}
	out := []Listed{}
	for _, h := range hs {
		mine, err := s.above(ctx, at, h.Launched.Owner)
		if err != nil {
			return nil, err
		}
		if !mine || !wanted(string(h.Status), l) {
			continue
		}
		if w, err := s.Workspace(ctx, at.vendor, h.Launched.Workspace); err == nil && w.Archived && !h.Active() && !l.Archived {
			continue
		}
		out = append(out, Listed{
			ID: h.PublicID(), Status: string(h.Status), Kind: h.Launched.Kind, Workspace: h.Launched.Workspace,
			Agent: h.Launched.Agent, Title: h.Launched.Title, Depth: max(h.Launched.Depth, 1),
		})
	}
	return append(out, s.listShell(at, l)...), nil
}

// wanted says whether a status was asked for; unfinished ones where none was named.
func wanted(status string, l launch.List) bool {
	if l.Statuses == nil {
		return status == "backgrounded" || schemas.HandleStatus(status).Active()
	}
	return slices.Contains(l.Statuses, status)
}

func (s *Service) listShell(at place, l launch.List) []Listed {
	var out []Listed
	if !wanted("backgrounded", l) {
		return nil
	}
	for _, b := range s.commands(at) {
		if b.Running {
			out = append(out, Listed{ID: b.ID, Status: "backgrounded", Title: b.Command, Depth: 1})
		}
	}
	return out
}
