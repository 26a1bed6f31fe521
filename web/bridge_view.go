package web

import (
	"context"
	"errors"
	"fmt"

	"turnbook/agents/worker"
	"turnbook/schemas"
)

// hello gives the connection its view: the one it names, where that exists and nobody
// here has it, else a new one (decisions.md 27).
func (c *connection) hello(ctx context.Context, f inFrame) error {
	if f.Version != 0 && f.Version != ProtocolVersion {
		return problem(CodeInvalidRequest, "version %d is not spoken here; give %d", f.Version, ProtocolVersion)
	}
	session, err := parseID[schemas.SessionID]("session", f.Session)
	if err != nil {
		return err
	}
	named, err := parseID[schemas.ViewID]("view_id", f.View)
	if err != nil {
		return err
	}
	seq, err := c.o.Log.Head(ctx)
	if err != nil {
		return err
	}
	if c.view, err = c.arrive(ctx, named, session); err != nil {
		return err
	}
	return c.sendJSON(welcomeFrame{
		head: head{"welcome", f.Ref}, Version: ProtocolVersion, Epoch: c.o.Log.Epoch(), Head: seq, View: c.view,
		Limits:       limits{Frame: MaxBody, Text: worker.MaxText, Buffer: c.o.Buffer},
		Capabilities: c.capabilities(),
	})
}

// arrive records that a view is here. One that somebody else's tab has, or that is no
// view, is not given: a new one is.
func (s *Server) arrive(ctx context.Context, named schemas.ViewID, session schemas.SessionID) (schemas.ViewID, error) {
	rt, vendor, user := s.o.Runtime, s.o.Vendor, s.o.User
	if named != "" && s.claim(ctx, named) {
		err := s.ownView(ctx, named)
		if err == nil {
			err = rt.ReopenView(ctx, vendor, user, session, named)
		}
		if err == nil {
			return named, nil
		}
		s.unclaim(named)
		if !errors.Is(err, worker.ErrNoView) {
			return "", err
		}
	}
	id, err := rt.OpenView(ctx, vendor, user, session)
	if err == nil {
		s.claim(ctx, id)
	}
	return id, err
}

// ownView says whether a view is one of the user's; the error is [worker.ErrNoView]
// where it is not.
func (s *Server) ownView(ctx context.Context, id schemas.ViewID) error {
	user, err := s.o.Runtime.ViewUser(ctx, s.o.Vendor, id)
	if err == nil && user != s.o.User {
		return fmt.Errorf("view %q: %w", id, worker.ErrNoView)
	}
	return err
}

// leave records that the view is gone. Its turn goes on.
func (c *connection) leave(reason string) {
	if c.view == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	if err := c.o.Runtime.CloseView(ctx, c.o.Vendor, c.o.User, c.view, reason); err != nil {
		c.lg.Warn("end of a view not recorded", "view", c.view, "err", err)
	}
	c.unclaim(c.view)
}
