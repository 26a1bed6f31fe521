package web

import (
	"sync"

	"turnbook/agents/worker"
)

// maxCredit is the most that a client can have to its credit, in events.
const maxCredit = 1 << 30

// A purse is a client's credit: how many events it takes. Until it gives some the
// server's buffer decides.
type purse struct {
	mu     sync.Mutex
	asked  bool // the client wants flow control
	events int
	news   chan struct{} // holds a token when there may be credit again
}

func newPurse() purse { return purse{news: make(chan struct{}, 1)} }

func (p *purse) add(events int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = true
	p.events = min(p.events+events, maxCredit)
	select {
	case p.news <- struct{}{}:
	default:
	}
}

func (p *purse) spend() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.asked {
		return true
	}
	if p.events == 0 {
		return false
	}
	p.events--
	return true
}

func (p *purse) more() <-chan struct{} { return p.news }

// credit takes what a client gives. It is answered where it has a ref: who gives some
// with every event need not be thanked each time.
func (c *connection) credit(f inFrame) error {
	if f.Frames == nil || *f.Frames < 0 || *f.Frames > maxCredit {
		return c.tell(f, "error", &worker.InputError{Field: "frames", Want: "give how many events more can be taken, from 0 to 1073741824"})
	}
	c.purse.add(*f.Frames)
	if len(f.Ref) == 0 {
		return nil
	}
	return c.sendJSON(ackFrame{head: head{"ack", f.Ref}})
}
