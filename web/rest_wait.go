package web

import (
	"context"
	"errors"
	"time"
)

// await looks at the tables until what is looked for is over, each time they have moved
// on, for so many seconds at the longest. The last look stands.
func (s *Server) await(ctx context.Context, seconds int, look func() (over bool, err error)) error {
	waiting, cancel := context.WithTimeout(ctx, time.Duration(seconds)*time.Second)
	defer cancel()
	defer context.AfterFunc(s.quit, cancel)()
	for {
		seen := s.o.Store.Checkpoint().Seq
		over, err := look()
		if over || err != nil || waiting.Err() != nil {
			return err
		}
		if err := s.o.Store.WaitFor(waiting, seen+1); err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
			return err
		}
	}
}
