// Package turns lets somebody watch turns as they are written to the log.
//
// A watcher keeps something of each turn that is under way, made of its events. What it
// does not keep, because the process is new or much else happened while a card was
// open, is made again from the turn's own events before the next one is taken in. So a
// watcher may begin anywhere in the log, and keeps no more than so many turns.
package turns

import (
	"context"
	"fmt"

	"turnbook/bus"
	"turnbook/schemas"
)

// A Turn is what a watcher keeps of one turn.
type Turn interface {
	// Take takes the next of the turn's session events in. again says that it was told
	// before, and is told only so that what follows is understood.
	Take(r schemas.Record, again bool)
}

// A Watch keeps what a watcher knows of turns. It is used by one goroutine at a time.
type Watch struct {
	log  bus.Log
	make func(schemas.Record) Turn // of a turn of which this is an event
	most int
	kept map[key]*keptTurn
}

type key struct {
	entity schemas.Entity
	turn   schemas.TurnID
}

type keptTurn struct {
	Turn
	at schemas.Position // of the last event that it took
}

// mostKept is how many turns are kept at once, unless told otherwise.
const mostKept = 10_000

// New is a watch that makes what it keeps of a turn with begin.
func New(log bus.Log, begin func(schemas.Record) Turn) *Watch {
	return &Watch{log: log, make: begin, most: mostKept, kept: make(map[key]*keptTurn)}
}

// Take hands a record to its turn; one that is of no turn, or that the turn has already,
// changes nothing. The error is that the turn's events could not be read.
func (w *Watch) Take(ctx context.Context, r schemas.Record) error {
	if r.Kind != schemas.SessionBoundary || r.Turn == "" || r.Event == nil {
		return nil
	}
	k := key{r.Entity, r.Turn}
	t := w.kept[k]
	if t == nil {
		var err error
		if t, err = w.read(ctx, r); err != nil {
			return err
		}
		w.shed()
		w.kept[k] = t
	}
	if !t.at.Before(r.Position) {
		return nil
	}
	t.at = r.Position
	t.Turn.Take(r, false)
	if _, ended := r.Event.(schemas.TurnEnded); ended {
		delete(w.kept, k)
	}
	return nil
}

// read makes again what is known of a turn, up to the event before r.
func (w *Watch) read(ctx context.Context, r schemas.Record) (*keptTurn, error) {
	t := &keptTurn{Turn: w.make(r)}
	if _, first := r.Event.(schemas.TurnRequested); first {
		return t, nil
	}
	q := bus.Of(r.Entity)
	q.Turn, q.To = r.Turn, r.Seq
	for before, err := range w.log.Read(ctx, q) {
		if err != nil {
			return nil, fmt.Errorf("read turn %s up to %d: %w", r.Turn, r.Seq, err)
		}
		if before.Event != nil && before.Before(r.Position) {
			t.at = before.Position
			t.Turn.Take(before, true)
		}
	}
	return t, nil
}

// shed lets one turn go where too many are kept: it can be made again.
func (w *Watch) shed() {
	if len(w.kept) < w.most {
		return
	}
	for k := range w.kept {
		delete(w.kept, k)
		return
	}
}
