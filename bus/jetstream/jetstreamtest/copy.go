package jetstreamtest

import (
	"log/slog"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"

	"turnbook/bus/jetstream"
)

// A Message is one of the log as its store keeps it.
type Message struct {
	Subject string
	Data    []byte
	Gone    bool // it was there, and is deleted
}

// Messages are all messages of a store's log.
func Messages(tb testing.TB, store *jetstream.Store) (all []Message) {
	tb.Helper()
	j, err := js.New(store.Conn())
	if err != nil {
		tb.Fatal(err)
	}
	stream, err := j.Stream(tb.Context(), "TURNBOOK")
	if err != nil {
		tb.Fatal(err)
	}
	for seq := uint64(1); seq <= stream.CachedInfo().State.LastSeq; seq++ {
		m, err := stream.GetMsg(tb.Context(), seq)
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, Message{Subject: m.Subject, Data: m.Data})
	}
	return all
}

// Copy writes messages into the folder of a store of its own, as somebody does who has
// the disk and a NATS server: none of our checks stands in the way. Then it opens the
// folder as we would.
func Copy(tb testing.TB, dir string, messages []Message) *jetstream.Store {
	tb.Helper()
	write(tb, dir, messages)
	store, err := jetstream.Open(tb.Context(), slog.New(slog.DiscardHandler), jetstream.Options{Dir: dir})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { store.Close() })
	return store
}

func write(tb testing.TB, dir string, messages []Message) {
	tb.Helper()
	srv, err := server.NewServer(&server.Options{DontListen: true, JetStream: true, StoreDir: dir, MaxPayload: 8 << 20, NoSigs: true})
	if err != nil {
		tb.Fatal(err)
	}
	srv.Start()
	defer srv.WaitForShutdown()
	defer srv.Shutdown()
	if !srv.ReadyForConnections(time.Minute) {
		tb.Fatal("the server does not start")
	}
	nc, err := nats.Connect("", nats.InProcessServer(srv))
	if err != nil {
		tb.Fatal(err)
	}
	defer nc.Close()
	j, err := js.New(nc)
	if err != nil {
		tb.Fatal(err)
	}
	stream, err := j.CreateStream(tb.Context(), js.StreamConfig{
		Name: "TURNBOOK", Subjects: []string{"turnbook.>"}, Storage: js.FileStorage, AllowDirect: true,
		Metadata: map[string]string{"turnbook-epoch": "copied"},
	})
	if err != nil {
		tb.Fatal(err)
	}
	for _, m := range messages {
		if _, err := j.Publish(tb.Context(), m.Subject, m.Data); err != nil {
			tb.Fatal(err)
		}
	}
	for i, m := range messages {
		if m.Gone {
			if err := stream.DeleteMsg(tb.Context(), uint64(i)+1); err != nil {
				tb.Fatal(err)
			}
		}
	}
}
