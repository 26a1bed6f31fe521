// Package bustest checks any log and any queue against the promises of package bus.
package bustest

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/schemas"
)

// Test checks the log that open returns, an empty one each time.
func Test(t *testing.T, open func(*testing.T) bus.Log) {
	for _, rule := range []struct {
		name  string
		check func(*testing.T, bus.Log)
	}{
		{"an append is read back as it was returned", readsBack},
		{"one message is the events of one append", oneMessage},
		{"an append needs drafts, ids, events and a boundary", needsAll},
		{"an append elsewhere than at the end conflicts", conflicts},
		{"of many writers at one position one wins", racing},
		{"the last append can be repeated, and no other", repeats},
		{"every boundary is one chain of hashes", chains},
		{"a reader starts anywhere", startsAnywhere},
		{"a query narrows by vendor, kind, boundary, turn and type", narrows},
		{"a reader sees the log up to the head when it began", readsUpToHead},
		{"a reader can stop and begin again", stops},
		{"a log that lost nothing begins with its first message", beginsAtOne},
		{"a reader who finds little in a long log comes to its end", findsLittle},
		{"followers miss nothing and get nothing twice", followsAll},
		{"a follower of one boundary gets it and goes on", followsOne},
		{"a follower ends at the end of its query", followEnds},
		{"a follower ends with the error of its context", followCancelled},
		{"large data comes back whole", largeData},
		{"too large data is refused and the log goes on", tooLarge},
		{"no id means anything to the broker", strangeIDs},
	} {
		t.Run(rule.name, func(t *testing.T) { rule.check(t, open(t)) })
	}
}

// at is the clock of the tests; it is cut to what the log keeps.
var at = time.Date(2026, 2, 3, 4, 5, 6, 789000, time.UTC)

func session(id string) schemas.Entity {
	return schemas.Entity{Vendor: "acme", Kind: schemas.SessionBoundary, ID: id}
}

// draft is an event of turn with a text to tell it by.
func draft(turn, n int, text string) schemas.Draft {
	id := fmt.Sprintf("t%d", turn)
	return schemas.Draft{
		ID:      fmt.Sprintf("%s/%d", id, n),
		Event:   schemas.MessageWritten{Call: "c1", Domain: schemas.Guide, Text: text},
		Turn:    schemas.TurnID(id),
		Actor:   "agent/guide",
		Subject: schemas.Subject{Playbook: "p1", Task: "42"},
	}
}

func mustAppend(t testing.TB, log bus.Log, e schemas.Entity, expect uint64, drafts ...schemas.Draft) []schemas.Record {
	t.Helper()
	records, err := log.Append(t.Context(), e, expect, at, drafts...)
	if err != nil {
		t.Fatalf("append to %s at %d: %v", e, expect, err)
	}
	return records
}

// fill appends n messages of one event to the boundary and returns their records.
func fill(t testing.TB, log bus.Log, e schemas.Entity, n int) []schemas.Record {
	t.Helper()
	last, err := log.Last(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	var all []schemas.Record
	for i := range n {
		all = append(all, mustAppend(t, log, e, last, draft(1, i, "x"))...)
		last = all[len(all)-1].Seq
	}
	return all
}

// Collect reads all that the query asks for.
func Collect(ctx context.Context, log bus.Log, q bus.Query) ([]schemas.Record, error) {
	var all []schemas.Record
	for r, err := range log.Read(ctx, q) {
		if err != nil {
			return all, err
		}
		all = append(all, r)
	}
	return all, nil
}

func mustRead(t testing.TB, log bus.Log, q bus.Query) []schemas.Record {
	t.Helper()
	all, err := Collect(t.Context(), log, q)
	if err != nil {
		t.Fatalf("read %+v: %v", q, err)
	}
	return all
}

// Diff compares records without mercy; "" is no difference.
func Diff(want, got []schemas.Record) string {
	if reflect.DeepEqual(want, got) { // much sooner than cmp, which explains
		return ""
	}
	return cmp.Diff(want, got, cmp.Exporter(func(reflect.Type) bool { return true }))
}

func same(t testing.TB, what string, want, got []schemas.Record) {
	t.Helper()
	if diff := Diff(want, got); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", what, diff)
	}
}

// CheckChain says what is wrong with a whole boundary's records; nil for nothing.
func CheckChain(records []schemas.Record) error {
	prev := schemas.GenesisHash
	for _, r := range records {
		switch {
		case r.Err != nil:
			return fmt.Errorf("event at %v: %w", r.Position, r.Err)
		case r.Prev != prev:
			return fmt.Errorf("event at %v links to %s, the one before it is %s", r.Position, r.Prev, prev)
		case !schemas.VerifyHash(r.Stored):
			return fmt.Errorf("event at %v has not the hash that it carries", r.Position)
		}
		prev = r.Hash
	}
	return nil
}

func ids(records []schemas.Record) []string {
	var all []string
	for _, r := range records {
		all = append(all, r.Draft.ID)
	}
	return all
}

func sameIDs(t testing.TB, what string, got []schemas.Record, want ...string) {
	t.Helper()
	if !slices.Equal(ids(got), want) {
		t.Fatalf("%s: got %q, want %q", what, ids(got), want)
	}
}
