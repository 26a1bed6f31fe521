package projections

import (
	"context"
	"errors"
	"iter"
	"sync"
	"time"

	"turnbook/bus"
	"turnbook/schemas"
)

// A tape is a log of records made by hand, so that it can hold what no writer would
// let in: unknown types, data of the wrong shape. It can only be read.
type tape struct {
	mu      sync.Mutex
	epoch   string
	records []schemas.Record
	grown   chan struct{}
}

func newTape(records ...schemas.Record) *tape {
	return &tape{epoch: "tape", records: records, grown: make(chan struct{})}
}

func (p *tape) Append(context.Context, schemas.Entity, uint64, time.Time, ...schemas.Draft) ([]schemas.Record, error) {
	return nil, errors.New("a tape is not appended to")
}

func (p *tape) First(context.Context) (uint64, error) { return 1, nil }

func (p *tape) now() ([]schemas.Record, <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.records, p.grown
}

func (p *tape) Read(ctx context.Context, q bus.Query) iter.Seq2[schemas.Record, error] {
	return func(yield func(schemas.Record, error) bool) {
		records, _ := p.now()
		for _, r := range records {
			if ctx.Err() != nil {
				yield(schemas.Record{}, ctx.Err())
				return
			}
			if q.Match(r) && !yield(r, nil) {
				return
			}
		}
	}
}

func (p *tape) Follow(ctx context.Context, q bus.Query) iter.Seq2[[]schemas.Record, error] {
	return func(yield func([]schemas.Record, error) bool) {
		for {
			records, grown := p.now()
			var batch []schemas.Record
			for _, r := range records {
				if q.Match(r) {
					batch = append(batch, r)
					q.After = r.Position
				}
			}
			if len(batch) > 0 && !yield(batch, nil) {
				return
			}
			select {
			case <-grown:
			case <-ctx.Done():
				yield(nil, ctx.Err())
				return
			}
		}
	}
}

func (p *tape) Head(context.Context) (uint64, error) {
	records, _ := p.now()
	if len(records) == 0 {
		return 0, nil
	}
	return records[len(records)-1].Seq, nil
}

func (p *tape) Last(context.Context, schemas.Entity) (uint64, error) {
	return 0, errors.New("a tape does not know its boundaries")
}

func (p *tape) Epoch() string { return p.epoch }
