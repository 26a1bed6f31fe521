package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"turnbook/schemas"
	"turnbook/web/client"
)

// A follower is a stream that survives the loss of its connection: it comes back as
// the same view, and goes on behind the last event it was given. Where the server has no
// such place any more it begins anew: see follow_anew.go.
type follower struct {
	c       *client.Client
	stderr  io.Writer
	session schemas.SessionID // that the view shows
	sub     client.Subscribe  // From is where it begins, then where it goes on

	conn    *client.Stream
	view    schemas.ViewID
	asked   bool          // sub was sent: it is sent again after a loss
	whole   bool          // of another book it wants everything, and no snapshot
	same    bool          // it must be the same view: what it sent counts as that view's
	patient time.Duration // how long it tries to come back; 0 for [patience]
}

// patience is how long a command waits for a server that went away.
const patience = time.Minute

// A lostError says that the stream ended and can't be taken up again.
type lostError struct {
	reason string
	err    error // nil where the server said so itself
}

func (e *lostError) Error() string {
	if e.err == nil {
		return "the stream is lost: " + e.reason
	}
	return "the stream is lost: " + e.reason + ": " + e.err.Error()
}
func (e *lostError) Unwrap() error { return e.err }

// open connects and returns the welcome.
func (f *follower) open(ctx context.Context) (client.Frame, error) {
	conn, err := f.c.Dial(ctx)
	if err != nil {
		return client.Frame{}, err
	}
	welcome, err := conn.Hello(ctx, client.Hello{View: f.view, Session: f.session})
	if err != nil {
		_ = conn.CloseNow()
		return welcome, err
	}
	f.conn, f.view = conn, welcome.View
	return welcome, nil
}

// subscribe asks for events from a cursor, or "snapshot".
func (f *follower) subscribe(ctx context.Context, from string) error {
	f.sub.From, f.asked = from, true
	return f.conn.Subscribe(ctx, f.sub)
}

// next is the next frame. A lost connection is taken up again, a lost place is left for
// another; a frame that refuses or ends the stream is an error.
func (f *follower) next(ctx context.Context) (client.Frame, error) {
	for {
		frame, err := f.conn.Next(ctx)
		if err != nil {
			if err = f.comeBack(ctx, err); err != nil {
				return frame, err
			}
			continue
		}
		switch frame.Type {
		case "event", "caught_up":
			f.sub.From = frame.Cursor
		case "snapshot":
			f.sub.From = frame.AsOf
		case "lagging":
			fmt.Fprintln(f.stderr, "turnbook: too slow for the stream; the rest is read from the log")
		case "resync":
			if err = f.beginAnew(ctx, frame); err != nil {
				return frame, err
			}
			continue
		case "error":
			return frame, frame.Problem()
		}
		return frame, nil
	}
}

// comeBack connects again, a little later each time, and subscribes where it was.
func (f *follower) comeBack(ctx context.Context, lost error) error {
	_ = f.conn.CloseNow()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	fmt.Fprintln(f.stderr, "turnbook: the connection is lost; trying to come back")
	if f.patient == 0 {
		f.patient = patience
	}
	waiting, cancel := context.WithTimeout(ctx, f.patient)
	defer cancel()
	for pause := 100 * time.Millisecond; ; pause = min(2*pause, 2*time.Second) {
		err := f.reopen(waiting)
		var no *client.Problem
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &no) && no.Status < http.StatusInternalServerError:
			return err // a server that can't just now is tried again
		}
		select {
		case <-time.After(pause):
		case <-waiting.Done():
			return &lostError{reason: "the server did not come back in " + f.patient.String(), err: lost}
		}
	}
}

// errOtherView says that the server has not noticed yet that the view's connection is
// gone.
var errOtherView = errors.New("the view is still another connection's")

func (f *follower) reopen(ctx context.Context) error {
	was := f.view
	if _, err := f.open(ctx); err != nil {
		return err
	}
	if f.same && f.view != was {
		f.view = was
		_ = f.conn.Close()
		return errOtherView
	}
	if f.asked {
		return f.conn.Subscribe(ctx, f.sub)
	}
	return nil
}

func (f *follower) close() {
	if f.conn != nil {
		_ = f.conn.Close() // it was left, and is told so if it is there
	}
}

// cursorAt is the cursor of all up to the end of a message.
func cursorAt(epoch string, seq uint64) string {
	return fmt.Sprintf("%s.%d.%d", epoch, seq, math.MaxInt32)
}

// placeOf is a cursor's position as people read it: "12.3".
func placeOf(cursor string) string {
	parts := strings.Split(cursor, ".")
	if len(parts) != 3 || parts[2] == strconv.Itoa(math.MaxInt32) {
		return strings.TrimSuffix(strings.Join(parts[min(1, len(parts)-1):], "."), "."+strconv.Itoa(math.MaxInt32))
	}
	return parts[1] + "." + parts[2]
}
