package projections

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// A Sink takes the rows of an answer as they come. An error of its own ends the query
// and is returned as it is; [ErrEnough] ends it as if there were no more rows.
type Sink interface {
	Begin(asOf AsOf, columns []string) error // once, before any row
	Row(values []any) error                  // int64, float64, string, []byte or nil; the slice is used again
}

// A Finisher is a sink that is told when it has been given all rows.
type Finisher interface{ Finish(End) error }

// ErrEnough is what a sink answers that wants no more rows.
var ErrEnough = errors.New("enough rows")

// An End is how an answer ended.
type End struct {
	AsOf      AsOf
	Rows      int  // that were given to the sink
	Truncated bool // there were more than the limits let through
}

// Stream answers one statement of SQL that reads the tables, row by row. Each of the
// sinks is given all rows, one sink after the other, as of one position.
//
// The connection can't write, attach or set anything, and is told so below the parser:
// what is not a read of a table is refused while it is prepared. The query ends with its
// time, and with ctx. While it runs, SQLite's write-ahead log can't be folded into the
// file, so it is not given for ever.
//
// The error is a [*QueryError], the sink's, ctx's, or what the disk reported.
func (s *Store) Stream(ctx context.Context, text string, args []any, l Limits, sinks ...Sink) (End, error) {
	l = l.orDefault()
	if err := CheckStatement(text); err != nil {
		return End{}, err
	}
	caller := ctx
	ctx, cancel := context.WithTimeout(ctx, l.Time)
	defer cancel()
	conn, asOf, end, err := s.frozen(ctx)
	if err != nil && ctx.Err() == nil {
		return End{}, err
	} else if err != nil {
		return End{}, s.flowError(caller, ctx, err, l)
	}
	defer end()
	f := flow{conn: conn, text: text, args: args, limit: l.Rows, end: End{AsOf: asOf}}
	for _, sink := range sinks {
		if err := f.into(ctx, sink); err != nil {
			return End{}, s.flowError(caller, ctx, err, l)
		}
	}
	return f.end, nil
}

// frozen is a connection that sees the tables as of one position and can do nothing but
// read them. end gives it back as it was.
func (s *Store) frozen(ctx context.Context) (conn *sql.Conn, asOf AsOf, end func(), err error) {
	select {
	case s.asking <- struct{}{}:
	case <-ctx.Done():
		return nil, asOf, nil, ctx.Err()
	}
	if conn, err = s.DB().Conn(ctx); err != nil {
		<-s.asking
		return nil, asOf, nil, err
	}
	after := context.WithoutCancel(ctx)
	end = func() {
		defer func() { <-s.asking }()
		_ = restrict(conn, nil, sqliteValueBytes) // a connection that can't be set is of no use to the next one either
		_, _ = conn.ExecContext(after, "ROLLBACK")
		conn.Close()
	}
	if _, err = conn.ExecContext(ctx, "BEGIN"); err == nil {
		asOf, err = s.asOf(ctx, conn)
	}
	if err == nil {
		err = restrict(conn, readsOnly, maxValueBytes)
	}
	if err != nil {
		end()
		return nil, asOf, nil, s.readError(err)
	}
	return conn, asOf, end, nil
}

// flowError tells the errors of sinks and callers from those of queries.
func (s *Store) flowError(caller, ctx context.Context, err error, l Limits) error {
	var of *sinkError
	switch {
	case errors.As(err, &of):
		return of.err
	case caller.Err() != nil:
		return caller.Err()
	}
	return s.queryError(ctx, err, l)
}

// A sinkError carries the error of a sink past those of the query.
type sinkError struct{ err error }

func (e *sinkError) Error() string { return e.err.Error() }

// A flow is rows on their way into sinks.
type flow struct {
	conn  *sql.Conn
	text  string
	args  []any
	limit int
	end   End
}

func (f *flow) into(ctx context.Context, sink Sink) error {
	rows, err := f.conn.QueryContext(ctx, f.text, f.args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	if err := sink.Begin(f.end.AsOf, columns); err != nil {
		return &sinkError{err}
	}
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	f.end.Rows, f.end.Truncated = 0, false
	for rows.Next() {
		if f.end.Rows == f.limit {
			f.end.Truncated = true
			break
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		for i, v := range values {
			if b, ok := v.([]byte); ok && b == nil { // an empty blob, which is no null
				values[i] = []byte{}
			}
		}
		err := sink.Row(values)
		if errors.Is(err, ErrEnough) {
			break
		}
		if err != nil {
			return &sinkError{err}
		}
		f.end.Rows++
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return f.finish(sink)
}

func (f *flow) finish(sink Sink) error {
	if last, ok := sink.(Finisher); ok {
		if err := last.Finish(f.end); err != nil {
			return &sinkError{err}
		}
	}
	return nil
}

// sqliteValueBytes is what SQLite allows a value unless told otherwise.
const sqliteValueBytes = 1_000_000_000

// restrict sets what statements of the connection may do (nil for everything), and
// how long a value may be.
func restrict(conn *sql.Conn, may sqlite.AuthorizerFn, valueBytes int) error {
	if _, err := sqlite.Limit(conn, sqlite3.SQLITE_LIMIT_LENGTH, valueBytes); err != nil {
		return err
	}
	return conn.Raw(func(driver any) error {
		return driver.(sqlite.AuthorizerRegisterer).RegisterAuthorizer(may)
	})
}

// readsOnly lets selects through, and reads of the tables that are shown.
func readsOnly(action sqlite.AuthorizerActionCode, table, function, _, _ string) sqlite.AuthorizerReturnCode {
	switch action {
	case sqlite.AuthSelect, sqlite.AuthRecursive:
		return sqlite.AuthorizerReturnCode(sqlite3.SQLITE_OK)
	case sqlite.AuthRead:
		if !strings.HasPrefix(table, shadow) {
			return sqlite.AuthorizerReturnCode(sqlite3.SQLITE_OK)
		}
	case sqlite.AuthFunction:
		if function != "load_extension" {
			return sqlite.AuthorizerReturnCode(sqlite3.SQLITE_OK)
		}
	}
	return sqlite.AuthorizerReturnCode(sqlite3.SQLITE_DENY)
}
