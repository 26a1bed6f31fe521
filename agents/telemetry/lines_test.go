package telemetry

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	wire "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/testing/protocmp"

	"turnbook/schemas"
)

func TestTheLineOfATurnIsWhatACollectorIsTold(t *testing.T) {
	onEachHistory(t, func(t *testing.T, events []schemas.Record, spans []*wire.Span) {
		got := readLines(t, linesOf(t, events))
		byID := func(a, b *wire.Span) int { return bytes.Compare(a.SpanId, b.SpanId) }
		slices.SortFunc(spans, byID)
		slices.SortFunc(got, byID)
		// The exporter says of each span whether its parent is remote, which a file need not.
		but := cmp.Options{protocmp.IgnoreEmptyMessages(), protocmp.IgnoreFields((*wire.Span)(nil), "flags"), protocmp.IgnoreFields((*wire.Span_Link)(nil), "flags")}
		if diff := cmp.Diff(spans, got, protocmp.Transform(), but); diff != "" {
			t.Errorf("-collector +lines:\n%s", diff)
		}
	})
}

// linesOf writes a line for each turn of some events.
func linesOf(t *testing.T, events []schemas.Record) []byte {
	t.Helper()
	var order []schemas.TurnID
	turns := make(map[schemas.TurnID][]schemas.Record)
	for _, r := range events {
		if r.Turn != "" && turns[r.Turn] == nil {
			order = append(order, r.Turn)
		}
		turns[r.Turn] = append(turns[r.Turn], r)
	}
	var out bytes.Buffer
	for _, id := range order {
		if err := WriteLine(&out, SpansOf(turns[id])); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

var hexIDs = regexp.MustCompile(`"(traceId|spanId|parentSpanId)":"([0-9a-f]+)"`)

// readLines reads lines as OTLP's messages: protojson, but for the ids.
func readLines(t *testing.T, lines []byte) (spans []*wire.Span) {
	t.Helper()
	lines = hexIDs.ReplaceAllFunc(lines, func(pair []byte) []byte {
		m := hexIDs.FindSubmatch(pair)
		id, err := hex.DecodeString(string(m[2]))
		if err != nil {
			t.Fatal(err)
		}
		return []byte(`"` + string(m[1]) + `":"` + base64.StdEncoding.EncodeToString(id) + `"`)
	})
	for line := range bytes.Lines(lines) {
		var data wire.TracesData
		if err := protojson.Unmarshal(line, &data); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		for _, rs := range data.ResourceSpans {
			for _, ss := range rs.ScopeSpans {
				spans = append(spans, ss.Spans...)
			}
		}
	}
	return spans
}

func TestATurnOfAWorkspaceIsItsAgents(t *testing.T) {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	var records []schemas.Record
	for n, e := range []schemas.Event{
		schemas.TurnRequested{Text: "x", Key: "k", Digest: "d"},
		schemas.TurnStarted{},
		schemas.AgentResolved{Agent: "reviewer"},
		schemas.ModelCalled{Call: "t1.m.1", Lane: schemas.MainLane, Agent: "reviewer"},
		schemas.ModelAnswered{Call: "t1.m.1", Lane: schemas.MainLane, Model: "offline"},
		schemas.TurnEnded{Status: schemas.TurnCompleted, Stop: "completed"},
	} {
		records = append(records, schemas.Record{
			Entity: schemas.Entity{Vendor: "acme", Kind: schemas.SessionBoundary, ID: "w1"},
			Draft:  schemas.Draft{ID: string(rune('a' + n)), Turn: "t1", Event: e},
			Time:   at.Add(time.Duration(n) * time.Second),
		})
	}
	got := asTree(readLines(t, linesOf(t, records)))
	want := `invoke_workflow turnbook.turn [INTERNAL, 4s] turnbook.turn.status=completed turnbook.turn.stop_reason=completed turnbook.turn.hops=0
  invoke_agent reviewer [INTERNAL, 3s] gen_ai.agent.name=reviewer turnbook.lane=m
    chat offline [CLIENT, 1s] gen_ai.agent.name=reviewer turnbook.lane=m turnbook.attempt=0 gen_ai.provider.name=offline gen_ai.request.model=offline gen_ai.response.model=offline
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	records[2].Event = schemas.AgentResolved{Agent: "reviewer", Code: "AGENT_NOT_FOUND"}
	if got := asTree(readLines(t, linesOf(t, records))); strings.Contains(got, "invoke_agent") {
		t.Errorf("an agent that was refused worked:\n%s", got)
	}
}
