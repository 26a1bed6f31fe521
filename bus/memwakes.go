package bus

import (
	"context"
	"sync"
	"time"
)

// NakDelay is how long a wake rests after its n-th handling failed, n from 1.
func NakDelay(n int) time.Duration {
	return min(100*time.Millisecond<<min(n-1, 10), 10*time.Second)
}

// MemWakes returns a queue in memory, for one process.
func MemWakes() Wakes { return &memWakes{more: make(chan struct{})} }

type memWakes struct {
	mu    sync.Mutex
	queue []memWake
	more  chan struct{} // closed by the next put
}

type memWake struct {
	Wake
	failed int // times
}

func (m *memWakes) Send(ctx context.Context, w Wake) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.put(memWake{Wake: w})
	return nil
}

func (m *memWakes) put(w memWake) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.queue = append(m.queue, w)
	close(m.more)
	m.more = make(chan struct{})
}

// take waits for a wake; it is not ok when ctx is done.
func (m *memWakes) take(ctx context.Context) (memWake, bool) {
	for ctx.Err() == nil {
		m.mu.Lock()
		if len(m.queue) > 0 {
			w := m.queue[0]
			m.queue = m.queue[1:]
			m.mu.Unlock()
			return w, true
		}
		more := m.more
		m.mu.Unlock()
		select {
		case <-more:
		case <-ctx.Done():
		}
	}
	return memWake{}, false
}

func (m *memWakes) Receive(ctx context.Context, atOnce int, handle func(context.Context, Wake) error) error {
	var slots sync.WaitGroup
	for range max(atOnce, 1) {
		slots.Go(func() {
			for w, ok := m.take(ctx); ok; w, ok = m.take(ctx) {
				if handle(ctx, w.Wake) == nil {
					continue
				}
				w.failed++
				if ctx.Err() != nil {
					m.put(w) // for another receiver, now
				} else {
					time.AfterFunc(NakDelay(w.failed), func() { m.put(w) })
				}
			}
		})
	}
	slots.Wait()
	return ctx.Err()
}
