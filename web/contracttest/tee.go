package contracttest

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"net"
	"net/http"
	"strings"
)

// A tee is a response that is kept as it is written.
type tee struct {
	http.ResponseWriter
	watch  *watch
	status int
	body   bytes.Buffer
	events bytes.Buffer // of a stream of server-sent events: the line that is being written
	frames bool         // its events are frames of asyncapi.json
	taken  bool         // it became a connection
	gone   bool         // the reader is: what is written now reaches nobody
}

// Unwrap lets the server set deadlines.
func (o *tee) Unwrap() http.ResponseWriter { return o.ResponseWriter }

// WriteHeader implements [http.ResponseWriter].
func (o *tee) WriteHeader(status int) {
	o.status = status
	o.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter]. What did not go out was never on the wire.
func (o *tee) Write(p []byte) (int, error) {
	n, err := o.ResponseWriter.Write(p)
	o.gone = o.gone || err != nil
	if o.gone {
		return n, err
	}
	switch kind := o.Header().Get("Content-Type"); {
	case strings.HasPrefix(kind, "text/event-stream"):
		if o.frames {
			o.sse(p)
		}
	case o.kept():
		o.body.Write(p)
	}
	return n, nil
}

// FlushError is how [http.ResponseController] flushes.
func (o *tee) FlushError() error {
	err := http.NewResponseController(o.ResponseWriter).Flush()
	o.gone = o.gone || err != nil
	return err
}

// kept says whether the response is an answer of the interface: JSON that is no file.
func (o *tee) kept() bool {
	kind := o.Header().Get("Content-Type")
	return !o.taken && (strings.HasPrefix(kind, "application/json") || strings.HasPrefix(kind, "application/problem+json"))
}

// sse keeps the data lines of server-sent events, which are frames.
func (o *tee) sse(p []byte) {
	o.events.Write(p)
	for {
		line, rest, whole := bytes.Cut(o.events.Bytes(), []byte("\n"))
		if !whole {
			return
		}
		if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok {
			o.watch.keepFrame(data)
		}
		o.events.Next(o.events.Len() - len(rest))
	}
}

// Hijack implements [http.Hijacker]: what the server writes from now on are frames.
func (o *tee) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(o.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	o.taken = true
	out := &frames{Conn: conn, watch: o.watch}
	return out, bufio.NewReadWriter(rw.Reader, bufio.NewWriter(out)), nil
}

// frames is a WebSocket connection whose text messages are kept.
type frames struct {
	net.Conn
	watch   *watch
	waiting []byte // of a frame that is not whole yet
	message []byte // of a message that is not whole yet
	text    bool   // the message is text
}

// Write implements [net.Conn]. The server writes one thing after the other.
func (f *frames) Write(p []byte) (int, error) {
	f.waiting = append(f.waiting, p...)
	rest := f.waiting
	for n := frameSize(rest); n > 0; n = frameSize(rest) {
		f.take(rest[0], rest[headSize(rest):n])
		rest = rest[n:]
	}
	f.waiting = append(f.waiting[:0], rest...)
	return f.Conn.Write(p)
}

// The first byte of a frame, and its opcodes (RFC 6455, section 5.2). What a server
// sends is not masked.
const (
	fin          = 0x80
	opcodes      = 0x0f
	continuation = 0
	text         = 1
	control      = 8
)

// headSize is how long the head of a frame is, which says how long the frame is.
func headSize(p []byte) int {
	switch p[1] & 0x7f {
	case 126:
		return 4
	case 127:
		return 10
	}
	return 2
}

// frameSize is the size of the frame that p begins with; 0 where it is not whole.
func frameSize(p []byte) int {
	if len(p) < 2 || len(p) < headSize(p) {
		return 0
	}
	size := 0
	switch head := headSize(p); head {
	case 2:
		size = head + int(p[1]&0x7f)
	case 4:
		size = head + int(binary.BigEndian.Uint16(p[2:]))
	case 10:
		size = head + int(binary.BigEndian.Uint64(p[2:])) // of a server of ours: it fits
	}
	if len(p) < size {
		return 0
	}
	return size
}

// take adds a frame to its message.
func (f *frames) take(first byte, payload []byte) {
	op := first & opcodes
	if op >= control {
		return
	}
	if op != continuation {
		f.text, f.message = op == text, f.message[:0]
	}
	f.message = append(f.message, payload...)
	if first&fin != 0 && f.text {
		f.watch.keepFrame(f.message)
	}
}
