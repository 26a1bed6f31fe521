package worker

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"sync"

	"turnbook/agents"
	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// books keeps the documents that decisions look at folded in memory. A decision must
// not pay for asking the log whether they are current: followers bring them up to
// date, and what is appended here is folded at once. How far each was folded is
// recorded with the decision, as its basis.
type books struct {
	lg  *slog.Logger
	log bus.Log

	mu   sync.Mutex
	open map[schemas.Entity]*book
}

// A book is one folded document; exactly one of the folds is in use.
type book struct {
	entity schemas.Entity

	mu       sync.RWMutex
	loaded   bool
	seq      uint64
	playbook *document.Playbook
	library  *document.Library
	flags    *document.Flags
}

func newBooks(lg *slog.Logger, log bus.Log) *books {
	return &books{lg: lg, log: log, open: make(map[schemas.Entity]*book)}
}

func playbookEntity(v schemas.VendorID, id schemas.PlaybookID) schemas.Entity {
	return schemas.Entity{Vendor: v, Kind: schemas.PlaybookBoundary, ID: string(id)}
}

func libraryEntity(v schemas.VendorID) schemas.Entity {
	return schemas.Entity{Vendor: v, Kind: schemas.LibraryBoundary, ID: schemas.LibraryID}
}

func vendorEntity(v schemas.VendorID) schemas.Entity {
	return schemas.Entity{Vendor: v, Kind: schemas.VendorBoundary, ID: string(v)}
}

// book finds a document, folded.
func (b *books) book(ctx context.Context, e schemas.Entity) (*book, error) {
	b.mu.Lock()
	k, ok := b.open[e]
	if !ok {
		k = &book{entity: e}
		b.open[e] = k
	}
	b.mu.Unlock()
	k.mu.RLock()
	loaded := k.loaded
	k.mu.RUnlock()
	if loaded {
		return k, nil
	}
	return k, b.refresh(ctx, k)
}

// refresh folds what the log has beyond the book.
func (b *books) refresh(ctx context.Context, k *book) error { return b.foldTo(ctx, k, 0) }

// foldTo folds what the log has beyond the book, up to a position if to is not 0.
func (b *books) foldTo(ctx context.Context, k *book, to uint64) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.loaded {
		if err := k.blank(); err != nil {
			return err
		}
	}
	if to != 0 && k.seq >= to {
		k.loaded = true
		return nil
	}
	q := bus.Of(k.entity)
	q.After, q.To = schemas.Position{Seq: k.seq, Index: endOfMessage}, to
	for r, err := range b.log.Read(ctx, q) {
		if err != nil {
			k.loaded = false
			return fmt.Errorf("fold %s: %w", k.entity, err)
		}
		b.fold(k, r)
	}
	k.loaded = true
	return nil
}

// blank makes the book one of which nothing has happened.
func (k *book) blank() error {
	k.seq, k.playbook, k.library, k.flags = 0, nil, nil, nil
	switch k.entity.Kind {
	case schemas.PlaybookBoundary:
		k.playbook = &document.Playbook{ID: schemas.PlaybookID(k.entity.ID)}
	case schemas.LibraryBoundary:
		k.library = &document.Library{}
	case schemas.VendorBoundary:
		k.flags = &document.Flags{}
	default:
		return fmt.Errorf("worker: %s is no document", k.entity)
	}
	return nil
}

// endOfMessage is the index behind every event of a message.
const endOfMessage = math.MaxInt

// fold takes one record. mu must be held. What can't be folded is told, and costs
// nobody the rest.
func (b *books) fold(k *book, r schemas.Record) {
	k.seq = r.Seq
	err := r.Err
	if err == nil {
		switch {
		case k.playbook != nil:
			err = k.playbook.Evolve(r)
		case k.library != nil:
			err = k.library.Evolve(r)
		default:
			err = k.flags.Evolve(r)
		}
	}
	if err != nil {
		b.lg.Warn("event not folded", "entity", k.entity.String(), "seq", r.Seq, "err", err)
	}
}

// take folds records that were appended or followed, as far as they are news.
func (b *books) take(k *book, records []schemas.Record) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.loaded {
		return
	}
	known := k.seq
	for _, r := range records {
		if r.Seq > known {
			b.fold(k, r)
		}
	}
}

// follow keeps the open documents of a kind current, until ctx is done.
func (b *books) follow(ctx context.Context, kind schemas.BoundaryKind) {
	head, err := b.log.Head(ctx)
	if err != nil {
		b.lg.Error("documents can't be followed", "kind", kind, "err", err)
		return
	}
	// What was opened before is brought up to the head that following begins at.
	for _, k := range b.openOf(kind) {
		if err := b.refresh(ctx, k); err != nil {
			b.lg.Warn("document not brought up to date", "entity", k.entity.String(), "err", err)
		}
	}
	q := bus.Query{Kind: kind, After: schemas.Position{Seq: head, Index: endOfMessage}}
	for batch, err := range b.log.Follow(ctx, q) {
		if err != nil {
			if ctx.Err() == nil {
				b.lg.Error("documents can't be followed", "kind", kind, "err", err)
			}
			return
		}
		for len(batch) > 0 {
			n := 1
			for n < len(batch) && batch[n].Entity == batch[0].Entity {
				n++
			}
			b.mu.Lock()
			k, open := b.open[batch[0].Entity]
			b.mu.Unlock()
			if open {
				b.take(k, batch[:n])
			}
			batch = batch[n:]
		}
	}
}

func (b *books) openOf(kind schemas.BoundaryKind) []*book {
	b.mu.Lock()
	defer b.mu.Unlock()
	var open []*book
	for e, k := range b.open {
		if e.Kind == kind {
			open = append(open, k)
		}
	}
	return open
}

// current brings documents up to the head of their boundaries, whoever wrote there.
// Followers do so all the time, a moment late; where a person's yes is carried out, a
// moment is too late.
func (b *books) current(ctx context.Context, v schemas.VendorID, playbooks []schemas.PlaybookID) error {
	entities := []schemas.Entity{vendorEntity(v), libraryEntity(v)}
	for _, p := range playbooks {
		if _, err := schemas.ParseID[schemas.PlaybookID]("playbook_id", string(p)); err == nil {
			entities = append(entities, playbookEntity(v, p))
		}
	}
	for _, e := range entities {
		k, err := b.book(ctx, e)
		if err != nil {
			return err
		}
		last, err := b.log.Last(ctx, e)
		if err != nil {
			return fmt.Errorf("look for the head of %s: %w", e, err)
		}
		k.mu.RLock()
		behind := k.seq < last
		k.mu.RUnlock()
		if behind {
			if err := b.refresh(ctx, k); err != nil {
				return err
			}
		}
	}
	return nil
}

// show makes a book part of a world, as it stands.
func (k *book) show(w *agents.World, e schemas.Entity) {
	w.Basis[e.String()] = k.seq
	switch e.Kind {
	case schemas.VendorBoundary:
		w.Flags = k.flags
	case schemas.LibraryBoundary:
		w.Library = k.library
	case schemas.PlaybookBoundary:
		w.Playbooks[schemas.PlaybookID(e.ID)] = k.playbook
	}
}

// world is the documents that a decision looks at, held still until release.
func (b *books) world(ctx context.Context, v schemas.VendorID, playbooks []schemas.PlaybookID) (agents.World, func(), error) {
	entities := []schemas.Entity{vendorEntity(v), libraryEntity(v)}
	for _, p := range playbooks {
		if _, err := schemas.ParseID[schemas.PlaybookID]("playbook_id", string(p)); err != nil {
			continue // a context may name anything; what can't be an id names no playbook
		}
		if e := playbookEntity(v, p); !slices.Contains(entities, e) {
			entities = append(entities, e)
		}
	}
	// One order for all, so that nobody waits in a circle.
	slices.SortFunc(entities, func(x, y schemas.Entity) int {
		if x.String() < y.String() {
			return -1
		}
		return 1
	})
	w := agents.World{Playbooks: make(map[schemas.PlaybookID]*document.Playbook, len(playbooks)), Basis: make(schemas.Basis, len(entities))}
	var held []*book
	release := func() {
		for _, k := range held {
			k.mu.RUnlock()
		}
	}
	for _, e := range entities {
		k, err := b.book(ctx, e)
		if err != nil {
			release()
			return agents.World{}, nil, err
		}
		k.mu.RLock()
		held = append(held, k)
		k.show(&w, e)
	}
	return w, release, nil
}
