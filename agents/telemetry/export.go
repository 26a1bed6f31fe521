package telemetry

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Variables of OpenTelemetry that say where the collector is. Headers, certificates and
// time limits have theirs too, which the exporter reads.
var endpointVariables = []string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"}

// Wanted says whether spans are to be told: to an address, or to where the environment
// says.
func Wanted(address string) bool {
	for _, v := range endpointVariables {
		if os.Getenv(v) != "" {
			return true
		}
	}
	return address != ""
}

// An exporter hands spans to a collector, over OTLP and HTTP.
type exporter struct {
	to       sdk.SpanExporter
	provider *sdk.TracerProvider
	tracer   trace.Tracer
	made     *made
}

// newExporter connects to nothing yet. address is the collector's, without the path; ""
// for that of the environment.
func newExporter(ctx context.Context, address, version string) (*exporter, error) {
	// What is tried again, and for how long, is decided in Run.
	options := []otlptracehttp.Option{otlptracehttp.WithRetry(otlptracehttp.RetryConfig{})}
	if address != "" {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return nil, fmt.Errorf("the collector's address %q is none: give http://host:4318", address)
		}
		options = append(options, otlptracehttp.WithEndpointURL(strings.TrimRight(address, "/")+"/v1/traces"))
	}
	to, err := otlptracehttp.New(ctx, options...)
	if err != nil {
		return nil, fmt.Errorf("make the exporter: %w", err)
	}
	e := &exporter{to: to, made: &made{}}
	e.provider = sdk.NewTracerProvider(
		sdk.WithSyncer(e.made), sdk.WithIDGenerator(givenIDs{}), sdk.WithSampler(sdk.ParentBased(sdk.AlwaysSample())),
		sdk.WithResource(resource.NewSchemaless(attribute.String("service.name", "turnbook"), attribute.String("service.version", version))),
	)
	e.tracer = e.provider.Tracer(scope, trace.WithInstrumentationVersion(Conventions))
	return e, nil
}

// add makes a span ready to be sent.
func (e *exporter) add(s Span) {
	ctx := context.WithValue(context.Background(), spanKey{}, &s)
	options := []trace.SpanStartOption{trace.WithSpanKind(s.Kind), trace.WithTimestamp(s.Start), trace.WithAttributes(s.Attributes...)}
	for _, l := range s.Links {
		options = append(options, trace.WithLinks(trace.Link{SpanContext: l}))
	}
	_, span := e.tracer.Start(trace.ContextWithSpanContext(ctx, s.Parent), s.Name, options...)
	for _, n := range s.Events {
		span.AddEvent(n.Name, trace.WithTimestamp(n.At), trace.WithAttributes(n.Attributes...))
	}
	if s.Failed {
		span.SetStatus(codes.Error, "")
	}
	span.End(trace.WithTimestamp(s.End))
}

// sendTime is the longest that the collector is waited for, at one attempt.
const sendTime = 10 * time.Second

// send sends what is ready. When it fails, that stays ready.
func (e *exporter) send(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	if err := e.to.ExportSpans(ctx, e.made.spans); err != nil {
		return err
	}
	e.drop()
	return nil
}

func (e *exporter) drop() { e.made.spans = nil }

func (e *exporter) ready() int { return len(e.made.spans) }

func (e *exporter) close(ctx context.Context) error {
	return errors.Join(e.provider.Shutdown(ctx), e.to.Shutdown(ctx))
}

// made keeps the spans that the library has made, until they are sent.
type made struct{ spans []sdk.ReadOnlySpan }

// ExportSpans implements [sdk.SpanExporter].
func (m *made) ExportSpans(_ context.Context, spans []sdk.ReadOnlySpan) error {
	m.spans = append(m.spans, spans...)
	return nil
}

// Shutdown implements [sdk.SpanExporter].
func (*made) Shutdown(context.Context) error { return nil }

type spanKey struct{}

// givenIDs gives a span the ids that it has already.
type givenIDs struct{}

// NewIDs implements [sdk.IDGenerator].
func (givenIDs) NewIDs(ctx context.Context) (trace.TraceID, trace.SpanID) {
	s := ctx.Value(spanKey{}).(*Span)
	return s.Trace, s.ID
}

// NewSpanID implements [sdk.IDGenerator].
func (givenIDs) NewSpanID(ctx context.Context, _ trace.TraceID) trace.SpanID {
	return ctx.Value(spanKey{}).(*Span).ID
}
