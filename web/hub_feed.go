package web

import "sync"

// A feed is one view's share of the hub, with a buffer that is bounded in bytes.
type feed struct {
	wants func(*item) bool
	limit int           // bytes of frames that may wait, and one frame of any size
	news  chan struct{} // holds one token when there is something to take
	full  chan struct{} // closed when more came than the buffer takes: nothing more is kept

	mu      sync.Mutex
	waiting []*item
	bytes   int // of what waits, and of what was taken and is not sent yet
	most    int // that they ever were
	over    bool
}

func newFeed(limit int, wants func(*item) bool) *feed {
	return &feed{wants: wants, limit: limit, news: make(chan struct{}, 1), full: make(chan struct{})}
}

// offer keeps what the view wants, if there is room.
func (f *feed) offer(items []*item) {
	f.mu.Lock()
	defer f.mu.Unlock()
	before := len(f.waiting)
	for _, it := range items {
		if f.over {
			return
		}
		if f.wants(it) {
			f.keep(it)
		}
	}
	if len(f.waiting) > before {
		select {
		case f.news <- struct{}{}:
		default:
		}
	}
}

// keep takes an item in, or lets all go where there is no room. mu must be held.
func (f *feed) keep(it *item) {
	if f.bytes > 0 && f.bytes+len(it.part) > f.limit {
		f.over, f.waiting = true, nil
		close(f.full)
		return
	}
	f.waiting = append(f.waiting, it)
	f.bytes += len(it.part)
	f.most = max(f.most, f.bytes)
}

// take hands out what waits. Each item must be reported by sent.
func (f *feed) take() []*item {
	f.mu.Lock()
	defer f.mu.Unlock()
	items := f.waiting
	f.waiting = nil
	return items
}

// sent makes room for what an item took.
func (f *feed) sent(it *item) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.bytes -= len(it.part)
}

// isFull says whether something was not kept: what comes after the last item must be
// read from the log.
func (f *feed) isFull() bool {
	select {
	case <-f.full:
		return true
	default:
		return false
	}
}

func (f *feed) mostBytes() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.most
}
