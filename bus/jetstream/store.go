package jetstream

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"

	"turnbook/bus"
)

const (
	logStream  = "TURNBOOK"
	logRoot    = "turnbook"
	wakeStream = "TURNBOOK_WAKES"
	wakeRoot   = "turnbook-wakes"
	blobBucket = "TURNBOOK_BLOBS"

	// epochKey is where the log's stream keeps its epoch, in its metadata.
	epochKey = "turnbook-epoch"
)

// duplicates is how long the server remembers message ids, of which the log has none: as
// short as it may be, since a server that starts reads all that was written in that time.
const duplicates = 100 * time.Millisecond

// A Store is the log and the queue of wakes on one server or cluster.
type Store struct {
	lg   *slog.Logger
	lock *os.File       // nil without an embedded server
	srv  *server.Server // nil without an embedded server
	nc   *nats.Conn
	js   js.JetStream

	sync         string
	epoch        string
	replicas     int
	blobs        js.ObjectStore
	heads        heads
	tail         *tail
	deltas       *deltas       // nil before there is a connection
	workingEvery time.Duration // the constant, or less in a test

	// request sends an append; a test puts faults in its way.
	request func(context.Context, *nats.Msg) (*nats.Msg, error)
}

var (
	_ bus.Log   = (*Store)(nil)
	_ bus.Wakes = (*Store)(nil)
)

// Open starts the embedded server or connects to one elsewhere, and makes the
// streams that are not there. The error is a [*LockedError] where another process
// has the folder, a [*VersionError] where the server is too old.
func Open(ctx context.Context, lg *slog.Logger, o Options) (*Store, error) {
	s := &Store{lg: lg, sync: "as the cluster is set", workingEvery: workingEvery}
	s.tail = newTail(s)
	if err := s.open(ctx, o); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Store) open(ctx context.Context, o Options) (err error) {
	var inProcess nats.InProcessConnProvider
	if o.URL == "" {
		if s.lock, err = lockDir(o.dir()); err != nil {
			return err
		}
		if s.srv, err = startServer(s.lg, o); err != nil {
			return err
		}
		inProcess, s.sync = s.srv, o.Sync.String()
	}
	if s.nc, err = connect(s.lg, o, inProcess); err != nil {
		return err
	}
	s.deltas = newDeltas(s.lg, s.nc)
	if err := checkVersion(s.nc.ConnectedServerVersion()); err != nil {
		return err
	}
	s.request = s.nc.RequestMsgWithContext
	if s.js, err = js.New(s.nc); err != nil {
		return fmt.Errorf("use JetStream: %w", err)
	}
	if s.replicas = o.Replicas; s.replicas == 0 {
		s.replicas = 1
		if s.nc.ConnectedClusterName() != "" {
			s.replicas = 3
		}
	}
	if err := s.openLog(ctx, o.MaxStoreBytes); err != nil {
		return err
	}
	if err := s.openBlobs(ctx); err != nil {
		return err
	}
	return s.openWakes(ctx, o.TakeOver || o.URL == "")
}

// openLog finds the log's stream, or makes it and with it the epoch. A stream that
// is there keeps the settings that its operator gave it.
func (s *Store) openLog(ctx context.Context, maxBytes int64) error {
	stream, err := s.js.Stream(ctx, logStream)
	if errors.Is(err, js.ErrStreamNotFound) {
		stream, err = s.js.CreateStream(ctx, js.StreamConfig{
			Name: logStream, Description: "Turnbook: the log",
			Subjects: []string{logRoot + ".>"}, Storage: js.FileStorage, Replicas: s.replicas,
			MaxBytes: unlimited(maxBytes), Discard: js.DiscardNew,
			DenyDelete: true, DenyPurge: true, AllowDirect: true, Duplicates: duplicates,
			Metadata: map[string]string{epochKey: strings.ToLower(rand.Text()[:16])},
		})
		if errors.Is(err, js.ErrStreamNameAlreadyInUse) { // another process was quicker
			stream, err = s.js.Stream(ctx, logStream)
		}
	}
	if err != nil {
		return fmt.Errorf("open stream %s: %w", logStream, err)
	}
	config := stream.CachedInfo().Config
	s.epoch, s.replicas = config.Metadata[epochKey], config.Replicas
	if s.epoch == "" {
		return fmt.Errorf("open stream %s: it has no %s in its metadata: Turnbook did not make it", logStream, epochKey)
	}
	return nil
}

func unlimited(n int64) int64 {
	if n == 0 {
		return -1
	}
	return n
}

// Epoch names this life of the log.
func (s *Store) Epoch() string { return s.epoch }

// Sync says when an append is on disk: "always", "interval", or "as the cluster is
// set", since a server elsewhere does not tell.
func (s *Store) Sync() string { return s.sync }

// Conn is the store's connection, for what is measured against it. Whoever uses it
// does not close it.
func (s *Store) Conn() *nats.Conn { return s.nc }

// ClientURL is where the embedded server takes NATS clients; "" where it takes none.
func (s *Store) ClientURL() string {
	if s.srv == nil || s.srv.Addr() == nil {
		return ""
	}
	return s.srv.ClientURL()
}

// Ready says whether the log answers.
func (s *Store) Ready(ctx context.Context) error {
	if _, err := s.js.Stream(ctx, logStream); err != nil {
		return fmt.Errorf("ask for stream %s: %w", logStream, err)
	}
	return nil
}

// Close ends readers and followers, then the embedded server, then lets go of the
// folder. Receive must have returned before.
func (s *Store) Close() error {
	s.tail.stop()
	if s.deltas != nil {
		s.deltas.stop()
	}
	if s.nc != nil {
		s.nc.FlushTimeout(time.Second) // acknowledgements of wakes; without them a hint comes again
		s.nc.Close()
	}
	if s.srv != nil {
		s.srv.Shutdown()
		s.srv.WaitForShutdown()
	}
	if s.lock != nil {
		return s.lock.Close()
	}
	return nil
}
