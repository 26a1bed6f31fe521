package worker

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"turnbook/agents"
	"turnbook/agents/authoring"
	"turnbook/agents/turn"
	"turnbook/bus"
	"turnbook/schemas"
)

// Options say what a runtime works with.
type Options struct {
	Log    bus.Log
	Wakes  bus.Wakes
	Cast   agents.Cast      // who the agents are; nil for the built-in ones with Model and Router
	Model  agents.Model     // of all agents; nil where there is a cast, or no turn to work
	Router agents.Model     // of the router; nil for Model
	Texts  bus.Texts        // where prompts are kept; nil for nowhere
	Deltas bus.Deltas       // where messages are seen while they are written; nil for nowhere
	Clock  func() time.Time // nil for time.Now
	NewID  func() string    // random ids for what nobody named; nil for 16 random bytes in hex
	AtOnce int              // turns attended at once; 0 for 256
	Budget int              // tokens of conversation and canvas before older talk is summed up; 0 for never: the last 40 messages are shown
}

// A Runtime takes commands and works turns.
type Runtime struct {
	lg         *slog.Logger
	o          Options
	books      *books
	texts      texts
	workspaces Workspaces // nil where there are none

	mu       sync.Mutex
	sessions map[schemas.Entity]*session
	views    map[schemas.Entity]*view
	intake   context.Context // of turns that are begun here; nil while Run does not run
	work     context.Context
	begun    sync.WaitGroup
}

// New is a runtime that does nothing yet but take commands; Run makes it work turns.
func New(lg *slog.Logger, o Options) *Runtime {
	if o.Router == nil {
		o.Router = o.Model
	}
	if o.Cast == nil && o.Model != nil {
		o.Cast = authoring.Plain(o.Model, o.Router)
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.NewID == nil {
		o.NewID = agents.RandomID
	}
	if o.AtOnce == 0 {
		o.AtOnce = 256
	}
	return &Runtime{
		lg: lg, o: o, books: newBooks(lg, o.Log),
		sessions: make(map[schemas.Entity]*session), views: make(map[schemas.Entity]*view),
	}
}

// now is a clock reading as the book keeps it: UTC, microseconds.
func (rt *Runtime) now() time.Time { return rt.o.Clock().UTC().Truncate(time.Microsecond) }

// Run works turns until intake ends, then finishes the round that each turn is in,
// and returns when all that it started has stopped. When work ends, it stops at
// once; what was not appended is done again by whoever takes the turn up.
func (rt *Runtime) Run(intake, work context.Context) error {
	work, stop := context.WithCancel(work)
	defer stop()
	rt.mu.Lock()
	rt.intake, rt.work = intake, work
	rt.mu.Unlock()

	var followers sync.WaitGroup
	for _, kind := range []schemas.BoundaryKind{schemas.PlaybookBoundary, schemas.LibraryBoundary, schemas.VendorBoundary} {
		followers.Go(func() { rt.books.follow(work, kind) })
	}
	err := rt.o.Wakes.Receive(intake, rt.o.AtOnce, func(_ context.Context, w bus.Wake) error { return rt.wake(intake, work, w) })
	rt.mu.Lock()
	rt.intake, rt.work = nil, nil
	rt.mu.Unlock()
	rt.begun.Wait()
	stop()
	followers.Wait()
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// Drain waits until every turn that is at work here has come to the end of its
// round, or ctx ends. Call it when intake has ended.
func (rt *Runtime) Drain(ctx context.Context) {
	rt.mu.Lock()
	sessions := slices.Collect(maps.Values(rt.sessions))
	rt.mu.Unlock()
	for _, s := range sessions {
		select {
		case s.attending <- struct{}{}:
			<-s.attending
		case <-ctx.Done():
			return
		}
	}
}

// strayWake is how long a wake may wait for its turn to come.
const strayWake = 10 * time.Second

// wake attends to a session for as long as it has something to do, so that the wake
// stays in hand, and with it the claim on the turn.
func (rt *Runtime) wake(intake, work context.Context, w bus.Wake) error {
	s := rt.session(entityOf(w.Vendor, w.Session))
	known, err := s.knows(work, w.Turn)
	if err != nil {
		return err
	}
	if !known && rt.now().Sub(w.Sent) < strayWake {
		return bus.ErrNotYet
	}
	return s.attend(intake, work)
}

// begin attends to a session here, without waiting for its wake.
func (rt *Runtime) begin(s *session) {
	rt.mu.Lock()
	intake, work := rt.intake, rt.work
	if work != nil {
		rt.begun.Add(1)
	}
	rt.mu.Unlock()
	if work == nil {
		return
	}
	go func() {
		defer rt.begun.Done()
		if err := s.attend(intake, work); err != nil && intake.Err() == nil && work.Err() == nil {
			rt.lg.Error("turn left to its wake", "session", s.entity.ID, "err", err)
		}
	}()
}

func entityOf(v schemas.VendorID, id schemas.SessionID) schemas.Entity {
	return schemas.Entity{Vendor: v, Kind: schemas.SessionBoundary, ID: string(id)}
}

// maxSessions is how many folded sessions are kept in memory beside those at work.
const maxSessions = 2000

// session is the one writer of a session here.
func (rt *Runtime) session(e schemas.Entity) *session {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	if s, ok := rt.sessions[e]; ok {
		return s
	}
	if len(rt.sessions) >= maxSessions {
		for old, s := range rt.sessions {
			if s.idle() {
				delete(rt.sessions, old)
				break
			}
		}
	}
	s := &session{rt: rt, entity: e, poked: make(chan struct{}, 1), attending: make(chan struct{}, 1)}
	rt.sessions[e] = s
	return s
}

// Session is a session's fold as it stands, for whoever wants to look: look must
// not keep or change it.
func (rt *Runtime) Session(ctx context.Context, v schemas.VendorID, id schemas.SessionID, look func(*turn.Session)) error {
	s := rt.session(entityOf(v, id))
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.load(ctx); err != nil {
		return err
	}
	look(s.state)
	return nil
}
