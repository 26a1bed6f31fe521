package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web/client"
)

// watch sends the message as a view of its own, and shows its turn.
func (a *asking) watch(ctx context.Context, c *client.Client, text string, ui schemas.UIContext) error {
	f := &follower{c: c, stderr: a.stderr, session: schemas.SessionID(a.session)}
	if a.key == "" {
		a.key = strings.ToLower(rand.Text())
	} else if err := a.again(ctx, c, f); err != nil {
		return err
	}
	welcome, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer f.close()
	if a.showView {
		fmt.Fprintf(a.stderr, "View %s: %s\n", visible(string(welcome.View)), screen(ui))
	}
	turn, err := a.send(ctx, f, text, ui)
	if err != nil {
		return err
	}
	f.sub = client.Subscribe{Session: f.session, Turn: turn}
	if err := f.subscribe(ctx, a.begins(ctx, c, turn, welcome)); err != nil {
		return err
	}
	if !a.asJSON {
		fmt.Fprintf(a.out, "Turn %s in session %s\n", visible(string(turn)), visible(a.session))
	}
	err = a.show(ctx, f)
	if ctx.Err() != nil {
		fmt.Fprintf(a.stderr, "Left; the turn goes on. See it with: turnbook replay %s\n", visible(string(turn)))
		return &toldError{ctx.Err()}
	}
	return err
}

// again finds out whether the key was used here, and comes back as the view that used
// it: the same ask from another view would be another command.
func (a *asking) again(ctx context.Context, c *client.Client, f *follower) error {
	var list struct {
		Turns []projections.Turn `json:"turns"`
	}
	path := "/v1/turns?limit=1000&session=" + url.QueryEscape(a.session)
	if err := c.Call(ctx, http.MethodGet, path, nil, &list); err != nil {
		return err
	}
	for _, t := range list.Turns {
		if t.Key == a.key {
			f.view = t.View
		}
	}
	return nil
}

// send sends the message and waits for its turn. Where the connection is lost before
// the answer came, the message is sent again by the same view: its key tells the server
// that it is the same.
func (a *asking) send(ctx context.Context, f *follower, text string, ui schemas.UIContext) (schemas.TurnID, error) {
	f.same = true
	defer func() { f.same = false }()
	m := client.Message{Ref: "ask", Session: f.session, Text: text, UIContext: &ui, Key: a.key, Queue: a.queue}
	for {
		turn, err := sendOnce(ctx, f.conn, m)
		if err == nil || errors.As(err, new(*client.Problem)) {
			return turn, err
		}
		if err = f.comeBack(ctx, err); err != nil {
			return "", fmt.Errorf("no answer came; ask again with --key %s --session %s: %w", a.key, a.session, err)
		}
	}
}

// sendOnce sends a message and waits for its answer. The error is a [*client.Problem],
// or says that the connection was lost.
func sendOnce(ctx context.Context, conn *client.Stream, m client.Message) (schemas.TurnID, error) {
	if err := conn.Message(ctx, m); err != nil {
		return "", err
	}
	for {
		frame, err := conn.Next(ctx)
		if err != nil {
			return "", err
		}
		if err := frame.Problem(); err != nil {
			return "", err
		}
		if frame.Type == "ack" && frame.Ref == m.Ref {
			return frame.Turn, nil
		}
	}
}

// begins is a cursor before the turn's first event: where the stream stood when it was
// asked for, or earlier for one that was there before.
func (a *asking) begins(ctx context.Context, c *client.Client, turn schemas.TurnID, welcome client.Frame) string {
	at := welcome.Head
	var t projections.Turn
	err := c.Call(ctx, http.MethodGet, "/v1/turns/"+url.PathEscape(string(turn)), nil, &t)
	if err == nil && t.RequestedSeq > 0 { // else it is newer than the tables, so newer than the welcome
		at = min(at, t.RequestedSeq-1)
	}
	return cursorAt(welcome.Epoch, at)
}
