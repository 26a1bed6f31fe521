package web

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// A pulse gives every connection a beat now and then: the time to say, or to ask for, a
// sign of life. One serves them all, so that an idle connection costs no timer.
type pulse struct {
	mu      sync.Mutex
	beating map[beater]bool
}

// A beater is a connection with something to do at each beat. It must not wait.
type beater interface{ beat() }

func newPulse() *pulse { return &pulse{beating: make(map[beater]bool)} }

// join gives a connection beats until leave is called.
func (p *pulse) join(b beater) (leave func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.beating[b] = true
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.beating, b)
	}
}

// run beats until ctx is done.
func (p *pulse) run(ctx context.Context, beats <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-beats:
			p.beat()
		}
	}
}

func (p *pulse) beat() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for b := range p.beating {
		b.beat()
	}
}

// missedBeats is how many beats in a row a client may leave unanswered. A slow reader
// answers when it has read what came before the question.
const missedBeats = 2

// A life is what is known of a client's: whether it was asked and has not answered.
type life struct {
	asked     atomic.Bool
	listening atomic.Bool // answers are read; while a frame is worked on they are not
	missed    int         // beats; only the pulse counts
}

func (l *life) listens(now bool) { l.listening.Store(now) }

// beat asks the client for a sign of life. One that owes several is gone.
func (c *connection) beat() {
	l := &c.life
	switch {
	case !l.asked.Swap(true):
		l.missed = 0
		go func() {
			if c.conn.Ping(context.Background()) == nil { // it ends with the connection
				l.asked.Store(false)
			}
		}()
	case l.listening.Load():
		if l.missed++; l.missed == missedBeats {
			go c.conn.CloseNow() // listen ends, and says that the client is lost
		}
	}
}
