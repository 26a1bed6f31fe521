package agui

import (
	"errors"
	"net/http"
	"time"
)

// patience is how long a client may take to take what is sent before it counts as gone.
const patience = 30 * time.Second

// An encoder writes a stream of server-sent events. Every event passes its ledger.
type encoder struct {
	w      http.ResponseWriter
	rc     *http.ResponseController
	ledger *ledger
	room   []byte
}

func newEncoder(w http.ResponseWriter) *encoder {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // asks proxies not to hold frames back
	return &encoder{w: w, rc: http.NewResponseController(w), ledger: newLedger()}
}

// A moment is where the facts behind some events stand. The last of the events carries
// the cursor: who has seen it has seen all.
type moment struct {
	at     time.Time
	cursor string // "" for none
}

// A goneError says that a client can't be reached any more.
type goneError struct{ err error }

func (e *goneError) Error() string { return "the client is gone: " + e.err.Error() }
func (e *goneError) Unwrap() error { return e.err }

// send writes events. The error is an [*OrderError], after which those before it are
// written, or a [*goneError].
func (e *encoder) send(m moment, events ...Event) error {
	e.room = e.room[:0]
	for i, event := range events {
		if err := e.ledger.take(event); err != nil {
			return errors.Join(err, e.flush(e.room))
		}
		id := ""
		if i == len(events)-1 {
			id = m.cursor
		}
		e.room = appendFrame(e.room, event, m.at, id)
	}
	return e.flush(e.room)
}

// finish ends the run: what is open is closed first.
func (e *encoder) finish(m moment, end Event, before ...Event) error {
	if err := e.send(moment{at: m.at}, before...); err != nil {
		return err
	}
	return e.send(m, append(e.ledger.closing(), end)...)
}

// alive shows that the stream is.
func (e *encoder) alive() error { return e.flush([]byte(": keepalive\n\n")) }

func (e *encoder) flush(frames []byte) error {
	if len(frames) == 0 {
		return nil
	}
	_ = e.rc.SetWriteDeadline(time.Now().Add(patience)) // where it can't be set, a write waits
	_, err := e.w.Write(frames)
	if err == nil {
		err = e.rc.Flush()
	}
	if err != nil {
		return &goneError{err}
	}
	return nil
}
