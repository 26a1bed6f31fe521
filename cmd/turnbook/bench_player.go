package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"turnbook/agents"
	"turnbook/agents/offline"
	"turnbook/agents/turn"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
)

// filled is what a book was filled with.
type filled struct {
	Events    int `json:"events"`
	Turns     int `json:"turns"`
	Sessions  int `json:"sessions"`
	Playbooks int `json:"playbooks"`
}

// A player plays turns, one after the other, so that the same seed makes the same book.
type player struct {
	fill
	rt    *worker.Runtime
	log   *watchedLog
	clock *playedClock
	rng   *rand.Rand
	done  filled
}

// booksBegin is the time at which every filled book begins.
var booksBegin = time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)

func newPlayer(lg *slog.Logger, log bus.Log, f fill) *player {
	p := &player{
		fill: f, rng: rand.New(rand.NewPCG(f.seed, 0)), clock: &playedClock{at: booksBegin},
		log: &watchedLog{Log: log, boundary: make(chan schemas.Record, 4)},
	}
	n := 0
	p.rt = worker.New(lg, worker.Options{
		Log: p.log, Wakes: bus.MemWakes(), Model: pacedModel{offline.New(offline.Options{}), p.clock}, Clock: p.clock.now,
		NewID: func() string { n++; return fmt.Sprintf("fill%d", n) }, AtOnce: 1,
	})
	return p
}

// play plays until there are enough events.
func (p *player) play(ctx context.Context, show func(events int)) (filled, error) {
	running, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- p.rt.Run(running, running) }()
	err := p.furnish(ctx)
	for err == nil && p.log.count() < p.events {
		if err = p.session(ctx); err == nil {
			show(p.log.count())
		}
	}
	stop()
	p.done.Events = p.log.count()
	return p.done, errors.Join(err, <-ended)
}

func (p *player) furnish(ctx context.Context) error {
	v := schemas.VendorID(p.vendor)
	if err := furnishDemo(ctx, p.rt, v); err != nil {
		return err
	}
	p.done.Playbooks++
	_, err := p.rt.Record(ctx, v, schemas.VendorBoundary, p.vendor, "system", schemas.FlagFlipped{Flag: schemas.AITaskBuilder, On: true}, "first-start")
	return err
}

// session plays a conversation about a playbook of its own.
func (p *player) session(ctx context.Context) error {
	v, n := schemas.VendorID(p.vendor), p.done.Sessions+1
	book := filledPlaybook(n, p.rng)
	p.clock.pass(time.Duration(p.rng.IntN(600)) * time.Second)
	if err := p.rt.ImportPlaybook(ctx, v, "local", book.id, book.imported, fmt.Sprintf("fill-import-%d", n)); err != nil {
		return err
	}
	id, err := p.rt.OpenSession(ctx, v, "local", book.id, fmt.Sprintf("fill-session-%d", n))
	if err != nil {
		return err
	}
	view, err := p.rt.OpenView(ctx, v, "local", id)
	if err != nil {
		return err
	}
	p.done.Sessions, p.done.Playbooks = n, p.done.Playbooks+1
	for i := range 3 + p.rng.IntN(6) {
		if err := p.turn(ctx, id, view, book.ask(p.rng), fmt.Sprintf("fill-%d-%d", n, i)); err != nil {
			return err
		}
	}
	return p.rt.CloseView(ctx, v, "local", view, "closed")
}

// turn asks, and waits for the turn's end; a card is answered, or left as it is.
func (p *player) turn(ctx context.Context, session schemas.SessionID, view schemas.ViewID, a filledAsk, key string) error {
	p.clock.pass(time.Duration(5+p.rng.IntN(120)) * time.Second)
	v := schemas.VendorID(p.vendor)
	_, err := p.rt.Message(ctx, worker.MessageCommand{Vendor: v, Session: session, View: view, Text: a.text, UIContext: &a.screen, Key: key})
	if err != nil {
		return fmt.Errorf("ask %q: %w", a.text, err)
	}
	p.done.Turns++
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case r := <-p.log.boundary:
			card, open := r.Event.(schemas.InterruptRaised)
			if ended := !open && string(r.Turn) == string(turn.TurnID(session, key)); ended {
				return nil
			}
			if !open {
				continue // the turn before, whose card this one superseded
			}
			if a.answer == "" {
				return nil
			}
			p.clock.pass(time.Duration(2+p.rng.IntN(60)) * time.Second)
			if err := p.rt.Answer(ctx, v, session, turn.Answer{Card: card.Card, Decision: a.answer, Fingerprint: card.Fingerprint}); err != nil {
				return err
			}
		}
	}
}

// A watchedLog counts what is appended, and tells where a turn ended or raised a card.
type watchedLog struct {
	bus.Log
	boundary chan schemas.Record

	mu     sync.Mutex
	events int
}

// Append implements [bus.Log].
func (l *watchedLog) Append(ctx context.Context, e schemas.Entity, expect uint64, at time.Time, drafts ...schemas.Draft) ([]schemas.Record, error) {
	records, err := l.Log.Append(ctx, e, expect, at, drafts...)
	l.mu.Lock()
	l.events += len(records)
	l.mu.Unlock()
	for _, r := range records {
		switch r.Event.(type) {
		case schemas.TurnEnded, schemas.InterruptRaised:
			l.boundary <- r
		}
	}
	return records, err
}

func (l *watchedLog) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.events
}

// A playedClock stands still until it is told that time passed.
type playedClock struct {
	mu sync.Mutex
	at time.Time
}

func (c *playedClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *playedClock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// A pacedModel takes time by the played clock, more for a longer conversation, and none
// by any other.
type pacedModel struct {
	agents.Model
	clock *playedClock
}

// Stream implements [agents.Model].
func (m pacedModel) Stream(ctx context.Context, r agents.Request) iter.Seq2[agents.Part, error] {
	m.clock.pass(400*time.Millisecond + time.Duration(len(r.Messages))*110*time.Millisecond)
	return m.Model.Stream(ctx, r)
}
