package workspaces

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"turnbook/agents"
	"turnbook/agents/checkout"
	"turnbook/agents/definitions"
	"turnbook/agents/filetools"
	"turnbook/agents/launch"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
)

// Options say what a service works with.
type Options struct {
	Log       bus.Log
	Runtime   *worker.Runtime
	Checkouts *checkout.Checkouts
	Data      string             // the data folder: plans, and what shell commands leave
	Global    []definitions.Root // the installation's agent files, before the program's own
	Plugins   bool               // whether plugins are looked into
	// GlobalPlugins are where the installation's plugins stand; none for no such place.
	GlobalPlugins []definitions.PluginFolder
	Config        launch.Config
	Voice         func(model string) (agents.Model, error) // the model of a name; "" for the installation's own
	Playbooks     Playbooks                                // what the tool playbook reads; nil for none
	Clock         func() time.Time                         // nil for time.Now
	NewID         func() string                            // random ids; nil for 16 random bytes in hex
	Wait          time.Duration                            // how long a launch waits for its result in the foreground; 0 for two minutes
}

// A Service runs workspaces. It may be used by many at once.
type Service struct {
	lg   *slog.Logger
	o    Options
	book *book

	admission admission // of launches, one at a time

	mu       sync.Mutex
	waits    map[schemas.HandleID]int // turns that wait in the foreground for work of theirs
	expected map[awaitedTurn]int      // delegated turns that their owners wait for
	work     context.Context          // of what is done on the side; nil while Run does not run
	side     sync.WaitGroup
	stirring map[place]*stir // owners that are looked at
	shells   map[place]*filetools.Shell
}

// A place is one workspace of one vendor.
type place struct {
	vendor schemas.VendorID
	id     schemas.WorkspaceID
}

// An awaitedTurn is one delegated turn of one vendor.
type awaitedTurn struct {
	vendor schemas.VendorID
	id     schemas.HandleID
}

// New is a service that takes commands; Run makes it tell owners of outcomes.
func New(lg *slog.Logger, o Options) *Service {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.NewID == nil {
		o.NewID = agents.RandomID
	}
	if o.Wait == 0 {
		o.Wait = 2 * time.Minute
	}
	return &Service{
		lg: lg, o: o, book: newBook(lg, o.Log), admission: make(admission, 1),
		waits: make(map[schemas.HandleID]int), expected: make(map[awaitedTurn]int), stirring: make(map[place]*stir),
		shells: make(map[place]*filetools.Shell),
	}
}

func (s *Service) now() time.Time { return s.o.Clock().UTC().Truncate(time.Microsecond) }

// Run follows the book, makes good what a crash left half done, and tells owners of
// outcomes, until ctx ends. It returns when all that it started has stopped.
func (s *Service) Run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if err := s.book.open(ctx); errors.Is(err, context.Canceled) {
		return nil // it was to end before it had begun
	} else if err != nil {
		return err
	}
	s.mu.Lock()
	s.work = ctx
	s.mu.Unlock()
	s.recover(ctx)
	err := s.book.follow(ctx, s.changed)
	stop()
	s.mu.Lock()
	s.work = nil
	s.mu.Unlock()
	s.closeShells()
	s.side.Wait()
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// aside does something that nobody waits for. It ends with Run.
func (s *Service) aside(do func(ctx context.Context)) {
	s.mu.Lock()
	ctx := s.work
	if ctx != nil {
		s.side.Add(1)
	}
	s.mu.Unlock()
	if ctx == nil {
		return // a start makes it good
	}
	go func() {
		defer s.side.Done()
		do(ctx)
	}()
}
