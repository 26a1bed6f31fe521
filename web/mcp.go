package web

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"

	"turnbook/web/client"
	"turnbook/web/mcp"
)

// registerMCP hangs the Model Context Protocol on the mux: its tools call what else
// hangs there.
func (s *Server) registerMCP() error {
	inside, err := client.New("http://turnbook.internal", &http.Client{Transport: within{s.mux}})
	if err != nil {
		return fmt.Errorf("call the server from within: %w", err)
	}
	h := mcp.NewHandler(s.lg, mcp.Options{Caller: inside, Version: s.o.Version})
	context.AfterFunc(s.quit, h.Close)
	s.mux.HandleFunc("/mcp", s.counted(h.ServeHTTP))
	return nil
}

// within makes calls of a handler in this process. Whoever asks was let in already.
type within struct{ handler http.Handler }

// RoundTrip implements [http.RoundTripper].
func (w within) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body == nil {
		r = r.Clone(r.Context())
		r.Body = http.NoBody
	}
	rec := &recording{header: http.Header{}, status: http.StatusOK}
	w.handler.ServeHTTP(rec, r)
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return &http.Response{
		Status: http.StatusText(rec.status), StatusCode: rec.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: rec.header, Body: io.NopCloser(&rec.body), ContentLength: int64(rec.body.Len()), Request: r,
	}, nil
}

// A recording keeps an answer.
type recording struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recording) Header() http.Header         { return r.header }
func (r *recording) WriteHeader(status int)      { r.status = status }
func (r *recording) Write(p []byte) (int, error) { return r.body.Write(p) }
