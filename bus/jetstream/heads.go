package jetstream

import "sync"

// head is where a boundary stood at some time.
type head struct {
	seq  uint64
	hash string // of the last event of the message at seq
}

// headsKept is how many boundaries a generation of the cache holds: about 200 bytes
// each, and two generations.
const headsKept = 8192

// heads remembers where boundaries stood. It may be behind, since other processes
// write too; what it says about a sequence is always true.
type heads struct {
	mu          sync.Mutex
	recent, old map[string]head // by subject
}

func (h *heads) get(subject string) head {
	h.mu.Lock()
	defer h.mu.Unlock()
	if at, ok := h.recent[subject]; ok {
		return at
	}
	return h.old[subject]
}

func (h *heads) put(subject string, at head) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if at.seq < h.recent[subject].seq {
		return
	}
	if h.recent == nil || len(h.recent) >= headsKept {
		h.old, h.recent = h.recent, make(map[string]head)
	}
	h.recent[subject] = at
}
