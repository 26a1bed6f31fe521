package web

import (
	"context"
	"encoding/json"
	"math"
	"sync"

	"turnbook/bus"
	"turnbook/schemas"
)

// endOfMessage is the index behind every event of a message.
const endOfMessage = math.MaxInt32

// A hub reads the log once for all views that are connected here. Each view has a
// feed with a buffer of its own, so that a slow one delays nobody.
type hub struct {
	log    bus.Log
	vendor schemas.VendorID
	ready  chan struct{} // closed when at is set
	deltas *deltas       // is told which messages are over

	mu      sync.Mutex
	running bool
	at      schemas.Position // of the last event that was handed out
	feeds   map[*feed]bool
}

func newHub(log bus.Log, vendor schemas.VendorID, deltas *deltas) *hub {
	return &hub{log: log, vendor: vendor, deltas: deltas, ready: make(chan struct{}), feeds: make(map[*feed]bool)}
}

// run follows the log from its head until ctx is done.
func (h *hub) run(ctx context.Context) error {
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
	h.at, h.running = at, true
	h.mu.Unlock()
	close(h.ready)
	defer func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.running = false
	}()
	q := bus.Query{Vendor: h.vendor, After: schemas.Position{Seq: head, Index: endOfMessage}}
	for batch, err := range h.log.Follow(ctx, q) {
		if err != nil {
			return err
		}
		h.hand(batch)
	}
	return ctx.Err()
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
	items := make([]item, len(batch))
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
}

// position is how far the hub has come.
func (h *hub) position() schemas.Position {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.at
}

// An item is a record with the part of its frame that is the same for every view; no
// part where no view gets to see it.
type item struct {
	record schemas.Record
	part   []byte
}

// itemOf writes `,"cursor":…,"event":…`. Data that went to the blob store comes beside
// the event, which stays as it is in the log: `,"data":…`.
func itemOf(epoch string, r schemas.Record) item {
	it := item{record: r}
	if schemas.VisibilityOf(r.Type) != schemas.Wire || r.Err != nil && !json.Valid(r.Stored) {
		return it
	}
	part := make([]byte, 0, len(r.Stored)+80)
	part = append(part, `,"cursor":"`...)
	part = append(part, cursor{epoch, r.Position}.String()...)
	part = append(part, `","event":`...)
	part = append(part, r.Stored...)
	if data := spilled(r); data != nil {
		part = append(append(part, `,"data":`...), data...)
	}
	it.part = part
	return it
}

// maxReference is more bytes than an event has whose data is elsewhere.
const maxReference = 4 << 10

// spilled is the data of an event that holds only a reference to it; nil for others.
func spilled(r schemas.Record) []byte {
	if r.Event == nil || len(r.Stored) > maxReference {
		return nil
	}
	var envelope struct {
		Ref string `json:"dataref"`
	}
	if json.Unmarshal(r.Stored, &envelope) != nil || envelope.Ref == "" {
		return nil
	}
	data, err := json.Marshal(r.Event)
	if err != nil {
		return nil
	}
	return data
}
