package clienttest

import (
	"net/http"
	"strings"
	"testing"
)

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`

// knock opens a session, and gives the status of the answer.
func (h *house) knock(origin string) int {
	h.t.Helper()
	r, err := http.NewRequestWithContext(h.t.Context(), "POST", h.url+"/mcp", strings.NewReader(hello))
	h.must(err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if origin != "" {
		r.Header.Set("Origin", origin)
	}
	res, err := http.DefaultClient.Do(r)
	h.must(err)
	h.must(res.Body.Close())
	return res.StatusCode
}

func TestAPageOfAnotherOriginIsNotLetIn(t *testing.T) {
	h := open(t)
	for origin, want := range map[string]int{"": http.StatusOK, h.url: http.StatusOK, "http://evil.example": http.StatusForbidden, "null": http.StatusForbidden} {
		if got := h.knock(origin); got != want {
			t.Errorf("from %q: %d, want %d", origin, got, want)
		}
	}
}

func TestSessionsAreBoundedAndThoseThatNeedNoneGoOn(t *testing.T) {
	h := open(t)
	for n := range 64 {
		if got := h.knock(""); got != http.StatusOK {
			t.Fatalf("session %d: %d", n+1, got)
		}
	}
	if got := h.knock(""); got != http.StatusServiceUnavailable {
		t.Errorf("the session beyond the bound: %d", got)
	}
	if _, raw := h.connect(ways["http, each request alone"], nil).call("task_list", nil); raw != `{"tasks":[]}` {
		t.Errorf("a request that stands alone: %s", raw)
	}
}
