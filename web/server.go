package web

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"turnbook/agents/intake"
	"turnbook/agents/worker"
	"turnbook/agents/workspaces"
	"turnbook/bus"
	"turnbook/bus/audit"
	"turnbook/projections"
	"turnbook/projections/comments"
	"turnbook/projections/saved"
	"turnbook/schemas"
)

// Options say what a server serves. Runtime, Log, Store and Vendor are required.
type Options struct {
	Runtime    *worker.Runtime     // takes the commands
	Workspaces *workspaces.Service // runs delegated turns; nil for a server without them
	Log        bus.Log             // streams come from it
	Deltas     bus.Deltas          // messages are seen on it while they are written; nil for finished ones only
	Texts      bus.Texts           // prompts are read from it; nil where none are kept
	Store      *projections.Store  // pages and reads come from it
	Saved      *saved.Store        // queries that people save; nil for the ready measures alone
	Comments   *comments.Store     // what people remark on turns; nil for a server without them
	Anchors    *audit.Anchorer     // anchors the vendor's chains; nil where nobody does
	Vendor     schemas.VendorID    // whose book it is
	User       schemas.UserID      // who acts on loopback; "" for "local"
	Sync       string              // how durable an acknowledgement is, to be shown: "always" or "interval"
	Version    string              // of the program; "" for "dev"
	Metrics    http.Handler        // answers at /metrics; nil for nothing there
	Hosts      []string            // names, beside those of this machine, that a server on loopback answers to

	// Origins are the origins of other people's pages that may use /v1 and the browser
	// module, as in "http://127.0.0.1:8080"; none by default. There is no sign-in: a
	// page that is let in acts as User in all that /v1 offers.
	Origins []string

	// Import reads a file into a playbook; nil for [intake.Read].
	Import func(name string, content []byte, idPrefix string) (schemas.PlaybookImported, error)

	// Buffer is how many bytes of events may wait for one view before it is lagging;
	// 0 for one mebibyte.
	Buffer int

	// Heartbeat is how often a stream shows, and asks for, a sign of life; 0 for 15
	// seconds.
	Heartbeat time.Duration

	// Beats are the heartbeat's ticks; nil for those of the clock.
	Beats <-chan time.Time
}

// MaxBody is the largest body of a request and the largest frame, in bytes.
const MaxBody = 8 << 20

// readWait is how long a read waits for the tables to catch up with the log, so that
// who has written reads what was written. After it, the answer is older and says so
// in as_of.
const readWait = 2 * time.Second

// A Server answers HTTP requests. [Server.Run] feeds its streams.
type Server struct {
	lg     *slog.Logger
	o      Options
	mux    *http.ServeMux
	hub    *hub
	pulse  *pulse
	deltas *deltas
	desk   *desk
	proof  verifying
	rooms  rooms   // for frames that are on their way
	scenes *scenes // for whoever asks how a screen was

	rebuilds rebuilds

	mu   sync.Mutex
	live map[schemas.ViewID]*seat // views that are connected here
	open sync.WaitGroup           // streams, and who listens for them
	quit context.Context          // done when streams must end
	stop context.CancelFunc
}

// New is a server for the whole surface: REST, the bridge, AG-UI, pages.
func New(lg *slog.Logger, o Options) (*Server, error) {
	switch {
	case o.Runtime == nil:
		return nil, &worker.InputError{Field: "Runtime", Want: "it is missing"}
	case o.Log == nil:
		return nil, &worker.InputError{Field: "Log", Want: "it is missing"}
	case o.Store == nil:
		return nil, &worker.InputError{Field: "Store", Want: "it is missing"}
	}
	if _, err := schemas.ParseID[schemas.VendorID]("vendor", string(o.Vendor)); err != nil {
		return nil, err
	}
	var err error
	if o.Origins, err = parseOrigins(o.Origins); err != nil {
		return nil, err
	}
	if o.User == "" {
		o.User = "local"
	}
	if o.Version == "" {
		o.Version = "dev"
	}
	if o.Import == nil {
		o.Import = intake.Read
	}
	if o.Buffer == 0 {
		o.Buffer = 1 << 20
	}
	if o.Heartbeat == 0 {
		o.Heartbeat = 15 * time.Second
	}
	s := &Server{lg: lg, o: o, mux: http.NewServeMux(), pulse: newPulse(), live: make(map[schemas.ViewID]*seat)}
	s.quit, s.stop = context.WithCancel(context.Background())
	s.deltas = newDeltas(lg, o.Deltas, o.Vendor)
	s.desk = &desk{store: o.Store, log: o.Log, saved: o.Saved, user: o.User, settle: s.settle}
	s.hub = newHub(lg, o.Log, o.Vendor, s.deltas)
	s.scenes = newScenes(lg, o)
	s.registerREST()
	s.registerAGUI()
	s.registerExports()
	if err := s.registerMCP(); err != nil {
		return nil, err
	}
	s.mux.HandleFunc("GET /v1/stream", s.stream)
	s.mux.HandleFunc("GET /v1/events", s.events)
	if o.Metrics != nil {
		s.mux.Handle("GET /metrics", o.Metrics)
	}
	s.mux.HandleFunc("/v1/", func(w http.ResponseWriter, r *http.Request) {
		s.refuse(w, r, problem(CodeNotFound, "there is no %s %s", r.Method, r.URL.Path))
	})
	s.registerPages(s.mux)
	return s, nil
}

// Run feeds the streams until ctx is done, then ends them, and returns when all have
// ended. The error is that the log was closed before.
func (s *Server) Run(ctx context.Context) error {
	listening, end := context.WithCancel(ctx)
	s.deltas.hear(listening, &s.open)
	beats := s.o.Beats
	if beats == nil {
		t := time.NewTicker(s.o.Heartbeat)
		defer t.Stop()
		beats = t.C
	}
	var beating sync.WaitGroup
	beating.Go(func() { s.pulse.run(s.quit, beats) })
	err := s.hub.run(ctx)
	end()
	s.stop()
	s.open.Wait()
	beating.Wait()
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// farBehind is how many messages the tables may lack for a read to wait for them.
const farBehind = 5000

// fresh waits until the tables hold what was in the log when it was called, for
// [readWait] at the longest, and not at all where they are far behind. It says whether
// they do.
func (s *Server) fresh(ctx context.Context) bool {
	head, err := s.o.Log.Head(ctx)
	if err != nil || head > s.o.Store.Checkpoint().Seq+farBehind {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, readWait)
	defer cancel()
	return s.o.Store.WaitFor(ctx, head) == nil
}

// settle is [Server.fresh] for answers whose as_of tells how far they go.
func (s *Server) settle(ctx context.Context) { s.fresh(ctx) }

// orBehind is the error of a read that looked for one thing: what is not in tables that
// are behind the log may well be in the book.
func orBehind(fresh bool, err error) error {
	var missing *projections.NotFoundError
	if fresh || !errors.As(err, &missing) {
		return err
	}
	return problem(CodeUnavailable, "%s in the tables yet, and they are behind the log; try again in a moment", missing)
}

// steadyTries is how often reads are done again to meet on one position.
const steadyTries = 8

// steady does several reads so that all see the tables as of one position. Where the
// tables move too fast for that, it returns the position of the oldest.
func steady(reads ...func() (projections.AsOf, error)) (projections.AsOf, error) {
	var oldest projections.AsOf
	for range steadyTries {
		same := true
		for i, read := range reads {
			asOf, err := read()
			if err != nil {
				return asOf, err
			}
			if i == 0 {
				oldest = asOf
			}
			same = same && asOf.Position() == oldest.Position()
		}
		if same {
			break
		}
	}
	return oldest, nil
}
