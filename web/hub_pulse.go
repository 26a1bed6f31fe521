package web

import (
	"context"
	"sync"
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
