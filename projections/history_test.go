package projections

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/schemas/canon"
	"turnbook/schemas/goldentest"
)

// TestHistories projects every history into a real file, in four ways that must
// agree, and compares the rows with what the history wants.
func TestHistories(t *testing.T) {
	files, err := filepath.Glob("testdata/histories/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no histories: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			prose, given, want := readHistory(t, file)
			log := tell(t, given)
			rebuilt := t.TempDir()
			rows := throughRun(t, log, rebuilt)
			for name, other := range map[string]string{
				"record by record, stopped after each": recordByRecord(t, log),
				"each record offered twice":            offeredTwice(t, log),
				"in one transaction":                   inOneTransaction(t, log),
			} {
				if diff := gocmp.Diff(rows, other); diff != "" {
					t.Errorf("rebuilt (-) and %s (+) disagree:\n%s", name, diff)
				}
			}
			got := shown(t, rebuilt)
			if goldentest.Updating() {
				goldentest.Write(t, file, prose+"-- given --\n"+given+"-- want --\n"+got)
				return
			}
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Errorf("want (-), got (+):\n%s", diff)
			}
		})
	}
}

func readHistory(t *testing.T, file string) (prose, given, want string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	prose, rest, ok1 := strings.Cut(string(text), "-- given --\n")
	given, want, ok2 := strings.Cut(rest, "-- want --\n")
	if !ok1 || !ok2 {
		t.Fatalf("%s lacks a section", file)
	}
	return prose, given, want
}

// tell reads a history into a tape. A line is
//
//	vendor.kind.id [turn=id] [about=playbook/task] [id=event] type {data}
//
// and one that begins with "+" joins the message before it, in the same boundary
// and turn, about the same task unless it says otherwise. Event ids are <turn>/<n>
// or <boundary id>/<n>, counted from 1. Messages are a second apart.
func tell(t *testing.T, given string) *tape {
	t.Helper()
	var records []schemas.Record
	counts := map[string]int{}
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for line := range strings.Lines(given) {
		words, data, _ := strings.Cut(strings.TrimSpace(line), " {")
		if words == "" {
			continue
		}
		fields := strings.Fields(words)
		var r schemas.Record
		if fields[0] == "+" {
			previous := &records[len(records)-1]
			previous.Last = false
			r.Position = schemas.Position{Seq: previous.Seq, Index: previous.Index + 1}
			r.Entity, r.Turn, r.Subject, r.Time = previous.Entity, previous.Turn, previous.Subject, previous.Time
		} else {
			at = at.Add(time.Second)
			names := strings.SplitN(fields[0], ".", 3)
			r.Entity = schemas.Entity{Vendor: schemas.VendorID(names[0]), Kind: schemas.BoundaryKind(names[1]), ID: names[2]}
			r.Seq, r.Time = uint64(at.Minute()*60+at.Second()), at
		}
		r.Last, r.Actor, r.Type = true, "system", fields[len(fields)-1]
		options(t, &r, fields[1:len(fields)-1])
		if r.Draft.ID == "" {
			of := cmp.Or(string(r.Turn), r.Entity.ID)
			counts[of]++
			r.Draft.ID = fmt.Sprintf("%s/%d", of, counts[of])
		}
		stored, err := canon.JSON([]byte(`{"data":{` + data + `,"id":"` + r.Draft.ID + `"}`))
		if err != nil {
			t.Fatalf("line %q: %v", line, err)
		}
		r.Stored = stored
		body, _ := memberOf(stored, "data")
		r.Event, r.Err = schemas.Decode(r.Type, body)
		records = append(records, r)
	}
	return newTape(records...)
}

func options(t *testing.T, r *schemas.Record, fields []string) {
	t.Helper()
	for _, f := range fields {
		key, value, _ := strings.Cut(f, "=")
		switch key {
		case "turn":
			r.Turn = schemas.TurnID(value)
		case "about":
			playbook, task, _ := strings.Cut(value, "/")
			r.Subject = schemas.Subject{Playbook: schemas.PlaybookID(playbook), Task: schemas.TaskID(task)}
		case "id":
			r.Draft.ID = value
		default:
			t.Fatalf("%q is no option of a line", f)
		}
	}
}

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

func quiet(t *testing.T) *slog.Logger { return slog.New(slog.NewTextHandler(t.Output(), nil)) }

func openAt(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Open(t.Context(), quiet(t), Options{Path: filepath.Join(dir, "tables.db")})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func closeStore(t *testing.T, s *Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// running has Run follow a log until stop.
func running(t *testing.T, s *Store, log bus.Log) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx, log) }()
	return func() {
		t.Helper()
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
	}
}

func waitForHead(t *testing.T, s *Store, log bus.Log) {
	t.Helper()
	head, err := log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.WaitFor(t.Context(), head); err != nil {
		t.Fatal(err)
	}
}

func throughRun(t *testing.T, log bus.Log, dir string) string {
	s := openAt(t, dir)
	defer closeStore(t, s)
	stop := running(t, s, log)
	waitForHead(t, s, log)
	stop()
	return dump(t, s)
}

func allRecords(t *testing.T, log bus.Log) []schemas.Record {
	t.Helper()
	var out []schemas.Record
	for r, err := range log.Read(t.Context(), bus.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}

func projectAll(t *testing.T, s *Store, records ...schemas.Record) {
	t.Helper()
	if err := s.project(records, "epoch"); err != nil {
		t.Fatal(err)
	}
}

func recordByRecord(t *testing.T, log bus.Log) string {
	dir, rows := t.TempDir(), ""
	for _, r := range allRecords(t, log) {
		s := openAt(t, dir)
		projectAll(t, s, r)
		rows = dump(t, s)
		closeStore(t, s)
	}
	return rows
}

func offeredTwice(t *testing.T, log bus.Log) string {
	s := openAt(t, t.TempDir())
	defer closeStore(t, s)
	for _, r := range allRecords(t, log) {
		projectAll(t, s, r, r)
		projectAll(t, s, r)
	}
	return dump(t, s)
}

func inOneTransaction(t *testing.T, log bus.Log) string {
	s := openAt(t, t.TempDir())
	defer closeStore(t, s)
	projectAll(t, s, allRecords(t, log)...)
	return dump(t, s)
}

// dump is every row of every table, whole, in the order of the keys.
func dump(t *testing.T, s *Store) string {
	t.Helper()
	var b strings.Builder
	for _, table := range s.schema.tables {
		columns, rows := tableRows(t, s, table)
		if table.Name == "checkpoints" {
			rows[0] = rows[0][:3] // the rest is how the position was reached
		}
		fmt.Fprintf(&b, "%s: %s\n", table.Name, strings.Join(columns, " | "))
		for _, r := range rows {
			b.WriteString(strings.Join(r, " | ") + "\n")
		}
	}
	return b.String()
}

// shown is what a person reads: the rows of all tables but events and checkpoints,
// without empty tables, without columns in which nothing stands, without times.
func shown(t *testing.T, dir string) string {
	t.Helper()
	s := openAt(t, dir)
	defer closeStore(t, s)
	var b strings.Builder
	for _, table := range s.schema.tables {
		columns, rows := tableRows(t, s, table)
		if table.Name == "events" || table.Name == "checkpoints" || len(rows) == 0 {
			continue
		}
		var kept []int
		for i, c := range columns {
			told := false
			for _, r := range rows {
				told = told || r[i] != "" && r[i] != "0"
			}
			if told && c != "time" && c != "since" && !strings.HasSuffix(c, "_at") {
				kept = append(kept, i)
			}
		}
		line := func(cells []string) {
			out := make([]string, len(kept))
			for i, k := range kept {
				out[i] = cells[k]
			}
			b.WriteString(strings.Join(out, " | ") + "\n")
		}
		b.WriteString(table.Name + ": ")
		line(columns)
		for _, r := range rows {
			line(r)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func tableRows(t *testing.T, s *Store, table Table) (columns []string, rows [][]string) {
	t.Helper()
	c, err := openCursor(t.Context(), s.DB(), table, "")
	if err != nil {
		t.Fatal(err)
	}
	defer c.rows.Close()
	for _, column := range table.Columns {
		columns = append(columns, column.Name)
	}
	for c.row != nil {
		cells := make([]string, len(c.row))
		for i, v := range c.row {
			cells[i] = fmt.Sprint(v)
		}
		rows = append(rows, cells)
		if err := c.next(); err != nil {
			t.Fatal(err)
		}
	}
	return columns, rows
}
