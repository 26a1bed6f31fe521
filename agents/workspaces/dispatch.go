package workspaces

import (
	"context"
	"errors"
	"strconv"

	"turnbook/agents"
	"turnbook/agents/definitions"
	"turnbook/agents/handles"
	"turnbook/agents/launch"
	"turnbook/agents/settings"
	"turnbook/agents/turn"
	"turnbook/agents/worker"
	"turnbook/schemas"
)

func itoa(n int) string { return strconv.Itoa(n) }

// delegationOf is what the message of a handle says of its turn.
func delegationOf(h *handles.Handle) schemas.Delegation {
	l := h.Launched
	return schemas.Delegation{
		Workspace: l.Workspace, Origin: schemas.FromLaunch, Handle: h.ID, Owner: l.Owner, Agent: l.Agent,
		Strict: l.Strict, Pin: l.Pin, SkipPersistence: l.SkipPersistence, Model: l.Model, Thinking: l.Thinking, Dispatch: l.Dispatch,
	}
}

// dispatch sends a handle's message. Sent twice it is one turn. A workspace that does not
// take it settles the handle, and the refusal says why.
func (s *Service) dispatch(ctx context.Context, v schemas.VendorID, h *handles.Handle) error {
	behind := h.Launched.Status == schemas.HandleQueued // as it was launched, whatever became of it
	err := s.send(ctx, v, delegationOf(h), h.Launched.Prompt, messageKey(h.ID), behind)
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return err // the start sends it again
	}
	code := schemas.CodeSendFailed
	var no *turn.Refused
	if errors.As(err, &no) {
		code = no.Code
	}
	if _, settling := s.decide(ctx, v, h.ID, handles.Unsent{Code: code, Error: err.Error()}); settling != nil {
		return settling
	}
	return &launch.Refusal{Code: schemas.CodeSendFailed, Detail: "the workspace did not take the message: " + err.Error()}
}

// send sends a message into a workspace's session.
func (s *Service) send(ctx context.Context, v schemas.VendorID, d schemas.Delegation, text, key string, queue bool) error {
	_, err := s.o.Runtime.Message(ctx, worker.MessageCommand{
		Vendor: v, Session: schemas.SessionID(d.Workspace), Text: text, Key: key, Queue: queue, Delegation: &d,
	})
	return err
}

// A Message is a person's word in a workspace.
type Message struct {
	Vendor    schemas.VendorID
	Workspace schemas.WorkspaceID
	Text      string
	Agent     string // "" for the saved one
	Model     string // "" for the agent's
	Thinking  string // a level, or a number from 0; "" for the agent's
	Key       string
	Queue     bool
	Dispatch  schemas.Dispatch // behind a running turn; "" for its end
}

// Say sends a person's message: under the agent that it names, else the saved one.
func (s *Service) Say(ctx context.Context, m Message) (schemas.TurnID, error) {
	w, err := s.Workspace(ctx, m.Vendor, m.Workspace)
	if err != nil {
		return "", err
	}
	if w.gone() {
		return "", refuse(schemas.CodeWorkspaceArchived, "workspace %s is archived or removed; nothing runs there", w.ID)
	}
	explicit, err := m.explicit()
	if err != nil {
		return "", err
	}
	if m.Key == "" {
		m.Key = s.o.NewID()
	}
	d := s.ownDelegation(w, schemas.FromPerson)
	if m.Agent != "" {
		d.Agent = schemas.AgentID(m.Agent)
	}
	d.Dispatch = m.Dispatch
	d.Model, d.Thinking = s.settingsOf(w, d.Agent, explicit)
	_, err = s.o.Runtime.Message(ctx, worker.MessageCommand{
		Vendor: m.Vendor, Session: schemas.SessionID(w.ID), Text: m.Text, Key: m.Key, Queue: m.Queue, Delegation: &d,
	})
	return turn.TurnID(schemas.SessionID(w.ID), m.Key), err
}

// explicit is what a message says itself of its model and thinking.
func (m Message) explicit() (definitions.AI, error) {
	level, ok := definitions.ReadLevel(m.Thinking)
	if !ok && m.Thinking != "" {
		return definitions.AI{}, refuse(schemas.CodeInvalidLaunch, "thinking: %q is no level; give %s, or a number from 0", agents.Shorten(m.Thinking), definitions.Levels())
	}
	return definitions.AI{Model: m.Model, ThinkingLevel: level}, nil
}

// ownDelegation is a message under a workspace's own agent: its identity, the saved one,
// else exec.
func (s *Service) ownDelegation(w *Workspace, from schemas.Origin) schemas.Delegation {
	d := schemas.Delegation{Workspace: w.ID, Origin: from, Agent: schemas.AgentID(launch.Exec)}
	switch {
	case w.Agent != "":
		d.Agent = w.Agent
	case w.Saved != "":
		d.Agent = w.Saved
	}
	d.Model, d.Thinking = s.settingsOf(w, d.Agent, definitions.AI{})
	return d
}

// settingsOf are the model and thinking of a message that is no launch: no agent file is
// read for it.
func (s *Service) settingsOf(w *Workspace, agent schemas.AgentID, explicit definitions.AI) (model, thinking schemas.Setting) {
	t := s.o.Config.Tiers(agent, nil)
	t.Explicit, t.Bucket = explicit, w.Choices[agent]
	return settings.Resolve(t)
}

// settings are the model and thinking of a launch (workspace-turns.md 2.7).
func (l *launching) settings(v launch.Terms) (model, thinking schemas.Setting) {
	t := l.s.o.Config.Tiers(v.Agent, v.Definition)
	t.Explicit = definitions.AI{Model: l.a.Task.Model, ThinkingLevel: l.a.Task.Thinking}
	if l.a.Task.Mode == launch.ModeExisting && l.target != nil {
		t.Bucket = l.target.Choices[v.Agent] // an owner's change does not leak into its follow-ups
		return settings.Resolve(t)
	}
	t.Caller, t.Owner = l.c.Live, []definitions.AI{choiceOf(l.owner, v.Agent)}
	return settings.Resolve(t)
}

// choiceOf is a workspace's choice for an agent, else for its active one.
func choiceOf(w *Workspace, agent schemas.AgentID) definitions.AI {
	if c, ok := w.Choices[agent]; ok {
		return c
	}
	return w.Choices[w.Saved]
}

// decide lets a handle decide on an input, and writes what follows.
func (s *Service) decide(ctx context.Context, v schemas.VendorID, id schemas.HandleID, in handles.Input) ([]schemas.Record, error) {
	return s.decideBy(ctx, v, id, system, in)
}

func (s *Service) decideBy(ctx context.Context, v schemas.VendorID, id schemas.HandleID, by actor, in handles.Input) ([]schemas.Record, error) {
	records, err := s.book.append(ctx, s, handleEntity(v, id), by, func(f fold) ([]schemas.Event, error) {
		return handles.Decide(&f.(*held).Handle, in)
	})
	for _, r := range records {
		if _, ok := r.Event.(schemas.HandleSettled); ok {
			s.settled(ctx, v, id)
		}
	}
	return records, err
}
