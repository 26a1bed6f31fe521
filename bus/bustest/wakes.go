package bustest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"turnbook/bus"
	"turnbook/schemas"
)

// TestWakes checks the queue that open returns, an empty one each time.
func TestWakes(t *testing.T, open func(*testing.T) bus.Wakes) {
	t.Run("every wake is handed out once", func(t *testing.T) { handedOnce(t, open(t)) })
	t.Run("a wake that was not handled is handed out again", func(t *testing.T) { handedAgain(t, open(t)) })
	t.Run("a receiver holds no more than it asked for", func(t *testing.T) { heldAtOnce(t, open(t)) })
	t.Run("a receiver that ends gives back what it could not handle", func(t *testing.T) { givenBack(t, open(t)) })
}

func wake(n int) bus.Wake {
	return bus.Wake{Vendor: "a.b >", Session: "s 1", Turn: schemas.TurnID(fmt.Sprintf("t%d", n))}
}

func send(t *testing.T, wakes bus.Wakes, n int) {
	t.Helper()
	for i := range n {
		if err := wakes.Send(t.Context(), wake(i)); err != nil {
			t.Fatal(err)
		}
	}
}

// receive runs a receiver until ctx is done.
func receive(t *testing.T, ctx context.Context, wakes bus.Wakes, atOnce int, handle func(context.Context, bus.Wake) error) {
	if err := wakes.Receive(ctx, atOnce, handle); !errors.Is(err, context.Canceled) {
		t.Errorf("receive: %v", err)
	}
}

func handedOnce(t *testing.T, wakes bus.Wakes) {
	const n = 60
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var mu sync.Mutex
	got := map[bus.Wake]int{}
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			receive(t, ctx, wakes, 3, func(_ context.Context, w bus.Wake) error {
				mu.Lock()
				defer mu.Unlock()
				if got[w]++; len(got) == n {
					stop()
				}
				return nil
			})
		})
	}
	send(t, wakes, n)
	both.Wait()
	for i := range n {
		if got[wake(i)] != 1 {
			t.Errorf("wake %d was handed out %d times", i, got[wake(i)])
		}
	}
}

func handedAgain(t *testing.T, wakes bus.Wakes) {
	send(t, wakes, 1)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	times := 0
	receive(t, ctx, wakes, 1, func(_ context.Context, w bus.Wake) error {
		if times++; w != wake(0) {
			t.Errorf("got %+v", w)
		}
		if times < 3 {
			return errors.New("not this time")
		}
		stop()
		return nil
	})
	if times != 3 {
		t.Errorf("handed out %d times, want 3", times)
	}
}

func heldAtOnce(t *testing.T, wakes bus.Wakes) {
	send(t, wakes, 6)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	held, handled := make(chan struct{}, 2), 0
	var mu sync.Mutex
	receive(t, ctx, wakes, 2, func(context.Context, bus.Wake) error {
		select {
		case held <- struct{}{}:
		default:
			t.Error("three wakes are held at once")
		}
		mu.Lock()
		defer mu.Unlock()
		if handled++; handled == 6 {
			stop()
		}
		<-held
		return nil
	})
}

func givenBack(t *testing.T, wakes bus.Wakes) {
	send(t, wakes, 1)
	first, stopFirst := context.WithCancel(t.Context())
	receive(t, first, wakes, 4, func(ctx context.Context, _ bus.Wake) error {
		stopFirst()
		<-ctx.Done()
		return ctx.Err()
	})
	second, stopSecond := context.WithCancel(t.Context())
	receive(t, second, wakes, 4, func(_ context.Context, w bus.Wake) error {
		stopSecond()
		return nil
	})
}
