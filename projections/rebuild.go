package projections

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync"

	"turnbook/bus"
	"turnbook/schemas"
)

// shadow is the prefix of tables that are being built.
const shadow = "new_"

// RebuildOptions say how to rebuild. The zero value just does it.
type RebuildOptions struct {
	Diff     bool                    // tell how the new rows differ from the old, before they take their place
	DryRun   bool                    // tell the difference and leave the tables as they are
	Progress func(done, head uint64) // called after each transaction with sequences; nil for nobody
}

// Rebuild draws all tables from the log beside the live ones, which are followed
// and read meanwhile, and puts them in their place in one step. The position does
// not go back by it. A rebuild that does not come to its end leaves nothing.
func (s *Store) Rebuild(ctx context.Context, log bus.Log, o RebuildOptions) (Diff, error) {
	s.rebuild.Lock()
	defer s.rebuild.Unlock()
	defer s.setState(func(st *State) { st.Rebuilding = nil })
	b, err := s.newBuild(ctx, log, o)
	if err != nil {
		return Diff{}, fmt.Errorf("projections: rebuild: %w", err)
	}
	diff, err := b.run(ctx)
	b.end()
	if err != nil {
		return diff, fmt.Errorf("projections: rebuild: %w", err)
	}
	if !o.DryRun {
		s.lg.Info("tables drawn anew", "seq", s.Checkpoint().Seq)
	}
	return diff, nil
}

// A build is a rebuild under way.
type build struct {
	s      *Store
	log    bus.Log
	o      RebuildOptions
	conn   *sql.Conn
	number int
	fold   *fold
}

func (s *Store) newBuild(ctx context.Context, log bus.Log, o RebuildOptions) (*build, error) {
	b := &build{s: s, log: log, o: o}
	s.write.Lock()
	defer s.write.Unlock()
	if s.conn == nil {
		return nil, sql.ErrConnDone
	}
	if err := s.dropTables(shadow); err != nil {
		return nil, err
	}
	if err := s.conn.QueryRowContext(ctx, "SELECT max(build) + 1 FROM checkpoints").Scan(&b.number); err != nil {
		return nil, err
	}
	if err := s.transaction(func() error { return createTables(s.conn, s.schema, shadow, b.number) }); err != nil {
		return nil, err
	}
	var err error
	if b.conn, err = s.writer.Conn(ctx); err != nil {
		return nil, err
	}
	b.fold, err = newFold(newWriter(b.conn, s.schema, shadow))
	if err != nil {
		b.conn.Close()
	}
	return b, err
}

func (b *build) run(ctx context.Context) (Diff, error) {
	head, err := b.log.Head(ctx)
	if err != nil {
		return Diff{}, err
	}
	if err := b.draw(ctx, head, &b.s.write); err != nil {
		return Diff{}, err
	}
	b.s.write.Lock()
	err = createIndexes(b.conn, b.s.schema, shadow, b.number)
	meanwhile := b.target(head)
	b.s.write.Unlock()
	if err != nil {
		return Diff{}, err
	}
	// What came in meanwhile, then, with the live tables held still, the rest.
	if err := b.draw(ctx, meanwhile, &b.s.write); err != nil {
		return Diff{}, err
	}
	b.s.write.Lock()
	defer b.s.write.Unlock()
	if err := b.draw(ctx, b.target(head), noLock{}); err != nil {
		return Diff{}, err
	}
	var diff Diff
	if b.o.Diff || b.o.DryRun {
		if diff, err = compare(ctx, b.s.schema, b.conn, "", shadow, b.conn); err != nil {
			return diff, err
		}
	}
	if b.o.DryRun {
		return diff, nil
	}
	return diff, b.swap()
}

// target is how far the new tables must come so that the position does not go
// back: to where the live ones stand, if that is a place in this log. It needs the
// write lock.
func (b *build) target(head uint64) uint64 {
	f := b.s.fold
	if f == nil || f.epoch != b.log.Epoch() || f.pos.Seq <= head {
		return head
	}
	now, err := b.log.Head(context.Background())
	if err != nil || f.pos.Seq > now {
		return head
	}
	return f.pos.Seq
}

type noLock struct{}

func (noLock) Lock()   {}
func (noLock) Unlock() {}

// draw projects the log up to a sequence, holding lock for each transaction.
func (b *build) draw(ctx context.Context, to uint64, lock sync.Locker) error {
	return draw(ctx, b.log, &b.fold, to, lock, func(done uint64) {
		b.s.setState(func(st *State) { st.Rebuilding = &Progress{Done: done, Head: to} })
		if b.o.Progress != nil {
			b.o.Progress(done, to)
		}
	})
}

// draw projects the log from a fold's position up to a sequence.
func draw(ctx context.Context, log bus.Log, f **fold, to uint64, lock sync.Locker, told func(done uint64)) error {
	if (*f).pos.Seq >= to {
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	in := pull(ctx, inBatches(log.Read(ctx, bus.Query{After: (*f).pos, To: to})))
	defer in.end(cancel)
	for records := range in.batches {
		lock.Lock()
		next, err := (*f).batch(records, log.Epoch())
		lock.Unlock()
		*f = next
		if err != nil {
			return err
		}
		told(next.pos.Seq)
	}
	return in.err
}

// swap puts the new tables in the place of the old, in one transaction.
func (b *build) swap() error {
	s := b.s
	b.fold.w.close()
	err := s.transaction(func() error {
		if err := s.dropTables(""); err != nil {
			return err
		}
		for _, t := range s.schema.tables {
			if _, err := s.conn.ExecContext(context.Background(), "ALTER TABLE "+shadow+t.Name+" RENAME TO "+t.Name); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if s.fold != nil {
		s.fold.w.close()
	}
	return s.takeUp()
}

// end lets the build's connection go, and what it left.
func (b *build) end() {
	b.fold.w.close()
	b.conn.Close()
	b.s.write.Lock()
	defer b.s.write.Unlock()
	if b.s.conn != nil {
		_ = b.s.dropTables(shadow) // else the next Open does
	}
}

// dropTables drops the tables that are being built, or those that are not: also
// tables of an older version.
func (s *Store) dropTables(prefix string) error {
	rows, err := s.conn.QueryContext(context.Background(), "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
	if err != nil {
		return err
	}
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			rows.Close()
			return err
		}
		if strings.HasPrefix(name, shadow) == (prefix == shadow) {
			names = append(names, name)
		}
	}
	rows.Close()
	if err := rows.Err(); err != nil {
		return err
	}
	for _, name := range names {
		if _, err := s.conn.ExecContext(context.Background(), "DROP TABLE ["+name+"]"); err != nil {
			return err
		}
	}
	return nil
}

// createTables makes empty tables that stand at the beginning of the log.
func createTables(conn *sql.Conn, s *schema, prefix string, number int) error {
	for _, t := range s.tables {
		if _, err := conn.ExecContext(context.Background(), t.createSQL(prefix)); err != nil {
			return fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	w := newWriter(conn, s, prefix)
	defer w.close()
	return w.put("checkpoints", &checkpoint{Name: "log", Version: s.version, Build: number})
}

func createIndexes(conn *sql.Conn, s *schema, prefix string, number int) error {
	for _, t := range s.tables {
		for _, text := range t.indexSQL(prefix, number) {
			if _, err := conn.ExecContext(context.Background(), text); err != nil {
				return fmt.Errorf("index of %s: %w", t.Name, err)
			}
		}
	}
	return nil
}

// A ParkedError says that an event still can't be applied.
type ParkedError struct {
	At     schemas.Position
	Reason string
}

func (e *ParkedError) Error() string {
	return fmt.Sprintf("event %d.%d can't be applied: %s", e.At.Seq, e.At.Index, e.Reason)
}
