package web

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"turnbook/bus"
	"turnbook/schemas"
)

// deltas hears the pieces of running messages once for all who show them here. A piece
// of a message that is over, as far as the hub has come in the log, reaches nobody: who
// sends the hub's events first and then what [deltaFeed.take] returns shows no piece
// behind its message.
type deltas struct {
	lg     *slog.Logger
	from   bus.Deltas // nil for none
	vendor schemas.VendorID

	mu    sync.Mutex
	feeds map[*deltaFeed]bool
	over  recent // calls and turns of which nothing more is shown
}

func newDeltas(lg *slog.Logger, from bus.Deltas, vendor schemas.VendorID) *deltas {
	return &deltas{lg: lg, from: from, vendor: vendor, feeds: make(map[*deltaFeed]bool), over: recent{has: make(map[string]bool)}}
}

// listenAgain is the pause before another try to listen.
const listenAgain = 2 * time.Second

// hear begins to listen, and hands on what it hears until ctx is done; done is told
// then. Streams do without deltas for as long as nothing can be heard.
func (d *deltas) hear(ctx context.Context, done *sync.WaitGroup) {
	if d.from == nil {
		return
	}
	heard := d.listen(ctx)
	done.Go(func() {
		for ctx.Err() == nil {
			for piece := range heard {
				d.hand(piece)
			}
			select {
			case <-ctx.Done():
			case <-time.After(listenAgain):
				heard = d.listen(ctx)
			}
		}
	})
}

// listen is what can be heard from now on; what is closed where that is nothing.
func (d *deltas) listen(ctx context.Context) <-chan bus.Delta {
	heard, err := d.from.Listen(ctx, d.vendor)
	if err == nil {
		return heard
	}
	if ctx.Err() == nil {
		d.lg.Warn("no deltas are heard", "vendor", d.vendor, "err", err)
	}
	nothing := make(chan bus.Delta)
	close(nothing)
	return nothing
}

// settle takes in which calls and turns are over. The hub calls it before it hands the
// records on.
func (d *deltas) settle(batch []schemas.Record) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, r := range batch {
		switch e := r.Event.(type) {
		case schemas.MessageWritten:
			d.over.add(string(e.Call))
		case schemas.ModelFailed:
			d.over.add(string(e.Call))
		case schemas.TurnEnded:
			d.over.add(string(r.Turn))
		}
	}
}

// ended says whether nothing more is shown of a piece's message. mu must be held.
func (d *deltas) ended(piece bus.Delta) bool {
	return d.over.has[string(piece.Call)] || d.over.has[string(piece.Turn)]
}

// hand gives a piece to the feeds that want it.
func (d *deltas) hand(piece bus.Delta) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ended(piece) {
		return
	}
	for f := range d.feeds {
		if f.wants(piece) {
			f.offer(piece)
		}
	}
}

// recentKeys is how many ends are remembered; a piece is late by moments.
const recentKeys = 4096

// recent remembers the last [recentKeys] that were added.
type recent struct {
	has  map[string]bool
	keys []string // a ring, oldest at next
	next int
}

func (r *recent) add(key string) {
	if r.has[key] {
		return
	}
	r.has[key] = true
	if len(r.keys) < recentKeys {
		r.keys = append(r.keys, key)
		return
	}
	delete(r.has, r.keys[r.next])
	r.keys[r.next] = key
	r.next = (r.next + 1) % recentKeys
}
