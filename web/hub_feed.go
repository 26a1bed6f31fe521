package web

import (
	"sync"

	"turnbook/schemas"
)

// A feed is one view's share of the hub, with a buffer that is bounded in bytes.
type feed struct {
	wants func(schemas.Record) bool
	limit int           // bytes of stored events that may wait
	news  chan struct{} // holds one token when there is something to take

	mu      sync.Mutex
	waiting []item
	bytes   int
	over    bool // more came than the buffer takes: nothing more is kept
}

func newFeed(limit int, wants func(schemas.Record) bool) *feed {
	return &feed{wants: wants, limit: limit, news: make(chan struct{}, 1)}
}

// offer keeps what the view wants, if there is room.
func (f *feed) offer(items []item) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.over {
		return
	}
	before := len(f.waiting)
	for _, it := range items {
		if !f.wants(it.record) {
			continue
		}
		if f.bytes += len(it.part); f.bytes > f.limit && len(f.waiting) > 0 {
			f.over, f.waiting, f.bytes = true, nil, 0
			break
		}
		f.waiting = append(f.waiting, it)
	}
	if f.over || len(f.waiting) > before {
		select {
		case f.news <- struct{}{}:
		default:
		}
	}
}

// take hands out what waits. over says that something was not kept: what comes after
// the last item must be read from the log.
func (f *feed) take() (items []item, over bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	items, over = f.waiting, f.over
	f.waiting, f.bytes = nil, 0
	return items, over
}
