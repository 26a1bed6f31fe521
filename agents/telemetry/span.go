package telemetry

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"turnbook/schemas"
)

// A Span is a stretch of a turn that is over.
type Span struct {
	Trace      trace.TraceID
	ID         trace.SpanID
	Parent     trace.SpanContext // not valid for none
	Name       string
	Kind       trace.SpanKind
	Start, End time.Time
	Attributes []attribute.KeyValue
	Events     []Event
	Links      []trace.SpanContext
	Failed     bool // what went wrong stands in error.type
}

// An Event is a moment in a span.
type Event struct {
	Name       string
	At         time.Time
	Attributes []attribute.KeyValue
}

// context is what others refer to the span by. Its flags are its parent's: what a caller
// does not sample is not sampled here.
func (s *Span) context() trace.SpanContext {
	flags := trace.FlagsSampled
	if s.Parent.IsValid() {
		flags = s.Parent.TraceFlags()
	}
	return trace.NewSpanContext(trace.SpanContextConfig{TraceID: s.Trace, SpanID: s.ID, TraceFlags: flags})
}

func (s *Span) set(more ...attribute.KeyValue) { s.Attributes = append(s.Attributes, more...) }

func (s *Span) note(name string, at time.Time, more ...attribute.KeyValue) {
	s.Events = append(s.Events, Event{Name: name, At: at, Attributes: more})
}

func (s *Span) fail(kind string) {
	s.Failed = true
	s.set(attribute.String(attrError, kind))
}

// traceOf and spanOf make ids of what an event is called: its vendor, its id, and what
// of it the span stands for.
func traceOf(vendor, event string) (id trace.TraceID) {
	copy(id[:], digest("trace", vendor, event))
	return id
}

func spanOf(vendor, event, part string) (id trace.SpanID) {
	copy(id[:], digest("span", vendor, event, part))
	return id
}

func digest(parts ...string) []byte {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return sum[:]
}

// parentOf reads a W3C traceparent; what is none, or names nothing, is no parent.
func parentOf(text string) trace.SpanContext {
	if schemas.TraceParent(text) == "" {
		return trace.SpanContext{}
	}
	id, err1 := trace.TraceIDFromHex(text[3:35])
	span, err2 := trace.SpanIDFromHex(text[36:52])
	flags, err3 := hex.DecodeString(text[53:])
	if err1 != nil || err2 != nil || err3 != nil {
		return trace.SpanContext{} // all zeros
	}
	return trace.NewSpanContext(trace.SpanContextConfig{
		TraceID: id, SpanID: span, TraceFlags: trace.TraceFlags(flags[0]) & trace.FlagsSampled, Remote: true,
	})
}
