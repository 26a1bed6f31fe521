package bus

import (
	"context"
	"sync"

	"turnbook/schemas"
)

// MemDeltas carries deltas within one process.
func MemDeltas() Deltas {
	return &memDeltas{listeners: make(map[chan Delta]schemas.VendorID)}
}

type memDeltas struct {
	mu        sync.Mutex
	listeners map[chan Delta]schemas.VendorID
}

func (m *memDeltas) Send(d Delta) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for heard, vendor := range m.listeners {
		if vendor != d.Vendor {
			continue
		}
		select {
		case heard <- d:
		default: // too slow
		}
	}
}

func (m *memDeltas) Listen(ctx context.Context, v schemas.VendorID) (<-chan Delta, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	heard := make(chan Delta, DeltaBuffer)
	m.mu.Lock()
	m.listeners[heard] = v
	m.mu.Unlock()
	context.AfterFunc(ctx, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.listeners, heard)
		close(heard)
	})
	return heard, nil
}
