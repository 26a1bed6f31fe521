package projections

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Limits of one analyst's query. The zero value is a thousand rows in five seconds.
type Limits struct {
	Rows int           // at most so many rows; 0 for 1,000
	Time time.Duration // at most so long; 0 for five seconds
}

// maxAnswerBytes bounds the text of one answer, and maxValueBytes that of one value.
const (
	maxAnswerBytes = 64 << 20
	maxValueBytes  = 16 << 20
)

// An Answer is what a query came to.
type Answer struct {
	AsOf      AsOf     `json:"as_of"`
	Columns   []string `json:"columns"`
	Rows      [][]any  `json:"rows"`      // int64, float64, string, []byte or nil
	Truncated bool     `json:"truncated"` // there were more rows than the limits let through
}

// A QueryReason says why a query has no answer.
type QueryReason string

const (
	QueryEmpty     QueryReason = "empty"              // there is no statement
	QuerySeveral   QueryReason = "several_statements" // one at a time
	QueryForbidden QueryReason = "forbidden"          // it does not only read the tables
	QueryMistaken  QueryReason = "mistaken"           // SQLite does not understand it
	QueryTooLong   QueryReason = "too_long"           // it took longer than the limit
)

// A QueryError says why a query has no answer.
type QueryError struct {
	Reason QueryReason
	Detail string // what SQLite said, or what to do
}

func (e *QueryError) Error() string {
	return fmt.Sprintf("the query is refused (%s): %s", e.Reason, e.Detail)
}

// Query answers one statement of SQL that reads the tables. The connection can't
// write, attach or set anything, and is told so below the parser: what is not a
// read of a table is refused while it is prepared.
//
// The error is a [*QueryError], or what the disk reported.
func (s *Store) Query(ctx context.Context, text string, args []any, l Limits) (Answer, error) {
	if l.Rows <= 0 {
		l.Rows = 1000
	}
	if l.Time <= 0 {
		l.Time = 5 * time.Second
	}
	if err := oneStatement(text); err != nil {
		return Answer{}, err
	}
	caller := ctx
	ctx, cancel := context.WithTimeout(ctx, l.Time)
	defer cancel()
	conn, err := s.DB().Conn(ctx)
	if err != nil {
		return Answer{}, err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "BEGIN"); err != nil {
		return Answer{}, err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
	var out Answer
	if out.AsOf, err = s.asOf(ctx, conn); err != nil {
		return Answer{}, s.readError(err)
	}
	if err := restrict(conn, readsOnly, maxValueBytes); err != nil {
		return Answer{}, err
	}
	defer restrict(conn, nil, sqliteValueBytes)
	err = out.fill(ctx, conn, text, args, l.Rows)
	if err != nil && caller.Err() == nil {
		err = s.queryError(ctx, err, l)
	}
	return out, err
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

// fill reads rows until there are no more, or too many.
func (a *Answer) fill(ctx context.Context, conn *sql.Conn, text string, args []any, limit int) error {
	rows, err := conn.QueryContext(ctx, text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	if a.Columns, err = rows.Columns(); err != nil {
		return err
	}
	a.Rows = [][]any{}
	for bytes := 0; rows.Next(); {
		if len(a.Rows) == limit || bytes > maxAnswerBytes {
			a.Truncated = true
			return nil
		}
		row, into := make([]any, len(a.Columns)), make([]any, len(a.Columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		for _, v := range row {
			switch v := v.(type) {
			case string:
				bytes += len(v)
			case []byte:
				bytes += len(v)
			}
			bytes += 16
		}
		a.Rows = append(a.Rows, row)
	}
	return rows.Err()
}

func (s *Store) queryError(ctx context.Context, err error, l Limits) error {
	var sqlErr *sqlite.Error
	switch isSQL := errors.As(err, &sqlErr); {
	case ctx.Err() != nil:
		return &QueryError{Reason: QueryTooLong, Detail: fmt.Sprintf("it took more than %v", l.Time)}
	case isCorrupt(err):
		return s.readError(err)
	case isSQL && (sqlErr.Code()&0xff == sqlite3.SQLITE_AUTH || sqlErr.Code()&0xff == sqlite3.SQLITE_READONLY):
		return &QueryError{Reason: QueryForbidden, Detail: "only the tables can be read, and nothing can be changed"}
	}
	return &QueryError{Reason: QueryMistaken, Detail: err.Error()}
}

// oneStatement refuses text that holds none or several. It knows as much of SQL as
// it takes to tell a semicolon from one inside quotes or a comment.
func oneStatement(text string) error {
	statement, ended := false, false
	for i := 0; i < len(text); {
		n := tokenEnd(text, i)
		blank := strings.TrimSpace(text[i:n]) == "" || strings.HasPrefix(text[i:], "--") || strings.HasPrefix(text[i:], "/*")
		switch {
		case blank:
		case text[i] == ';':
			ended = ended || statement
		case ended:
			return &QueryError{Reason: QuerySeveral, Detail: "give one statement"}
		default:
			statement = true
		}
		i = n
	}
	if !statement {
		return &QueryError{Reason: QueryEmpty, Detail: "give a statement"}
	}
	return nil
}

// tokenEnd is the index after the quoted text, comment or single byte at i.
func tokenEnd(text string, i int) int {
	until := func(from int, end string) int {
		if n := strings.Index(text[from:], end); n >= 0 {
			return from + n + len(end)
		}
		return len(text)
	}
	switch rest := text[i:]; {
	case strings.HasPrefix(rest, "--"):
		return until(i, "\n")
	case strings.HasPrefix(rest, "/*"):
		return until(i+2, "*/")
	case text[i] == '[':
		return until(i, "]")
	case text[i] == '\'' || text[i] == '"' || text[i] == '`':
		return until(i+1, text[i:i+1]) // a doubled quote begins the next text at once
	}
	return i + 1
}
