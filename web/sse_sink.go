package web

import (
	"bytes"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"turnbook/schemas"
)

// idleBytes is the largest buffer that an idle listener keeps.
const idleBytes = 4 << 10

// An eventSink writes frames as server-sent events:
//
//	id: <cursor>
//	event: <type of the frame>
//	data: <the frame>
//
// The id is there where a reader who comes back goes on behind the frame. The headers
// go out with the first frame.
type eventSink struct {
	w     http.ResponseWriter
	rc    *http.ResponseController
	epoch string

	mu      sync.Mutex
	begun   bool
	ended   bool // the request is over: nothing may be written
	held    int
	waiting []byte

	timing   sync.Mutex
	stopping bool // the server is: the reader has little time
}

// retryAfter is how soon a browser is asked to come back after a lost connection.
const retryAfter = "retry: 1000\n\n"

func newEventSink(w http.ResponseWriter, epoch string) *eventSink {
	return &eventSink{w: w, rc: http.NewResponseController(w), epoch: epoch}
}

func (e *eventSink) put(kind string, frame []byte) error { return e.write(kind, "", frame) }

func (e *eventSink) mark(kind string, at schemas.Position, frame []byte) error {
	return e.write(kind, cursor{e.epoch, at}.String(), frame)
}

func (e *eventSink) write(kind, id string, frame []byte) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.begin()
	if id != "" {
		e.waiting = append(append(append(e.waiting, "id: "...), id...), '\n')
	}
	e.waiting = append(append(append(e.waiting, "event: "...), kind...), '\n')
	e.waiting = appendData(e.waiting, frame)
	e.waiting = append(e.waiting, '\n')
	if e.held > 0 && len(e.waiting) < flushBytes {
		return nil
	}
	return e.flush()
}

// appendData writes a frame as data, each of its lines for itself. Those that we write
// have one; JSON that somebody else put into the log may have more.
func appendData(dst, frame []byte) []byte {
	if !bytes.ContainsAny(frame, "\r\n") {
		return append(append(append(dst, "data: "...), frame...), '\n')
	}
	for line := range strings.Lines(strings.ReplaceAll(string(frame), "\r", "\n")) {
		dst = append(append(append(dst, "data: "...), strings.TrimSuffix(line, "\n")...), '\n')
	}
	return dst
}

// begin says what comes. mu must be held.
func (e *eventSink) begin() {
	if e.begun {
		return
	}
	e.begun = true
	eventHeaders(e.w.Header())
	e.waiting = append(e.waiting, retryAfter...)
}

func eventHeaders(h http.Header) {
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // for proxies that gather
	h.Set("Connection", "close")
}

// flush writes what waits, in pieces, so that a slow reader has time for each of them.
// mu must be held.
func (e *eventSink) flush() error {
	rest := e.waiting
	for len(rest) > 0 {
		n := min(len(rest), flushBytes)
		e.deadline()
		_, err := e.w.Write(rest[:n])
		if err = errors.Join(err, e.rc.Flush()); err != nil {
			return &goneError{err}
		}
		rest = rest[n:]
	}
	if e.waiting = e.waiting[:0]; cap(e.waiting) > idleBytes {
		e.waiting = nil
	}
	return nil
}

// deadline gives the reader time for a piece.
func (e *eventSink) deadline() {
	e.timing.Lock()
	defer e.timing.Unlock()
	within := writeTime
	if e.stopping {
		within = farewell
	}
	_ = e.rc.SetWriteDeadline(time.Now().Add(within)) // a server without deadlines waits longer
}

// stop leaves a reader who takes nothing little time.
func (e *eventSink) stop() {
	e.timing.Lock()
	e.stopping = true
	e.timing.Unlock()
	e.deadline()
}

func (e *eventSink) hold() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.held++
}

func (e *eventSink) release() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.held--; e.held > 0 {
		return nil
	}
	return e.flush()
}

// beat writes a comment, so that the connection is seen to live.
func (e *eventSink) beat() {
	go func() { // it waits for a frame that is being written
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.begun && !e.ended {
			e.waiting = append(e.waiting, ": \n\n"...)
			_ = e.flush() // the next frame finds the reader gone, too
		}
	}()
}

// end makes sure that nothing is written any more.
func (e *eventSink) end() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ended = true
}

// A listener can't give credit: its socket decides.
func (e *eventSink) spend() bool           { return true }
func (e *eventSink) more() <-chan struct{} { return nil }
