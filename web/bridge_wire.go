package web

import (
	"bufio"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"turnbook/schemas"
)

// flushBytes is how much is gathered before it is written out, and how much is written
// in one go.
const flushBytes = 64 << 10

// writeTime is how long one go may take before the reader counts as gone.
const writeTime = time.Minute

// rooms lends buffers of flushBytes. An idle connection has none.
type rooms struct{ free sync.Pool }

func (r *rooms) take() []byte {
	if b, ok := r.free.Get().(*[]byte); ok {
		return (*b)[:0]
	}
	return make([]byte, 0, flushBytes)
}

func (r *rooms) give(b []byte) { r.free.Put(&b) }

// A bundle gathers the frames that are written while it is held into few writes of the
// socket. Not held, it writes at once.
type bundle struct {
	net.Conn
	rooms   *rooms
	mu      sync.Mutex
	held    int
	waiting []byte // lent; nil where nothing waits
}

// Write implements [net.Conn].
func (b *bundle) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.held > 0 && len(b.waiting)+len(p) <= flushBytes {
		if b.waiting == nil {
			b.waiting = b.rooms.take()
		}
		b.waiting = append(b.waiting, p...)
		return len(p), nil
	}
	if err := b.flush(); err != nil {
		return 0, err
	}
	return len(p), b.out(p)
}

func (b *bundle) hold() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held++
}

func (b *bundle) release() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.held--; b.held > 0 {
		return nil
	}
	return b.flush()
}

// flush writes what waits, and gives its buffer back. mu must be held.
func (b *bundle) flush() error {
	if b.waiting == nil {
		return nil
	}
	err := b.out(b.waiting)
	b.rooms.give(b.waiting)
	b.waiting = nil
	return err
}

// out writes in pieces, so that a slow reader has time for each of them.
func (b *bundle) out(p []byte) error {
	for len(p) > 0 {
		n := min(len(p), flushBytes)
		if err := b.Conn.SetWriteDeadline(time.Now().Add(writeTime)); err != nil {
			return err
		}
		if _, err := b.Conn.Write(p[:n]); err != nil {
			return err
		}
		p = p[n:]
	}
	return nil
}

// bundling hands the handshake a connection that bundles.
type bundling struct {
	http.ResponseWriter
	bundle *bundle
}

// Hijack implements [http.Hijacker].
func (w bundling) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	w.bundle.Conn = conn
	return w.bundle, bufio.NewReadWriter(rw.Reader, bufio.NewWriterSize(w.bundle, 4<<10)), nil
}

// A wire sends frames to one client. Frames of several goroutines never mix. It is the
// [sink] of the client's subscription.
type wire struct {
	conn   *websocket.Conn
	bundle *bundle
	purse
}

// goneError says that the client can't be reached.
type goneError struct{ err error }

func (e *goneError) Error() string { return "the client can't be reached: " + e.err.Error() }
func (e *goneError) Unwrap() error { return e.err }

// send sends one frame. The error is a [*goneError]. A write can't be called off
// without ending the connection, and its end calls it off: it needs no context.
func (w *wire) send(frame []byte) error {
	if err := w.conn.Write(context.Background(), websocket.MessageText, frame); err != nil {
		return &goneError{err}
	}
	return nil
}

func (w *wire) sendJSON(frame any) error {
	raw, err := json.Marshal(frame)
	if err != nil {
		return err
	}
	return w.send(raw)
}

func (w *wire) put(_ string, frame []byte) error                      { return w.send(frame) }
func (w *wire) mark(_ string, _ schemas.Position, frame []byte) error { return w.send(frame) }
func (w *wire) hold()                                                 { w.bundle.hold() }

func (w *wire) release() error {
	if err := w.bundle.release(); err != nil {
		return &goneError{err}
	}
	return nil
}
