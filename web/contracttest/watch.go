// Package contracttest holds what a server does against its contracts: every answer of
// /v1 against openapi.json, every frame of its streams against asyncapi.json, every
// event against the schema of its type. The contracts let objects grow; here they may
// not, so that a member which nobody described is found.
package contracttest

import (
	"bytes"
	"hash/maphash"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// A watch keeps what went over the wire, each text once.
type watch struct {
	handler http.Handler

	mu      sync.Mutex
	seed    maphash.Seed
	seen    map[uint64]bool
	answers []answer
	frames  [][]byte
}

// An answer is one call with what came of it.
type answer struct {
	method, path string
	request      []byte
	status       int
	kind         string // of the body
	body         []byte
}

// Watch is the handler, watched: when the test ends, what went over the wire is held
// against the contracts that the handler itself serves.
func Watch(t testing.TB, handler http.Handler) http.Handler {
	w := &watch{handler: handler, seed: maphash.MakeSeed(), seen: make(map[uint64]bool)}
	t.Cleanup(func() { w.check(t) })
	return w
}

// ServeHTTP implements [http.Handler].
func (w *watch) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	var request bytes.Buffer
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.TeeReader(r.Body, &request), r.Body}
	// Other streams speak protocols that are not ours, and have tests of their own.
	out := &tee{ResponseWriter: rw, watch: w, status: http.StatusOK, frames: r.URL.Path == "/v1/events"}
	w.handler.ServeHTTP(out, r)
	if !out.kept() {
		return
	}
	w.keepAnswer(answer{
		method: r.Method, path: r.URL.EscapedPath(), request: request.Bytes(),
		status: out.status, kind: out.Header().Get("Content-Type"), body: out.body.Bytes(),
	})
}

func (w *watch) keepAnswer(a answer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.first([]byte(a.method), []byte(a.path), a.request, a.body) {
		w.answers = append(w.answers, a)
	}
}

func (w *watch) keepFrame(text []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.first(text) {
		w.frames = append(w.frames, bytes.Clone(text))
	}
}

// first says whether these texts come for the first time. mu must be held.
func (w *watch) first(texts ...[]byte) bool {
	var h maphash.Hash
	h.SetSeed(w.seed)
	for _, text := range texts {
		_, _ = h.Write(text) // never fails
		_ = h.WriteByte(0)
	}
	known := w.seen[h.Sum64()]
	w.seen[h.Sum64()] = true
	return !known
}

// check holds what was kept against the contracts.
func (w *watch) check(t testing.TB) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	c, err := contractsOf(w.document("/openapi.json"), w.document("/asyncapi.json"))
	if err != nil {
		t.Errorf("the contracts can't be read: %v", err)
		return
	}
	for _, a := range w.answers {
		if err := c.answer(a); err != nil {
			t.Errorf("%s %s, answered with %d, is not what openapi.json says: %v\n%s\n%s", a.method, a.path, a.status, err, brief(a.request), brief(a.body))
		}
	}
	for _, f := range w.frames {
		if err := c.frame(f); err != nil {
			t.Errorf("a frame is not what asyncapi.json says: %v\n%s", err, brief(f))
		}
	}
}

func (w *watch) document(path string) string {
	r := httptest.NewRecorder()
	w.handler.ServeHTTP(r, httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil))
	return r.Body.String()
}

// brief is as much of a text as a person reads.
func brief(text []byte) string {
	return strings.ToValidUTF8(string(text[:min(len(text), 2000)]), "?")
}
