package worker

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"turnbook/agents/turn"
	"turnbook/bus"
	"turnbook/schemas"
)

// An InputError says what is wrong with a command, and what would be right.
type InputError struct {
	Field string
	Want  string
}

func (e *InputError) Error() string { return e.Field + ": " + e.Want }

// ErrNoSession is a command for a session that was never opened.
var ErrNoSession = errors.New("there is no such session")

// MaxText is the longest message, in bytes.
const MaxText = 1 << 20

// A MessageCommand asks for a turn.
type MessageCommand struct {
	Vendor    schemas.VendorID
	Session   schemas.SessionID
	Text      string
	UIContext *schemas.UIContext // nil for the view's last one, or the session's
	View      schemas.ViewID     // "" for none
	Key       string             // idempotency key; "" for a fresh one
	ID        string             // the caller's own name of the message, to know it again; "" for none
	Queue     bool               // wait behind a running turn
	Trace     string             // the caller's W3C traceparent; "" for none
	SentAt    schemas.SentAt     // by the caller's own clock; "" where it did not say
	KeepCard  bool               // be refused where a card waits for its answer, in place of superseding it

	Delegation *schemas.Delegation // in a workspace's session: under which agent, and for whom
}

// SessionID is the id of the session that a user opens with a key.
func SessionID(user schemas.UserID, key string) schemas.SessionID {
	return schemas.DerivedID[schemas.SessionID]("s", string(user), key)
}

// OpenSession opens a session for a user and returns its id. key makes a repetition
// find the first one's session; "" for a fresh one.
func (rt *Runtime) OpenSession(ctx context.Context, v schemas.VendorID, user schemas.UserID, playbook schemas.PlaybookID, key string) (schemas.SessionID, error) {
	if key == "" {
		key = rt.o.NewID()
	}
	if _, err := schemas.ParseID[schemas.UserID]("user", string(user)); err != nil {
		return "", err
	}
	if _, err := schemas.ParseID[string]("idempotency_key", key); err != nil {
		return "", err
	}
	id := SessionID(user, key)
	_, err := rt.session(entityOf(v, id)).decide(ctx, turn.Open{User: user, Playbook: playbook, Key: key})
	return id, err
}

// Message begins a turn, or queues it, and returns its id. The same command again
// returns the same turn. A [*turn.Refused] says that it came to nothing, and why.
//
// The message's context is recorded first, if it is news: a changed context stands
// before the message that came with it.
func (rt *Runtime) Message(ctx context.Context, c MessageCommand) (schemas.TurnID, error) {
	if c.Key == "" {
		c.Key = rt.o.NewID()
	}
	if err := checkMessage(c); err != nil {
		return "", err
	}
	s := rt.session(entityOf(c.Vendor, c.Session))
	if err := s.mustBeOpen(ctx); err != nil {
		return "", err
	}
	ui, err := rt.contextOf(ctx, s, c)
	if err != nil {
		return "", err
	}
	id := turn.TurnID(c.Session, c.Key)
	if err := rt.o.Wakes.Send(ctx, bus.Wake{Vendor: c.Vendor, Session: c.Session, Turn: id, Sent: rt.now()}); err != nil {
		return "", fmt.Errorf("wake a worker for turn %s: %w", id, err)
	}
	if _, err := s.decide(ctx, turn.Message{Text: c.Text, Context: ui, View: c.View, Key: c.Key, ID: c.ID, Queue: c.Queue, Keep: c.KeepCard, Trace: c.Trace, SentAt: c.SentAt, Budget: rt.o.Budget, Delegation: c.Delegation}); err != nil {
		return id, err
	}
	rt.begin(s)
	return id, nil
}

func checkMessage(c MessageCommand) error {
	switch {
	case strings.TrimSpace(c.Text) == "":
		return &InputError{Field: "text", Want: "it is empty; say what you want"}
	case len(c.Text) > MaxText:
		return &bus.TooLargeError{Type: "text", Size: len(c.Text), Limit: MaxText}
	}
	if err := checkSent(c.SentAt); err != nil {
		return err
	}
	if _, err := schemas.ParseID[string]("idempotency_key", c.Key); err != nil || c.ID == "" {
		return err
	}
	_, err := schemas.ParseID[string]("message_id", c.ID)
	return err
}

func checkSent(at schemas.SentAt) error {
	if _, err := schemas.ParseSentAt(string(at)); err != nil {
		return &InputError{Field: "sent_at", Want: err.Error()}
	}
	return nil
}

// contextOf is the context of a message. A view's is recorded where it is news; the
// session's own is recorded with the message.
func (rt *Runtime) contextOf(ctx context.Context, s *session, c MessageCommand) (schemas.UIContext, error) {
	if c.View != "" {
		if c.UIContext != nil {
			return *c.UIContext, rt.SetContext(ctx, c.Vendor, c.View, *c.UIContext, c.SentAt)
		}
		return rt.LastContext(ctx, c.Vendor, c.View)
	}
	if c.UIContext == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		if err := s.load(ctx); err != nil {
			return schemas.UIContext{}, err
		}
		return s.state.Context, nil
	}
	return *c.UIContext, nil
}

func (s *session) mustBeOpen(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.load(ctx); err != nil {
		return err
	}
	if !s.state.Opened() {
		// Another process may have opened it since the fold.
		if err := s.catchUp(ctx); err != nil {
			return err
		}
	}
	if !s.state.Opened() {
		return fmt.Errorf("session %q: %w", s.entity.ID, ErrNoSession)
	}
	return nil
}

// Cancel stops a turn. Stopping it again changes nothing.
func (rt *Runtime) Cancel(ctx context.Context, v schemas.VendorID, session schemas.SessionID, c turn.Cancel) error {
	if err := checkSent(c.SentAt); err != nil {
		return err
	}
	s := rt.session(entityOf(v, session))
	if err := s.mustBeOpen(ctx); err != nil {
		return err
	}
	if err := rt.o.Wakes.Send(ctx, bus.Wake{Vendor: v, Session: session, Turn: c.Turn, Sent: rt.now()}); err != nil {
		return fmt.Errorf("wake a worker for turn %s: %w", c.Turn, err)
	}
	if _, err := s.decide(ctx, c); err != nil {
		return err
	}
	rt.begin(s)
	return nil
}

// Answer settles a card. The same answer again changes nothing; a [*turn.Refused]
// says that another came too late, or was to another plan.
func (rt *Runtime) Answer(ctx context.Context, v schemas.VendorID, session schemas.SessionID, a turn.Answer) error {
	if a.Decision != schemas.Confirm && a.Decision != schemas.Decline {
		return &InputError{Field: "decision", Want: fmt.Sprintf("it is %q; give confirm or decline", a.Decision)}
	}
	if err := checkSent(a.SentAt); err != nil {
		return err
	}
	s := rt.session(entityOf(v, session))
	if err := s.mustBeOpen(ctx); err != nil {
		return err
	}
	turnOf := schemas.TurnID("")
	err := rt.Session(ctx, v, session, func(state *turn.Session) {
		if card := state.Cards[a.Card]; card != nil {
			turnOf = card.Turn
		}
	})
	if err != nil {
		return err
	}
	if turnOf != "" {
		if err := rt.o.Wakes.Send(ctx, bus.Wake{Vendor: v, Session: session, Turn: turnOf, Sent: rt.now()}); err != nil {
			return fmt.Errorf("wake a worker for card %s: %w", a.Card, err)
		}
	}
	if _, err := s.decide(ctx, a); err != nil {
		return err
	}
	rt.begin(s)
	return nil
}
