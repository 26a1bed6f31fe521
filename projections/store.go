package projections

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"sync"

	_ "modernc.org/sqlite" // the driver

	"turnbook/schemas"
	"turnbook/schemas/price"
)

// Options say where the tables are. Path is required.
type Options struct {
	Path   string       // the SQLite file; it is made where there is none, with its folder
	Prices *price.Table // what models cost; nil for what the program came with. Other ones draw the tables anew
}

// A Store holds the tables of one file. Its methods may be called by many
// goroutines; one of them may be in [Store.Run].
type Store struct {
	lg     *slog.Logger
	path   string
	schema *schema
	asking chan struct{} // holds one for each query of an analyst, so that pages find a connection

	past    pasts
	rebuild sync.Mutex // held by the one rebuild
	write   sync.Mutex // held for each transaction; guards writer, conn, fold
	writer  *sql.DB
	conn    *sql.Conn
	fold    *fold // nil where the tables are of another version and wait for a rebuild

	mu       sync.Mutex // guards what follows; held for moments only
	reader   *sql.DB
	pos      schemas.Position
	moved    chan struct{} // closed when pos moves
	state    State
	found    chan struct{} // closed when damage is found; its reason is in damage
	damage   *DamageError
	checked  chan struct{} // closed when the file is verified or found damaged
	stopping context.CancelFunc
	checks   sync.WaitGroup
}

// maxAsking is how many queries of analysts run at once; the next one waits within its
// time.
const maxAsking = 4

// Open opens the tables and looks the file over: its header, its length, its
// write-ahead log and the mark that a clean stop leaves. A damaged file is set
// aside, and Run draws the tables again from the log. After an unclean stop the
// whole file is checked in the background, and answers are marked unverified until
// that is done.
func Open(ctx context.Context, lg *slog.Logger, o Options) (*Store, error) {
	if o.Path == "" {
		return nil, errors.New("projections: no path is given")
	}
	path, err := filepath.Abs(o.Path)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	if err := clearChecks(filepath.Dir(path)); err != nil {
		return nil, err
	}
	if o.Prices == nil {
		o.Prices = price.Builtin()
	}
	sch, err := readSchema(o.Prices)
	if err != nil {
		return nil, err
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	s := &Store{lg: lg, path: path, schema: sch, asking: make(chan struct{}, maxAsking), moved: make(chan struct{}), stopping: stop}
	found, err := inspect(path)
	if err != nil {
		stop()
		return nil, err
	}
	if found.damage != "" {
		err = s.setAside(found.damage)
	}
	if err == nil {
		err = s.openFile()
	}
	if IsDamage(err) {
		if err = s.setAside(err.Error()); err == nil {
			err = s.openFile()
		}
	}
	if err != nil {
		stop()
		return nil, fmt.Errorf("projections: open %s: %w", path, err)
	}
	s.startCheck(background, found.unclean && found.damage == "")
	return s, nil
}

// openFile opens both pools, makes tables where there are none, and takes up the
// fold where they stand.
func (s *Store) openFile() (err error) {
	if s.writer, err = sql.Open("sqlite", s.dsn("journal_mode(WAL)", "synchronous(NORMAL)", "wal_autocheckpoint(8000)", "cache_size(-16000)")); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			s.closePools()
		}
	}()
	if s.conn, err = s.writer.Conn(context.Background()); err != nil {
		return err
	}
	if err = s.makeTables(); err != nil {
		return err
	}
	reader, err := sql.Open("sqlite", s.dsn("query_only(1)")+"&mode=ro")
	if err != nil {
		return err
	}
	reader.SetMaxOpenConns(maxAsking + 6)
	s.mu.Lock()
	s.reader, s.found, s.damage, s.checked = reader, make(chan struct{}), nil, make(chan struct{})
	s.mu.Unlock()
	return s.takeUp()
}

func (s *Store) dsn(pragmas ...string) string {
	d := "file:" + (&url.URL{Path: s.path}).EscapedPath() + "?_pragma=busy_timeout(10000)"
	for _, p := range pragmas {
		d += "&_pragma=" + p
	}
	return d
}

// makeTables makes tables in a new file, and clears away what a rebuild left that
// did not come to its end.
func (s *Store) makeTables() error {
	w := newWriter(s.conn, s.schema, "")
	defer w.close()
	var n int
	if err := s.conn.QueryRowContext(context.Background(), "SELECT count(*) FROM sqlite_master WHERE name = 'checkpoints'").Scan(&n); err != nil {
		return err
	}
	if n > 0 {
		return s.dropTables(shadow)
	}
	return s.transaction(func() error {
		if err := createTables(s.conn, s.schema, "", 0); err != nil {
			return err
		}
		return createIndexes(s.conn, s.schema, "", 0)
	})
}

// takeUp reads how far the tables have come, and readies the fold.
func (s *Store) takeUp() error {
	w := newWriter(s.conn, s.schema, "")
	var c checkpoint
	found, err := w.find(&c, "SELECT * FROM [checkpoints] WHERE name = 'log'")
	if err == nil && !found {
		err = &DamageError{Reason: "the row of checkpoints is gone"}
	}
	s.fold = nil
	if err == nil && c.Version == s.schema.version {
		s.fold, err = newFold(w)
	}
	if err != nil {
		w.close()
		return unreadable(err)
	}
	s.moveTo(c.position())
	return nil
}

// transaction runs statements of the write connection, all or none.
func (s *Store) transaction(do func() error) error {
	exec := func(text string) error {
		_, err := s.conn.ExecContext(context.Background(), text)
		return err
	}
	if err := exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := do()
	if err == nil {
		err = exec("COMMIT")
	}
	if err != nil {
		_ = exec("ROLLBACK") // where the transaction is gone already, that is what was wanted
	}
	return err
}

func (s *Store) moveTo(p schemas.Position) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pos = p
	close(s.moved)
	s.moved = make(chan struct{})
}

// Checkpoint is the position that the tables stand at.
func (s *Store) Checkpoint() schemas.Position {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pos
}

// WaitFor returns when the tables hold the message at seq, or with ctx's error.
func (s *Store) WaitFor(ctx context.Context, seq uint64) error {
	for {
		s.mu.Lock()
		pos, moved := s.pos, s.moved
		s.mu.Unlock()
		if pos.Seq >= seq {
			return nil
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return fmt.Errorf("projections: at %d, waiting for %d: %w", pos.Seq, seq, ctx.Err())
		}
	}
}

// Currency is that of the prices that costs are of.
func (s *Store) Currency() string { return s.schema.prices.Currency }

// DB reads the tables. It can't write. It is another one after a damaged file was
// set aside, so ask anew each time.
func (s *Store) DB() *sql.DB {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reader
}

func (s *Store) closePools() {
	s.mu.Lock()
	reader := s.reader
	s.mu.Unlock()
	if reader != nil {
		reader.Close()
	}
	if s.conn != nil {
		s.conn.Close()
	}
	if s.writer != nil {
		s.writer.Close()
	}
	s.conn, s.writer = nil, nil
}

// Close ends reads and checks, folds the write-ahead log into the file and leaves
// the mark of a clean stop. Run must have returned.
func (s *Store) Close() error {
	s.stopping()
	s.checks.Wait()
	s.past.close()
	s.write.Lock()
	defer s.write.Unlock()
	if s.conn == nil {
		return nil
	}
	_, err := s.conn.ExecContext(context.Background(), "PRAGMA wal_checkpoint(TRUNCATE)")
	if s.fold != nil {
		s.fold.w.close()
	}
	s.closePools()
	if err != nil {
		return fmt.Errorf("projections: close: %w", err)
	}
	if s.State().Unverified {
		return nil // the check was cut short: the next start does it again
	}
	return leaveMark(s.path)
}
