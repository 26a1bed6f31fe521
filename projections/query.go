package projections

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Limits of one analyst's query. The zero value is a thousand rows in five seconds.
type Limits struct {
	Rows int           // at most so many rows; 0 for 1,000
	Time time.Duration // at most so long; 0 for five seconds
}

func (l Limits) orDefault() Limits {
	if l.Rows <= 0 {
		l.Rows = 1000
	}
	if l.Time <= 0 {
		l.Time = 5 * time.Second
	}
	return l
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
	Rows      [][]any  `json:"rows"`      // int64, float64, json.Number where one is infinite, string, []byte or nil
	Limit     int      `json:"limit"`     // how many rows were let through at the most
	Truncated bool     `json:"truncated"` // there were more rows than the limits let through
	Lag       uint64   `json:"lag"`       // messages of the log that it does not hold yet; whoever has the log fills it in
}

// A QueryReason says why a query has no answer.
type QueryReason string

const (
	QueryEmpty     QueryReason = "empty"              // there is no statement
	QuerySeveral   QueryReason = "several_statements" // one at a time
	QueryForbidden QueryReason = "forbidden"          // it does not only read the tables
	QueryMistaken  QueryReason = "mistaken"           // SQLite does not understand it
	QueryTooLong   QueryReason = "too_long"           // it took longer than the limit
	QueryParams    QueryReason = "parameters"         // a value is missing, or is of no parameter
)

// A QueryError says why a query has no answer.
type QueryError struct {
	Reason QueryReason
	Detail string // what SQLite said, or what to do
}

func (e *QueryError) Error() string {
	return fmt.Sprintf("the query is refused (%s): %s", e.Reason, e.Detail)
}

// Query answers one statement of SQL that reads the tables, with all its rows at once.
// What it lets in is what [Store.Stream] lets in.
func (s *Store) Query(ctx context.Context, text string, args []any, l Limits) (Answer, error) {
	all := answering{limit: l.orDefault().Rows}
	end, err := s.Stream(ctx, text, args, l, &all)
	if err != nil {
		return Answer{}, err
	}
	all.Truncated = all.Truncated || end.Truncated
	return all.Answer, nil
}

// answering is the sink that keeps all rows.
type answering struct {
	Answer
	limit int
	bytes int
}

func (a *answering) Begin(asOf AsOf, columns []string) error {
	a.Answer = Answer{AsOf: asOf, Columns: columns, Rows: [][]any{}, Limit: a.limit}
	return nil
}

func (a *answering) Row(values []any) error {
	if a.bytes > maxAnswerBytes {
		a.Truncated = true
		return ErrEnough
	}
	row := make([]any, len(values))
	for i, v := range values {
		row[i] = finite(v)
		a.bytes += 16 + textBytes(v)
	}
	a.Rows = append(a.Rows, row)
	return nil
}

func textBytes(v any) int {
	switch v := v.(type) {
	case string:
		return len(v)
	case []byte:
		return len(v)
	}
	return 0
}

// finite is a value as JSON can say it: an infinite number, which SQLite makes of 1e400,
// is one that is too large for its reader as well.
func finite(v any) any {
	if f, ok := v.(float64); ok && math.IsInf(f, 0) {
		return json.Number(map[bool]string{true: "1e999", false: "-1e999"}[f > 0])
	}
	return v
}

func (s *Store) queryError(ctx context.Context, err error, l Limits) error {
	var sqlErr *sqlite.Error
	switch isSQL := errors.As(err, &sqlErr); {
	case ctx.Err() != nil:
		return &QueryError{Reason: QueryTooLong, Detail: fmt.Sprintf("it took more than %v, its limit; narrow it, or give it more time", l.Time)}
	case IsDamage(err):
		return s.readError(err)
	case isSQL && (sqlErr.Code()&0xff == sqlite3.SQLITE_AUTH || sqlErr.Code()&0xff == sqlite3.SQLITE_READONLY):
		return &QueryError{Reason: QueryForbidden, Detail: "only the tables can be read, and nothing can be changed"}
	}
	return &QueryError{Reason: QueryMistaken, Detail: err.Error()}
}
