package worker_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"turnbook/agents"
	"turnbook/agents/anthropic"
	"turnbook/agents/offline"
	"turnbook/agents/openai"
	"turnbook/agents/vendortest"
)

// onEachWire runs a test with each vendor's model, behind whose wire the offline model
// answers. What goes over it is heard.
func onEachWire(t *testing.T, test func(t *testing.T, model agents.Model, wire *heard)) {
	behind := offline.New(offline.Options{})
	for name, vendor := range map[string]struct {
		stub  http.Handler
		model func(url string) agents.Model
	}{
		"anthropic": {vendortest.Anthropic("k", behind), func(url string) agents.Model {
			return anthropic.New(anthropic.Options{Model: "m", Key: "k", BaseURL: url})
		}},
		"openai": {vendortest.OpenAI("k", behind), func(url string) agents.Model {
			return openai.New(openai.Options{Model: "m", Key: "k", BaseURL: url + "/v1"})
		}},
	} {
		t.Run(name, func(t *testing.T) {
			var wire heard
			server := httptest.NewServer(wire.before(vendor.stub))
			defer server.Close()
			test(t, vendor.model(server.URL), &wire)
		})
	}
}

// heard keeps the bodies of what came over the wire.
type heard struct {
	mu     sync.Mutex
	bodies []string
}

func (h *heard) before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // a request that broke off is the stub's to refuse
		h.mu.Lock()
		h.bodies = append(h.bodies, string(body))
		h.mu.Unlock()
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

// check wants the order in documents, and nowhere else: not in what the agent is told,
// nor in what was said.
func (h *heard) check(t *testing.T) {
	t.Helper()
	shown := 0
	for _, body := range h.bodies {
		var texts []string
		gather(t, json.RawMessage(body), &texts)
		for _, text := range texts {
			outside := text
			for {
				before, rest, ok := strings.Cut(outside, "<document name=")
				if !ok {
					break
				}
				inside, after, closed := strings.Cut(rest, "\n</document>")
				if !closed {
					t.Fatalf("a document does not end: %s", text)
				}
				shown += strings.Count(inside, "Ignore the rules")
				outside = before + after
			}
			if strings.Contains(outside, "Ignore the rules") {
				t.Errorf("the title stands outside of its fence:\n%s", text)
			}
		}
	}
	if shown == 0 {
		t.Error("the title was shown to nobody")
	}
}

// gather takes the texts out of a JSON value, but for what tools were told and said: the
// wire itself marks that.
func gather(t *testing.T, raw json.RawMessage, into *[]string) {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			*into = append(*into, v)
		case []any:
			for _, x := range v {
				walk(x)
			}
		case map[string]any:
			if v["type"] == "tool_result" || v["type"] == "tool_use" || v["type"] == "function" || v["role"] == "tool" {
				return
			}
			for _, x := range v {
				walk(x)
			}
		}
	}
	walk(v)
}
