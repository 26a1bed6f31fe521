package worker

import (
	"context"
	"fmt"

	"turnbook/agents"
	"turnbook/agents/documents"
	"turnbook/agents/turn"
	"turnbook/schemas"
)

// PlaybookID is the id of the playbook that is made with a key.
func PlaybookID(key string) schemas.PlaybookID {
	return schemas.DerivedID[schemas.PlaybookID]("p", "playbook", key)
}

// CreatePlaybook makes an empty draft and returns its id.
func (rt *Runtime) CreatePlaybook(ctx context.Context, v schemas.VendorID, user schemas.UserID, title, key string) (schemas.PlaybookID, error) {
	if key == "" {
		key = rt.o.NewID()
	}
	id := PlaybookID(key)
	return id, rt.begins(ctx, v, user, id, schemas.PlaybookCreated{Title: title}, key)
}

// ImportPlaybook makes a draft of what was read from a file.
func (rt *Runtime) ImportPlaybook(ctx context.Context, v schemas.VendorID, user schemas.UserID, id schemas.PlaybookID, e schemas.PlaybookImported, key string) error {
	return rt.begins(ctx, v, user, id, e, key)
}

// begins writes the first event of a playbook.
func (rt *Runtime) begins(ctx context.Context, v schemas.VendorID, user schemas.UserID, id schemas.PlaybookID, e schemas.Event, key string) error {
	by := draftBy{key: key, actor: "user/" + string(user)}
	at, again, err := rt.appendTo(ctx, playbookEntity(v, id), key, func(_ agents.World, seq uint64) ([]schemas.Draft, error) {
		if seq != 0 {
			return nil, &InputError{Field: "playbook_id", Want: fmt.Sprintf("playbook %q is there already; choose another id", id)}
		}
		return []schemas.Draft{by.draft(e, schemas.Subject{Playbook: id})}, nil
	})
	if again && err == nil {
		err = rt.sameAs(ctx, playbookEntity(v, id), at, e)
	}
	return err
}

// EditDocument changes a playbook's chrome by hand. A [*documents.Refusal] says that
// it came to nothing, and why; it is recorded.
func (rt *Runtime) EditDocument(ctx context.Context, v schemas.VendorID, user schemas.UserID, e schemas.DocumentEdit, key string) (uint64, error) {
	if key == "" {
		key = rt.o.NewID()
	}
	return rt.edit(ctx, v, user, e, draftBy{key: key, actor: "user/" + string(user)})
}

// EditLibrary changes the library's chrome by hand. A [*documents.Refusal] says that it
// came to nothing, and why; it is recorded.
func (rt *Runtime) EditLibrary(ctx context.Context, v schemas.VendorID, user schemas.UserID, e schemas.DocumentEdit, key string) (uint64, error) {
	if key == "" {
		key = rt.o.NewID()
	}
	by := draftBy{key: key, actor: "user/" + string(user)}
	a := attempt{entity: libraryEntity(v), about: schemas.Subject{Task: e.Task}, tool: string(e.Op), by: by}
	seq, again, err := rt.grant(ctx, a, func(w agents.World, _ uint64) ([]schemas.Draft, error) {
		event, no := documents.EditLibrary(w, e)
		if no != nil {
			return nil, no
		}
		return []schemas.Draft{by.draft(event, a.about)}, nil
	})
	if again && err == nil {
		wanted, ok := documents.LibraryEventOf(e)
		if !ok {
			return seq, &turn.Refused{Code: schemas.CodeKeyConflict, At: seq}
		}
		err = rt.sameAs(ctx, libraryEntity(v), seq, wanted)
	}
	return seq, err
}

// Record writes one event of the library, the vendor, or a playbook's life
// (published, archived), once for a key.
func (rt *Runtime) Record(ctx context.Context, v schemas.VendorID, kind schemas.BoundaryKind, id string, actor string, e schemas.Event, key string) (uint64, error) {
	if !isDocument(kind) {
		return 0, fmt.Errorf("worker: %s is no document", kind)
	}
	by := draftBy{key: key, actor: actor}
	seq, _, err := rt.appendTo(ctx, schemas.Entity{Vendor: v, Kind: kind, ID: id}, key, func(agents.World, uint64) ([]schemas.Draft, error) {
		about := schemas.Subject{}
		if kind == schemas.PlaybookBoundary {
			about.Playbook = schemas.PlaybookID(id)
		}
		return []schemas.Draft{by.draft(e, about)}, nil
	})
	return seq, err
}

// World is the documents as they stand, held still while look looks.
func (rt *Runtime) World(ctx context.Context, v schemas.VendorID, playbooks []schemas.PlaybookID, look func(agents.World)) error {
	w, release, err := rt.books.world(ctx, v, playbooks)
	if err != nil {
		return err
	}
	defer release()
	w.Now = rt.now()
	look(w)
	return nil
}
