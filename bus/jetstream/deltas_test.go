package jetstream

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats-server/v2/server"
	js "github.com/nats-io/nats.go/jetstream"

	"turnbook/bus"
	"turnbook/bus/bustest"
)

func TestDeltasEmbedded(t *testing.T) {
	bustest.TestDeltas(t, func(t *testing.T) bus.Deltas { return mustOpen(t, Options{Dir: t.TempDir()}).Deltas() })
}

func TestDeltasElsewhere(t *testing.T) {
	bustest.TestDeltas(t, func(t *testing.T) bus.Deltas {
		return mustOpen(t, Options{URL: external(t, t.TempDir(), server.RANDOM_PORT).ClientURL()}).Deltas()
	})
}

var aDelta = bus.Delta{Vendor: "acme", Session: "s.7", Turn: "t1", Call: "t1.m.1", Domain: "guide", Offset: 3, Text: "é "}

// heardFrom listens at one store and returns what it first hears of another.
func heardFrom(t *testing.T, from, at *Store, send func()) bus.Delta {
	t.Helper()
	heard, err := at.Deltas().Listen(t.Context(), aDelta.Vendor)
	if err != nil {
		t.Fatal(err)
	}
	send()
	from.Deltas().Send(aDelta)
	return <-heard
}

func TestDeltasReachOtherProcessesAndNoStream(t *testing.T) {
	url := external(t, t.TempDir(), server.RANDOM_PORT).ClientURL()
	one, other := mustOpen(t, Options{URL: url}), mustOpen(t, Options{URL: url})
	if diff := cmp.Diff(aDelta, heardFrom(t, one, other, func() {})); diff != "" {
		t.Errorf("heard (-want +got):\n%s", diff)
	}
	if name, err := one.js.StreamNameBySubject(t.Context(), deltaSubject(aDelta.Vendor, aDelta.Session)); !errors.Is(err, js.ErrStreamNotFound) {
		t.Errorf("stream %q has the subject: %v", name, err)
	}
	streams := one.js.ListStreams(t.Context())
	for s := range streams.Info() {
		if s.State.Msgs != 0 {
			t.Errorf("stream %s holds %d messages", s.Config.Name, s.State.Msgs)
		}
	}
	if err := streams.Err(); err != nil {
		t.Error(err)
	}
}

func TestAnUnreadableDeltaSilencesNobody(t *testing.T) {
	s := mustOpen(t, Options{Dir: t.TempDir()})
	got := heardFrom(t, s, s, func() {
		for subject, text := range map[string]string{"acme.s1": "not JSON", "acme.%zz": "{}"} {
			if err := s.nc.Publish(deltaRoot+"."+subject, []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
	})
	if diff := cmp.Diff(aDelta, got); diff != "" {
		t.Errorf("heard (-want +got):\n%s", diff)
	}
}

func TestAClosedStoreSendsAndHearsNothing(t *testing.T) {
	s := mustOpen(t, Options{Dir: t.TempDir()})
	heard, err := s.Deltas().Listen(t.Context(), aDelta.Vendor)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 * bus.DeltaBuffer {
		s.Deltas().Send(aDelta)
	}
	for d := range heard {
		t.Errorf("heard %+v", d)
	}
}
