package jetstream

import (
	"log/slog"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"turnbook/bus"
	"turnbook/bus/bustest"
)

// logTo writes to t.Log.
func logTo(t testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelInfo}))
}

func mustOpen(t testing.TB, o Options) *Store {
	t.Helper()
	s, err := Open(t.Context(), logTo(t), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// external starts a server as an operator would, with its usual limits.
func external(t testing.TB, dir string, port int) *server.Server {
	t.Helper()
	srv, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	srv.Start()
	t.Cleanup(func() { srv.Shutdown(); srv.WaitForShutdown() })
	if !srv.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	return srv
}

func TestLogEmbedded(t *testing.T) {
	bustest.Test(t, func(t *testing.T) bus.Log { return mustOpen(t, Options{Dir: t.TempDir(), Sync: SyncInterval}) })
}

func TestLogElsewhere(t *testing.T) {
	bustest.Test(t, func(t *testing.T) bus.Log {
		return mustOpen(t, Options{URL: external(t, t.TempDir(), server.RANDOM_PORT).ClientURL()})
	})
}

func TestWakesEmbedded(t *testing.T) {
	bustest.TestWakes(t, func(t *testing.T) bus.Wakes { return mustOpen(t, Options{Dir: t.TempDir()}) })
}

func TestWakesElsewhere(t *testing.T) {
	bustest.TestWakes(t, func(t *testing.T) bus.Wakes {
		return mustOpen(t, Options{URL: external(t, t.TempDir(), server.RANDOM_PORT).ClientURL()})
	})
}

func TestTexts(t *testing.T) {
	bustest.TestTexts(t, func(t *testing.T) bus.Texts { return mustOpen(t, Options{Dir: t.TempDir(), Sync: SyncInterval}) })
}
