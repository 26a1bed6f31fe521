package tape

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"sync"
)

// A Recorder passes requests on and writes each exchange to a tape when its response
// has been read to its end. It is an [http.RoundTripper].
type Recorder struct {
	next http.RoundTripper

	mu sync.Mutex
	to io.Writer
}

// NewRecorder records what goes over next.
func NewRecorder(next http.RoundTripper, to io.Writer) *Recorder {
	return &Recorder{next: next, to: to}
}

// RoundTrip implements [http.RoundTripper].
func (rec *Recorder) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := bodyOf(r)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(bytes.NewReader(body))
	response, err := rec.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	response.Body = &recorded{
		ReadCloser: response.Body, rec: rec,
		e: Exchange{
			Method: r.Method, Path: r.URL.Path, Body: body, Status: response.StatusCode,
			Type: typeOf(response.Header), After: response.Header.Get("Retry-After"),
		},
	}
	return response, nil
}

// typeOf is the content type without its parameters: one word.
func typeOf(h http.Header) string {
	for i, r := range h.Get("Content-Type") {
		if r == ';' || r == ' ' {
			return h.Get("Content-Type")[:i]
		}
	}
	if t := h.Get("Content-Type"); t != "" {
		return t
	}
	return "application/octet-stream"
}

// recorded is a response's body that keeps what was read of it.
type recorded struct {
	io.ReadCloser
	rec  *Recorder
	e    Exchange
	once sync.Once
}

func (b *recorded) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.e.Answer = append(b.e.Answer, p[:n]...)
	if err != nil {
		b.e.Cut = err != io.EOF
		if writeErr := b.write(); writeErr != nil && err == io.EOF {
			return n, writeErr
		}
	}
	return n, err
}

// Close ends the exchange where nobody read it to its end.
func (b *recorded) Close() error {
	err := b.write()
	if closeErr := b.ReadCloser.Close(); closeErr != nil {
		return closeErr
	}
	return err
}

func (b *recorded) write() (err error) {
	b.once.Do(func() {
		b.rec.mu.Lock()
		defer b.rec.mu.Unlock()
		if _, err = b.rec.to.Write(b.e.Bytes()); err != nil {
			err = fmt.Errorf("write the tape: %w", err)
		}
	})
	return err
}
