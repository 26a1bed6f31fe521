package web

import (
	"bytes"
	"context"
	"slices"

	"turnbook/agents/turn"
	"turnbook/agents/worker"
	"turnbook/schemas"
)

func (c *connection) uiContext(ctx context.Context, f inFrame) error {
	ui, err := schemas.ParseUIContext(f.UIContext)
	if err != nil {
		return err
	}
	if err := c.o.Runtime.SetContext(ctx, c.o.Vendor, c.view, ui, f.SentAt); err != nil {
		return err
	}
	return c.sendJSON(ackFrame{head: head{"ack", f.Ref}})
}

func (c *connection) message(ctx context.Context, f inFrame) error {
	session, err := schemas.ParseID[schemas.SessionID]("session", f.Session)
	if err != nil {
		return err
	}
	if bytes.Equal(f.UIContext, []byte("null")) {
		f.UIContext = nil
	}
	id, err := c.Server.message(ctx, session, c.view, messageBody{Text: f.Text, UIContext: f.UIContext, Key: f.Key, Queue: f.Queue, SentAt: f.SentAt}, "")
	if err != nil {
		return err
	}
	return c.sendJSON(ackFrame{head{"ack", f.Ref}, id})
}

// cancel stops a turn. Without a session it is looked up by the turn.
func (c *connection) cancel(ctx context.Context, f inFrame) error {
	id, err := schemas.ParseID[schemas.TurnID]("turn", f.Turn)
	if err != nil {
		return err
	}
	session, err := parseID[schemas.SessionID]("session", f.Session)
	if err != nil {
		return err
	}
	if session == "" {
		c.settle(ctx)
		t, _, err := c.o.Store.Turn(ctx, c.o.Vendor, id)
		if err != nil {
			return err
		}
		session = t.Session
	}
	if err := c.o.Runtime.Cancel(ctx, c.o.Vendor, session, turn.Cancel{Turn: id, Reason: f.Reason, SentAt: f.SentAt}); err != nil {
		return err
	}
	return c.sendJSON(ackFrame{head{"ack", f.Ref}, id})
}

// answerCard settles a card. Without a session it is looked up by the card.
func (c *connection) answerCard(ctx context.Context, f inFrame) error {
	card, err := schemas.ParseID[schemas.CardID]("card", f.Card)
	if err != nil {
		return err
	}
	session, err := parseID[schemas.SessionID]("session", f.Session)
	if err != nil {
		return err
	}
	if session == "" {
		known, _, err := c.card(ctx, f.Card)
		if err != nil {
			return err
		}
		session = known.Session
	}
	out, err := c.answer(ctx, session, turn.Answer{Card: card, Decision: f.Decision, Fingerprint: f.Fingerprint, SentAt: f.SentAt})
	if err != nil {
		return err
	}
	return c.sendJSON(ackFrame{head{"ack", f.Ref}, out.Turn})
}

// knownTypes refuses names that no event has.
func knownTypes(types []string) error {
	for _, t := range types {
		if !slices.Contains(schemas.Types(), t) {
			return &worker.InputError{Field: "types", Want: "there is no event type " + shorten(t)}
		}
	}
	return nil
}
