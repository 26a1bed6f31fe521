package projections

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"turnbook/schemas"
)

// Every event of the catalog is taken in where it belongs: an event that was added
// to the catalog and to no table would be parked, and its boundary with it.
func TestEveryEventOfTheCatalogHasAPlace(t *testing.T) {
	kinds := map[string]schemas.BoundaryKind{
		"session": schemas.SessionBoundary, "turn": schemas.SessionBoundary, "task": schemas.SessionBoundary, "view": schemas.ViewBoundary,
		"playbook": schemas.PlaybookBoundary, "library": schemas.LibraryBoundary, "vendor": schemas.VendorBoundary,
		"project": schemas.ProjectBoundary, "workspace": schemas.WorkspaceBoundary, "handle": schemas.HandleBoundary, "audit": schemas.AuditBoundary,
	}
	for _, name := range schemas.Types() {
		t.Run(name, func(t *testing.T) {
			raw, err := os.ReadFile("../schemas/testdata/samples/" + name + "@1.json")
			if err != nil {
				t.Fatal(err)
			}
			event, err := schemas.Decode(name, raw)
			if err != nil {
				t.Fatal(err)
			}
			family, _, _ := strings.Cut(name, ".")
			kind, ok := kinds[family]
			if name == (schemas.KeyMade{}).EventType() {
				kind = schemas.AuditBoundary // it stands with what it signs
			}
			if !ok {
				t.Fatalf("events of %q belong to no boundary that this test knows", family)
			}
			s := openAt(t, t.TempDir())
			defer closeStore(t, s)
			record := schemas.Record{Position: schemas.Position{Seq: 1}, Entity: schemas.Entity{Vendor: "acme", Kind: kind, ID: "x"}, Type: name, Time: time.Unix(0, 0).UTC(), Last: true}
			record.Event, record.Draft.ID, record.Actor = event, "x/0", "system"
			if family == "turn" || family == "task" {
				record.Turn = "t1"
				s.fold.turns.add(turnKey{"acme", "t1"}, Turn{Vendor: "acme", ID: "t1", Session: "x"})
			}
			if _, err := s.fold.w.exec("BEGIN IMMEDIATE"); err != nil {
				t.Fatal(err)
			}
			var misplaced *misplacedError
			if err := s.fold.dispatch(&rec{Record: record, at: stampOf(record.Time), data: JSON(raw)}); errors.As(err, &misplaced) {
				t.Error(err)
			}
			if _, err := s.fold.w.exec("ROLLBACK"); err != nil {
				t.Fatal(err)
			}
		})
	}
}
