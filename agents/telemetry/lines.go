package telemetry

import (
	"encoding/json"
	"io"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
)

// WriteLine writes spans as one line: OTLP's TracesData in its JSON form, as collectors
// read it from files. No spans write nothing. It is written here since protojson would
// write the ids in base64, which OTLP's JSON does not.
func WriteLine(w io.Writer, spans []Span) error {
	if len(spans) == 0 {
		return nil
	}
	list := make([]lineSpan, len(spans))
	for i, s := range spans {
		list[i] = lineOf(s)
	}
	traces := map[string]any{"resourceSpans": []any{map[string]any{
		"resource":   map[string]any{"attributes": attributesOf([]attribute.KeyValue{attribute.String("service.name", "turnbook")})},
		"scopeSpans": []any{map[string]any{"scope": map[string]any{"name": scope, "version": Conventions}, "spans": list}},
	}}}
	return json.NewEncoder(w).Encode(traces)
}

// A lineSpan is a span in OTLP's JSON: ids are hexadecimal, 64-bit numbers are text.
type lineSpan struct {
	TraceID    string          `json:"traceId"`
	SpanID     string          `json:"spanId"`
	Parent     string          `json:"parentSpanId,omitempty"`
	Name       string          `json:"name"`
	Kind       int             `json:"kind"`
	Start      string          `json:"startTimeUnixNano"`
	End        string          `json:"endTimeUnixNano"`
	Attributes []lineAttribute `json:"attributes,omitempty"`
	Events     []lineEvent     `json:"events,omitempty"`
	Links      []lineLink      `json:"links,omitempty"`
	Status     *lineStatus     `json:"status,omitempty"`
}

type lineEvent struct {
	Time       string          `json:"timeUnixNano"`
	Name       string          `json:"name"`
	Attributes []lineAttribute `json:"attributes,omitempty"`
}

type lineLink struct {
	TraceID string `json:"traceId"`
	SpanID  string `json:"spanId"`
}

type lineStatus struct {
	Code int `json:"code"` // 2 error
}

type lineAttribute struct {
	Key   string         `json:"key"`
	Value map[string]any `json:"value"`
}

func lineOf(s Span) lineSpan {
	out := lineSpan{
		TraceID: s.Trace.String(), SpanID: s.ID.String(), Name: s.Name, Kind: 1,
		Start: nanos(s.Start), End: nanos(s.End), Attributes: attributesOf(s.Attributes),
	}
	if s.Parent.IsValid() {
		out.Parent = s.Parent.SpanID().String()
	}
	if s.Kind == trace.SpanKindClient {
		out.Kind = 3
	}
	for _, n := range s.Events {
		out.Events = append(out.Events, lineEvent{nanos(n.At), n.Name, attributesOf(n.Attributes)})
	}
	for _, l := range s.Links {
		out.Links = append(out.Links, lineLink{l.TraceID().String(), l.SpanID().String()})
	}
	if s.Failed {
		out.Status = &lineStatus{2}
	}
	return out
}

func nanos(t time.Time) string { return strconv.FormatInt(t.UnixNano(), 10) }

func attributesOf(attrs []attribute.KeyValue) (out []lineAttribute) {
	for _, a := range attrs {
		out = append(out, lineAttribute{string(a.Key), lineValue(a.Value)})
	}
	return out
}

// lineValue panics at a kind of value that no attribute of conventions.go has.
func lineValue(v attribute.Value) map[string]any {
	switch v.Type() {
	case attribute.INT64:
		return map[string]any{"intValue": strconv.FormatInt(v.AsInt64(), 10)}
	case attribute.BOOL:
		return map[string]any{"boolValue": v.AsBool()}
	case attribute.STRING:
		return map[string]any{"stringValue": v.AsString()}
	case attribute.STRINGSLICE:
		var list []any
		for _, s := range v.AsStringSlice() {
			list = append(list, map[string]any{"stringValue": s})
		}
		return map[string]any{"arrayValue": map[string]any{"values": list}}
	}
	panic("telemetry: no line has a value of the kind " + v.Type().String())
}
