// Package saved keeps the questions that people save, in a SQLite file of its own.
//
// They are no projection: nothing draws them again, so the file belongs into a backup. A
// save is all or nothing, and takes the place of the question that had its name. The
// ready measures of [projections.Measures] stand in every list, and their names can't be
// taken. Methods may be called by many goroutines, and by several processes on one file.
package saved

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"turnbook/projections"
)

// A Store is the open file.
type Store struct{ db *sql.DB }

const create = `CREATE TABLE IF NOT EXISTS questions (
	name     TEXT NOT NULL PRIMARY KEY, -- its address
	question TEXT NOT NULL,             -- the question, JSON
	saved_by TEXT NOT NULL,             -- who saved it last
	saved_at TEXT NOT NULL              -- when, RFC 3339, UTC
)`

// Open opens the file at path. It is made where there is none, with its folder.
func Open(ctx context.Context, path string) (*Store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	if err != nil {
		return nil, err
	}
	if _, err := db.ExecContext(ctx, create); err != nil {
		db.Close()
		return nil, fmt.Errorf("saved: open %s: %w", path, err)
	}
	return &Store{db}, nil
}

// Close lets the file go.
func (s *Store) Close() error { return s.db.Close() }

// List is every question: the ready ones, then the saved ones, each in the order of
// their names.
func (s *Store) List(ctx context.Context) ([]projections.Question, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT question FROM questions ORDER BY name")
	if err != nil {
		return nil, fmt.Errorf("saved: list: %w", err)
	}
	defer rows.Close()
	out := projections.Measures()
	for rows.Next() {
		var text string
		var q projections.Question
		if err := rows.Scan(&text); err != nil {
			return nil, fmt.Errorf("saved: list: %w", err)
		}
		if err := json.Unmarshal([]byte(text), &q); err != nil {
			return nil, fmt.Errorf("saved: list: %w", err)
		}
		out = append(out, q)
	}
	return out, rows.Err()
}

// Get is the question of a name. The error is a [*projections.NotFoundError] where there
// is none.
func (s *Store) Get(ctx context.Context, name string) (projections.Question, error) {
	list, err := s.List(ctx)
	if err != nil {
		return projections.Question{}, err
	}
	return Named(list, name)
}

// Named finds the question of a name in a list. The error is a
// [*projections.NotFoundError].
func Named(list []projections.Question, name string) (projections.Question, error) {
	i := slices.IndexFunc(list, func(q projections.Question) bool { return q.Name == name })
	if i < 0 {
		return projections.Question{}, &projections.NotFoundError{What: "saved query", ID: name}
	}
	return list[i], nil
}

// Save keeps a question under its name. The error is a [*projections.QueryError] where
// its statement is none, or an [*InvalidError].
func (s *Store) Save(ctx context.Context, q projections.Question, by string, at time.Time) (projections.Question, error) {
	q, err := complete(q)
	if err != nil {
		return q, err
	}
	text, err := json.Marshal(q)
	if err != nil {
		return q, err
	}
	_, err = s.db.ExecContext(ctx, "INSERT OR REPLACE INTO questions VALUES (?, ?, ?, ?)", q.Name, string(text), by, at.UTC().Format(time.RFC3339Nano))
	if err != nil {
		return q, fmt.Errorf("saved: save %s: %w", q.Name, err)
	}
	return q, nil
}

// Delete forgets a question. The error is a [*projections.NotFoundError] where there is
// none, or an [*InvalidError] for a ready measure.
func (s *Store) Delete(ctx context.Context, name string) error {
	if err := free(name); err != nil {
		return err
	}
	done, err := s.db.ExecContext(ctx, "DELETE FROM questions WHERE name = ?", name)
	if err != nil {
		return fmt.Errorf("saved: delete %s: %w", name, err)
	}
	n, err := done.RowsAffected()
	if err == nil && n == 0 {
		err = &projections.NotFoundError{What: "saved query", ID: name}
	}
	return err
}

// ErrReady is what an [InvalidError] is of whoever would change a ready measure.
var ErrReady = errors.New("the name is that of a ready measure")
