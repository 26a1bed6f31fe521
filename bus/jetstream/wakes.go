package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	js "github.com/nats-io/nats.go/jetstream"

	"turnbook/bus"
	"turnbook/schemas"
)

const (
	wakeConsumer = "workers" // durable, shared by all receivers

	// ackWait is how long a wake stays with a receiver that says nothing.
	ackWait = 15 * time.Second
	// workingEvery is how often a receiver says that it works.
	workingEvery = 4 * time.Second

	// askers is how many free slots of a receiver ask for a wake at a time. The others
	// of hundreds stand by: an idle request costs the server as much as one that is served.
	askers = 4
)

// openWakes finds or makes the queue. With takeOver, wakes that are in a hand go
// back to the queue: a work-queue stream keeps what was not acknowledged when its
// consumer is deleted.
func (s *Store) openWakes(ctx context.Context, takeOver bool) error {
	_, err := s.js.Stream(ctx, wakeStream)
	if errors.Is(err, js.ErrStreamNotFound) {
		_, err = s.js.CreateStream(ctx, js.StreamConfig{
			Name: wakeStream, Description: "Turnbook: turns to attend to",
			Subjects: []string{wakeRoot + ".>"}, Storage: js.FileStorage, Replicas: s.replicas,
			Retention: js.WorkQueuePolicy, Discard: js.DiscardNew,
		})
		if errors.Is(err, js.ErrStreamNameAlreadyInUse) { // another process was quicker
			err = nil
		}
	}
	if err == nil && takeOver {
		if err = s.js.DeleteConsumer(ctx, wakeStream, wakeConsumer); errors.Is(err, js.ErrConsumerNotFound) {
			err = nil
		}
	}
	if err == nil {
		_, err = s.wakeConsumer(ctx)
	}
	if err != nil {
		return fmt.Errorf("open stream %s: %w", wakeStream, err)
	}
	return nil
}

func (s *Store) wakeConsumer(ctx context.Context) (js.Consumer, error) {
	return s.js.CreateOrUpdateConsumer(ctx, wakeStream, js.ConsumerConfig{
		Durable: wakeConsumer, AckPolicy: js.AckExplicitPolicy, AckWait: ackWait,
		MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: 8192,
	})
}

// Send puts a wake in the queue: see [bus.Wakes].
func (s *Store) Send(ctx context.Context, w bus.Wake) error {
	text, err := json.Marshal(w)
	if err != nil {
		return fmt.Errorf("send a wake: %w", err)
	}
	subject := wakeRoot + "." + schemas.EncodeToken(string(w.Vendor)) + "." + schemas.EncodeToken(string(w.Session))
	if _, err := s.js.Publish(ctx, subject, text); err != nil {
		return fmt.Errorf("send a wake for turn %s: %w", w.Turn, err)
	}
	return nil
}

// Receive hands out wakes: see [bus.Wakes]. A slot asks for one wake when it is free and
// one of the askers: a wake that waited here for a slot would be handed out twice.
func (s *Store) Receive(ctx context.Context, atOnce int, handle func(context.Context, bus.Wake) error) error {
	var slots sync.WaitGroup
	source, asking := &wakeSource{store: s}, make(chan struct{}, askers)
	for range max(atOnce, 1) {
		slots.Go(func() {
			for ctx.Err() == nil && !s.nc.IsClosed() {
				select {
				case asking <- struct{}{}:
				case <-ctx.Done():
					return
				}
				m, err := source.next(ctx)
				<-asking
				switch {
				case err == nil:
					s.attend(ctx, m, handle)
				case errors.Is(err, js.ErrNoMessages), errors.Is(err, context.DeadlineExceeded), ctx.Err() != nil:
				default:
					s.lg.Debug("no wake received, trying again", "err", err)
					pause(ctx, 100*time.Millisecond)
				}
			}
		})
	}
	slots.Wait()
	if ctx.Err() == nil {
		return errClosed
	}
	return ctx.Err()
}

// wakeSource is the queue's consumer, looked up once for all slots of a receiver, and
// again after whatever went wrong with it.
type wakeSource struct {
	store *Store

	mu       sync.Mutex
	consumer js.Consumer // nil where it must be looked up
}

// next waits for a wake. It makes the consumer again if it is gone.
func (w *wakeSource) next(ctx context.Context) (js.Msg, error) {
	consumer, err := w.find(ctx)
	if err != nil {
		return nil, err
	}
	for {
		fetch, cancel := context.WithTimeout(ctx, 30*time.Second)
		m, err := consumer.Next(js.FetchContext(fetch))
		cancel()
		switch {
		case err == nil, ctx.Err() != nil:
			return m, err
		case !errors.Is(err, js.ErrNoMessages) && !errors.Is(err, context.DeadlineExceeded):
			w.forget(consumer)
			return nil, err
		}
	}
}

func (w *wakeSource) find(ctx context.Context) (js.Consumer, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.consumer != nil {
		return w.consumer, nil
	}
	consumer, err := w.store.js.Consumer(ctx, wakeStream, wakeConsumer)
	if errors.Is(err, js.ErrConsumerNotFound) {
		consumer, err = w.store.wakeConsumer(ctx)
	}
	if err == nil {
		w.consumer = consumer
	}
	return consumer, err
}

// forget has a consumer looked up anew, unless it has been already.
func (w *wakeSource) forget(c js.Consumer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.consumer == c {
		w.consumer = nil
	}
}

// attend handles one wake and says on and on that it is being handled.
func (s *Store) attend(ctx context.Context, m js.Msg, handle func(context.Context, bus.Wake) error) {
	var w bus.Wake
	if err := json.Unmarshal(m.Data(), &w); err != nil {
		s.lg.Error("wake is not readable and is dropped", "subject", m.Subject(), "err", err)
		s.answer(m.Term())
		return
	}
	done := make(chan struct{})
	var beat sync.WaitGroup
	beat.Go(func() {
		tick := time.NewTicker(s.workingEvery)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				s.answer(m.InProgress())
			}
		}
	})
	err := handle(ctx, w)
	close(done)
	beat.Wait()
	switch {
	case err == nil:
		s.answer(m.Ack())
	case ctx.Err() != nil:
		s.answer(m.Nak()) // for another receiver, now
	default:
		failed := 1
		if meta, err := m.Metadata(); err == nil {
			failed = int(min(meta.NumDelivered, 64))
		}
		level := slog.LevelWarn
		if errors.Is(err, bus.ErrNotYet) {
			level = slog.LevelDebug
		}
		s.lg.Log(ctx, level, "wake not handled", "vendor", w.Vendor, "turn", w.Turn, "err", err)
		s.answer(m.NakWithDelay(bus.NakDelay(failed)))
	}
}

// answer notes an answer that could not be sent. The server waits for ackWait then
// and hands the wake out again, which a hint allows.
func (s *Store) answer(err error) {
	if err != nil {
		s.lg.Debug("wake not answered", "err", err)
	}
}
