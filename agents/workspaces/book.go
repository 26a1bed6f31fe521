package workspaces

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"sync"

	"turnbook/agents/handles"
	"turnbook/bus"
	"turnbook/schemas"
)

// A book is projects, workspaces and handles, folded. What is read from it is a copy.
type book struct {
	lg  *slog.Logger
	log bus.Log

	mu      sync.Mutex
	opened  bool
	seen    uint64 // how far the log was folded
	seqs    map[schemas.Entity]uint64
	folds   map[schemas.Entity]fold
	changed chan struct{} // closed at the next change
}

// A fold is what one boundary comes to.
type fold interface {
	evolve(schemas.Record) error
	clone() fold
}

func newBook(lg *slog.Logger, log bus.Log) *book {
	return &book{
		lg: lg, log: log, changed: make(chan struct{}),
		seqs: make(map[schemas.Entity]uint64), folds: make(map[schemas.Entity]fold),
	}
}

// kinds are the boundaries that the book folds.
var kinds = []schemas.BoundaryKind{schemas.ProjectBoundary, schemas.WorkspaceBoundary, schemas.HandleBoundary}

func fresh(e schemas.Entity) fold {
	switch e.Kind {
	case schemas.ProjectBoundary:
		return &Project{ID: schemas.ProjectID(e.ID)}
	case schemas.WorkspaceBoundary:
		return &Workspace{ID: schemas.WorkspaceID(e.ID)}
	case schemas.HandleBoundary:
		return &held{Handle: handles.Handle{ID: schemas.HandleID(e.ID)}}
	}
	panic("workspaces: no fold for " + e.String())
}

const endOfMessage = math.MaxInt

// open folds what the log has, once.
func (b *book) open(ctx context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.opened {
		return nil
	}
	head, err := b.log.Head(ctx)
	if err != nil {
		return fmt.Errorf("fold workspaces: %w", err)
	}
	for _, kind := range kinds {
		for r, err := range b.log.Read(ctx, bus.Query{Kind: kind, To: head}) {
			if err != nil {
				return fmt.Errorf("fold workspaces: %w", err)
			}
			b.take(r)
		}
	}
	b.seen, b.opened = head, true
	return nil
}

// take folds one record. mu is held. What can't be folded is told, and costs nobody the
// rest.
func (b *book) take(r schemas.Record) {
	if r.Seq < b.seqs[r.Entity] {
		return // appended here, and folded then
	}
	f, ok := b.folds[r.Entity]
	if !ok {
		f = fresh(r.Entity)
		b.folds[r.Entity] = f
	}
	if err := errors.Join(r.Err); err != nil {
		b.lg.Warn("event not folded", "entity", r.Entity.String(), "seq", r.Seq, "err", err)
	} else if err := f.evolve(r); err != nil {
		b.lg.Warn("event not folded", "entity", r.Entity.String(), "seq", r.Seq, "err", err)
	}
	if r.Last {
		b.seqs[r.Entity] = r.Seq + 1
	}
}

// follow folds what is appended, by this process or another, and tells of it.
func (b *book) follow(ctx context.Context, changed func([]schemas.Record)) error {
	var wg sync.WaitGroup
	errs := make([]error, len(kinds))
	for i, kind := range kinds {
		wg.Go(func() {
			q := bus.Query{Kind: kind, After: schemas.Position{Seq: b.seen, Index: endOfMessage}}
			for batch, err := range b.log.Follow(ctx, q) {
				if err != nil {
					errs[i] = err
					return
				}
				b.takeAll(batch)
				changed(batch)
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *book) takeAll(batch []schemas.Record) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range batch {
		b.take(r)
	}
	close(b.changed)
	b.changed = make(chan struct{})
}

// changes is closed at the next change.
func (b *book) changes() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.changed
}

// poke has everybody who waits for a change look again.
func (b *book) poke() { b.takeAll(nil) }

// find is a boundary's fold, and where its history ends; a fresh one where there is none.
func (b *book) find(ctx context.Context, e schemas.Entity) (fold, uint64, error) {
	if err := b.open(ctx); err != nil {
		return nil, 0, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	f, ok := b.folds[e]
	if !ok {
		return fresh(e), 0, nil
	}
	return f.clone(), max(b.seqs[e], 1) - 1, nil
}

// conflicts is how often a decision is taken anew when somebody else appended.
const conflicts = 8

// append lets decide say what follows in a boundary, and writes it. decide is asked again
// when somebody else wrote meanwhile. No events: nothing is written.
func (b *book) append(ctx context.Context, s *Service, e schemas.Entity, by actor, decide func(fold) ([]schemas.Event, error)) ([]schemas.Record, error) {
	for range conflicts {
		f, seq, err := b.find(ctx, e)
		if err != nil {
			return nil, err
		}
		events, err := decide(f)
		if err != nil || len(events) == 0 {
			return nil, err
		}
		records, err := b.log.Append(ctx, e, seq, s.now(), by.drafts(e, seq, events)...)
		if err == nil {
			b.takeAll(records)
			return records, nil
		}
		if !errors.Is(err, bus.ErrConflict) {
			return nil, fmt.Errorf("write %s: %w", e, err)
		}
		if err := b.catchUp(ctx, e); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("write %s: %d decisions in a row were overtaken: %w", e, conflicts, bus.ErrConflict)
}

// catchUp folds what others wrote in a boundary.
func (b *book) catchUp(ctx context.Context, e schemas.Entity) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	q := bus.Of(e)
	q.After = schemas.Position{Seq: max(b.seqs[e], 1) - 1, Index: endOfMessage}
	for r, err := range b.log.Read(ctx, q) {
		if err != nil {
			return fmt.Errorf("fold %s: %w", e, err)
		}
		b.take(r)
	}
	return nil
}

// An actor is in whose name something is written, and in which turn.
type actor struct {
	name  string // "user/local", "agent/exec", "system"
	turn  schemas.TurnID
	cause string
}

var system = actor{name: "system"}

// drafts gives the events ids of their boundary and position: an append that has to be
// tried again is the same.
func (a actor) drafts(e schemas.Entity, seq uint64, events []schemas.Event) []schemas.Draft {
	drafts := make([]schemas.Draft, len(events))
	for i, event := range events {
		drafts[i] = schemas.Draft{ID: fmt.Sprintf("%s.%d/%d", e.ID, seq, i), Event: event, Actor: a.name, Turn: a.turn, Cause: a.cause}
	}
	return drafts
}

// all lists the folds of a vendor's boundaries of one kind, in the order of their ids.
func all[F fold](ctx context.Context, b *book, v schemas.VendorID, kind schemas.BoundaryKind) ([]F, error) {
	if err := b.open(ctx); err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	var entities []schemas.Entity
	for e := range b.folds {
		if e.Vendor == v && e.Kind == kind {
			entities = append(entities, e)
		}
	}
	slices.SortFunc(entities, func(x, y schemas.Entity) int { return strings.Compare(x.ID, y.ID) })
	out := make([]F, len(entities))
	for i, e := range entities {
		out[i] = b.folds[e].clone().(F)
	}
	return out, nil
}
