package worker

import (
	"context"
	"fmt"

	"turnbook/agents/turn"
)

// attend runs the effects of a session until it has no running turn. Only one does
// so at a time; another waits, and finds nothing left to do.
//
// When intake ends, effects that are out are waited for and none is begun.
func (s *session) attend(intake, work context.Context) error {
	select {
	case s.attending <- struct{}{}:
	case <-work.Done():
		return work.Err()
	}
	defer func() { <-s.attending }()
	a := &attendance{s: s, out: make(map[string]context.CancelFunc), results: make(chan result)}
	defer a.stop()
	for {
		effects, err := s.next(work)
		if err != nil {
			return err
		}
		a.keepOnly(effects)
		if len(effects) == 0 && len(a.out) == 0 {
			return nil // it has ended, or waits for a person: an open card holds no worker
		}
		if intake.Err() == nil {
			a.start(work, effects)
		} else if len(a.out) == 0 {
			return intake.Err()
		}
		if err := a.wait(intake, work); err != nil {
			return err
		}
	}
}

// attendance is the effects of one session that are out.
type attendance struct {
	s       *session
	out     map[string]context.CancelFunc // by the effect's key
	results chan result
}

type result struct {
	key   string
	input turn.Input // nil where the effect was called off
	err   error
}

// keepOnly calls off what the session no longer waits for.
func (a *attendance) keepOnly(effects []turn.Effect) {
	wanted := make(map[string]bool, len(effects))
	for _, e := range effects {
		wanted[e.Key()] = true
	}
	for key, cancel := range a.out {
		if !wanted[key] {
			cancel()
		}
	}
}

func (a *attendance) start(work context.Context, effects []turn.Effect) {
	for _, e := range effects {
		key := e.Key()
		if _, out := a.out[key]; out {
			continue
		}
		ctx, cancel := context.WithCancel(work)
		a.out[key] = cancel
		go func() {
			in, err := a.s.rt.run(ctx, a.s, e)
			if ctx.Err() != nil {
				in, err = nil, nil
			}
			a.results <- result{key, in, err}
		}()
	}
}

// wait takes one result, or notices that somebody else moved the session.
func (a *attendance) wait(intake, work context.Context) error {
	// A watch alone must not hold back a process that is asked to stop.
	stopping := intake.Done()
	if intake.Err() != nil {
		stopping = nil
		a.cancelWatches()
	}
	select {
	case <-work.Done():
		return work.Err()
	case <-stopping:
		return nil
	case <-a.s.poked:
		return nil
	case r := <-a.results:
		a.out[r.key]()
		delete(a.out, r.key)
		if r.err != nil {
			return fmt.Errorf("effect %s: %w", r.key, r.err)
		}
		if r.input == nil {
			return nil
		}
		_, err := a.s.decide(work, r.input)
		return err
	}
}

func (a *attendance) cancelWatches() {
	for key, cancel := range a.out {
		if len(key) > 6 && key[:6] == "watch/" {
			cancel()
		}
	}
}

// stop calls off what is out and waits until it has gone.
func (a *attendance) stop() {
	for _, cancel := range a.out {
		cancel()
	}
	for range a.out {
		<-a.results
	}
}
