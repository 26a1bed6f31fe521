package web

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"sync"
	"time"

	"turnbook/bus"
	"turnbook/schemas"
)

// endOfMessage is the index behind every event of a message.
const endOfMessage = math.MaxInt32

// A hub reads the log once for all views that are connected here. Each view has a
// feed with a buffer of its own, so that a slow one delays nobody.
type hub struct {
	lg     *slog.Logger
	log    bus.Log
	vendor schemas.VendorID
	ready  chan struct{} // closed when at is set
	deltas *deltas       // is told which messages are over

	mu      sync.Mutex
	begun   bool
	running bool
	at      schemas.Position // of the last event that was handed out
	feeds   map[*feed]bool
	most    int // bytes that waited in one feed
}

func newHub(lg *slog.Logger, log bus.Log, vendor schemas.VendorID, deltas *deltas) *hub {
	return &hub{lg: lg, log: log, vendor: vendor, deltas: deltas, ready: make(chan struct{}), feeds: make(map[*feed]bool)}
}

// run follows the log from its head until ctx is done. Where the log fails it tries
// again from where it stands, so that nobody who is fed from here misses anything; the
// error is that the log was closed, or ctx's.
func (h *hub) run(ctx context.Context) error {
	for rest := firstRest; ; rest = min(2*rest, longestRest) {
		from := h.position()
		err := h.follow(ctx)
		h.setRunning(false)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, bus.ErrClosed):
			return err
		case from != h.position():
			rest = firstRest
		}
		h.lg.Warn("streams interrupted, going on from where they stand", "seq", h.position().Seq, "err", err)
		pause(ctx, rest)
	}
}

// follow hands out what comes until the log fails.
func (h *hub) follow(ctx context.Context) error {
	if err := h.begin(ctx); err != nil {
		return err
	}
	h.setRunning(true)
	for batch, err := range h.log.Follow(ctx, bus.Query{Vendor: h.vendor, After: h.position()}) {
		if err != nil {
			return err
		}
		h.hand(batch)
	}
	return ctx.Err()
}

// begin takes the head of the log for where the hub stands, once.
func (h *hub) begin(ctx context.Context) error {
	if h.begun {
		return nil
	}
	head, err := h.log.Head(ctx)
	if err != nil {
		return err
	}
	at := schemas.Position{Seq: head}
	if head > 0 {
		for r, err := range h.log.Read(ctx, bus.Query{After: schemas.Position{Seq: head, Index: -1}, To: head}) {
			if err != nil {
				return err
			}
			at = r.Position
		}
	}
	h.mu.Lock()
	h.at, h.begun = at, true
	h.mu.Unlock()
	close(h.ready)
	return nil
}

func (h *hub) setRunning(running bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.running = running
}

// Rests between two tries to read a log that fails.
const (
	firstRest   = 50 * time.Millisecond
	longestRest = 2 * time.Second
)

// pause waits, or not if ctx is done.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

func (h *hub) isRunning() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.running
}

// hand gives records to the feeds that want them. What is alike for all of them is
// written once.
func (h *hub) hand(batch []schemas.Record) {
	h.deltas.settle(batch)
	h.mu.Lock()
	alone := len(h.feeds) == 0
	if alone {
		h.at = batch[len(batch)-1].Position
	}
	h.mu.Unlock()
	if alone {
		return
	}
	items := make([]*item, len(batch))
	for i, r := range batch {
		items[i] = itemOf(h.log.Epoch(), r)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for f := range h.feeds {
		f.offer(items)
	}
	h.at = batch[len(batch)-1].Position
}

// join adds a feed: it is offered every event after the position that join returns.
func (h *hub) join(f *feed) schemas.Position {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.feeds[f] = true
	return h.at
}

func (h *hub) leave(f *feed) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.feeds, f)
	h.most = max(h.most, f.mostBytes())
}

// position is how far the hub has come.
func (h *hub) position() schemas.Position {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.at
}
