package agentstest

import (
	"context"
	"errors"
	"sync"
	"time"

	"turnbook/bus"
	"turnbook/schemas"
)

// ErrDead is what a process gets from its log once it has died.
var ErrDead = errors.New("the process is dead")

// A Dying log takes its process with it at an append: just before it is written, or just
// after, when the acknowledgement is lost. Whoever holds it can do nothing from there on;
// the log below lives.
type Dying struct {
	bus.Log
	Left  int    // appends that go well
	After bool   // die once the append is written
	Die   func() // is told, once

	mu   sync.Mutex
	dead bool
}

// Append implements [bus.Log].
func (d *Dying) Append(ctx context.Context, e schemas.Entity, expect uint64, at time.Time, drafts ...schemas.Draft) ([]schemas.Record, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dead {
		return nil, ErrDead
	}
	if d.Left > 0 {
		d.Left--
		return d.Log.Append(ctx, e, expect, at, drafts...)
	}
	d.dead = true
	if d.After {
		if _, err := d.Log.Append(ctx, e, expect, at, drafts...); err != nil {
			return nil, err
		}
	}
	d.Die()
	return nil, ErrDead
}

// Allow says how many appends go well from now on.
func (d *Dying) Allow(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.Left = n
}
