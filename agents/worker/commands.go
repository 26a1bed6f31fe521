package worker

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"turnbook/agents"
	"turnbook/agents/documents"
	"turnbook/agents/turn"
	"turnbook/bus"
	"turnbook/schemas"
)

func randomID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it never fails
	return hex.EncodeToString(b[:])
}

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
	Queue     bool               // wait behind a running turn
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
	id := schemas.SessionID("s" + string(turn.TurnID(schemas.SessionID(user), key))[1:])
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
	if _, err := s.decide(ctx, turn.Message{Text: c.Text, Context: ui, View: c.View, Key: c.Key, Queue: c.Queue}); err != nil {
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
	_, err := schemas.ParseID[string]("idempotency_key", c.Key)
	return err
}

// contextOf is the context of a message. A view's is recorded where it is news; the
// session's own is recorded with the message.
func (rt *Runtime) contextOf(ctx context.Context, s *session, c MessageCommand) (schemas.UIContext, error) {
	if c.View != "" {
		if c.UIContext != nil {
			return *c.UIContext, rt.SetContext(ctx, c.Vendor, c.View, *c.UIContext)
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
func (rt *Runtime) Cancel(ctx context.Context, v schemas.VendorID, session schemas.SessionID, id schemas.TurnID, reason string) error {
	s := rt.session(entityOf(v, session))
	if err := s.mustBeOpen(ctx); err != nil {
		return err
	}
	if err := rt.o.Wakes.Send(ctx, bus.Wake{Vendor: v, Session: session, Turn: id, Sent: rt.now()}); err != nil {
		return fmt.Errorf("wake a worker for turn %s: %w", id, err)
	}
	if _, err := s.decide(ctx, turn.Cancel{Turn: id, Reason: reason}); err != nil {
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

// CreatePlaybook makes an empty draft and returns its id.
func (rt *Runtime) CreatePlaybook(ctx context.Context, v schemas.VendorID, user schemas.UserID, title, key string) (schemas.PlaybookID, error) {
	if key == "" {
		key = rt.o.NewID()
	}
	id := schemas.PlaybookID("p" + string(turn.TurnID("playbook", key))[1:])
	return id, rt.begins(ctx, v, user, id, schemas.PlaybookCreated{Title: title}, key)
}

// ImportPlaybook makes a draft of what was read from a file.
func (rt *Runtime) ImportPlaybook(ctx context.Context, v schemas.VendorID, user schemas.UserID, id schemas.PlaybookID, e schemas.PlaybookImported, key string) error {
	return rt.begins(ctx, v, user, id, e, key)
}

// begins writes the first event of a playbook.
func (rt *Runtime) begins(ctx context.Context, v schemas.VendorID, user schemas.UserID, id schemas.PlaybookID, e schemas.Event, key string) error {
	by := draftBy{key: key, actor: "user/" + string(user)}
	at, again, err := rt.appendTo(ctx, playbookEntity(v, id), key, func(_ agents.World, seq uint64) ([]schemas.Draft, error) {
		if seq != 0 {
			return nil, &InputError{Field: "playbook_id", Want: fmt.Sprintf("playbook %q is there already; choose another id", id)}
		}
		return []schemas.Draft{by.draft(e, schemas.Subject{Playbook: id})}, nil
	})
	if again && err == nil {
		err = rt.sameAs(ctx, playbookEntity(v, id), at, e)
	}
	return err
}

// EditDocument changes a playbook's chrome by hand. A [*documents.Refusal] says that
// it came to nothing, and why.
func (rt *Runtime) EditDocument(ctx context.Context, v schemas.VendorID, user schemas.UserID, e schemas.DocumentEdit, key string) (uint64, error) {
	if key == "" {
		key = rt.o.NewID()
	}
	return rt.edit(ctx, v, user, e, draftBy{key: key, actor: "user/" + string(user)})
}

// TakeLock gives a user a playbook's edit lock for a while; again, to renew it. A
// [*documents.Refusal] says who has it. takeOver takes it from whoever has it.
func (rt *Runtime) TakeLock(ctx context.Context, v schemas.VendorID, user schemas.UserID, id schemas.PlaybookID, takeOver bool) (schemas.EditLockTaken, error) {
	var taken schemas.EditLockTaken
	err := rt.live(ctx, v, user, id, func(w agents.World) (schemas.Event, *documents.Refusal) {
		e, no := documents.TakeLock(w, id, user, takeOver)
		taken, _ = e.(schemas.EditLockTaken)
		return e, no
	})
	return taken, err
}

// ReleaseLock lets go of a playbook's edit lock.
func (rt *Runtime) ReleaseLock(ctx context.Context, v schemas.VendorID, user schemas.UserID, id schemas.PlaybookID) error {
	return rt.live(ctx, v, user, id, func(w agents.World) (schemas.Event, *documents.Refusal) {
		return documents.ReleaseLock(w, id, user), nil
	})
}

// Publish brings a draft into force.
func (rt *Runtime) Publish(ctx context.Context, v schemas.VendorID, user schemas.UserID, id schemas.PlaybookID) error {
	return rt.live(ctx, v, user, id, func(w agents.World) (schemas.Event, *documents.Refusal) { return documents.Publish(w, id, user) })
}

// Archive takes a playbook out of use.
func (rt *Runtime) Archive(ctx context.Context, v schemas.VendorID, user schemas.UserID, id schemas.PlaybookID) error {
	return rt.live(ctx, v, user, id, func(w agents.World) (schemas.Event, *documents.Refusal) { return documents.Archive(w, id, user) })
}

// live writes one event of a playbook's life, as decided on it as it stands.
func (rt *Runtime) live(ctx context.Context, v schemas.VendorID, user schemas.UserID, id schemas.PlaybookID, decide func(agents.World) (schemas.Event, *documents.Refusal)) error {
	by := draftBy{key: rt.o.NewID(), actor: "user/" + string(user)}
	_, _, err := rt.appendTo(ctx, playbookEntity(v, id), by.key, func(w agents.World, _ uint64) ([]schemas.Draft, error) {
		e, no := decide(w)
		switch {
		case no != nil:
			return nil, no
		case e == nil:
			return nil, nil
		}
		return []schemas.Draft{by.draft(e, schemas.Subject{Playbook: id})}, nil
	})
	return err
}

// Record writes one event of the library, the vendor, or a playbook's life
// (published, archived), once for a key.
func (rt *Runtime) Record(ctx context.Context, v schemas.VendorID, kind schemas.BoundaryKind, id string, actor string, e schemas.Event, key string) (uint64, error) {
	if !isDocument(kind) {
		return 0, fmt.Errorf("worker: %s is no document", kind)
	}
	by := draftBy{key: key, actor: actor}
	seq, _, err := rt.appendTo(ctx, schemas.Entity{Vendor: v, Kind: kind, ID: id}, key, func(agents.World, uint64) ([]schemas.Draft, error) {
		about := schemas.Subject{}
		if kind == schemas.PlaybookBoundary {
			about.Playbook = schemas.PlaybookID(id)
		}
		return []schemas.Draft{by.draft(e, about)}, nil
	})
	return seq, err
}

// World is the documents as they stand, held still while look looks.
func (rt *Runtime) World(ctx context.Context, v schemas.VendorID, playbooks []schemas.PlaybookID, look func(agents.World)) error {
	w, release, err := rt.books.world(ctx, v, playbooks)
	if err != nil {
		return err
	}
	defer release()
	w.Now = rt.now()
	look(w)
	return nil
}
