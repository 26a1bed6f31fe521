package comments

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	"turnbook/projections"
)

//go:embed comments.sql
var create string

// version is that of the file's tables.
const version = 1

// A Store is the open file.
type Store struct {
	db      *sql.DB
	damaged []projections.Damage
}

// A VersionError is a file that a later program wrote. It is left as it is.
type VersionError struct {
	Path string
	Have int
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("comments: %s is of version %d, and this program reads up to %d; start the later one", e.Path, e.Have, version)
}

// A damageError says why the file is no longer what was written.
type damageError struct{ reason string }

func (e *damageError) Error() string { return e.reason }

// Open opens the file at path, and reads all of it once to know that it is whole. It is
// made where there is none, with its folder. A damaged one is set aside. The error is a
// [*VersionError] where a later program wrote it.
func Open(ctx context.Context, lg *slog.Logger, path string) (*Store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	s := &Store{}
	err = s.open(ctx, path)
	if damage := (*damageError)(nil); projections.IsDamage(err) || errors.As(err, &damage) {
		aside, err2 := projections.SetAside(path, err.Error())
		if err2 != nil {
			return nil, fmt.Errorf("comments: open %s: %w", path, err2)
		}
		lg.Error("damaged comments set aside; nothing draws them again, mend the file or take it from a backup", "file", filepath.Base(aside.File), "err", aside.Reason)
		s.damaged = append(s.damaged, aside)
		err = s.open(ctx, path)
	}
	if err != nil {
		return nil, fmt.Errorf("comments: open %s: %w", path, err)
	}
	return s, nil
}

func (s *Store) open(ctx context.Context, path string) error {
	if info, err := os.Stat(path); err == nil && info.Size() == 0 {
		return &damageError{"it is empty"}
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+
		"?_txlock=immediate&_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=secure_delete(1)")
	if err != nil {
		return err
	}
	if err := prepare(ctx, db, path); err != nil {
		db.Close()
		return err
	}
	s.db = db
	return nil
}

// prepare looks the file over and makes its tables where there are none.
func prepare(ctx context.Context, db *sql.DB, path string) error {
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return &damageError{verdict}
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var have int
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&have); err != nil {
		return err
	}
	switch {
	case have == version:
		return nil
	case have > version:
		return &VersionError{Path: path, Have: have}
	}
	if _, err := tx.ExecContext(ctx, create); err != nil {
		return err
	}
	return tx.Commit()
}

// Damaged are the files that were set aside when this one was opened.
func (s *Store) Damaged() []projections.Damage { return slices.Clone(s.damaged) }

// Close lets the file go.
func (s *Store) Close() error { return s.db.Close() }
