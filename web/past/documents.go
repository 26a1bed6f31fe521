package past

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"sync"

	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// Documents are playbooks and libraries as they stood at positions of the log.
type Documents struct {
	lg  *slog.Logger
	log bus.Log

	mu        sync.Mutex
	playbooks map[schemas.Entity]*shelf[*document.Playbook]
	libraries map[schemas.Entity]*shelf[*document.Library]
}

// NewDocuments keeps copies for a log; none yet.
func NewDocuments(lg *slog.Logger, log bus.Log) *Documents {
	return &Documents{
		lg: lg, log: log,
		playbooks: make(map[schemas.Entity]*shelf[*document.Playbook]), libraries: make(map[schemas.Entity]*shelf[*document.Library]),
	}
}

// Playbook is a playbook as it stood at a position. since is a position before it that
// will be asked from again, as a turn's beginning is: a copy is kept there. What is
// returned must not be changed.
func (d *Documents) Playbook(ctx context.Context, v schemas.VendorID, id schemas.PlaybookID, since uint64, at schemas.Position) (*document.Playbook, error) {
	e := schemas.Entity{Vendor: v, Kind: schemas.PlaybookBoundary, ID: string(id)}
	s := shelfOf(d, d.playbooks, e, func() *document.Playbook { return &document.Playbook{ID: id} })
	return s.at(ctx, d, since, at)
}

// Library is the library as it stood at a position, as in [Documents.Playbook].
func (d *Documents) Library(ctx context.Context, v schemas.VendorID, since uint64, at schemas.Position) (*document.Library, error) {
	e := schemas.Entity{Vendor: v, Kind: schemas.LibraryBoundary, ID: schemas.LibraryID}
	s := shelfOf(d, d.libraries, e, func() *document.Library { return new(document.Library) })
	return s.at(ctx, d, since, at)
}

// mostShelves is how many documents of a kind have copies kept.
const mostShelves = 16

func shelfOf[D folded[D]](d *Documents, all map[schemas.Entity]*shelf[D], e schemas.Entity, blank func() D) *shelf[D] {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s, ok := all[e]; ok {
		return s
	}
	if len(all) >= mostShelves {
		clear(all) // what is asked for again is folded again
	}
	s := &shelf[D]{entity: e, copies: []kept[D]{{document: blank()}}}
	all[e] = s
	return s
}

// folded is a document: the fold of its boundary.
type folded[D any] interface {
	Evolve(schemas.Record) error
	Clone() D
}

// A shelf is the copies of one document.
type shelf[D folded[D]] struct {
	entity schemas.Entity

	mu     sync.Mutex
	copies []kept[D] // by position; the first is that of which nothing has happened
}

// A kept copy holds all of its boundary up to a message. Nobody changes it.
type kept[D any] struct {
	seq      uint64
	document D
}

const (
	copyEvery  = 1000 // records that are folded between two copies
	mostCopies = 16   // of one document
)

func (s *shelf[D]) at(ctx context.Context, d *Documents, since uint64, at schemas.Position) (D, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if since > 0 && since < at.Seq {
		base, err := s.fold(ctx, d, schemas.Position{Seq: since, Index: math.MaxInt})
		if err != nil {
			return base, err
		}
		s.keep(since, base)
	}
	return s.fold(ctx, d, at)
}

// fold carries the nearest copy on to a position.
func (s *shelf[D]) fold(ctx context.Context, d *Documents, at schemas.Position) (D, error) {
	from := s.nearest(at)
	out, own := from.document, false
	q := bus.Of(s.entity)
	q.After, q.To = schemas.Position{Seq: from.seq, Index: math.MaxInt}, at.Seq
	n := 0
	for r, err := range d.log.Read(ctx, q) {
		if err != nil {
			return out, fmt.Errorf("fold %s as of %d: %w", s.entity, at.Seq, err)
		}
		if at.Before(r.Position) {
			break
		}
		if !own {
			out, own = out.Clone(), true
		}
		if err := evolve(out, r); err != nil {
			d.lg.Warn("event not folded", "entity", s.entity.String(), "seq", r.Seq, "err", err)
		}
		if n++; n >= copyEvery && r.Last {
			s.keep(r.Seq, out)
			own, n = false, 0
		}
	}
	return out, nil
}

func evolve[D folded[D]](document D, r schemas.Record) error {
	if r.Err != nil {
		return r.Err
	}
	return document.Evolve(r)
}

// nearest is the last copy that holds nothing behind a position.
func (s *shelf[D]) nearest(at schemas.Position) kept[D] {
	best := s.copies[0]
	for _, c := range s.copies[1:] {
		if c.seq < at.Seq || c.seq == at.Seq && at.Index == math.MaxInt {
			best = c
		}
	}
	return best
}

// keep puts a copy in its place. Where there are too many, every second one goes: what
// is left is never more than twice as far as it was.
func (s *shelf[D]) keep(seq uint64, document D) {
	i := 1
	for i < len(s.copies) && s.copies[i].seq < seq {
		i++
	}
	if i < len(s.copies) && s.copies[i].seq == seq {
		return
	}
	s.copies = append(s.copies, kept[D]{})
	copy(s.copies[i+1:], s.copies[i:])
	s.copies[i] = kept[D]{seq, document}
	if len(s.copies) <= mostCopies {
		return
	}
	for i := 1; i < len(s.copies); i++ {
		s.copies = append(s.copies[:i], s.copies[i+1:]...)
	}
}
