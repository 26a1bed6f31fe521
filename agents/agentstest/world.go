package agentstest

import (
	"testing"
	"time"

	"turnbook/agents"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// Now is the clock reading of every world made here.
var Now = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// World folds events into the documents that a decision looks at: playbooks by
// id, the library, the vendor's flags. A playbook event goes to the playbook "p1"
// unless the map says otherwise.
func World(t testing.TB, playbooks map[schemas.PlaybookID][]schemas.Event, library []schemas.Event, flags ...schemas.Event) agents.World {
	t.Helper()
	w := agents.World{
		Now: Now, Flags: &document.Flags{}, Library: &document.Library{},
		Playbooks: map[schemas.PlaybookID]*document.Playbook{}, Basis: schemas.Basis{},
	}
	for id, events := range playbooks {
		p := &document.Playbook{}
		fold(t, schemas.Entity{Vendor: "acme", Kind: schemas.PlaybookBoundary, ID: string(id)}, events, p.Evolve)
		w.Playbooks[id], w.Basis["playbook/"+string(id)] = p, p.Seq
	}
	fold(t, schemas.Entity{Vendor: "acme", Kind: schemas.LibraryBoundary, ID: schemas.LibraryID}, library, w.Library.Evolve)
	fold(t, schemas.Entity{Vendor: "acme", Kind: schemas.VendorBoundary, ID: "acme"}, flags, w.Flags.Evolve)
	return w
}

// CanBuild is the event that gives a vendor the capability.
var CanBuild = schemas.FlagFlipped{Flag: schemas.AITaskBuilder, On: true}

func fold(t testing.TB, e schemas.Entity, events []schemas.Event, evolve func(schemas.Record) error) {
	t.Helper()
	for i, event := range events {
		r := schemas.Record{Position: schemas.Position{Seq: uint64(i + 1)}, Entity: e, Type: event.EventType(), Time: Now}
		r.Event, r.Draft.ID = event, "test"+string(rune('a'+i))+"/0"
		if err := evolve(r); err != nil {
			t.Fatalf("fold %s into %s: %v", r.Type, e, err)
		}
	}
}
