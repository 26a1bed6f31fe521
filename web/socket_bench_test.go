package web_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
)

// A socket is the cheapest client of a WebSocket: it skips what it gets. Both sides of
// a comparison have the same.
type socket struct {
	conn net.Conn
	r    *bufio.Reader
}

// dialSocket opens one. The protocol is "" for none.
func dialSocket(b *testing.B, address, path, protocol string) *socket {
	b.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		b.Fatal(err)
	}
	s := &socket{conn, bufio.NewReaderSize(conn, 16<<10)}
	header := ""
	if protocol != "" {
		header = "Sec-WebSocket-Protocol: " + protocol + "\r\n"
	}
	_, err = fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s\r\n", path, address, header)
	if err != nil {
		b.Fatal(err)
	}
	res, err := http.ReadResponse(s.r, nil)
	if err != nil {
		b.Fatal(err)
	}
	if res.StatusCode != http.StatusSwitchingProtocols {
		b.Fatalf("GET %s: %s", path, res.Status)
	}
	return s
}

// send sends one short text frame. Its mask is zero: it stays as it is.
func (s *socket) send(text string) error {
	frame := []byte{0x81, 0x80 | 126, 0, 0, 0, 0, 0, 0}
	binary.BigEndian.PutUint16(frame[2:], uint16(len(text)))
	_, err := s.conn.Write(append(frame, text...))
	return err
}

// size reads the head of a frame.
func (s *socket) size() (int, error) {
	if _, err := s.r.ReadByte(); err != nil {
		return 0, err
	}
	n, err := s.r.ReadByte()
	if err != nil || n < 126 {
		return int(n), err
	}
	var long [8]byte
	part := long[:]
	if n == 126 {
		part = long[6:]
		if _, err := io.ReadFull(s.r, part); err != nil {
			return 0, err
		}
		return int(binary.BigEndian.Uint64(long[:])), nil
	}
	_, err = io.ReadFull(s.r, part)
	return int(binary.BigEndian.Uint64(long[:])), err
}

// next is the payload of the next frame.
func (s *socket) next() ([]byte, error) {
	n, err := s.size()
	if err != nil {
		return nil, err
	}
	payload := make([]byte, n)
	_, err = io.ReadFull(s.r, payload)
	return payload, err
}

// until skips frames up to one that holds a text, and returns it.
func (s *socket) until(b *testing.B, text string) []byte {
	b.Helper()
	for {
		payload, err := s.next()
		if err != nil {
			b.Fatalf("waiting for %s: %v", text, err)
		}
		if bytes.Contains(payload, []byte(text)) {
			return payload
		}
	}
}

// skip reads at least so many frames and so many bytes of payload.
func (s *socket) skip(frames, payload int) error {
	for frames > 0 || payload > 0 {
		n, err := s.size()
		if err != nil {
			return err
		}
		if _, err := s.r.Discard(n); err != nil {
			return err
		}
		frames, payload = frames-1, payload-n
	}
	return nil
}

// view is a socket that is a view of a session, with all that there was behind it.
func (h *benchHouse) view(b *testing.B) *socket {
	b.Helper()
	s := dialSocket(b, h.address, "/v1/stream", "turnbook.v1")
	for _, f := range []struct{ frame, answer string }{
		{`{"type":"hello"}`, `"type":"welcome"`},
		{`{"type":"subscribe","session":` + quoted(string(h.session.ID)) + `}`, `"type":"caught_up"`},
	} {
		if err := s.send(f.frame); err != nil {
			b.Fatal(err)
		}
		s.until(b, f.answer)
	}
	return s
}

func quoted(text string) string {
	raw, _ := json.Marshal(text) // a string always marshals
	return string(raw)
}
