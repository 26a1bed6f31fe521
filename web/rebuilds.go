package web

import (
	"context"
	"errors"
	"sync"

	"turnbook/projections"
	"turnbook/schemas"
)

// rebuilds are what an operator has begun from the page: one at a time, carried on when
// the page is left, and ended with the server.
type rebuilds struct {
	mu      sync.Mutex
	running string // what is under way, in words; "" for nothing
	last    *rebuilt
}

// A rebuilt is how the last one ended.
type rebuilt struct {
	What string
	Diff *projections.Diff // nil where none was asked for
	Err  string            // "" where it came to its end
}

// begin does an operation in the background.
func (b *rebuilds) begin(ctx context.Context, open *sync.WaitGroup, what string, do func(context.Context) (*projections.Diff, error)) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.running != "" {
		return problem(CodeBusy, "another operation on the tables is under way; wait for its end")
	}
	b.running, b.last = what, nil
	open.Go(func() {
		done := &rebuilt{What: what}
		var err error
		if done.Diff, err = do(ctx); err != nil {
			done.Diff, done.Err = nil, err.Error()
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		b.running, b.last = "", done
	})
	return nil
}

// state is what is under way, and how the last one ended.
func (b *rebuilds) state() (running string, last *rebuilt) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.running, b.last
}

// compareTables draws the tables beside the live ones, tells how they differ, and leaves
// the live ones as they are.
func (s *Server) compareTables(ctx context.Context) (*projections.Diff, error) {
	d, err := s.o.Store.Rebuild(ctx, s.o.Log, projections.RebuildOptions{DryRun: true})
	return &d, err
}

// rebuildTables does the same and puts the new ones in their place.
func (s *Server) rebuildTables(ctx context.Context) (*projections.Diff, error) {
	d, err := s.o.Store.Rebuild(ctx, s.o.Log, projections.RebuildOptions{Diff: true})
	return &d, err
}

// retryBoundary takes the parked events of a boundary in again.
func (s *Server) retryBoundary(ctx context.Context, e schemas.Entity) error {
	err := s.o.Store.Retry(ctx, s.o.Log, e)
	var still *projections.ParkedError
	if errors.As(err, &still) {
		p := problem(CodeStillParked, "%s", still)
		p.At = still.At.Seq
		return p
	}
	return err
}
