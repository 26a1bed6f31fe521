package audit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/schemas/proof"
)

// Options say what an anchorer works with. Log, Vendor and Key are required.
type Options struct {
	Log    bus.Log
	Vendor schemas.VendorID
	Key    *proof.Key
	File   string           // each anchor is also a line of this file; "" for none
	Every  time.Duration    // how often Run anchors; 0 for a minute
	Ticks  <-chan time.Time // when Run anchors; nil for those of the clock
	Clock  func() time.Time // nil for time.Now
	Heads  int              // boundaries in one anchor at the most; 0 for 1,000
}

// An Anchorer anchors a vendor's chains.
type Anchorer struct {
	lg     *slog.Logger
	o      Options
	entity schemas.Entity

	mu     sync.Mutex
	loaded bool
	last   schemas.Record // of the audit boundary
	from   uint64         // the last message that is anchored
	read   uint64         // the last message that moved holds
	moved  map[schemas.Entity]*schemas.AnchoredHead
}

// New is an anchorer that has done nothing yet.
func New(lg *slog.Logger, o Options) *Anchorer {
	if o.Every == 0 {
		o.Every = time.Minute
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Heads == 0 {
		o.Heads = 1000
	}
	return &Anchorer{lg: lg, o: o, entity: schemas.AuditOf(o.Vendor)}
}

// A StrangerError says that a vendor's anchors are signed with another key than ours:
// its seed is in another data folder.
type StrangerError struct{ Have, Want string }

func (e *StrangerError) Error() string {
	return fmt.Sprintf("the book is anchored with the key %s and this data folder has %s; anchors are written where the book's own is", e.Want, e.Have)
}

// Key is the public half of the key that anchors here.
func (a *Anchorer) Key() string { return a.o.Key.Public() }

// Sign signs with the key that anchors here.
func (a *Anchorer) Sign(text []byte) (string, error) { return a.o.Key.Sign(text) }

// Run anchors at every tick until ctx is done. What fails is logged and tried again.
func (a *Anchorer) Run(ctx context.Context) error {
	ticks := a.o.Ticks
	if ticks == nil {
		t := time.NewTicker(a.o.Every)
		defer t.Stop()
		ticks = t.C
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticks:
		}
		if _, err := a.Anchor(ctx); err != nil && ctx.Err() == nil {
			a.lg.Warn("chains not anchored", "vendor", a.o.Vendor, "err", err)
		}
	}
}

// tries is how often an anchor is begun anew where another process was faster.
const tries = 4

// Anchor anchors all that is in the log now, and says up to where it is anchored. It
// writes nothing where nothing has moved. The error is a [*StrangerError] where the book
// has another key.
func (a *Anchorer) Anchor(ctx context.Context) (seq uint64, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for range tries {
		if err = a.catchUp(ctx); err == nil {
			return a.from, nil
		}
		a.loaded = false
		if !errors.Is(err, bus.ErrConflict) {
			break
		}
	}
	return a.from, fmt.Errorf("anchor %s: %w", a.o.Vendor, err)
}

// catchUp reads what was written since the last anchor, and anchors it.
func (a *Anchorer) catchUp(ctx context.Context) error {
	if err := a.load(ctx); err != nil {
		return err
	}
	q := bus.Query{Vendor: a.o.Vendor, After: schemas.Position{Seq: a.read, Index: math.MaxInt}}
	for r, err := range a.o.Log.Read(ctx, q) {
		if err != nil {
			return err
		}
		a.take(r)
		if r.Last && len(a.moved) >= a.o.Heads {
			if err := a.append(ctx); err != nil {
				return err
			}
		}
	}
	if len(a.moved) == 0 {
		return nil
	}
	return a.append(ctx)
}

// take remembers where a boundary stands now.
func (a *Anchorer) take(r schemas.Record) {
	a.read = r.Seq
	if r.Kind == schemas.AuditBoundary || r.Hash == "" {
		return
	}
	h := a.moved[r.Entity]
	if h == nil {
		h = &schemas.AnchoredHead{Boundary: r.Entity.String()}
		a.moved[r.Entity] = h
	}
	h.Seq, h.Hash, h.Count = r.Seq, r.Hash, h.Count+1
}

// append writes an anchor of what has moved.
func (a *Anchorer) append(ctx context.Context) error {
	e := schemas.HeadAnchored{Seq: a.read, At: a.now(), Before: a.last.Hash, Key: a.o.Key.Public()}
	for _, h := range a.moved {
		e.Heads = append(e.Heads, *h)
	}
	slices.SortFunc(e.Heads, func(x, y schemas.AnchoredHead) int { return strings.Compare(x.Boundary, y.Boundary) })
	text, err := e.Statement(a.entity)
	if err == nil {
		e.Signature, err = a.o.Key.Sign(text)
	}
	if err != nil {
		return err
	}
	if err := a.write(ctx, fmt.Sprintf("anchor-%d/0", a.read), e); err != nil {
		return err
	}
	a.from = e.Seq
	clear(a.moved)
	a.keepOutside(a.last)
	return nil
}

// write appends one event to the audit boundary.
func (a *Anchorer) write(ctx context.Context, id string, e schemas.Event) error {
	records, err := a.o.Log.Append(ctx, a.entity, a.last.Seq, a.now(), schemas.Draft{ID: id, Event: e, Actor: "system"})
	if err == nil {
		a.last = records[0]
	}
	return err
}

func (a *Anchorer) now() time.Time { return a.o.Clock().UTC().Truncate(time.Microsecond) }

// load finds where the last anchor stands. A book without a key is given ours.
func (a *Anchorer) load(ctx context.Context) error {
	if a.loaded {
		return nil
	}
	a.last, a.from, a.read, a.moved = schemas.Record{}, 0, 0, make(map[schemas.Entity]*schemas.AnchoredHead)
	seq, err := a.o.Log.Last(ctx, a.entity)
	if err != nil {
		return err
	}
	if seq == 0 {
		if err := a.write(ctx, "key/0", schemas.KeyMade{Key: a.Key()}); err != nil {
			return err
		}
		a.loaded = true
		return nil
	}
	if err := a.ours(ctx); err != nil {
		return err
	}
	q := bus.Of(a.entity)
	q.After = schemas.Position{Seq: seq, Index: -1}
	for r, err := range a.o.Log.Read(ctx, q) {
		if err != nil {
			return err
		}
		a.last = r
	}
	if e, ok := a.last.Event.(schemas.HeadAnchored); ok {
		a.from, a.read = e.Seq, e.Seq
		a.keepOutside(a.last)
	}
	a.loaded = true
	return nil
}

// ours says whether the book's key is ours. The error is a [*StrangerError].
func (a *Anchorer) ours(ctx context.Context) error {
	for r, err := range a.o.Log.Read(ctx, bus.Of(a.entity)) {
		if err != nil {
			return err
		}
		if e, ok := r.Event.(schemas.KeyMade); !ok || e.Key != a.Key() {
			return &StrangerError{Have: a.Key(), Want: e.Key}
		}
		return nil
	}
	return nil
}
