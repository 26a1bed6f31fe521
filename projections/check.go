package projections

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"turnbook/bus"
)

// Check proves that the tables equal the fold: it draws them again from the log, up
// to the same position, into a file that is thrown away, and compares every row.
func (s *Store) Check(ctx context.Context, log bus.Log) (Diff, error) {
	var diff Diff
	fail := func(err error) (Diff, error) { return diff, fmt.Errorf("projections: check: %w", err) }
	live, err := s.DB().Conn(ctx)
	if err != nil {
		return fail(err)
	}
	defer live.Close()
	// The read transaction holds the tables as they are now for as long as it takes.
	if _, err := live.ExecContext(ctx, "BEGIN"); err != nil {
		return fail(err)
	}
	defer live.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
	asOf, err := s.asOf(ctx, live)
	if err != nil {
		return fail(s.readError(err))
	}
	again, end, err := s.drawApart(ctx, log, asOf.Seq)
	if err != nil {
		return fail(err)
	}
	defer end()
	diff, err = compare(ctx, s.schema, live, "", "", again)
	if err != nil {
		return fail(s.readError(err))
	}
	diff.AsOf = asOf
	return diff, nil
}

// drawApart draws the tables into a file of its own. end throws it away.
func (s *Store) drawApart(ctx context.Context, log bus.Log, to uint64) (conn *sql.Conn, end func(), err error) {
	dir, err := os.MkdirTemp(filepath.Dir(s.path), checkFolders+"*")
	if err != nil {
		return nil, nil, err
	}
	path := (&url.URL{Path: filepath.Join(dir, "tables.db")}).EscapedPath()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(MEMORY)&_pragma=synchronous(OFF)&_pragma=cache_size(-16000)")
	if err != nil {
		os.RemoveAll(dir)
		return nil, nil, err
	}
	end = func() {
		if conn != nil {
			conn.Close()
		}
		db.Close()
		os.RemoveAll(dir)
	}
	defer func() {
		if err != nil {
			end()
		}
	}()
	if conn, err = db.Conn(ctx); err != nil {
		return nil, nil, err
	}
	if err = createTables(conn, s.schema, "", 0); err != nil {
		return nil, nil, err
	}
	f, err := newFold(newWriter(conn, s.schema, ""))
	if err != nil {
		return nil, nil, err
	}
	err = draw(ctx, log, &f, to, noLock{}, func(uint64) {})
	f.w.close()
	return conn, end, err
}

// checkFolders is what the names of the folders begin with that Check works in.
const checkFolders = ".check-"

// clearChecks removes the folders of checks that were cut short.
func clearChecks(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if err == nil && e.IsDir() && strings.HasPrefix(e.Name(), checkFolders) {
			err = os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
	return err
}
