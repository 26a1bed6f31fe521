package telemetry

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	collect "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	wire "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// A collector takes spans over OTLP and HTTP, as a real one does.
type collector struct {
	*httptest.Server
	mu     sync.Mutex
	spans  []*wire.Span
	bodies bytes.Buffer
	more   chan struct{} // closed when it was asked
	no     []int         // statuses of the answers to come, before it takes anything
}

func newCollector(t *testing.T) *collector {
	t.Helper()
	c := &collector{more: make(chan struct{})}
	c.Server = httptest.NewServer(c)
	t.Cleanup(c.Close)
	return c
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body := io.Reader(r.Body)
	if r.Header.Get("Content-Encoding") == "gzip" {
		body, _ = gzip.NewReader(r.Body)
	}
	raw, err := io.ReadAll(body)
	var asked collect.ExportTraceServiceRequest
	if err == nil {
		err = proto.Unmarshal(raw, &asked)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	defer func() {
		close(c.more)
		c.more = make(chan struct{})
	}()
	switch {
	case err != nil || r.URL.Path != "/v1/traces":
		http.Error(w, fmt.Sprint(r.URL.Path, err), http.StatusBadRequest)
		return
	case len(c.no) > 0:
		w.WriteHeader(c.no[0])
		c.no = c.no[1:]
		return
	}
	c.bodies.Write(raw)
	for _, rs := range asked.ResourceSpans {
		for _, ss := range rs.ScopeSpans {
			c.spans = append(c.spans, ss.Spans...)
		}
	}
}

// until waits until it has so many spans, and returns them.
func (c *collector) until(t *testing.T, n int) []*wire.Span {
	t.Helper()
	c.wait(t, func() bool { return len(c.spans) >= n })
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.spans)
}

// untilItKnows waits until it has so many different spans.
func (c *collector) untilItKnows(t *testing.T, n int) {
	t.Helper()
	c.wait(t, func() bool {
		ids := make(map[string]bool)
		for _, s := range c.spans {
			ids[string(s.SpanId)] = true
		}
		return len(ids) >= n
	})
}

// untilItTakes waits until it has refused as often as it was to.
func (c *collector) untilItTakes(t *testing.T) {
	t.Helper()
	c.wait(t, func() bool { return len(c.no) == 0 })
}

func (c *collector) wait(t *testing.T, enough func() bool) {
	t.Helper()
	for {
		c.mu.Lock()
		met, more := enough(), c.more
		c.mu.Unlock()
		if met {
			return
		}
		select {
		case <-more:
		case <-t.Context().Done():
			t.Fatal(t.Context().Err())
		}
	}
}

// asTree writes spans as a tree: siblings by their beginning, times from the trace's.
func asTree(spans []*wire.Span) string {
	var out strings.Builder
	known := make(map[string]*wire.Span)
	for _, s := range spans {
		known[hex.EncodeToString(s.SpanId)] = s
	}
	var write func(parent *wire.Span, depth int)
	write = func(parent *wire.Span, depth int) {
		for _, s := range inOrder(spans) {
			up := known[hex.EncodeToString(s.ParentSpanId)]
			if up != parent {
				continue
			}
			fmt.Fprintf(&out, "%s%s %s\n", strings.Repeat("  ", depth), s.Name, about(s, known))
			write(s, depth+1)
		}
	}
	write(nil, 0)
	return out.String()
}

func inOrder(spans []*wire.Span) []*wire.Span {
	return slices.SortedStableFunc(slices.Values(spans), func(a, b *wire.Span) int {
		if a.StartTimeUnixNano != b.StartTimeUnixNano {
			return int(int64(a.StartTimeUnixNano) - int64(b.StartTimeUnixNano))
		}
		return strings.Compare(hex.EncodeToString(a.SpanId), hex.EncodeToString(b.SpanId))
	})
}

func about(s *wire.Span, known map[string]*wire.Span) string {
	took := time.Duration(s.EndTimeUnixNano - s.StartTimeUnixNano)
	text := fmt.Sprintf("[%s, %s]", strings.TrimPrefix(s.Kind.String(), "SPAN_KIND_"), took)
	if s.Status.GetCode() == wire.Status_STATUS_CODE_ERROR {
		text += " failed"
	}
	text += attributes(s.Attributes)
	for _, e := range s.Events {
		text += " · " + e.Name + attributes(e.Attributes)
	}
	for _, l := range s.Links {
		if to := known[hex.EncodeToString(l.SpanId)]; to != nil {
			text += " → " + to.Name
		}
	}
	return text
}

// same says the same of every span here, and is left out.
var same = []string{attrOperation, attrConversation, attrVendor, attrTurn, attrToolCall, attrToolType, attrStream, attrWorkflow, attrCard}

func attributes(all []*common.KeyValue) string {
	text := ""
	for _, a := range all {
		if slices.Contains(same, a.Key) {
			continue
		}
		text += fmt.Sprintf(" %s=%s", a.Key, valueOf(a.Value))
	}
	return text
}

func valueOf(v *common.AnyValue) string {
	switch v := v.Value.(type) {
	case *common.AnyValue_StringValue:
		return v.StringValue
	case *common.AnyValue_IntValue:
		return fmt.Sprint(v.IntValue)
	case *common.AnyValue_BoolValue:
		return fmt.Sprint(v.BoolValue)
	case *common.AnyValue_ArrayValue:
		var parts []string
		for _, p := range v.ArrayValue.Values {
			parts = append(parts, valueOf(p))
		}
		return strings.Join(parts, ",")
	}
	return fmt.Sprint(v)
}
