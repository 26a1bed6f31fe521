package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	js "github.com/nats-io/nats.go/jetstream"

	"turnbook/bus"
)

var aWake = bus.Wake{Vendor: "acme", Session: "s7", Turn: "t1", Sent: at}

func TestWakesOfADeadProcessAreHandedOutAtOnce(t *testing.T) {
	dir := t.TempDir()
	first := mustOpen(t, Options{Dir: dir})
	if err := first.Send(t.Context(), aWake); err != nil {
		t.Fatal(err)
	}
	if _, err := (&wakeSource{store: first}).next(t.Context()); err != nil { // in hand, and never answered
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second := mustOpen(t, Options{Dir: dir})
	m, err := (&wakeSource{store: second}).next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// What was waited for would be handed out for the second time.
	if is, err := m.Metadata(); err != nil || is.NumDelivered != 1 {
		t.Errorf("it is handed out as %+v, %v", is, err)
	}
	var got bus.Wake
	if err := json.Unmarshal(m.Data(), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(aWake, got); diff != "" {
		t.Error(diff)
	}
}

func TestAWakeInHandIsSaidToBeInHand(t *testing.T) {
	s := mustOpen(t, Options{Dir: t.TempDir()})
	s.workingEvery = time.Millisecond
	said, err := s.nc.SubscribeSync("$JS.ACK." + wakeStream + ".>")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Send(t.Context(), aWake); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	s.Receive(ctx, 1, func(context.Context, bus.Wake) error {
		for range 3 {
			if m, err := said.NextMsgWithContext(t.Context()); err != nil || string(m.Data) != "+WPI" {
				t.Errorf("it said %v, %v", m, err)
			}
		}
		stop()
		return nil
	})
}

func TestAnUnreadableWakeHoldsUpNobody(t *testing.T) {
	s := mustOpen(t, Options{Dir: t.TempDir()})
	if _, err := s.js.Publish(t.Context(), wakeRoot+".x.y", []byte("not JSON")); err != nil {
		t.Fatal(err)
	}
	if err := s.Send(t.Context(), aWake); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	s.Receive(ctx, 1, func(_ context.Context, w bus.Wake) error {
		if diff := cmp.Diff(aWake, w); diff != "" {
			t.Error(diff)
		}
		stop()
		return nil
	})
}

func TestAReceiverMakesTheQueuesConsumerAgainWhenItIsGone(t *testing.T) {
	s := mustOpen(t, Options{Dir: t.TempDir(), Sync: SyncInterval})
	ctx, cancel := context.WithCancel(t.Context())
	came, done := make(chan bus.Wake), make(chan error, 1)
	go func() {
		done <- s.Receive(ctx, 4, func(_ context.Context, w bus.Wake) error {
			came <- w
			return nil
		})
	}()
	for info := (&js.ConsumerInfo{}); info.NumWaiting < 4; { // all slots have asked
		consumer, err := s.js.Consumer(ctx, wakeStream, wakeConsumer)
		if err != nil {
			t.Fatal(err)
		}
		info = consumer.CachedInfo()
	}
	if err := s.js.DeleteConsumer(ctx, wakeStream, wakeConsumer); err != nil {
		t.Fatal(err)
	}
	if err := s.Send(ctx, aWake); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(aWake, <-came); diff != "" {
		t.Error(diff)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("Receive: %v", err)
	}
}
