package projections

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"turnbook/bus"
)

// Bounds of the past: how many earlier positions are kept drawn, and how much of the log
// one may take.
const (
	keptPasts       = 3
	maxPastMessages = 2_000_000
)

// A Past is the tables as they stood at an earlier position, in a file of their own that
// is thrown away in the end. Whoever got one gives it back with Release.
type Past struct {
	Cost PastCost

	*drawn
	of *pasts
}

// A drawn file is the past that all who ask for its position share.
type drawn struct {
	store *Store
	cost  PastCost
	end   func() // throws the file away
	users int    // guarded by pasts.mu
}

// A PastCost is what it took to draw the tables as they stood.
type PastCost struct {
	Messages uint64 `json:"messages" doc:"of the log that were drawn again"`
	Bytes    int64  `json:"bytes" doc:"of the throw-away file"`
	Took     int64  `json:"took_ms" doc:"in milliseconds, when it was drawn"`
	Cached   bool   `json:"cached" doc:"it was drawn for an earlier question"`
}

// A PastError says why a position can't be asked.
type PastError struct {
	At     uint64
	Detail string // what would be right
}

func (e *PastError) Error() string {
	return fmt.Sprintf("the tables as of position %d can't be asked: %s", e.At, e.Detail)
}

// pasts are those that are drawn, the one used last at the end. One is drawn at a time:
// each costs a part of what a rebuild does.
type pasts struct {
	draw sync.Mutex // held while one is drawn; taken before mu
	mu   sync.Mutex
	list []*drawn
}

// Past draws the tables as they stood when the log held the message at seq and nothing
// after it, or takes what was drawn for an earlier question. Three are kept, the least
// used is thrown away for the next.
//
// The error is a [*PastError], ctx's, or what the log or the disk reported.
func (s *Store) Past(ctx context.Context, log bus.Log, seq uint64) (*Past, error) {
	switch at := s.Checkpoint().Seq; {
	case seq == 0 || seq > at:
		return nil, &PastError{At: seq, Detail: fmt.Sprintf("give 1 to %d, where the tables stand", at)}
	case seq > maxPastMessages:
		return nil, &PastError{At: seq, Detail: fmt.Sprintf("it would take more than %d messages to draw again, the limit; export the turns in question, or check a copy of the book", maxPastMessages)}
	}
	s.past.draw.Lock()
	defer s.past.draw.Unlock()
	if d := s.past.take(seq, log.Epoch()); d != nil {
		cost := d.cost
		cost.Cached = true
		return &Past{Cost: cost, drawn: d, of: &s.past}, nil
	}
	d, err := s.drawPast(ctx, log, seq)
	if err != nil {
		return nil, fmt.Errorf("projections: past: %w", err)
	}
	s.past.keep(d)
	return &Past{Cost: d.cost, drawn: d, of: &s.past}, nil
}

func (s *Store) drawPast(ctx context.Context, log bus.Log, seq uint64) (*drawn, error) {
	began := time.Now()
	conn, end, err := s.drawApart(ctx, log, seq)
	if err != nil {
		return nil, err
	}
	var path string
	err = conn.QueryRowContext(ctx, "SELECT file FROM pragma_database_list WHERE name = 'main'").Scan(&path)
	if err == nil {
		err = createIndexes(conn, s.schema, "", 0)
	}
	if err != nil {
		end()
		return nil, err
	}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: filepath.Clean(path)}).EscapedPath()+"?_pragma=query_only(1)&mode=ro")
	if err != nil {
		end()
		return nil, err
	}
	then := &Store{lg: s.lg, path: path, schema: s.schema, asking: s.asking, reader: db, moved: make(chan struct{}), found: make(chan struct{})}
	return &drawn{
		cost:  PastCost{Messages: seq, Bytes: size(path), Took: time.Since(began).Milliseconds()},
		store: then, users: 1, end: func() { db.Close(); end() },
	}, nil
}

// Stream is [Store.Stream] of the tables as they stood.
func (p *Past) Stream(ctx context.Context, text string, args []any, l Limits, sinks ...Sink) (End, error) {
	return p.store.Stream(ctx, text, args, l, sinks...)
}

// Query is [Store.Query] of the tables as they stood.
func (p *Past) Query(ctx context.Context, text string, args []any, l Limits) (Answer, error) {
	return p.store.Query(ctx, text, args, l)
}

// Release gives a past back. It may be thrown away from then on.
func (p *Past) Release() {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	p.users--
	p.of.shrink(keptPasts)
}

// take finds a past that is drawn, of this life of the log.
func (ps *pasts) take(seq uint64, epoch string) *drawn {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	for i, p := range ps.list {
		asOf, err := p.store.asOf(context.Background(), p.store.reader)
		if err != nil || asOf.Seq != seq || asOf.Epoch != epoch {
			continue
		}
		ps.list = append(slices.Delete(ps.list, i, i+1), p)
		p.users++
		return p
	}
	return nil
}

func (ps *pasts) keep(p *drawn) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.list = append(ps.list, p)
	ps.shrink(keptPasts)
}

// shrink throws away those that nobody uses, the least used first. It needs mu.
func (ps *pasts) shrink(most int) {
	for i := 0; i < len(ps.list) && len(ps.list) > most; {
		if p := ps.list[i]; p.users == 0 {
			ps.list = slices.Delete(ps.list, i, i+1)
			p.end()
		} else {
			i++
		}
	}
}

// close throws all away.
func (ps *pasts) close() {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	for _, p := range ps.list {
		p.end()
	}
	ps.list = nil
}
