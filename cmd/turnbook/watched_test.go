package main

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// spans is a collector that keeps what it is told, as it came.
type spans struct {
	mu  sync.Mutex
	raw bytes.Buffer
}

func (s *spans) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, _ = io.Copy(&s.raw, r.Body) // what is missing is missed by who looks
}

// all is what was told: something, with what was said in it.
func (s *spans) all(t *testing.T) []byte {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, word := range []string{"invoke_workflow turnbook.turn", "invoke_agent task-builder", "Rename the playbook"} {
		if !bytes.Contains(s.raw.Bytes(), []byte(word)) {
			t.Errorf("the spans do not say %q", word)
		}
	}
	return s.raw.Bytes()
}

// scraped asks for the metrics until they hold a line.
func scraped(t *testing.T, s *server, line string) string {
	t.Helper()
	for {
		r, err := http.Get(s.url + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("%d: %v", r.StatusCode, err)
		}
		if strings.Contains(string(raw), line) {
			return string(raw)
		}
		if t.Context().Err() != nil {
			t.Fatalf("no line %q in\n%s", line, raw)
		}
	}
}
