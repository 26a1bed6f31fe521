package telemetry

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	wire "go.opentelemetry.io/proto/otlp/trace/v1"

	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/schemas/goldentest"
)

// A history is a message of a boundary, as it stood in a book.
type history struct {
	entity schemas.Entity
	at     time.Time
	drafts []schemas.Draft
}

// readBook reads the book of a history that the engine's tests have played. There, time
// moves only while somebody waits; here, each message takes ten milliseconds.
func readBook(t *testing.T, name string) (all []history) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "worker", "testdata", "histories", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	_, lines, ok := strings.Cut(string(raw), "-- book --\n")
	if !ok {
		t.Fatalf("%s has no book", name)
	}
	for line := range strings.Lines(lines) {
		about, batch, _ := strings.Cut(strings.TrimSpace(line), " ")
		e, err := schemas.ParseEntity("acme", about)
		if err != nil {
			t.Fatal(err)
		}
		h := history{entity: e}
		for _, r := range schemas.DecodeBatch(e, 1, []byte(batch), nil) {
			h.drafts, h.at = append(h.drafts, r.Draft), r.Time.Add(time.Duration(len(all))*10*time.Millisecond)
		}
		all = append(all, h)
	}
	return all
}

// A desk is a book and how far each of its boundaries has come.
type desk struct {
	t    *testing.T
	log  bus.Log
	last map[schemas.Entity]uint64
}

func newDesk(t *testing.T) *desk {
	return &desk{t: t, log: bus.Mem(), last: make(map[schemas.Entity]uint64)}
}

func (d *desk) write(all ...history) {
	d.t.Helper()
	for _, h := range all {
		rs, err := d.log.Append(d.t.Context(), h.entity, d.last[h.entity], h.at, h.drafts...)
		if err != nil {
			d.t.Fatal(err)
		}
		d.last[h.entity] = rs[0].Seq
	}
}

func (d *desk) events() (all []schemas.Record) {
	d.t.Helper()
	for r, err := range d.log.Read(d.t.Context(), bus.Query{Kind: schemas.SessionBoundary}) {
		if err != nil {
			d.t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// telling runs a teller over the book until stop is called.
func (d *desk) telling(o Options) (stop func()) {
	d.t.Helper()
	o.Log, o.Version = d.log, "test"
	teller, err := New(d.t.Context(), slog.New(slog.DiscardHandler), o)
	if err != nil {
		d.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(d.t.Context())
	done := make(chan error, 1)
	go func() { done <- teller.Run(ctx) }()
	return func() {
		d.t.Helper()
		cancel()
		if err := <-done; err != nil {
			d.t.Error(err)
		}
	}
}

func told(spans []*wire.Span) (all []wanted) {
	at := func(ns uint64) string { return moment(time.Unix(0, int64(ns))) }
	for _, s := range spans {
		all = append(all, wanted{s.Name, at(s.StartTimeUnixNano), at(s.EndTimeUnixNano)})
	}
	return all
}

func sorted(all []wanted) []string {
	lines := make([]string, len(all))
	for i, w := range all {
		lines[i] = fmt.Sprint(w.from, " ", w.to, " ", w.what)
	}
	slices.Sort(lines)
	return lines
}

// onEachHistory runs a test with each history's events, and with the spans that a
// collector is told of them.
func onEachHistory(t *testing.T, test func(t *testing.T, events []schemas.Record, spans []*wire.Span)) {
	files, err := filepath.Glob("../worker/testdata/histories/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d histories: %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) {
			d, c := newDesk(t), newCollector(t)
			stop := d.telling(Options{Address: c.URL, File: filepath.Join(t.TempDir(), "told.json")})
			d.write(readBook(t, name)...)
			spans := c.until(t, len(spansOf(d.events())))
			stop()
			test(t, d.events(), spans)
		})
	}
}

func TestSpansAreTheEventsOneForOne(t *testing.T) {
	onEachHistory(t, func(t *testing.T, events []schemas.Record, spans []*wire.Span) {
		want := spansOf(events)
		if diff := cmp.Diff(sorted(want), sorted(told(spans))); diff != "" {
			t.Errorf("-events +spans:\n%s", diff)
		}
		wellMade(t, spans)
	})
}

// wellMade checks what holds for any spans: no id stands twice, each is inside what it is
// part of, and what it links to was told.
func wellMade(t *testing.T, spans []*wire.Span) {
	t.Helper()
	known := make(map[string]*wire.Span)
	for _, s := range spans {
		id := hex.EncodeToString(s.SpanId)
		if known[id] != nil {
			t.Errorf("%s is told twice", s.Name)
		}
		known[id] = s
	}
	for _, s := range spans {
		up := known[hex.EncodeToString(s.ParentSpanId)]
		switch {
		case len(s.ParentSpanId) == 0:
		case up == nil:
			t.Errorf("%s is part of what was not told", s.Name)
		case !bytes.Equal(up.TraceId, s.TraceId), s.StartTimeUnixNano < up.StartTimeUnixNano, s.EndTimeUnixNano > up.EndTimeUnixNano:
			t.Errorf("%s is not inside %s", s.Name, up.Name)
		}
		for _, l := range s.Links {
			if to := known[hex.EncodeToString(l.SpanId)]; to == nil || bytes.Equal(to.TraceId, s.TraceId) {
				t.Errorf("%s links to nothing, or into its own trace", s.Name)
			}
		}
	}
}

func TestTreesOfSpans(t *testing.T) {
	for _, name := range []string{"fan-out-with-a-linked-module", "a-card-confirmed", "a-card-superseded", "a-model-that-fails-three-times", "a-hand-back-spends-one-hop"} {
		t.Run(name, func(t *testing.T) {
			d, c := newDesk(t), newCollector(t)
			stop := d.telling(Options{Address: c.URL, File: filepath.Join(t.TempDir(), "told.json")})
			d.write(readBook(t, name)...)
			got := asTree(c.until(t, len(spansOf(d.events()))))
			stop()
			file := filepath.Join("testdata", name+".txt")
			goldentest.Compare(t, file, got)
		})
	}
}
