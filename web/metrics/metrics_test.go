package metrics

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/schemas/goldentest"
	"turnbook/schemas/price"
)

// play writes the books of histories into one log, each message a second after the one
// before, and counts them.
func play(t *testing.T, names ...string) *Metrics {
	t.Helper()
	log := bus.Mem()
	now := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	prices, err := price.Parse([]byte(`{"version":"v","currency":"USD","prices":[{"model":"script","input":"2","output":"8"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	m, err := New(t.Context(), Options{
		Log: log, Prices: prices, Views: func() int { return 3 },
		Tables: func(context.Context) (Tables, error) { return Tables{Seq: 4, Parked: 2}, nil },
		Clock:  func() time.Time { now = now.Add(300 * time.Microsecond); return now },
	})
	if err != nil {
		t.Fatal(err)
	}
	writing := m.Timed(log)
	for i, name := range names {
		raw, err := os.ReadFile(filepath.Join("..", "..", "agents", "worker", "testdata", "histories", name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		_, lines, _ := strings.Cut(string(raw), "-- book --\n")
		vendor := schemas.VendorID(fmt.Sprintf("acme%d", i))
		last := make(map[schemas.Entity]uint64)
		n := 0
		for line := range strings.Lines(lines) {
			about, batch, _ := strings.Cut(strings.TrimSpace(line), " ")
			e, err := schemas.ParseEntity("acme", about)
			if err != nil {
				t.Fatal(err)
			}
			var drafts []schemas.Draft
			var at time.Time
			for _, r := range schemas.DecodeBatch(e, 1, []byte(batch), nil) {
				if answer, ok := r.Event.(schemas.ModelAnswered); ok {
					if answer.Lane == "r" {
						answer.Model = "somebody:small" // of whose prices nobody knows
					}
					answer.Usage = schemas.Usage{Input: 100, Output: 10, Cached: 40}
					r.Draft.Event = answer
				}
				drafts, at = append(drafts, r.Draft), r.Time
			}
			e.Vendor = vendor // each history has a book of its own
			rs, err := writing.Append(t.Context(), e, last[e], at.Add(time.Duration(n)*time.Second), drafts...)
			if err != nil {
				t.Fatal(err)
			}
			last[e], n = rs[0].Seq, n+1
			for _, r := range rs {
				if err := m.take(t.Context(), r); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	return m
}

// scrape is what Prometheus reads, without what every Go program tells.
func scrape(t *testing.T, m *Metrics) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	var out strings.Builder
	for line := range strings.Lines(w.Body.String()) {
		if strings.Contains(line, "turnbook_") {
			out.WriteString(line)
		}
	}
	return out.String()
}

// A fan-out, a hand-back, a redirect, cards, failures and drops, one after the other.
func TestTheScrapeAfterScriptedTurns(t *testing.T) {
	got := scrape(t, play(t, "fan-out-with-a-linked-module", "a-hand-back-spends-one-hop", "no-builder-is-redirected", "a-card-confirmed", "a-card-superseded",
		"a-model-that-fails-three-times", "another-task-in-the-builder-drops"))
	file := filepath.Join("testdata", "scrape.txt")
	goldentest.Compare(t, file, got)
}

func TestALabelHasRoomForSoManyValues(t *testing.T) {
	r := newRoom(2)
	var got []string
	for _, value := range []string{"", "a", "b", "c", "a", "d"} {
		got = append(got, r.of(value))
	}
	if diff := cmp.Diff([]string{other, "a", "b", other, "a", other}, got); diff != "" {
		t.Error(diff)
	}
}
