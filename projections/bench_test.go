package projections

import (
	"flag"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"turnbook/bus"
	"turnbook/bus/bustest"
	"turnbook/schemas"
)

var benchEvents = flag.Int("events", 100_000, "events in the book that BenchmarkProject projects")

// BenchmarkProject projects a book of turns, and reports the rate against its
// floor: reading the same log, then inserting the same rows into the same tables
// by the same driver. The goal is a ratio of 0.7.
func BenchmarkProject(b *testing.B) {
	log, events := bus.Mem(), 0
	var authors []*bustest.Author
	for n := range 50 {
		authors = append(authors, bustest.NewAuthor(b, log, fmt.Sprint(n)))
	}
	for n := 0; events < *benchEvents; n++ {
		a := authors[n%len(authors)]
		a.Turn(b, 5)
		var steps []schemas.StepID
		for i := range 5 {
			steps = append(steps, schemas.StepID(fmt.Sprintf("%s-t%d.m.%d", a.Session.ID, a.Turns, 2*i+1)))
		}
		a.Clear(b, steps...)
		events += 42
	}
	for b.Loop() {
		b.StopTimer()
		s, err := Open(b.Context(), discard(), Options{Path: filepath.Join(b.TempDir(), "tables.db")})
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		began := time.Now()
		if _, err := s.Rebuild(b.Context(), log, RebuildOptions{}); err != nil {
			b.Fatal(err)
		}
		took := time.Since(began)
		b.StopTimer()
		floor, rows := floorOf(b, log, s)
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(events)/took.Seconds(), "events/s")
		b.ReportMetric(float64(floor)/float64(took), "of-floor")
		b.ReportMetric(float64(rows)/float64(events), "rows/event")
		b.StartTimer()
	}
}

// floorOf is how long it takes to read the log and to insert the rows that it came
// to, one prepared statement a table, transactions of 5,000, indexes at the end.
func floorOf(b *testing.B, log bus.Log, s *Store) (time.Duration, int) {
	type part struct {
		table Table
		rows  [][]any
	}
	var parts []part
	for _, t := range s.schema.tables {
		c, err := openCursor(b.Context(), s.DB(), t, "")
		if err != nil {
			b.Fatal(err)
		}
		p := part{table: t}
		for c.row != nil {
			p.rows = append(p.rows, c.row)
			if err := c.next(); err != nil {
				b.Fatal(err)
			}
		}
		c.rows.Close()
		parts = append(parts, p)
	}
	bare, err := Open(b.Context(), discard(), Options{Path: filepath.Join(b.TempDir(), "floor.db")})
	if err != nil {
		b.Fatal(err)
	}
	defer bare.Close()
	if err := bare.transaction(func() error { return createTables(bare.conn, bare.schema, shadow, 1) }); err != nil {
		b.Fatal(err)
	}
	began, total := time.Now(), 0
	for _, err := range log.Read(b.Context(), bus.Query{}) {
		if err != nil {
			b.Fatal(err)
		}
	}
	w := newWriter(bare.conn, bare.schema, shadow)
	for _, p := range parts {
		if p.table.Name == "checkpoints" {
			continue
		}
		for len(p.rows) > 0 {
			n := min(len(p.rows), batchEvents)
			if err := bare.transaction(func() error { return insertAll(w, p.table, p.rows[:n]) }); err != nil {
				b.Fatal(err)
			}
			p.rows, total = p.rows[n:], total+n
		}
	}
	if err := createIndexes(bare.conn, bare.schema, shadow, 1); err != nil {
		b.Fatal(err)
	}
	return time.Since(began), total
}

func insertAll(w *writer, t Table, rows [][]any) error {
	query := "INSERT INTO [" + t.Name + "] VALUES (?"
	for range t.Columns[1:] {
		query += ",?"
	}
	for _, r := range rows {
		if _, err := w.exec(query+")", r...); err != nil {
			return err
		}
	}
	return nil
}
